"""Passwords: kept by argon2, and looked at in the same time whether there is one or not."""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.errors import Mistaken
from cardroom.web.people.names import folded

__all__ = ["Passwords"]

LEAST_PASSWORD, MOST_PASSWORD = 10, 200


class Passwords:
    """How they are kept.

    >>> passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    >>> kept = passwords.kept("a long password", whose="ann")
    >>> passwords.is_right(kept, "a long password"), passwords.is_right(kept, "another"), passwords.is_right("", "")
    (True, False, False)
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())

    def kept(self, password: str, *, whose: str) -> str:
        """A password as it is kept; refused if it is easily guessed."""
        check_password(password, whose)
        return self._hasher.hash(password)

    def is_right(self, kept: str, password: str) -> bool:
        """Whether it is the one that is kept; for nobody, of whom none is, that takes as long."""
        try:
            return self._hasher.verify(kept or self._nobody, password[:MOST_PASSWORD]) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False


def check_password(password: str, name: str) -> None:
    """Refuse a password that is easily guessed."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Mistaken(f"a password has {LEAST_PASSWORD} to {MOST_PASSWORD} letters")
    if folded(name) == folded(password) or len({*password}) < 4:
        raise Mistaken("this password is guessed too easily: take several words")
