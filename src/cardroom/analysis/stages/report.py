"""The reports of games in stages: figures, pay lines and the best strategy, from the solution."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes, side_bet, tables_of
from cardroom.analysis.stages.payoffs import StagedEnd, placed
from cardroom.analysis.stages.solver import StagedSolution, solve
from cardroom.analysis.stages.words import strategy_words
from cardroom.cards import Card
from cardroom.errors import InvariantError
from cardroom.games.declarations import declaration
from cardroom.play import Payoff
from cardroom.rulebook import RuleSet

__all__ = ["base_report", "staged_report"]


def staged_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base game under the best strategy, for every pay table that it may have, and all side bets."""
    base = [base_report(chosen, engine, settings, in_force) for chosen, settings, in_force in _choices(rules)]
    bets = (report for name, terms in rules.wagers().items() if terms.cards for report in side_bet(rules, name))
    return (*base, *bets)


def _choices(rules: RuleSet) -> Iterator[tuple[RuleSet, dict[str, Any], bool]]:
    """The rule set under each choice of the house rule that names the base game's pay tables."""
    stages = declaration(rules.script).stages
    patterns = [rules.wager[name].pays for name in (stages.wagers if stages else ())]
    yield from tables_of(rules, next((each for each in patterns if "{" in each), patterns[0]))


def base_report(
    rules: RuleSet,
    engine: Engine = LOCAL,
    settings: dict[str, Any] | None = None,
    in_force: bool = True,
    cards: tuple[Card, ...] = (),
) -> WagerReport:
    """The wagers of the base game together, per unit of the first one."""
    solution = solve(rules, engine, cards)
    return report_of(rules, solution, solution.ends, settings or {}, in_force, strategy_words(rules, solution))


def report_of(
    rules: RuleSet,
    solution: StagedSolution,
    ends: Counter[StagedEnd],
    settings: dict[str, Any],
    in_force: bool,
    strategy: tuple[str, ...] = (),
) -> WagerReport:
    """The report, from the number of deals with each end."""
    stages = solution.stages
    outcomes, lines = [], {wager: list[WagerOutcome]() for wager in stages.wagers}
    for end, count in ends.items():
        units = {wager: times for wager, times in placed(stages, end.history).items() if times}
        payoffs = {wager: _payoff(solution, end, wager) for wager in units}
        net = sum((payoff.unit * units[wager] for wager, payoff in payoffs.items()), Fraction(0))
        wagered = Fraction(sum(units.values()))
        first = next(iter(payoffs.values()))
        outcomes.append(WagerOutcome(first.line, net, count, "", wagered, end.history[-1].move.action))
        for wager, payoff in payoffs.items():
            times = units[wager]
            part = WagerOutcome(payoff.line, payoff.unit * times, count, str(payoff.odds or ""), Fraction(times))
            lines[wager].append(part)
    names = [rules.wager[wager].label for wager in stages.wagers]
    if not outcomes:
        raise InvariantError(f"{rules.game}: the solution has no ends")
    return WagerReport(
        next(iter(stages.wagers)),
        f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0],
        names[0],
        merge_outcomes(outcomes),
        settings,
        in_force,
        strategy,
        {wager: merge_outcomes(each) for wager, each in lines.items()} if len(names) > 1 else {},
    )


def _payoff(solution: StagedSolution, end: StagedEnd, wager: str) -> Payoff:
    if end.group < 0:
        return solution.payoffs.folded[wager]
    return solution.payoffs.paid[wager][end.result][end.group]
