"""A process's membership in the cluster: its number and its lease, from joining to leaving.

A *life* of a process begins with a new number. It ends with the lease, when the database cannot be reached, or when the
process closes. At the end of a life the process gives up all tables before it does anything else. Its next life begins
without tables, and takes its share of the free ones. Every failure is handled this way.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Mapping
from typing import Protocol

import psycopg

from cardroom.web.cluster.bus import Bus, BusMessage
from cardroom.web.cluster.host import LobbyEntry, TableKey
from cardroom.web.cluster.leases import LASTS, ClusterView, Leases, pack_lobby, set_up
from cardroom.web.cluster.peers import new_name

__all__ = ["Member", "Membership", "clock", "until_next_heartbeat"]

_log = logging.getLogger("cardroom.peers")

HEARTBEAT = 2.0
"""Seconds between two renewals of the lease."""
_JUST_AFTER = 0.05
"""Seconds after the expiry of a lease at which other processes look for its tables."""
HOLDS = LASTS - 1.5
"""Seconds that a process trusts its lease, counted from before it asked for the renewal. Less than the lease lasts."""
RELOADS = 10.0
"""Seconds between two reads of stops and bars when no notification arrives."""


def clock() -> float:
    """Seconds that do not jump when the system clock is set. On Linux they include the time while the machine slept."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class _LifeOver(Exception):
    """The lease has ended."""


class Member(Protocol):
    """The callbacks of a membership."""

    draining: bool

    async def table_names(self) -> Mapping[str, list[str]]:
        """The names of all tables in the books, by hall."""

    def lobby(self) -> dict[str, list[LobbyEntry]]:
        """The lobby's entries of this process, by hall."""

    def see(self, view: ClusterView, look: int) -> None:
        """Apply a new view of the cluster, read by look number `look`."""

    def idle_tables(self) -> list[TableKey]:
        """The tables of this process that can be given to another."""

    def release(self, key: TableKey) -> None:
        """Stop serving a table."""

    def receive(self, source: int, message: BusMessage) -> None:
        """Receive a message from another process."""

    async def notified(self, text: str) -> None:
        """Receive a notification to all processes."""

    async def reload_restrictions(self) -> None:
        """Read stops and bars again."""

    def end_life(self) -> None:
        """Give up all tables, and forget the other processes."""


def until_next_heartbeat(view: ClusterView, own: int) -> float:
    """Seconds until the next heartbeat: less than usual if the lease of another process expires before that.

    So the tables of a process that died are taken when its lease expires, and not up to a heartbeat later.
    """
    others = [each.left for each in view.processes.values() if each.lives and each.number != own]
    return min(HEARTBEAT, *(left + _JUST_AFTER for left in others)) if others else HEARTBEAT


class Membership:
    """The membership of one process, through all its lives."""

    def __init__(self, url: str, member: Member) -> None:
        self._url, self._member = url, member
        self.name = new_name()
        set_up(url)
        self.number = 0
        """The number of this life, or 0 between two lives."""
        self._until = 0.0
        self._previous = 0
        """The number of the previous life."""
        self._bus: Bus | None = None
        self.leases: Leases | None = None
        self.lock = asyncio.Lock()
        """Held while the leases or the view of them change."""
        self.view = ClusterView({}, {}, {})
        self.looks = 0
        """The number of reads of the view, including one in progress."""
        self._soon = asyncio.Event()
        self._waiting: list[asyncio.Future[None]] = []
        """Callers of `refreshed`."""
        self._lobby = b""
        self._closed = False

    async def run(self) -> None:
        """Start one life after another, until `leave`."""
        wait = 0.5
        while not self._closed:
            try:
                await self._live()
            except* Exception as error:  # after any error, the next life starts from nothing
                _log.warning("lost all tables, joining again", extra={"why": repr(error.exceptions[0])})
            wait = 0.5 if self.number else min(wait * 2, 5)
            self.end()
            await asyncio.sleep(wait)

    async def _live(self) -> None:
        leases = await Leases.connect(self._url)
        try:
            async with asyncio.timeout(30):
                if self._previous:
                    await leases.leave(self._previous)  # this process has stopped serving those tables
                for hall, names in (await self._member.table_names()).items():
                    await leases.add(hall, names)
                began = clock()
                number = await leases.begin(self.name)
            self.number = self._previous = number
            self._until, self.leases, self._bus = began + HOLDS, leases, Bus(self._url, number)
            _log.info("joined the cluster", extra={"number": number})
            async with asyncio.TaskGroup() as group:
                group.create_task(self._bus.send())
                group.create_task(self._bus.receive(self._member.receive, self._member.notified))
                group.create_task(self._heartbeats(number, leases))
                group.create_task(self._reloads())
        finally:
            await leases.close()

    async def _heartbeats(self, number: int, leases: Leases) -> None:
        while True:
            waiting = len(self._waiting)
            self._soon.clear()
            async with asyncio.timeout(LASTS), self.lock:
                await self._heartbeat(number, leases)
            served, self._waiting = self._waiting[:waiting], self._waiting[waiting:]  # they stay if the heartbeat fails
            for each in served:
                if not each.done():
                    each.set_result(None)
            try:
                async with asyncio.timeout(until_next_heartbeat(self.view, number)):
                    await self._soon.wait()
                await asyncio.sleep(0.01)  # more changes may follow immediately
            except TimeoutError:
                if self.leads:
                    await leases.sweep()

    async def _heartbeat(self, number: int, leases: Leases) -> None:
        """Renew the lease, read the view, and balance the tables: take free ones or give some up."""
        draining = self._member.draining
        began, lobby = clock(), pack_lobby(self._member.lobby())
        changed = lobby if lobby != self._lobby else None
        if not await leases.renew(number, takes=not draining, lobby=changed):
            raise _LifeOver("the lease had ended")
        if self.number != number:
            raise _LifeOver("the process was paused for too long")
        self._until, self._lobby = began + HOLDS, lobby
        self.looks += 1
        view = await leases.view()
        takers = [each for each in view.processes.values() if each.lives and each.takes]
        fair = math.ceil(len(view.tables) / len(takers)) if takers and not self._member.draining else 0
        mine = sum(owner == number for owner in view.tables.values())
        if mine < fair and 0 in view.tables.values():
            await leases.take(number, fair - mine)
            view = await leases.view()
        self.view = view
        self._member.see(view, self.looks)
        for key in self._member.idle_tables()[: max(0, mine - fair)]:
            view.tables[key] = 0
            self._member.release(key)
            await leases.release(number, *key)

    async def _reloads(self) -> None:
        """Read stops and bars regularly, because a process may die between changing them and notifying others."""
        while True:
            await asyncio.sleep(RELOADS)
            await self._member.reload_restrictions()

    def check(self) -> None:
        """End this life if its lease may have ended."""
        if self.number and clock() >= self._until:
            _log.warning("paused for too long, the lease may have ended", extra={"number": self.number})
            self.end()

    def end(self) -> None:
        """End this life."""
        self.number, self._bus, self.leases, self._lobby = 0, None, None, b""
        self.view = ClusterView({}, {}, {})
        self._member.end_life()

    async def leave(self) -> None:
        """Give up the leases of this life. `run` must have been cancelled."""
        self._closed = True
        try:
            leases = await Leases.connect(self._url)
            await leases.leave(self._previous)
            await leases.close()
        except (psycopg.Error, OSError) as error:
            _log.warning("could not give up the leases, they will expire", extra={"why": str(error)})

    @property
    def holds(self) -> bool:
        """Whether the lease is certain to be valid."""
        return self.number != 0 and clock() < self._until

    @property
    def leads(self) -> bool:
        """Whether this process is the oldest living one. Between two lives it knows no other, and does not lead."""
        living = [each.number for each in self.view.processes.values() if each.lives]
        return bool(living) and self.number == min(living)

    def put(self, target: int, message: BusMessage) -> None:
        """Send a message to another process. Between two lives it is dropped."""
        if self._bus is not None:
            self._bus.put(target, message)

    def look_soon(self) -> None:
        """Read the view soon."""
        self._soon.set()

    async def refreshed(self) -> None:
        """Wait until the view has been read again."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self._soon.set()
        await future

    async def notify(self, text: str) -> None:
        """Notify all processes. If this fails, they notice the change a little later."""
        if self.leases is None:
            return
        try:
            await self.leases.notify(text)
        except (psycopg.Error, OSError) as error:
            _log.warning("could not notify the other processes", extra={"why": str(error)})
