"""Omaha, high and low: exactly two cards from the hand and three from the board make each.

The hand has four cards, five (Big O) or six. High hands are as in `high`, with the same ints; lows are those of
eight-or-better in `low`.
"""

from collections.abc import Sequence
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings.base import Key, Ranking
from cardroom.rankings.high import CATEGORIES, five_key, keys, words
from cardroom.rankings.low import eight_or_better_keys, eight_or_better_words, low_rank


def key(hand: Sequence[Card], board: Sequence[Card]) -> Key:
    """Return the best key of any two of the hand with any three of the board."""
    return max(
        five_key([card >> 2 for card in two + three], len({card & 3 for card in two + three}) == 1)
        for two in combinations(hand, 2)
        for three in combinations(board, 3)
    )


def low_key(hand: Sequence[Card], board: Sequence[Card]) -> Key | None:
    """The best low of exactly two cards of the hand and three of the board (500 Club, Omaha High-Low Split)."""
    mine, common = ({low_rank(card) for card in cards if low_rank(card) <= 8} for cards in (hand, board))
    lows = [sorted({*two, *sorted(common - set(two))[:3]}, reverse=True) for two in combinations(mine, 2)]
    return max(((0, *(-rank for rank in low)) for low in lows if len(low) == 5), default=None)


OMAHA = Ranking(
    "omaha",
    (4, 5, 6),
    CATEGORIES,
    key,
    keys,
    words,
    boards=(3, 4, 5),
    fuller=words,
)
OMAHA_EIGHT_OR_BETTER = Ranking(
    "omaha-eight-or-better",
    (4, 5, 6),
    ("eight or better",),
    low_key,
    eight_or_better_keys,
    eight_or_better_words,
    boards=(3, 4, 5),
    qualifies=True,
)
