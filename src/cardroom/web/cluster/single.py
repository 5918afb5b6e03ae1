"""The only process that serves a room: every table is its own, and everyone is connected to it."""

from __future__ import annotations

import math
from typing import Any

from cardroom.room import Person
from cardroom.room.messages import ClientMessage, RoomOutput
from cardroom.room.room import Sender
from cardroom.web.cluster.host import Host

__all__ = ["SingleProcess"]


class SingleProcess:
    """No other processes: see `Peers` for what each answer means.

    >>> peers = SingleProcess()
    >>> peers.leads, peers.other_tables("play")
    (True, set())
    """

    single = True
    draining = False
    order_retry = math.inf
    holds_lease = True
    leads = True

    def start(self, host: Host) -> None:
        """Nothing to join."""

    async def tables_known(self) -> None:
        """They are known from the start."""

    async def leave(self) -> None:
        """Nothing to leave."""

    def check_lease(self) -> None:
        """There is no lease."""

    def fence(self, hall: str) -> None:
        """No check: no other process can write."""

    def connected(self, hall: str, connection: str, person: Person) -> None:
        """No one to tell."""

    def disconnected(self, hall: str, connection: str) -> None:
        """No one to tell."""

    def forward(self, hall: str, sender: Sender, message: ClientMessage) -> bool:
        """Every table is here."""
        return False

    def deliver(self, hall: str, connection: str, message: RoomOutput, text: bytes) -> bool:
        """Every connection is here."""
        return False

    async def claim(self, hall: str, table: str) -> None:
        """Every name that is free here is free."""

    def claim_done(self, hall: str, table: str) -> None:
        """No one to tell."""

    def table_closed(self, hall: str, table: str) -> None:
        """No one to tell."""

    def other_tables(self, hall: str) -> set[str]:
        """None."""
        return set()

    def other_lobby(self, hall: str) -> list[dict[str, Any]]:
        """None."""
        return []

    def restrictions_changed(self) -> None:
        """No one to tell."""

    def recheck_session(self, user: str) -> None:
        """No one to tell."""

    async def processes(self) -> list[dict[str, Any]]:
        """None."""
        return []
