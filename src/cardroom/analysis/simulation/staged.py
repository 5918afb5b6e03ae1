"""Games in stages in simulations: compiled rounds and the best player, both from the solution."""

from collections import Counter
from random import Random

import numpy as np

from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation.counts import Cards, EndKey, Ends, ends_by_cards, reports_by_cards
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.stages import (
    RESULTS,
    History,
    StagedEnd,
    StagedOption,
    StagedSolution,
    choice_in_force,
    columns_of,
    every_history,
    options_of,
    paths,
    report_of,
    solved,
)
from cardroom.analysis.strategy import Strategy
from cardroom.cards import UNKNOWN
from cardroom.errors import InvariantError
from cardroom.games.declarations import stages_of
from cardroom.play import Amount, Answer, Ask, View
from cardroom.play.game import FOLDING, Stages
from cardroom.play.round import Acted
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet

__all__ = ["SIMULATED", "best", "history_of"]


def _stages(rules: RuleSet) -> Stages:
    stages = stages_of(rules)
    if stages is None:
        raise InvariantError(f"{rules.game} declares no stages")
    return stages


def cards_of(rules: RuleSet) -> int:
    """The number of cards in a round."""
    stages = _stages(rules)
    return stages.hand + stages.dealer


def ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    """The end of every round: the history, the group of the hand and the result as one number."""
    solution = solved(rules)
    stages, columns = solution.stages, columns_of(rules, solution.stages)
    places = {history: number for number, history in enumerate(every_history(stages))}
    histories, folded = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.bool_)
    for history, rows in paths(rules, solution, cards, strategy):
        histories[rows], folded[rows] = places[history], history[-1].move == FOLDING
    own = rank_many(stages.ranking, np.ascontiguousarray(cards[:, columns.own + columns.board]))
    found = histories * (int(solution.payoffs.group_of.max()) + 1) + np.where(folded, 0, solution.payoffs.group_of[own])
    if stages.dealer:
        theirs = rank_many(stages.dealer_ranking or stages.ranking, np.ascontiguousarray(cards[:, columns.dealer]))
        results = np.where(own > theirs, 0, np.where(own == theirs, 2, 4)) + (theirs < stages.qualifier(rules))
        found = found * len(RESULTS) + np.where(folded, 0, results)
    return {"base": found} | ends_by_cards(rules, cards, columns.groups, folded)


def reports(rules: RuleSet, counts: Counter[EndKey], strategy: Strategy | None = None) -> tuple[WagerReport, ...]:
    """The report of every wager, from the counts of ends."""
    solution, ended = solved(rules), Counter[StagedEnd]()
    histories = list(every_history(solution.stages))
    groups, results = int(solution.payoffs.group_of.max()) + 1, len(RESULTS) if solution.stages.dealer else 1
    for (wager, end), count in counts.items():
        if wager == "base":
            number, result = divmod(end, results)
            history = histories[number // groups]
            folded = history[-1].move == FOLDING
            ended[StagedEnd(history) if folded else StagedEnd(history, number % groups, result)] += count
    base = report_of(rules, solution.stages, solution.payoffs, ended, choice_in_force(rules), True) if ended else None
    return *([base] if base else []), *reports_by_cards(rules, counts)


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision. A bet that the chips do not allow becomes the largest that they do."""
    solution = solved(view.rules)
    known = [card for card in (*view.hand(ask.spot), *view.hand("board")) if card != UNKNOWN]
    up = [card for card in view.hand(view.dealer) if card != UNKNOWN] if solution.stages.dealer else []
    number = solution.stages.known.index(len(known))
    history = history_of(view, ask, solution, number)
    each, row = solution.state(number, known, up)
    option = options_of(solution.stages, number)[each.choices[number, history][row]]
    offered = next((one for one in ask.options if one.action == option.move.action), None)
    if offered is None:
        return ask.default
    if isinstance(offered, Amount):
        unit = offered.step
        return ask.check(offered.action, min(option.units * unit, offered.most))
    return ask.check(offered.action)


def history_of(view: View, ask: Ask, solution: StagedSolution, number: int) -> History:
    """The options that a spot has chosen so far. An amount between the bounds counts as the nearest of them."""
    stages = solution.stages
    acts = [each for each in view.of(Acted) if each.spot == ask.spot and not isinstance(each.value, dict)]
    actions = {move.action for stage in stages.stages for move in stage.moves}
    acts = [each for each in acts if each.action in actions][:number]
    stake = view.stake(ask.spot, next(iter(stages.wagers)))
    history: list[StagedOption] = []
    for at, act in enumerate(acts):
        fitting = [option for option in options_of(stages, at) if option.move.action == act.action]
        units = act.value // stake if isinstance(act.value, int) else fitting[0].units
        history.append(min(fitting, key=lambda option: abs(option.units - units)))
    return tuple(history)


SIMULATED = SimulatedGame(Compiled(cards_of, ends, reports), {OPTIMAL: best})
