"""Compiled counting of five cards against five, by inclusion and exclusion over the player's cards. It knows no money.

Of all hands that contain a given set of one to four cards, how many rank below each rank is the same for sets that
differ only by exchanging suits: 13, 169, 1,755 and 16,432 classes. With these, how many of the dealer's hands rank
below a player's is a sum of 32 terms, whatever the player holds.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any

DEALERS = 1_533_939


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
def compare(hands: Array, ranks: Array, subsets: Array, sizes: Array, classes: Array, starts: Array, choose: Array,
            below: Array, every: Array, qualifier: int, out: Array) -> None:  # fmt: skip
    """For every hand, the dealer's by result: won, copied, lost, each against a qualified dealer and one who is not."""
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
        wins, copies, losses = lower[0], lower[1] - lower[0], DEALERS - lower[1]
        if rank >= qualifier:
            out[hand, 0], out[hand, 1], out[hand, 2], out[hand, 4] = wins - lower[2], lower[2], copies, losses
        else:
            weak = lower[2] - wins - copies
            out[hand, 1], out[hand, 3], out[hand, 4], out[hand, 5] = wins, copies, losses - weak, weak


@jit
def decide(counts: Array, ranks: Array, strong: int, lines: Array, base: Array, play: Array, fold: int,
           out: Array) -> None:  # fmt: skip
    """Decide every hand: `out` gets the net, its squares, and how many deals fold or play once, twice, three times."""
    for hand in range(counts.shape[0]):
        rank = ranks[hand]
        line = lines[rank]
        first, second, squares, mixed, doubles = 0, 0, 0, 0, 0
        for result in range(6):
            count = np.int64(counts[hand, result])
            a, b = base[line, result], play[line, result]
            first += a * count
            second += b * count
            squares += a * a * count
            mixed += a * b * count
            doubles += b * b * count
        best, times = fold * DEALERS, 0
        for many in range(1, 4 if rank >= strong else 2):
            if first + many * second > best:
                best, times = first + many * second, many
        out[0] += best
        out[1] += fold * fold * DEALERS if times == 0 else squares + 2 * times * mixed + times * times * doubles
        out[2 + times] += DEALERS
