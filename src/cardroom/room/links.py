"""When a live table asks for links of seed chains, and how long it waits for them. The caller gives the time."""

from __future__ import annotations

from collections.abc import Container

from cardroom.play.table import State

__all__ = ["ASKED_BEFORE", "LINK_TIME", "LinkClock", "to_ask"]

ASKED_BEFORE = 1.0
"""Seconds before a round at which links are asked for, so that they arrive in time."""
LINK_TIME = 3.0
"""Seconds that a player has to reveal a link. Then the round starts without it."""


def to_ask(state: State, absent: Container[str]) -> tuple[str, ...]:
    """The players to ask for a link before the next round: present, with a chain, and without a seed of their own.

    Nobody is asked twice for a shuffle, or in the middle of a shoe.
    """
    if not state.chains or state.opening is not None or state.carry.shoe or state.shuffle.kind == "given":
        return ()
    if state.shuffle.chains:
        return ()
    gone = state.away | state.out | {seed.by for seed in state.shuffle.seeds}
    asked = [who for who in state.chains if who not in gone and who not in absent]
    return tuple(sorted(asked, key=str.encode))


class LinkClock:
    """The deadline for the links that were asked for."""

    def __init__(self) -> None:
        self._commitment = ""
        self._due = 0.0

    def set(self, state: State, now: float) -> None:
        """Start the clock when links are asked for a new shuffle."""
        if state.opening is None and state.unrevealed and self._commitment != state.shuffle.commitment:
            self._commitment, self._due = state.shuffle.commitment, now + LINK_TIME

    def due(self, state: State) -> float | None:
        """Until when the next round waits for links; none if all are revealed, or none was asked for."""
        waits = state.opening is None and not state.carry.shoe and state.unrevealed
        return self._due if waits and self._commitment == state.shuffle.commitment else None
