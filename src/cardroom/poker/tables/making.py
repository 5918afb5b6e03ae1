"""Make the tables of the package again: `python -m cardroom.poker.tables.making FOLDER [hold'em|omaha]`.

Hold'em takes some minutes, Omaha about half an hour of one core.
"""

import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from cardroom.poker.tables.boards import boards_of
from cardroom.poker.tables.classes import all_hands, choose, hand_classes, pair_classes, pair_places, places_of
from cardroom.rankings import rank_many
from cardroom.rankings.base import Array, jit

__all__ = ["omaha_order", "omaha_scores"]

_EVERY_SUIT = (-1, 0, 1, 2)
EVERY_BOARD = 1_712_304
"""The boards that can come to two hands of hold'em."""


# -- Omaha -------------------------------------------------------------------------------------------------------------


@cache
def _subsets(cards: int) -> tuple[Array, Array, Array]:
    """Every four of so many cards: their places, the counters of all their subsets, and of their six pairs."""
    table = choose()
    quads = np.array(list(combinations(range(cards), 4)), np.int64)
    starts = np.concatenate([[0], np.cumsum([table[cards, size] for size in range(4)])])
    columns = [
        starts[size]
        + sum((table[quads[:, at], rank + 1] for rank, at in enumerate(some)), np.zeros(len(quads), np.int64))
        for size in range(4)
        for some in combinations(range(4), size)
    ]
    pairs = [table[quads[:, b], 2] + quads[:, a] for a, b in combinations(range(4), 2)]
    return quads, np.stack(columns, axis=1).astype(np.int32), np.stack(pairs, axis=1).astype(np.int32)


@jit
def _score_board(
    values: Array, groups: int, subsets: Array, pairs: Array, counters: Array, best: Array, order: Array, starts: Array,
    scores: Array,
) -> None:  # fmt: skip
    """The score of every hand on one board: two for each hand without a common card that it beats, one for a tie.

    A hand counts the hands below it by inclusion and exclusion over its subsets.
    """
    count = len(subsets)
    starts[:] = 0
    for hand in range(count):
        value = values[pairs[hand, 0]]
        for at in range(1, 6):
            value = max(value, values[pairs[hand, at]])
        best[hand] = value
        starts[value + 1] += 1
    for value in range(groups):
        starts[value + 1] += starts[value]
    for hand in range(count):
        order[starts[best[hand]]] = hand
        starts[best[hand]] += 1
    counters[:] = 0
    first = 0
    for value in range(groups):
        last = starts[value]
        for at in range(first, last):
            scores[order[at]] = _disjoint(counters, subsets[order[at]])
        for at in range(first, last):
            own = subsets[order[at]]
            for each in range(15):
                counters[own[each]] += 1
        for at in range(first, last):
            scores[order[at]] += _disjoint(counters, subsets[order[at]]) + 1
        first = last


@jit
def _disjoint(counters: Array, own: Array) -> int:
    total = counters[0]
    for each in range(1, 5):
        total -= counters[own[each]]
    for each in range(5, 11):
        total += counters[own[each]]
    for each in range(11, 15):
        total -= counters[own[each]]
    return total


@jit
def _add(scores: Array, classes: Array, weight: int, totals: Array) -> None:
    for hand in range(len(scores)):
        totals[classes[hand]] += weight * scores[hand]


def omaha_scores(first: int = 0, last: int | None = None) -> Array:
    """The scores of all classes of Omaha hands against every other hand, on these of the classes of boards."""
    classes = hand_classes(4)
    boards = boards_of(range(52), 5, _EVERY_SUIT, np.zeros(52, np.uint64))
    quads, subsets, pairs = _subsets(47)
    twos = np.array(list(combinations(range(47), 2)), np.int64)
    twos = twos[np.argsort(places_of(twos))]
    totals = np.zeros(len(classes.first), np.int64)
    counters, best = np.zeros(int(subsets.max()) + 1, np.int32), np.zeros(len(quads), np.int32)
    order, scores = np.zeros(len(quads), np.int32), np.zeros(len(quads), np.int64)
    for at in range(first, len(boards.masks) if last is None else last):
        mask = int(boards.masks[at])
        on_board = {rank * 4 + suit for suit in range(4) for rank in range(13) if mask >> (16 * suit + rank) & 1}
        left = np.array([card for card in range(52) if card not in on_board], np.int64)
        values = _values_of_two(left[twos], np.array(sorted(on_board), np.uint8))
        groups = int(values.max()) + 1
        starts = np.zeros(groups + 1, np.int64)
        _score_board(values, groups, subsets, pairs, counters, best, order, starts, scores)
        _add(scores, classes.of[places_of(left[quads])], int(boards.weights[at]), totals)
    return totals


def _values_of_two(twos: Array, board: Array) -> Array:
    """How good any two cards are with three of the board, as dense numbers."""
    fives = np.concatenate(
        [
            np.concatenate([twos.astype(np.uint8), np.tile(board[list(three)], (len(twos), 1))], axis=1)
            for three in combinations(range(5), 3)
        ]
    )
    values = rank_many("high", np.ascontiguousarray(fives)).reshape(10, len(twos)).max(axis=0)
    return np.unique(values, return_inverse=True)[1].astype(np.int32)


def omaha_order(scores: Array) -> Array:
    """The classes of Omaha hands, the best first. Equal ones stay in the order of their classes."""
    sizes = hand_classes(4).sizes
    return np.argsort(-(scores / sizes), kind="stable").astype(np.uint16)


# -- hold'em -----------------------------------------------------------------------------------------------------------


@jit
def _compare(values: Array, weight: int, won: Array, tied: Array) -> None:
    """Add a board: for each hand, whether it beats and ties each other hand. Hands with a card of the board have 0."""
    count = len(values)
    for hand in range(count):
        own = values[hand]
        if not own:
            continue
        for other in range(count):
            level = values[other]
            won[hand, other] += weight * ((level > 0) & (level < own))
            tied[hand, other] += weight * (level == own)


def holdem_pairs() -> tuple[Array, Array]:
    """How often the first hand of each class of two wins and ties, of 1,712,304 boards."""
    boards = boards_of(range(52), 5, _EVERY_SUIT, np.zeros(52, np.uint64))
    hands = all_hands(2).astype(np.uint8)
    won, tied = np.zeros((1326, 1326), np.int32), np.zeros((1326, 1326), np.int32)
    for mask, weight in zip(boards.masks.tolist(), boards.weights.tolist(), strict=True):
        board = np.array([c for c in range(52) if mask >> (16 * (c & 3) + (c >> 2)) & 1], np.uint8)
        free = ~np.isin(hands, board).any(axis=1)
        values = np.zeros(1326, np.int32)
        values[free] = rank_many("high", hands[free], board)
        _compare(values, weight, won, tied)
    return _by_class(won), _by_class(tied)


def _by_class(counts: Array) -> Array:
    """The mean over the hands of each class of two, from counts by both hands."""
    one, other = np.divmod(np.arange(1326 * 1326), 1326)
    of, swapped = pair_places(one, other)
    mine = (of >= 0) & ~swapped
    sums = np.bincount(of[mine], counts[one[mine], other[mine]]).astype(np.int64)
    means: Array = sums // np.bincount(of[mine])
    return means


def holdem_order(won: Array, tied: Array) -> Array:
    """The classes of hold'em hands by their equity against every other hand, the best first."""
    alone = hand_classes(2)
    scores = []
    for first in alone.first.tolist():
        others = np.flatnonzero(pair_classes().by_first[alone.of[first]] >= 0)
        of, swapped = pair_places(np.full(len(others), first), others)
        wins = np.where(swapped, EVERY_BOARD - won[of] - tied[of], won[of])
        scores.append(int((2 * wins + tied[of]).sum()))
    return np.argsort(-np.array(scores), kind="stable").astype(np.uint16)


def main(folder: str, which: str) -> None:
    """Write a table's files into a folder."""
    into = Path(folder)
    if which == "holdem":
        won, tied = holdem_pairs()
        np.stack([won, tied], axis=1).astype("<u4").tofile(into / "holdem-pairs.bin")
        holdem_order(won, tied).astype("<u2").tofile(into / "holdem-order.bin")
    else:
        omaha_order(omaha_scores()).astype("<u2").tofile(into / "omaha-order.bin")


if __name__ == "__main__":
    main(*sys.argv[1:])
