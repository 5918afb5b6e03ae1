"""A hall: a room with its house, run on asyncio. What the room wants kept is kept by threads; what it wants sent goes
into the outbox of each line. Everything of the room itself happens in the event loop, one thing after the other."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import msgspec

from cardroom.errors import Mistaken
from cardroom.house import House
from cardroom.room import Do, Keeper, Person, Room
from cardroom.room.acts import Close, Halt, Open, Void
from cardroom.room.keeper import Failed, Kept, Outcome
from cardroom.room.live import BOT
from cardroom.room.messages import CLOSES, UNREAD, Accepted, Denied, Heard, OpenTable, Said
from cardroom.room.room import Effect
from cardroom.room.settings import Settings
from cardroom.web.cluster.single import ALONE, Alone

__all__ = ["Hall", "Outbox", "Waits", "clock"]

_log = logging.getLogger("cardroom.hall")
_T = TypeVar("_T")

MOST_UNSENT = 500
"""Messages that wait for somebody who does not read them, before their line is cut: they come back and get the rest."""

MOST_AT_ONCE = 16
"""Things at different tables that are kept together."""

ORDER = "order "
"""How lines begin that nobody is at the end of but the house."""

_ORDERS = (Open, Halt, Void, Close)
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
            self.close(UNREAD)
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
        self, name: str, house: House, settings: Mapping[str, Settings], *, workers: int = 1, peers: Alone = ALONE
    ) -> None:
        """`settings` is how tables are run that were opened before; `peers` knows which of them are this process's."""
        self.name, self.house, self.peers = name, house, peers
        self.keeper = Keeper(house)
        self._workers, self._threads = workers, ThreadPoolExecutor(workers, f"hall {name}")
        self._unkept: list[tuple[Do, asyncio.Future[Outcome]]] = []
        """What waits to be kept, and who for what comes of it ..."""
        self._writers: set[asyncio.Task[None]] = set()
        """... and those who keep it."""
        self.room = Room(secrets.token_hex(6), self.keeper.found() if peers.alone else {}, settings)
        self._outboxes: dict[str, Outbox] = {}
        self._calls: dict[str, asyncio.Future[str]] = {}
        """Orders of the house's own that wait for what comes of them, by line and id."""
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
        self.noting: Callable[[Do], Awaitable[None]] | None = None
        """Writes down an order of the floor that was kept, before anybody is told of it."""
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

    def hear(self, line: str, message: Heard) -> None:
        """Somebody says something."""
        self.counts["heard"] += 1
        now = self._now()
        if not self.peers.sent(self.name, line, message):
            self._run(self.room.hear(now, line, message))

    async def order(self, person: Person, message: Heard, seconds: float = 30) -> None:
        """Do something at a table for somebody, and wait until it is kept; refused as the room refuses."""
        line = f"{ORDER}{secrets.token_hex(8)}"
        key = f"{line} {getattr(message, 'id', '')}"
        future = self._calls[key] = asyncio.get_running_loop().create_future()
        self._enter(line, person)
        try:
            until = time.monotonic() + seconds
            while not future.done() and (left := until - time.monotonic()) > 0:
                self.hear(line, message)
                again = left if isinstance(message, OpenTable) else self.peers.again
                await asyncio.wait([future], timeout=min(left, again))
            if not future.done():
                raise Waits("it waits until the round is over")
            if why := future.result():
                raise Mistaken(why)
        finally:
            del self._calls[key]
            self._exit(line)

    # -- what the room wants -----------------------------------------------------------------------------------------

    def _run(self, effects: Iterable[Effect]) -> None:
        written: dict[int, bytes] = {}
        """A message that goes down several lines is written once."""
        for effect in effects:
            if isinstance(effect, Do):
                if self._closed:
                    continue  # it is as if it had come when nobody was there any more
                task = asyncio.get_running_loop().create_task(self._keep(effect))
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

    def _answered(self, line: str, message: Said) -> None:
        if not isinstance(message, Accepted | Denied):
            return
        future = self._calls.get(f"{line} {getattr(message, 'id', '')}")
        if future is not None and not future.done():
            future.set_result(message.why if isinstance(message, Denied) else "")

    async def _keep(self, do: Do) -> None:
        began = time.perf_counter()
        outcome = await self._outcome(do)
        self.counts[f"{type(outcome).__name__.lower()} {type(do.act).__name__}"] += 1
        self.seconds["keeping"] += time.perf_counter() - began
        if isinstance(outcome, Kept):
            _log.debug("kept", extra={"table": do.table, "act": type(do.act).__name__, "lines": outcome.lines})
        else:
            _log.info("not kept", extra={"table": do.table, "act": type(do.act).__name__, "why": outcome.why})
        if isinstance(outcome, Kept) and isinstance(do.act, _ORDERS) and self.noting is not None:
            try:
                await self.noting(do)
            except Exception:  # a fault of ours: it is kept all the same, and the table waits to be told so
                _log.exception("an order was not noted", extra={"table": do.table, "act": type(do.act).__name__})
        now, live = self._now(), self.room.tables.get(do.table)
        if live is None or live.busy is not do:
            return  # it is another's table by now
        self._run(self.room.outcome(now, do.table, outcome))
        if do.table not in self.room.tables:
            self.peers.ended(self.name, do.table)
        for tell in self.after:
            tell(do.table)

    def _outcome(self, do: Do) -> asyncio.Future[Outcome]:
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

    async def _kept_together(self, dos: list[Do]) -> list[Outcome]:
        """What came of several things; whatever goes wrong, each is told of, so that no table waits for ever."""
        try:
            return await self.books(partial(self.keeper.do_all, dos))
        except Exception as error:
            _log.exception("nothing could be kept", extra={"tables": [do.table for do in dos]})
            return [Failed(str(error)) for _ in dos]

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

    async def found(self, table: str) -> Kept | None:
        """A table where its book left it, once nothing is being kept there any more; none if it is closed for good."""
        if table in self._tasks:
            await asyncio.wait([self._tasks[table]])
        self.keeper.forget(table)
        return (await self.books(lambda: self.keeper.found([table]))).get(table)

    def drop(self, table: str) -> None:
        """A table is another process's from now on."""
        self.room.drop(table)
        self.keeper.forget(table)

    def hand(self, line: str, text: bytes) -> None:
        """Send down a line what another process says, or take it for what came of an order."""
        if (outbox := self._outboxes.get(line)) is not None:
            outbox.put(text)
        elif line.startswith(ORDER):
            self._answered(line, msgspec.json.decode(text, type=Said))

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
            outbox.close(CLOSES)

    async def close(self) -> None:
        """Send everybody away, and let go of the books when what was being kept is."""
        self._closed = True
        self.say_goodbye()
        self._set_timer()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._threads.shutdown()
        self.house.books.store.close()
