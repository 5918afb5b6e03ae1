"""How many hands of a whole deck have each rank, for the rankings of the best five of 5, 6 or 7 cards.

Hands are not dealt one by one. Without five cards of a suit, only the ranks of a hand matter, so each of at most 49,205
hands of ranks is judged once and counted with its choices of suits. With five, only the ranks in that suit matter:
no hand of at most seven cards has a flush and also a full house or four of a kind.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from cardroom.rankings.base import Ranking
from cardroom.rankings.tables import best, flushes

__all__ = ["whole_deck_counts"]

SUITS = 4
FLUSH = 5


def whole_deck_counts(ranking: Ranking, size: int) -> NDArray[np.int64]:
    """The number of hands of this many cards that have each int.

    >>> from cardroom.rankings.high import HIGH
    >>> whole_deck_counts(HIGH, 7)[[1, 7462]].tolist()
    [0, 4324]
    """
    hands, values = best(ranking, size)
    ranks = sorted({card >> 2 for card in ranking.deck})
    suited = flushes(ranking)
    counts = np.zeros(int(max(values.max(), suited.max())) + 1, np.int64)
    np.add.at(counts, values, _without_flush(hands, ranks))
    masks = np.arange(len(suited))
    held = np.bitwise_count(masks)
    for many in range(FLUSH, size + 1):  # cards of the flush suit; the others are of the other suits
        flush = masks[(held == many) & (masks & ~sum(1 << rank for rank in ranks) == 0)]
        np.add.at(counts, suited[flush], SUITS * comb((SUITS - 1) * len(ranks), size - many))
    return counts


def _without_flush(hands: NDArray[np.uint8], ranks: list[int]) -> NDArray[np.int64]:
    """For each hand of ranks, the choices of suits without five cards of one suit."""
    all_ways = np.ones(len(hands), np.int64)
    in_suit = np.zeros((len(hands), hands.shape[1] + 1), np.int64)  # ways by the number of cards of one given suit
    in_suit[:, 0] = 1
    choose = np.array([[comb(n, k) for k in range(SUITS + 1)] for n in (SUITS, SUITS - 1)])
    for rank in ranks:
        held = (hands == rank).sum(axis=1)
        all_ways *= choose[0][held]
        with_card = np.where(held > 0, choose[1][np.maximum(held - 1, 0)], 0)
        shifted = np.roll(in_suit, 1, axis=1)
        shifted[:, 0] = 0
        in_suit = in_suit * choose[1][held][:, None] + shifted * with_card[:, None]
    without: NDArray[np.int64] = all_ways - SUITS * in_suit[:, FLUSH:].sum(axis=1)
    return without
