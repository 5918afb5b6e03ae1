"""The exact edges of two rule sets side by side, wager by wager, where an analysis exists."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from cardroom.analysis import has_analysis
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report.reports import WagerReport, figure
from cardroom.analysis.store import report_in_force
from cardroom.games import game_of
from cardroom.rulebook import RuleBookError, RuleSet

__all__ = ["Edges", "edges", "why_unproved"]


class Edges(NamedTuple):
    """The edges of one wager under two rule sets; None where a rule set does not have the wager."""

    wager: str
    first: WagerReport | None
    second: WagerReport | None

    @property
    def label(self) -> str:
        """The name of the wager, or of the wagers that are played together."""
        return " or ".join(dict.fromkeys(each.label for each in (self.first, self.second) if each))

    @property
    def change(self) -> Fraction | None:
        """The second edge minus the first."""
        return self.second.edge - self.first.edge if self.first and self.second else None

    def to_dict(self) -> dict[str, Any]:
        """The edges for JSON."""
        sides = {"first": self.first, "second": self.second}
        figures = {
            side: each and figure(each.edge) | {"of": each.of, "house_rules": each.settings, "note": each.note}
            for side, each in sides.items()
        }
        change = self.change
        figures["change"] = change if change is None else figure(change)
        return {"wager": self.wager, "label": self.label} | figures


def edges(first: RuleSet, second: RuleSet, engine_for: Callable[[str], Engine] = lambda _: LOCAL) -> tuple[Edges, ...]:
    """The edges of every wager that can be proved, under the house rules in force in each set.

    >>> from cardroom.rulebook import rule_set
    >>> as_printed, as_sold = rule_set("ez-baccarat"), rule_set("ez-baccarat", "standard")
    >>> [each.change for each in edges(as_printed, as_sold) if each.wager == "banker"]
    [Fraction(19129247848, 848912750595)]
    """
    one, two = (_in_force(rules, engine_for) for rules in (first, second))
    return tuple(Edges(name, one.get(name), two.get(name)) for name in dict.fromkeys([*one, *two]))


def why_unproved(*several: RuleSet) -> str:
    """The reason why edges are missing, if a rule set has no analysis; otherwise empty."""
    missing = dict.fromkeys(rules.game for rules in several if not has_analysis(rules))
    return f"{' and '.join(missing)}: there is no exact analysis, so no edges" if missing else ""


def _in_force(rules: RuleSet, engine_for: Callable[[str], Engine]) -> dict[str, WagerReport]:
    if not has_analysis(rules):
        return {}
    try:
        report = report_in_force(game_of(rules), engine_for(f"{rules.name}, {rules.rules}"))
    except RuleBookError as error:
        raise RuleBookError(f"{error}; --no-edges compares the rules alone") from None
    return {each.wager: each for each in report.wagers}
