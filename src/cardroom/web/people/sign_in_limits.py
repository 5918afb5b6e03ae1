"""How many wrong passwords lock a user out, and from where.

Three failures from one address within half an hour lock the user out at that address for half an hour (GLI-19 v3.0,
2.5.3-2.5.4). Twenty failures from all addresses lock the user out everywhere except at addresses from which they signed
in before. So a stranger cannot lock out an operator, and cannot try many passwords from many addresses. A try while the
lock holds does not prolong it.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from cardroom.web.people.schema import FAILED, KNOWN, PEOPLE

__all__ = [
    "FAILURES",
    "FAILURES_ANYWHERE",
    "KEPT",
    "LOCKED",
    "clear",
    "count_failure",
    "count_success",
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
