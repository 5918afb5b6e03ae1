"""The dealer's hands against each hand of the player, in games in stages.

The hands that share no card with the player's are counted by inclusion and exclusion over the subsets of the player's
cards. Subsets that differ only by an exchange of suits share their counts.
"""

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.stages import kernels as staged_kernels
from cardroom.analysis.stages.sets import World, cards_of, classes_of, codes_of, masks_of, sets_of
from cardroom.rankings import RANKINGS, rank_many
from cardroom.rankings.base import by_name
from cardroom.rankings.own import by_suit
from cardroom.rankings.own_kernels import suit_ranks

__all__ = ["CHOOSE", "DealerHands", "dealer_hands", "dealer_results"]

CHOOSE = np.array([[comb(card, size) for size in range(9)] for card in range(53)], np.int64)
"""Binomial coefficients, to number sets of sorted cards."""


class DealerHands(NamedTuple):
    """The dealer's possible hands in a world, counted by the cards that they contain."""

    ranks: NDArray[np.int64]
    """The different ranks, in order."""
    starts: NDArray[np.int64]
    class_of: NDArray[np.int64]
    """The class of each set of few cards, by size and number."""
    most: int
    """The most cards of these sets."""
    running: NDArray[np.int64]
    short_class: NDArray[np.int64]
    short: NDArray[np.int64]
    whole: NDArray[np.int64]


def _numbers(sets: NDArray[Any]) -> NDArray[np.int64]:
    """The number of each set of sorted cards among all sets of its size."""
    numbers = np.zeros(len(sets), np.int64)
    for place in range(sets.shape[1]):
        numbers += CHOOSE[sets[:, place], place + 1]
    return numbers


@by_name
@lru_cache(maxsize=16)
def dealer_hands(world: World, ranking: str, size: int) -> DealerHands:
    """Count the dealer's hands of a number of cards, one of which may be up."""
    up = () if world.up is None else (world.up,)
    left = size - len(up)
    hidden = sets_of(world.cards, left)
    made = _ranked(ranking, hidden, up)
    present = np.bincount(made) > 0
    ranks = np.flatnonzero(present)
    whole = np.full(comb(52, left), -1, np.int64)
    whole[_numbers(hidden)] = (np.cumsum(present) - 1)[made]
    most = left - 2
    starts = np.zeros(max(most, 0) + 2, np.int64)
    class_of = [np.zeros(0, np.int64)]
    sizes, count = [], 0
    for few in range(most + 1):
        classes = classes_of(world, few)
        class_of.append(_class_by_number(world, few) + count)
        starts[few + 1] = starts[few] + comb(52, few)
        sizes.append(classes.ways)
        count += len(classes.codes)
    known = np.concatenate(class_of)
    running = np.zeros((max(count, 1), len(ranks) + 1), np.int64)
    if most >= 0:
        classes = classes_of(world, left)
        hands = cards_of(classes.masks, left).astype(np.int64)
        staged_kernels.add_subsets(
            hands, classes.ways, whole[_numbers(hands)] + 1, starts, known, CHOOSE, most, running
        )
        running //= np.concatenate(sizes)[:, None]
        np.cumsum(running, axis=1, out=running)
    short_class, short = np.zeros(1, np.int64), np.zeros((1, 0), np.int64)
    if most >= -1:
        short_class = _class_by_number(world, most + 1)
        short = _short(world, most + 1, whole)
    return DealerHands(ranks.astype(np.int64), starts, known, most, running, short_class, short, whole)


def _ranked(ranking: str, hidden: NDArray[np.uint8], up: tuple[int, ...]) -> NDArray[np.int64]:
    hands = np.empty((len(hidden), hidden.shape[1] + len(up)), np.uint8)
    hands[:, : hidden.shape[1]] = hidden
    hands[:, hidden.shape[1] :] = up
    return rank_many(ranking, hands).astype(np.int64)


def _class_by_number(world: World, size: int) -> NDArray[np.int64]:
    """The class of each set of a size, by its number; 0 for sets with cards that the world does not have."""
    sets = sets_of(world.cards, size)
    by_number = np.zeros(comb(52, size), np.int64)
    by_number[_numbers(sets)] = np.searchsorted(classes_of(world, size).codes, codes_of(masks_of(sets), world.up))
    return by_number


def _short(world: World, size: int, whole: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each class of sets that lack one card to a hand, the sorted ranks of the hands that contain it."""
    held = cards_of(classes_of(world, size).masks, size).astype(np.int64)
    cards = np.array(world.cards, np.int64)
    free = ~(cards[None, :, None] == held[:, None, :]).any(axis=2)
    others = cards[np.nonzero(free)[1]]
    count = len(cards) - size
    hands = np.sort(np.column_stack([np.repeat(held, count, axis=0), others]), axis=1)
    return np.sort(whole[_numbers(hands)].reshape(-1, count), axis=1)


def dealer_results(
    world: World, ranking: str, size: int, qualifier: int, own: NDArray[Any], values: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each of the player's hands, with its rank, the dealer's hands by result (`payoffs.RESULTS`)."""
    if by_suit(ranking):
        return _by_suit(world, ranking, size, qualifier, own, values)
    known = dealer_hands(world, ranking, size)
    below = np.searchsorted(known.ranks, values, "left")
    equal = np.searchsorted(known.ranks, values, "right")
    weak = int(np.searchsorted(known.ranks, qualifier, "left"))
    results = np.empty((len(own), 6), np.int64)
    staged_kernels.count_hands(
        own.astype(np.int64), below, equal, weak, known.starts, known.class_of, CHOOSE, known.most, known.running,
        known.short_class, known.short, known.whole, results,
    )  # fmt: skip
    return results


def _by_suit(
    world: World, ranking: str, size: int, qualifier: int, own: NDArray[Any], values: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The dealer's hands of which no suit is better than a rank, for each of the player's hands.

    The sets of cards of each suit, by their number, are multiplied. The player's hands are taken in order of rank, and
    the sets of each rank are added once.
    """
    ranks = suit_ranks(RANKINGS[ranking]).astype(np.int64)
    held = masks_of(np.array([world.cards])).astype(np.int64)[0]
    results = np.empty((len(own), 6), np.int64)
    order = np.argsort(values, kind="stable")
    staged_kernels.count_suits(
        masks_of(own).astype(np.int64), held, order, values, ranks, np.argsort(ranks, kind="stable"), size,
        qualifier, comb(len(world.cards) - own.shape[1], size), results,
    )  # fmt: skip
    return results
