"""A hall: a room with its house, run on asyncio. What the room wants kept is kept by threads; what it wants sent goes
into the outbox of each line. Everything of the room itself happens in the event loop, one thing after the other."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import msgspec

from cardroom.errors import Mistaken
from cardroom.house import House
from cardroom.play.commands import Command
from cardroom.room import Commit, CommitFailed, Committed, Committer, Order, Person, Rejected, Room, RoundBroken
from cardroom.room.committer import Outcome
from cardroom.room.live import BOT
from cardroom.room.messages import (
    CLIENT_TOO_SLOW,
    ROOM_CLOSING,
    Accepted,
    Denied,
    NewTable,
    RoomInput,
    RoomOutput,
    message_of,
)
from cardroom.room.room import Effect, Sender
from cardroom.room.timing import TableTiming
from cardroom.web.cluster.single import ALONE, Alone

__all__ = ["Hall", "Outbox", "Waits", "clock"]

_log = logging.getLogger("cardroom.hall")
_T = TypeVar("_T")

MOST_UNSENT = 500
"""Messages that wait for somebody who does not read them, before their line is cut: they come back and get the rest."""

MOST_AT_ONCE = 16
"""Things at different tables that are kept together."""

_OUTCOMES = {Committed: "kept", Rejected: "refusal", CommitFailed: "failed", RoundBroken: "broken"}
_COMMANDS = {
    "TopUp": "AddChips",
    "Return": "StepAway",
    "StartRound": "Start",
    "SubmitAnswer": "Answer",
    "UseDefault": "Default",
    "Pause": "Halt",
    "CloseTable": "Close",
    "OpenTable": "Open",
}
"""Labels of metrics that differ from today's names, because dashboards use them."""
_began = time.time() - time.monotonic()


def clock() -> float:
    """Seconds since 1970 that never go back, whatever is done to the machine's clock."""
    return _began + time.monotonic()


class Waits(Mistaken):
    """What was ordered is done when the round is over."""


class Outbox:
    """What is to be sent down one line, as it is written on the wire."""

    def __init__(self, who: str) -> None:
        self.who = who
        self._unsent: list[bytes] = []
        self._some = asyncio.Event()
        self.cut = ""
        """Why nothing more comes."""
        self.heard = False
        """Whether somebody has spoken since this was last looked at."""
        self.doubted = asyncio.Event()
        """Whether their session may be over, or another one."""

    def put(self, text: bytes) -> None:
        """Send this next."""
        if self.cut:
            return
        self._unsent.append(text)
        if len(self._unsent) > MOST_UNSENT:
            self.close(CLIENT_TOO_SLOW)
        self._some.set()

    def close(self, why: str) -> None:
        """Nothing more comes."""
        self.cut = self.cut or why
        self._some.set()

    async def take(self) -> list[bytes]:
        """All that waits, once there is something; nothing when the line is cut."""
        await self._some.wait()
        self._some.clear()
        unsent, self._unsent = self._unsent, []
        return unsent


class Hall:
    """A room, its house, and the lines into it."""

    def __init__(
        self, name: str, house: House, timing: Mapping[str, TableTiming], *, workers: int = 1, peers: Alone = ALONE
    ) -> None:
        """`timing` has the clocks of tables that were opened before; `peers` knows which of them are this process's."""
        self.name, self.house, self.peers = name, house, peers
        self.committer = Committer(house, name)
        self._workers, self._threads = workers, ThreadPoolExecutor(workers, f"hall {name}")
        self._unkept: list[tuple[Commit, asyncio.Future[Outcome]]] = []
        """What waits to be kept, and who for what comes of it ..."""
        self._writers: set[asyncio.Task[None]] = set()
        """... and those who keep it."""
        tables = self.committer.open_tables() if peers.alone else {}
        self.room = Room(secrets.token_hex(6), tables, timing)
        self._outboxes: dict[str, Outbox] = {}
        self._calls: dict[str, asyncio.Future[str]] = {}
        """Orders that wait for their outcome, by id."""
        self._timer: asyncio.TimerHandle | None = None
        self._wakes: float | None = None
        """When it goes off."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """What is being kept, by table."""
        self.counts: Counter[str] = Counter()
        """What happened how often, for metrics."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.after: list[Callable[[str], None]] = []
        """Is told the name of a table whenever something was kept there."""
        self._closed = False
        self._encode = msgspec.json.Encoder().encode

    def start(self) -> None:
        """Take the tables up."""
        self._run(self.room.begin(clock()))

    @property
    def lines(self) -> int:
        """How many are in here; bots are none of them."""
        return sum(not outbox.who.startswith(BOT) for outbox in self._outboxes.values())

    # -- lines ----------------------------------------------------------------------------------------------------

    def connect(self, person: Person) -> tuple[str, Outbox]:
        """Somebody comes in."""
        line = secrets.token_hex(8)
        outbox = self._outboxes[line] = Outbox(person.name)
        self._enter(line, person)
        return line, outbox

    def _enter(self, line: str, person: Person) -> None:
        self._run(self.room.connect(self._now(), line, person))
        self.peers.came(self.name, line, person)

    def disconnect(self, line: str) -> None:
        """Somebody is gone."""
        if self._outboxes.pop(line, None) is not None:
            self._exit(line)

    def _exit(self, line: str) -> None:
        self._run(self.room.disconnect(self._now(), line))
        self.peers.gone(self.name, line)

    def doubt(self, who: str) -> None:
        """Have the sessions of somebody's lines looked at now: what they may do was changed, or they are gone."""
        for outbox in self._outboxes.values():
            if outbox.who == who:
                outbox.doubted.set()

    def receive(self, sender: Sender, message: RoomInput) -> None:
        """A message for the room, or for the process that serves its table."""
        self.counts["heard"] += 1
        now = self._now()
        if isinstance(message, NewTable) or not self.peers.sent(self.name, sender, message):
            self._run(self.room.receive(now, sender, message))

    async def order(self, person: Person, table: str, command: Command, seconds: float = 30) -> None:
        """Give a table an order for a person, and wait until it is committed. Refused as the room refuses."""
        order = Order(f"order {secrets.token_hex(8)}", person)
        await self._ordered(order, message_of(command, table, secrets.token_hex(8)), seconds, self.peers.again)

    async def open_table(self, person: Person, message: NewTable, seconds: float = 30) -> None:
        """Open a table at this process, and wait until it is committed."""
        await self._ordered(Order(f"order {secrets.token_hex(8)}", person), message, seconds, seconds)

    async def _ordered(self, order: Order, message: RoomInput, seconds: float, again: float) -> None:
        """Send an order until its outcome is known: the process that serves the table may die in between."""
        future = self._calls[order.id] = asyncio.get_running_loop().create_future()
        try:
            until = time.monotonic() + seconds
            while not future.done() and (left := until - time.monotonic()) > 0:
                self.receive(order, message)
                await asyncio.wait([future], timeout=min(left, again))
            if not future.done():
                raise Waits("it waits until the round is over")
            if why := future.result():
                raise Mistaken(why)
        finally:
            del self._calls[order.id]

    # -- what the room wants -----------------------------------------------------------------------------------------

    def _run(self, effects: Iterable[Effect]) -> None:
        written: dict[int, bytes] = {}
        """A message that goes down several lines is written once."""
        for effect in effects:
            if isinstance(effect, Commit):
                if self._closed:
                    continue  # it is as if it had come when nobody was there any more
                task = asyncio.get_running_loop().create_task(self._commit(effect))
                self._tasks[effect.table] = task
                task.add_done_callback(lambda done, table=effect.table: self._done(table, done))  # type: ignore[misc]
                continue
            line, message = effect
            try:
                text = written.get(id(message)) or written.setdefault(id(message), self._encode(message))
            except Exception:  # it is one message, and the others must go out
                _log.exception("a message could not be written", extra={"line": line})
                continue
            if (outbox := self._outboxes.get(line)) is not None:
                outbox.put(text)
            elif not self.peers.told(self.name, line, message, text):
                self._answered(line, message)
        self._set_timer()

    def _done(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:
            del self._tasks[table]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a table's step failed", exc_info=error, extra={"table": table})

    def _answered(self, line: str, message: RoomOutput) -> None:
        if not isinstance(message, Accepted | Denied):
            return
        future = self._calls.get(line)
        if future is not None and not future.done():
            future.set_result(message.why if isinstance(message, Denied) else "")

    async def _commit(self, do: Commit) -> None:
        began = time.perf_counter()
        outcome = await self._outcome(do)
        name = type(do.command).__name__
        self.counts[f"{_OUTCOMES[type(outcome)]} {_COMMANDS.get(name, name)}"] += 1
        self.seconds["keeping"] += time.perf_counter() - began
        if isinstance(outcome, Committed):
            _log.debug("committed", extra={"table": do.table, "command": name, "entries": outcome.entries})
        else:
            _log.info("not committed", extra={"table": do.table, "command": name, "why": outcome.why})
        now, live = self._now(), self.room.tables.get(do.table)
        if live is None or live.busy is not do:
            return  # it is another's table by now
        self._run(self.room.committed(now, do.table, outcome))
        if do.table not in self.room.tables:
            self.peers.ended(self.name, do.table)
        for tell in self.after:
            tell(do.table)

    def _outcome(self, do: Commit) -> asyncio.Future[Outcome]:
        """What will have come of it, once it is kept."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._unkept.append((do, future))
        if len(self._writers) < self._workers:
            self._writers.add(asyncio.get_running_loop().create_task(self._write()))
        return future

    async def _write(self) -> None:
        """Keep what waits. One thread alone takes all that has come while it was at the disk, and goes there once for
        it; of several each takes one, since the database brings them together itself."""
        most = MOST_AT_ONCE if self._workers == 1 else 1
        try:
            while self._unkept:
                some, self._unkept = self._unkept[:most], self._unkept[most:]
                outcomes = await self._kept_together([do for do, _ in some])
                for (_, future), outcome in zip(some, outcomes, strict=True):
                    if not future.done():
                        future.set_result(outcome)
        finally:  # at once, and not when the loop comes round: what comes from now on needs another writer
            self._writers = {each for each in self._writers if each is not asyncio.current_task()}

    async def _kept_together(self, dos: list[Commit]) -> list[Outcome]:
        """What came of several things; whatever goes wrong, each is told of, so that no table waits for ever."""
        try:
            return await self.books(partial(self.committer.do_all, dos))
        except Exception as error:
            _log.exception("nothing could be kept", extra={"tables": [do.table for do in dos]})
            return [CommitFailed(str(error)) for _ in dos]

    def run(self, effects: Callable[[float], Iterable[Effect]]) -> None:
        """Do something to the room as a whole: `hall.run(hall.room.drain)`."""
        self._run(effects(self._now()))

    def _now(self) -> float:
        """The time at which something happens; before it does, tables are let go of that are another's by now."""
        self.peers.check()
        return clock()

    def _set_timer(self) -> None:
        at = None if self._closed else self.room.wakes
        if self._timer is not None:
            if at == self._wakes:
                return
            self._timer.cancel()
            self._timer = None
        if at is not None:
            loop, self._wakes = asyncio.get_running_loop(), at
            self._timer = loop.call_later(max(0.0, at - clock()) + 0.001, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._run(self.room.wake(self._now()))

    # -- what comes from other processes ----------------------------------------------------------------------------

    async def found(self, table: str) -> Committed | None:
        """A table where its book left it, once nothing is being kept there any more; none if it is closed for good."""
        if table in self._tasks:
            await asyncio.wait([self._tasks[table]])
        self.committer.forget(table)
        return (await self.books(lambda: self.committer.open_tables([table]))).get(table)

    def drop(self, table: str) -> None:
        """A table is another process's from now on."""
        self.room.release(table)
        self.committer.forget(table)

    def hand(self, line: str, text: bytes) -> None:
        """Send down a line what another process says, or take it for what came of an order."""
        if (outbox := self._outboxes.get(line)) is not None:
            outbox.put(text)
        else:
            self._answered(line, msgspec.json.decode(text, type=RoomOutput))

    # -- the house, from the event loop -----------------------------------------------------------------------------

    async def books(self, act: Callable[[], _T]) -> _T:
        """Do something in the books, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    async def drain(self, seconds: float) -> bool:
        """Let rounds end, for so long at most; gives whether all have."""
        self.run(self.room.drain)
        until = time.monotonic() + seconds
        while not self.room.quiet and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return self.room.quiet

    def say_goodbye(self) -> None:
        """Tell everybody that the room closes."""
        for outbox in self._outboxes.values():
            outbox.close(ROOM_CLOSING)

    async def close(self) -> None:
        """Send everybody away, and let go of the books when what was being kept is."""
        self._closed = True
        self.say_goodbye()
        self._set_timer()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._threads.shutdown()
        self.house.books.store.close()
