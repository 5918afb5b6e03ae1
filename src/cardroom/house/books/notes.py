"""Notes in the cage's book: facts that matter to a regulator and move no money."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, bindparam, select

from cardroom.house.books import schema
from cardroom.house.books.books import Books
from cardroom.house.books.transaction import BOOK
from cardroom.house.books.values import CAGE

__all__ = ["LatestNote", "body_fields", "latest_note", "notes_about"]

_NOTES = (
    select(schema.lines)
    .where(
        schema.lines.c.book == bindparam("book"),
        schema.lines.c.kind == "note",
        schema.lines.c.number > bindparam("after"),
    )
    .order_by(schema.lines.c.number.desc())
)


class LatestNote(NamedTuple):
    """The result of a search for the latest note of a kind."""

    fields: dict[str, Any] | None
    """The fields of the note, with its author and time; None if there is no such note."""
    searched: int
    """The number of the last entry searched. A later search may start after it."""


def latest_note(books: Books, what: str, after: int = 0) -> LatestNote:
    """The latest note of a kind after an entry of the cage's book.

    Only committed notes count. The current transaction may still be rolled back.
    """
    with books.store.reading() as connection:
        book = connection.execute(BOOK, {"name": CAGE}).first()
        if book is None:
            return LatestNote(None, 0)
        for row in connection.execute(_NOTES, {"book": book.id, "after": after}):
            fields = body_fields(row.body)
            if fields.get("what") == what:
                return LatestNote(fields | {"who": row.who, "at": row.at}, book.lines)
        return LatestNote(None, book.lines)


def notes_about(books: Books, what: str) -> list[Row[Any]]:
    """The notes of a kind in the cage's book. The database finds them, so that not all notes are read."""
    lines, first = schema.lines, f'{{"what":"{what}'.encode()
    query = (
        select(lines)
        .join(schema.books, schema.books.c.id == lines.c.book)
        .where(schema.books.c.name == CAGE, lines.c.kind == "note")
        .where(lines.c.body >= first + b'"', lines.c.body < first + b"#")  # "#" comes after the quotation mark
        .order_by(lines.c.number)
    )
    with books.reading() as connection:
        return [*connection.execute(query)]


def body_fields(body: Any) -> dict[str, Any]:
    """The fields of a JSON body, or none if it cannot be decoded. An audit reports such a body."""
    try:
        fields = msgspec.json.decode(bytes(body))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return fields if isinstance(fields, dict) else {}
