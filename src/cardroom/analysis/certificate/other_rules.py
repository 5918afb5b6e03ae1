"""How the edges depend on each house rule: each of its other values, with the edges that change."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import Report, WagerReport, figure
from cardroom.analysis.store import report_in_force
from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.play import Game
from cardroom.rulebook import HouseRule, RuleSet, with_house_rules

__all__ = ["OtherValue", "by_pay_table", "by_rule", "sensitivity"]

MOST_VALUES = 12
"""Of a rule with more values, the least and the greatest are taken."""
FEES = "collection"
"""The house rule of the collection, which is not part of any wager's edge."""


class OtherValue(NamedTuple):
    """One value of a house rule that is not in force, or of several that choose a table together."""

    rule: str
    value: str
    in_force: str
    """The value in force."""
    edges: tuple[tuple[str, str, Fraction, Fraction], ...]
    """Wagers whose edge differs: name, label, edge under this value, and edge in force."""
    gone: tuple[str, ...] = ()
    """The labels of wagers that are not offered under this value."""
    why: str = ""
    """Why this value has no figures; empty if it has."""

    def to_dict(self) -> dict[str, Any]:
        """The value for JSON."""
        return {
            "rule": self.rule,
            "value": self.value,
            "in_force": self.in_force,
            "edges": [
                {"wager": wager, "label": label, "edge": figure(edge), "difference": figure(edge - now)}
                for wager, label, edge, now in self.edges
            ],
            "not_offered": list(self.gone),
            "why": self.why,
        }


def sensitivity(game: Game, report: Report, engine: Engine = LOCAL) -> dict[str, Any]:
    """All values of every house rule that change an edge, and the rules that change none, for JSON."""
    found, without = list(by_pay_table(game.rules, report)), []
    shown = {name for each in report.wagers for name in each.settings}
    for name in game.rules.house_rules:
        if name in shown:
            continue
        others = list(by_rule(game, report, name, engine))
        changed = [each for each in others if each.edges or each.gone or each.why]
        found += changed
        if others and not changed:
            without.append(name)
    return {"counted": True, "values": [each.to_dict() for each in found], "without_effect": without}


def by_pay_table(rules: RuleSet, report: Report) -> Iterator[OtherValue]:
    """The other pay tables of every wager. The report already has their edges."""
    now = {each.wager: each for each in report.wagers if each.in_force}
    for each in report.wagers:
        if each.in_force or each.wager not in now:
            continue
        names = {name: rules.house_rules[name].shown(value) for name, value in each.settings.items()}
        force = {name: rules.house_rules[name].shown(rules.house(name)) for name in each.settings}
        change = (each.wager, each.label, each.edge, now[each.wager].edge)
        yield OtherValue(", ".join(names), ", ".join(names.values()), ", ".join(force.values()), (change,))


def by_rule(game: Game, report: Report, name: str, engine: Engine = LOCAL) -> Iterator[OtherValue]:
    """The other values of one house rule, with the edges that the analysis counts under each."""
    rules = game.rules
    rule, value = rules.house_rules[name], rules.house(name)
    now = {each.wager: each for each in report.wagers if each.in_force}
    for other in _values(name, rule):
        if other == value:
            continue
        words = rule.shown(other), rule.shown(value)
        try:
            counted = report_in_force(game_of(with_house_rules(rules, {name: other})), engine)
        except InputError as error:
            yield OtherValue(name, *words, (), why=str(error))
            continue
        after = {each.wager: each for each in counted.wagers}
        yield OtherValue(
            name,
            *words,
            tuple(_change(now, each) for each in counted.wagers if _differs(now, each)),
            tuple(each.label for each in now.values() if each.wager not in after),
        )


def _values(name: str, rule: HouseRule) -> list[Any]:
    """The values to try. Amounts of money and fees are left out, because they do not change an edge per unit."""
    if name == FEES:
        return []
    if isinstance(rule.default, bool):
        return [False, True]
    if any(rule.whole):
        least, most = rule.whole
        return [*range(least, most + 1)] if most - least < MOST_VALUES else [least, most]
    return list(rule.choices) if len(rule.choices) <= MOST_VALUES else [rule.choices[0], rule.choices[-1]]


def _differs(now: dict[str, WagerReport], each: WagerReport) -> bool:
    return each.wager not in now or now[each.wager].edge != each.edge


def _change(now: dict[str, WagerReport], each: WagerReport) -> tuple[str, str, Fraction, Fraction]:
    """A wager whose edge differs. One that is offered under this value alone has no other edge to compare with."""
    return each.wager, each.label, each.edge, now[each.wager].edge if each.wager in now else each.edge
