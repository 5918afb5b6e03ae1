"""One of several processes that serve a room. It forwards messages to the process that serves their table, receives
messages for its own tables, and loads tables from their books.

`Membership` joins and leaves the cluster. When a life ends, everything known about the other processes is dropped.
This is one file, because forwarding, receiving and loading all need to know who serves which table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import psycopg
from sqlalchemy import Connection

from cardroom.errors import InputError
from cardroom.room import ClientMessage, Order, Person, RoomOutput, Sender, Watch
from cardroom.web import Tasks
from cardroom.web.cluster.bus import BusMessage, Delivery, Forwarded, ForwardedOrder
from cardroom.web.cluster.connections import SharedConnections, remote_id
from cardroom.web.cluster.held import HeldMessage, HeldMessages
from cardroom.web.cluster.host import Host, HostedHall, LobbyEntry, ProcessEntry, TableKey
from cardroom.web.cluster.leases import LASTS, ClusterView, fence
from cardroom.web.cluster.membership import HEARTBEAT, Membership, clock

__all__ = ["Cluster"]

_log = logging.getLogger("cardroom.peers")

LOOKS = 0.25
"""Minimum seconds between two searches for unknown tables."""
TRIES = 5
"""Attempts in a row to load a table from its book."""
UNREADABLE = 60.0
"""Seconds until a table that could not be loaded is tried again."""
RECHECK = "doubt "
"""Prefix of the notification that asks all processes to check a user's sessions."""


class Cluster:
    """The other processes of a room: see `Peers` for each method."""

    single = False
    order_retry = 2.0

    def __init__(self, url: str) -> None:
        """`url` is that of the people database, which holds the leases."""
        self.draining = False
        self._membership = Membership(url, self)
        self._connections = SharedConnections(self._membership.put)
        self._held = HeldMessages()
        self._opening: set[TableKey] = set()
        """Tables that this process claimed and is opening."""
        self._unreadable: dict[TableKey, float] = {}
        """Tables whose books cannot be read, with the time of the next attempt."""
        self._asked: dict[TableKey, Any] = {}
        """Other processes that were asked to show a table to connections here, and since when each has the table."""
        self._next_look = 0.0
        """The time of the last or the next search for unknown tables."""
        self._tasks = Tasks(_log)

    # -- the life of this process -----------------------------------------------------------------------------------

    def start(self, host: Host) -> None:
        """Join the other processes."""
        self._host, self._connections.halls = host, host.halls
        self._tasks.spawn(self._membership.run())

    async def tables_known(self) -> None:
        """Wait until the tables of the room are known."""
        await self._membership.refreshed()

    async def leave(self) -> None:
        """Give up all tables, and leave."""
        await self._tasks.end(LASTS)
        await self._membership.leave()

    def check_lease(self) -> None:
        """Give up all tables if the lease may have ended."""
        self._membership.check()

    def end_life(self) -> None:
        """Give up all tables, and forget the other processes."""
        for hall in self._host.halls.values():
            for table in [*hall.room.tables]:
                hall.release_table(table)
        self._connections.end_life()
        self._held.end_life()
        for known in (self._asked, self._opening, self._unreadable):
            known.clear()

    @property
    def number(self) -> int:
        """The number of this process; 0 between two lives."""
        return self._membership.number

    @property
    def holds_lease(self) -> bool:
        """Whether this process may act for its tables."""
        return self._membership.holds

    @property
    def name(self) -> str:
        """The name of this run of the process."""
        return self._membership.name

    @property
    def leads(self) -> bool:
        """Whether this process leads. The oldest process does."""
        return self._membership.leads

    def fence(self, hall: str) -> Callable[[Connection, str], None]:
        """The check that the books of a hall make before they write."""
        return fence(hall, lambda: self.number)

    async def table_names(self) -> Mapping[str, list[str]]:
        """The names of all tables in the books, by hall."""
        return {name: await hall.books(hall.house.tables) for name, hall in self._host.halls.items()}

    def lobby(self) -> dict[str, list[LobbyEntry]]:
        """The lobby's entries of this process, by hall."""
        return {name: self._host.lobby(name) for name in self._host.halls}

    # -- the view of the cluster --------------------------------------------------------------------------------------

    def see(self, view: ClusterView, look: int) -> None:
        """Apply a new view: connections, tables gained and lost, and messages that waited for it."""
        living = {each.number for each in view.processes.values() if each.lives}
        self._connections.forget_dead(living, max(view.processes, default=0))
        self._connections.announce(living - {self.number})
        for name, hall in self._host.halls.items():
            for table in [*hall.room.tables]:
                if view.tables.get((name, table)) != self.number and (name, table) not in self._opening:
                    hall.release_table(table)
        for key, owner in view.tables.items():
            known = key in self._opening or key in self._held.arriving or key[1] in self._hall(key).room.tables
            if owner == self.number != 0 and not known and clock() >= self._unreadable.get(key, 0):
                self._held.arriving[key] = []
                self._tasks.spawn(self._load(self.number, key))
            if owner not in (0, self.number) and self._asked.get(key) != (owner, view.since[key]):
                self._asked[key] = (owner, view.since[key])
                for connection in self._connections.watching(key):
                    self._membership.put(owner, Forwarded(key[0], connection, Watch(key[1])))
        for held in self._held.take_early():
            if held.key in self._held.arriving:
                self._held.for_arrival(held)
            elif held.message.table in self._host.halls[held.hall].room.tables:
                self._receive(held)
        for held in self._held.take_unknown(look):
            if held.key in view.tables:
                self._host.halls[held.hall].receive(held.sender, held.message)
            elif self.number:
                self._receive(held)

    def _receive(self, held: HeldMessage) -> None:
        """Give a message to the room of this process."""
        hall = self._host.halls[held.hall]
        hall.run(lambda now: hall.room.receive(now, held.sender, held.message))

    def _hall(self, key: TableKey) -> HostedHall:
        return self._host.halls[key[0]]

    def idle_tables(self) -> list[TableKey]:
        """The tables of this process without any activity."""
        return [
            (name, live.name)
            for name, hall in self._host.halls.items()
            for live in hall.room.tables.values()
            if live.state
            and not live.state.opening
            and not (live.requests or live.queue or live.offers or live.closing)
        ]

    def release(self, key: TableKey) -> None:
        """Stop serving a table."""
        self._hall(key).release_table(key[1])

    async def _load(self, number: int, key: TableKey) -> None:
        """Load a table from its book and serve it. Correct its lease if the table is closed or was never opened."""
        name, hall, tries = key[1], self._hall(key), 0
        while self.number == number:
            try:
                there = name in await hall.books(hall.house.tables)
                loaded = await hall.load_table(name) if there else None
                timing = await asyncio.to_thread(self._host.timing, *key)
                break
            except Exception as error:  # after any error, try again
                _log.warning("table cannot be loaded", extra={"table": name, "why": repr(error)})
                tries += 1
                if tries == TRIES and self.number == number:
                    _log.error("table not loaded, will try later", extra={"table": name, "why": repr(error)})
                    self._unreadable[key] = clock() + UNREADABLE
                    del self._held.arriving[key]
                    return
                await asyncio.sleep(HEARTBEAT)
        self.check_lease()
        leases = self._membership.leases
        if self.number != number or leases is None:
            return
        waiting = self._held.arriving.pop(key)
        if loaded is not None and self._membership.view.tables.get(key) == number:
            hall.run(lambda now: hall.room.take(now, name, loaded, timing))
            watching = [HeldMessage(key[0], connection, Watch(name)) for connection in self._connections.watching(key)]
            for held in (*watching, *waiting):
                self._receive(held)
            await self._host.table_loaded(*key)
        elif loaded is None:
            await (leases.close_table if there else leases.unclaim)(number, *key)

    # -- messages to and from the others ------------------------------------------------------------------------------

    def connected(self, hall: str, connection: str, person: Person) -> None:
        """Someone connected to this process."""
        self._connections.connected(hall, connection, person)

    def disconnected(self, hall: str, connection: str) -> None:
        """A connection to this process ended."""
        self._connections.disconnected(hall, connection)

    def forward(self, hall: str, sender: Sender, message: ClientMessage) -> bool:
        """Handle a message for a table of another process. Return False if the table is this process's.

        While no process serves the table, the message is dropped, and clients repeat it.
        """
        key, tables = (hall, message.table), self._membership.view.tables
        if not isinstance(sender, Order):
            self._connections.note_watch(hall, sender, message, known=key in tables)
        if key in self._opening:
            return False
        if key in self._held.arriving:
            self._held.for_arrival(HeldMessage(hall, sender, message))
        elif key not in tables:
            self._look_for(HeldMessage(hall, sender, message))
        elif (owner := tables[key]) == self.number:
            return False
        elif owner:
            self._membership.put(owner, _forwarded_form(hall, sender, message))
        return True

    def _look_for(self, held: HeldMessage) -> None:
        """Search for an unknown table, together with others requested at about the same time."""
        self._held.unknown(held, self._membership.looks)
        if self._next_look <= (now := clock()):
            self._next_look = max(now, self._next_look + LOOKS)
            asyncio.get_running_loop().call_later(self._next_look - now, self._membership.look_soon)

    def deliver(self, hall: str, connection: str, message: RoomOutput, text: bytes) -> bool:
        """Send an encoded message to a connection of another process. Return False if no other process has it."""
        number, remote, there = connection.partition("/")
        if remote:
            self._membership.put(int(number), Delivery(hall, there, getattr(message, "table", ""), text))
        return bool(remote)

    def receive(self, source: int, message: BusMessage) -> None:
        """Receive a message from another process."""
        self.check_lease()
        if not self.number:
            return
        match message:
            case Delivery(name, connection, table, text):
                # A process that has lost the table may still send outdated scenes.
                if not table or self._membership.view.tables.get((name, table)) == source:
                    self._host.halls[name].send(connection, text)
            case Forwarded(name, connection, forwarded):
                self._receive_for_table(HeldMessage(name, remote_id(source, connection), forwarded))
            case ForwardedOrder(name, id, person, floor, forwarded, alone, approval):
                order = Order(remote_id(source, id), Person(person, floor, alone=alone, approval=approval))
                self._receive_for_table(HeldMessage(name, order, forwarded))
            case _:
                self._connections.receive(source, message)

    def _receive_for_table(self, held: HeldMessage) -> None:
        """Give a message from another process to the room, now or when its table is loaded."""
        if held.key in self._held.arriving:
            self._held.for_arrival(held)
        elif held.message.table in self._host.halls[held.hall].room.tables:
            self._receive(held)
        elif self._held.early(held):
            self._membership.look_soon()

    async def notified(self, text: str) -> None:
        """Receive a notification to all processes."""
        if text.startswith(RECHECK):
            for hall in self._host.halls.values():
                hall.recheck_session(text.removeprefix(RECHECK))
            return
        if text == "follow":
            await self.reload_restrictions()
        self._membership.look_soon()

    async def reload_restrictions(self) -> None:
        """Read stops and bars again."""
        await self._host.reload_restrictions()

    def restrictions_changed(self) -> None:
        """Tell the other processes to read stops and bars again."""
        self._tasks.spawn(self._membership.notify("follow"))

    def recheck_session(self, user: str) -> None:
        """Tell the other processes to check the sessions of a user's connections."""
        self._tasks.spawn(self._membership.notify(f"{RECHECK}{user}"))

    # -- tables -------------------------------------------------------------------------------------------------------

    async def claim(self, hall: str, table: str) -> None:
        """Reserve the name of a table that is about to be opened. Refused if such a table exists."""
        membership = self._membership
        async with membership.lock:
            if membership.leases is None:
                raise InputError("The room's database does not answer. Try again in a moment.")
            self._opening.add((hall, table))
            try:
                if await membership.leases.claim(self.number, hall, table):
                    membership.view.tables[hall, table] = self.number
                    return
            except (psycopg.Error, OSError) as error:
                _log.warning("table cannot be claimed", extra={"table": table, "why": str(error)})
            self._opening.discard((hall, table))
        raise InputError(f"There is already a table {table}. Choose a different name.")

    def claim_done(self, hall: str, table: str) -> None:
        """End the claim of a table: it was opened, or opening it failed."""
        self._opening.discard((hall, table))
        self._membership.look_soon()

    def table_closed(self, hall: str, table: str) -> None:
        """A table was closed permanently. The next look at the cluster closes its lease."""
        self._membership.look_soon()

    def other_tables(self, hall: str) -> set[str]:
        """The names of the tables that this process does not serve."""
        return self._membership.view.other_tables(hall, self.number)

    def other_lobby(self, hall: str) -> list[LobbyEntry]:
        """The lobby's entries of the tables that other processes serve. They may be a few seconds old."""
        return self._membership.view.other_lobby(hall, self.number)

    async def processes(self) -> list[ProcessEntry]:
        """The processes that serve the room, and their tables."""
        return self._membership.view.described(self.number)


def _forwarded_form(hall: str, sender: Sender, message: ClientMessage) -> Forwarded | ForwardedOrder:
    """A message in the form in which it goes to another process."""
    if isinstance(sender, Order):
        person = sender.person
        return ForwardedOrder(hall, sender.id, person.name, person.floor, message, person.alone, person.approval)
    return Forwarded(hall, sender, message)
