"""The options of a game in stages, and what every end pays, from the game's own settlement."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.play import Payoff
from cardroom.play.game import Move, Stages, StagesShowdown
from cardroom.play.round import rank_line
from cardroom.rankings import RANKINGS
from cardroom.rankings.base import by_name, numbering
from cardroom.rulebook import RuleSet

__all__ = [
    "RESULTS",
    "History",
    "Numbers",
    "Payoffs",
    "StagedEnd",
    "StagedOption",
    "decision_name",
    "every_option",
    "history_words",
    "options_of",
    "payoffs_of",
    "placed",
    "result_of",
    "units_need",
]

Numbers = NDArray[np.int64]


class StagedOption(NamedTuple):
    """A move, with the number of units that it wagers."""

    move: Move
    units: int

    @property
    def added(self) -> int:
        """The units that it adds to the wagers; -1 for a wager taken back."""
        return -1 if self.move.back else self.units


History = tuple[StagedOption, ...]
"""The options chosen so far, one for each stage."""


class StagedEnd(NamedTuple):
    """The end of a round: the options chosen, the group of the player's hand and the result against the dealer."""

    history: History
    group: int = -1
    """A group of hands that all wagers pay alike; -1 after a fold."""
    result: int = 0


class Payoffs(NamedTuple):
    """What every wager pays in every end that is not a fold, under a rule set."""

    group_of: Numbers
    """The group of each rank."""
    names: tuple[str, ...]
    """The name of each group, if a hand has one in the showdowns of the game's script."""
    paid: Mapping[str, tuple[tuple[Payoff, ...], ...]]
    """By wager, by result, the payoff of each group."""
    folded: Mapping[str, Payoff]
    scale: int
    """A common denominator."""

    def numbers(self, wager: str) -> Numbers:
        """The scaled payoffs of a wager, by result and group."""
        return np.array([[int(each.unit * self.scale) for each in row] for row in self.paid[wager]], np.int64)

    def of(self, end: StagedEnd, wager: str) -> Payoff:
        """What a wager pays in an end."""
        return self.folded[wager] if end.group < 0 else self.paid[wager][end.result][end.group]


def options_of(stages: Stages, number: int) -> tuple[StagedOption, ...]:
    """The options of a stage that can be best, those that wager least first.

    A result is a linear function of the units, so only the fewest and the most of each hand can be best.
    """
    moves = stages.stages[number].moves
    options = {
        StagedOption(move, units)
        for move in moves
        for units in (
            {move.least, move.most, *(most for most, _ in move.needs)} if move.wager and not move.back else {0}
        )
    }
    return tuple(sorted(options, key=lambda option: (option.added, moves.index(option.move))))


def _ends(move: Move) -> set[int]:
    """The fewest and the most units of every hand."""
    return {move.least, move.most, *(most for most, _ in move.needs)}


def every_option(stages: Stages, number: int) -> tuple[StagedOption, ...]:
    """All options of a stage, with every number of units."""
    return tuple(
        StagedOption(move, units)
        for move in stages.stages[number].moves
        for units in (range(move.least, move.most + 1) if move.wager and not move.back else (0,))
    )


def units_need(stages: Stages, option: StagedOption) -> int:
    """The lowest rank that may choose an option; 0 if every hand may."""
    return stages.lowest_with(option.move, option.units)


def placed(stages: Stages, history: History) -> dict[str, int]:
    """The units on each wager after these options."""
    later = {move.wager for stage in stages.stages for move in stage.moves if move.wager and not move.back}
    units = {wager: 0 if wager in later else 1 for wager in stages.wagers}
    for option in history:
        if option.move.back:
            units[option.move.wager] = 0
        elif option.move.wager:
            units[option.move.wager] += option.units
    return units


RESULTS = ((True, 1), (False, 1), (True, 0), (False, 0), (True, -1), (False, -1))
"""The results against a dealer, in the order of all counts: whether the dealer qualifies, and whose hand is higher."""


def results_of(stages: Stages) -> tuple[StagesShowdown, ...]:
    """The results against the dealer, in the order of RESULTS; only one without a dealer's hand."""
    if not stages.dealer:
        return (StagesShowdown(),)
    return tuple(StagesShowdown(qualified=qualified, result=result) for qualified, result in RESULTS)


def payoffs_of(rules: RuleSet, stages: Stages, settle: Any) -> Payoffs:
    """What every wager pays, from the game's own settlement, called once for each group of hands."""
    by_hand = {name for name, terms in stages.wagers.items() if terms.by in ("hand", "winning hand")}
    tables = [rules.table(rules.wager[name].pays) for name in by_hand]
    shown = stages.showdown or (lambda end: end)
    if stages.showdown:
        group_of, first, names = _named_groups(stages.ranking, stages.showdown)
    else:
        group_of, first, names = _groups(stages.ranking, lambda rank: tuple(rank_line(table, rank) for table in tables))
    paid = {
        wager: tuple(
            tuple(settle(rules, wager, shown(end._replace(rank=rank))) for rank in first) for end in results_of(stages)
        )
        for wager in stages.wagers
    }
    folded = {wager: settle(rules, wager, shown(StagesShowdown(folded=True))) for wager in stages.wagers}
    units = [each.unit for rows in paid.values() for row in rows for each in row]
    scale = lcm(*(unit.denominator for unit in (*units, *(each.unit for each in folded.values()))))
    return Payoffs(group_of, names, paid, folded, scale)


@by_name
@lru_cache(maxsize=16)
def _named_groups(ranking: str, shown: Callable[[StagesShowdown], Any]) -> tuple[Numbers, list[int], tuple[str, ...]]:
    """The groups of hands that are alike in the showdowns of a script."""
    return _groups(ranking, lambda rank: shown(StagesShowdown(rank=rank, result=1)))


def _groups(ranking: str, key: Callable[[int], Any]) -> tuple[Numbers, list[int], tuple[str, ...]]:
    """The group of each rank, and the first rank and the name of each group. Ranks with equal keys are a group."""
    keys: dict[Any, int] = {}
    first = []
    group_of = np.zeros(len(numbering(RANKINGS[ranking])[0]) + 1, np.int64)
    for rank in range(1, len(group_of)):
        known = len(keys)
        group_of[rank] = keys.setdefault(key(rank), known)
        if len(keys) > known:
            first.append(rank)
    return group_of, first, tuple(getattr(each, "hand", "") for each in keys)


def result_of(stages: Stages, payoffs: Payoffs, end: StagedEnd) -> Fraction:
    """The net of all wagers together, in units of the first one."""
    units = placed(stages, end.history)
    return sum((payoffs.of(end, wager).unit * times for wager, times in units.items() if times), Fraction(0))


def decision_name(stages: Stages, history: History) -> str:
    """The name of a player's last decision."""
    last = history[-1]
    return stages.stages[len(history) - 1].decision(last.move.action, last.units)


def history_words(stages: Stages, history: History) -> str:
    """All decisions of a history in words."""
    return ", ".join(decision_name(stages, history[: at + 1]).replace("-", " ") for at in range(len(history)))
