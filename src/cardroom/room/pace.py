"""When the next round may start: when results have been shown long enough, or when the players are ready."""

from collections.abc import Collection

from cardroom.room.timing import TableTiming

__all__ = ["Pace"]

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

    def starts(self, timing: TableTiming, now: float) -> float:
        """When the next round starts."""
        pause = timing.pause_between
        if timing.waits and self._ended is not None:
            return now
        soon = now + min(pause, SOON)
        return soon if self._ended is None else max(soon, self._ended + pause)
