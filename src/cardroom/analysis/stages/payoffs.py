"""The options of a game in stages, and what every end pays, from the game's own settlement."""

from collections.abc import Iterator, Mapping
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.play import Payoff
from cardroom.play.game import Move, Stages, StagesShowdown
from cardroom.play.round import rank_line
from cardroom.rankings import RANKINGS
from cardroom.rankings.base import numbering
from cardroom.rankings.named import lowest
from cardroom.rulebook import RuleSet

__all__ = [
    "History",
    "Numbers",
    "Payoffs",
    "StagedEnd",
    "StagedOption",
    "every_option",
    "moves_in_words",
    "options_of",
    "payoffs_of",
    "placed",
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
    paid: Mapping[str, tuple[tuple[Payoff, ...], ...]]
    """By wager, by result, the payoff of each group."""
    folded: Mapping[str, Payoff]
    scale: int
    """A common denominator."""

    def numbers(self, wager: str) -> Numbers:
        """The scaled payoffs of a wager, by result and group."""
        return np.array([[int(each.unit * self.scale) for each in row] for row in self.paid[wager]], np.int64)


def options_of(stages: Stages, number: int) -> tuple[StagedOption, ...]:
    """The options of a stage that can be best, those that wager least first.

    A result is a linear function of the units, so only the fewest and the most can be best.
    """
    moves = stages.stages[number].moves
    options = {
        StagedOption(move, units)
        for move in moves
        for units in ({move.least, move.most} if move.wager and not move.back else {0})
    }
    return tuple(sorted(options, key=lambda option: (option.added, moves.index(option.move))))


def every_option(stages: Stages, number: int) -> tuple[StagedOption, ...]:
    """All options of a stage, with every number of units."""
    return tuple(
        StagedOption(move, units)
        for move in stages.stages[number].moves
        for units in (range(move.least, move.most + 1) if move.wager and not move.back else (0,))
    )


def units_need(stages: Stages, option: StagedOption) -> int:
    """The lowest rank that may choose an option; 0 if every hand may."""
    move = option.move
    return lowest(stages.ranking, move.most_with) if move.most_with and option.units > move.least else 0


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


def results_of(stages: Stages) -> tuple[StagesShowdown, ...]:
    """The results against the dealer, in the order of `dealer_results`; only one without a dealer's hand."""
    if not stages.dealer:
        return (StagesShowdown(),)
    return (StagesShowdown(qualified=False, result=1), *(StagesShowdown(result=result) for result in (1, 0, -1)))


def payoffs_of(rules: RuleSet, stages: Stages, settle: Any) -> Payoffs:
    """What every wager pays, from the game's own settlement, called once for each group of hands."""
    count = len(numbering(RANKINGS[stages.ranking])[0])
    tables = {
        name: rules.table(rules.wager[name].pays) for name, terms in stages.wagers.items() if terms.by != "result"
    }
    keys: dict[tuple[str, ...], int] = {}
    first: list[int] = []
    group_of = np.zeros(count + 1, np.int64)
    for rank in range(1, count + 1):
        key = tuple(rank_line(table, rank) for table in tables.values())
        if key not in keys:
            keys[key] = len(first)
            first.append(rank)
        group_of[rank] = keys[key]
    paid = {
        wager: tuple(
            tuple(settle(rules, wager, end._replace(rank=rank)) for rank in first) for end in results_of(stages)
        )
        for wager in stages.wagers
    }
    folded = {wager: settle(rules, wager, StagesShowdown(folded=True)) for wager in stages.wagers}
    units = [each.unit for rows in paid.values() for row in rows for each in row]
    scale = lcm(*(unit.denominator for unit in (*units, *(each.unit for each in folded.values()))))
    return Payoffs(group_of, paid, folded, scale)


def moves_in_words(history: History) -> Iterator[str]:
    """The options of a history in words."""
    for option in history:
        yield f"{option.move.action} {option.units}x" if option.move.most > option.move.least else option.move.action
