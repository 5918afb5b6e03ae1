"""Games in stages: the value of every option, from the solution of the game."""

from fractions import Fraction

import numpy as np

from cardroom.analysis.evaluation import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluators.showdowns import number_of
from cardroom.analysis.simulation.staged import state_of
from cardroom.analysis.staged_payoffs import History, StagedOption, options_of, placed
from cardroom.analysis.staged_sets import codes_of, masks_of, sets_of
from cardroom.analysis.staged_solver import StagedSolution, WorldSolution, solved
from cardroom.errors import InputError
from cardroom.play.stages import FOLDING
from cardroom.rankings import RANKINGS, describe
from cardroom.rulebook import RuleSet

__all__ = ["values"]


def values(rules: RuleSet, facts: DecisionFacts) -> Valued:
    """The values of all options of a decision.

    Wagers so far are those on the layout; without a table, the smallest that lead to the decision.
    """
    if facts.seen:
        raise InputError("seen: the values are for a player who has seen no other cards")
    solution = solved(rules)
    stages = solution.stages
    known = [*facts.hand, *facts.board]
    number_of("hand and board", known, *stages.known)
    number = stages.known.index(len(known))
    history = _history(solution, number, dict(facts.placed), facts.stake)
    each, row = state_of(solution, number, known, list(facts.dealer))
    options = []
    for option in options_of(stages, number):
        if facts.units is None or option.units <= facts.units:
            value = _value(solution, each, number, row, history, option)
            options.append(OptionValue(option.move.action, value, option.units * facts.stake))
    complete = len(known) in RANKINGS[stages.ranking].sizes
    words = f"{describe(stages.ranking, known)}." if complete else ""
    return Valued(options, words)


def _history(solution: StagedSolution, number: int, wagers: dict[str, int], stake: int) -> History:
    """The options that lead to these wagers; without wagers, the cheapest ones."""
    history: list[StagedOption] = []
    for at in range(number):
        going_on = [option for option in options_of(solution.stages, at) if option.move != FOLDING]
        if wagers:
            going_on.sort(key=lambda option: abs(_units(option, wagers, stake)))
        else:
            going_on.sort(key=lambda option: (option.move.back, option.units))
        history.append(going_on[0])
    return tuple(history)


def _units(option: StagedOption, wagers: dict[str, int], stake: int) -> int:
    """How far an option is from the chips on the layout."""
    on = wagers.get(option.move.wager, 0) // stake
    if option.move.back:
        return on
    return on - option.units if option.move.wager else 0


def _value(
    solution: StagedSolution, each: WorldSolution, number: int, row: int, history: History, option: StagedOption
) -> Fraction:
    """The average result of an option in one state, in units of the first wager."""
    stages, payoffs = solution.stages, solution.payoffs
    units, unit = placed(stages, history), each.completions[number] * payoffs.scale
    if option.move == FOLDING:
        return sum((payoffs.folded[wager].unit * count for wager, count in units.items()), Fraction(0))
    after = (*history, option)
    if number == len(stages.stages) - 1:
        units = placed(stages, after)
        return Fraction(sum(int(each.last[wager][row]) * count for wager, count in units.items()), unit)
    size = stages.known[number + 1] - stages.known[number]
    mask, more = each.states[number].masks[row], masks_of(sets_of(each.world.cards, size))
    fits = ~(more & mask).any(axis=1)
    rows = np.searchsorted(each.states[number + 1].codes, codes_of(more[fits] | mask, each.world.up))
    return Fraction(int(each.values[number + 1, after][rows].sum()), unit)
