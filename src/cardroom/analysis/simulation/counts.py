"""Ends of rounds as numbers, and the counts of them: what the compiled games of a simulation share."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report import WagerReport
from cardroom.analysis.side_bets import by_table
from cardroom.play.side_bets import FOLD, judged_on
from cardroom.rankings import NO_LINE, categories, category, lines, rank_many, ranking
from cardroom.rankings.base import numbering
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import DEAD

__all__ = [
    "HIGH",
    "Cards",
    "EndKey",
    "Ends",
    "Numbers",
    "counted",
    "ends_by_cards",
    "filled",
    "reports_by_cards",
    "settings",
    "side_bet",
]

Cards = NDArray[np.uint8]
"""A row a round."""
Numbers = NDArray[np.int64]
Ends = dict[str, Numbers]
"""By wager, each round's end; "base" is the base game's."""
EndKey = tuple[str, int]

HIGH = categories("high")


def counted(ends: Ends) -> Counter[EndKey]:
    """How many rounds end in each way, by wager and number.

    >>> counted({"coin": np.array([1, 0, 1])})
    Counter({('coin', 1): 2, ('coin', 0): 1})
    """
    counts = ((name, np.bincount(each).tolist()) for name, each in ends.items())
    return Counter({(name, end): count for name, each in counts for end, count in enumerate(each) if count})


def filled(counts: Counter[EndKey], wager: str, *shape: int) -> Numbers:
    """The counts of a wager by all that its ends are made of."""
    return np.array([counts[wager, end] for end in range(prod(shape))]).reshape(shape)


def side_bet(rules: RuleSet, wager: str, lines: tuple[str, ...], counts: Counter[EndKey]) -> WagerReport:
    """The report of a side bet under the pay table in force."""
    by_name = dict(zip(lines, filled(counts, wager, len(lines)).tolist(), strict=True))
    return next(by_table(rules, wager, lambda _: by_name))


def ends_by_cards(
    rules: RuleSet, cards: Cards, columns: Mapping[str, Sequence[int]], folded: NDArray[np.bool_]
) -> Ends:
    """How every round ends for each side bet that cards alone decide; by name, in which columns these cards are."""
    ends = {}
    for wager, said in rules.wagers().items():
        if said.cards:
            name = rules.table(said.pays).ranking
            ends[wager] = _places(name, cards[:, columns[said.cards]])
            if said.folded == DEAD:
                ends[wager][folded] = _lines(name).index(FOLD)
            elif (other := judged_on(rules, wager, folded=True)) != said.cards:
                ends[wager][folded] = _places(name, cards[folded][:, columns[other]])
    return ends


def reports_by_cards(rules: RuleSet, counts: Counter[EndKey]) -> Iterator[WagerReport]:
    """The reports of these side bets, from how many rounds end in each way."""
    for wager, said in rules.wagers().items():
        if said.cards:
            yield side_bet(rules, wager, _lines(rules.table(said.pays).ranking), counts)


def _lines(name: str) -> tuple[str, ...]:
    """All ends of a bet that a ranking decides."""
    return (*lines(name), NO_LINE, FOLD)


def _places(name: str, hands: Cards) -> Numbers:
    """The place of each hand's line among them."""
    values = rank_many(name, np.ascontiguousarray(hands))
    found: Numbers = _by_rank(name, name)[values]
    if (beneath := ranking(name).beneath) and len(none := np.flatnonzero(values == 0)):
        found[none] = _by_rank(name, beneath)[rank_many(beneath, np.ascontiguousarray(hands[none]))]
    return found


@cache
def _by_rank(name: str, judge: str) -> Numbers:
    """The place among a ranking's lines of what each rank of a judge is."""
    known = _lines(name)
    ranks = range(1, len(numbering(ranking(judge))[0]) + 1)
    return np.array([known.index(NO_LINE), *(known.index(category(judge, value)) for value in ranks)])


def settings(rules: RuleSet) -> dict[str, Any]:
    """The house rule that chooses the pay table of beaten hands, where there is one."""
    said = rules.wager.get("odds")
    name = said.beaten.partition("{")[2].partition("}")[0] if said else ""
    return {name: rules.house(name)} if name else {}
