"""Significant events: what a regulator asks for beside money (GLI-19 v3.0, 2.8.8), with who, why, before and after.

They are lines of the books like any other. What somebody decides says so itself: corrections, rounds that were called
off, halts, games and jackpots that were changed. What nobody decides is noted in the cage's book: steps of the
machine's clock, by `books`, and here bets and wins above amounts that the house sets. `events` gives all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, select

from cardroom.errors import Mistaken
from cardroom.house import schema
from cardroom.house.books import Books
from cardroom.house.transaction import BOOK, Draft, note
from cardroom.house.values import CAGE, is_table, words
from cardroom.limits import MOST_CENTS
from cardroom.money import dollars
from cardroom.play.events import Transfer

__all__ = ["Event", "Watch", "Watching", "events", "last_note"]

_BET = frozenset({"wager", "bet", "ante", "dead"})
_GIVEN_BACK = frozenset({"uncovered", "returned", "uncalled"})
_FRESH_SECONDS = 10
"""So long the amounts that were set are taken to be set so still."""

_NOTES = (
    select(schema.lines)
    .where(
        schema.lines.c.book == bindparam("book"),
        schema.lines.c.kind == "note",
        schema.lines.c.number > bindparam("after"),
    )
    .order_by(schema.lines.c.number.desc())
)


class Watch(msgspec.Struct, frozen=True):
    """Above how many cents a bet or a win of one player in one round is noted; without an amount none is."""

    bet: int | None = 1_000_000
    win: int | None = 1_000_000


class Watching:
    """Looks at what rounds moved.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.watching.set(Watch(bet=500_000, win=None), who="manager", why="a new license")
    >>> house.watching.watch()
    Watch(bet=500000, win=None)
    >>> folder.cleanup()
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._watch, self._seen, self._until = Watch(), 0, 0.0

    def watch(self) -> Watch:
        """The amounts that are in force; of what another process has set this one knows within ten seconds."""
        if monotonic() >= self._until:
            found, self._seen = _last(self._books, "watch", self._seen)
            if found:
                self._watch = msgspec.convert(found["after"], Watch)
            self._until = monotonic() + _FRESH_SECONDS
        return self._watch

    def set(self, watch: Watch, *, who: str, why: str) -> None:
        """Set the amounts, which is an event too."""
        for cents in (watch.bet, watch.win):
            if cents is not None and (type(cents) is not int or not 0 <= cents <= MOST_CENTS):
                raise Mistaken(f"an amount is whole cents, from 0 to {MOST_CENTS:,}, not {cents!r}")
        self._until = 0.0
        before, after = (msgspec.to_builtins(each) for each in (self.watch(), watch))
        self._books.append(CAGE, [note("watch", words(who, "who sets it"), why, before, after)])
        self._until = 0.0

    def of_round(
        self, table: str, entry: int, transfers: tuple[Transfer, ...], stacks: Mapping[str, int]
    ) -> list[Draft]:
        """What is to be noted of a round that a line of a table's book closes; `stacks` are what players have then."""
        bets: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        for moved in transfers:
            payer, payee, cents = moved.payer, moved.payee, moved.amount
            if payer.kind == "stack":
                wins[payer.owner] -= cents
                bets[payer.owner] += cents * (moved.cause in _BET)
            if payee.kind == "stack":
                wins[payee.owner] += cents
                bets[payee.owner] -= cents * (moved.cause in _GIVEN_BACK)
        watch, found = self.watch(), []
        for what, most, by_player in (("big bet", watch.bet, bets), ("big win", watch.win, wins)):
            for name, cents in by_player.items() if most is not None else ():
                if cents > (most or 0):
                    why = f"{table}, line {entry}: {dollars(cents)}, and more than {dollars(most or 0)} is noted"
                    before = stacks.get(name, 0) - wins[name]
                    after = before - cents if what == "big bet" else before + cents
                    found.append(note(what, name, why, before, after))
        return found


def last_note(books: Books, what: str) -> dict[str, Any] | None:
    """The last note of a kind in the cage's book, with who made it and when."""
    return _last(books, what)[0]


def _last(books: Books, what: str, after: int = 0) -> tuple[dict[str, Any] | None, int]:
    """The last note of a kind after a line, and how many lines there are, so that they need not be read again: those
    that are kept, and not what a turn is about to write, which may be taken back."""
    with books.store.reading() as connection:
        book = connection.execute(BOOK, {"name": CAGE}).first()
        if book is None:
            return None, 0
        for row in connection.execute(_NOTES, {"book": book.id, "after": after}):
            said = _read(row.body)
            if said.get("what") == what:
                return said | {"who": row.who, "at": row.at}, book.lines
        return None, book.lines


class Event(NamedTuple):
    """Something that matters."""

    at: int
    """Microseconds since 1970."""
    book: str
    line: int
    what: str
    who: str
    why: str
    before: Any = None
    after: Any = None


def events(books: Books, since: int, until: int) -> list[Event]:
    """What happened from a time to a time, in its order."""
    found: list[Event] = []
    with books.at_one_moment():
        for name in books.heads():
            found += _of_book(books, name, since, until)
    return sorted(found, key=lambda event: event.at)


def _of_book(books: Books, name: str, since: int, until: int) -> Iterator[Event]:
    entries = schema.lines.c
    kinds = _KINDS["table" if is_table(name) else "cage" if name == CAGE else "jackpot"]
    query = (
        select(schema.lines)
        .join(schema.books, schema.books.c.id == entries.book)
        .where(schema.books.c.name == name, entries.number >= books.number_at(name, since), entries.kind.in_(kinds))
        .where(entries.at >= since, entries.at < until)
        .order_by(entries.number)
    )
    with books.reading() as connection:
        for row in connection.execute(query):
            yield Event(row.at, name, row.number, *_told(row.kind, row.who, _read(row.body)))


_KINDS = {
    "cage": ("note", "correction"),
    "table": ("plays", "voided", "halted", "ended"),
    "jackpot": ("started", "waits", "ceiling", "funded", "hit"),
}
"""The kinds of lines that are events, by whose book it is."""


def _read(body: Any) -> dict[str, Any]:
    try:
        said = msgspec.json.decode(bytes(body))
    except (msgspec.DecodeError, UnicodeDecodeError):  # an audit says what is wrong with it
        return {}
    return said if isinstance(said, dict) else {}


def _told(kind: str, who: str, said: dict[str, Any]) -> tuple[str, str, str, Any, Any]:
    """What happened, by whom and why, and what was before and after."""
    match kind:
        case "note":
            return said.get("what", kind), who, said.get("why", ""), said.get("before"), said.get("after")
        case "correction":
            accounts = said.get("accounts", [])
            before, after = (
                {" ".join(filter(None, each["account"])): each[when] for each in accounts}
                for when in ("before", "after")
            )
            return kind, who, said.get("why", ""), before, after
        case "plays":
            return "game", who, "", None, said.get("game")
        case "halted":
            return ("halted" if said.get("halted") else "opened again"), who, said.get("why", ""), None, None
        case "voided" | "ended":
            return kind, who, said.get("why", ""), None, None
    about = said.get("about", {})
    shown = {name: value for name, value in about.items() if name not in ("why", "cite")}
    return f"jackpot {kind}", who, about.get("why", ""), None, shown
