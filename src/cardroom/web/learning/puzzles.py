"""Puzzles: decisions of the latest rounds at play-money tables that cost their player something. Nobody is named.

Rounds at private tables are left out, and so are decisions that the clock made or for which the coach was asked. Where
others could watch, a folded hand stays folded: they would know whose it was. At a practice table nobody else was there.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cardroom.analysis.evaluation import Evaluation, OpenDecision
from cardroom.errors import CardroomError
from cardroom.house.tables import Recall, RecalledRound
from cardroom.play import Answer
from cardroom.players import chosen, kind_of, margin, played_round
from cardroom.web.halls import PLAY, Workers
from cardroom.web.learning.sources import RoundSource, encoded
from cardroom.web.learning.store import LearningStore, NewPuzzle

__all__ = ["PuzzleFinder"]

ROUNDS = 40
"""Rounds that are looked at in one search."""
EVERY = 600
"""Seconds between two searches."""
KEEP = 7
"""Days after which a puzzle is deleted."""
LEAST_COST = 0.05
"""The least cost of a puzzle, in first wagers."""
HARD, EASY = 0.05, 0.25
"""A decision is hard if the best option is better by at most this, and easy if it is better by more than the other."""
FIRST_RATINGS = (1700.0, 1500.0, 1300.0)
"""The first rating of a hard puzzle, of a usual one, and of an easy one. Answers then change it."""


class _PlayedDecision(NamedTuple):
    source: RoundSource
    decision: OpenDecision
    answer: Answer


class PuzzleFinder:
    """Searches the latest rounds for puzzles, at most once in ten minutes."""

    def __init__(
        self,
        store: LearningStore,
        secret: str,
        owned: Callable[[], Mapping[str, bool]],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`owned` has the tables of users, and whether each is private. The ids of puzzles follow from `secret`, so
        that nobody can learn from them which round a puzzle is of."""
        self._store, self._secret, self._owned, self._now = store, secret.encode(), owned, now
        self._next = float("-inf")
        self._seen: set[tuple[str, int]] = set()
        self._searching = asyncio.Lock()

    @property
    def due(self) -> bool:
        """Whether the next search is due, and none is in progress."""
        return self._now() >= self._next and not self._searching.locked()

    async def search(self, workers: Workers) -> None:
        """Look for puzzles in rounds that were not looked at before, if it is time for that."""
        async with self._searching:
            if self._now() < self._next:  # of several requests at once, one has searched
                return
            self._next = self._now() + EVERY
            played = await workers.read(lambda: [*self._decisions(workers.recalls[PLAY])])
            # One by one, so that players who ask the coach meanwhile do not wait for all of them.
            found = [(await workers.evaluate([each.decision]))[0] for each in played]
            puzzles = [new for each, its in zip(played, found, strict=True) if (new := self._puzzle(each, its))]
            await workers.read(lambda: self._store.add_puzzles(puzzles, KEEP))

    def _decisions(self, recall: Recall) -> Iterator[_PlayedDecision]:
        owned = self._owned()
        page = recall.of_house(limit=ROUNDS).rounds
        current = {(each.table, each.number) for each in page if each.ended}
        for each in page:
            key = (each.table, each.number)
            if key not in current or key in self._seen or each.voided or owned.get(each.table):
                continue
            try:
                yield from _decisions_of(recall.round(*key), each.table, watched=each.table not in owned)
            except CardroomError:  # a round under rules that are gone
                continue
        self._seen = current

    def _puzzle(self, played: _PlayedDecision, found: Evaluation) -> NewPuzzle | None:
        cost = float(found.cost(chosen(found, played.answer.action, played.answer.value)))
        if cost < LEAST_COST:
            return None
        apart = margin(found)
        rating = FIRST_RATINGS[0 if apart <= HARD else 1 if apart <= EASY else 2]
        stored = encoded(played.source)
        name = hmac.new(self._secret, stored.encode(), "sha256").hexdigest()[:20]
        kind = kind_of(played.decision)
        return NewPuzzle(name, stored, found.game, kind, round(cost * found.stake, 4), rating)


def _decisions_of(recalled: RecalledRound, table: str, *, watched: bool) -> Iterator[_PlayedDecision]:
    """The decisions of all players of a round that they made by themselves. If others watched, only those with cards
    that everyone saw."""
    coached, seen = {answers for answers, _ in recalled.coached}, recalled.face_up() if watched else None
    for who in sorted(recalled.bettors):
        for each in played_round(recalled.steps(), recalled.answers, who).decisions:
            hidden = seen is not None and not seen.issuperset(each.decision.facts.hand)
            if not (each.answer.absent or each.answers in coached or hidden):
                source = RoundSource(PLAY, table, recalled.number, each.answers, each.answer.spot)
                yield _PlayedDecision(source, each.decision, each.answer)
