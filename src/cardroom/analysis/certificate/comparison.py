"""Compares the figures that a document prints with the exact ones.

A printed figure is reproduced if the exact one, rounded in the same way, is the same. A simulated figure can differ
by chance, so its distance from the exact value is also given in standard errors, from the exact distribution.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Literal

import msgspec

from cardroom.analysis.report import Report, WagerOutcome, WagerReport
from cardroom.rulebook import RuleSet
from cardroom.rulebook.printed import OTHER_LINES, FigureKind, PrintedFigures, number, spread

__all__ = ["VERDICTS", "Comparison", "FigureVerdict", "compare_figures", "summary_words"]

FigureVerdict = Literal["reproduced", "within sampling error", "not reproduced"]
VERDICTS: tuple[FigureVerdict, ...] = ("reproduced", "within sampling error", "not reproduced")

NINETY_NINE_PERCENT = 2.576
"""Half the width of the 99 % confidence interval, in standard errors. Labs use this level (GLI-19, 3.2.2)."""


class Comparison(msgspec.Struct, frozen=True):
    """One printed figure and the exact one."""

    cite: str
    title: str
    wager: str
    label: str
    row: str
    """The row's printed name, or the pay table's line."""
    figure: str
    column: str
    """The pay table of the figure; empty if it is the same for all."""
    printed: str
    exact: Fraction
    rounded: str
    """The exact figure, rounded and formatted like the printed one."""
    verdict: FigureVerdict
    games: int = 0
    """The number of simulated games; 0 for a computed figure."""
    standard_errors: float | None = None
    """The distance of a simulated figure from the exact one; None for a computed figure."""
    remark: str = ""

    @property
    def difference(self) -> Fraction:
        """The printed figure minus the exact one."""
        return number(self.printed).value - self.exact


def compare_figures(rules: RuleSet, report: Report) -> Iterator[Comparison]:
    """The comparison of every figure that the rule set's document prints, in its order."""
    for table in rules.printed:
        of = {str(each.settings.get(table.rule, "")): each for each in report.wagers if each.wager == table.wager}
        any_column = next(iter(of.values()), None)
        if any_column is None:  # the house rules in force leave the wager out
            continue
        of[""] = any_column
        for kind, lines in table.lines.items():
            for line, cells in lines.items():
                for column, text in spread(cells, table.ids).items():
                    exact = _of_line(of[column], kind, line)
                    yield _comparison(rules, table, of[column], (line, kind, column, text), exact, None)
        initial = _initial(rules, table.wager)
        for name, row in table.rows.items():
            for column, text in spread(row.cells, table.ids).items():
                exact, variance = _of_wager(of[column], row.figure, initial, table.games)
                error = sqrt(variance / table.games) if table.games else None
                yield _comparison(rules, table, of[column], (name, row.figure, column, text), exact, error, row.remark)


def summary_words(summary: Mapping[str, int]) -> str:
    """A summary of verdicts in words.

    >>> summary_words({"reproduced": 106, "within sampling error": 0, "not reproduced": 4})
    '106 reproduced, 4 not reproduced'
    """
    return ", ".join(f"{count} {verdict}" for verdict, count in summary.items() if count)


def _comparison(
    rules: RuleSet,
    table: PrintedFigures,
    report: WagerReport,
    cell: tuple[str, str, str, str],
    exact: Fraction,
    error: float | None,
    remark: str = "",
) -> Comparison:
    row, figure, column, text = cell
    printed = number(text)
    rounded = printed.like(exact)
    away = float(printed.value - exact) / error if error else None
    verdict: FigureVerdict = "not reproduced"
    if number(rounded).value == printed.value:
        verdict = "reproduced"
    elif away is not None and abs(away) <= NINETY_NINE_PERCENT:
        verdict = "within sampling error"
    return Comparison(
        rules.cite(table.cite),
        table.title,
        table.wager,
        report.label,
        row,
        figure,
        column,
        text,
        exact,
        rounded,
        verdict,
        table.games,
        away,
        remark if verdict == "not reproduced" else "",
    )


def _of_line(report: WagerReport, kind: FigureKind, line: str) -> Fraction:
    """A figure of one line, or of all lines that pay nothing."""
    outcomes = [each for each in report.outcomes if (not each.pays if line == OTHER_LINES else each.line == line)]
    count = sum(each.count for each in outcomes)
    if kind == "combinations":
        return Fraction(count)
    if kind == "probability":
        return Fraction(count, report.deals)
    return sum((each.net * each.count for each in outcomes), Fraction(0)) / report.deals


def _of_wager(report: WagerReport, figure: str, initial: int, games: int) -> tuple[Fraction, Fraction]:
    """A figure of the whole wager, and the variance of one game's contribution to its average."""
    risk, average = report.element_of_risk, report.average_wager
    if figure in ("edge of all wagered", "return of all wagered"):
        # A ratio of two averages. This is its variance to first order (the delta method).
        variance = _variance(report, lambda each: each.net + risk * each.wagered) / average**2
        return (risk if figure.startswith("edge") else 1 - risk), variance
    if figure == "fold":
        folds = report.decisions.get("fold", Fraction(0))
        return folds, folds * (1 - folds)
    if figure in ("average wager", "total wagered"):
        exact, variance = average, _variance(report, lambda each: each.wagered)
    elif figure in ("initial wager", "total initial wagers"):
        exact, variance = Fraction(initial), Fraction(0)
    else:
        known = report.variance
        exact, variance = -report.edge, known if isinstance(known, Fraction) else Fraction(known.value)
    if figure == "edge of initial wagers":
        return -exact / initial, variance / initial**2
    if figure in ("edge", "return"):
        return (-exact if figure == "edge" else 1 + exact), variance
    return (exact * games, variance * games**2) if figure.startswith("total") else (exact, variance)


def _variance(report: WagerReport, figure: Callable[[WagerOutcome], Fraction]) -> Fraction:
    deals = report.deals
    mean = sum((figure(each) * each.count for each in report.outcomes), Fraction(0)) / deals
    return sum((figure(each) ** 2 * each.count for each in report.outcomes), Fraction(0)) / deals - mean**2


def _initial(rules: RuleSet, wager: str) -> int:
    """The units placed before the deal: the wager, and required wagers of the same amount."""
    beside = [each for each in rules.wager.values() if each.required and each.equals == wager]
    return 1 + sum(each.when == "before the deal" for each in beside)
