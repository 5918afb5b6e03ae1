"""The only process of a room: it serves every table and has every connection."""

from __future__ import annotations

import math

from cardroom.room import ClientMessage, Person, RoomOutput, Sender
from cardroom.web.cluster.host import Host, LobbyEntry, ProcessEntry
from cardroom.web.cluster.peers import new_name

__all__ = ["SingleProcess"]


class SingleProcess:
    """A room without other processes: see `Peers` for each method.

    >>> peers = SingleProcess()
    >>> peers.leads, peers.other_tables("play")
    (True, set())
    """

    single = True
    draining = False
    order_retry = math.inf
    holds_lease = True
    leads = True

    def __init__(self) -> None:
        self.name = new_name()

    def start(self, host: Host) -> None:
        """Do nothing: there is nothing to join."""

    async def tables_known(self) -> None:
        """Return immediately: the tables are known from the start."""

    async def leave(self) -> None:
        """Do nothing: there is nothing to leave."""

    def check_lease(self) -> None:
        """Do nothing: there is no lease."""

    def fence(self, hall: str) -> None:
        """Return no check: no other process can write."""

    def connected(self, hall: str, connection: str, person: Person) -> None:
        """Do nothing: there is no other process."""

    def disconnected(self, hall: str, connection: str) -> None:
        """Do nothing: there is no other process."""

    def forward(self, hall: str, sender: Sender, message: ClientMessage) -> bool:
        """Return False: every table is here."""
        return False

    def deliver(self, hall: str, connection: str, message: RoomOutput, text: bytes) -> bool:
        """Return False: every connection is here."""
        return False

    async def claim(self, hall: str, table: str) -> None:
        """Do nothing: no other process can use the name."""

    def claim_done(self, hall: str, table: str) -> None:
        """Do nothing: there is no other process."""

    def table_closed(self, hall: str, table: str) -> None:
        """Do nothing: there is no other process."""

    def other_tables(self, hall: str) -> set[str]:
        """Nothing: there is no other process."""
        return set()

    def other_lobby(self, hall: str) -> list[LobbyEntry]:
        """Nothing: there is no other process."""
        return []

    def restrictions_changed(self) -> None:
        """Do nothing: there is no other process."""

    def recheck_session(self, user: str) -> None:
        """Do nothing: there is no other process."""

    async def processes(self) -> list[ProcessEntry]:
        """Nothing: there is no other process."""
        return []
