"""How a table is run: its clocks and its patience."""

import msgspec

__all__ = ["Settings"]


class Settings(msgspec.Struct, frozen=True):
    """Seconds, and how often somebody may be late.

    >>> Settings(act=15).act
    15
    """

    act: float = 30
    """To answer ..."""
    bank: float = 60
    """... and in all, beyond that, as long as one sits there."""
    between: float = 4
    """From the end of a round to the next deal."""
    misses: int = 2
    """Who is late so often in turn is away until they say that they are back."""
    grace: float = 60
    """Who has no line to the room for so long is away."""
    offer: float = 30
    """How long a seat is kept for the first of the waiting list."""
    again: float = 2
    """Before a round is tried again that could not be dealt, as when nobody would bank."""
