"""The house's exposure: what one spot can win at the table maximum, and how much results vary."""

from fractions import Fraction
from typing import Any

from cardroom.analysis.report import Report, WagerReport, figure
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import AWARD

__all__ = ["exposure"]


def exposure(rules: RuleSet, report: Report) -> dict[str, Any]:
    """The most that a spot can win on each wager at its maximum, and bounds for all wagers together.

    Wagers of one spot depend on the same cards. How they vary together is not computed. The sum of their standard
    deviations is an upper bound of the deviation of their sum, reached if they always move together. The sum of their
    largest wins is an upper bound too, because the best lines may exclude each other.
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
    }


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
