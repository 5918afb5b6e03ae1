"""The ends of rounds as numbers, and their counts, for all compiled games."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report import WagerReport, by_table
from cardroom.play.round import FOLD, judged_on, rank_line
from cardroom.rankings import NO_LINE, categories, category, lines, rank_many, ranking
from cardroom.rankings.base import by_name, numbering
from cardroom.rankings.named import is_named_line
from cardroom.rulebook import PayTable, RuleSet
from cardroom.rulebook.schema import DEAD

__all__ = [
    "HIGH",
    "Cards",
    "EndKey",
    "Ends",
    "Numbers",
    "count_ends",
    "counts_array",
    "ends_by_cards",
    "line_numbers",
    "pay_lines",
    "reports_by_cards",
    "side_bet",
]

Cards = NDArray[np.uint8]
"""One row per round."""
Numbers = NDArray[np.int64]
Ends = dict[str, Numbers]
"""The end of each round, by wager; "base" is the base game."""
EndKey = tuple[str, int]

HIGH = categories("high")


def count_ends(ends: Ends) -> Counter[EndKey]:
    """The number of rounds with each end, by wager and end.

    >>> count_ends({"coin": np.array([1, 0, 1])})
    Counter({('coin', 1): 2, ('coin', 0): 1})
    """
    counts = ((name, np.bincount(each).tolist()) for name, each in ends.items())
    return Counter({(name, end): count for name, each in counts for end, count in enumerate(each) if count})


def counts_array(counts: Counter[EndKey], wager: str, *shape: int) -> Numbers:
    """The counts of a wager as an array of this shape, one axis for each part of an end."""
    return np.array([counts[wager, end] for end in range(prod(shape))]).reshape(shape)


def side_bet(rules: RuleSet, wager: str, lines: tuple[str, ...], counts: Counter[EndKey]) -> WagerReport:
    """The report of a side bet under the pay table in force."""
    by_name = dict(zip(lines, counts_array(counts, wager, len(lines)).tolist(), strict=True))
    return next(by_table(rules, wager, lambda _: by_name))


def ends_by_cards(
    rules: RuleSet, cards: Cards, columns: Mapping[str, Sequence[int]], folded: NDArray[np.bool_]
) -> Ends:
    """The end of every round for each side bet that cards alone decide. `columns` gives the columns of the cards."""
    ends = {}
    for wager, terms in rules.wagers().items():
        if terms.cards:
            table = rules.table(terms.pays)
            ends[wager] = line_numbers(table, cards[:, columns[terms.cards]])
            if terms.folded == DEAD:
                ends[wager][folded] = pay_lines(table).index(FOLD)
            elif folded.any() and (other := judged_on(rules, wager, folded=True)) != terms.cards:
                ends[wager][folded] = line_numbers(table, cards[folded][:, columns[other]])
    return ends


def reports_by_cards(rules: RuleSet, counts: Counter[EndKey]) -> Iterator[WagerReport]:
    """The reports of these side bets, from the counts of their ends."""
    for wager, terms in rules.wagers().items():
        if terms.cards:
            yield side_bet(rules, wager, pay_lines(rules.table(terms.pays)), counts)


def pay_lines(table: PayTable) -> tuple[str, ...]:
    """All ends of a side bet that a ranking decides."""
    named = (each for each in table.lines if is_named_line(table.ranking, each))
    return (*named, *lines(table.ranking), NO_LINE, FOLD)


def line_numbers(table: PayTable, hands: Cards) -> Numbers:
    """The index in `pay_lines` of each hand's line."""
    name = table.ranking
    values = rank_many(name, np.ascontiguousarray(hands))
    indexes: Numbers = _by_rank(table, name)[values]
    if (beneath := ranking(name).beneath) and len(none := np.flatnonzero(values == 0)):
        indexes[none] = _by_rank(table, beneath)[rank_many(beneath, np.ascontiguousarray(hands[none]))]
    return indexes


def _by_rank(table: PayTable, judge: str) -> Numbers:
    """For each rank of the ranking `judge`, the index in `pay_lines`."""
    known = pay_lines(table)
    if len(known) == len(lines(table.ranking)) + 2:
        return _by_category(known, judge)
    ranks = range(1, len(numbering(ranking(judge))[0]) + 1)
    return np.array([known.index(NO_LINE), *(known.index(rank_line(table, value)) for value in ranks)])


@by_name
@cache
def _by_category(known: tuple[str, ...], judge: str) -> Numbers:
    ranks = range(1, len(numbering(ranking(judge))[0]) + 1)
    return np.array([known.index(NO_LINE), *(known.index(category(judge, value)) for value in ranks)])
