"""The bank's exposure: what one spot can win and lose at the table maximum, and how much results vary."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from cardroom.analysis.report import (
    Estimate,
    Report,
    Root,
    VarianceEstimate,
    WagerReport,
    figure,
    joint_distribution,
)
from cardroom.play.round import player_banked
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import AWARD

__all__ = ["bettors", "exposure", "wagers_at_most"]


def exposure(rules: RuleSet, report: Report, estimate: VarianceEstimate | None = None) -> dict[str, Any]:
    """The most that a spot can win and lose on each wager at its maximum, and how all wagers together vary.

    Wagers of one spot depend on the same cards. The sum of their standard deviations is an upper bound of the deviation
    of their sum, reached if they always move together. The sums of their largest wins and losses are upper bounds too,
    because the best lines may exclude each other. `combined` has the exact deviation where the game counts all wagers
    together, or else the estimate of a simulation.
    """
    rows = []
    for each in report.wagers:
        if each.in_force and rules.wager[each.wager].when != AWARD:
            rows.append(_row(rules, each))
    won, lost = (_sum(row[name] for row in rows) for name in ("most_won_cents", "most_lost_cents"))
    squares = [Fraction(square) for row in rows for square in row["deviation_cents"]["root_of"]]
    return {
        "wagers": rows,
        "bettors": bettors(rules),
        "spot_most_won_cents": figure(won),
        "table_most_won_cents": figure(won * bettors(rules)),
        "spot_most_lost_cents": figure(lost),
        "table_most_lost_cents": figure(lost * bettors(rules)),
        "spot_deviation_at_most_cents": figure(Root(tuple(squares))),
        "combined": _combined(rules, report, rows, estimate),
    }


def _sum(several: Iterable[dict[str, Any]]) -> Fraction:
    return sum((Fraction(each["exact"]) for each in several), Fraction(0))


def bettors(rules: RuleSet) -> int:
    """The most spots that bet against the bank. A player-dealer's own seat is not one of them.

    >>> from cardroom.rulebook import rule_set
    >>> bettors(rule_set("pure-21.5-blackjack")), bettors(rule_set("four-card-frenzy"))
    (7, 6)
    """
    return rules.seats.most - player_banked(rules)


def wagers_at_most(rules: RuleSet, report: Report) -> dict[str, int]:
    """The maximum of every wager in cents; of a jackpot wager, the amount that its figures are for."""
    return {
        each.wager: each.stake or rules.limits(each.wager)[1]
        for each in report.wagers
        if each.in_force and rules.wager[each.wager].when != AWARD
    }


def _combined(
    rules: RuleSet, report: Report, rows: Sequence[dict[str, Any]], estimate: VarianceEstimate | None
) -> dict[str, Any] | None:
    """How all wagers together vary, how it was computed, and the most that they win and lose; None if unknown.

    Only an estimate has a standard error, and only a count of all wagers together has the most that they win and lose.
    """
    amounts = wagers_at_most(rules, report)
    joint = joint_distribution(rules) if rows else None
    if joint and set(joint.wagers) == set(amounts):
        most = {"most_won_cents": figure(joint.most(amounts)), "most_lost_cents": figure(-joint.least(amounts))}
        return {"method": "exact"} | most | _deviation(joint.variance(amounts))
    if len(rows) == 1:
        [only] = (each for each in report.wagers if each.in_force and each.wager in amounts)
        variance = only.variance * amounts[only.wager] ** 2
        most = {name: rows[0][name] for name in ("most_won_cents", "most_lost_cents")}
        return {"method": "exact"} | most | _deviation(variance)
    if estimate is None or estimate.variance.value <= 0:
        return None
    known, root = estimate.variance, sqrt(estimate.variance.value)
    deviation = Estimate(root, known.standard_error / (2 * root), known.rounds, known.seed)
    return {"method": "estimated", "variance_cents": figure(known), "deviation_cents": figure(deviation)}


def _deviation(variance: Fraction) -> dict[str, Any]:
    return {"variance_cents": figure(variance), "deviation_cents": figure(Root((variance,)))}


def _row(rules: RuleSet, report: WagerReport) -> dict[str, Any]:
    least, most = rules.limits(report.wager)
    most = report.stake or most
    won, lost = report.most_won, report.most_lost
    share = report.distribution.get(won)  # None: possible by the rules, but not seen in simulated rounds
    return {
        "wager": report.wager,
        "label": report.label,
        "least_cents": least,
        "most_cents": most,
        "most_won": figure(won),
        "most_won_cents": figure(won * most),
        "most_lost": figure(lost),
        "most_lost_cents": figure(lost * most),
        "probability": None if share is None else figure(share),
        "deviation_cents": figure(report.standard_deviation.times(most)),
    }
