"""A client of a card room's server: for programs, for the terminal, and for tests that load it.

What one asks for is asked for again, by the same id, until the room says that it is kept or refused; when the line
breaks it is opened again, and every table that one watches goes on where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
from collections import deque
from collections.abc import AsyncIterator
from functools import cache
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cardroom.errors import CardroomError, Mistaken
from cardroom.room.feed import applied
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
    request,
)

__all__ = ["Away", "Bye", "Client", "Hello", "Line"]

_decode = msgspec.json.Decoder(ServerMessage).decode
_encode = msgspec.json.encode
MOST_UNREAD = 1000
"""Messages of a line that are kept for who does not read them."""


class Away(CardroomError):
    """The server does not answer, or has closed the line; the message says why."""


class Client:
    """Somebody who talks to a server.

    `async with Client("http://127.0.0.1:8080") as client: await client.guest()`

    Where several processes serve one room, `others` are their addresses: when one does not answer, another is asked.
    """

    def __init__(self, address: str, *others: str, seconds: float = 20) -> None:
        self._addresses = deque(each.rstrip("/") for each in (address, *others))
        self._http = httpx.AsyncClient(base_url=self._addresses[0], timeout=seconds, verify=_trusted())
        self.cookies: dict[str, str] = {}
        """What the server knows one by: it goes to whichever address is asked."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def get(self, path: str, **query: Any) -> Any:
        """What the server says of something."""
        return await self._call("GET", path, params=query)

    async def post(self, path: str, **said: Any) -> Any:
        """Ask the server to do something."""
        if "csrftoken" not in self.cookies:
            await self._call("GET", "/api/me")
        return await self._call("POST", path, json=said, headers={"x-csrftoken": self.cookies["csrftoken"]})

    async def _call(self, method: str, path: str, **how: Any) -> Any:
        if self.cookies:
            how["headers"] = how.get("headers", {}) | {"cookie": self._written()}
        for left in reversed(range(len(self._addresses))):
            try:
                answer = await self._http.request(method, path, **how)
                break
            except httpx.HTTPError as error:
                asked = self._addresses[0]
                self._addresses.rotate(-1)
                self._http.base_url = httpx.URL(self._addresses[0])
                if not left or not isinstance(error, httpx.ConnectError):  # whether another heard it is not known
                    raise Away(f"{asked} does not answer: {error or type(error).__name__}") from None
        self._keep(answer)
        if answer.status_code >= 500:
            raise Away(_detail(answer))
        if answer.status_code >= 400:
            raise Mistaken(_detail(answer))
        return answer.json()

    def _keep(self, answer: httpx.Response) -> None:
        """Keep the cookies of an answer here, and not by host."""
        for each in answer.headers.get_list("set-cookie"):
            name = each.partition("=")[0].strip()
            self.cookies.pop(name, None)
            if value := answer.cookies.get(name):
                self.cookies[name] = value
        self._http.cookies.clear()

    def _written(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def guest(self) -> Any:
        """Come in without a name."""
        return await self.post("/api/guest")

    async def sign_in(self, name: str, password: str) -> Any:
        """Come in."""
        return await self.post("/api/sign-in", name=name, password=password)

    async def sign_up(self, name: str, password: str) -> Any:
        """Open an account."""
        return await self.post("/api/sign-up", name=name, password=password)

    @contextlib.asynccontextmanager
    async def enter(self, hall: str = "play") -> AsyncIterator[Line]:
        """Be in a hall, with a line that is opened again when it breaks."""
        line = Line([f"ws{each.removeprefix('http')}/socket/{hall}" for each in self._addresses], self._written())
        await line.open()
        try:
            yield line
        finally:
            await line.close()


class Line:
    """A line into a hall."""

    def __init__(self, addresses: list[str], cookies: str) -> None:
        self._addresses, self._cookies = deque(addresses), cookies
        self._patience = 20 if len(addresses) == 1 else 5
        """Seconds until a server is given up that says nothing."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self.scenes: dict[str, dict[str, Any]] = {}
        """The tables that one watches, as one may see them."""
        self._seen: dict[str, tuple[str, int]] = {}
        self._answers: dict[str, asyncio.Future[Accepted | Denied]] = {}
        self._came: deque[ServerMessage] = deque()
        self._waiting: set[asyncio.Future[None]] = set()
        """Those who wait for what comes next."""
        self.name = ""
        self.ahead = 0.0
        """By how many seconds the server's clock is ahead of this loop's."""
        self.ended = ""
        """Why the line is closed for good."""

    async def open(self) -> None:
        """Get through to the server, and begin to listen."""
        await self._dial()
        self._reader = asyncio.create_task(self._read())

    async def _dial(self) -> None:
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
            raise Away(f"the line cannot be opened: {error}") from None
        for table, (epoch, seq) in self._seen.items():
            await self.say(Watch(table, epoch, seq))

    async def close(self) -> None:
        """Hang up."""
        self.ended = self.ended or "closed"
        if self._reader:
            self._reader.cancel()
        if self._socket:
            await self._socket.close()

    async def say(self, message: Any) -> None:
        """Say something that is not to be kept; what the line loses is not said again."""
        if self._socket is not None:
            with contextlib.suppress(WebSocketException):
                await self._socket.send(_encode(message).decode())

    async def watch(self, table: str, seconds: float = 20) -> dict[str, Any]:
        """Be shown a table from now on; gives it as it is."""
        self._seen.setdefault(table, ("", 0))
        await self.say(Watch(table, *self._seen[table]))
        until = asyncio.get_running_loop().time() + seconds
        while table not in self.scenes:
            left = until - asyncio.get_running_loop().time()
            said = await self.next(max(left, 0.01))
            if isinstance(said, Denied) and not said.id:
                del self._seen[table]
                raise Mistaken(said.why)
        return self.scenes[table]

    async def ask(
        self, kind: type[Any], table: str, *words: Any, seconds: float = 30, key: str | None = None, **named: Any
    ) -> str:
        """Ask for something until it is kept, or refused: `await line.ask(Join, "table 7", 20_000)`. Gives its id.

        Who makes up its id (`key`) can ask for the same again by it, after `Away` too: it happens once.
        """
        id = key or secrets.token_hex(12)  # noqa: A001
        message = request(kind, table, id, *words, **named)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Accepted | Denied] = loop.create_future()
        until = loop.time() + seconds
        try:
            while not future.done():
                if self.ended or loop.time() > until:
                    raise Away(self.ended or "no answer came")
                self._answers[id] = future
                await self.say(message)
                await asyncio.wait([future], timeout=2)  # an answer that comes as this ends is still one
            said = future.result()
        finally:
            self._answers.pop(id, None)
        if isinstance(said, Denied):
            raise Mistaken(said.why)
        return str(said.id)

    async def next(self, seconds: float = 30) -> ServerMessage:
        """What comes next; `Away` when nothing does for so long."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not self._came:
            if (left := until - loop.time()) <= 0:
                raise Away(self.ended or "nothing came")
            waiting: asyncio.Future[None] = loop.create_future()
            self._waiting.add(waiting)
            try:
                await _within(left, waiting)
            finally:
                self._waiting.discard(waiting)
        return self._came.popleft()

    async def _read(self) -> None:
        while not self.ended:
            try:
                while self._socket is not None:
                    self._hear(_decode(await self._socket.recv()))
            except (OSError, WebSocketException):
                pass
            except Exception as error:  # whatever it is, who waits is to hear of it
                self.ended = f"what the server says cannot be understood: {error!r}"
            await self._again()

    async def _again(self) -> None:
        """Dial again, later each time."""
        wait = 0.1
        while not self.ended:
            await asyncio.sleep(wait)
            try:
                await self._dial()
                return
            except Away:
                wait = min(wait * 2, 5)

    def _hear(self, said: ServerMessage) -> None:
        match said:
            case Hello(name, now):
                self.name, self.ahead = name, now - asyncio.get_running_loop().time()
            case Bye(why):
                self.ended = "" if why in RECONNECT_AFTER else why
            case Scene(table, epoch, seq, scene):
                self.scenes[table], self._seen[table] = scene, (epoch, seq)
            case ScenePatch(table, epoch, after, seq) if self._seen.get(table) == (epoch, after):
                self.scenes[table], self._seen[table] = applied(self.scenes[table], said), (epoch, seq)
            case ScenePatch(table) if table in self._seen:  # something was lost on the way
                self._missed = asyncio.create_task(self.say(Watch(table, *self._seen[table])))
            case Accepted(id) | Denied(id) if id in self._answers:
                if not self._answers[id].done():
                    self._answers[id].set_result(said)
                return
        if len(self._came) >= MOST_UNREAD:
            if isinstance(said, Scene | ScenePatch):
                return  # the scene itself is there
            self._came.popleft()
        self._came.append(said)
        for waiting in self._waiting:
            _give_none(waiting)


async def _within(seconds: float, future: asyncio.Future[None]) -> None:
    """Wait until a future is done, and so long at most: a timer, where `wait_for` makes a task for each."""
    timer = asyncio.get_running_loop().call_later(seconds, _give_none, future)
    try:
        await future
    finally:
        timer.cancel()


def _give_none(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


@cache
def _trusted() -> ssl.SSLContext:
    """Whose certificates are believed: to read them takes longer than all else that a client begins with."""
    return httpx.create_ssl_context()


def _detail(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"the server says {answer.status_code}"
