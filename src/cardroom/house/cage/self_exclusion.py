"""Self-exclusion: until when players asked to be kept out, and whether that time is over."""

from __future__ import annotations

from datetime import UTC, date, datetime

from cardroom.house.books import Books, body_fields, notes_about
from cardroom.house.cage.roles import NotedUser, apply_note

__all__ = ["exclusion", "exclusion_over"]


def exclusion(books: Books, name: str) -> str:
    """The day from which a user's self-exclusion may be lifted, as YYYY-MM-DD; empty if there is none."""
    users: dict[str, NotedUser] = {}
    notes = [*notes_about(books, "barred"), *notes_about(books, "not barred")]
    for row in sorted(notes, key=lambda each: each.number):
        apply_note(users, row.who, body_fields(row.body))
    return users.get(name, NotedUser()).excluded


def exclusion_over(until: str, at: int) -> bool:
    """Whether a self-exclusion may be lifted at a time in microseconds. Days begin at midnight UTC."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).date() >= date.fromisoformat(until)
