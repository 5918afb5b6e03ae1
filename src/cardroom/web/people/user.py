"""Users and their roles, as values."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["GUEST", "ROLES", "User"]

ROLES = ("player", "floor", "operator", "auditor")
GUEST = "guest"
"""The only role of a user without a password. Guests play for play money alone."""


class User(NamedTuple):
    """Someone who can sign in, or a guest."""

    name: str
    roles: tuple[str, ...]
    must_change_password: bool = False
    """Whether they must choose a password of their own before anything else."""
    barred: str = ""
    """Why they may not play; empty where they may."""

    @property
    def guest(self) -> bool:
        """Whether they have no password."""
        return self.roles == (GUEST,)

    def may(self, *roles: str) -> bool:
        """Whether they have one of these roles. An operator may do all that the floor may."""
        mine = {*self.roles, *(["floor"] if "operator" in self.roles else [])}
        return not self.must_change_password and bool({*roles} & mine)
