"""Rankings of game authors over arrays of hands, and the number of hands with each rank. Tables hold their keys."""

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.cards import Card
from cardroom.errors import InvariantError
from cardroom.rankings.base import Array, Counted, Key, Ranking, jit, numbering

__all__ = ["counts_by_rank", "own_kernel", "suit_ranks"]

_POWERS = 5 ** np.arange(13, dtype=np.int64)


def own_kernel(ranking: Ranking) -> Callable[..., Array]:
    """The kernel of a ranking that a game's author declared."""
    by = _counted(ranking).by
    if by == "by suit":
        return lambda hands: _best_suit(hands, suit_ranks(ranking))
    index = _by_rank if by == "by rank" else _by_suits
    codes, values = _looked_up(ranking)

    def judge(hands: Array) -> Array:
        found: Array = values[np.searchsorted(codes, index(hands))]
        return found

    return judge


def _counted(ranking: Ranking) -> Counted:
    if ranking.counted is None:
        raise InvariantError(f"{ranking.name} was not declared by a game")
    return ranking.counted


@cache
def suit_ranks(ranking: Ranking) -> NDArray[np.uint32]:
    """The rank of each mask of one suit, if it is the best suit; 0 if it makes no hand.

    A mask that is never the best suit of a hand has the rank of the best hand that is not better.
    """
    ordered, known = numbering(ranking)[0], _counted(ranking).known
    ranks = np.zeros(1 << 13, np.uint32)
    for mask, key in known.items():
        ranks[mask] = 0 if key is None else _at_most(ordered, key)
    return ranks


def _at_most(ordered: list[Key], key: Key) -> int:
    low, high = 0, len(ordered)
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] <= key:
            low = middle + 1
        else:
            high = middle
    return low


@jit
def _best_suit(hands: Array, ranks: Array) -> Array:
    out = np.zeros(hands.shape[0], np.uint32)
    masks = np.zeros(4, np.int64)
    for row in range(hands.shape[0]):
        masks[:] = 0
        for place in range(hands.shape[1]):
            card = hands[row, place]
            masks[card & 3] |= 1 << (card >> 2)
        for suit in range(4):
            out[row] = max(out[row], ranks[masks[suit]])
    return out


@cache
def _looked_up(ranking: Ranking) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The code of every hand that is judged by its ranks or by its suits, in order, and its rank."""
    places, known = numbering(ranking)[1], _counted(ranking).known
    codes = np.array([_code(_counted(ranking), hand) for hand in known], np.int64)
    values = np.array([places[key] for key in known.values() if key is not None], np.uint32)
    order = np.argsort(codes)
    return codes[order], values[order]


def _code(counted: Counted, hand: tuple[int, ...]) -> int:
    if counted.by == "by rank":
        return sum(5**rank for rank in hand)
    return sum(mask << 13 * place for place, mask in enumerate(sorted(hand)))


def _by_rank(hands: Array) -> Array:
    total: Array = _POWERS[hands >> 2].sum(axis=1)
    return total


def _by_suits(hands: Array) -> Array:
    masks = np.zeros((len(hands), 4), np.int64)
    rows = np.arange(len(hands))
    for column in range(hands.shape[1]):
        card = hands[:, column].astype(np.int64)
        masks[rows, card & 3] |= 1 << (card >> 2)
    masks.sort(axis=1)
    codes: Array = (masks << np.arange(0, 52, 13)).sum(axis=1)
    return codes


# -- counts -----------------------------------------------------------------------------------------------------------


def counts_by_rank(ranking: Ranking, size: int, cards: tuple[Card, ...]) -> dict[int, int] | None:
    """The number of hands of these cards with each rank; None if hands must be judged one by one."""
    counted = _counted(ranking)
    if len(set(cards)) < len(cards) or counted.by == "any":
        return None
    held = [sum(1 << (card >> 2) for card in cards if card & 3 == suit) for suit in range(4)]
    return _of_suits(ranking, size, held) if counted.by == "by suit" else _of_ranks(ranking, size, held)


def _of_suits(ranking: Ranking, size: int, held: list[int]) -> dict[int, int]:
    """The hands whose suits are all at most a rank, as a product over the suits, by the number of cards."""
    ranks, many = suit_ranks(ranking), len(numbering(ranking)[0])
    total: NDArray[Any] = np.zeros((many + 1, size + 1), np.int64)
    total[:, 0] = 1
    for mask in held:
        suit = np.zeros((many + 1, size + 1), np.int64)
        suit[0, 0] = 1
        some = np.array([each for each in range(1, 1 << 13) if not each & ~mask and each.bit_count() <= size], np.int64)
        np.add.at(suit, (ranks[some], np.bitwise_count(some)), 1)
        suit = suit.cumsum(axis=0)
        total = np.stack([(total[:, : n + 1] * suit[:, n::-1]).sum(axis=1) for n in range(size + 1)], axis=1)
    counts = np.diff(total[:, size], prepend=0).tolist()
    return {rank: count for rank, count in enumerate(counts) if count}


def _of_ranks(ranking: Ranking, size: int, held: list[int]) -> dict[int, int]:
    places, counts = numbering(ranking)[1], dict[int, int]()
    for ranks, key in _counted(ranking).known.items():
        if len(ranks) == size and key is not None:
            ways = 1
            for rank in set(ranks):
                ways *= comb(sum(mask >> rank & 1 for mask in held), ranks.count(rank))
            if ways:
                counts[places[key]] = counts.get(places[key], 0) + ways
    return counts
