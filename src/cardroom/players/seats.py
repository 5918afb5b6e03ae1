"""The default number of seats and the default stacks of a table."""

from functools import lru_cache

from cardroom.play.round import least_stack, player_banked
from cardroom.rulebook import RuleSet

__all__ = ["BANK", "seats_taken", "usual_bots", "usual_stack"]

STACK = 100_000
"""A bot's stack, in cents."""
BANK = 10_000_000
"""The stack of a proposition player, in cents. It must cover a whole table."""
BIG_BLINDS = 100
"""A poker player's stack, in big blinds."""
POINTS = 100
"""A stack in points, for games settled in points."""


def seats_taken(rules: RuleSet, wanted: int) -> int:
    """The wanted number of seats, within the table's limits."""
    return min(max(wanted, rules.seats.least), rules.seats.most)


@lru_cache(maxsize=256)
def usual_stack(rules: RuleSet) -> int:
    """The default stack in cents: in poker 100 big blinds, small bets or points.

    >>> from cardroom.rulebook import rule_set
    >>> usual_stack(rule_set("texas-holdem", stakes="$5/$10"))
    100000
    """
    if rules.point:
        return POINTS * rules.point
    if not rules.poker:
        return max(STACK, 20 * least_stack(rules))
    most: int = rules.house("most_buy_in")
    return min(BIG_BLINDS * rules.stakes.minimum_bet, most)


def usual_bots(rules: RuleSet) -> int:
    """The default number of bots at a table for one person: enough to play, few enough to keep it fast.

    >>> from cardroom.rulebook import rule_set
    >>> usual_bots(rule_set("texas-holdem")), usual_bots(rule_set("ez-baccarat"))
    (4, 2)
    """
    return seats_taken(rules, 5 if rules.poker else 3 if player_banked(rules) or rules.point else 2) - 1
