"""Exact figures of a wager, from the counts of its outcomes and their payoffs.

A counter passes in how often each result occurs and its net per unit. Everything else (edge, variance, hit frequency)
is computed here, as fractions. Counters know nothing about payoffs, and this module knows nothing about cards.

Of some outcomes a counter knows only the average, and the average square. Then figures that need every single result
are estimates, from simulated results of these outcomes (`Sample`).
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from html import escape
from math import sqrt
from typing import Any

import msgspec

from cardroom.analysis.poker_hands import HandFrequencies
from cardroom.errors import InvariantError
from cardroom.figures import Estimate, Root, figure
from cardroom.rulebook import RuleSet

__all__ = ["Estimate", "Report", "Sample", "WagerOutcome", "WagerReport", "figure", "merge_outcomes"]

NINETY_PERCENT = Fraction("1.645")
"""Half the width of the 90 % confidence interval of a normal distribution, in standard deviations."""


class WagerOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One outcome of a wager: the pay line, the net per unit and the number of deals."""

    line: str
    net: Fraction
    count: int
    pays: str = ""
    """The line's odds as printed; empty if nothing is paid."""
    wagered: Fraction = Fraction(1)
    """The units wagered in all, including those added after the deal."""
    decision: str = ""
    """The player's last decision, if there is one."""
    meter: Fraction = Fraction(0)
    """The part of a jackpot's meter that is paid."""
    square: Fraction | None = None
    """The average square of the net, if the net is the average of several results. These are in the report's sample."""

    @property
    def average(self) -> bool:
        """Whether the net is the average of several results."""
        return self.square is not None


class Sample(msgspec.Struct, frozen=True):
    """Simulated results of the outcomes of which only the average is counted, for example splits."""

    nets: tuple[tuple[Fraction, int], ...]
    """The net results with their numbers, in the simulated rounds with such an outcome."""
    rounds: int
    """All simulated rounds."""
    seed: str
    least: Fraction
    """The worst net result of a round by the rules, simulated or not."""
    most: Fraction
    """The best net result of a round by the rules, simulated or not."""

    def estimate(self, of: Callable[[Fraction], Fraction], rest: Fraction, share: Fraction) -> Estimate:
        """The average of a function of the net result: `rest` plus the share of these outcomes times their average."""
        many = sum(count for _, count in self.nets)
        mean = sum((of(net) * count for net, count in self.nets), Fraction(0)) / many
        square = sum((of(net) ** 2 * count for net, count in self.nets), Fraction(0)) / many
        error = float(share) * sqrt((square - mean**2) / many)
        return Estimate(float(rest + share * mean), error, self.rounds, self.seed)


class WagerReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """The exact figures of one wager, or of several that one strategy plays together.

    >>> sides = (WagerOutcome("heads", Fraction(1), 1), WagerOutcome("tails", Fraction(-1), 1))
    >>> coin = WagerReport("coin", "Coin", "Coin", sides)
    >>> coin.edge, float(coin.standard_deviation)
    (Fraction(0, 1), 1.0)
    """

    wager: str
    label: str
    of: str
    """The wager in whose units the edges are given."""
    outcomes: tuple[WagerOutcome, ...]
    settings: dict[str, Any] = {}
    """The house rules of these figures, if the report compares several choices."""
    in_force: bool = True
    """Whether these are the house rules of the game that was analyzed."""
    strategy: tuple[str, ...] = ()
    """The best way to play, in words."""
    lines: dict[str, tuple[WagerOutcome, ...]] = {}
    """The outcomes of each single wager, if several are played together. Their nets sum to the total."""
    stake: int = 0
    """The wager in cents, if a meter pays amounts that do not depend on the wager."""
    meter: int = 0
    """The reading of the meter, in cents, that the figures are for."""
    note: str = ""
    """An assumption that the reader must know."""
    tops_up: bool = False
    """Whether the house adds to a share of the meter what it falls short of the wager."""
    sample: Sample | None = None
    """Simulated results of the outcomes that are averages. Hit frequency and distribution are estimates."""
    best_play: "WagerReport | None" = None
    """The figures of a player who folds as the base game's best strategy does, if that loses hands that this pays."""

    def __post_init__(self) -> None:
        if any(each.average for each in self.outcomes) != (self.sample is not None):
            raise InvariantError(f"{self.label}: outcomes that are averages need a sample, and only these")

    @property
    def table(self) -> str:
        """The house rules of these figures, in words."""
        words = {
            name: "on" if value is True else "off" if value is False else value for name, value in self.settings.items()
        }
        return ", ".join(f"{name} {value}" for name, value in words.items())

    @property
    def deals(self) -> int:
        """The number of equally likely deals."""
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def edge(self) -> Fraction:
        """The bank's expected gain per unit of the initial wager; negative if the player has the advantage."""
        return -self._average(lambda outcome: outcome.net)

    @property
    def average_wager(self) -> Fraction:
        """The average number of units wagered in all."""
        return self._average(lambda outcome: outcome.wagered)

    @property
    def element_of_risk(self) -> Fraction:
        """The edge per unit of the total wagered."""
        return self.edge / self.average_wager

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one unit."""
        square = self._average(lambda outcome: outcome.net**2 if outcome.square is None else outcome.square)
        return square - self.edge**2

    @property
    def standard_deviation(self) -> Root:
        """The standard deviation of the net result of one unit."""
        return Root((self.variance,))

    @property
    def volatility_index(self) -> Root:
        """The standard deviation times 1.645.

        Divided by the square root of n, it is half the width of the 90 % confidence interval for the average of n
        rounds.
        """
        return self.standard_deviation.times(NINETY_PERCENT)

    @property
    def hit_frequency(self) -> Fraction | Estimate:
        """The probability of a positive net result."""
        return self._figure(lambda net: Fraction(net > 0))

    @property
    def distribution(self) -> dict[Fraction, Fraction | Estimate]:
        """The probability of every net result, best first."""
        counts: dict[Fraction, int] = {}
        for outcome in self.outcomes:
            if not outcome.average:
                counts[outcome.net] = counts.get(outcome.net, 0) + outcome.count
        simulated = dict(self.sample.nets) if self.sample else {}
        return {
            net: self._figure(lambda each, at=net: Fraction(each == at))  # type: ignore[misc]
            if net in simulated
            else Fraction(counts[net], self.deals)
            for net in sorted({*counts, *simulated}, reverse=True)
            if counts.get(net) or simulated.get(net)
        }

    @property
    def most_won(self) -> Fraction:
        """The most that a round can win, in units."""
        return self.sample.most if self.sample else max(each.net for each in self.outcomes if each.count)

    @property
    def most_lost(self) -> Fraction:
        """The most that a round can lose, in units."""
        return -(self.sample.least if self.sample else min(each.net for each in self.outcomes if each.count))

    @property
    def decisions(self) -> dict[str, Fraction]:
        """The probability that each decision is the last one."""
        counts: dict[str, int] = {}
        for outcome in self.outcomes:
            if outcome.decision:
                counts[outcome.decision] = counts.get(outcome.decision, 0) + outcome.count
        return {name: Fraction(count, self.deals) for name, count in counts.items()}

    @property
    def meter_share(self) -> Fraction:
        """The average part of the meter that is paid: what each cent on it adds to the payment."""
        return self._average(lambda outcome: outcome.meter)

    @property
    def break_even_meter(self) -> Fraction | None:
        """The reading of the meter, in cents, at which the edge is zero; None if no meter pays.

        If the house tops up shares, a line pays the same at any reading below `stake / share` cents.
        """
        shares = sorted((each for each in self.outcomes if each.meter), key=lambda each: -each.meter)
        net = sum((each.net * each.count for each in self.outcomes if not each.meter), Fraction(0))
        if not shares:
            return None
        even, slope = Fraction(0), Fraction(0)
        for each in shares:  # a greater share exceeds the wager from a lower reading on
            if self.tops_up and slope and even <= self.stake / each.meter:
                break
            net, slope = net - each.count, slope + each.meter * each.count
            even = -net * self.stake / slope
        return max(even, Fraction(0))

    def _figure(self, of: Callable[[Fraction], Fraction]) -> Fraction | Estimate:
        """The average of a function of the net result: exact, or estimated if some outcomes are averages."""
        if self.sample is None:
            return self._average(lambda outcome: of(outcome.net))
        rest = self._average(lambda outcome: Fraction(0) if outcome.average else of(outcome.net))
        return self.sample.estimate(of, rest, self._average(lambda outcome: Fraction(outcome.average)))

    def _average(self, figure: Callable[[WagerOutcome], Fraction]) -> Fraction:
        return sum((figure(outcome) * outcome.count for outcome in self.outcomes), Fraction(0)) / self.deals

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON: every exact number as a reduced fraction and as a decimal."""
        return {
            "wager": self.wager,
            "label": self.label,
            "house_rules": self.settings,
            "in_force": self.in_force,
            "deals": self.deals,
            "edge": figure(self.edge) | {"of": self.of},
            "return": figure(1 - self.edge) | {"of": self.of},
            "average_wager": figure(self.average_wager) | {"of": self.of},
            "element_of_risk": figure(self.element_of_risk) | {"of": "all that is wagered"},
            "variance": figure(self.variance),
            "standard_deviation": figure(self.standard_deviation),
            "volatility_index": figure(self.volatility_index),
            "hit_frequency": figure(self.hit_frequency),
            "decisions": {name: figure(share) for name, share in self.decisions.items()},
            "distribution": [
                {"net": figure(net), "probability": figure(share)} for net, share in self.distribution.items()
            ],
            "outcomes": self._rows(self.outcomes),
            "lines": {wager: self._rows(outcomes) for wager, outcomes in self.lines.items()},
            "jackpot": self.jackpot(),
            "strategy": list(self.strategy),
            "note": self.note,
            "best_play": self._best_play(),
        }

    def _best_play(self) -> dict[str, Any] | None:
        """The figures that differ if the player folds as the base game's best strategy does."""
        if self.best_play is None:
            return None
        names = ("edge", "return", "variance", "standard_deviation", "volatility_index", "hit_frequency", "outcomes")
        figures = self.best_play.to_dict()
        return {name: figures[name] for name in names}

    def _rows(self, outcomes: Iterable[WagerOutcome]) -> list[dict[str, Any]]:
        deals = self.deals
        return [
            {
                "line": outcome.line,
                "decision": outcome.decision,
                "pays": outcome.pays,
                "net": figure(outcome.net),
                "wagered": figure(outcome.wagered),
                "combinations": outcome.count,
                "probability": figure(Fraction(outcome.count, deals)),
                "return": figure(outcome.net * outcome.count / deals),
            }
            for outcome in outcomes
        ]

    def jackpot(self) -> dict[str, Any] | None:
        """The figures of a meter for JSON; None if none pays."""
        if self.break_even_meter is None:
            return None
        return {
            "wager_cents": self.stake,
            "meter_cents": self.meter,
            "meter_share": figure(self.meter_share),
            "return_from_meter": figure(self.meter_share * self.meter / self.stake),
            "break_even_meter_cents": figure(self.break_even_meter),
        }


class Report(msgspec.Struct, frozen=True):
    """The exact figures of a game under one rule set."""

    game: str
    name: str
    rules: str
    digest: str
    house_rules: dict[str, Any]
    wagers: tuple[WagerReport, ...]
    hands: tuple[HandFrequencies, ...] = ()
    """For games without a bank, how often each hand occurs."""

    @classmethod
    def of(cls, rules: RuleSet, wagers: tuple[WagerReport, ...], hands: tuple[HandFrequencies, ...] = ()) -> "Report":
        """The report of a rule set with these figures."""
        house_rules = {name: rules.house(name) for name in rules.house_rules}
        return cls(rules.game, rules.name, rules.rules, rules.digest, house_rules, wagers, hands)

    def wager(self, name: str) -> WagerReport:
        """The figures of a wager under the house rules in force."""
        for report in self.wagers:
            if report.wager == name and report.in_force:
                return report
        known = dict.fromkeys(report.wager for report in self.wagers if report.in_force)
        raise KeyError(f"unknown wager {name}: choose from {', '.join(known)}")

    def rows(self) -> list[dict[str, Any]]:
        """A row of plain values for each wager and pay table, ready for `polars.DataFrame` or `pandas.DataFrame`.

        Where the hit frequency is an estimate, `hit_frequency_error` is its standard error.
        """
        return [
            {
                "wager": each.wager,
                "label": each.label,
                "table": each.table,
                "in_force": each.in_force,
                "edge": float(each.edge),
                "edge_exact": str(each.edge),
                "element_of_risk": float(each.element_of_risk),
                "average_wager": float(each.average_wager),
                "standard_deviation": float(each.standard_deviation),
                "volatility_index": float(each.volatility_index),
                "hit_frequency": float(each.hit_frequency),
                "hit_frequency_error": hit.standard_error if isinstance(hit := each.hit_frequency, Estimate) else None,
                "deals": str(each.deals),
            }
            for each in self.wagers
        ]

    def lines(self) -> list[dict[str, Any]]:
        """A row of plain values for each outcome of each wager."""
        return [
            {
                "wager": name,
                "table": each.table,
                "in_force": each.in_force,
                "line": outcome.line,
                "pays": outcome.pays,
                "net": float(outcome.net),
                "probability": outcome.count / each.deals,
                "return": float(outcome.net * outcome.count / each.deals),
                "combinations": str(outcome.count),
            }
            for each in self.wagers
            for name, outcomes in (each.lines or {each.wager: each.outcomes}).items()
            for outcome in outcomes
        ]

    def _repr_html_(self) -> str:
        """The report as an HTML table, for notebooks."""
        headings = ("Wager", "Table", "Edge", "Exactly", "Per unit wagered", "Deviation", "Wins")

        def wins(share: Fraction | Estimate) -> str:
            return f"{'about ' if isinstance(share, Estimate) else ''}{float(share):.4%}"

        rows = [
            (
                each.label,
                each.table + ("" if each.in_force else " (not in force)"),
                f"{float(each.edge):.6%}",
                str(each.edge),
                f"{float(each.element_of_risk):.6%}",
                f"{float(each.standard_deviation):.4f}",
                wins(each.hit_frequency),
            )
            for each in self.wagers
        ]
        head = "".join(f"<th>{escape(cell)}</th>" for cell in headings)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        title = f"{escape(self.name)}, rule set {escape(self.rules)}"
        return f"<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_dict(self) -> dict[str, Any]:
        """The report as one JSON value."""
        return {
            "game": self.game,
            "name": self.name,
            "rules": self.rules,
            "digest": self.digest,
            "house_rules": self.house_rules,
            "wagers": [report.to_dict() for report in self.wagers],
        } | ({"hands": [each.to_dict() for each in self.hands]} if self.hands else {})


def merge_outcomes(outcomes: Iterable[WagerOutcome]) -> tuple[WagerOutcome, ...]:
    """Outcomes with equal ones counted together, best first. Impossible ones stay, so that all pay lines are listed."""
    counts: dict[WagerOutcome, int] = {}
    for outcome in outcomes:
        kind = msgspec.structs.replace(outcome, count=0)
        counts[kind] = counts.get(kind, 0) + outcome.count
    ordered = sorted(counts.items(), key=lambda item: -item[0].net)
    return tuple(msgspec.structs.replace(kind, count=count) for kind, count in ordered)
