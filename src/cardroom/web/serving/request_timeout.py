"""A time limit for receiving a request. Uvicorn alone would wait forever for the end of its headers or body."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["SECONDS", "RequestTimeout"]

SECONDS = 30.0
"""Seconds within which a complete request must arrive."""


class RequestTimeout(H11Protocol):
    """An HTTP connection that is closed when a request does not arrive in time.

    Responses have no time limit here. WebSockets are checked by pings.
    """

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client connected."""
        super().connection_made(transport)
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
        super().connection_lost(exc)

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
