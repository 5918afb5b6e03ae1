"""Sets of cards up to an exchange of suits, for the solver of games in stages.

A set is four masks of thirteen bits, one for each suit. Sorted masks are the same for all sets that differ only by an
exchange of suits. Where one card of the dealer is up, its suit stays apart, and only the other three are exchanged.
"""

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.stages import kernels as staged_kernels
from cardroom.cards import Card
from cardroom.rankings import rank_many
from cardroom.rankings.base import by_name

__all__ = ["Masks", "SetClasses", "World", "cards_of", "classes_of", "codes_of", "masks_of", "ranks_of", "worlds"]

Masks = NDArray[np.uint16]
"""One row for each set, one column for each suit."""


class World(NamedTuple):
    """The cards that are left for player and board, given the dealer's card that is up."""

    cards: tuple[Card, ...]
    """All cards but that one."""
    up: Card | None = None
    ways: int = 1
    """The number of cards that this one represents by an exchange of suits."""


class SetClasses(NamedTuple):
    """The classes of sets of one size."""

    codes: NDArray[np.uint64]
    """The code of each class, in order."""
    masks: Masks
    """One set of each class."""
    ways: NDArray[np.int64]
    """The number of sets in each class."""


def worlds(cards: tuple[Card, ...], shown: bool) -> tuple[World, ...]:
    """One world for each rank of the dealer's card that is up, or the only one if none is.

    >>> len(worlds(tuple(range(52)), shown=True)), worlds(tuple(range(52)), shown=True)[0].ways
    (13, 4)
    """
    if not shown:
        return (World(cards),)
    ranks = sorted({card >> 2 for card in cards})
    ups = {rank: [card for card in cards if card >> 2 == rank] for rank in ranks}
    return tuple(
        World(tuple(card for card in cards if card != ups[rank][0]), ups[rank][0], len(ups[rank])) for rank in ranks
    )


def masks_of(sets: NDArray[Any]) -> Masks:
    """The masks of sets of cards, one set in each row."""
    masks = np.zeros((len(sets), 4), np.uint16)
    rows = np.arange(len(sets))
    for column in range(sets.shape[1]):
        cards = sets[:, column].astype(np.int64)
        masks[rows, cards & 3] |= (1 << (cards >> 2)).astype(np.uint16)
    return masks


def codes_of(masks: Masks, up: Card | None = None) -> NDArray[np.uint64]:
    """The code of each set, which is equal for sets that differ only by an exchange of suits.

    >>> codes = codes_of(masks_of(np.array([[51, 47], [50, 46], [51, 46]])))
    >>> bool(codes[0] == codes[1]), bool(codes[0] == codes[2])
    (True, False)
    """
    codes = np.empty(len(masks), np.int64)
    staged_kernels.codes(masks.astype(np.int64), -1 if up is None else up & 3, codes)
    return codes.astype(np.uint64)


def cards_of(masks: NDArray[Any], size: int) -> NDArray[np.uint8]:
    """The cards of sets of one size, one set in each row."""
    cards = np.empty((len(masks), size), np.uint8)
    staged_kernels.cards(masks.astype(np.int64), cards)
    return cards


@by_name
@lru_cache(maxsize=64)
def ranks_of(ranking: str, world: World, size: int) -> NDArray[np.int64]:
    """The rank of one set of each class."""
    return rank_many(ranking, cards_of(classes_of(world, size).masks, size)).astype(np.int64)


@lru_cache(maxsize=32)
def sets_of(cards: tuple[Card, ...], size: int) -> NDArray[np.uint8]:
    """All sets of these cards, one in each row."""
    sets = np.empty((comb(len(cards), size), size), np.uint8)
    staged_kernels.all_sets(np.array(sorted(cards), np.uint8), size, sets)
    return sets


@lru_cache(maxsize=64)
def classes_of(world: World, size: int) -> SetClasses:
    """The classes of all sets of a size.

    >>> [len(classes_of(World(tuple(range(52))), size).codes) for size in (1, 2, 3)]
    [13, 169, 1755]
    """
    cards, apart = np.array(sorted(world.cards), np.int64), -1 if world.up is None else world.up & 3
    nothing = np.zeros((0, 4), np.uint16), np.zeros(0, np.int64)
    many = len({card & 3 for card in (*world.cards, *(() if world.up is None else (world.up,)))})
    count = staged_kernels.canonical_sets(cards, size, many, apart, *nothing)
    masks, ways = np.zeros((count, 4), np.uint16), np.zeros(count, np.int64)
    staged_kernels.canonical_sets(cards, size, many, apart, masks, ways)
    codes = codes_of(masks, world.up)
    order = np.argsort(codes)
    return SetClasses(codes[order], masks[order], ways[order])
