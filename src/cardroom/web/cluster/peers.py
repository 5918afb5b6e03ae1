"""What halls and the server ask about the other processes that serve the same room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import Connection

from cardroom.room import Person
from cardroom.room.messages import ClientMessage, RoomOutput
from cardroom.room.room import Sender
from cardroom.web.cluster.host import Host

__all__ = ["Peers"]


class Peers(Protocol):
    """The other processes, as one process deals with them."""

    draining: bool
    """Whether this process is about to close, so that it takes up no more tables."""

    @property
    def single(self) -> bool:
        """Whether no other process can serve the room."""

    @property
    def order_retry(self) -> float:
        """Seconds after which an order is sent again: the process that was to carry it out may have died."""

    # -- the life of this process -----------------------------------------------------------------------------------

    def start(self, host: Host) -> None:
        """Join the other processes."""

    async def tables_known(self) -> None:
        """Wait until it is known which tables there are."""

    async def leave(self) -> None:
        """Give up all tables, and leave."""

    def check_lease(self) -> None:
        """Give up all tables where the lease may be over."""

    @property
    def holds_lease(self) -> bool:
        """Whether this process may act for its tables."""

    @property
    def leads(self) -> bool:
        """Whether this process does what only one process must do."""

    def fence(self, hall: str) -> Callable[[Connection, str], None] | None:
        """What the books of a hall call before they write: it refuses where the table is another process's."""

    # -- connections and messages -----------------------------------------------------------------------------------

    def connected(self, hall: str, connection: str, person: Person) -> None:
        """Someone connected to this process."""

    def disconnected(self, hall: str, connection: str) -> None:
        """A connection to this process ended."""

    def forward(self, hall: str, sender: Sender, message: ClientMessage) -> bool:
        """Take over a message that is not for a table of this process; false where it is."""

    def deliver(self, hall: str, connection: str, message: RoomOutput, text: bytes) -> bool:
        """Send an encoded message to a connection of another process; false where the connection is not there."""

    # -- tables -----------------------------------------------------------------------------------------------------

    async def claim(self, hall: str, table: str) -> None:
        """Reserve the name of a table that is about to be opened; refused where there is such a table."""

    def claim_done(self, hall: str, table: str) -> None:
        """The claimed table was opened, or will not be."""

    def table_closed(self, hall: str, table: str) -> None:
        """A table was closed for good."""

    def other_tables(self, hall: str) -> set[str]:
        """The names of the tables that other processes serve, or none does."""

    def other_lobby(self, hall: str) -> list[dict[str, Any]]:
        """The lobby's entries of the tables that other processes serve."""

    # -- news for all processes -------------------------------------------------------------------------------------

    def restrictions_changed(self) -> None:
        """Tell the other processes to read stops and bars again."""

    def recheck_session(self, user: str) -> None:
        """Tell the other processes to check the sessions of a user's connections."""

    async def processes(self) -> list[dict[str, Any]]:
        """The processes that serve the room, and their tables; none where only one can."""
