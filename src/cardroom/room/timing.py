"""The clocks of a table: how long players may take, their time banks, when the next round starts, and how long it waits
for links of seed chains. The caller gives the time."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import field

if TYPE_CHECKING:
    from cardroom.play.table import State

__all__ = ["ASKED_BEFORE", "LINK_TIME", "LinkClock", "Pace", "TableTiming", "TimeBanks", "to_ask"]

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
    friends: bool = False
    """Whether it is a table for friends: the first round waits for a second person or for the word of the one who sits
    there, bots give their seats to people, and players may say one of six words."""
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


BANK_MEMORY = 3600
"""Seconds for which the time bank of a player who left is remembered. Standing up for a hand does not refill it."""


class TimeBanks:
    """The time that players have left beyond the time for one answer.

    >>> banks, timing = TimeBanks(), TableTiming(time_bank=60)
    >>> banks.answered(timing, "ann", spare=45)
    >>> banks.depart("ann", present=(), now=100)
    >>> banks.arrive("ann", now=200), banks.left(timing, "ann")
    (None, 45)
    >>> banks.depart("ann", present=(), now=300)
    >>> banks.arrive("ann", now=300 + BANK_MEMORY), banks.left(timing, "ann")
    (None, 60)
    """

    def __init__(self) -> None:
        self._left: dict[str, float] = {}
        self._parted: dict[str, float] = {}
        """When players left whose time banks are remembered."""

    def left(self, timing: TableTiming, who: str) -> float:
        """The seconds that a player has left."""
        return self._left.get(who, timing.time_bank)

    def answered(self, timing: TableTiming, who: str, spare: float) -> None:
        """Note that a player answered with this much time to spare. What was used of the time bank does not return."""
        self._left[who] = min(self.left(timing, who), max(0, spare))

    def arrive(self, who: str, now: float) -> None:
        """Give a player a full time bank, unless they left a moment ago."""
        if self._parted.pop(who, now) + BANK_MEMORY <= now:
            self._left.pop(who, None)

    def depart(self, who: str, present: Container[str], now: float) -> None:
        """Remember the time bank of a player who leaves, and forget those of players who left long ago."""
        self._parted = {name: at for name, at in self._parted.items() if at + BANK_MEMORY > now} | {who: now}
        self._left = {name: left for name, left in self._left.items() if name in present or name in self._parted}


SOON = 5
"""Seconds from the moment a table can start its first round to the deal, if the pause between rounds is longer."""


class Pace:
    """The pause after a round.

    >>> pace, timing = Pace(), TableTiming(pause_between=8)
    >>> pace.starts(timing, now=100)
    105
    >>> pace.follow(True, now=105)
    >>> pace.follow(False, now=150)
    >>> pace.starts(timing, now=150), pace.starts(timing, now=157)
    (158, 162)
    """

    def __init__(self) -> None:
        self._playing = False
        self._ended: float | None = None
        """When the last round ended. None before the first one."""
        self._ready: set[str] = set()

    def follow(self, playing: bool, now: float) -> None:
        """Note whether a round is being played."""
        if self._playing and not playing:
            self._ended = now
            self._ready = set()
        self._playing = playing

    def ready(self, who: str) -> None:
        """Note that a player has seen the results."""
        self._ready.add(who)

    def waits(self, timing: TableTiming, people: Collection[str]) -> bool:
        """Whether the next round waits for one of these people to be ready.

        >>> pace, timing = Pace(), TableTiming(waits=True)
        >>> pace.waits(timing, ["ann"])
        False
        >>> pace.follow(True, now=1)
        >>> pace.follow(False, now=2)
        >>> pace.waits(timing, ["ann"]), pace.ready("ann"), pace.waits(timing, ["ann"])
        (True, None, False)
        """
        return timing.waits and self._ended is not None and not self._ready.issuperset(people)

    def waits_for_friends(self, timing: TableTiming, people: Collection[str]) -> bool:
        """Whether the first round of a table waits for a second person, or until the one who sits there is ready.

        >>> pace, timing = Pace(), TableTiming(friends=True)
        >>> pace.waits_for_friends(timing, ["ann"]), pace.waits_for_friends(timing, ["ann", "bob"])
        (True, False)
        """
        return timing.friends and len(people) < 2 and not self._ready.issuperset(people)

    def starts(self, timing: TableTiming, now: float) -> float:
        """When the next round starts."""
        pause = timing.pause_between
        if timing.waits and self._ended is not None:
            return now
        soon = now + min(pause, SOON)
        return soon if self._ended is None else max(soon, self._ended + pause)


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
