"""Messages that wait: for a table that is being read from its book, or until it is known who serves a table."""

from __future__ import annotations

from typing import NamedTuple

from cardroom.room.messages import ClientMessage
from cardroom.room.room import Sender
from cardroom.web.cluster.host import TableKey

__all__ = ["MOST_HELD", "HeldMessage", "HeldMessages"]

MOST_HELD = 1000
"""Messages of each kind that are held. The rest is lost, and clients repeat it."""


class HeldMessage(NamedTuple):
    """A message for a table, with its sender."""

    hall: str
    sender: Sender
    message: ClientMessage

    @property
    def key(self) -> TableKey:
        """The table that it is for."""
        return self.hall, self.message.table


class HeldMessages:
    """What one process holds."""

    def __init__(self) -> None:
        self.arriving: dict[TableKey, list[HeldMessage]] = {}
        """Tables that are being read from the books, with the messages for them."""
        self._early: list[HeldMessage] = []
        """Messages of other processes for tables that this process does not know yet to be its own."""
        self._unknown: list[tuple[int, HeldMessage]] = []
        """Messages of this process's connections for unknown tables, with the look at the cluster before them."""

    def for_arrival(self, held: HeldMessage) -> None:
        """Hold a message until its table, which is arriving, is there."""
        if len(waiting := self.arriving[held.key]) < MOST_HELD:
            waiting.append(held)

    def early(self, held: HeldMessage) -> bool:
        """Hold a message of another process until the cluster is looked at; whether there was room for it."""
        if len(self._early) < MOST_HELD:
            self._early.append(held)
            return True
        return False

    def unknown(self, held: HeldMessage, look: int) -> None:
        """Hold a message for an unknown table until the cluster was looked at after look `look`."""
        if len(self._unknown) < MOST_HELD:
            self._unknown.append((look, held))

    def take_early(self) -> list[HeldMessage]:
        """All early messages."""
        early, self._early = self._early, []
        return early

    def take_unknown(self, look: int) -> list[HeldMessage]:
        """The messages for unknown tables that arrived before a look began."""
        ready = [held for number, held in self._unknown if number < look]
        self._unknown = [each for each in self._unknown if each[0] >= look]
        return ready

    @property
    def unknown_count(self) -> int:
        """How many messages for unknown tables are held."""
        return len(self._unknown)

    def end_life(self) -> None:
        """Drop what belongs to this life. Messages of this process's own connections are kept."""
        self.arriving.clear()
        self._early.clear()
