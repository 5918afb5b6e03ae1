"""What the house must know of edges before it opens a table for money: wagers that favour the player, or may."""

from collections.abc import Iterator
from fractions import Fraction

from cardroom.analysis.report import Report
from cardroom.analysis.store.reports import known_report
from cardroom.rulebook import RuleBookError, RuleSet, rule_set, with_house_rules

__all__ = ["edge_warnings"]


def edge_warnings(rules: RuleSet) -> Iterator[str]:
    """A phrase for each wager that gains for its player in the long run, with the exact figure.

    If the chosen house rules were never counted together, the figures of each house rule alone are used, or else those
    of the default house rules. If no figure is known, a phrase says so. An award costs no chips, so it is not a wager.

    >>> list(edge_warnings(rule_set("ez-baccarat")))
    ['Banker favours the player by 241149546272/19524993263685 of the Banker (1.2351 %)']
    >>> list(edge_warnings(rule_set("ez-baccarat", "standard")))
    []
    """
    found: dict[str, None] = {}
    known = [*_known(rules)]
    if rules.wager and not known:
        yield f"the edges of {rules.name} have never been computed"
    for report, about in known:
        for each in report.wagers:
            if each.edge < 0 and not _is_award(rules, each.wager):
                gain = Fraction(-each.edge)
                share = f"{gain} of the {each.of} ({100 * float(gain):.4f} %)"
                found[f"{each.label} favours the player by {share}{about}"] = None
    yield from found


def _known(rules: RuleSet) -> Iterator[tuple[Report, str]]:
    """The stored reports that come closest to these house rules, and what they leave out."""
    if report := known_report(rules):
        yield report, ""
        return
    shipped = rule_set(rules.game, rules.rules) if rules.settings else rules
    known = [each for name, value in rules.settings.items() if (each := _alone(shipped, name, value))]
    about = " if the other house rules are the default ones"
    if not known and (report := known_report(shipped)):
        known, about = [report], " under the default house rules"
    yield from ((each, about) for each in known)


def _alone(shipped: RuleSet, name: str, value: object) -> Report | None:
    """The stored report of a rule set with one house rule changed; None too if that rule needs others."""
    try:
        return known_report(with_house_rules(shipped, {name: value}))
    except RuleBookError:
        return None


def _is_award(rules: RuleSet, name: str) -> bool:
    return name in rules.wager and rules.wager[name].when == "as an award"
