"""A time limit for receiving a request. Uvicorn would wait for ever for one whose headers or body never end."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["SECONDS", "RequestTimeout"]

SECONDS = 30.0
"""Seconds in which a whole request must have arrived."""


class RequestTimeout(H11Protocol):
    """An HTTP connection that is closed when a request does not arrive in time.

    The time that a response takes is not limited here, and a WebSocket has its pings.
    """

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client connected."""
        super().connection_made(transport)
        self._follow()

    def data_received(self, data: bytes) -> None:
        """Bytes arrived."""
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """A response was sent. The client may send another request."""
        super().on_response_complete()
        self._follow()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
        self._stop()
        super().connection_lost(exc)

    def _follow(self) -> None:
        """Let the timer run while a request is awaited or arriving, and only then."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.get_protocol() is not self:
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
