"""What of a poker table's stakes does not go together, and what would.

A rule set that prints the range of its limits is held to its chapter; one that does not, as recorded hands are played,
may have blinds and antes by any position.
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
"""The house rules that a poker table's stakes are read from, and what each is."""


def stakes_kinds(rules: RuleSet) -> Iterator[str]:
    """House rules of the stakes that are missing, or not of the kind which they must be."""
    for name, (kind, fits) in _KINDS.items():
        rule = rules.house_rules.get(name)
        if rule is None:
            yield f"poker: a poker game needs the house rule {name}"
        elif not fits(rule) or sum((rule.stakes, bool(rule.choices), rule.amounts, bool(rule.money[0]))) != 1:
            yield f"house_rules.{name}: it is {kind}"


def stakes_problems(rules: RuleSet) -> Iterator[str]:
    """What of the stakes in force does not go together, each in a sentence."""
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
        instead = "stud has none" if stud else f"at {limit} limit they are the stakes: set stakes instead"
        yield f"house rule blinds: {instead}"
    if "bring_in" in own and not stud:
        yield f"house rule bring_in: {rules.game} has none"
    if rules.house_rules["stakes"].levels[0]:
        yield from _printed_problems(rules, stakes, stud=stud)
    elif not stakes.minimum_bet:
        yield f"house rule stakes: {stakes.level}: nothing could be bet: write more, or set minimum_bet"
    chip = max(stakes.chip, cents(rules.house_rules["chip"].money[0]))
    for name in ("stakes", *FOLLOW[:-1]):
        value = stakes.level.amounts if name == "stakes" else getattr(stakes, name)
        if any(amount % chip for amount in (value if isinstance(value, tuple) else (value,))):
            said = stakes.text(name)
            said = dollars(said) if isinstance(said, int) else said
            yield f"house rule {name}: {said} is not in whole chips of {dollars(chip)}"
    if rules.house("least_buy_in") > rules.house("most_buy_in") or rules.house("most_buy_in") < stakes.minimum_bet:
        bounds = " to ".join(dollars(rules.house(name)) for name in ("least_buy_in", "most_buy_in"))
        yield f"house rule least_buy_in, most_buy_in: {bounds} is no range for stakes of {stakes.level}"


def _printed_problems(rules: RuleSet, stakes: Stakes, *, stud: bool) -> Iterator[str]:
    """What does not go with the chapter."""
    poker, lower = rules.poker, stakes.minimum_bet if not stakes.level.fixed else stakes.small_bet
    if poker is None:
        return
    if stakes.level.fixed and stakes.minimum_bet != lower:
        yield f"house rule minimum_bet: at fixed limit it is the lower limit, {dollars(lower)}"
    if stud:
        if not all(stakes.antes) or max(stakes.antes) > lower:
            yield f"house rule antes: everybody puts one in, and not more than {dollars(lower)}"
        if not 0 < stakes.bring_in <= lower or (poker.bring_in_part == 1 and stakes.bring_in != lower):
            yield f"house rule bring_in: {'it is' if poker.bring_in_part == 1 else 'at most'} {dollars(lower)}"
        if len(stakes.level.amounts) > 2:
            yield f"house rule stakes: {stakes.level}: stud takes an ante and a least bet, as in $1/$2"
        return
    count, blinds = len(stakes.blinds), list(stakes.blinds)
    name = "blinds" if stakes.level.fixed else "stakes"
    if not 2 <= count <= poker.blinds or not all(blinds) or blinds != sorted(blinds):
        how_many = "two blinds" if poker.blinds == 2 else f"two to {poker.blinds} blinds"
        yield f"house rule {name}: {stakes.text('blinds')}: {rules.game} has {how_many}, none greater than the next"
    if stakes.level.fixed and blinds[-1] != lower:
        yield f"house rule blinds: the big blind is the lower limit, {dollars(lower)}, not {dollars(blinds[-1])}"
    if not stakes.level.fixed and stakes.minimum_bet < blinds[-1]:
        yield f"house rule minimum_bet: it is at least the big blind, {dollars(blinds[-1])}"
    if max(stakes.antes) > lower:
        yield f"house rule antes: an ante is not more than the least bet, {dollars(lower)}"
