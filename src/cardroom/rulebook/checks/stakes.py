"""Checks that a poker table's stakes fit together.

A rule set that prints the range of its limits must follow its chapter. One that does not, for recorded hands, may have
blinds and antes at any position.
"""

from collections.abc import Callable, Iterator, Mapping

from cardroom.money import cents, dollars
from cardroom.rulebook.house_rules import HouseRule
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.stakes import FOLLOW, Stakes

__all__ = ["stakes_kinds", "stakes_problems"]

_KINDS: Mapping[str, tuple[str, Callable[[HouseRule], object]]] = {
    "stakes": ("a limit or blind level: stakes = true", lambda rule: rule.stakes),
    "limit": (
        "one or more of fixed, pot and no: give choices",
        lambda rule: rule.choices and set(rule.choices) <= {"fixed", "pot", "no"} and not rule.several,
    ),
    **dict.fromkeys(("blinds", "antes"), ("amounts by position: amounts = true", lambda rule: rule.amounts)),
    **dict.fromkeys(
        ("bring_in", "minimum_bet", "chip", "least_buy_in", "most_buy_in"),
        ('an amount: give money = ["$1", "$200"], the least and the most', lambda rule: rule.money[0]),
    ),
}
"""The house rules that a poker table's stakes are read from, and the kind of each."""


def stakes_kinds(rules: RuleSet) -> Iterator[str]:
    """Find house rules of the stakes that are missing or of the wrong kind."""
    for name, (kind, fits) in _KINDS.items():
        rule = rules.house_rules.get(name)
        if rule is None:
            yield f"poker: a poker game needs the house rule {name}"
        elif not fits(rule) or sum((rule.stakes, bool(rule.choices), rule.amounts, bool(rule.money[0]))) != 1:
            yield f"house_rules.{name}: it must be {kind}"


def stakes_problems(rules: RuleSet) -> Iterator[str]:
    """Find stakes in force that do not fit together."""
    poker = rules.poker
    try:
        stakes = rules.stakes
    except ValueError as error:
        yield str(error)
        return
    if poker is None:
        return
    limit, stud = rules.house("limit"), poker.structure == "stud"
    own = rules.own_stakes
    if "blinds" in own and (stud or limit != "fixed"):
        instead = "leave it out: stud has none" if stud else f"at {limit} limit they are the stakes: set stakes instead"
        yield f"house rule blinds: {instead}"
    if "bring_in" in own and not stud:
        yield f"house rule bring_in: leave it out: {rules.game} has none"
    if rules.house_rules["stakes"].levels[0]:
        yield from _printed_problems(rules, stakes, stud=stud)
    elif not stakes.minimum_bet:
        yield f"house rule stakes: {stakes.level}: the least bet would be zero: raise the stakes, or set minimum_bet"
    chip = max(stakes.chip, cents(rules.house_rules["chip"].money[0]))
    for name in ("stakes", *FOLLOW[:-1]):
        value = stakes.level.amounts if name == "stakes" else getattr(stakes, name)
        if any(amount % chip for amount in (value if isinstance(value, tuple) else (value,))):
            text = stakes.text(name)
            text = dollars(text) if isinstance(text, int) else text
            yield f"house rule {name}: {text} is not in whole chips of {dollars(chip)}"
    if rules.house("least_buy_in") > rules.house("most_buy_in") or rules.house("most_buy_in") < stakes.minimum_bet:
        bounds = " to ".join(dollars(rules.house(name)) for name in ("least_buy_in", "most_buy_in"))
        yield f"house rule least_buy_in, most_buy_in: {bounds} does not fit stakes of {stakes.level}"


def _printed_problems(rules: RuleSet, stakes: Stakes, *, stud: bool) -> Iterator[str]:
    """Find stakes that do not follow the chapter."""
    poker, lower = rules.poker, stakes.minimum_bet if not stakes.level.fixed else stakes.small_bet
    if poker is None:
        return
    if stakes.level.fixed and stakes.minimum_bet != lower:
        yield f"house rule minimum_bet: at fixed limit it must be the lower limit, {dollars(lower)}"
    if stud:
        if not all(stakes.antes) or max(stakes.antes) > lower:
            yield f"house rule antes: every player must post an ante, at most {dollars(lower)}"
        if not 0 < stakes.bring_in <= lower or (poker.bring_in_part == 1 and stakes.bring_in != lower):
            bounds = "" if poker.bring_in_part == 1 else "above $0 and at most "
            yield f"house rule bring_in: it must be {bounds}{dollars(lower)}"
        if len(stakes.level.amounts) > 2:
            yield f"house rule stakes: {stakes.level}: write an ante and a least bet for stud, like $1/$2"
        return
    count, blinds = len(stakes.blinds), list(stakes.blinds)
    name = "blinds" if stakes.level.fixed else "stakes"
    if not 2 <= count <= poker.blinds or not all(blinds) or blinds != sorted(blinds):
        how_many = "two blinds" if poker.blinds == 2 else f"two to {poker.blinds} blinds"
        yield f"house rule {name}: {stakes.text('blinds')}: {rules.game} has {how_many}, none greater than the next"
    if stakes.level.fixed and blinds[-1] != lower:
        yield f"house rule blinds: the big blind must be the lower limit, {dollars(lower)}, not {dollars(blinds[-1])}"
    if not stakes.level.fixed and stakes.minimum_bet < blinds[-1]:
        yield f"house rule minimum_bet: it must be at least the big blind, {dollars(blinds[-1])}"
    if max(stakes.antes) > lower:
        yield f"house rule antes: an ante must not be more than the least bet, {dollars(lower)}"
