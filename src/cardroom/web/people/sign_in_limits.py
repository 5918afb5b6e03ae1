"""How many wrong passwords lock a user out, and from where.

Three failures from one address within half an hour lock the user out at that address for half an hour (GLI-19 v3.0,
2.5.3-2.5.4). Twenty failures from all addresses lock the user out everywhere except at addresses from which they signed
in before. So a stranger cannot lock out an operator, and cannot try many passwords from many addresses. A try while the
lock holds does not prolong it.

The books never forget, so not every failure may become an entry: `FailureNotes` decides which ones do.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, delete, func, insert, select

from cardroom.web.people.rate_limiter import RateLimiter
from cardroom.web.people.schema import FAILED, KNOWN, PEOPLE

__all__ = [
    "DOOR",
    "FAILED_SIGN_IN",
    "FAILURES",
    "FAILURES_ANYWHERE",
    "KEPT",
    "LOCKED",
    "FailureNotes",
    "clear",
    "count_failure",
    "count_success",
    "failures_left_out",
    "is_locked",
    "locked_names",
]

FAILURES = 3
"""Failed sign-ins from one address that lock a user out there."""
FAILURES_ANYWHERE = 20
"""Failed sign-ins from all addresses that lock a user out at unknown addresses."""
LOCKED = 30 * 60
"""Seconds for which a failed sign-in counts."""
KEPT = 180 * 24 * 60 * 60
"""Seconds for which an address stays known after the last sign-in from it."""


FAILED_SIGN_IN, DOOR = "failed sign-in", "door"
"""The kind of notes about failures, and their author."""


def failures_left_out(number: int) -> str:
    """Failures without notes of their own, in words.

    >>> failures_left_out(1), failures_left_out(30)
    ('1 more failure is only in the log', '30 more failures are only in the log')
    """
    return f"{number} more failure{' is' if number == 1 else 's are'} only in the log"


class FailureNotes:
    """Which failed sign-ins the books note: at most 20 at once and 5 an hour from an address, and 100 at once and 20 an
    hour from all addresses. The next note counts those that were left out.

    >>> notes = FailureNotes(now=lambda: 0.0)
    >>> [notes.count("192.0.2.7") for _ in range(22)][-3:], notes.count("192.0.2.8")
    ([0, None, None], 2)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._of_address = RateLimiter(most=20, a_second=5 / 3600, now=now)
        self._of_room = RateLimiter(most=100, a_second=20 / 3600, now=now)
        self._left_out = 0

    def count(self, address: str) -> int | None:
        """Count a failure. Return how many were left out before it, or None if it is left out too."""
        if self._of_address.wait(address) or self._of_room.wait("room"):
            self._left_out += 1
            return None
        return self.rest()

    def rest(self) -> int:
        """The failures that were left out since the last note. They count as noted now."""
        left, self._left_out = self._left_out, 0
        return left


def is_locked(database: Connection, user: str, address: str, now: float) -> bool:
    """Whether a user is locked out at an address."""
    recent = (FAILED.c.folded == user) & (FAILED.c.at > int(now) - LOCKED)
    addresses = [*database.scalars(select(FAILED.c.address).where(recent))]
    if addresses.count(address) >= FAILURES:
        return True
    known = select(KNOWN.c.address).where(KNOWN.c.folded == user, KNOWN.c.address == address)
    is_known = database.execute(known.where(KNOWN.c.at > int(now) - KEPT)).first() is not None
    return len(addresses) >= FAILURES_ANYWHERE and not is_known


def count_failure(database: Connection, user: str, address: str, now: float) -> None:
    """Record a wrong password, and forget old ones. An unknown user is recorded too, which takes the same time."""
    database.execute(delete(FAILED).where(FAILED.c.at <= int(now) - LOCKED))
    database.execute(insert(FAILED), {"folded": user, "address": address, "at": int(now)})


def count_success(database: Connection, user: str, address: str, now: float) -> None:
    """Forget the failures at an address, and remember the address."""
    database.execute(delete(FAILED).where(FAILED.c.folded == user, FAILED.c.address == address))
    database.execute(delete(KNOWN).where(KNOWN.c.folded == user, KNOWN.c.address == address))
    database.execute(insert(KNOWN), {"folded": user, "address": address, "at": int(now)})


def clear(database: Connection, user: str) -> None:
    """Forget all failures of a user."""
    database.execute(delete(FAILED).where(FAILED.c.folded == user))


def locked_names(database: Connection, now: float) -> set[str]:
    """The names of users who are locked out somewhere."""
    recent = FAILED.c.at > int(now) - LOCKED
    here = select(FAILED.c.folded).where(recent).group_by(FAILED.c.folded, FAILED.c.address)
    anywhere = select(FAILED.c.folded).where(recent).group_by(FAILED.c.folded)
    some = here.having(func.count() >= FAILURES).union(anywhere.having(func.count() >= FAILURES_ANYWHERE))
    return {*database.scalars(select(PEOPLE.c.name).where(PEOPLE.c.folded.in_(some), PEOPLE.c.name != ""))}
