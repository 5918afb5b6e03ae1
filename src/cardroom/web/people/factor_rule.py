"""Whether orders about money need a second factor. The books hold it as notes, so the command line knows it too."""

from __future__ import annotations

from cardroom.house import Books, House
from cardroom.house.backup import AUTHOR
from cardroom.house.books import body_fields, notes_about

__all__ = ["FACTOR_NEEDED", "WHAT", "needs_factor", "note_factor_rule"]

WHAT = "second factor for money"
"""The kind of these notes in the cage's book."""
FACTOR_NEEDED = "Add a second factor on your account page first. Orders about money need one."


def needs_factor(books: Books) -> bool:
    """Whether the server that started last demands a second factor."""
    notes = notes_about(books, WHAT)
    return bool(notes) and body_fields(notes[-1].body).get("after") is True


def note_factor_rule(house: House, on: bool) -> None:
    """Note how a server starts, if the one before it started differently."""
    if needs_factor(house.books) != on:
        why = f"started {'with' if on else 'without'} --second-factor"
        house.note(WHAT, who=AUTHOR, why=why, before=not on, after=on)
