"""What somebody may sit down with, and put on the table later: the house's buy-ins, in whole chips."""

from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["buy_ins", "check_buy_in", "topped_up"]


def buy_ins(rules: RuleSet) -> tuple[int, int, int] | None:
    """The least and the most that one may buy in for, and the chip, in cents; where somebody banks there are none.

    >>> from cardroom.rulebook import rule_set
    >>> buy_ins(rule_set("texas-holdem")), buy_ins(rule_set("face-up-chinese-poker")), buy_ins(rule_set("ez-baccarat"))
    ((2000, 10000000, 100), (15000, 10000000, 1), None)
    """
    if rules.poker:
        return rules.house("least_buy_in"), rules.house("most_buy_in"), rules.stakes.chip
    if rules.point:
        return rules.point * rules.house("buy_in_points"), rules.house("maximum_buy_in"), 1
    return None


def check_buy_in(rules: RuleSet, cents: int, has: int = 0, left: int = 0) -> None:
    """Refuse chips that may not be put on the table by somebody who has so many there.

    Who has none buys in for what the house says; who has some may add to them up to the most that one may buy in for.
    Who has `left` with more than that brings it back: no chips leave a table (docs/examine/rulings.md, K23 and C10).

    >>> from cardroom.rulebook import rule_set
    >>> check_buy_in(rule_set("texas-holdem"), 5000)
    >>> check_buy_in(rule_set("texas-holdem"), 500)
    Traceback (most recent call last):
    cardroom.errors.InputError: $5: a buy-in is from $20 to $100,000 in whole chips of $1
    """
    bounds = buy_ins(rules)
    if bounds is None or (cents == left >= bounds[0] and not has):
        return
    least, most, chip = max(bounds[0], left), max(bounds[1], left), bounds[2]
    if (not has and cents < least) or has + cents > most or cents % chip:
        rest = f", and there are {dollars(has)} already" if has else ""
        rest += f", and you left with {dollars(left)}" if left == least else ""
        whole = f" in whole chips of {dollars(chip)}" if chip > 1 else ""
        raise InputError(f"{dollars(cents)}: a buy-in is from {dollars(least)} to {dollars(most)}{whole}{rest}")


def topped_up(rules: RuleSet, has: int, wanted: int) -> int:
    """What to add to chips so that there are as many as wanted, or as near as whole chips come to it.

    >>> from cardroom.rulebook import rule_set
    >>> topped_up(rule_set("texas-holdem"), 50, 20_000), topped_up(rule_set("ez-baccarat"), 50, 20_000)
    (19900, 19950)
    """
    chip = rules.stakes.chip if rules.poker else 1
    return max(wanted - has, 0) // chip * chip
