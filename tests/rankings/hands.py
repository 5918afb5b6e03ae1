"""Hands for the tests of rankings, and what every ranking must keep."""

from itertools import chain, combinations, pairwise

import numpy as np

from cardroom.rankings import RANKINGS, rank, rank_many
from cardroom.rankings.base import numbering


def deals(size, count, seed=1, deck=range(52)):
    """Random hands, one a row, no card twice in a row."""
    random = np.random.default_rng(seed)
    cards = np.array(sorted(deck), np.uint8)
    return cards[np.argsort(random.random((count, len(cards))), axis=1)[:, :size]]


def every(size, deck=range(52)):
    """Every hand of that many cards, one a row."""
    return np.fromiter(chain.from_iterable(combinations(deck, size)), np.uint8).reshape(-1, size)


def with_joker(size, count, seed=1, deck=range(52)):
    """Random hands that hold the joker, somewhere."""
    hands = deals(size, count, seed, [card for card in deck if card != 52])
    hands[np.arange(count), np.arange(count) % size] = 52
    return hands


def check_scalar_is_batch(name, hands, joker=None):
    """One by one or all at once, on one core or two, a hand has the same int."""
    one_by_one = [rank(name, hand, joker=joker) or 0 for hand in hands.tolist()]
    assert rank_many(name, hands, joker=joker).tolist() == one_by_one
    times = 10_000 // len(hands)  # enough that two cores share it
    assert rank_many(name, np.tile(hands, (times, 1)), joker=joker, threads=2).tolist() == one_by_one * times
    assert len(rank_many(name, hands[:0], joker=joker)) == 0


def check_order(name):
    """Ints are dense, count from 1, and order hands as their keys do; each has a category and words."""
    ranking = RANKINGS[name]
    ordered, places = numbering(ranking)
    assert all(lower < higher for lower, higher in pairwise(ordered))
    assert [places[key] for key in ordered] == list(range(1, len(ordered) + 1))
    assert {key[0] for key in ordered} == set(range(len(ranking.categories)))
    assert all(ranking.words(key) for key in ordered)


def check_suits_are_equal(name, hands, joker=None):
    """Which suit is which makes no difference; nor does the order of the cards."""
    value = rank_many(name, hands, joker=joker)
    for suits in ([1, 0, 2, 3], [1, 2, 3, 0], [3, 2, 1, 0]):
        other = np.where(hands < 52, (hands & 0xFC) | np.array(suits, np.uint8)[hands & 3], hands)
        assert (rank_many(name, np.ascontiguousarray(other[:, ::-1]), joker=joker) == value).all()


def check_same_order(ours, theirs):
    """Two judges put the same hands in the same order, with the same ties."""
    order = sorted(range(len(ours)), key=ours.__getitem__)
    for lower, higher in pairwise(order):
        assert (ours[lower] == ours[higher]) == (theirs[lower] == theirs[higher])
        assert theirs[lower] <= theirs[higher]
