"""Games in stages: the value of every option, from the solution of the game."""

from fractions import Fraction
from typing import Any

import numpy as np

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import number_of
from cardroom.analysis.simulation import state_of
from cardroom.analysis.stages import (
    NOT_ALLOWED,
    History,
    Numbers,
    StagedOption,
    StagedSolution,
    WorldSolution,
    cards_of,
    codes_of,
    every_option,
    masks_of,
    options_of,
    placed,
    sets_of,
    solved,
    units_need,
)
from cardroom.errors import InputError
from cardroom.play.game import FOLDING
from cardroom.rankings import RANKINGS, describe, rank_many, strength
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
    for option in every_option(stages, number):
        needs = units_need(stages, option)
        if needs and strength(stages.ranking, known) < needs:
            continue
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
        going_on = [option for option in every_option(solution.stages, at) if option.move != FOLDING]
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
    sums = _option_sums(solution, each, number, np.array([row]), history, option)
    return Fraction(int(sums[0]), each.completions[number] * solution.payoffs.scale)


def _option_sums(
    solution: StagedSolution, each: WorldSolution, number: int, rows: Any, history: History, option: StagedOption
) -> Numbers:
    """The sums of the results of an option in some states of a stage."""
    stages, payoffs, after = solution.stages, solution.payoffs, (*history, option)
    if option.move == FOLDING:
        units = placed(stages, history)
        lost = sum((payoffs.folded[wager].unit * count for wager, count in units.items()), Fraction(0))
        return np.full(len(rows), int(lost * payoffs.scale) * each.completions[number], np.int64)
    if number == len(stages.stages) - 1:
        units = placed(stages, after)
        ends = np.zeros(len(rows), np.int64)
        for wager, count in units.items():
            ends += each.last[wager][rows] * count
        return ends
    size = stages.known[number + 1] - stages.known[number]
    more = masks_of(sets_of(each.world.cards, size))
    later = []
    for mask in each.states[number].masks[rows]:
        fits = ~(more & mask).any(axis=1)
        later.append(np.searchsorted(each.states[number + 1].codes, codes_of(more[fits] | mask, each.world.up)))
    found, places = np.unique(np.concatenate(later), return_inverse=True)
    best = _best_sums(solution, each, number + 1, found, after)
    sums: Numbers = best[places].reshape(len(rows), -1).sum(axis=1)
    return sums


def _best_sums(solution: StagedSolution, each: WorldSolution, number: int, rows: Any, history: History) -> Numbers:
    """The sums of the best results in some states. The solution has them, except after an amount between the bounds."""
    if (number, history) in each.values:
        known: Numbers = each.values[number, history][rows]
        return known
    stages = solution.stages
    sums = []
    for option in options_of(stages, number):
        some = _option_sums(solution, each, number, rows, history, option)
        if needs := units_need(stages, option):
            cards = cards_of(each.states[number].masks[rows], stages.known[number])
            some = np.where(rank_many(stages.ranking, cards) >= needs, some, NOT_ALLOWED)
        sums.append(some)
    best: Numbers = np.stack(sums).max(axis=0)
    return best
