"""What a hall asks about other processes that serve the same room: here, the answers where there are none."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from cardroom.room import Person
from cardroom.room.messages import ClientMessage, RoomOutput
from cardroom.room.room import Sender

if TYPE_CHECKING:
    from cardroom.web.halls.server import Server

__all__ = ["ALONE", "Alone"]


class Alone:
    """One process serves the room: every table is its own, and everybody is here.

    >>> ALONE.sent("play", "line 1", None)
    False
    """

    alone = True
    draining = False
    again = math.inf
    """Seconds after which an order is given again, since the process may have died that was to do it."""

    def check(self) -> None:
        """Let go of all tables, if they are another's by now."""

    def came(self, hall: str, line: str, person: Person) -> None:
        """Somebody came in here."""

    def gone(self, hall: str, line: str) -> None:
        """Somebody who was here is gone."""

    def sent(self, hall: str, sender: Sender, message: ClientMessage) -> bool:
        """Whether something that was said here is another process's affair, who hears of it."""
        return False

    def told(self, hall: str, line: str, message: RoomOutput, text: bytes) -> bool:
        """Whether a line ends at another process, who passes on what is to be said, as it is written on the wire."""
        return False

    async def claim(self, hall: str, table: str) -> None:
        """Have a table of this name to open; refused if there is one already."""

    def claimed(self, hall: str, table: str) -> None:
        """It is open, or will not be."""

    def ended(self, hall: str, table: str) -> None:
        """A table is closed for good."""

    def names(self, hall: str) -> set[str]:
        """The tables of a hall that others serve."""
        return set()

    def listed(self, hall: str) -> list[dict[str, Any]]:
        """The lobby's entries of tables that others serve."""
        return []

    @property
    def leads(self) -> bool:
        """Whether this process does what is to be done once."""
        return True

    @property
    def holds(self) -> bool:
        """Whether it may act for its tables."""
        return True

    def registered(self) -> None:
        """The register was changed: others are to follow it too."""

    def doubted(self, who: str) -> None:
        """Somebody's lines are to be looked at, wherever they end."""

    async def processes(self) -> list[dict[str, Any]]:
        """The processes that serve the room, and their tables."""
        return []

    def fence(self, hall: str) -> Callable[[Connection, str], None] | None:
        """What the books of a hall ask before they write."""
        return None

    def start(self, server: Server) -> None:
        """Begin, for a server."""

    async def begun(self) -> None:
        """Wait until it is known which tables there are."""

    async def leave(self) -> None:
        """Let go of everything."""


ALONE = Alone()
