"""Messages that wait for a table that is being loaded, or until it is known which process serves their table."""

from __future__ import annotations

from typing import NamedTuple

from cardroom.room import ClientMessage, Sender
from cardroom.web.cluster.host import TableKey

__all__ = ["MOST_HELD", "HeldMessage", "HeldMessages"]

MOST_HELD = 1000
"""The most messages of each kind that are held. Further ones are dropped, and clients repeat them."""


class HeldMessage(NamedTuple):
    """A message for a table, with its sender."""

    hall: str
    sender: Sender
    message: ClientMessage

    @property
    def key(self) -> TableKey:
        """The table of the message."""
        return self.hall, self.message.table


class HeldMessages:
    """The messages that one process holds."""

    def __init__(self) -> None:
        self.arriving: dict[TableKey, list[HeldMessage]] = {}
        """Tables that are being loaded from their books, with the messages for them."""
        self._early: list[HeldMessage] = []
        """Messages from other processes for tables that this process does not yet know to be its own."""
        self._unknown: list[tuple[int, HeldMessage]] = []
        """Messages from connections of this process for unknown tables, each with the last look before it."""

    def for_arrival(self, held: HeldMessage) -> None:
        """Hold a message until its table is loaded."""
        if len(waiting := self.arriving[held.key]) < MOST_HELD:
            waiting.append(held)

    def early(self, held: HeldMessage) -> bool:
        """Hold a message from another process until the next look. Return whether there was room for it."""
        if len(self._early) < MOST_HELD:
            self._early.append(held)
            return True
        return False

    def unknown(self, held: HeldMessage, look: int) -> None:
        """Hold a message for an unknown table until a look after number `look`."""
        if len(self._unknown) < MOST_HELD:
            self._unknown.append((look, held))

    def take_early(self) -> list[HeldMessage]:
        """Remove and return all early messages."""
        early, self._early = self._early, []
        return early

    def take_unknown(self, look: int) -> list[HeldMessage]:
        """Remove and return the messages for unknown tables that arrived before look number `look`."""
        ready = [held for number, held in self._unknown if number < look]
        self._unknown = [each for each in self._unknown if each[0] >= look]
        return ready

    @property
    def unknown_count(self) -> int:
        """The number of held messages for unknown tables."""
        return len(self._unknown)

    def end_life(self) -> None:
        """Drop the messages of this life. Keep those from connections of this process."""
        self.arriving.clear()
        self._early.clear()
