"""Users and their roles, as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.errors import InputError
from cardroom.house.cage import conflict

__all__ = ["GUEST", "READERS", "ROLES", "STAFF", "User", "check_apart"]

ROLES = ("player", "cashier", "floor", "operator", "auditor")
"""Roles are duties, not ranks. None includes another."""
STAFF = ("cashier", "floor", "operator", "auditor")
READERS = ("floor", "operator", "auditor")
"""Roles that may read all rounds and reports."""
GUEST = "guest"
"""The role of a user without a password. Guests play for play money only."""


class User(NamedTuple):
    """Someone who can sign in, or a guest."""

    name: str
    roles: tuple[str, ...]
    must_change_password: bool = False
    """Whether the user must choose a new password before anything else."""
    barred: str = ""
    """Why the user is barred from playing; empty if they are not."""
    password_check: str = ""
    """A check value of the stored password, only in notes and audits."""

    @property
    def guest(self) -> bool:
        """Whether the user is a guest."""
        return self.roles == (GUEST,)

    def may(self, *roles: str) -> bool:
        """Whether the user has one of these roles."""
        return not self.must_change_password and bool({*roles} & {*self.roles})


def check_apart(roles: Iterable[str]) -> None:
    """Refuse roles that one person may not have together."""
    if why := conflict(roles):
        raise InputError(f"{why} Give one of the roles to another person.")
