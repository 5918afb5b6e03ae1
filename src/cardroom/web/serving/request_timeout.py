"""How long is waited for a request: uvicorn waits for ever for one whose headers or body never end."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["PATIENCE", "Patient"]

PATIENCE = 30.0
"""Seconds in which a request must have come, whole."""


class Patient(H11Protocol):
    """A connection that is closed when a request has not come in time. How long an answer takes is its own affair,
    and a line that was opened is looked after by its pings."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody calls."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Somebody says something."""
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """Somebody was answered, and may ask for something else."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Let the time run as long as a request is on its way."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.get_protocol() is not self:
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
