"""The counts of hold'em-type games: everything that their reports need, as whole numbers that can be stored.

Counts of the built-in rule sets ship with the package, so that the first answer on a new machine needs no compiler.
The key of a count covers the nets of all results and the allowed play wagers.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.holdem.boards import beaten_hands
from cardroom.analysis.holdem.compiling import compile_kernels
from cardroom.analysis.holdem.solver import BestRaises, Ladder, Nets, PlayWager, Solution, solve
from cardroom.analysis.holdem.words import FLOP, flop_counts, in_words
from cardroom.analysis.report import FULL, RankDeck
from cardroom.analysis.stages import RESULTS
from cardroom.analysis.store import find, keep, key_of
from cardroom.rankings import categories

__all__ = ["HoldemCounts", "counts_key", "holdem_counts"]

METHOD = "hold'em 1"
"""The number is increased if counting gives other results."""
POCKETS = 169


class HoldemCounts(NamedTuple):
    """The ends of all deals under the best strategy, and what the strategy is."""

    ladder: Ladder
    before: tuple[int, ...]
    """For each of 169 pockets, the number of Antes it plays before the flop; 0 if it waits."""
    plays: list[int]
    """The hands that play on the flop, by what the pocket makes with it (`holdem_words.FLOP`)."""
    checked: list[int]
    """The hands that did not play before it, likewise."""
    folds: int
    ends: dict[PlayWager, NDArray[np.int64]]
    """The number of deals by last decision, category and result."""
    beaten: list[int]
    """All deals by the category of the beaten hand, those of equal hands last; empty if it was not asked for."""
    folded: list[int]
    """The deals that fold, by the category of the lower hand, those of equal hands last; likewise."""

    @property
    def words(self) -> list[str]:
        """The strategy in words."""
        return in_words(self.ladder, self.before, self.plays, self.checked) if self.plays else []


def holdem_counts(
    nets: Sequence[Nets],
    ladder: Ladder,
    engine: Engine = LOCAL,
    about: str = "hold'em",
    *,
    with_folded: bool = False,
    deck: RankDeck = FULL,
) -> list[HoldemCounts]:
    """The counts for every choice of pay tables: stored, or counted now. Those of a small deck are not stored."""
    if deck != FULL:
        solutions = solve(nets, ladder, deck, engine, about, with_folded=with_folded)
        return [_of_small_deck(each, ladder, deck) for each in solutions]
    keys = [counts_key(each, ladder, with_folded) for each in nets]
    known = {key: _known(key, ladder, with_folded) for key in keys}
    missing = {key: each for key, each in zip(keys, nets, strict=True) if known[key] is None}
    if missing:
        compile_kernels(FULL, ladder.qualifier)
        solutions = solve(list(missing.values()), ladder, FULL, engine, about, with_folded=with_folded)
        for key, solution in zip(missing, solutions, strict=True):
            numbers = as_numbers(solution)
            keep(key, numbers)
            known[key] = from_numbers(numbers, ladder, with_folded)
    return [counts for key in keys if (counts := known[key])]


def _of_small_deck(solution: Solution, ladder: Ladder, deck: RankDeck) -> HoldemCounts:
    """The counts of a deck that is enumerated for a check. The strategy in words is not needed."""
    beaten, folded = ([], []) if solution.folded is None else (beaten_hands(deck), solution.folded.tolist())
    return HoldemCounts(ladder, solution.strategy.before, [], [], solution.folds, solution.ends, beaten, folded)


def _known(key: str, ladder: Ladder, with_folded: bool) -> HoldemCounts | None:
    numbers = find(key, list[int])
    return from_numbers(numbers, ladder, with_folded) if numbers else None


def counts_key(nets: Nets, ladder: Ladder, with_folded: bool) -> str:
    """The key of the counts. Nets of a different scale have the same key."""
    divisor = gcd(nets.fold, *nets.base.ravel().tolist(), *nets.play.ravel().tolist()) or 1
    base, play = ((each // divisor).tobytes() for each in (nets.base, nets.play))
    asked = str((nets.fold // divisor, tuple(ladder), with_folded))
    return key_of(METHOD, base, play, asked)


def as_numbers(solution: Solution) -> list[int]:
    """The counts of a solution as one list."""
    plays, checked = flop_counts(solution.strategy)
    ends = [number for each in solution.ends.values() for number in each.ravel().tolist()]
    numbers = [*solution.strategy.before, *plays, *checked, solution.folds, *ends]
    return numbers if solution.folded is None else [*numbers, *beaten_hands(), *solution.folded.tolist()]


def from_numbers(numbers: list[int], ladder: Ladder, with_folded: bool) -> HoldemCounts | None:
    """Undo `as_numbers`; None if the list has the wrong length."""
    shape = (len(categories("high")), len(RESULTS))
    before = tuple(numbers[:POCKETS])
    decisions = BestRaises(ladder, before, np.zeros((0, 0), np.bool_)).decisions()
    lengths = [len(FLOP), len(FLOP), 1, *[shape[0] * shape[1]] * len(decisions), *[shape[0] + 1] * 2 * with_folded]
    if len(numbers) != POCKETS + sum(lengths):
        return None
    places = np.cumsum([POCKETS, *lengths]).tolist()
    plays, checked, (folds,), *rest = (numbers[start:end] for start, end in pairwise(places))
    ends = {each: np.array(part, np.int64).reshape(shape) for each, part in zip(decisions, rest, strict=False)}
    beaten, folded = rest[len(decisions) :] or ([], [])
    return HoldemCounts(ladder, before, plays, checked, folds, ends, beaten, folded)
