"""Ends of rounds as numbers, and the counts of them: what the compiled games of a simulation share."""

from collections import Counter
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.bonus import by_table
from cardroom.analysis.report import WagerReport
from cardroom.rankings import categories
from cardroom.rulebook import RuleSet

__all__ = ["FOLDED", "HIGH", "Cards", "End", "Ends", "Numbers", "counted", "filled", "settings", "side_bet"]

Cards = NDArray[np.uint8]
"""A row a round."""
Numbers = NDArray[np.int64]
Ends = dict[str, Numbers]
"""By wager, each round's end; "base" is the base game's."""
End = tuple[str, int]

FOLDED = "fold"
HIGH = categories("high")


def counted(ends: Ends) -> Counter[End]:
    """How many rounds end in each way, by wager and number.

    >>> counted({"coin": np.array([1, 0, 1])})
    Counter({('coin', 1): 2, ('coin', 0): 1})
    """
    counts = ((name, np.bincount(each).tolist()) for name, each in ends.items())
    return Counter({(name, end): count for name, each in counts for end, count in enumerate(each) if count})


def filled(counts: Counter[End], wager: str, *shape: int) -> Numbers:
    """The counts of a wager by all that its ends are made of."""
    return np.array([counts[wager, end] for end in range(prod(shape))]).reshape(shape)


def side_bet(rules: RuleSet, wager: str, lines: tuple[str, ...], counts: Counter[End]) -> WagerReport:
    """The report of a side bet under the pay table in force."""
    by_name = dict(zip(lines, filled(counts, wager, len(lines)).tolist(), strict=True))
    return next(by_table(rules, wager, lambda _: by_name))


def settings(rules: RuleSet) -> dict[str, Any]:
    """The house rule that chooses the pay table of beaten hands, where there is one."""
    said = rules.wager.get("odds")
    name = said.beaten.partition("{")[2].partition("}")[0] if said else ""
    return {name: rules.house(name)} if name else {}
