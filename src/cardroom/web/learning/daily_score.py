"""The score of a daily deal: what a player's answers cost, and where that cost stands among all who finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from cardroom.web.learning.store import Judged

__all__ = ["DailyStanding", "cost_of", "standing_of"]

COLUMNS = 9
"""Columns of the standing. Each is a dollar wide, and the last one has everyone above."""


class DailyStanding(msgspec.Struct, frozen=True):
    """A player among all who finished the deal before its day ended."""

    finished: int
    paid_more: int
    """How many of them paid more than the player."""
    paid_nothing: int
    columns: list[int]
    """How many paid less than $1, from $1 to $2, and so on. The last column has everyone above."""
    mine: int
    """The player's column."""


def cost_of(answers: Iterable[Judged]) -> float:
    """What answers cost together, in cents."""
    return round(sum(each.cost for each in answers), 4)


def standing_of(costs: Sequence[float], mine: float) -> DailyStanding:
    """Where a cost stands among all.

    >>> standing_of((0.0, 20.0, 150.0, 5000.0), 20.0)
    DailyStanding(finished=4, paid_more=2, paid_nothing=1, columns=[2, 1, 0, 0, 0, 0, 0, 0, 1], mine=0)
    """
    columns = [0] * COLUMNS
    for cost in costs:
        columns[_column(cost)] += 1
    # Sums of the same costs in another order may differ by less than this.
    more = sum(cost > mine + 0.001 for cost in costs)
    return DailyStanding(len(costs), more, sum(cost < 0.001 for cost in costs), columns, _column(mine))


def _column(cents: float) -> int:
    return min(COLUMNS - 1, int(cents // 100))
