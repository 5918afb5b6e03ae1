"""The rule that some orders need a second person, and whether it is on. The books hold it as notes.

Which orders need one is decided where they are given; here is the setting, and what has left the room lately.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select

from cardroom.errors import InputError
from cardroom.house import schema
from cardroom.house.books import Books
from cardroom.house.notes import latest_note
from cardroom.house.transaction import note
from cardroom.house.values import CAGE, LedgerAccount
from cardroom.limits import MOST_CENTS

__all__ = ["WHAT", "TwoPersonRule", "TwoPersons", "paid_since"]

WHAT = "two persons"
"""The kind of its notes in the cage's book."""
DAY = 24 * 3600 * 1_000_000
"""Microseconds over which money that leaves the room is added up, so that one large payment cannot be split."""


class TwoPersons(msgspec.Struct, frozen=True):
    """Whether some orders need a second person, and the cents that one person may pay out alone in 24 hours."""

    on: bool = True
    limit: int = 300_000


class TwoPersonRule:
    """The rule of a house.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> rule = TwoPersonRule(house.books)
    >>> rule.current().on
    True
    >>> rule.set(TwoPersons(on=False), who="ann", why="she works alone")
    >>> rule.current().on
    False
    >>> folder.cleanup()
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._current, self._searched = TwoPersons(), 0

    def current(self) -> TwoPersons:
        """The current setting, also if another process changed it."""
        fields, self._searched = latest_note(self._books, WHAT, self._searched)
        if fields:
            self._current = msgspec.convert(fields["after"], TwoPersons)
        return self._current

    def set(self, setting: TwoPersons, *, who: str, why: str) -> None:
        """Change the setting. The change is a significant event."""
        if type(setting.limit) is not int or not 0 <= setting.limit <= MOST_CENTS:
            raise InputError(f"The limit must be a whole number of cents from 0 to {MOST_CENTS:,}.")
        before, after = (msgspec.to_builtins(each) for each in (self.current(), setting))
        self._books.append(CAGE, [note(WHAT, who, why, before, after)])

    def needs_second(self, account: LedgerAccount, cents: int) -> bool:
        """Whether a payment from an account to the outside needs a second person."""
        rule = self.current()
        return rule.on and paid_since(self._books, account, self._books.now() - DAY) + cents > rule.limit


def paid_since(books: Books, account: LedgerAccount, since: int) -> int:
    """The cents that the cage paid from an account to the outside since a time."""
    lines, postings, accounts = schema.lines, schema.postings, schema.accounts
    cage = schema.books.alias()
    query = (
        select(func.coalesce(func.sum(postings.c.cents), 0))
        .join(lines, (lines.c.book == postings.c.book) & (lines.c.number == postings.c.number))
        .join(cage, cage.c.id == lines.c.book)
        .join(accounts, accounts.c.id == postings.c.payer)
        .join(schema.books, schema.books.c.id == accounts.c.book)
        .where(cage.c.name == CAGE, lines.c.number >= books.number_at(CAGE, since), lines.c.at >= since)
        .where(postings.c.cause.in_(("withdrawal", "credit")))
        .where(schema.books.c.name == account.book, accounts.c.kind == account.kind)
        .where(accounts.c.owner == account.owner, accounts.c.part == account.part)
    )
    with books.reading() as connection:
        return int(connection.execute(query).scalar_one())
