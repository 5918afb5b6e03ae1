"""What a process must provide to the cluster: its halls, its lobby, and callbacks for changes.

The packages above pass it as a `Host`, so that the cluster imports nothing from them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from cardroom.house import House
from cardroom.room import Committed, Effect, ListedPlayer, ListedTable, Room, RoomInput, Sender, TableTiming

__all__ = ["Host", "HostedHall", "LobbyEntry", "ProcessEntry", "ServedTable", "TableKey"]

_T = TypeVar("_T")
TableKey: TypeAlias = tuple[str, str]
"""A table by hall and name."""


class LobbyEntry(msgspec.Struct, frozen=True):
    """A table of a process, as everyone may see it, with what only staff and the server know."""

    listed: ListedTable
    people: tuple[ListedPlayer, ...]
    """The players as staff see them."""
    absent: dict[str, float]
    """Since when players are not connected."""
    owner: str
    """The user who opened a practice table or a private table; empty for other tables."""
    admitted: tuple[str, ...]
    """The people with the link of a private table."""
    origin: str
    """Where the owner opened it from."""
    deserted: bool = False
    """Whether people have looked at it, and nobody does any more."""


class ServedTable(msgspec.Struct, frozen=True):
    """A table of a process, and since when it has the lease."""

    hall: str
    table: str
    since: str


class ProcessEntry(msgspec.Struct, frozen=True):
    """A process that serves the room."""

    number: int
    name: str
    here: bool
    """Whether it is the process that answers."""
    lives: bool
    since: str
    until: str
    """When its lease expires."""
    tables: list[ServedTable]


class HostedHall(Protocol):
    """The parts of a hall that the cluster uses."""

    @property
    def house(self) -> House:
        """The books."""

    @property
    def room(self) -> Room:
        """The live tables of this process."""

    async def books(self, act: Callable[[], _T]) -> _T:
        """Call a function that uses the books, in a thread."""

    def run(self, effects: Callable[[float], Iterable[Effect]]) -> None:
        """Call a method of the room, and run its effects."""

    def receive(self, sender: Sender, message: RoomInput) -> None:
        """Receive a message from a connection of this process, or an order."""

    def send(self, connection: str, text: bytes) -> None:
        """Pass a message from another process to a connection of this process, or to an order that waits for it."""

    async def load_table(self, table: str) -> Committed | None:
        """Load a table from its book; None if it is closed permanently."""

    def release_table(self, table: str) -> None:
        """Stop serving a table."""

    def recheck_session(self, user: str) -> None:
        """Check the sessions of a user's connections now."""


class Host(NamedTuple):
    """What one process provides to the cluster."""

    halls: Mapping[str, HostedHall]
    lobby: Callable[[str], list[LobbyEntry]]
    """The lobby's entries of this process's tables in a hall."""
    timing: Callable[[str, str], TableTiming]
    """The timing of a table, by hall and name. May read the people database."""
    table_loaded: Callable[[str, str], Awaitable[None]]
    """Called with hall and name after this process has loaded a table."""
    reload_restrictions: Callable[[], Awaitable[None]]
    """Reads stops and bars from the people database again, and applies them."""
