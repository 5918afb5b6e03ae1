"""Messages that wait to be sent to one connection."""

from __future__ import annotations

import asyncio

from cardroom.room import CLIENT_TOO_SLOW

__all__ = ["Outbox"]

MOST_UNSENT = 500
"""Unsent messages after which a connection is closed. The client reconnects and gets complete scenes."""


class Outbox:
    """Encoded messages for one connection, and its state for the WebSocket."""

    def __init__(self, user: str) -> None:
        self.user = user
        self._unsent: list[bytes] = []
        self._changed = asyncio.Event()
        self.closed = ""
        """Why the connection was closed; empty while it is open."""
        self.spoke = False
        """Whether the client has sent a message."""
        self.active = False
        """Whether the client has sent a message since the session was last checked."""
        self.recheck = asyncio.Event()
        """Set when the session must be checked, because it may have ended or the user's roles may have changed."""

    @property
    def unsent(self) -> int:
        """The number of messages that wait."""
        return len(self._unsent)

    def put(self, text: bytes) -> None:
        """Queue a message."""
        if self.closed:
            return
        self._unsent.append(text)
        if len(self._unsent) > MOST_UNSENT:
            self.close(CLIENT_TOO_SLOW)
        self._changed.set()

    def close(self, why: str) -> None:
        """Send nothing more, and close the connection."""
        self.closed = self.closed or why
        self._changed.set()

    async def take(self) -> list[bytes]:
        """Wait for messages or for closing; remove and return all unsent messages."""
        await self._changed.wait()
        self._changed.clear()
        unsent, self._unsent = self._unsent, []
        return unsent
