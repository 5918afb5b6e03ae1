"""Omaha: poker hands as in `high`, of exactly two cards from the hand and three from the board.

The hand has four cards, five (Big O) or six; its ints are those of `high`.
"""

from collections.abc import Sequence
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings.base import Key, Ranking
from cardroom.rankings.high import CATEGORIES, five_key, keys, words


def key(hand: Sequence[Card], board: Sequence[Card]) -> Key:
    """Return the best key of any two of the hand with any three of the board."""
    return max(
        five_key([card >> 2 for card in two + three], len({card & 3 for card in two + three}) == 1)
        for two in combinations(hand, 2)
        for three in combinations(board, 3)
    )


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
