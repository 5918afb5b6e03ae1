"""Limits of HTTP connections: the time to receive a request, and the number of connections from one address.

Uvicorn alone would wait forever for the end of a request, and accept connections until no file descriptor is left.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["SECONDS", "RequestTimeout"]

_log = logging.getLogger("cardroom.web")

SECONDS = 30.0
"""Seconds within which a complete request must arrive."""


_LOOPBACK = ("127.0.0.1", "::1")


class RequestTimeout(H11Protocol):
    """An HTTP connection that is closed when a request does not arrive in time.

    Responses have no time limit here. WebSockets are checked by pings.
    """

    most_per_address: ClassVar[int] = 500
    """The most open HTTP connections of one address; 0 means no limit. WebSockets are limited for each user instead.
    This machine has no limit, because a proxy connects from here for everyone."""
    _open: ClassVar[Counter[str]] = Counter()
    _timer: asyncio.TimerHandle | None = None
    _address, _counted = "", False

    def connection_made(self, transport: Any) -> None:
        """A client connected. Close the connection if its address has too many."""
        super().connection_made(transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if address in _LOOPBACK or not self.most_per_address:
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
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a WebSocket, and no longer counts here."""
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
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.get_protocol() is not self:
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
