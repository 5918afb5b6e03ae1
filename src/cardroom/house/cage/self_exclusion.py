"""Self-exclusion: when it begins, that its end only moves later, and when it is over."""

from __future__ import annotations

from datetime import UTC, date, datetime

from cardroom.errors import InputError
from cardroom.house.books import Books, body_fields, notes_about
from cardroom.house.cage.roles import NotedUser, apply_note

__all__ = ["check_exclusion", "exclusion", "exclusion_over", "why_excluded"]


def exclusion(books: Books, name: str) -> str:
    """The day from which a user's self-exclusion may be lifted, as YYYY-MM-DD; empty if there is none."""
    users: dict[str, NotedUser] = {}
    notes = [*notes_about(books, "barred"), *notes_about(books, "not barred")]
    for row in sorted(notes, key=lambda each: each.number):
        apply_note(users, row.who, body_fields(row.body))
    return users.get(name, NotedUser()).excluded


def check_exclusion(books: Books, name: str, until: str) -> str:
    """The day on which a user's self-exclusion ends from now on; refuse one that is over at once or ends earlier."""
    known = exclusion(books, name)
    if until and exclusion_over(until, books.now()):
        raise InputError(f"A self-exclusion must end on a later day than today, not on {until}.")
    if until and until < known:
        raise InputError(f"{name} is excluded until {known}. The end can be moved to a later day only.")
    return until or known


def why_excluded(books: Books, name: str) -> str:
    """Why the bar on a user cannot be lifted now; empty if it can. No one may end a self-exclusion early."""
    until = exclusion(books, name)
    if until and not exclusion_over(until, books.now()):
        return f"{name} is excluded at their own request until {until}. No one can end this earlier."
    return ""


def exclusion_over(until: str, at: int) -> bool:
    """Whether a self-exclusion may be lifted at a time in microseconds. Days begin at midnight UTC."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).date() >= date.fromisoformat(until)
