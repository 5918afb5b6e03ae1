"""Helpers for the tables of best decisions and the strategies that use them."""

from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from cardroom.play import Amount, Answer, Ask, View

__all__ = ["pack_bits", "sets_of_three", "wager_times"]


@cache
def sets_of_three() -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """For each set of three cards, by number: its class up to exchanging suits, and the exchange to its representative.

    >>> sets_of_three()[0].max().item()
    1754
    """
    sets = np.array(sorted(combinations(range(52), 3), key=lambda cards: cards[::-1]))
    orders = np.array(list(permutations(range(4))), np.uint8)
    images = np.array([np.sort(sets // 4 * 4 + order[sets % 4], axis=1) @ (2704, 52, 1) for order in orders])
    _, classes = np.unique(images.min(axis=0), return_inverse=True)
    return classes, orders[images.argmin(axis=0)]


def pack_bits(table: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Rows of bits, eight to a byte."""
    return np.packbits(table, axis=1, bitorder="little")


def wager_times(view: View, ask: Ask, times: int) -> Answer:
    """The answer that wagers this many Antes."""
    (action,) = (option.action for option in ask.options if isinstance(option, Amount))
    return ask.check(action, times * view.stake(ask.spot, "ante"))
