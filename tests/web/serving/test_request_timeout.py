"""The time limit of requests, by a clock that the tests set."""

import asyncio
import socket
from contextlib import suppress

import pytest
import uvicorn
from uvicorn.server import ServerState

from cardroom.web.serving import request_timeout
from cardroom.web.serving.request_timeout import SECONDS, RequestTimeout

ASKS = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POSTS = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"
LINE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


class Call:
    """A connection with its loop and transport. It records the timers that are set."""

    def __init__(self):
        self._timers, self.closed, self._protocol, self.answer = [], False, None, asyncio.Event()
        config = uvicorn.Config(self._app, interface="asgi3", http=RequestTimeout, ws=_Line, log_config=None)
        self.protocol = self._protocol = RequestTimeout(config, ServerState(), {}, self)
        self.protocol.connection_made(self)

    async def _app(self, scope, receive, send):
        await self.answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    def says(self, data):
        """Receive bytes."""
        self.protocol.data_received(data)

    @property
    def waits(self):
        """The running request timers. Uvicorn's own keep-alive timer is not among them."""
        return [act for seconds, act in self._timers if seconds == SECONDS]

    # -- a loop

    def call_later(self, seconds, act):
        """Set a timer."""
        timer = seconds, act
        self._timers.append(timer)
        return type("Timer", (), {"cancel": lambda _: self._timers.remove(timer)})()

    def create_task(self, work):
        """Start a task."""
        return asyncio.get_running_loop().create_task(work)

    # -- a transport

    def close(self):
        """Close the connection."""
        self.closed = True

    def is_closing(self):
        """Whether it was closed."""
        return self.closed

    def get_protocol(self):
        """The current protocol."""
        return self._protocol

    def set_protocol(self, protocol):
        """Set the current protocol."""
        self._protocol = protocol

    def get_extra_info(self, _):
        """Return nothing."""

    def write(self, _):
        """Drop the bytes."""

    resume_reading = pause_reading = lambda self: None


class _Line:
    def __init__(self, **_):
        pass

    connection_made = data_received = lambda self, _: None


@pytest.mark.parametrize("begun", [b"", ASKS[:-2], POSTS, POSTS + b"{"])
def test_an_unfinished_request_is_closed(begun):
    async def act():
        call = Call()
        [late] = call.waits
        for byte in begun:
            call.says(bytes([byte]))
            assert call.waits == [late], "another byte gives no more time"
        late()
        assert call.closed

    asyncio.run(act())


@pytest.mark.parametrize("request_bytes", [ASKS, POSTS + b"{}"])
def test_responses_have_no_time_limit_and_each_request_has_its_own(request_bytes):
    async def act():
        call = Call()
        call.says(request_bytes)
        assert not call.waits
        call.answer.set()
        async with asyncio.timeout(60):
            while not call.waits:
                await asyncio.sleep(0)
        call.says(ASKS[:-1])
        [late] = call.waits
        late()
        assert call.closed

    asyncio.run(act())


def test_websockets_and_closed_connections_have_no_timeout():
    async def act():
        one, other = Call(), Call()
        one.says(LINE)
        assert isinstance(one.get_protocol(), _Line)
        other.protocol.connection_lost(None)
        assert not one.waits + other.waits
        assert not one.closed

    asyncio.run(act())


def test_an_unfinished_request_is_closed_after_the_timeout(door, monkeypatch):
    monkeypatch.setattr(request_timeout, "SECONDS", 0.5)
    with socket.create_connection(door.listening.getsockname(), 60) as call:
        received = b""
        with suppress(ConnectionError):
            call.sendall(b"GET /health HTTP/1.1\r\n")
            received = call.recv(100)
        assert received == b"", "the server closed the connection"
