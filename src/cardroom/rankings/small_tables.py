"""Small tables for the smaller kernels, filled from the rankings' own keys on first use.

There are two kinds of index. A *mask* has a bit for each rank, so it identifies a set of ranks: a flush, or a hand
without a pair. A *sum* of rank weights identifies up to five ranks that may repeat, in any order.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.rankings.tables import SPREAD

TableArray = NDArray[Any]

WEIGHTS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""Rank weights: each is the smallest for which no two hands with the same number of cards, up to five, share a sum."""

BITS = tuple(tuple(rank for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13))
"""The ranks of each mask, lowest first."""


def by_sum(size: int, number: Callable[[tuple[int, ...]], int], ranks: int = 13) -> TableArray:
    """A table from the sum of `size` weights to the number of the hand of those ranks."""
    hands = [each for each in combinations_with_replacement(range(ranks), size) if size < 5 or each[0] != each[4]]
    sums = [sum(WEIGHTS[rank] for rank in each) for each in hands]
    table = np.zeros(max(sums) + 1, np.uint16)
    table[sums] = [number(each) for each in hands]
    return table


def by_mask(number: Callable[[tuple[int, ...]], int], ranks: int = 13) -> TableArray:
    """A table from a mask to the number of its ranks, which come lowest first."""
    return np.array([number(BITS[mask]) for mask in range(1 << ranks)], np.uint16)


def by_card(value: Callable[[int, int], int], kind: Any = np.int64) -> TableArray:
    """A table from a card to what it adds, made from its rank and suit; the joker adds nothing."""
    return np.array([*(value(card >> 2, card & 3) for card in range(52)), 0], kind)


def words() -> TableArray:
    """Each card's word, as in `tables`: its rank's number in the high 29 bits, a count for its suit below."""
    return by_card(lambda rank, suit: (5**rank * SPREAD & (1 << 29) - 1) << 35 | 1 << 4 * suit, np.uint64)


def masks() -> TableArray:
    """Each card's bit in its suit's sixteen."""
    return by_card(lambda rank, suit: 1 << (16 * suit + rank))
