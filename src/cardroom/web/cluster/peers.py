"""The protocol by which halls and the server use the other processes of a room."""

from __future__ import annotations

import os
import platform
import secrets
from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection

from cardroom.room import ClientMessage, Person, RoomOutput, Sender
from cardroom.web.cluster.host import Host, LobbyEntry, ProcessEntry

__all__ = ["Peers", "new_name"]


def new_name() -> str:
    """A name for a run of this process: the machine, the process number, and four random digits."""
    return f"{platform.node()} {os.getpid()}-{secrets.token_hex(2)}"


class Peers(Protocol):
    """The other processes of a room."""

    draining: bool
    """Whether this process is closing. Then it takes no more tables."""

    @property
    def name(self) -> str:
        """The name of this run of the process. No other run has it."""

    @property
    def single(self) -> bool:
        """Whether no other process can serve the room."""

    @property
    def order_retry(self) -> float:
        """Seconds after which an order is sent again, because the process that received it may have died."""

    # -- the life of this process -----------------------------------------------------------------------------------

    def start(self, host: Host) -> None:
        """Join the other processes."""

    async def tables_known(self) -> None:
        """Wait until the tables of the room are known."""

    async def leave(self) -> None:
        """Give up all tables, and leave."""

    def check_lease(self) -> None:
        """Give up all tables if the lease may have ended."""

    @property
    def holds_lease(self) -> bool:
        """Whether this process may act for its tables."""

    @property
    def leads(self) -> bool:
        """Whether this process does the work that exactly one process must do."""

    def fence(self, hall: str) -> Callable[[Connection, str], None] | None:
        """The check that a hall's books make before they write. It refuses if another process has the table."""

    # -- connections and messages -----------------------------------------------------------------------------------

    def connected(self, hall: str, connection: str, person: Person) -> None:
        """A user connected to this process."""

    def disconnected(self, hall: str, connection: str) -> None:
        """A connection to this process ended."""

    def forward(self, hall: str, sender: Sender, message: ClientMessage) -> bool:
        """Handle a message for a table of another process. Return False if the table is this process's."""

    def deliver(self, hall: str, connection: str, message: RoomOutput, text: bytes) -> bool:
        """Send an encoded message to a connection of another process. Return False if no other process has it."""

    # -- tables -----------------------------------------------------------------------------------------------------

    async def claim(self, hall: str, table: str) -> None:
        """Reserve the name of a table that is about to be opened. Refused if such a table exists."""

    def claim_done(self, hall: str, table: str) -> None:
        """End the claim of a table: it was opened, or opening it failed."""

    def table_closed(self, hall: str, table: str) -> None:
        """A table was closed permanently."""

    def other_tables(self, hall: str) -> set[str]:
        """The names of the tables that this process does not serve."""

    def other_lobby(self, hall: str) -> list[LobbyEntry]:
        """The lobby's entries of the tables that other processes serve."""

    # -- news for all processes -------------------------------------------------------------------------------------

    def restrictions_changed(self) -> None:
        """Tell the other processes to read stops and bars again."""

    def recheck_session(self, user: str) -> None:
        """Tell the other processes to check the sessions of a user's connections."""

    async def processes(self) -> list[ProcessEntry]:
        """The processes that serve the room, with their tables; empty if only one process can."""
