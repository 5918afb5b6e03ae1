"""Requests: orders that wait for a second person. They are notes in the cage's book, so they survive a restart.

A request is one note, and its approval or refusal another, so both names, times and reasons are in the books. The
request's number is that of its entry. The id of the second note contains that number, and ids are unique: a request
can be decided only once, however many people try. What an order means is not known here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import select

from cardroom.errors import InputError
from cardroom.house.books import CAGE, Books, Draft, LedgerEntry, body_fields, check_text, note, schema

__all__ = ["APPROVED", "COUNT", "DECLINED", "EXPIRES", "REQUEST", "Approval", "PendingRequest", "Requests"]

REQUEST, APPROVED, DECLINED = "request", "request approved", "request declined"
COUNT = "count"
"""The kind of the notes about counts of the drawer."""
EXPIRES = 24 * 3600 * 1_000_000
"""Microseconds after which a request can no longer be approved."""


class PendingRequest(NamedTuple):
    """An order that someone asked for."""

    number: int
    at: int
    """When it was made, in microseconds since 1970."""
    who: str
    why: str
    order: dict[str, Any]

    @property
    def until(self) -> int:
        """When it expires, in microseconds since 1970."""
        return self.at + EXPIRES


class Approval(NamedTuple):
    """The approval of a request by a second person."""

    number: int
    """The number of the request."""
    who: str
    why: str


class Requests:
    """The requests of a house.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> requests = Requests(house.books)
    >>> number = requests.ask({"type": "withdraw", "cents": 500_000}, who="cass", why="slip 7")
    >>> [each.who for each in requests.pending()]
    ['cass']
    >>> requests.decide(number, "cora", "she has the paper", approved=True)
    >>> requests.pending()
    []
    >>> requests.open(number)
    Traceback (most recent call last):
    cardroom.errors.InputError: Request 2 was approved by cora.
    >>> folder.cleanup()
    """

    def __init__(self, books: Books) -> None:
        self._books = books

    def ask(self, order: dict[str, Any], *, who: str, why: str, key: str | None = None) -> int:
        """Store a request; return its number. The same `key` gives the same request."""
        if key is not None and (known := self._books.by_key(check_text(key, "The request id"))):
            entry = known[1]
            stored = self._request(entry) if known[0] == CAGE else None
            if stored is None or (stored.who, stored.order) != (who, order):
                raise InputError(f"The id {key!r} was used for a different request.")
            return stored.number
        [entry] = self._books.append(CAGE, [note(REQUEST, who, why, None, order)._replace(key=key)])
        return entry.number

    def get(self, number: int) -> PendingRequest:
        """A request, whether or not it is still open."""
        entries = self._books.page(CAGE, number, 1) if 0 < number < 2**62 else []
        request = self._request(entries[0]) if entries and entries[0].number == number else None
        if request is None:
            raise InputError(f"There is no request {number}.")
        return request

    def open(self, number: int) -> PendingRequest:
        """A request that can still be decided. Otherwise raise an error that says why not."""
        request = self.get(number)
        if decision := self.decision(number):
            said = "approved" if body_fields(decision.body).get("what") == APPROVED else "declined"
            raise InputError(f"Request {number} was {said} by {decision.who}.")
        if self._books.now() >= request.until:
            raise InputError(f"Request {number} has expired. Ask for it again.")
        return request

    def decision(self, number: int) -> LedgerEntry | None:
        """The entry that decided a request, if there is one."""
        known = self._books.by_key(_decision_key(number))
        return known[1] if known else None

    def pending(self) -> list[PendingRequest]:
        """The requests that can still be decided, the oldest first."""
        since = self._books.now() - EXPIRES
        lines = schema.lines
        query = (
            select(lines)
            .join(schema.books, schema.books.c.id == lines.c.book)
            .where(schema.books.c.name == CAGE, lines.c.kind == "note", lines.c.at > since)
            .where(lines.c.number >= self._books.number_at(CAGE, since))
            .order_by(lines.c.number)
        )
        with self._books.reading() as connection:
            rows = connection.execute(query).all()
        made = [
            PendingRequest(row.number, row.at, row.who, fields["why"], fields["after"])
            for row in rows
            if (fields := body_fields(row.body)).get("what") == REQUEST
        ]
        decided = {row.key for row in rows if row.key}
        return [each for each in made if _decision_key(each.number) not in decided]

    def decided(self, approval: Approval, *, approved: bool = True) -> Draft:
        """The note of a decision, to be stored in one transaction with the order that it allows."""
        request = self.get(approval.number)
        what = APPROVED if approved else DECLINED
        after = {"request": request.number, "by": request.who, "order": request.order}
        return note(what, approval.who, approval.why, None, after)._replace(key=_decision_key(request.number))

    def decide(self, number: int, who: str, why: str, *, approved: bool) -> None:
        """Store a decision alone. An approval belongs into one transaction with its order."""
        self.open(number)
        self._books.append(CAGE, [self.decided(Approval(number, who, why), approved=approved)])

    def _request(self, entry: LedgerEntry) -> PendingRequest | None:
        fields = body_fields(entry.body) if entry.kind == "note" else {}
        if fields.get("what") != REQUEST or not isinstance(fields.get("after"), dict):
            return None
        return PendingRequest(entry.number, entry.at, entry.who, fields["why"], fields["after"])


def _decision_key(number: int) -> str:
    return f"/decision {number}"
