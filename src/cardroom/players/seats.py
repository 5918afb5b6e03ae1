"""How many sit at a table that nobody says more about, and with what."""

from cardroom.play.procedures import least_stack, player_banked
from cardroom.rulebook import RuleSet

__all__ = ["BANK", "seats_taken", "usual_bots", "usual_stack"]

STACK = 100_000
"""Cents that a bot sits down with."""
BANK = 10_000_000
"""Cents that a proposition player sits down with, who has to cover a whole table."""
BIG_BLINDS = 100
"""Big blinds that a poker player sits down with."""
POINTS = 100
"""Points' worth of chips, where players settle in points."""


def seats_taken(rules: RuleSet, wanted: int) -> int:
    """As many seats as the table has, if so many are wanted or needed."""
    return min(max(wanted, rules.seats.least), rules.seats.most)


def usual_stack(rules: RuleSet) -> int:
    """Cents that a seat sits down with: at poker a hundred big blinds, or as many small bets or points.

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
    """How many bots a table has that waits for a person: enough to play, and not so many that one has to wait long.

    >>> from cardroom.rulebook import rule_set
    >>> usual_bots(rule_set("texas-holdem")), usual_bots(rule_set("ez-baccarat"))
    (4, 2)
    """
    return seats_taken(rules, 5 if rules.poker else 3 if player_banked(rules) or rules.point else 2) - 1
