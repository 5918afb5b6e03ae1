"""Games in stages: the value of every option, from the solution of the game."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import chances, left_over, number_of, sets_from, weighted
from cardroom.analysis.stages import (
    NOT_ALLOWED,
    RESULTS,
    History,
    Numbers,
    Payoffs,
    StagedEnd,
    StagedOption,
    StagedSolution,
    WorldSolution,
    cards_of,
    codes_of,
    every_option,
    masks_of,
    options_of,
    payoffs_of,
    placed,
    result_of,
    sets_of,
    solved,
    units_need,
)
from cardroom.cards.decks import deck
from cardroom.errors import InputError, InvariantError
from cardroom.games import layout
from cardroom.games.declarations import declaration, stages_of
from cardroom.play.game import FOLDING, Stages
from cardroom.rankings import RANKINGS, describe, rank_many, strength
from cardroom.rulebook import RuleSet

__all__ = ["dealer_results", "values"]

FEW = 3
"""The dealer's cards of which all hands are quickly counted one by one."""


def values(rules: RuleSet, facts: DecisionFacts) -> Valued:
    """The values of all options of a decision.

    Wagers so far are those on the layout; without a table, the smallest that lead to the decision.
    """
    stages = stages_of(rules)
    if stages is None:
        raise InvariantError(f"{rules.game} declares no stages")
    known = [*facts.hand, *facts.board]
    first, *more = stages.known
    number_of("hand" if not stages.board else "hand and board", known, first, *more)
    number = stages.known.index(len(known))
    _check_dealer(rules, facts, stages.shown[number])
    history = _history(stages, number, dict(facts.placed), facts.stake)
    last = number + 1 == len(stages.stages) and len(known) == stages.hand and bool(stages.dealer)
    if facts.seen and not last:
        raise InputError("seen: the values are for a player who has seen no other cards")
    if last and (facts.seen or stages.dealer <= FEW):
        payoffs, results = payoffs_of(rules, stages, declaration(rules.script).settle), dealer_results(rules, facts)
    else:
        solution = solved(rules)
        payoffs, (each, row) = solution.payoffs, solution.state(number, known, facts.dealer)
        results = each.table.counts[row].tolist() if last else []
    options = []
    for option in every_option(stages, number):
        needs = units_need(stages, option)
        if needs and strength(stages.ranking, known) < needs:
            continue
        if facts.units is None or option.units <= facts.units:
            after = (*history, option)
            value = (
                _average(stages, payoffs, after, strength(stages.ranking, known), results)
                if last
                else _value(solution, each, number, row, history, option)
            )
            options.append(OptionValue(option.move.action, value, option.units * facts.stake))
    return Valued(options, _reason(rules, stages, facts, results))


def _check_dealer(rules: RuleSet, facts: DecisionFacts, shown: int) -> None:
    number_of("dealer", facts.dealer, *sorted({0, shown} | ({1} if "exposed_card" in rules.house_rules else set())))
    if len(facts.dealer) != shown and "exposed_card" in rules.house_rules:
        right = "give the dealer's exposed card, or set exposed_card=off"
        raise InputError(f"dealer: {right if shown else 'set exposed_card=on to see a card of the dealer'}")
    number_of("dealer", facts.dealer, shown)


def _average(stages: Stages, payoffs: Payoffs, history: History, rank: int, results: Sequence[int]) -> Fraction:
    """The average result at the last decision, from the dealer's hands by result."""
    group = int(payoffs.group_of[rank])
    ends = [
        StagedEnd(history) if history[-1].move == FOLDING else StagedEnd(history, group, result)
        for result in range(len(results))
    ]
    return weighted([result_of(stages, payoffs, end) for end in ends], results)


def _reason(rules: RuleSet, stages: Stages, facts: DecisionFacts, results: Sequence[int]) -> str:
    """What the hand is, and how it compares with the dealer's, in words."""
    if len(facts.hand) + len(facts.board) not in RANKINGS[stages.ranking].sizes:
        return ""
    made = layout(rules).places["hand"][0].makes
    words = made(rules, facts.hand, facts.board) if made else describe(stages.ranking, [*facts.hand, *facts.board])
    if not results:
        return f"{words}."
    shares = chances({"wins": sum(results[:2]), "ties": sum(results[2:4]), "loses": sum(results[4:])})
    weak = f" The dealer does not qualify in {100 * sum(results[1::2]) / sum(results):.1f} % of the deals."
    return f"{words}: it {shares}.{weak if stages.qualifier(rules) else ''}"


def dealer_results(rules: RuleSet, facts: DecisionFacts) -> list[int]:
    """The dealer's possible hands by result (`stages.RESULTS`), counted one by one."""
    stages = stages_of(rules)
    if stages is None:
        raise InvariantError(f"{rules.game} declares no stages")
    unknown = stages.dealer - len(facts.dealer)
    rest = sets_from(left_over(deck(rules.deck.name, rules.packs).cards, facts), unknown)
    hands = np.column_stack([rest, np.broadcast_to(np.array(facts.dealer, np.uint8), (len(rest), len(facts.dealer)))])
    theirs = rank_many(stages.dealer_ranking or stages.ranking, hands.astype(np.uint8)).astype(np.int64)
    own = strength(stages.ranking, [*facts.hand, *facts.board])
    results = np.where(own > theirs, 0, np.where(own == theirs, 2, 4)) + (theirs < stages.qualifier(rules))
    counts: list[int] = np.bincount(results, minlength=len(RESULTS)).tolist()
    return counts


def _history(stages: Stages, number: int, wagers: dict[str, int], stake: int) -> History:
    """The options that lead to these wagers; without wagers, the cheapest ones."""
    history: list[StagedOption] = []
    for at in range(number):
        going_on = [option for option in every_option(stages, at) if option.move != FOLDING]
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
    return Fraction(int(sums[0]), each.table.completions[number] * solution.payoffs.scale)


def _option_sums(
    solution: StagedSolution, each: WorldSolution, number: int, rows: Any, history: History, option: StagedOption
) -> Numbers:
    """The sums of the results of an option in some states of a stage."""
    stages, payoffs, after = solution.stages, solution.payoffs, (*history, option)
    if option.move == FOLDING:
        units = placed(stages, history)
        lost = sum((payoffs.folded[wager].unit * count for wager, count in units.items()), Fraction(0))
        return np.full(len(rows), int(lost * payoffs.scale) * each.table.completions[number], np.int64)
    if number == len(stages.stages) - 1:
        units = placed(stages, after)
        ends = np.zeros(len(rows), np.int64)
        for wager, count in units.items():
            ends += each.table.last[wager][rows] * count
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
