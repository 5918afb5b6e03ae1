"""How a table is run: its clocks and its patience."""

from typing import Annotated

import msgspec

__all__ = ["Settings"]

Seconds = Annotated[float, msgspec.Meta(ge=0, le=86_400)]


class Settings(msgspec.Struct, frozen=True):
    """Seconds, and how often somebody may be late.

    >>> Settings(act=15).act
    15
    """

    act: Seconds = 30
    """To answer ..."""
    bank: Seconds = 60
    """... and in all, beyond that, as long as one sits there."""
    between: Seconds = 4
    """From the end of a round to the next deal."""
    misses: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 2
    """Who is late so often in turn is away until they say that they are back."""
    grace: Seconds = 60
    """Who has no line to the room for so long is away."""
    leave: Seconds = 900
    """Who is away for so long is paid out between rounds, and others can sit there."""
    offer: Seconds = 30
    """How long a seat is kept for the first of the waiting list."""
    again: Annotated[float, msgspec.Meta(ge=0.1, le=86_400)] = 2
    """Before a round is tried again that could not be dealt, as when nobody would bank."""
