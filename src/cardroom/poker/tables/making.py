"""Make the tables of the package again: `python -m cardroom.poker.tables.making FOLDER`, in five minutes of a core."""

import sys
from pathlib import Path

import numpy as np

from cardroom.poker.tables.boards import boards_of
from cardroom.poker.tables.classes import all_hands, hand_classes, pair_classes, pair_places
from cardroom.poker.tables.stored import EVERY_BOARD, pack
from cardroom.rankings import rank_many
from cardroom.rankings.base import Array, jit

__all__ = ["holdem_order", "holdem_pairs", "main"]

_EVERY_SUIT = (-1, 0, 1, 2)


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


def main(folder: str) -> None:
    """Write the tables' files into a folder."""
    into = Path(folder)
    won, tied = holdem_pairs()
    (into / "holdem-pairs.xz").write_bytes(pack(np.stack([won, tied], axis=1)))
    (into / "holdem-order.xz").write_bytes(pack(holdem_order(won, tied).astype(np.int64)))


if __name__ == "__main__":
    main(*sys.argv[1:])
