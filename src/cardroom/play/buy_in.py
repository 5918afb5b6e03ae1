"""What somebody may sit down with, and put on the table later: the house's buy-ins, in whole chips."""

from cardroom.errors import Mistaken
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["check_buy_in", "topped_up"]


def check_buy_in(rules: RuleSet, cents: int, has: int = 0) -> None:
    """Refuse chips that may not be put on a poker table by somebody who has so many there.

    Who has none buys in for what the house says; who has some may add to them up to the most that one may buy in for.

    >>> from cardroom.rulebook import rule_set
    >>> check_buy_in(rule_set("texas-holdem"), 5000)
    >>> check_buy_in(rule_set("texas-holdem"), 500)
    Traceback (most recent call last):
    cardroom.errors.Mistaken: $5: a buy-in is from $20 to $100,000 in whole chips of $1
    """
    if rules.poker is None:
        return
    least, most, chip = rules.house("least_buy_in"), rules.house("most_buy_in"), rules.stakes.chip
    if (not has and cents < least) or has + cents > most or cents % chip:
        rest = f", and there are {dollars(has)} already" if has else ""
        bounds = f"from {dollars(least)} to {dollars(most)} in whole chips of {dollars(chip)}"
        raise Mistaken(f"{dollars(cents)}: a buy-in is {bounds}{rest}")


def topped_up(rules: RuleSet, has: int, wanted: int) -> int:
    """What to add to chips so that there are as many as wanted, or as near as whole chips come to it.

    >>> from cardroom.rulebook import rule_set
    >>> topped_up(rule_set("texas-holdem"), 50, 20_000), topped_up(rule_set("ez-baccarat"), 50, 20_000)
    (19900, 19950)
    """
    chip = rules.stakes.chip if rules.poker else 1
    return max(wanted - has, 0) // chip * chip
