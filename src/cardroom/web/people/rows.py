"""Users as rows of the people database."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from sqlalchemy import Select, select

from cardroom.web.people.names import normalize
from cardroom.web.people.schema import PEOPLE
from cardroom.web.people.user import User

__all__ = ["password_check", "recorded_user", "select_everyone", "user_of"]


def select_everyone() -> Select[Any]:
    """A query of all users and guests."""
    return select(PEOPLE).order_by(PEOPLE.c.folded)


def recorded_user(row: object) -> User:
    """The user of a row for an audit. If the row is found by a different name than its own, the name shows it."""
    user, found_as = user_of(row), row.folded  # type: ignore[attr-defined]
    user = user._replace(password_check=password_check(row.password))  # type: ignore[attr-defined]
    return user if normalize(user.name) == found_as else user._replace(name=f"{user.name} (signs in as {found_as})")


def password_check(hashed: str) -> str:
    """A short value by which the books know a stored password. The hash has a random salt, so it reveals nothing."""
    return sha256(f"cardroom password check\n{hashed}".encode()).hexdigest()[:16] if hashed else ""


def user_of(row: object) -> User:
    """The user of a row."""
    roles = tuple(json.loads(row.roles))  # type: ignore[attr-defined]
    return User(row.name, roles, row.once, row.barred)  # type: ignore[attr-defined]
