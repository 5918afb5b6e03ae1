"""Make the tables of the package again: `python -m cardroom.poker.tables.making FOLDER`, in half an hour of a core."""

import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from cardroom.poker.tables.boards import boards_of
from cardroom.poker.tables.classes import all_hands, choose, hand_classes, pair_classes, pair_places
from cardroom.poker.tables.stored import EVERY_BOARD, pack
from cardroom.rankings import rank_many
from cardroom.rankings.base import Array, Word, jit

__all__ = ["add_board", "holdem_order", "holdem_pairs", "main", "omaha_order"]

_EVERY_SUIT = (-1, 0, 1, 2)


def _every_board() -> Iterator[tuple[Array, int]]:
    """All boards of five, each class of suits once, and how many boards it stands for."""
    boards = boards_of(range(52), 5, _EVERY_SUIT, np.zeros(52, np.uint64))
    for mask, weight in zip(boards.masks.tolist(), boards.weights.tolist(), strict=True):
        yield np.array([c for c in range(52) if mask >> (16 * (c & 3) + (c >> 2)) & 1], np.uint8), weight


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
    hands = all_hands(2).astype(np.uint8)
    won, tied = np.zeros((1326, 1326), np.int32), np.zeros((1326, 1326), np.int32)
    for board, weight in _every_board():
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


# -- Omaha -------------------------------------------------------------------------------------------------------------


@jit
def _counted(hand: Array, twos: Array, threes: Array, one: Array, two: Array, three: Array, every: int) -> Word:
    """How many of the counted hands have none of the four cards of a hand, by inclusion and exclusion."""
    a, b, c, d = hand[0], hand[1], hand[2], hand[3]
    b2, c2, d2, c3, d3 = twos[b], twos[c], twos[d], threes[c], threes[d]
    left = every - one[a] - one[b] - one[c] - one[d]
    left += two[b2 + a] + two[c2 + a] + two[d2 + a] + two[c2 + b] + two[d2 + b] + two[d2 + c]
    return left - three[c3 + b2 + a] - three[d3 + b2 + a] - three[d3 + c2 + a] - three[d3 + c2 + b]


@jit
def _count(hand: Array, twos: Array, threes: Array, one: Array, two: Array, three: Array) -> None:
    """Count a hand under each one, two and three of its cards."""
    a, b, c, d = hand[0], hand[1], hand[2], hand[3]
    b2, c2, d2, c3, d3 = twos[b], twos[c], twos[d], threes[c], threes[d]
    for each in (a, b, c, d):
        one[each] += 1
    for each in (b2 + a, c2 + a, d2 + a, c2 + b, d2 + b, d2 + c):
        two[each] += 1
    for each in (c3 + b2 + a, d3 + b2 + a, d3 + c2 + a, d3 + c2 + b):
        three[each] += 1


@jit
def add_board(cards: Array, pairs: Array, weight: int, choices: Array, scores: Array) -> None:
    """Add a board to the scores of all hands of four of these cards: two for each hand that loses, one for each tie.

    `pairs` has how good each two of the cards are with three of the board, by the places of their cards. Hands are
    sorted by how good they are. Each counts the hands that are worse, and those that are not better.
    """
    count = len(cards)
    hands = choices[count, 4]
    made, values = np.empty((hands, 4), np.uint8), np.empty(hands, np.int32)
    starts = np.zeros(pairs.max() + 2, np.int64)
    at = 0
    for d in range(3, count):
        for c in range(2, d):
            for b in range(1, c):
                high = max(pairs[choices[d, 2] + c], pairs[choices[d, 2] + b], pairs[choices[c, 2] + b])
                for a in range(b):
                    best = max(high, pairs[choices[d, 2] + a], pairs[choices[c, 2] + a], pairs[choices[b, 2] + a])
                    made[at, 0], made[at, 1], made[at, 2], made[at, 3], values[at] = a, b, c, d, best
                    starts[best + 1] += 1
                    at += 1
    starts = np.cumsum(starts)
    order, following = np.empty((hands, 4), np.uint8), starts.copy()
    for at in range(hands):
        for each in range(4):
            order[following[values[at]], each] = made[at, each]
        following[values[at]] += 1
    twos, threes = choices[:count, 2].astype(np.uint32), choices[:count, 3].astype(np.uint32)
    one, two = np.zeros(count, np.int32), np.zeros(choices[count, 2], np.int32)
    three = np.zeros(choices[count, 3], np.int32)
    own = np.empty(hands, np.int32)
    for level in range(len(starts) - 1):
        first, last = starts[level], starts[level + 1]
        for at in range(first, last):
            own[at] = _counted(order[at], twos, threes, one, two, three, first)
        for at in range(first, last):
            _count(order[at], twos, threes, one, two, three)
        for at in range(first, last):  # now a hand is counted itself, which is one too few: 1 - 4 + 6 - 4
            own[at] += _counted(order[at], twos, threes, one, two, three, last) + 1
    for at in range(hands):
        place = 0
        for each in range(4):
            place += choices[cards[order[at, each]], each + 1]
        scores[place] += weight * own[at]


def board_pairs(cards: Array, board: Array) -> Array:
    """How good each two cards are with three of a board: dense numbers, by the places of the two cards."""
    twos = all_hands(2)[: len(cards) * (len(cards) - 1) // 2]
    threes = board[np.array(list(combinations(range(5), 3)))]
    fives = np.concatenate([np.repeat(cards[twos], len(threes), axis=0), np.tile(threes, (len(twos), 1))], axis=1)
    best = rank_many("high", fives.astype(np.uint8)).reshape(len(twos), -1).max(axis=1)
    numbers: Array = np.unique(best, return_inverse=True)[1].astype(np.int32)
    return numbers


def omaha_order() -> Array:
    """The classes of Omaha hands by their equity against every other hand, the best first."""
    scores = np.zeros(choose()[52, 4], np.int64)
    for board, weight in _every_board():
        cards = np.array([card for card in range(52) if card not in board], np.int64)
        add_board(cards, board_pairs(cards, board), weight, choose(), scores)
    return by_score(scores)


def by_score(scores: Array) -> Array:
    """The classes of Omaha hands by the mean score of their hands, the best first.

    The mean is a whole number: it is the score of each hand over all boards, not only one of each class.
    """
    classes = hand_classes(4)
    sums = np.zeros(len(classes.first), np.int64)
    np.add.at(sums, classes.of, scores)
    return np.argsort(-(sums // classes.sizes), kind="stable").astype(np.uint16)


def main(folder: str) -> None:
    """Write the tables' files into a folder."""
    into = Path(folder)
    won, tied = holdem_pairs()
    (into / "holdem-pairs.xz").write_bytes(pack(np.stack([won, tied], axis=1)))
    (into / "holdem-order.xz").write_bytes(pack(holdem_order(won, tied).astype(np.int64)))
    (into / "omaha-order.xz").write_bytes(pack(omaha_order().astype(np.int64)))


if __name__ == "__main__":
    main(*sys.argv[1:])
