"""The clock by which lines are written, and whether somebody has set it: it is held against one that nobody can set."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["STEP", "Clock", "microseconds"]

STEP = 5_000_000
"""Microseconds by which the clock may be off against the one that nobody sets, before that is a step."""


def microseconds() -> int:
    """The time since 1970."""
    return time.time_ns() // 1000


def _steady() -> int:
    """A time that only goes on; on Linux while the machine sleeps, too."""
    steady = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(steady) // 1000


class Clock:
    """The machine's clock, in microseconds since 1970.

    >>> shown, steady = [1_000_000_000], [0]
    >>> clock = Clock(lambda: shown[0], lambda: steady[0])
    >>> steady[0] += 7_000_000
    >>> shown[0] += 7_000_000 - 60_000_000  # a minute back
    >>> clock.stepped()
    (1007000000, 947000000)
    >>> clock.follow()
    >>> clock.stepped() is None
    True
    """

    def __init__(self, shown: Callable[[], int] = microseconds, steady: Callable[[], int] = _steady) -> None:
        self._shown, self._steady = shown, steady
        self.follow()

    def __call__(self) -> int:
        """What it shows."""
        return self._shown()

    def stepped(self) -> tuple[int, int] | None:
        """What it should show and what it shows, where it was put back or ahead since it was last followed."""
        should, shows = self._ahead + self._steady(), self._shown()
        return (should, shows) if abs(shows - should) > STEP else None

    def follow(self) -> None:
        """Take it as it is set now."""
        self._ahead = self._shown() - self._steady()
