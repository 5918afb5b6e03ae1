"""The check that the databases of a room can be written, for load balancers and orchestrators."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from cardroom.web.halls.hall import Hall
from cardroom.web.halls.room_clock import clock
from cardroom.web.people import PeopleDatabase

__all__ = ["WriteCheck"]

_log = logging.getLogger("cardroom.server")

FRESH = 1.0
"""Seconds for which a result is reused, so that many requests do not cause many writes."""
WAIT = 5.0
"""Seconds within which each database must answer."""


class WriteCheck:
    """Writes to each database without changing anything, and remembers the result for a second."""

    def __init__(self, halls: Mapping[str, Hall], people: PeopleDatabase) -> None:
        self._halls, self._people = halls, people
        self._problem, self._until = "", 0.0
        self._lock = asyncio.Lock()

    async def problem(self) -> str:
        """Why the room cannot store anything at the moment; empty if it can."""
        async with self._lock:
            if clock() >= self._until:
                problem = await self._find_problem()
                if problem and not self._problem:
                    _log.error("a database cannot be written", extra={"why": problem})
                self._problem, self._until = problem, clock() + FRESH
            return self._problem

    async def _find_problem(self) -> str:
        try:
            for hall in self._halls.values():
                await asyncio.wait_for(hall.books(hall.house.books.check_writable), WAIT)
        except Exception:
            return "the books cannot be written"
        try:
            await asyncio.wait_for(asyncio.to_thread(self._people.check_writable), WAIT)
        except Exception:
            return "the people database cannot be written"
        return ""
