"""What a server does by the clock: closing practice tables that were left, checking the program, adding mornings to
jackpots, forgetting what is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from cardroom.errors import CardroomError
from cardroom.play.commands import CloseTable
from cardroom.room.live import BOT
from cardroom.web.halls.hall import Hall, clock
from cardroom.web.halls.table_config import HOUSE, PLAY, how_of

if TYPE_CHECKING:
    from cardroom.web.halls.server import Server

__all__ = ["Chores"]

_log = logging.getLogger("cardroom.server")

LEFT = 120
"""Seconds after which a practice table is closed that nobody sits at."""
DAY = 24 * 60 * 60


class Chores:
    """The work of a server that nobody asks for."""

    def __init__(self, server: Server, forget: int) -> None:
        """`forget` is after how many days guests are forgotten."""
        self._server, self._forget = server, forget
        self._empty: dict[str, float] = {}
        """Since when nobody sits at a practice table."""

    def all(self) -> Iterator[Coroutine[Any, Any, None]]:
        """All of it, as long as the server runs."""
        yield self._every(15, self.close_practice)
        yield self._every(60, self.check_program)
        yield self._every(1800, self.add_mornings, first=5)
        yield self._every(DAY, self.sweep, first=0)

    async def _every(
        self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]], first: float | None = None
    ) -> None:
        wait = seconds if first is None else first
        while True:
            await asyncio.sleep(wait)
            wait = seconds
            try:
                await work()
            except CardroomError as error:
                _log.warning("something that is done by the clock failed", extra={"why": str(error)})
            except Exception:  # a fault of ours: it is done again next time all the same
                _log.exception("something that is done by the clock failed")

    async def close_practice(self) -> None:
        """Close practice tables that were left."""
        hall, how = self._server.halls[PLAY], self._server.how[PLAY]
        practice = [live for name, live in hall.room.tables.items() if name in how and how[name].practice]
        left = [live.name for live in practice if not live.closing and all(who.startswith(BOT) for who in live.seated)]
        self._empty = {name: self._empty.get(name, clock()) for name in left}
        for name, since in self._empty.items():
            if since + LEFT < clock():
                try:
                    await hall.order(HOUSE, name, CloseTable())
                except CardroomError as error:  # the others are closed all the same
                    _log.warning("a practice table was not closed", extra={"table": name, "why": str(error)})

    async def check_program(self) -> None:
        """Compare the program with itself, where a day is over since that was done."""
        if self._server.peers.leads and self._server.program.is_due():
            await self._server.check_program("cardroom serve", "once a day")

    async def sweep(self) -> None:
        """Forget sessions that are over, guests who are long gone, and how tables were run that are closed."""
        sessions = await asyncio.to_thread(self._server.register.sweep)
        guests = await asyncio.to_thread(self._server.register.forget_guests, self._forget * DAY)
        tables = sum([await hall.books(partial(self._sweep_tables, hall)) for hall in self._server.halls.values()])
        _log.info("swept", extra={"sessions": sessions, "guests": guests, "tables": tables})

    def _sweep_tables(self, hall: Hall) -> int:
        """A practice table is remembered for good: its rounds are its owner's alone."""
        kept = [table for table, text in self._server.register.tables(hall.name).items() if not how_of(text).practice]
        ended = [table for table in kept if (last := hall.house.books.last(table)) and last.kind == "ended"]
        for table in ended:
            self._server.register.forget_table(hall.name, table)
        return len(ended)

    async def add_mornings(self) -> None:
        """Add to the house's jackpots what is due each morning, once, however often it is looked at."""
        for hall in self._server.halls.values() if self._server.peers.leads else ():
            jackpots = hall.house.jackpots
            for name in await hall.books(jackpots.names):
                pool = await hall.books(partial(jackpots.pool, name))
                if pool.terms.morning != "0":
                    await hall.books(partial(jackpots.morning, name, who="cardroom serve"))
