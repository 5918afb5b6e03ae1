"""A client for card room servers: for programs, the terminal and load tests.

It repeats a request with the same id until the room accepts or refuses it. It reopens a broken connection, and every
watched table continues where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
import warnings
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from functools import cache
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cardroom.errors import CardroomError, InputError
from cardroom.room.feed import apply_change
from cardroom.room.messages import (
    RECONNECT_AFTER,
    Accepted,
    Bye,
    Denied,
    Hello,
    Scene,
    ScenePatch,
    ServerMessage,
    Watch,
    message_of,
    request,
)
from cardroom.waiting import wait_within, wake
from cardroom.witness import Witness

__all__ = ["Bye", "Client", "Connection", "Hello", "Unreachable"]

_decode = msgspec.json.Decoder(ServerMessage).decode
_encode = msgspec.json.encode
MOST_UNREAD = 1000
"""The most unread messages of a connection. After that, the oldest are dropped."""


class Unreachable(CardroomError):
    """The server does not answer, or closed the connection. The message is the reason."""


class Client:
    """A user of a server.

    `async with Client("http://127.0.0.1:8080") as client: await client.guest()`

    If several processes serve the room, pass the addresses of the others too. The client tries the next address when
    one does not answer.
    """

    def __init__(self, address: str, *others: str, seconds: float = 20) -> None:
        self._addresses = deque(each.rstrip("/") for each in (address, *others))
        self._http = httpx.AsyncClient(base_url=self._addresses[0], timeout=seconds, verify=_trusted())
        self.cookies: dict[str, str] = {}
        """The cookies of the session, sent to every address."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def get(self, path: str, **query: Any) -> Any:
        """Send a GET request; return the decoded JSON."""
        return await self._call("GET", path, params=query)

    async def post(self, path: str, **body: Any) -> Any:
        """Send a POST request with a JSON body; return the decoded JSON."""
        if "csrftoken" not in self.cookies:
            await self._call("GET", "/api/me")
        return await self._call("POST", path, json=body, headers={"x-csrftoken": self.cookies["csrftoken"]})

    async def _call(self, method: str, path: str, **options: Any) -> Any:
        if self.cookies:
            options["headers"] = options.get("headers", {}) | {"cookie": self._cookie_header()}
        for left in reversed(range(len(self._addresses))):
            try:
                answer = await self._http.request(method, path, **options)
                break
            except httpx.HTTPError as error:
                address = self._addresses[0]
                self._addresses.rotate(-1)
                self._http.base_url = httpx.URL(self._addresses[0])
                if not left or not isinstance(error, httpx.ConnectError):  # the server may have received it
                    raise Unreachable(f"{address} does not answer: {error or type(error).__name__}") from None
        self._store_cookies(answer)
        if answer.status_code >= 500:
            raise Unreachable(_detail(answer))
        if answer.status_code >= 400:
            raise InputError(_detail(answer))
        return answer.json()

    def _store_cookies(self, answer: httpx.Response) -> None:
        """Store the cookies of a response for all addresses."""
        for each in answer.headers.get_list("set-cookie"):
            name = each.partition("=")[0].strip()
            self.cookies.pop(name, None)
            if value := answer.cookies.get(name):
                self.cookies[name] = value
        self._http.cookies.clear()

    def _cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def guest(self) -> Any:
        """Sign in as a new guest."""
        return await self.post("/api/guest")

    async def sign_in(self, name: str, password: str) -> Any:
        """Sign in."""
        return await self.post("/api/sign-in", name=name, password=password)

    async def sign_up(self, name: str, password: str) -> Any:
        """Create a user, and sign in."""
        return await self.post("/api/sign-up", name=name, password=password)

    @contextlib.asynccontextmanager
    async def enter(self, hall: str = "play", *, mix: bool = True) -> AsyncIterator[Connection]:
        """Connect to a hall. A broken connection is reopened. With `mix`, a player's seed goes into each shuffle."""
        addresses = [f"ws{each.removeprefix('http')}/socket/{hall}" for each in self._addresses]
        connection = Connection(addresses, self._cookie_header(), mix=mix)
        await connection.open()
        try:
            yield connection
        finally:
            await connection.close()


class Connection:
    """A connection to a hall."""

    def __init__(self, addresses: list[str], cookies: str, *, mix: bool = True) -> None:
        self._addresses, self._cookies, self._mix = deque(addresses), cookies, mix
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
        self.witnesses: dict[str, Witness] = {}
        """What this user was shown of each watched table, and its seed chains."""
        self._mixing: set[str] = set()
        """Ids of requests about seeds whose replies are not here yet."""
        self._tasks: set[asyncio.Task[None]] = set()
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
        headers, wait = {"cookie": self._cookies}, self._patience
        try:
            self._socket = await connect(
                self._addresses[0],
                additional_headers=headers,
                max_size=None,
                open_timeout=wait,
                ping_interval=wait,
                ping_timeout=wait,
            )
        except (OSError, WebSocketException) as error:
            self._addresses.rotate(-1)
            raise Unreachable(f"Cannot connect: {error}") from None
        for witness in self.witnesses.values():
            witness.reconnected()
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
            with contextlib.suppress(WebSocketException):
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
            except (OSError, WebSocketException):
                pass
            except Exception as error:  # after any error, waiting callers must be told
                self.ended = f"The server sent a message that cannot be decoded: {error!r}"
            await self._reconnect()

    async def _reconnect(self) -> None:
        """Reconnect, waiting longer after each attempt."""
        wait = 0.1
        while not self.ended:
            await asyncio.sleep(wait)
            try:
                await self._connect()
                return
            except Unreachable:
                wait = min(wait * 2, 5)

    def _receive(self, message: ServerMessage) -> None:
        match message:
            case Hello(name, now):
                self.name, self.ahead = name, now - asyncio.get_running_loop().time()
            case Bye(why):
                self.ended = "" if why in RECONNECT_AFTER else why
            case Scene(table, epoch, seq, scene):
                self.scenes[table], self._watched[table] = scene, (epoch, seq)
                self._witness(table)
            case ScenePatch(table, epoch, after, seq) if self._watched.get(table) == (epoch, after):
                self.scenes[table], self._watched[table] = apply_change(self.scenes[table], message), (epoch, seq)
                self._witness(table)
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

    def _witness(self, table: str) -> None:
        """Note a table's scene, and mix a seed into its next shuffle."""
        if not self.name:
            return
        if table not in self.witnesses:
            self.witnesses[table] = Witness(table, self.name, mix=self._mix)
        for command in self.witnesses[table].see(self.scenes[table]):
            id = f"mix {secrets.token_hex(8)}"  # noqa: A001
            self._mixing.add(id)
            self._spawn(self.say(message_of(command, table, id)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates. They are cached because loading them takes most of a client's startup time."""
    return httpx.create_ssl_context()


def _detail(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"The server answered with status {answer.status_code}."


def __getattr__(name: str) -> Any:
    """Find names of the last release, with a warning."""
    renamed = {"Away": "Unreachable", "Line": "Connection"}
    if name not in renamed:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(f"cardroom.client.{name} is called {renamed[name]} now", DeprecationWarning, stacklevel=2)
    return globals()[renamed[name]]
