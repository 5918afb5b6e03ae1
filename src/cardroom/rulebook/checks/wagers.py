"""Checks of wagers: their needs, switches and limits. `pay_tables` checks what they pay.

Each problem is a sentence that begins with table and key.
"""

from collections.abc import Iterator

from cardroom.clean import quoted
from cardroom.money import dollars
from cardroom.rulebook.checks.pay_tables import paid_problems
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import Wager

__all__ = ["limit_problems", "wager_problems"]


def wager_problems(rules: RuleSet, name: str, wager: Wager) -> Iterator[str]:
    others = (
        *(each for need in wager.needs for each in need.split(" or ")),
        *filter(None, (wager.equals, wager.excludes)),
    )
    for other in others:
        if other not in rules.wager or other == name:
            yield f"wager.{name}: {quoted(other)} is not another wager: choose from {', '.join(rules.wager)}"
        elif rules.wager[other].when != "before the deal":
            yield f"wager.{name}: {quoted(other)} is not placed before the deal, so no wager can depend on it"
        elif wager.required and not rules.wager[other].required and other != wager.excludes:
            yield f"wager.{name}.needs, equals: it is required, but {other} is not"
        elif wager.required and rules.wager[other].required and other == wager.excludes:
            yield f"wager.{name}.excludes: {other} is required too, so no one could bet"
    for need in wager.needs if wager.backline else ():
        if not any(each in rules.wager and rules.wager[each].backline for each in need.split(" or ")):
            yield f"wager.{name}.backline: it needs {need}, which cannot be placed from behind a seat"
    if wager.spots > 9:
        yield f"wager.{name}.spots: write 0 to 9, not {wager.spots}"
    for key, switch in (("offered", wager.offered), ("unless", wager.unless)):
        if switch and not (switch in rules.house_rules and isinstance(rules.house_rules[switch].default, bool)):
            switches = [each for each, rule in rules.house_rules.items() if isinstance(rule.default, bool)]
            known = f"choose from {', '.join(switches)}" if switches else "there are none"
            yield f"wager.{name}.{key}: {quoted(switch)} is not an on-off house rule: {known}"
    beside = _beside(rules, name)
    for each in beside & set(rules.wager):
        if rules.wager[each].excludes in beside:
            barred = rules.wager[each].excludes
            yield f"wager.{name}.excludes: no one could place it: {each} excludes {barred}, and it needs both"
    # A wager that the script itself places cannot be taken off the layout, nor go into a slot before the deal.
    optional = wager.when == "before the deal" and not wager.required
    for key, name_of_rule in (("offered", wager.offered), ("jackpot", wager.jackpot)):
        if name_of_rule and not optional:
            yield f"wager.{name}.{key}: only an optional wager before the deal can have it"
    try:
        rules.limits(name)
    except KeyError as missing:
        yield f"wager.{name}.least, most: {missing} is not a house rule: choose from {', '.join(rules.house_rules)}"
    except ValueError as error:
        yield f"wager.{name}.least, most: {error}"
    yield from paid_problems(rules, name, wager)


def _beside(rules: RuleSet, name: str) -> set[str]:
    """The wagers that are on the layout together with this one, itself included."""
    beside, waiting = set[str](), [name, *(each for each, wager in rules.wager.items() if wager.required)]
    while waiting:
        each = waiting.pop()
        if each not in beside and each in rules.wager:
            beside.add(each)
            waiting += [*rules.wager[each].needs, rules.wager[each].equals]  # "player or banker" names no wager
    return beside


def limit_problems(rules: RuleSet, name: str, wager: Wager) -> Iterator[str]:
    """Find problems with a wager's limits under the settings."""
    least, most = rules.limits(name)
    if not 0 < least <= most:
        yield f"wager.{name}.least, most: {dollars(least)} to {dollars(most)} is not a range above zero"
    elif wager.equals and wager.when == "before the deal":
        other = rules.limits(wager.equals)
        if least > other[1] or other[0] > most:
            theirs = f"{dollars(other[0])} to {dollars(other[1])}"
            yield f"wager.{name}.equals: {wager.equals} takes {theirs}, which is outside its own limits"
