"""Compiled counting of five cards against five, by inclusion and exclusion over the player's cards. It knows no money.

Of all hands that contain a given set of one to four cards, how many rank below each rank is the same for sets that
differ only by exchanging suits: 13, 169, 1,755 and 16,432 classes. With these, how many of the dealer's hands rank
below a player's is a sum of 32 terms, whatever the player holds.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any


@jit
def index(cards: Array, chosen: Array, size: int, choose: Array) -> int:
    """The number of a set of cards, given by places in a sorted hand."""
    number = 0
    for place in range(size):
        number += choose[cards[chosen[place]], place + 1]
    return number


@jit
def contain(hands: Array, ranks: Array, subsets: Array, sizes: Array, classes: Array, starts: Array, choose: Array,
            out: Array) -> None:  # fmt: skip
    """Count each hand under the class of every one to four of its cards, by rank."""
    for hand in range(hands.shape[0]):
        for subset in range(subsets.shape[0]):
            size = sizes[subset]
            number = index(hands[hand], subsets[subset], size, choose)
            out[classes[starts[size] + number], ranks[hand]] += 1


@jit
def settle_all(hands: Array, ranks: Array, subsets: Array, sizes: Array, classes: Array, starts: Array, choose: Array,
               below: Array, every: Array, qualifier: int, strong: int, lines: Array, base: Array, play: Array,
               fold: int, out: Array) -> None:  # fmt: skip
    """Decide every hand: `out` gets the net, its squares, and how many deals play once, twice, three times and fold."""
    dealers = 1_533_939
    counts = np.zeros(6, np.int64)
    lower = np.zeros(3, np.int64)
    for hand in range(hands.shape[0]):
        rank = ranks[hand]
        lower[0], lower[1], lower[2] = every[rank], every[rank + 1], every[qualifier]
        for subset in range(subsets.shape[0]):
            size = sizes[subset]
            row = below[classes[starts[size] + index(hands[hand], subsets[subset], size, choose)]]
            sign = 1 if size % 2 == 0 else -1
            lower[0] += sign * row[rank]
            lower[1] += sign * row[rank + 1]
            lower[2] += sign * row[qualifier]
        lower[1] -= 1  # all five: the player's own hand
        lower[2] -= 1 if rank < qualifier else 0
        wins, copies, losses = lower[0], lower[1] - lower[0], dealers - lower[1]
        if rank >= qualifier:
            counts[:] = (wins - lower[2], lower[2], copies, 0, losses, 0)
        else:
            weak = lower[2] - wins - copies
            counts[:] = (0, wins, 0, copies, losses - weak, weak)
        line = lines[rank]
        first, second, squares, mixed, doubles = 0, 0, 0, 0, 0
        for result in range(6):
            count = counts[result]
            a, b = base[line, result], play[line, result]
            first += a * count
            second += b * count
            squares += a * a * count
            mixed += a * b * count
            doubles += b * b * count
        best, times = fold * dealers, 0
        for many in range(1, 4 if rank >= strong else 2):
            if first + many * second > best:
                best, times = first + many * second, many
        out[0] += best
        out[1] += fold * fold * dealers if times == 0 else squares + 2 * times * mixed + times * times * doubles
        out[2 + times] += dealers
