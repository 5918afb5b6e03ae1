"""Compiled sums over the player-dealer's hands in the games of 21.5, as floats and as whole numbers of 128 bits.

A sum counts orders of at most twelve cards of a shoe of at most 416, so it has at most 105 bits.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any

LIMBS = 4
"""Parts of 32 bits, lowest first."""


@jit
def sum_floats(left: Array, kinds: Array, kept: Array, sizes: Array, ways: Array, keys: Array, out: Array) -> None:
    """For every row of `left` (cards by kind), the number of orders that make each hand, summed by the hands' keys.

    `kinds` has the cards of a hand, lowest first. Its first `kept` cards are those of the hand before it.
    """
    path = np.ones(kinds.shape[1] + 1)
    for row in range(left.shape[0]):
        for hand in range(kinds.shape[0]):
            for place in range(kept[hand], sizes[hand]):
                card = kinds[hand, place]
                taken = 0
                for other in range(place):
                    taken += kinds[hand, other] == card
                path[place + 1] = path[place] * max(left[row, card] - taken, 0)
            out[row, keys[hand]] += path[sizes[hand]] * ways[hand]


@jit
def sum_exact(left: Array, kinds: Array, kept: Array, sizes: Array, ways: Array, keys: Array, out: Array) -> None:
    """The same sums in parts of 32 bits. Parts of `out` may be larger: they are sums of such parts."""
    low, shift = np.uint64(0xFFFFFFFF), np.uint64(32)
    path = np.zeros((kinds.shape[1] + 1, LIMBS), np.uint64)
    path[0, 0] = 1
    for row in range(left.shape[0]):
        for hand in range(kinds.shape[0]):
            for place in range(kept[hand], sizes[hand]):
                card = kinds[hand, place]
                taken = 0
                for other in range(place):
                    taken += kinds[hand, other] == card
                factor, carry = np.uint64(max(left[row, card] - taken, 0)), np.uint64(0)
                for limb in range(LIMBS):
                    carry += path[place, limb] * factor
                    path[place + 1, limb] = carry & low
                    carry >>= shift
            carry = np.uint64(0)
            for limb in range(LIMBS):
                carry += path[sizes[hand], limb] * ways[hand]
                out[row, keys[hand], limb] += carry & low
                carry >>= shift
