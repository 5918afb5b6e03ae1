"""The notes of the books about users: sign-ups, roles and bars. An audit compares them with the people database."""

from __future__ import annotations

from typing import Any

from cardroom.house import House
from cardroom.web.people.store import Note
from cardroom.web.people.user import User

__all__ = ["note_writer", "user_fields"]


def user_fields(user: User) -> dict[str, Any]:
    """A user as notes hold them."""
    password = {"password": user.password_check} if user.password_check else {}
    return {"name": user.name, "roles": user.roles, "barred": user.barred} | password


def note_writer(house: House, what: str, *, who: str, why: str, **more: str) -> Note:
    """A function that notes a change of a user in the books of a house, with `more` fields."""

    def note(before: User, after: User) -> None:
        house.note(what, who=who, why=why, before=user_fields(before), after=user_fields(after) | more)

    return note
