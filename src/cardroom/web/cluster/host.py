"""What a process must give to the cluster: its halls, its lobby, and what it does when tables or rules change.

The packages above hand these over as a `Host`, so that the cluster imports nothing from them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from cardroom.house import House
from cardroom.room import Room
from cardroom.room.committer import Committed
from cardroom.room.messages import RoomInput
from cardroom.room.room import Effect, Sender
from cardroom.room.timing import TableTiming

__all__ = ["Host", "HostedHall", "TableKey"]

_T = TypeVar("_T")
TableKey: TypeAlias = tuple[str, str]
"""A table by hall and name."""


class HostedHall(Protocol):
    """A hall, as the cluster uses it."""

    @property
    def house(self) -> House:
        """The books."""

    @property
    def room(self) -> Room:
        """The live tables of this process."""

    async def books(self, act: Callable[[], _T]) -> _T:
        """Call something that uses the books, in a thread."""

    def run(self, effects: Callable[[float], Iterable[Effect]]) -> None:
        """Do something to the room."""

    def receive(self, sender: Sender, message: RoomInput) -> None:
        """Receive a message of a connection of this process, or an order."""

    def send(self, connection: str, text: bytes) -> None:
        """Send what another process says to a connection of this process, or to an order that waits for it."""

    async def load_table(self, table: str) -> Committed | None:
        """Read a table from its book; none where it is closed for good."""

    def release_table(self, table: str) -> None:
        """Stop serving a table."""

    def recheck_session(self, user: str) -> None:
        """Check the sessions of a user's connections now."""


class Host(NamedTuple):
    """What one process gives to the cluster."""

    halls: Mapping[str, HostedHall]
    lobby: Callable[[str], list[dict[str, Any]]]
    """The lobby's entries of this process's tables in a hall."""
    timing: Callable[[str, str], TableTiming]
    """The timing of a table, by hall and name. May read the people database."""
    taken_up: Callable[[str, str], Awaitable[None]]
    """Called with hall and name when this process has begun to serve a table."""
    reload_restrictions: Callable[[], Awaitable[None]]
    """Reads stops and bars from the people database again, and applies them."""
