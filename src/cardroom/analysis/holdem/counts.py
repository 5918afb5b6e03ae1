"""The counts of hold'em-type games: everything that their reports need, as whole numbers that can be stored.

Counts of the built-in rule sets come with the package, so that the first answer on a new machine needs no compiler.
The digest of a count covers the nets of all results, the allowed play wagers, and the source of what counts. In the
package, the order of hands stands for the source of the rankings, so that faster code needs no new counts.
`python -m cardroom.analysis.holdem.games` counts the built-in rule sets again and writes the file.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.holdem import (
    boards as holdem_boards,
)
from cardroom.analysis.holdem import (
    kernels as holdem_kernels,
)
from cardroom.analysis.holdem import (
    solver as holdem,
)
from cardroom.analysis.holdem import (
    words as holdem_words,
)
from cardroom.analysis.holdem.boards import beaten_hands
from cardroom.analysis.holdem.compiling import compile_kernels
from cardroom.analysis.holdem.solver import BestRaises, Ladder, Solution, solve
from cardroom.analysis.holdem.words import FLOP, flop_counts, in_words
from cardroom.analysis.report import (
    FULL,
    RESULTS,
    Decision,
    Nets,
    digest_of,
    ranking_order,
    shipped_count,
    source_texts,
    store,
    stored_count,
)
from cardroom.rankings import categories, five_cards, high, tables

__all__ = ["FILE", "HoldemCounts", "counts_digest", "holdem_counts"]

FILE = "holdem.json"
"""The counts that come with the package."""
SOURCES = (holdem, holdem_boards, holdem_kernels, holdem_words)
"""The modules that decide the counts."""
RANKINGS = (five_cards, high, tables)
"""The modules that judge hands."""
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
    ends: dict[Decision, NDArray[np.int64]]
    """The number of deals by last decision, category and result."""
    beaten: list[int]
    """All deals by the category of the beaten hand, those of equal hands last; empty if it was not asked for."""
    folded: list[int]
    """The deals that fold, by the category of the lower hand, those of equal hands last; likewise."""

    @property
    def words(self) -> list[str]:
        """The strategy in words."""
        return in_words(self.ladder, self.before, self.plays, self.checked)


def holdem_counts(
    nets: Sequence[Nets], ladder: Ladder, engine: Engine = LOCAL, about: str = "hold'em", *, with_folded: bool = False
) -> list[HoldemCounts]:
    """The counts for every choice of pay tables: stored, shipped with the package, or counted now."""
    source = source_texts(*RANKINGS)
    digests = [counts_digest(each, ladder, with_folded, *source) for each in nets]
    known = {digest: _known(digest, each, ladder, with_folded) for digest, each in zip(digests, nets, strict=True)}
    missing = {digest: each for digest, each in zip(digests, nets, strict=True) if known[digest] is None}
    if missing:
        compile_kernels(FULL, ladder.qualifier)
        solutions = solve(list(missing.values()), ladder, FULL, engine, about, with_folded=with_folded)
        for digest, solution in zip(missing, solutions, strict=True):
            numbers = as_numbers(solution)
            store(digest, numbers)
            known[digest] = from_numbers(numbers, ladder, with_folded)
    return [counts for digest in digests if (counts := known[digest])]


def _known(digest: str, nets: Nets, ladder: Ladder, with_folded: bool) -> HoldemCounts | None:
    numbers = stored_count(digest) or shipped_count(FILE, counts_digest(nets, ladder, with_folded))
    return from_numbers(numbers, ladder, with_folded) if numbers else None


def counts_digest(nets: Nets, ladder: Ladder, with_folded: bool, *rankings: bytes) -> str:
    """The digest of everything that the counts depend on. Nets of a different scale have the same digest.

    `rankings` is the source that judges hands; without it, the order of hands counts.
    """
    divisor = gcd(nets.fold, *nets.base.ravel().tolist(), *nets.play.ravel().tolist()) or 1
    base, play = ((each // divisor).tobytes() for each in (nets.base, nets.play))
    asked = str((nets.fold // divisor, tuple(ladder), with_folded))
    judged = rankings or (ranking_order("high"),)
    return digest_of("hold'em", base, play, asked, *source_texts(*SOURCES), *judged)


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
