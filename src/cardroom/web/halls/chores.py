"""The server's scheduled work: close abandoned practice tables, check the program, note outages, add to jackpots each
morning, and delete old data."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from functools import partial
from typing import Any

from cardroom.errors import CardroomError
from cardroom.house.backup import Runs
from cardroom.house.books import fold_guests
from cardroom.play.table import CloseTable, StepAway, TableClosed
from cardroom.room import BOT, Person
from cardroom.tags import tag_of
from cardroom.web.cluster import Peers
from cardroom.web.halls.backups import Backups
from cardroom.web.halls.hall import Deferred, Hall
from cardroom.web.halls.room_clock import clock
from cardroom.web.halls.table_config import HOUSE, MONEY, PLAY, read_config
from cardroom.web.halls.table_directory import TableDirectory
from cardroom.web.halls.webhooks import Webhooks
from cardroom.web.people import PeopleStore, RoomStore

__all__ = ["DAY", "Chores"]

_log = logging.getLogger("cardroom.server")

LEFT = 120
"""Seconds after which a practice table is closed at which no one sat down."""
DESERTED = 300
"""Seconds after which a practice table is closed at which somebody sits, but nobody looks at it."""
LEFT_PRIVATE = 600
"""Seconds after which a private table is closed at which nobody sits, or nobody looks. Friends may come one by one."""
CLOSE_WAIT = 2.0
"""Seconds to wait for the end of a round when a table is closed."""
DAY = 24 * 60 * 60


class Chores:
    """The scheduled work of a server."""

    def __init__(
        self,
        halls: Mapping[str, Hall],
        tables: TableDirectory,
        people: PeopleStore,
        room_store: RoomStore,
        peers: Peers,
        runs: Runs,
        check_program: Callable[[], Awaitable[None]],
        forget: int,
        backups: Backups | None = None,
        webhooks: Webhooks | None = None,
    ) -> None:
        """`check_program` checks the program if a check is due. Guests are deleted after `forget` days."""
        self._backups, self._webhooks = backups, webhooks
        self._halls, self._tables, self._peers, self._runs = halls, tables, peers, runs
        self._people, self._room_store = people, room_store
        self._check_program, self._forget = check_program, forget
        self._empty: dict[str, float] = {}
        """Practice and private tables without people, with the time since when."""
        self._used: set[str] = set()
        """Practice tables at which a person sits."""
        self._left: asyncio.Queue[str] = asyncio.Queue()
        """Practice tables that their last person has left."""
        halls[PLAY].after.append(self._note_people)

    def all(self) -> Iterator[Coroutine[Any, Any, None]]:
        """All chores. Each runs until it is cancelled."""
        yield self._every(15, self.close_practice)
        yield self._every(0, self.close_left)
        yield self._every(0.5, self.show_meters)
        yield self._every(60, self.check_program)
        yield self._every(30, self.note_outages, first=0)
        yield self._every(1800, self.add_mornings, first=5)
        yield self._every(DAY, self.sweep, first=0)
        if self._backups is not None:
            yield self._every(60, self.back_up, first=1)
        if self._webhooks is not None:
            yield self._every(2, self.send_events, first=0)

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
                _log.warning("chore failed", extra={"why": str(error)})
            except Exception:  # a bug: try again next time anyway
                _log.exception("chore failed")

    async def close_practice(self) -> None:
        """Close abandoned practice tables and private tables."""
        hall, configs = self._halls[PLAY], self._tables.configs[PLAY]
        owned = [live for name, live in hall.room.tables.items() if name in configs and configs[name].owner]
        sits = {live.name: any(not who.startswith(BOT) for who in live.seated) for live in owned if not live.closing}
        abandoned = [name for name, someone in sits.items() if not someone or hall.room.deserted(name)]
        self._empty = {name: self._empty.get(name, clock()) for name in abandoned}
        for name, since in self._empty.items():
            private = name in configs and configs[name].private
            if since + (LEFT_PRIVATE if private else DESERTED if sits[name] else LEFT) < clock():
                await self._close(name)

    def _note_people(self, table: str) -> None:
        """Note whether a person sits at a practice table, after a commit there.

        A person leaves by choice, or because the connection was lost for as long as the table's timing allows.
        """
        live, config = self._halls[PLAY].room.tables.get(table), self._tables.configs[PLAY].get(table)
        if live is None or config is None or not config.practice:
            self._used.discard(table)
        elif not all(who.startswith(BOT) for who in live.seated):
            self._used.add(table)
        elif table in self._used:
            self._used.discard(table)
            self._left.put_nowait(table)

    async def close_left(self) -> None:
        """Wait until the last person has left a practice table, and close it."""
        await self._close(await self._left.get())

    async def _close(self, table: str) -> None:
        """Close a table. People who still sit there are away from now on, so that its round ends soon."""
        hall = self._halls[PLAY]
        try:
            for who in hall.room.tables[table].seated if table in hall.room.tables else ():
                if not who.startswith(BOT):
                    await hall.order(Person(who), table, StepAway(who))
            await hall.order(HOUSE, table, CloseTable(), CLOSE_WAIT)
        except Deferred:
            pass  # it closes when the round ends
        except CardroomError as error:  # close the other tables anyway
            _log.warning("practice table not closed", extra={"table": table, "why": str(error)})

    async def back_up(self) -> None:
        """Back up the room if a backup is due. Only the leading process does this."""
        if self._backups is not None and self._peers.leads:
            await asyncio.to_thread(self._backups.run_if_due)

    async def send_events(self) -> None:
        """Send new significant events to the webhook. Only the leading process does this."""
        if self._webhooks is not None and self._peers.leads:
            await self._webhooks.run()

    async def note_outages(self) -> None:
        """Note processes that ended without stopping. Only the leading process does this."""
        if self._peers.leads:
            alive = [each.name for each in await self._peers.processes() if each.lives]
            for name in await self._halls[MONEY].books(lambda: self._runs.note_outages(alive)):
                _log.warning("a process ended without stopping", extra={"ended": name})

    async def show_meters(self) -> None:
        """Show the current meters of house jackpots at linked tables, also while rounds are played there."""
        for hall in self._halls.values():
            if any(live.linked for live in hall.room.tables.values()):
                meters = await hall.books(hall.house.jackpots.meters)
                hall.run(lambda now, hall=hall, meters=meters: hall.room.read_meters(now, meters))  # type: ignore[misc]

    async def check_program(self) -> None:
        """Check the program if a check is due. Only the leading process does this."""
        if self._peers.leads:
            await self._check_program()

    async def sweep(self) -> None:
        """Delete ended sessions, old guests, and the configurations of closed tables."""
        sessions = await asyncio.to_thread(self._people.sessions.delete_ended)
        guests = await asyncio.to_thread(self._people.delete_guests, self._forget * DAY)
        tables = sum([await hall.books(partial(self._sweep_tables, hall)) for hall in self._halls.values()])
        folded = await self.fold_guests() if self._peers.leads else 0
        about = {"sessions": sessions, "guests": guests, "tables": tables, "folded": folded}
        _log.info("deleted old data", extra=about)

    async def fold_guests(self) -> int:
        """Fold the entries of deleted guests who never sat down. Return how many guests."""
        hall, count = self._halls[PLAY], 0
        until = hall.house.books.now() - self._forget * DAY * 1_000_000  # before: later guests are not in the list
        everyone = await asyncio.to_thread(self._people.everyone)
        living = {user.name for user in everyone if user.guest}
        while folded := await hall.books(partial(fold_guests, hall.house.books, living, until)):
            count += folded
        return count

    def _sweep_tables(self, hall: Hall) -> int:
        """Delete the configurations of closed tables. Those of practice and private tables stay: they name the people
        who may see the rounds."""
        public = [table for table, text in self._room_store.configs(hall.name).items() if not read_config(text).owner]
        closed = [
            table for table in public if (last := hall.house.books.last(table)) and last.kind == tag_of(TableClosed)
        ]
        for table in closed:
            self._room_store.delete_config(hall.name, table)
        return len(closed)

    async def add_mornings(self) -> None:
        """Add the daily amount to the house's jackpots. It is added once each morning, however often this runs."""
        for hall in self._halls.values() if self._peers.leads else ():
            jackpots = hall.house.jackpots
            for name in await hall.books(jackpots.names):
                pool = await hall.books(partial(jackpots.pool, name))
                if pool.terms.morning != "0":
                    await hall.books(partial(jackpots.morning, name, who="cardroom serve"))
