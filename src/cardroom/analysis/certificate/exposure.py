"""The house's exposure: what one spot can win at the table maximum, and how much results vary."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from cardroom.analysis.joint import VarianceEstimate, joint_distribution
from cardroom.analysis.report import Report, WagerReport, figure
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import AWARD

__all__ = ["exposure", "wagers_at_most"]


def exposure(rules: RuleSet, report: Report, estimate: VarianceEstimate | None = None) -> dict[str, Any]:
    """The most that a spot can win on each wager at its maximum, and how all wagers together vary.

    Wagers of one spot depend on the same cards. The sum of their standard deviations is an upper bound of the deviation
    of their sum, reached if they always move together. The sum of their largest wins is an upper bound too, because the
    best lines may exclude each other. `combined` has the exact deviation where the game counts all wagers together, or
    else the estimate of a simulation.
    """
    rows = []
    for each in report.wagers:
        if each.in_force and rules.wager[each.wager].when != AWARD:
            rows.append(_row(rules, each))
    won = sum((Fraction(row["most_won_cents"]["exact"]) for row in rows), Fraction(0))
    return {
        "wagers": rows,
        "spot_most_won_cents": figure(won),
        "table_most_won_cents": figure(won * rules.seats.most),
        "spot_deviation_at_most_cents": sum(row["deviation_cents"] for row in rows),
        "combined": _combined(rules, report, rows, estimate),
    }


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
    """The standard deviation of all wagers together, how it was computed, and the most that they win; None if unknown.

    Only an estimate has a standard error, and only a count of all wagers together has the most that they win.
    """
    amounts = wagers_at_most(rules, report)
    joint = joint_distribution(rules) if rows else None
    if joint and set(joint.wagers) == set(amounts):
        most = figure(joint.most(amounts))
        return {"method": "exact", "most_won_cents": most} | _deviation(joint.variance(amounts))
    if len(rows) == 1:
        [only] = (each for each in report.wagers if each.in_force and each.wager in amounts)
        if not only.averaged:
            variance = only.variance * amounts[only.wager] ** 2
            return {"method": "exact", "most_won_cents": rows[0]["most_won_cents"]} | _deviation(variance)
    if estimate is None or estimate.variance <= 0:
        return None
    error = estimate.standard_error / (2 * sqrt(estimate.variance))
    known = {"method": "estimated", "rounds": estimate.rounds}
    return known | _deviation(estimate.variance) | {"standard_error_cents": error}


def _deviation(variance: Fraction) -> dict[str, Any]:
    return {"variance_cents": figure(variance), "deviation_cents": sqrt(variance)}


def _row(rules: RuleSet, report: WagerReport) -> dict[str, Any]:
    least, most = rules.limits(report.wager)
    most = report.stake or most
    best, share = next(iter(report.distribution.items()))
    return {
        "wager": report.wager,
        "label": report.label,
        "least_cents": least,
        "most_cents": most,
        "most_won": figure(best),
        "most_won_cents": figure(best * most),
        "probability": figure(share),
        "deviation_cents": report.standard_deviation * most,
    }
