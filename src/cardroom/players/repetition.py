"""Coming back: the boxes in which one's own mistakes wait, and runs of days. Days are numbers, counted from 1970."""

from collections.abc import Collection
from typing import NamedTuple

__all__ = ["BOXES", "FIRST_BOX", "DayRun", "next_box", "run_of"]

BOXES = (0, 1, 3, 7, 30)
"""The days after which a mistake in each box is asked again."""
FIRST_BOX = 1
"""The box of a new mistake: tomorrow."""
WEEK = 7


def next_box(box: int, right: bool) -> int | None:
    """The box after an answer: right moves one on, wrong back to today. After the last box it is learned: None.

    >>> next_box(1, True), next_box(3, False), next_box(4, True)
    (2, 0, None)
    """
    if not right:
        return 0
    return box + 1 if box + 1 < len(BOXES) else None


class DayRun(NamedTuple):
    """Days played in a row. One day off a week is free."""

    days: int
    best: int
    """The most days of a run ever."""
    off: tuple[int, ...] = ()
    """The free days off in the current run."""


def run_of(played: Collection[int], today: int) -> DayRun:
    """The run that ends today, or yesterday if today is not played yet.

    >>> run_of({1, 2, 3, 5, 6}, 6)
    DayRun(days=5, best=5, off=(4,))
    >>> run_of({1, 2, 3, 6}, 6)
    DayRun(days=1, best=3, off=())
    >>> run_of({1, 2}, 3)
    DayRun(days=2, best=2, off=())
    """
    days = best = 0
    off: list[int] = []
    known = set(played)
    for day in range(min(known, default=today), today + 1):
        if day in known:
            days += 1
            best = max(best, days)
        elif day == today or not days:
            continue
        elif not off or day - off[-1] >= WEEK:
            off.append(day)
        else:
            days, off = 0, []
    return DayRun(days, best, tuple(off))
