"""Hands whatever their suits: which hands become the same when suits are exchanged.

The place of a hand is its place among all hands of its size, by the highest card first.
"""

from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from cardroom.rankings.base import Array

__all__ = [
    "HandClasses",
    "PairClasses",
    "all_hands",
    "choose",
    "hand_classes",
    "pair_classes",
    "pair_places",
    "places_of",
]

SUIT_ORDERS = tuple(permutations(range(4)))


@cache
def choose() -> Array:
    """The number of choices: `choose()[n, k]`."""
    table = np.zeros((60, 8), np.int64)
    table[:, 0] = 1
    for size in range(1, 60):
        table[size, 1:] = table[size - 1, 1:] + table[size - 1, :-1]
    return table


def places_of(hands: Array) -> Array:
    """The place of each hand of 52 cards, a row of ascending cards each.

    >>> places_of(np.array([[0, 1], [50, 51]])).tolist()
    [0, 1325]
    """
    table = choose()
    places: Array = sum(table[hands[:, at], at + 1] for at in range(hands.shape[1]))
    return places


def _moved(hands: Array, order: tuple[int, ...]) -> Array:
    """The places of hands after their suits are exchanged."""
    suits = np.array(order, np.int64)
    return places_of(np.sort((hands & ~3) | suits[hands & 3], axis=1))


class HandClasses(NamedTuple):
    """The classes of all hands of a size."""

    first: Array
    """The place of the first hand of each class, ascending."""
    of: Array
    """The class of each hand."""
    sizes: Array
    """The number of hands of each class."""


def all_hands(size: int) -> Array:
    """All hands of a size, by place: rows of ascending cards."""
    hands = np.array(list(combinations(range(52), size)), np.int64)
    return hands[np.argsort(places_of(hands))]


@cache
def hand_classes(size: int) -> HandClasses:
    """The classes of hands of a size: 169 of two cards, 16,432 of four.

    >>> len(hand_classes(2).first)
    169
    """
    hands = all_hands(size)
    least = np.min([_moved(hands, order) for order in SUIT_ORDERS], axis=0)
    first, of, sizes = np.unique(least, return_inverse=True, return_counts=True)
    return HandClasses(first, of.astype(np.uint16), sizes)


class PairClasses(NamedTuple):
    """The classes of two hands of two cards each."""

    keys: Array
    """The sorted keys of the classes: 1,326 times the place of one hand, plus the place of the other."""
    by_first: Array
    """The class of a class's first hand with each other hand; -1 if they share a card."""
    swapped: Array
    """Whether the class has them in the other order."""
    class_of: Array
    """The class of each hand alone (`hand_classes`)."""
    moved: Array
    """For each hand, where the other hand goes when suits are exchanged so that this one becomes its class's first."""


@cache
def pair_classes() -> PairClasses:
    """The classes of two hands, whatever their order and their suits: 47,008.

    >>> len(pair_classes().keys)
    47008
    """
    hands, alone = all_hands(2), hand_classes(2)
    moved = np.stack([_moved(hands, order) for order in SUIT_ORDERS])
    to_first = np.argmax(moved == alone.first[alone.of][None, :], axis=0)
    least = np.full((169, 1326), 1326 * 1326, np.int64)
    for of, first in enumerate(alone.first.tolist()):
        keeps = moved[moved[:, first] == first]
        least[of] = first * 1326 + keeps.min(axis=0)
    bits = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1)
    shares = (bits[alone.first][:, None] & bits[None, :]) != 0
    one, other = least // 1326, least % 1326
    again = least[alone.of[other], moved[to_first[other], one]]
    both = np.minimum(least, again)
    keys = np.unique(both[~shares])
    by_first = np.where(shares, -1, np.searchsorted(keys, both)).astype(np.int32)
    return PairClasses(keys, by_first, again < least, alone.of, moved[to_first])


def pair_places(one: Array, other: Array) -> tuple[Array, Array]:
    """The class of each two hands by their places, -1 if they share a card; and whether it has them in the other order.

    >>> [each.tolist() for each in pair_places(np.array([1325, 0, 5]), np.array([0, 1325, 5]))]
    [[468, 468, -1], [True, False, False]]
    """
    classes = pair_classes()
    rows, there = classes.class_of[one], classes.moved[one, other]
    return classes.by_first[rows, there], classes.swapped[rows, there]
