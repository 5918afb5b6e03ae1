"""For how long a request is waited for, by a clock that the tests set."""

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
    """A connection, as the loop and the transport that it is given: what it sets the clock for is remembered."""

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
        """Something comes."""
        self.protocol.data_received(data)

    @property
    def waits(self):
        """Whether time runs for a request to come; that for which an answered one may stay is uvicorn's own."""
        return [act for seconds, act in self._timers if seconds == SECONDS]

    # -- a loop

    def call_later(self, seconds, act):
        """Set the clock."""
        timer = seconds, act
        self._timers.append(timer)
        return type("Timer", (), {"cancel": lambda _: self._timers.remove(timer)})()

    def create_task(self, work):
        """Begin something."""
        return asyncio.get_running_loop().create_task(work)

    # -- a transport

    def close(self):
        """Hang up."""
        self.closed = True

    def is_closing(self):
        """Whether it was hung up."""
        return self.closed

    def get_protocol(self):
        """Who listens."""
        return self._protocol

    def set_protocol(self, protocol):
        """Let somebody else listen."""
        self._protocol = protocol

    def get_extra_info(self, _):
        """Nothing is known."""

    def write(self, _):
        """Nobody reads it."""

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
            assert call.waits == [late], "one byte more is no more time"
        late()
        assert call.closed

    asyncio.run(act())


@pytest.mark.parametrize("whole", [ASKS, POSTS + b"{}"])
def test_responses_have_no_time_limit_and_each_request_has_its_own(whole):
    async def act():
        call = Call()
        call.says(whole)
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
        heard = b""
        with suppress(ConnectionError):
            call.sendall(b"GET /health HTTP/1.1\r\n")
            heard = call.recv(100)
        assert heard == b"", "it is closed there"
