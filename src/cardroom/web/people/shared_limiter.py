"""A rate limit that all processes of a room share, counted in the people database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from litestar.exceptions import TooManyRequestsException
from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.schema import LIMITS

__all__ = ["SharedLimiter"]

_MINUTE = 60


class SharedLimiter:
    """At most so many requests of a caller in a minute, over all processes.

    It counts by minutes, and adds the share of the last minute that is less than 60 seconds ago.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> database, clock = PeopleDatabase(f"{folder.name}/people.db"), [600.0]
    >>> one, other = (SharedLimiter(database, "guests", 2, now=lambda: clock[0]) for _ in range(2))
    >>> [one.wait("ann") > 0, other.wait("ann") > 0, one.wait("ann") > 0, one.wait("bob") > 0]
    [False, False, True, False]
    >>> clock[0] += 110; other.wait("ann") > 0
    False
    >>> database.close(); folder.cleanup()
    """

    def __init__(self, database: PeopleDatabase, what: str, most: int, now: Callable[[], float] = time.time) -> None:
        self._database, self._what, self._most, self._now = database, what, most, now

    def wait(self, caller: str) -> float:
        """Count a request and return 0, or return the seconds until the next one may be allowed."""
        now = self._now()
        minute, gone = int(now // _MINUTE), now % _MINUTE / _MINUTE
        mine = (LIMITS.c.what == self._what) & (LIMITS.c.caller == caller)
        row = {"what": self._what, "caller": caller, "minute": minute, "count": 1}
        with self._database.writing() as database:
            insert = (sqlite if database.dialect.name == "sqlite" else postgresql).insert(LIMITS).values(row)
            more = insert.on_conflict_do_update(
                index_elements=["what", "caller", "minute"], set_={"count": LIMITS.c.count + 1}
            )
            count = database.execute(more.returning(LIMITS.c.count)).scalar_one()
            last = database.execute(select(LIMITS.c.count).where(mine, LIMITS.c.minute == minute - 1)).scalar() or 0
            if count == 1:
                database.execute(delete(LIMITS).where(LIMITS.c.what == self._what, LIMITS.c.minute < minute - 1))
        allowed = count + last * (1 - gone) <= self._most
        return 0.0 if allowed else _MINUTE * (1 - gone)

    async def admit(self, caller: str) -> None:
        """Count a request. Refuse it if the caller sends too many."""
        if wait := await asyncio.to_thread(self.wait, caller):
            headers = {"retry-after": str(int(wait) + 1)}
            raise TooManyRequestsException("Too many requests. Wait a moment and try again.", headers=headers)
