"""Compiled sums over the player-dealer's hands in the games of 21.5, as floats and as whole numbers of 128 bits.

A sum counts orders of at most twelve cards of a shoe of at most 416, so it has at most 105 bits.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any

LIMBS = 4
"""Parts of 32 bits, lowest first."""
MOST_OF_A_KIND = 16
"""More cards of one kind than any of the player-dealer's hands has."""
CARD_BITS, WAYS_BITS = 9, 32
"""Bits that are enough for the number of cards of a kind, and for the orders of a hand. Few cards need few parts."""
DIGIT = 20
"""Bits of the digits in which weighted sums are added up."""
BLOCK = 32
"""The rows that are counted together, so that one instruction handles several of them."""


@jit
def sum_floats(left: Array, steps: Array, kept: Array, sizes: Array, ways: Array, keys: Array, out: Array) -> None:
    """For every row of `left` (cards by kind), the number of orders that make each hand, summed by the hands' keys.

    `steps` has the cards of a hand, lowest first: MOST_OF_A_KIND times the kind, plus the cards of this kind before it.
    The first `kept` cards are those of the hand before.
    """
    path, many = np.ones((steps.shape[1] + 1, BLOCK)), np.zeros((10 * MOST_OF_A_KIND, BLOCK))
    sums = np.zeros((out.shape[1], BLOCK))
    for start in range(0, left.shape[0], BLOCK):
        rows = min(BLOCK, left.shape[0] - start)
        for row in range(rows):
            for step in range(10 * MOST_OF_A_KIND):
                many[step, row] = max(left[start + row, step // MOST_OF_A_KIND] - step % MOST_OF_A_KIND, 0)
        sums[:] = 0
        for hand in range(steps.shape[0]):
            for place in range(kept[hand], sizes[hand]):
                step = steps[hand, place]
                for row in range(BLOCK):
                    path[place + 1, row] = path[place, row] * many[step, row]
            key, size, times = keys[hand], sizes[hand], np.float64(ways[hand])
            for row in range(BLOCK):
                sums[key, row] += path[size, row] * times
        for row in range(rows):
            for key in range(out.shape[1]):
                out[start + row, key] += sums[key, row]


@jit
def sum_exact(left: Array, steps: Array, kept: Array, sizes: Array, ways: Array, keys: Array, out: Array) -> None:
    """The same sums in parts of 32 bits. Parts of `out` may be larger: they are sums of such parts."""
    low, shift = np.uint64(0xFFFFFFFF), np.uint64(32)
    path = np.zeros((steps.shape[1] + 1, LIMBS, BLOCK), np.uint64)
    many = np.zeros((10 * MOST_OF_A_KIND, BLOCK), np.uint64)
    sums = np.zeros((out.shape[1], LIMBS, BLOCK), np.uint64)
    carry = np.zeros(BLOCK, np.uint64)
    path[0, 0] = 1
    for start in range(0, left.shape[0], BLOCK):
        rows = min(BLOCK, left.shape[0] - start)
        for row in range(rows):
            for step in range(10 * MOST_OF_A_KIND):
                less = left[start + row, step // MOST_OF_A_KIND] - step % MOST_OF_A_KIND
                many[step, row] = np.uint64(max(less, 0))
        sums[:] = 0
        for hand in range(steps.shape[0]):
            for place in range(kept[hand], sizes[hand]):
                step = steps[hand, place]
                carry[:] = 0
                for limb in range(min((place + 1) * CARD_BITS // 32 + 1, LIMBS)):
                    for row in range(BLOCK):
                        now = carry[row] + path[place, limb, row] * many[step, row]
                        path[place + 1, limb, row] = now & low
                        carry[row] = now >> shift
            key, size, times = keys[hand], sizes[hand], ways[hand]
            carry[:] = 0
            for limb in range(min((size * CARD_BITS + WAYS_BITS) // 32 + 1, LIMBS)):
                for row in range(BLOCK):
                    now = carry[row] + path[size, limb, row] * times
                    sums[key, limb, row] += now & low
                    carry[row] = now >> shift
        for row in range(rows):
            for key in range(out.shape[1]):
                for limb in range(LIMBS):
                    out[start + row, key, limb] += sums[key, limb, row]


@jit
def add_weighted(
    parts: Array, nets: Array, results: Array, drawn: Array, nevers: Array, sizes: Array, own: Array, weights: Array,
    out: Array,
) -> None:  # fmt: skip
    """Add up the sums of `sum_exact`, times net and weight, in `out`: by cards drawn and those of one kind among them.

    Rows of `parts` have `sizes` cards drawn and `own` of the kind; its columns have a result, and `drawn` and `nevers`
    more. Weights are in digits of DIGIT bits, lowest first. Digits of `out` may be larger and negative.
    """
    low, mask = np.int64(0xFFFFFFFF), np.int64((1 << DIGIT) - 1)
    limbs, digits = np.zeros(LIMBS + 2, np.int64), np.zeros(LIMBS * 32 // DIGIT + 1, np.int64)
    for row in range(parts.shape[0]):
        for column in range(parts.shape[1]):
            net = nets[row, results[column]]
            carry = np.int64(0)
            for limb in range(LIMBS):
                carry += np.int64(parts[row, column, limb])
                limbs[limb] = carry & low
                carry >>= 32
            length = 0
            for digit in range(digits.shape[0]):
                start = digit * DIGIT
                place, bit = start // 32, start % 32
                both = limbs[place] >> bit | limbs[place + 1] << (32 - bit)
                digits[digit] = (both & mask) * net
                if digits[digit]:
                    length = digit + 1
            here = out[sizes[row] + drawn[column], own[row] + nevers[column]]
            for one in range(weights.shape[1]):
                if weights[row, one]:
                    for other in range(length):
                        here[one + other] += weights[row, one] * digits[other]
