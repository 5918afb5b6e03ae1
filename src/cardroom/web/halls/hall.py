"""A hall: a room with its house, run on asyncio.

Commits of the room go to the commit queue, messages to the outbox of their connection. Everything of the room itself
happens in the event loop, one thing after the other. Nothing here decides what happens at a table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from cardroom.errors import InputError
from cardroom.house import House
from cardroom.play import commands
from cardroom.play.commands import Command
from cardroom.room import Commit, CommitFailed, Committed, Committer, Order, Person, Rejected, Room, RoundBroken
from cardroom.room.live import BOT
from cardroom.room.messages import ROOM_CLOSING, Accepted, Denied, NewTable, RoomInput, RoomOutput, message_of
from cardroom.room.room import Effect, Sender
from cardroom.room.timing import TableTiming
from cardroom.web.cluster.peers import Peers
from cardroom.web.cluster.single import SingleProcess
from cardroom.web.halls.clock import clock
from cardroom.web.halls.commit_queue import CommitQueue
from cardroom.web.halls.outbox import Outbox

__all__ = ["Deferred", "Hall"]

_log = logging.getLogger("cardroom.hall")
_T = TypeVar("_T")

OUTCOME_LABELS = {Committed: "kept", Rejected: "refusal", CommitFailed: "failed", RoundBroken: "broken"}
COMMAND_LABELS = {
    commands.AddSeed: "AddSeed",
    commands.ChangeGame: "ChangeGame",
    commands.CloseTable: "Close",
    commands.Join: "Join",
    commands.Leave: "Leave",
    commands.OpenTable: "Open",
    commands.Pause: "Halt",
    commands.ReadMeter: "ReadMeter",
    commands.Return: "StepAway",
    commands.SitOut: "SitOut",
    commands.StartRound: "Start",
    commands.StepAway: "StepAway",
    commands.SubmitAnswer: "Answer",
    commands.TakeCircle: "TakeCircle",
    commands.TopUp: "AddChips",
    commands.UseDefault: "Default",
    commands.Void: "Void",
}
"""Labels of metrics. Dashboards use them, so they stay when classes are renamed."""


class Deferred(InputError):
    """An order that is carried out when the round is over."""


class Hall:
    """A room, its house, and the connections to it."""

    def __init__(
        self,
        name: str,
        house: House,
        timing: Mapping[str, TableTiming],
        *,
        workers: int = 1,
        peers: Peers | None = None,
    ) -> None:
        """`timing` is that of the tables that are open already; `workers` threads use the books."""
        self.name, self.house, self.peers = name, house, peers or SingleProcess()
        self.committer = Committer(house, name)
        self._threads = ThreadPoolExecutor(workers, f"hall {name}")
        self.commits = CommitQueue(self.committer, self.books, workers)
        tables = self.committer.open_tables() if self.peers.single else {}
        self.room = Room(secrets.token_hex(6), tables, timing)
        self._outboxes: dict[str, Outbox] = {}
        """The connections of this process, by id."""
        self._orders: dict[str, asyncio.Future[str]] = {}
        """Orders that wait for their outcome, by id. The result is why it was refused, or empty."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: float | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Commits on their way, by table."""
        self.received = 0
        """Messages received, for metrics."""
        self.committed: Counter[tuple[str, str]] = Counter()
        """Commits by the labels of their outcome and command, for metrics."""
        self.commit_seconds = 0.0
        """Seconds that commits took, for metrics."""
        self.after: list[Callable[[str], None]] = []
        """Called with the name of a table after each commit there."""
        self._closed = False
        self._encode = msgspec.json.Encoder().encode

    def start(self) -> None:
        """Take up the open tables."""
        self._run(self.room.begin(clock()))

    @property
    def connections(self) -> int:
        """How many connections of people there are; bots do not count."""
        return sum(not outbox.user.startswith(BOT) for outbox in self._outboxes.values())

    # -- connections ------------------------------------------------------------------------------------------------

    def connect(self, person: Person) -> tuple[str, Outbox]:
        """Add a connection; return its id and its outbox."""
        connection = secrets.token_hex(8)
        outbox = self._outboxes[connection] = Outbox(person.name)
        self._run(self.room.connect(self._now(), connection, person))
        self.peers.connected(self.name, connection, person)
        return connection, outbox

    def disconnect(self, connection: str) -> None:
        """Remove a connection."""
        if self._outboxes.pop(connection, None) is not None:
            self._run(self.room.disconnect(self._now(), connection))
            self.peers.disconnected(self.name, connection)

    def recheck_session(self, user: str) -> None:
        """Check the sessions of a user's connections now: they may be over, or the user's roles changed."""
        for outbox in self._outboxes.values():
            if outbox.user == user:
                outbox.recheck.set()

    def receive(self, sender: Sender, message: RoomInput) -> None:
        """Receive a message, for the room or for the process that serves its table."""
        self.received += 1
        now = self._now()
        if isinstance(message, NewTable) or not self.peers.forward(self.name, sender, message):
            self._run(self.room.receive(now, sender, message))

    # -- orders -----------------------------------------------------------------------------------------------------

    async def order(self, person: Person, table: str, command: Command, seconds: float = 30) -> None:
        """Give a table an order for a person, and wait until it is committed. Refused as the room refuses."""
        order = Order(f"order {secrets.token_hex(8)}", person)
        await self._ordered(order, message_of(command, table, secrets.token_hex(8)), seconds, self.peers.order_retry)

    async def open_table(self, person: Person, message: NewTable, seconds: float = 30) -> None:
        """Open a table at this process, and wait until it is committed."""
        await self._ordered(Order(f"order {secrets.token_hex(8)}", person), message, seconds, seconds)

    async def _ordered(self, order: Order, message: RoomInput, seconds: float, retry: float) -> None:
        """Send an order until its outcome is known: the process that serves the table may die in between."""
        future = self._orders[order.id] = asyncio.get_running_loop().create_future()
        try:
            until = time.monotonic() + seconds
            while not future.done() and (left := until - time.monotonic()) > 0:
                self.receive(order, message)
                await asyncio.wait([future], timeout=min(left, retry))
            if not future.done():
                raise Deferred("it waits until the round is over")
            if why := future.result():
                raise InputError(why)
        finally:
            del self._orders[order.id]

    def _answer_order(self, order: str, message: RoomOutput) -> None:
        future = self._orders.get(order)
        if isinstance(message, Accepted | Denied) and future is not None and not future.done():
            future.set_result(message.why if isinstance(message, Denied) else "")

    # -- effects of the room ----------------------------------------------------------------------------------------

    def run(self, effects: Callable[[float], Iterable[Effect]]) -> None:
        """Do something to the room as a whole: `hall.run(hall.room.drain)`."""
        self._run(effects(self._now()))

    def _run(self, effects: Iterable[Effect]) -> None:
        encoded: dict[int, bytes] = {}
        """Messages by id: one that goes to several connections is encoded once."""
        for effect in effects:
            if isinstance(effect, Commit):
                if not self._closed:  # after closing, a commit is as if it had never been asked for
                    self._start_commit(effect)
                continue
            connection, message = effect
            try:
                text = encoded.get(id(message)) or encoded.setdefault(id(message), self._encode(message))
            except Exception:  # it is one message, and the others must go out
                _log.exception("a message could not be encoded", extra={"line": connection})
                continue
            if (outbox := self._outboxes.get(connection)) is not None:
                outbox.put(text)
            elif not self.peers.deliver(self.name, connection, message, text):
                self._answer_order(connection, message)
        self._set_timer()

    def _start_commit(self, commit: Commit) -> None:
        task = self._tasks[commit.table] = asyncio.get_running_loop().create_task(self._commit(commit))

        def done(task: asyncio.Task[None]) -> None:
            if self._tasks.get(commit.table) is task:
                del self._tasks[commit.table]
            if not task.cancelled() and (error := task.exception()) is not None:
                _log.error("a table's step failed", exc_info=error, extra={"table": commit.table})

        task.add_done_callback(done)

    async def _commit(self, commit: Commit) -> None:
        began = time.perf_counter()
        outcome = await self.commits.put(commit)
        labels = OUTCOME_LABELS[type(outcome)], COMMAND_LABELS[type(commit.command)]
        self.committed[labels] += 1
        self.commit_seconds += time.perf_counter() - began
        name = type(commit.command).__name__
        if isinstance(outcome, Committed):
            _log.debug("committed", extra={"table": commit.table, "command": name, "entries": outcome.entries})
        else:
            _log.info("not committed", extra={"table": commit.table, "command": name, "why": outcome.why})
        now, live = self._now(), self.room.tables.get(commit.table)
        if live is None or live.busy is not commit:
            return  # another process serves the table by now
        self._run(self.room.committed(now, commit.table, outcome))
        if commit.table not in self.room.tables:
            self.peers.table_closed(self.name, commit.table)
        for tell in self.after:
            tell(commit.table)

    def _now(self) -> float:
        """The time at which something happens. Before it does, tables that were lost are given up."""
        self.peers.check_lease()
        return clock()

    def _set_timer(self) -> None:
        at = None if self._closed else self.room.wakes
        if self._timer is not None:
            if at == self._timer_at:
                return
            self._timer.cancel()
            self._timer = None
        if at is not None:
            loop, self._timer_at = asyncio.get_running_loop(), at
            self._timer = loop.call_later(max(0.0, at - clock()) + 0.001, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._run(self.room.wake(self._now()))

    # -- for the cluster --------------------------------------------------------------------------------------------

    async def load_table(self, table: str) -> Committed | None:
        """Read a table from its book, once no commit is on its way there; none where it is closed for good."""
        if table in self._tasks:
            await asyncio.wait([self._tasks[table]])
        self.committer.forget(table)
        return (await self.books(lambda: self.committer.open_tables([table]))).get(table)

    def release_table(self, table: str) -> None:
        """Stop serving a table, which another process serves from now on."""
        self.room.release(table)
        self.committer.forget(table)

    def send(self, connection: str, text: bytes) -> None:
        """Send what another process says to a connection of this process, or to an order that waits for it."""
        if (outbox := self._outboxes.get(connection)) is not None:
            outbox.put(text)
        else:
            self._answer_order(connection, msgspec.json.decode(text, type=RoomOutput))

    # -- books, and closing -----------------------------------------------------------------------------------------

    async def books(self, act: Callable[[], _T]) -> _T:
        """Call something that uses the books, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    async def drain(self, seconds: float) -> bool:
        """Deal no more rounds, and wait until all have ended; whether they have in time."""
        self.run(self.room.drain)
        until = time.monotonic() + seconds
        while not self.room.quiet and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return self.room.quiet

    def say_goodbye(self) -> None:
        """Close all connections, with the word that the room closes."""
        for outbox in self._outboxes.values():
            outbox.close(ROOM_CLOSING)

    async def close(self) -> None:
        """Close all connections, and the books once the commits on their way are stored."""
        self._closed = True
        self.say_goodbye()
        self._set_timer()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._threads.shutdown()
        self.house.books.store.close()
