"""Users as rows of the people database."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Select, select

from cardroom.web.people.names import normalize
from cardroom.web.people.schema import PEOPLE
from cardroom.web.people.user import User

__all__ = ["recorded_user", "select_everyone", "user_of"]


def select_everyone() -> Select[Any]:
    """A query of all users and guests."""
    return select(PEOPLE).order_by(PEOPLE.c.folded)


def recorded_user(row: object) -> User:
    """The user of a row for an audit. If the row is found by a different name than its own, the name shows it."""
    user, found_as = user_of(row), row.folded  # type: ignore[attr-defined]
    return user if normalize(user.name) == found_as else user._replace(name=f"{user.name} (signs in as {found_as})")


def user_of(row: object) -> User:
    """The user of a row."""
    roles = tuple(json.loads(row.roles))  # type: ignore[attr-defined]
    return User(row.name, roles, row.once, row.barred)  # type: ignore[attr-defined]
