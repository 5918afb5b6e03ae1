"""Passwords: what is refused as too easy, and how they are hashed (argon2) and checked.

A check takes the same time for users without a password and for unknown users, to hide whether they exist.
"""

from __future__ import annotations

import secrets

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
        self._unknown = self._hasher.hash(secrets.token_hex())

    def hash(self, password: str, name: str) -> str:
        """The hash of a user's new password; refused where it is easy to guess."""
        check_password(password, name)
        return self._hasher.hash(password)

    def is_right(self, hashed: str, password: str) -> bool:
        """Whether a password is the hashed one. Without a hash it takes as long, and is wrong."""
        try:
            return self._hasher.verify(hashed or self._unknown, password[:MOST_PASSWORD]) and bool(hashed)
        except (VerificationError, InvalidHashError):
            return False


def check_password(password: str, name: str) -> None:
    """Refuse a password that is easy to guess."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise InputError(f"a password has {LEAST_PASSWORD} to {MOST_PASSWORD} letters")
    if normalize(name) == normalize(password) or len({*password}) < 4:
        raise InputError("this password is guessed too easily: take several words")
