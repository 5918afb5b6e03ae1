"""Hash passwords with argon2, check them, and refuse weak ones.

A check takes the same time for unknown users and for users without a password, to hide whether a user exists.
"""

from __future__ import annotations

import secrets
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.errors import InputError
from cardroom.web.people.names import normalize

__all__ = ["Passwords"]

LEAST_PASSWORD, MOST_PASSWORD = 10, 200


class Passwords:
    """Hashes passwords, and checks them.

    >>> passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    >>> hashed = passwords.hash("a long password", "ann")
    >>> passwords.is_right(hashed, "a long password"), passwords.is_right(hashed, "other"), passwords.is_right("", "")
    (True, False, False)
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    @cached_property
    def _unknown(self) -> str:
        """A hash that no password matches. Making it is slow, and many commands check no password."""
        return self._hasher.hash(secrets.token_hex())

    def hash(self, password: str, name: str) -> str:
        """Return the hash of a new password. Refuse one that is easy to guess."""
        check_password(password, name)
        return self._hasher.hash(password)

    def is_right(self, hashed: str, password: str) -> bool:
        """Whether a password matches a hash. An empty hash takes as long to check, and never matches."""
        unknown = self._unknown  # always, or the first check of an unknown user would take longer
        try:
            return self._hasher.verify(hashed or unknown, password[:MOST_PASSWORD]) and bool(hashed)
        except (VerificationError, InvalidHashError):
            return False


def check_password(password: str, name: str) -> None:
    """Refuse a password that is easy to guess."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise InputError(f"Choose a password of {LEAST_PASSWORD} to {MOST_PASSWORD} characters.")
    if normalize(name) == normalize(password) or len({*password}) < 4:
        raise InputError("This password is too easy to guess. Use several words.")
