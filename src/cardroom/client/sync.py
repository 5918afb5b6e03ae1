"""The client without asyncio: the same methods, each of which returns when its work is done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cardroom.client.answers import Me
from cardroom.client.connection import Connection
from cardroom.client.http import Client
from cardroom.client.questions import Question

if TYPE_CHECKING:
    from cardroom.room import ServerMessage

__all__ = ["SyncClient", "SyncConnection"]

_T = TypeVar("_T")


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cardroom client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class SyncClient:
    """A user of a server, for programs without asyncio.

    `with SyncClient("http://127.0.0.1:8080") as client: client.guest()`
    """

    def __init__(self, address: str, *others: str, **options: Any) -> None:
        """The arguments are those of `Client`."""
        self._loop = _Loop()
        self._client = Client(address, *others, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections to the server."""
        self._loop.run(self._client.__aexit__(None, None, None))
        self._loop.close()

    def get(self, path: str, **query: Any) -> Any:
        """Send a GET request; return the decoded JSON."""
        return self._loop.run(self._client.get(path, **query))

    def post(self, path: str, **body: Any) -> Any:
        """Send a POST request with a JSON body; return the decoded JSON."""
        return self._loop.run(self._client.post(path, **body))

    def guest(self, name: str = "") -> Me:
        """Sign in as a new guest, with a name of your choice or a random one."""
        return self._loop.run(self._client.guest(name))

    def sign_in(self, name: str, password: str) -> Me:
        """Sign in."""
        return self._loop.run(self._client.sign_in(name, password))

    def sign_up(self, name: str, password: str) -> Me:
        """Create a user, and sign in."""
        return self._loop.run(self._client.sign_up(name, password))

    @contextmanager
    def enter(self, hall: str = "play", *, mix: bool = True) -> Iterator[SyncConnection]:
        """Connect to a hall, as `Client.enter` does."""
        entered = self._client.enter(hall, mix=mix)
        connection = SyncConnection(self._loop, self._loop.run(entered.__aenter__()))
        try:
            yield connection
        finally:
            self._loop.run(entered.__aexit__(None, None, None))


class SyncConnection:
    """A connection to a hall, for programs without asyncio. It receives messages also while no method is called."""

    def __init__(self, loop: _Loop, connection: Connection) -> None:
        self._loop, self._connection = loop, connection

    @property
    def scenes(self) -> dict[str, dict[str, Any]]:
        """The scenes of the watched tables, as shown to this user."""
        return self._connection.scenes

    @property
    def name(self) -> str:
        """The name of this user."""
        return self._connection.name

    def watch(self, table: str, seconds: float = 20) -> dict[str, Any]:
        """Start to watch a table; return its scene."""
        return self._loop.run(self._connection.watch(table, seconds))

    def ask(self, kind: type[Any], table: str, *words: Any, **named: Any) -> str:
        """Send a request until it is accepted or refused, as `Connection.ask` does."""
        return self._loop.run(self._connection.ask(kind, table, *words, **named))

    def question(self, table: str, seconds: float = 60) -> Question:
        """Wait for the next open question to this user at a watched table."""
        return self._loop.run(self._connection.question(table, seconds))

    def answer(self, question: Question, action: str, value: Any = None) -> str:
        """Answer a question."""
        return self._loop.run(self._connection.answer(question, action, value))

    def next(self, seconds: float = 30) -> ServerMessage:
        """Wait for the next message."""
        return self._loop.run(self._connection.next(seconds))
