"""The reports of games in stages: figures, pay lines and the best strategy, from the solution."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes, side_bet, tables_of
from cardroom.analysis.stages.payoffs import RESULTS, Payoffs, StagedEnd, decision_name, placed, result_of
from cardroom.analysis.stages.solver import solve
from cardroom.analysis.stages.words import strategy_words
from cardroom.cards import Card
from cardroom.errors import InvariantError
from cardroom.games.declarations import stages_of
from cardroom.play.game import Stages
from cardroom.rulebook import RuleSet

__all__ = ["base_report", "choice_in_force", "choices", "report_of", "staged_report"]

WORDS = {1: "wins with", 0: "ties with", -1: "loses with"}


def staged_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base game under the best strategy, for every pay table that it may have, and all side bets."""
    base = [base_report(chosen, engine, settings, in_force) for chosen, settings, in_force in choices(rules)]
    bets = (report for name, terms in rules.wagers().items() if terms.cards for report in side_bet(rules, name))
    return (*base, *bets)


def choices(rules: RuleSet) -> Iterator[tuple[RuleSet, dict[str, Any], bool]]:
    """The rule set under each choice of a house rule that shows a card of the dealer, or names pay tables."""
    stages = stages_of(rules)
    tables = [pattern for name in stages.wagers for pattern in _tables(rules, name)] if stages else [""]
    shows = next((name for name in rules.house_rules if _shown(rules, name) != _shown(rules, "")), "")
    for chosen, settings, in_force in tables_of(rules, next((each for each in tables if "{" in each), tables[0])):
        if not shows:
            yield chosen, settings, in_force
            continue
        for value in (rules.house(shows), not rules.house(shows)):
            other = chosen.replaced(settings=chosen.settings | {shows: value})
            yield other, settings | {shows: value}, in_force and value == rules.house(shows)


def choice_in_force(rules: RuleSet) -> dict[str, Any]:
    """The house rules of the base game's figures in force, where reports compare several."""
    return next(settings for _, settings, _ in choices(rules))


def _tables(rules: RuleSet, wager: str) -> tuple[str, str]:
    return rules.wager[wager].pays, rules.wager[wager].beaten


def _shown(rules: RuleSet, other: str) -> tuple[int, ...]:
    """The dealer's cards that are shown, with a house rule turned over."""
    if other and not isinstance(rules.house(other), bool):
        other = ""
    changed = rules.replaced(settings=rules.settings | {other: not rules.house(other)}) if other else rules
    stages = stages_of(changed)
    return stages.shown if stages else ()


def base_report(
    rules: RuleSet,
    engine: Engine = LOCAL,
    settings: dict[str, Any] | None = None,
    in_force: bool = True,
    cards: tuple[Card, ...] = (),
) -> WagerReport:
    """The wagers of the base game together, per unit of the first one."""
    solution = solve(rules, engine, cards)
    words = strategy_words(rules, solution)
    return report_of(rules, solution.stages, solution.payoffs, solution.ends, settings or {}, in_force, words)


def report_of(
    rules: RuleSet,
    stages: Stages,
    payoffs: Payoffs,
    ends: Counter[StagedEnd],
    settings: dict[str, Any],
    in_force: bool,
    strategy: tuple[str, ...] = (),
) -> WagerReport:
    """The report, from the number of deals with each end."""
    outcomes, lines = [], {wager: list[WagerOutcome]() for wager in stages.wagers}
    for end, count in ends.items():
        units = {wager: times for wager, times in placed(stages, end.history).items() if times}
        paid = {wager: payoffs.of(end, wager) for wager in units}
        net = result_of(stages, payoffs, end)
        wagered = Fraction(sum(units.values()))
        first = next(iter(paid.values()))
        line = _line(payoffs, end) or first.line
        outcomes.append(WagerOutcome(line, net, count, "", wagered, decision_name(stages, end.history)))
        for wager, payoff in paid.items():
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


def _line(payoffs: Payoffs, end: StagedEnd) -> str:
    """The hand and the result in words; empty if hands have no names, or after a fold."""
    name = payoffs.names[end.group] if end.group >= 0 else ""
    qualified, result = RESULTS[end.result]
    return f"{WORDS[result]} {name}{'' if qualified else ', dealer does not qualify'}" if name else ""
