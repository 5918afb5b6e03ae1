"""A hall: a room with its house, run on asyncio.

The room's commits go to the commit queue, its messages to the outbox of their connection. The room itself runs in the
event loop, one step at a time. Nothing here decides what happens at a table.
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
from cardroom.play.table import Command
from cardroom.room import (
    BOT,
    ROOM_CLOSING,
    Accepted,
    Commit,
    Committed,
    Committer,
    Denied,
    Effect,
    NewTable,
    Order,
    Person,
    Room,
    RoomInput,
    RoomOutput,
    Sender,
    TableTiming,
    id_of,
    message_of,
)
from cardroom.tags import kebab, tag_of
from cardroom.web import note, span
from cardroom.web.cluster import Peers, SingleProcess
from cardroom.web.halls.commit_queue import CommitQueue
from cardroom.web.halls.measures import Measures
from cardroom.web.halls.outbox import Outbox
from cardroom.web.halls.room_clock import clock

__all__ = ["Deferred", "Hall"]

_log = logging.getLogger("cardroom.hall")
_T = TypeVar("_T")


MOST_MEASURED = 10_000
"""The most requests whose time is measured at once."""


class Deferred(InputError):
    """An order that will be carried out when the round ends."""


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
        measures: Measures | None = None,
    ) -> None:
        """`timing` is the timing of tables that are already open; `workers` is the number of threads for the books."""
        measures = measures or Measures()
        self._answer_seconds, self._commit_seconds = measures.answers.labels(name), measures.commits.labels(name)
        self._drawing_seconds = measures.drawing.labels(name)
        self._asked: dict[tuple[str, str], float] = {}
        """When requests arrived whose replies are not sent yet, by connection and id."""
        self.name, self.house, self.peers = name, house, peers or SingleProcess()
        self.committer = Committer(house, name)
        self._threads = ThreadPoolExecutor(workers, f"hall {name}")
        self.commits = CommitQueue(self.committer, self.books, workers)
        tables = self.committer.open_tables() if self.peers.single else {}
        self.room = Room(secrets.token_hex(6), tables, timing)
        self._outboxes: dict[str, Outbox] = {}
        """The connections of this process, by id."""
        self._orders: dict[str, asyncio.Future[str]] = {}
        """Orders that wait for their outcome, by id. The result is the reason for a refusal, or empty."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: float | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Commits in progress, by table."""
        self.received = 0
        """Messages received, for metrics."""
        self.committed: Counter[tuple[str, str]] = Counter()
        """Commits by the labels of their outcome and command, for metrics."""
        """Total seconds of all commits, for metrics."""
        self.after: list[Callable[[str], None]] = []
        """Called with the name of a table after each commit there."""
        self.traced_name: Callable[[str], str] = lambda table: table
        """The name of a table in spans, which never contain names of users."""
        self._closed = False
        self._encode = msgspec.json.Encoder().encode

    def start(self) -> None:
        """Start the open tables."""
        self._run(self.room.begin(clock()))

    @property
    def connections(self) -> int:
        """The number of connections without those of bots."""
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
            self._asked = {each: began for each, began in self._asked.items() if each[0] != connection}
            self._run(self.room.disconnect(self._now(), connection))
            self.peers.disconnected(self.name, connection)

    def recheck_session(self, user: str) -> None:
        """Check the sessions of a user's connections now, because they may have ended or the user's roles changed."""
        for outbox in self._outboxes.values():
            if outbox.user == user:
                outbox.recheck.set()

    def receive(self, sender: Sender, message: RoomInput) -> None:
        """Pass a message to the room, or to the process that serves its table."""
        self.received += 1
        if isinstance(sender, str) and (key := id_of(message)) and len(self._asked) < MOST_MEASURED:
            self._asked.setdefault((sender, key), time.perf_counter())
        now = self._now()
        if isinstance(message, NewTable) or not self.peers.forward(self.name, sender, message):
            self._run(self.room.receive(now, sender, message))

    # -- orders -----------------------------------------------------------------------------------------------------

    async def order(self, person: Person, table: str, command: Command, seconds: float = 30) -> None:
        """Send a person's order to a table, and wait until it is committed or refused."""
        order = Order(f"order {secrets.token_hex(8)}", person)
        await self._send_order(order, message_of(command, table, secrets.token_hex(8)), seconds, self.peers.order_retry)

    async def open_table(self, person: Person, message: NewTable, seconds: float = 30) -> None:
        """Open a table at this process, and wait until it is committed."""
        await self._send_order(Order(f"order {secrets.token_hex(8)}", person), message, seconds, seconds)

    async def _send_order(self, order: Order, message: RoomInput, seconds: float, retry: float) -> None:
        """Send an order again until its outcome is known, because the process that serves the table may die."""
        future = self._orders[order.id] = asyncio.get_running_loop().create_future()
        try:
            until = time.monotonic() + seconds
            while not future.done() and (left := until - time.monotonic()) > 0:
                self.receive(order, message)
                await asyncio.wait([future], timeout=min(left, retry))
            if not future.done():
                raise Deferred("This will be done when the round ends.")
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
        """Call a method of the room, and run its effects: `hall.run(hall.room.drain)`."""
        self._run(effects(self._now()))

    def _run(self, effects: Iterable[Effect]) -> None:
        encoded: dict[int, bytes] = {}
        """Encoded messages by id, because a message to several connections is encoded once."""
        for effect in effects:
            if isinstance(effect, Commit):
                if not self._closed:  # after closing, commits are ignored
                    self._start_commit(effect)
                continue
            connection, message = effect
            if isinstance(message, Accepted | Denied):
                self._measure_answer(connection, message.id)
            try:
                text = encoded.get(id(message)) or encoded.setdefault(id(message), self._encode(message))
            except Exception:  # the other messages must still be sent
                _log.exception("message could not be encoded", extra={"line": connection})
                continue
            if (outbox := self._outboxes.get(connection)) is not None:
                outbox.put(text)
            elif not self.peers.deliver(self.name, connection, message, text):
                self._answer_order(connection, message)
        self._set_timer()

    def _measure_answer(self, connection: str, key: str) -> None:
        if (began := self._asked.pop((connection, key), None)) is not None:
            self._answer_seconds.observe(time.perf_counter() - began)

    @property
    def waiting_commits(self) -> int:
        """The number of commits that wait to be stored, for metrics."""
        return self.commits.waiting

    @property
    def unsent(self) -> int:
        """The number of messages that wait to be sent, for metrics."""
        return sum(outbox.unsent for outbox in self._outboxes.values())

    def _start_commit(self, commit: Commit) -> None:
        task = self._tasks[commit.table] = asyncio.get_running_loop().create_task(self._commit(commit))

        def done(task: asyncio.Task[None]) -> None:
            if self._tasks.get(commit.table) is task:
                del self._tasks[commit.table]
            if not task.cancelled() and (error := task.exception()) is not None:
                _log.error("commit failed", exc_info=error, extra={"table": commit.table})

        task.add_done_callback(done)

    async def _commit(self, commit: Commit) -> None:
        began = time.perf_counter()
        about = {"cardroom.hall": self.name, "cardroom.table": self.traced_name(commit.table)}
        name = tag_of(commit.command)
        with span(f"commit {name}", about) as traced:
            outcome = await self.commits.put(commit)
            labels = kebab(type(outcome).__name__), name
            note(traced, cardroom__outcome=labels[0])
        self.committed[labels] += 1
        spent = time.perf_counter() - began
        self._commit_seconds.observe(spent)
        if isinstance(outcome, Committed):
            extra = {"table": commit.table, "command": name, "key": commit.key, "entries": outcome.entries}
            _log.debug("committed", extra=extra)
        else:
            extra = {"table": commit.table, "command": name, "key": commit.key, "why": outcome.why}
            _log.info("not committed", extra=extra)
        now, live = self._now(), self.room.tables.get(commit.table)
        if live is None or live.busy is not commit:
            return  # another process now serves the table
        began = time.perf_counter()
        self._run(self.room.committed(now, commit.table, outcome))
        self._drawing_seconds.observe(time.perf_counter() - began)
        if commit.table not in self.room.tables:
            self.peers.table_closed(self.name, commit.table)
        for callback in self.after:
            callback(commit.table)

    def _now(self) -> float:
        """The current time. Gives up tables with an ended lease first, so that nothing is done for them."""
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
        """Load a table from its book, after any commit in progress; None if it is closed permanently."""
        if table in self._tasks:
            await asyncio.wait([self._tasks[table]])
        self.committer.forget(table)
        return (await self.books(lambda: self.committer.open_tables([table]))).get(table)

    def release_table(self, table: str) -> None:
        """Stop serving a table, because another process takes it."""
        self.room.release(table)
        self.committer.forget(table)

    def send(self, connection: str, text: bytes) -> None:
        """Pass a message from another process to a connection of this process, or to an order that waits for it."""
        if (outbox := self._outboxes.get(connection)) is not None:
            outbox.put(text)
            if self._asked and text.startswith((b'{"type":"accepted"', b'{"type":"denied"')):
                self._measure_answer(connection, msgspec.json.decode(text)["id"])
        else:
            self._answer_order(connection, msgspec.json.decode(text, type=RoomOutput))

    # -- books, and closing -----------------------------------------------------------------------------------------

    async def books(self, act: Callable[[], _T]) -> _T:
        """Call a function that uses the books, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    async def drain(self, seconds: float) -> bool:
        """Deal no more rounds, and wait for the current ones. Return whether all ended in time."""
        self.run(self.room.drain)
        until = time.monotonic() + seconds
        while not self.room.quiet and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return self.room.quiet

    def close_connections(self) -> None:
        """Close all connections with the message that the room closes."""
        for outbox in self._outboxes.values():
            outbox.close(ROOM_CLOSING)

    async def close(self) -> None:
        """Close all connections, and after the last commits the books."""
        self._closed = True
        self.close_connections()
        self._set_timer()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._threads.shutdown()
        self.house.books.store.close()
