"""A connection to a hall: it receives scenes, sends requests until they are answered, and reconnects by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections import deque
from collections.abc import Coroutine, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from cardroom.client.questions import Question, questions_in
from cardroom.commands import SubmitAnswer
from cardroom.errors import CardroomError, InputError
from cardroom.evidence import EvidenceKeeper
from cardroom.room import (
    RECONNECT_AFTER,
    Accepted,
    Bye,
    Denied,
    Hello,
    Ready,
    Scene,
    ScenePatch,
    ServerMessage,
    Watch,
    apply_change,
    message_of,
    request,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

__all__ = ["MOST_UNREAD", "Connection", "Unreachable", "wait_within", "wake"]

_decode = msgspec.json.Decoder(ServerMessage).decode
_encode = msgspec.json.encode
MOST_UNREAD = 1000
"""The most unread messages of a connection. After that, the oldest are dropped."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0
"""Seconds before the first and the last attempts to reconnect. Each wait is twice the one before, and varies at random
so that the clients of a server that died do not return all at once."""


@cache
def _connection_errors() -> tuple[type[Exception], ...]:
    from websockets.exceptions import WebSocketException  # noqa: PLC0415

    return OSError, WebSocketException


class Connection:
    """A connection to a hall."""

    def __init__(self, addresses: list[str], identity: Mapping[str, str], *, mix: bool = True) -> None:
        """`identity` are the headers that identify the user."""
        self._addresses, self._identity, self._mix = deque(addresses), identity, mix
        self._patience = 20 if len(addresses) == 1 else 5
        """Seconds to wait for a server before trying the next address."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self.scenes: dict[str, dict[str, Any]] = {}
        """The scenes of the watched tables, as shown to this user."""
        self._watched: dict[str, tuple[str, int]] = {}
        self._answers: dict[str, asyncio.Future[Accepted | Denied]] = {}
        self._unread: deque[ServerMessage] = deque()
        self._waiting: set[asyncio.Future[None]] = set()
        """Callers of `next` that wait for a message."""
        self.keepers: dict[str, EvidenceKeeper] = {}
        """What this user was shown of each watched table, and its seed chains."""
        self._mixing: set[str] = set()
        """Ids of requests about seeds whose replies are not here yet."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._replied: set[tuple[str, str]] = set()
        """Questions that this connection has answered, by table and number."""
        self.name = ""
        self.ahead = 0.0
        """Seconds by which the server's clock is ahead of this loop's."""
        self.ended = ""
        """Why the connection was closed permanently; empty while it is open or reconnecting."""

    async def open(self) -> None:
        """Connect, and start to receive messages."""
        await self._connect()
        self._reader = asyncio.create_task(self._read())

    async def _connect(self) -> None:
        from websockets.asyncio.client import connect  # noqa: PLC0415

        headers, wait = dict(self._identity), self._patience
        try:
            self._socket = await connect(
                self._addresses[0],
                additional_headers=headers,
                max_size=None,
                open_timeout=wait,
                ping_interval=wait,
                ping_timeout=wait,
            )
        except _connection_errors() as error:
            self._addresses.rotate(-1)
            raise Unreachable(f"Cannot connect: {error}") from None
        for keeper in self.keepers.values():
            keeper.reconnected()
        for table, (epoch, seq) in self._watched.items():
            await self.say(Watch(table, epoch, seq))

    async def close(self) -> None:
        """Close the connection."""
        self.ended = self.ended or "closed"
        if self._reader:
            self._reader.cancel()
        if self._socket:
            await self._socket.close()

    async def say(self, message: Any) -> None:
        """Send a message once. It is lost if the connection breaks."""
        if self._socket is not None:
            with contextlib.suppress(*_connection_errors()):
                await self._socket.send(_encode(message).decode())

    async def watch(self, table: str, seconds: float = 20) -> dict[str, Any]:
        """Start to watch a table; return its scene."""
        self._watched.setdefault(table, ("", 0))
        await self.say(Watch(table, *self._watched[table]))
        until = asyncio.get_running_loop().time() + seconds
        while table not in self.scenes:
            left = until - asyncio.get_running_loop().time()
            message = await self.next(max(left, 0.01))
            if isinstance(message, Denied) and not message.id:
                del self._watched[table]
                raise InputError(message.why)
        return self.scenes[table]

    async def ask(
        self, kind: type[Any], table: str, *words: Any, seconds: float = 30, key: str | None = None, **named: Any
    ) -> str:
        """Send a request until it is accepted or refused: `await connection.ask(Join, "table 7", 20_000)`.

        Returns its id. Pass an id of your own as `key` to be able to repeat the same request after `Unreachable`. It
        takes effect once.
        """
        id = key or secrets.token_hex(12)  # noqa: A001
        message = request(kind, table, id, *words, **named)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Accepted | Denied] = loop.create_future()
        until = loop.time() + seconds
        try:
            while not future.done():
                if self.ended or loop.time() > until:
                    raise Unreachable(self.ended or "The server did not answer in time.")
                self._answers[id] = future
                await self.say(message)
                await asyncio.wait([future], timeout=2)  # a reply that arrives now still counts
            answer = future.result()
        finally:
            self._answers.pop(id, None)
        if isinstance(answer, Denied):
            raise InputError(answer.why)
        return str(answer.id)

    async def question(self, table: str, seconds: float = 60) -> Question:
        """Wait for the next open question to this user at a watched table. Raise `Unreachable` if none comes in time.

        A question that was answered is not returned again, unless the answer was refused. At a practice table, which
        waits until its players have seen the results, the next round is started.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while True:
            found = questions_in(table, self.scenes.get(table, {}))
            open_now = {(each.table, each.number) for each in found}
            self._replied = {each for each in self._replied if each[0] != table or each in open_now}
            for each in found:
                if (each.table, each.number) not in self._replied:
                    return each
            if self.scenes.get(table, {}).get("waits"):
                await self.say(Ready(table))
            await self.next(max(until - loop.time(), 0))

    async def answer(self, question: Question, action: str, value: Any = None) -> str:
        """Answer a question; return the id of the request. Raise `InputError` if the rules do not allow the answer."""
        self._replied.add((question.table, question.number))
        try:
            return await self.ask(SubmitAnswer, question.table, question.spot, question.number, action, value)
        except InputError:
            self._replied.discard((question.table, question.number))
            raise

    async def next(self, seconds: float = 30) -> ServerMessage:
        """Wait for the next message. Raise `Unreachable` if none arrives in time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not self._unread:
            if (left := until - loop.time()) <= 0:
                raise Unreachable(self.ended or "No message arrived in time.")
            waiting: asyncio.Future[None] = loop.create_future()
            self._waiting.add(waiting)
            try:
                await wait_within(left, waiting)
            finally:
                self._waiting.discard(waiting)
        return self._unread.popleft()

    async def _read(self) -> None:
        while not self.ended:
            try:
                while self._socket is not None:
                    self._receive(_decode(await self._socket.recv()))
            except _connection_errors():
                pass
            except Exception as error:  # after any error, waiting callers must be told
                self.ended = f"The server sent a message that cannot be decoded: {error!r}"
            await self._reconnect()

    async def _reconnect(self) -> None:
        """Reconnect, first to any address, waiting longer after each attempt."""
        self._addresses.rotate(random.randrange(len(self._addresses)))
        wait = FIRST_WAIT
        while not self.ended:
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            try:
                await self._connect()
                return
            except Unreachable:
                wait = min(wait * 2, LONGEST_WAIT)

    def _receive(self, message: ServerMessage) -> None:
        match message:
            case Hello(name, now):
                self.name, self.ahead = name, now - asyncio.get_running_loop().time()
            case Bye(why):
                self.ended = "" if why in RECONNECT_AFTER else why
            case Scene(table, epoch, seq, scene):
                self.scenes[table], self._watched[table] = scene, (epoch, seq)
                self._keeper(table)
            case ScenePatch(table, epoch, after, seq) if self._watched.get(table) == (epoch, after):
                self.scenes[table], self._watched[table] = apply_change(self.scenes[table], message), (epoch, seq)
                self._keeper(table)
            case ScenePatch(table) if table in self._watched:  # a patch was lost
                self._spawn(self.say(Watch(table, *self._watched[table])))
            case Accepted(id) | Denied(id) if id in self._mixing:
                self._mixing.discard(id)
                return
            case Accepted(id) | Denied(id) if id in self._answers:
                if not self._answers[id].done():
                    self._answers[id].set_result(message)
                return
        if len(self._unread) >= MOST_UNREAD:
            if isinstance(message, Scene | ScenePatch):
                return  # the scene itself is up to date
            self._unread.popleft()
        self._unread.append(message)
        for waiting in self._waiting:
            wake(waiting)

    def _keeper(self, table: str) -> None:
        """Note a table's scene, and mix a seed into its next shuffle."""
        if not self.name:
            return
        if table not in self.keepers:
            self.keepers[table] = EvidenceKeeper(table, self.name, mix=self._mix)
        for command in self.keepers[table].see(self.scenes[table]):
            id = f"mix {secrets.token_hex(8)}"  # noqa: A001
            self._mixing.add(id)
            self._spawn(self.say(message_of(command, table, id)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def wait_within(seconds: float, future: asyncio.Future[None]) -> None:
    """Wait for a future, for at most `seconds`. Unlike `wait_for`, this creates no task."""
    timer = asyncio.get_running_loop().call_later(seconds, wake, future)
    try:
        await future
    finally:
        timer.cancel()


def wake(future: asyncio.Future[None]) -> None:
    """End the wait for a future."""
    if not future.done():
        future.set_result(None)


class Unreachable(CardroomError):
    """The server does not answer, or closed the connection. The message is the reason."""
