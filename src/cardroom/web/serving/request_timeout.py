"""Limits of connections: the time to receive a request, and the number of connections from one address.

Uvicorn alone would wait forever for the end of a request, and accept connections until no file descriptor is left. An
idle connection has not sent a complete request yet, or is a WebSocket without a message yet. Idle ones are also limited
on this machine: a new one closes the oldest one of its address, so that nobody can close the door for others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cardroom.web.api import LOOPBACK

__all__ = ["MOST_CONNECTIONS", "SECONDS", "IdleConnections", "RequestTimeout", "WebSocketLimit"]

_log = logging.getLogger("cardroom.web")

SECONDS = 30.0
"""Seconds within which a complete request must arrive."""


MOST_CONNECTIONS = 400
"""The most HTTP connections of one address, and the most WebSockets, unless the room sets a different number."""
MOST_IDLE = 100
"""The most idle connections of one address."""
CLOSING = 2.0
"""Seconds in which a client must answer the end of a WebSocket."""


class IdleConnections:
    """The idle connections by address, the oldest first.

    >>> class Transport:
    ...     closed = False
    ...     def close(self): self.closed = True
    >>> idle, three = IdleConnections(most=2), [Transport() for _ in range(3)]
    >>> for each in three:
    ...     idle.add("192.0.2.7", each)
    >>> [each.closed for each in three]
    [True, False, False]
    """

    def __init__(self, most: int = MOST_IDLE) -> None:
        self.most = most
        self._open: dict[str, dict[Any, None]] = {}
        self._logged: set[str] = set()

    def add(self, address: str, transport: Any) -> None:
        """Add a connection. If its address has too many, close the oldest one."""
        idle = self._open.setdefault(address, {})
        idle[transport] = None
        if len(idle) > self.most:
            if address not in self._logged:  # log the first one only
                self._logged.add(address)
                _log.warning("too many idle connections", extra={"address": address, "most": self.most})
            oldest = next(iter(idle))
            del idle[oldest]
            oldest.close()

    def remove(self, address: str, transport: Any) -> None:
        """Remove a connection that is no longer idle, or no longer open."""
        idle = self._open.get(address, {})
        idle.pop(transport, None)
        if not idle:
            self._open.pop(address, None)
            self._logged.discard(address)


def _address(transport: Any) -> str:
    return str((transport.get_extra_info("peername") or ("",))[0])


class RequestTimeout(H11Protocol):
    """An HTTP connection that is closed when a request does not arrive in time.

    Responses have no time limit here. WebSockets are checked by pings.
    """

    most_per_address: ClassVar[int] = MOST_CONNECTIONS
    """The most open HTTP connections of one address; 0 means no limit. WebSockets are counted where their address is
    known also behind a proxy. This machine has no limit, because a proxy connects from here for everyone."""
    idle: ClassVar[IdleConnections] = IdleConnections()
    _open: ClassVar[Counter[str]] = Counter()
    _timer: asyncio.TimerHandle | None = None
    _address, _counted = "", False

    def connection_made(self, transport: Any) -> None:
        """A client connected. Close the connection if its address has too many."""
        super().connection_made(transport)
        address = _address(transport)
        self.idle.add(address, transport)
        if address in LOOPBACK or not self.most_per_address:
            address = ""
        if address and self._open[address] >= self.most_per_address:
            if self._open[address] == self.most_per_address:  # log the first one only
                _log.warning("too many connections", extra={"address": address, "most": self.most_per_address})
            transport.close()
        self._address, self._counted = address, True
        self._open[address] += 1
        self._update_timer()

    def data_received(self, data: bytes) -> None:
        """Bytes arrived."""
        super().data_received(data)
        self._update_timer()

    def on_response_complete(self) -> None:
        """A response was sent. The client may send another request."""
        super().on_response_complete()
        self._update_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
        self._stop()
        self._release()
        self.idle.remove(_address(self.transport), self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a WebSocket, and no longer counts here. It is idle until its first message."""
        self._release()
        super().handle_websocket_upgrade(event)

    def _release(self) -> None:
        """Count the connection no longer."""
        if self._counted:
            self._counted = False
            self._open[self._address] -= 1
            if not self._open[self._address]:
                del self._open[self._address]

    def _update_timer(self) -> None:
        """Run the timer only while a request is expected or arriving."""
        if self.transport.get_protocol() is not self:
            self._stop()
        elif self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop()
            self.idle.remove(_address(self.transport), self.transport)
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketLimit(WebSocketsSansIOProtocol):
    """A WebSocket that is idle until its first message. A client that does not answer its end is cut off soon."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.close_timeout = CLOSING

    def send_receive_event_to_app(self) -> None:
        """A message arrived."""
        RequestTimeout.idle.remove(_address(self.transport), self.transport)
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
        RequestTimeout.idle.remove(_address(self.transport), self.transport)
        super().connection_lost(exc)
