"""Wagers that favour the player: what the house must know before it opens a table for money."""

from collections.abc import Iterator
from fractions import Fraction

from cardroom.analysis.store.reports import known_report
from cardroom.rulebook import RuleSet, rule_set

__all__ = ["favours_player"]


def favours_player(rules: RuleSet) -> Iterator[str]:
    """A phrase for each wager that gains for its player in the long run, with the exact figure.

    The figures of house rules that were never counted are not known. Then those of the rule set as it is shipped speak.

    >>> list(favours_player(rule_set("ez-baccarat")))
    ['Banker favours the player by 241149546272/19524993263685 of the Banker (1.2351 %)']
    >>> list(favours_player(rule_set("ez-baccarat", "standard")))
    []
    """
    report, about = known_report(rules), ""
    if report is None and rules.settings:
        report, about = known_report(rule_set(rules.game, rules.rules)), " under the default house rules"
    for each in report.wagers if report else ():
        if each.edge < 0:
            gain = Fraction(-each.edge)
            yield f"{each.label} favours the player by {gain} of the {each.of} ({100 * float(gain):.4f} %){about}"
