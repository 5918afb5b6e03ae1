"""The clocks of a table: how long players may take, and how long the table waits."""

from typing import Annotated

import msgspec
from msgspec import field

__all__ = ["TableTiming"]

Seconds = Annotated[float, msgspec.Meta(ge=0, le=86_400)]


class TableTiming(msgspec.Struct, frozen=True):
    """Seconds, and the number of timeouts that are allowed. Stored under the names on the right.

    >>> TableTiming(answer_time=15).answer_time
    15
    """

    answer_time: Seconds = field(name="act", default=30)
    """Time for one answer."""
    time_bank: Seconds = field(name="bank", default=60)
    """A player's spare time beyond that, in total for the time at the table."""
    pause_between: Seconds = field(name="between", default=8)
    """From the end of a round to the next deal: the time in which players can read the results."""
    waits: bool = False
    """Whether the next round waits until all players who are present are ready, instead of that pause."""
    timeouts_allowed: Annotated[int, msgspec.Meta(ge=1, le=1000)] = field(name="misses", default=2)
    """Timeouts in a row after which a player is marked away."""
    disconnect_grace: Seconds = field(name="grace", default=60)
    """Time without a connection after which a player is marked away."""
    away_limit: Seconds = field(name="leave", default=900)
    """Time away after which a player is paid out between rounds."""
    offer_time: Seconds = field(name="offer", default=30)
    """How long a free seat is reserved for the first on the waiting list."""
    retry_delay: Annotated[float, msgspec.Meta(ge=0.1, le=86_400)] = field(name="again", default=2)
    """Time before a round that could not be dealt is tried again, for example because no one would bank."""
