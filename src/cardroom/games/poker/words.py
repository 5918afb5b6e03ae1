"""A poker hand in words, by the game's rankings."""

from collections.abc import Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.rankings import RANKINGS, describe, strength
from cardroom.rulebook import RuleSet

__all__ = ["made", "showing_words"]


def made(rules: RuleSet, hand: Sequence[Card], board: Sequence[Card] = ()) -> str:
    """A hand in words by the game's ranking, with its low where the pot is split; few cards by what they show.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> made(rule_set("stud-8"), parse("Ah 2c 3d 5s 7h Kc Kd"))
    'Pair of kings, ace kicker; low 7-5-3-2-A'
    >>> made(rule_set("texas-holdem"), parse("Ah Kc")), made(rule_set("omaha"), parse("Ah Kc Qd 2s"))
    ('Ace high, K', '')
    """
    poker = rules.poker
    if poker is None or UNKNOWN in hand or not hand:
        return ""
    if board and poker.discard and len(hand) == 3:  # one of the three will be thrown away
        hand = max(combinations(hand, 2), key=lambda two: strength(poker.ranking, two, board))
    high = _words(poker.ranking, hand, board)
    if not high and not board and len(hand) <= 4 and poker.hole <= 3:
        high = describe(poker.showing or "showing", hand)
    low = _words(poker.low, hand, board) if poker.low else ""
    if low and low != "no qualifying hand":
        return f"{high}; low {low.removesuffix(' low')}"
    return high[:1].upper() + high[1:]


def _words(ranking: str, hand: Sequence[Card], board: Sequence[Card]) -> str:
    judge = RANKINGS[ranking]
    fits = len(board) in judge.boards and len(hand) in judge.sizes if judge.boards else None
    if fits or (fits is None and len(hand) + len(board) in judge.sizes):
        return describe(ranking, hand, board or None)
    return ""


def showing_words(rules: RuleSet, up: Sequence[Card], _: Sequence[Card]) -> str:
    """What a stud player's up cards show."""
    if rules.poker is None or not rules.poker.showing or not up or UNKNOWN in up:
        return ""
    return describe(rules.poker.showing, up[:4])
