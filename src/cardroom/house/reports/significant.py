"""Significant events: what a regulator wants to see besides money (GLI-19 v3.0, 2.8.8), with author and reason.

They are entries of the books like any others. A decision by staff is its own entry: a correction, a voided round, a
pause, a change of a game or a jackpot. Events without a decision are notes in the cage's book: a step of the machine's
clock (by `books`), and a big bet or win (by `alerts`). `significant_events` returns all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import select

from cardroom.house.books import CAGE, Books, body_fields, is_table, schema
from cardroom.play.table import GameSet, Paused, RoundVoided, TableClosed
from cardroom.tags import tag_of

__all__ = ["SignificantEvent", "events_after", "significant_events"]

_GAME, _VOIDED, _PAUSED, _CLOSED = (tag_of(each) for each in (GameSet, RoundVoided, Paused, TableClosed))
_KINDS = {
    "cage": ("note", "correction"),
    "table": (_GAME, _VOIDED, _PAUSED, _CLOSED),
    "jackpot": ("started", "waits", "ceiling", "funded", "hit"),
}
"""The kinds of entries that are significant events, by the kind of book."""


class SignificantEvent(NamedTuple):
    """One significant event."""

    at: int
    """Microseconds since 1970."""
    book: str
    number: int
    """The number of the entry in its book."""
    what: str
    who: str
    why: str
    before: Any = None
    after: Any = None


def significant_events(books: Books, since: int, until: int) -> list[SignificantEvent]:
    """The significant events of a period, in order of time."""
    events: list[SignificantEvent] = []
    with books.at_one_moment():
        for name in books.heads():
            events += _of_book(books, name, since, until)
    return sorted(events, key=lambda event: event.at)


def events_after(books: Books, book: str, number: int, limit: int) -> list[SignificantEvent]:
    """At most `limit` significant events of a book after an entry, in order."""
    entries, kinds = schema.lines.c, _kinds(book)
    query = (
        select(schema.lines)
        .join(schema.books, schema.books.c.id == entries.book)
        .where(schema.books.c.name == book, entries.number > number, entries.kind.in_(kinds))
        .order_by(entries.number)
        .limit(limit)
    )
    with books.reading() as connection:
        return [
            SignificantEvent(row.at, book, row.number, *_facts(row.kind, row.who, body_fields(row.body)))
            for row in connection.execute(query)
        ]


def _kinds(book: str) -> tuple[str, ...]:
    return _KINDS["table" if is_table(book) else "cage" if book == CAGE else "jackpot"]


def _of_book(books: Books, name: str, since: int, until: int) -> Iterator[SignificantEvent]:
    entries = schema.lines.c
    kinds = _kinds(name)
    query = (
        select(schema.lines)
        .join(schema.books, schema.books.c.id == entries.book)
        .where(schema.books.c.name == name, entries.number >= books.number_at(name, since), entries.kind.in_(kinds))
        .where(entries.at >= since, entries.at < until)
        .order_by(entries.number)
    )
    with books.reading() as connection:
        for row in connection.execute(query):
            yield SignificantEvent(row.at, name, row.number, *_facts(row.kind, row.who, body_fields(row.body)))


def _facts(kind: str, who: str, fields: dict[str, Any]) -> tuple[str, str, str, Any, Any]:
    """What happened, who did it and why, and the values before and after."""
    match kind:
        case "note":
            return fields.get("what", kind), who, fields.get("why", ""), fields.get("before"), fields.get("after")
        case "correction":
            accounts = fields.get("accounts", [])
            before, after = (
                {" ".join(filter(None, each["account"])): each[when] for each in accounts}
                for when in ("before", "after")
            )
            return kind, who, fields.get("why", ""), before, after
    if kind == _GAME:
        return kind, who, "", None, fields.get("game")
    if kind == _PAUSED:
        return (kind if fields.get("paused") else "resumed"), who, fields.get("why", ""), None, None
    if kind in (_VOIDED, _CLOSED):
        return kind, who, fields.get("why", ""), None, None
    about = fields.get("about", {})
    shown = {name: value for name, value in about.items() if name not in ("why", "cite")}
    return f"jackpot {kind}", who, about.get("why", ""), None, shown
