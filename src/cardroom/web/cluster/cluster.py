"""A process among others that serve one room: which tables are its own, and what passes between them.

A *life* of a process begins with a new number and ends when its lease does, when the database cannot be reached, or
when it closes. At the end of a life all tables are dropped at once, before anything else is done; the next life begins
with none, and takes its share of those that are nobody's. There is no other way back, whatever went wrong.

It is long because all that a process knows of the others ends with its life, at once: it is one thing, in one place.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import platform
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import Connection

from cardroom.errors import Mistaken
from cardroom.room import Person
from cardroom.room.live import BOT
from cardroom.room.messages import ClientMessage, RoomOutput, Unwatch, Watch
from cardroom.room.room import Order, Sender
from cardroom.web.cluster.bus import Came, Gone, Lines, Ordered, Piece, Post, Says, Told
from cardroom.web.cluster.leases import LASTS, Leases, Seen, fence, packed, set_up, unpacked
from cardroom.web.cluster.single import Alone
from cardroom.web.tasks import Tasks

if TYPE_CHECKING:
    from cardroom.web.halls.hall import Hall
    from cardroom.web.halls.server import Server

__all__ = ["Peers"]

_log = logging.getLogger("cardroom.peers")

BEATS = 2.0
"""Seconds after which a lease is renewed ..."""
HOLDS = LASTS - 1.5
"""... and for which it is trusted, from before it was asked for: less than it lasts."""
MOST_EARLY = 1000
"""Messages that are kept until it is known whether their table is this process's, and for a table that arrives."""
LOOKS = 0.25
"""Seconds after which it is looked again at the earliest whether there is a table that is not known here."""
FOLLOWS = 10.0
"""Seconds after which the register is followed though nobody said that it was changed."""
DOUBT = "doubt "
"""How it is said to everybody whose lines are to be looked at."""
TRIES = 5
"""How often a table is tried to be read from its book ..."""
LEFT = 60.0
"""... and seconds for which it is left alone then."""


def _clock() -> float:
    """Seconds, whatever is done to the machine's clock, with those in which the machine slept where that is told."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class _Over(Exception):
    """A life is over."""


class Peers(Alone):
    """The others, as one process deals with them through all its lives."""

    alone = False
    again = 2.0

    def __init__(self, url: str) -> None:
        self._url = url
        self._name = f"{platform.node()} {os.getpid()}"
        set_up(url)
        self.number = 0
        """That of this life; none between two."""
        self._until = 0.0
        self._before = 0
        """The number of the life before."""
        self._post: Post | None = None
        self._leases: Leases | None = None
        self._lock = asyncio.Lock()
        """One thing at a time is done to leases and to what is known of them."""
        self._seen = Seen({}, {}, {})
        self._lines: dict[tuple[str, str], Person] = {}
        """Who is in which hall, at this process ..."""
        self._watched: dict[tuple[str, str], set[str]] = {}
        """... the tables that they are shown ..."""
        self._shown: dict[tuple[str, str], Any] = {}
        """... and who was asked to show a table last."""
        self._far: dict[tuple[int, str], set[str]] = {}
        """The lines that end at another process, by its number and hall."""
        self._announced: set[int] = set()
        self._opening: set[tuple[str, str]] = set()
        self._arriving: dict[tuple[str, str], list[tuple[Sender, ClientMessage]]] = {}
        """Tables that are being read from the books, with what was said about them meanwhile ..."""
        self._early: list[tuple[str, Sender, ClientMessage]] = []
        """... and what was said from elsewhere about tables that this process does not know yet to be its own."""
        self._left: dict[tuple[str, str], float] = {}
        """Tables whose books cannot be read, and until when they are left alone."""
        self._unknown: list[tuple[str, Sender, ClientMessage]] = []
        """What was said here about tables that are not known: it is heard once they have been looked for."""
        self._looks_at = 0.0
        """When it was or is to be looked for such tables."""
        self._soon = asyncio.Event()
        self._waiting: list[asyncio.Future[None]] = []
        self._tasks = Tasks(_log)
        self._lobby = b""
        self._closed = False

    def start(self, server: Server) -> None:
        """Begin to live, for a server."""
        self._server = server
        self._tasks.spawn(self._lives())

    def fence(self, hall: str) -> Callable[[Connection, str], None]:
        """What the books of a hall ask before they write."""
        return fence(hall, lambda: self.number)

    # -- a life ---------------------------------------------------------------------------------------------------

    async def _lives(self) -> None:
        wait = 0.5
        while not self._closed:
            try:
                await self._live()
            except* Exception as error:  # whatever it is, the next life begins with nothing of this one
                _log.warning("the tables are others' now", extra={"why": repr(error.exceptions[0])})
            wait = 0.5 if self.number else min(wait * 2, 5)
            self._end()
            await asyncio.sleep(wait)

    async def _live(self) -> None:
        leases = await Leases.at(self._url)
        try:
            async with asyncio.timeout(30):
                if self._before:
                    await leases.leave(self._before)  # nothing is done at those tables here any more
                for name, hall in self._server.halls.items():
                    await leases.add(name, await hall.books(hall.house.tables))
                began = _clock()
                number = await leases.begin(self._name)
            self.number = self._before = number
            self._until, self._leases, self._post = began + HOLDS, leases, Post(self._url, number)
            _log.info("a process serves the room", extra={"number": number})
            async with asyncio.TaskGroup() as group:
                group.create_task(self._post.send())
                group.create_task(self._post.receive(self._handle, self._called))
                group.create_task(self._beats(number, leases))
                group.create_task(self._follows())
        finally:
            await leases.close()

    async def _beats(self, number: int, leases: Leases) -> None:
        while True:
            waiting = len(self._waiting)
            self._soon.clear()
            async with asyncio.timeout(LASTS), self._lock:
                await self._beat(number, leases)
            served, self._waiting = self._waiting[:waiting], self._waiting[waiting:]  # they outlive a beat that fails
            for each in served:
                if not each.done():
                    each.set_result(None)
            try:
                async with asyncio.timeout(BEATS):
                    await self._soon.wait()
                await asyncio.sleep(0.01)  # much may change at once
            except TimeoutError:
                if self.leads:
                    await leases.sweep()

    async def _beat(self, number: int, leases: Leases) -> None:
        """Live on, see what has changed, and take up or let go of tables so that all have about as many."""
        began, lobby = _clock(), packed({name: self._server.lobby(name) for name in self._server.halls})
        changed = lobby if lobby != self._lobby else None
        if not await leases.renew(number, takes=not self.draining, lobby=changed):
            raise _Over("the lease was over")
        if self.number != number:
            raise _Over("the process stood still")
        self._until, self._lobby = began + HOLDS, lobby
        asked = len(self._unknown)
        seen = await leases.seen()
        takers = [each for each in seen.processes.values() if each.lives and each.takes]
        fair = math.ceil(len(seen.tables) / len(takers)) if takers and not self.draining else 0
        mine = sum(owner == number for owner in seen.tables.values())
        if mine < fair and 0 in seen.tables.values():
            await leases.take(number, fair - mine)
            seen = await leases.seen()
        self._look(seen, asked)
        for key in self._idle()[: max(0, mine - fair)]:
            seen.tables[key] = 0
            self._hall(key).drop(key[1])
            await leases.release(number, *key)

    def check(self) -> None:
        """End this life if its lease may be over."""
        if self.number and _clock() >= self._until:
            _log.warning("this process stood still for too long", extra={"number": self.number})
            self._end()

    def _end(self) -> None:
        """Drop all tables, and whatever is known of others."""
        self.number, self._post, self._leases, self._lobby = 0, None, None, b""
        self._seen = Seen({}, {}, {})
        for name, hall in self._server.halls.items():
            for table in [*hall.room.tables]:
                hall.drop(table)
            for number in {number for number, where in self._far if where == name}:
                self._forget(number, name)
        for known in (self._shown, self._announced, self._opening, self._arriving, self._early, self._left):
            known.clear()

    async def leave(self) -> None:
        """Let go of everything."""
        self._closed = True
        await self._tasks.end(LASTS)
        try:
            leases = await Leases.at(self._url)
            await leases.leave(self._before)
            await leases.close()
        except (psycopg.Error, OSError) as error:
            _log.warning("the leases end by themselves", extra={"why": str(error)})

    @property
    def holds(self) -> bool:
        """Whether it may act for its tables."""
        return self.number != 0 and _clock() < self._until

    @property
    def leads(self) -> bool:
        """Whether this process does what is to be done once: the oldest does."""
        return self.number == min((each.number for each in self._seen.processes.values() if each.lives), default=0)

    # -- what is seen of the others ---------------------------------------------------------------------------------

    def _look(self, seen: Seen, asked: int) -> None:
        """Do what follows from it; `asked` is how much had been said about tables that were not known."""
        self._seen = seen
        lives, newest = {each.number for each in seen.processes.values() if each.lives}, max(seen.processes, default=0)
        for number, where in [each for each in self._far if each[0] not in lives and each[0] <= newest]:
            self._forget(number, where)
        for number in lives - self._announced - {self.number}:
            for name in self._server.halls:
                people = [(line, *person) for (where, line), person in self._lines.items() if where == name]
                self._put(number, Lines(name, people))
        self._announced = lives
        for name, hall in self._server.halls.items():
            for table in [*hall.room.tables]:
                if seen.tables.get((name, table)) != self.number and (name, table) not in self._opening:
                    hall.drop(table)
        for key, owner in seen.tables.items():
            known = key in self._opening or key in self._arriving or key[1] in self._hall(key).room.tables
            if owner == self.number and not known and _clock() >= self._left.get(key, 0):
                self._arriving[key] = []
                self._tasks.spawn(self._arrive(self.number, key))
            if owner not in (0, self.number) and self._shown.get(key) != (owner, seen.since[key]):
                self._shown[key] = (owner, seen.since[key])
                for line in self._viewers(key):
                    self._put(owner, Says(key[0], line, Watch(key[1])))
        early, self._early = self._early, []
        for where, sender, message in early:
            if (where, message.table) in self._arriving:
                self._hold((where, message.table), sender, message)
            elif message.table in (hall := self._server.halls[where]).room.tables:
                hall.run(lambda now: hall.room.receive(now, sender, message))  # noqa: B023
        unknown, self._unknown = self._unknown[:asked], self._unknown[asked:]
        for where, sender, message in unknown:
            hall = self._server.halls[where]
            if (where, message.table) in self._seen.tables:
                hall.receive(sender, message)
            elif self.number:
                hall.run(lambda now: hall.room.receive(now, sender, message))  # noqa: B023

    def _hold(self, key: tuple[str, str], line: Sender, message: ClientMessage) -> None:
        """Keep what is said about a table until it is there; what is too much is lost, and asked for again."""
        if len(self._arriving[key]) < MOST_EARLY:
            self._arriving[key].append((line, message))

    def _hall(self, key: tuple[str, str]) -> Hall:
        return self._server.halls[key[0]]

    def _viewers(self, key: tuple[str, str]) -> list[str]:
        """The lines here that are shown a table."""
        return [line for (hall, line), tables in self._watched.items() if hall == key[0] and key[1] in tables]

    def _idle(self) -> list[tuple[str, str]]:
        """Tables of this process at which nothing goes on."""
        return [
            (name, live.name)
            for name, hall in self._server.halls.items()
            for live in hall.room.tables.values()
            if live.state
            and not live.state.opening
            and not (live.requests or live.queue or live.offers or live.closing)
        ]

    async def _arrive(self, number: int, key: tuple[str, str]) -> None:
        """Take up a table that this process has, from its book; say so if there is none any more."""
        name, hall, tries = key[1], self._hall(key), 0
        while self.number == number:
            try:
                there = name in await hall.books(hall.house.tables)
                kept = await hall.found(name) if there else None
                how = await asyncio.to_thread(self._server.how_of, *key)
                break
            except Exception as error:  # whatever it is, the table must not stand still
                _log.warning("a table cannot be taken up", extra={"table": name, "why": repr(error)})
                tries += 1
                if tries == TRIES and self.number == number:
                    _log.error("a table is left alone for a while", extra={"table": name, "why": repr(error)})
                    self._left[key] = _clock() + LEFT
                    del self._arriving[key]
                    return
                await asyncio.sleep(BEATS)
        self.check()
        if self.number != number or self._leases is None:
            return
        held = self._arriving.pop(key)
        if kept is not None and self._seen.tables.get(key) == number:
            hall.run(lambda now: hall.room.take(now, name, kept, how.settings))
            for line, message in [*((line, Watch(name)) for line in self._viewers(key)), *held]:
                hall.run(lambda now: hall.room.receive(now, line, message))  # noqa: B023
            await self._server.took(*key)
        elif kept is None:
            await (self._leases.close_table if there else self._leases.unclaim)(number, *key)

    async def begun(self) -> None:
        """Wait until it is known which tables there are."""
        await self._refreshed()

    async def _refreshed(self) -> None:
        """Wait until the tables have been looked at once more."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self._soon.set()
        await future

    async def _called(self, what: str) -> None:
        """Something is said to everybody."""
        if what == "follow":
            await self._follow()
        elif what.startswith(DOUBT):
            for hall in self._server.halls.values():
                hall.doubt(what.removeprefix(DOUBT))
            return
        self._soon.set()

    async def _follow(self) -> None:
        self._server.follow(*await asyncio.to_thread(self._server.ruled))

    async def _follows(self) -> None:
        """Follow the register now and then: whoever changed it may have died before it could say so."""
        while True:
            await asyncio.sleep(FOLLOWS)
            await self._follow()

    # -- what goes to the others, and comes from them -----------------------------------------------------------------

    def _put(self, target: int, piece: Piece) -> None:
        if self._post is not None:
            self._post.put(target, piece)

    def came(self, hall: str, line: str, person: Person) -> None:
        """Somebody came in here; bots are in at every process."""
        if not person.name.startswith(BOT):
            self._lines[hall, line] = person
            for number in self._announced - {self.number}:
                self._put(number, Came(hall, line, *person))

    def gone(self, hall: str, line: str) -> None:
        """Somebody who was here is gone."""
        self._watched.pop((hall, line), None)
        if self._lines.pop((hall, line), None):
            for number in self._announced - {self.number}:
                self._put(number, Gone(hall, line))

    def sent(self, hall: str, line: Sender, message: ClientMessage) -> bool:
        """Whether something that was said here is another process's affair; while a table is nobody's it is lost, and
        whoever asks again is heard."""
        key = hall, message.table
        known = key in self._seen.tables
        if isinstance(line, Order):
            pass
        elif isinstance(message, Watch) and known and (hall, line) in self._lines:
            self._watched.setdefault((hall, line), set()).add(message.table)
        elif isinstance(message, Unwatch):
            self._watched.get((hall, line), set()).discard(message.table)
        if key in self._opening:
            return False
        if key in self._arriving:
            self._hold(key, line, message)
        elif not known:
            self._find(hall, line, message)
        elif (owner := self._seen.tables[key]) == self.number:
            return False
        elif owner:
            self._put(owner, _piece(hall, line, message))
        return True

    def _find(self, hall: str, line: Sender, message: ClientMessage) -> None:
        """Look whether there is a table that is not known here: once for all that are asked for within a moment."""
        if len(self._unknown) < MOST_EARLY:
            self._unknown.append((hall, line, message))
        if self._looks_at <= (now := _clock()):
            self._looks_at = max(now, self._looks_at + LOOKS)
            asyncio.get_running_loop().call_later(self._looks_at - now, self._soon.set)

    def told(self, hall: str, line: str, message: RoomOutput, text: bytes) -> bool:
        """Whether a line ends at another process, who passes on what is to be said."""
        number, far, rest = line.partition("/")
        if far:
            self._put(int(number), Told(hall, rest, getattr(message, "table", ""), text))
        return bool(far)

    def _handle(self, source: int, piece: Piece) -> None:
        """Something comes from another process."""
        self.check()
        hall, far = self._server.halls[piece.hall], self._far.setdefault((source, piece.hall), set())
        match piece:
            case _ if not self.number:
                return
            case Told(_, line, table, text):
                # What a process says of a table that it has lost is old.
                if not table or self._seen.tables.get((piece.hall, table)) == source:
                    hall.hand(line, text)
            case Says(_, line, message):
                self._deliver(piece.hall, f"{source}/{line}", message)
            case Ordered(_, id, name, floor, message):
                self._deliver(piece.hall, Order(f"{source}/{id}", Person(name, floor)), message)
            case Lines(_, people):
                for line in far - {each[0] for each in people}:
                    self._handle(source, Gone(piece.hall, line))
                for each in people:
                    self._handle(source, Came(piece.hall, *each))
            case Came(_, line, name, floor) if line not in far:
                far.add(line)
                hall.run(lambda now: hall.room.connect(now, f"{source}/{line}", Person(name, floor)))
            case Gone(_, line) if line in far:
                far.remove(line)
                hall.run(lambda now: hall.room.disconnect(now, f"{source}/{line}"))

    def _deliver(self, name: str, sender: Sender, message: ClientMessage) -> None:
        """Give a message from another process to the room, now or when its table has arrived."""
        hall, key = self._server.halls[name], (name, message.table)
        if key in self._arriving:
            self._hold(key, sender, message)
        elif message.table in hall.room.tables:
            hall.run(lambda now: hall.room.receive(now, sender, message))
        elif len(self._early) < MOST_EARLY:
            self._early.append((name, sender, message))
            self._soon.set()

    def _forget(self, number: int, hall: str) -> None:
        """A process is dead: nobody is in a hall there any more."""
        there = self._server.halls[hall]
        for line in self._far.pop((number, hall), set()):
            there.run(lambda now: there.room.disconnect(now, f"{number}/{line}"))  # noqa: B023

    # -- tables -------------------------------------------------------------------------------------------------------

    async def claim(self, hall: str, table: str) -> None:
        """Have a table of this name to open; refused if there is one already."""
        async with self._lock:
            if self._leases is None:
                raise Mistaken("the room's database does not answer just now: ask again")
            self._opening.add((hall, table))
            try:
                if await self._leases.claim(self.number, hall, table):
                    self._seen.tables[hall, table] = self.number
                    return
            except (psycopg.Error, OSError) as error:
                _log.warning("a table cannot be claimed", extra={"table": table, "why": str(error)})
            self._opening.discard((hall, table))
        raise Mistaken(f"a table cannot be called {table}: there is one")

    def claimed(self, hall: str, table: str) -> None:
        """It is open, or will not be; then nobody has it any more."""
        self._opening.discard((hall, table))
        self._soon.set()

    def ended(self, hall: str, table: str) -> None:
        """A table is closed for good: whoever has it and finds that says so."""
        self._soon.set()

    def names(self, hall: str) -> set[str]:
        """The tables of a hall that others serve, or nobody just now."""
        return {name for (where, name), owner in self._seen.tables.items() if where == hall and owner != self.number}

    def listed(self, hall: str) -> list[dict[str, Any]]:
        """The lobby's entries of tables that others serve, a little old."""
        others = [each for each in self._seen.processes.values() if each.lives and each.number != self.number]
        return [
            entry
            for each in others
            for entry in unpacked(each.lobby).get(hall, ())
            if self._seen.tables.get((hall, entry["name"])) == each.number
        ]

    def registered(self) -> None:
        """The register was changed: others are to follow it too."""
        if self._leases is not None:
            self._tasks.spawn(self._say(self._leases, b"follow"))

    def doubted(self, who: str) -> None:
        """Somebody's lines are to be looked at, wherever they end."""
        if self._leases is not None:
            self._tasks.spawn(self._say(self._leases, f"{DOUBT}{who}".encode()))

    async def _say(self, leases: Leases, what: bytes) -> None:
        try:
            await leases.notify(what)
        except (psycopg.Error, OSError) as error:  # they follow by themselves, a little later
            _log.warning("the others were not told", extra={"why": str(error)})

    async def processes(self) -> list[dict[str, Any]]:
        """The processes that serve the room, and their tables."""
        seen = self._seen
        return [
            {
                "number": each.number,
                "name": each.name,
                "here": each.number == self.number,
                "lives": each.lives,
                "since": each.since.isoformat(),
                "until": each.until.isoformat(),
                "tables": [
                    {"hall": hall, "table": table, "since": seen.since[hall, table].isoformat()}
                    for (hall, table), owner in seen.tables.items()
                    if owner == each.number and (hall, table) in seen.since
                ],
            }
            for each in seen.processes.values()
        ]


def _piece(hall: str, sender: Sender, message: ClientMessage) -> Piece:
    """A message as it goes to the process that serves its table."""
    if isinstance(sender, Order):
        return Ordered(hall, sender.id, *sender.person, message)
    return Says(hall, sender, message)
