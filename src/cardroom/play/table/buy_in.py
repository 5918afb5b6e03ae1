"""Buy-ins: what a player may sit down with and add later, in whole chips."""

from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["buy_ins", "check_buy_in", "topped_up"]


def buy_ins(rules: RuleSet) -> tuple[int, int, int] | None:
    """Return the least and the most buy-in and the chip, in cents; None at banked games.

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
    """Reject chips that a player may not put on the table.

    `has` is the player's chips at the table. A player without chips buys in within the house's limits. A player with
    chips may add up to the most buy-in. A player who `left` with more brings all of it back: no chips leave a table
    (docs/examine/rulings.md, K23 and C10).

    >>> from cardroom.rulebook import rule_set
    >>> check_buy_in(rule_set("texas-holdem"), 5000)
    >>> check_buy_in(rule_set("texas-holdem"), 500)
    Traceback (most recent call last):
    cardroom.errors.InputError: $5 is not possible: buy in for $20 to $100,000 in whole chips of $1
    """
    bounds = buy_ins(rules)
    if bounds is None or (cents == left >= bounds[0] and not has):
        return
    least, most, chip = max(bounds[0], left), max(bounds[1], left), bounds[2]
    if (not has and cents < least) or has + cents > most or cents % chip:
        rest = f"; you already have {dollars(has)}" if has else ""
        rest += f"; you left with {dollars(left)}" if left == least else ""
        whole = f" in whole chips of {dollars(chip)}" if chip > 1 else ""
        raise InputError(
            f"{dollars(cents)} is not possible: buy in for {dollars(least)} to {dollars(most)}{whole}{rest}"
        )


def topped_up(rules: RuleSet, has: int, wanted: int) -> int:
    """Return the chips to add to reach the wanted amount, or as near to it as whole chips allow.

    >>> from cardroom.rulebook import rule_set
    >>> topped_up(rule_set("texas-holdem"), 50, 20_000), topped_up(rule_set("ez-baccarat"), 50, 20_000)
    (19900, 19950)
    """
    chip = rules.stakes.chip if rules.poker else 1
    return max(wanted - has, 0) // chip * chip
