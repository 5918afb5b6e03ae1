"""The daily deals of a room: their seeds, their commitments, and the five decisions of a day with their values."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from cardroom.analysis.evaluation import Evaluation
from cardroom.play.game import Game
from cardroom.players import Drill, close_call, commitment_of, daily_candidates
from cardroom.web.halls import Workers

__all__ = ["DailyDeal", "DailyDeals", "DealtDecision", "date_of"]

MOST_DAYS = 3
"""Deals that are kept in memory: today's, yesterday's for late answers, and tomorrow's around midnight."""
_EPOCH = date(1970, 1, 1)


def date_of(day: int) -> date:
    """The date of a day's number.

    >>> date_of(0).isoformat(), date_of(20_000).isoformat()
    ('1970-01-01', '2024-10-04')
    """
    return _EPOCH + timedelta(days=day)


class DealtDecision(NamedTuple):
    """One of the five decisions, with its values."""

    drill: Drill
    found: Evaluation


class DailyDeal(NamedTuple):
    """The deal of a day."""

    day: int
    seed: str
    decisions: tuple[DealtDecision, ...]


class DailyDeals:
    """Draws the deal of each day once, from its seed."""

    def __init__(self, seed: Callable[[int], str], games: Sequence[Game] = ()) -> None:
        """`seed` gives the seed of a day. Without `games`, all games with exact values are dealt."""
        self.seed, self.games = seed, games
        self._deals: dict[int, DailyDeal] = {}
        self._drawing = asyncio.Lock()

    def commitment(self, day: int) -> str:
        """The commitment to the seed of a day, which is published the day before."""
        return commitment_of(self.seed(day))

    async def deal(self, day: int, workers: Workers) -> DailyDeal:
        """The deal of a day. The first caller waits until it is drawn."""
        async with self._drawing:
            if day not in self._deals:
                seed = await workers.read(lambda: self.seed(day))
                drawn = await workers.read(lambda: daily_candidates(seed, self.games))
                decisions = []
                for several in drawn:  # in turns, so that players who ask the coach meanwhile do not wait for all
                    its = await workers.evaluate([each.decision for each in several])
                    chosen = close_call(its)
                    decisions.append(DealtDecision(several[chosen], its[chosen]))
                self._deals[day] = DailyDeal(day, seed, tuple(decisions))
                for old in sorted(self._deals)[:-MOST_DAYS]:
                    del self._deals[old]
            return self._deals[day]
