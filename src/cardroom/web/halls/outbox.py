"""What waits to be sent to one connection."""

from __future__ import annotations

import asyncio

from cardroom.room.messages import CLIENT_TOO_SLOW

__all__ = ["Outbox"]

MOST_UNSENT = 500
"""Unsent messages after which a connection is closed. The client connects again and gets whole scenes."""


class Outbox:
    """Encoded messages for one connection, and what its socket must know of it."""

    def __init__(self, user: str) -> None:
        self.user = user
        self._unsent: list[bytes] = []
        self._changed = asyncio.Event()
        self.closed = ""
        """Why the connection is closed; empty while it is open."""
        self.active = False
        """Whether the client has sent a message since the session was last checked."""
        self.recheck = asyncio.Event()
        """Set where the session must be checked: it may be over, or its user's roles may have changed."""

    def put(self, text: bytes) -> None:
        """Send this next."""
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
        """All unsent messages, once there are some; also returns when the connection is closed."""
        await self._changed.wait()
        self._changed.clear()
        unsent, self._unsent = self._unsent, []
        return unsent
