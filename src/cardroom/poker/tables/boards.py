"""All boards that can come, compiled: suits that nothing tells apart are taken together, so each class comes once.

A board is one set of ranks in each suit. For suits that are interchangeable only sets in descending order are taken,
and the weight is the number of boards that this one stands for.
"""

from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from cardroom.cards import Card
from cardroom.rankings.base import Array, Word, jit

__all__ = ["Boards", "boards_of", "interchangeable"]


class Boards(NamedTuple):
    """Boards, one of each class."""

    words: Array
    """The sums of their cards' words (`rankings.tables`)."""
    masks: Array
    """Their cards as bits, sixteen for each suit."""
    weights: Array
    """How many boards each stands for."""


def interchangeable(*groups: Sequence[Iterable[Card]]) -> tuple[int, ...]:
    """For each suit the earlier suit that may take its place, or -1. Each group is a set of sets of cards.

    >>> interchangeable([[51, 50]], [[44, 45]])
    (-1, 0, -1, 2)
    """
    known = [frozenset(frozenset(cards) for cards in group) for group in groups]
    before = [-1] * 4
    for suit in range(1, 4):
        for other in range(suit - 1, -1, -1):
            swap = {suit: other, other: suit}
            moved = [
                frozenset(frozenset(c & ~3 | swap.get(c & 3, c & 3) for c in cards) for cards in group)
                for group in known
            ]
            if moved == known:
                before[suit] = other
                break
    return tuple(before)


def boards_of(cards: Iterable[Card], size: int, before: Sequence[int], words: Array) -> Boards:
    """All boards of so many of these cards. `before` is from `interchangeable`; `words` has the word of each card.

    >>> made = boards_of(range(52), 5, (-1, 0, 1, 2), np.zeros(52, np.uint64))
    >>> len(made.weights), int(made.weights.sum())
    (134459, 2598960)
    """
    by_suit: list[list[Card]] = [[card for card in cards if card & 3 == suit] for suit in range(4)]
    made: list[Array] = []
    sums: list[Array] = []
    starts = np.zeros((4, size + 2), np.int64)
    for suit, own in enumerate(by_suit):
        bits = np.array([1 << (card >> 2) for card in own], np.uint64)
        values = np.array([words[card] for card in own], np.uint64)
        sets, totals, counts = _subsets(bits, values, size)
        order = np.argsort(counts, kind="stable")
        starts[suit] = np.searchsorted(counts[order], np.arange(size + 2)) + sum(len(each) for each in made)
        made.append(sets[order] << np.uint64(16 * suit))
        sums.append(totals[order])
    times = np.array([1 + sum(1 for _ in _chain(before, suit)) for suit in range(4)], np.int64)
    most = comb(sum(len(own) for own in by_suit), size)
    space = np.empty(most, np.uint64), np.empty(most, np.uint64), np.empty(most, np.int32)
    linked = np.array(before, np.int64)
    count = _fill(np.concatenate(made), np.concatenate(sums), starts, linked, times, size, *space)
    return Boards(*(each[:count] for each in space))


def _chain(before: Sequence[int], suit: int) -> Iterable[int]:
    while before[suit] >= 0:
        suit = before[suit]
        yield suit


@jit
def _subsets(bits: Array, values: Array, most: int) -> tuple[Array, Array, Array]:
    """Every set of up to `most` of a suit's cards: its bits, the sum of its words, and its size."""
    total = 1 << len(bits)
    sets, sums, sizes = np.empty(total, np.uint64), np.empty(total, np.uint64), np.empty(total, np.int64)
    found = 0
    for chosen in range(total):
        size = 0
        one, two = np.uint64(0), np.uint64(0)
        for at in range(len(bits)):
            if chosen >> at & 1:
                size += 1
                one |= bits[at]
                two += values[at]
        if size <= most:
            sets[found], sums[found], sizes[found] = one, two, size
            found += 1
    return sets[:found], sums[:found], sizes[:found]


@jit
def _share(weight: int, run: int) -> int:
    """A weight divided by how many interchangeable suits in a row have the same set. It is a whole number."""
    if run == 1:
        return weight
    return weight // 3 if run == 3 else weight >> (run >> 1)


@jit
def _fill(
    masks: Array, sums: Array, starts: Array, before: Array, times: Array, size: int, out_words: Array,
    out_masks: Array, out_weights: Array,
) -> Word:  # fmt: skip
    """Write all boards, and return how many. A suit's sets begin at `starts[suit, size]`.

    `times` is the number of interchangeable suits up to this one.
    """
    count = 0
    one, two, three = before[1], before[2], before[3]
    zero_1, zero_2, zero_3 = starts[1, 0], starts[2, 0], starts[3, 0]
    for a in range(size + 1):
        for i in range(starts[0, a], starts[0, a + 1]):
            for b in range(size - a + 1):
                end_b = starts[1, b + 1]
                if one == 0:
                    end_b = min(end_b, i + 1 + zero_1)
                for j in range(starts[1, b], end_b):
                    run_b = 1 + (one == 0 and j - zero_1 == i)
                    weight_b = _share(times[1], run_b)
                    mask_b, sum_b = masks[i] | masks[j], sums[i] + sums[j]
                    before_c = i if two == 0 else j - zero_1
                    run_two = 0 if two < 0 else 1 if two == 0 else run_b
                    for c in range(size - a - b + 1):
                        d = size - a - b - c
                        end_c = starts[2, c + 1]
                        if run_two:
                            end_c = min(end_c, before_c + 1 + zero_2)
                        for k in range(starts[2, c], end_c):
                            run_c = 1
                            if run_two and k - zero_2 == before_c:
                                run_c += run_two
                            first, last = starts[3, d], starts[3, d + 1]
                            before_d = i if three == 0 else j - zero_1 if three == 1 else k - zero_2
                            if three >= 0:
                                last = min(last, before_d + 1 + zero_3)
                            if last <= first:
                                continue
                            weight_d = _share(weight_b * times[2], run_c) * times[3]
                            mask_c, sum_c = mask_b | masks[k], sum_b + sums[k]
                            for m in range(last - first):
                                out_masks[count + m] = mask_c | masks[first + m]
                                out_words[count + m] = sum_c + sums[first + m]
                                out_weights[count + m] = weight_d
                            count += last - first
                            if three >= 0 and last - 1 - zero_3 == before_d:
                                run = 1 if three == 0 else run_b if three == 1 else run_c
                                out_weights[count - 1] = _share(weight_d, 1 + run)
    return count
