"""A process's membership in the cluster: its number and its lease, from joining to leaving.

A *life* of a process begins with a new number. It ends when the lease does, when the database cannot be reached, or
when the process closes. At the end of a life all tables are given up at once, before anything else is done; the next
life begins with none, and takes its share of the free ones. There is no other way back, whatever went wrong.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import platform
import time
from collections.abc import Mapping
from typing import Any, Protocol

import psycopg

from cardroom.web.cluster.bus import Bus, BusMessage
from cardroom.web.cluster.host import TableKey
from cardroom.web.cluster.leases import LASTS, ClusterView, Leases, pack_lobby, set_up

__all__ = ["Member", "Membership", "clock"]

_log = logging.getLogger("cardroom.peers")

HEARTBEAT = 2.0
"""Seconds after which a lease is renewed."""
HOLDS = LASTS - 1.5
"""Seconds for which a lease is trusted, from before it was renewed: less than it lasts."""
RELOADS = 10.0
"""Seconds after which stops and bars are read again without a notification."""


def clock() -> float:
    """Seconds that never jump, whatever is done to the machine's clock; on Linux with those in which it slept."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class _LifeOver(Exception):
    """The lease is over."""


class Member(Protocol):
    """What a membership calls."""

    draining: bool

    async def table_names(self) -> Mapping[str, list[str]]:
        """All tables of the books, by hall."""

    def lobby(self) -> dict[str, list[dict[str, Any]]]:
        """The lobby's entries of this process, by hall."""

    def see(self, view: ClusterView, look: int) -> None:
        """Follow a new view of the cluster, which was read by look number `look`."""

    def idle_tables(self) -> list[TableKey]:
        """Tables of this process that can be given to another."""

    def release(self, key: TableKey) -> None:
        """Stop serving a table."""

    def receive(self, source: int, message: BusMessage) -> None:
        """Receive a message of another process."""

    async def notified(self, text: str) -> None:
        """Receive a notification to all processes."""

    async def reload_restrictions(self) -> None:
        """Read stops and bars again."""

    def end_life(self) -> None:
        """Give up all tables, and forget the other processes."""


class Membership:
    """One process through all its lives."""

    def __init__(self, url: str, member: Member) -> None:
        self._url, self._member = url, member
        self._name = f"{platform.node()} {os.getpid()}"
        set_up(url)
        self.number = 0
        """The number of this life; 0 between two lives."""
        self._until = 0.0
        self._previous = 0
        """The number of the previous life."""
        self._bus: Bus | None = None
        self.leases: Leases | None = None
        self.lock = asyncio.Lock()
        """Held while leases, or what is known of them, are changed."""
        self.view = ClusterView({}, {}, {})
        self.looks = 0
        """How often the view was read, or began to be read."""
        self._soon = asyncio.Event()
        self._waiting: list[asyncio.Future[None]] = []
        """Callers of `refreshed`."""
        self._lobby = b""
        self._closed = False

    async def run(self) -> None:
        """Live, life after life, until `leave`."""
        wait = 0.5
        while not self._closed:
            try:
                await self._live()
            except* Exception as error:  # whatever it is, the next life begins with nothing of this one
                _log.warning("the tables are others' now", extra={"why": repr(error.exceptions[0])})
            wait = 0.5 if self.number else min(wait * 2, 5)
            self.end()
            await asyncio.sleep(wait)

    async def _live(self) -> None:
        leases = await Leases.connect(self._url)
        try:
            async with asyncio.timeout(30):
                if self._previous:
                    await leases.leave(self._previous)  # nothing is done at those tables here any more
                for hall, names in (await self._member.table_names()).items():
                    await leases.add(hall, names)
                began = clock()
                number = await leases.begin(self._name)
            self.number = self._previous = number
            self._until, self.leases, self._bus = began + HOLDS, leases, Bus(self._url, number)
            _log.info("a process serves the room", extra={"number": number})
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
            served, self._waiting = self._waiting[:waiting], self._waiting[waiting:]  # they outlive a failed heartbeat
            for each in served:
                if not each.done():
                    each.set_result(None)
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self._soon.wait()
                await asyncio.sleep(0.01)  # much may change at once
            except TimeoutError:
                if self.leads:
                    await leases.sweep()

    async def _heartbeat(self, number: int, leases: Leases) -> None:
        """Renew the lease, read the view, and take or give up tables so that all processes have about as many."""
        draining = self._member.draining
        began, lobby = clock(), pack_lobby(self._member.lobby())
        changed = lobby if lobby != self._lobby else None
        if not await leases.renew(number, takes=not draining, lobby=changed):
            raise _LifeOver("the lease was over")
        if self.number != number:
            raise _LifeOver("the process stood still")
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
        """Read stops and bars now and then: the process that changed them may have died before it could say so."""
        while True:
            await asyncio.sleep(RELOADS)
            await self._member.reload_restrictions()

    def check(self) -> None:
        """End this life where its lease may be over."""
        if self.number and clock() >= self._until:
            _log.warning("this process stood still for too long", extra={"number": self.number})
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
            _log.warning("the leases end by themselves", extra={"why": str(error)})

    @property
    def holds(self) -> bool:
        """Whether the lease is sure."""
        return self.number != 0 and clock() < self._until

    @property
    def leads(self) -> bool:
        """Whether this process is the oldest."""
        return self.number == min((each.number for each in self.view.processes.values() if each.lives), default=0)

    def put(self, target: int, message: BusMessage) -> None:
        """Send a message to another process, during a life."""
        if self._bus is not None:
            self._bus.put(target, message)

    def look_soon(self) -> None:
        """Read the view soon."""
        self._soon.set()

    async def refreshed(self) -> None:
        """Wait until the view was read once more."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self._soon.set()
        await future

    async def notify(self, text: str) -> None:
        """Notify all processes, during a life. Where that fails they find out by themselves, a little later."""
        if self.leases is None:
            return
        try:
            await self.leases.notify(text)
        except (psycopg.Error, OSError) as error:
            _log.warning("the others were not told", extra={"why": str(error)})
