"""Time in the books: the clock that dates ledger entries, and gaming days.

The clock is compared with a steady one, to notice when someone sets it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as hour

import msgspec

__all__ = ["BEGINS", "SLACK", "STEP", "Clock", "GamingDays", "microseconds"]

STEP = 5_000_000
"""Microseconds by which the clock may differ from the steady one before that counts as a step."""
SLACK = 30_000_000
"""Microseconds by which an entry may be stored later than its time says. A store waits this long for a lock."""


def microseconds() -> int:
    """The time since 1970."""
    return time.time_ns() // 1000


def _steady() -> int:
    """A clock that only runs forward. On Linux it also runs while the machine sleeps."""
    steady = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(steady) // 1000


class Clock:
    """The machine's clock, in microseconds since 1970.

    >>> wall, steady = [1_000_000_000], [0]
    >>> clock = Clock(lambda: wall[0], lambda: steady[0])
    >>> steady[0] += 7_000_000
    >>> wall[0] += 7_000_000 - 60_000_000  # set back by a minute
    >>> clock.step()
    (1007000000, 947000000)
    >>> clock.accept()
    >>> clock.step() is None
    True
    """

    def __init__(self, wall: Callable[[], int] = microseconds, steady: Callable[[], int] = _steady) -> None:
        self._wall, self._steady = wall, steady
        self.accept()

    def __call__(self) -> int:
        """The current time."""
        return self._wall()

    def step(self) -> tuple[int, int] | None:
        """The expected and the actual time, if the clock was set since it was last accepted."""
        expected, actual = self._offset + self._steady(), self._wall()
        return (expected, actual) if abs(actual - expected) > STEP else None

    def accept(self) -> None:
        """Accept the clock as it is set now."""
        self._offset = self._wall() - self._steady()


BEGINS = hour(6)
"""The default start of a gaming day: the hour when the fewest people play."""


class GamingDays(msgspec.Struct, frozen=True):
    """How a house counts its days: the hour at which they begin, in a time zone. The default zone is the machine's.

    >>> days = GamingDays(zone=UTC)
    >>> days.of(days.start(date(2026, 3, 1))), days.of(days.start(date(2026, 3, 1)) - 1)
    (datetime.date(2026, 3, 1), datetime.date(2026, 2, 28))
    """

    begins: hour = BEGINS
    zone: tzinfo | None = None

    def of(self, at: int) -> date:
        """The day of a time in microseconds."""
        day = datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(self.zone).date() + timedelta(days=1)
        while at < self.start(day):  # compare instants: at the end of summer time an hour occurs twice
            day -= timedelta(days=1)
        return day

    def start(self, day: date) -> int:
        """When a day begins, in microseconds."""
        return int(datetime.combine(day, self.begins, self.zone).timestamp()) * 1_000_000
