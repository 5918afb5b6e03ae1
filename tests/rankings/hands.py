"""Hands for the tests of rankings, and checks for every ranking."""

from itertools import chain, combinations, pairwise

import numpy as np

from cardroom.rankings import RANKINGS, rank, rank_many
from cardroom.rankings.base import numbering


def deals(size, count, seed=1, deck=range(52)):
    """Random hands, one per row, without repeated cards in a row."""
    random = np.random.default_rng(seed)
    cards = np.array(sorted(deck), np.uint8)
    return cards[np.argsort(random.random((count, len(cards))), axis=1)[:, :size]]


def every(size, deck=range(52)):
    """All hands of a number of cards, one per row."""
    return np.fromiter(chain.from_iterable(combinations(deck, size)), np.uint8).reshape(-1, size)


def with_joker(size, count, seed=1, deck=range(52)):
    """Random hands with the joker at a random position."""
    hands = deals(size, count, seed, [card for card in deck if card != 52])
    hands[np.arange(count), np.arange(count) % size] = 52
    return hands


def check_scalar_is_batch(name, hands, joker=None):
    """Check that a hand has the same int alone, in a batch, and on two cores."""
    one_by_one = [rank(name, hand, joker=joker) or 0 for hand in hands.tolist()]
    assert rank_many(name, hands, joker=joker).tolist() == one_by_one
    times = 10_000 // len(hands)  # enough that two cores share it
    assert rank_many(name, np.tile(hands, (times, 1)), joker=joker, threads=2).tolist() == one_by_one * times
    assert len(rank_many(name, hands[:0], joker=joker)) == 0


def check_order(name):
    """Check that ints are dense from 1, order hands like their keys, and have a category and words."""
    ranking = RANKINGS[name]
    ordered, places = numbering(ranking)
    assert all(lower < higher for lower, higher in pairwise(ordered))
    assert [places[key] for key in ordered] == list(range(1, len(ordered) + 1))
    assert {key[0] for key in ordered} == set(range(len(ranking.categories)))
    assert all(ranking.words(key) for key in ordered)


def check_suits_are_equal(name, hands, joker=None):
    """Check that neither exchanging suits nor the order of the cards makes a difference."""
    value = rank_many(name, hands, joker=joker)
    for suits in ([1, 0, 2, 3], [1, 2, 3, 0], [3, 2, 1, 0]):
        other = np.where(hands < 52, (hands & 0xFC) | np.array(suits, np.uint8)[hands & 3], hands)
        assert (rank_many(name, np.ascontiguousarray(other[:, ::-1]), joker=joker) == value).all()


def check_same_order(ours, theirs):
    """Check that two judges order the same hands in the same way, with the same ties."""
    order = sorted(range(len(ours)), key=ours.__getitem__)
    for lower, higher in pairwise(order):
        assert (ours[lower] == ours[higher]) == (theirs[lower] == theirs[higher])
        assert theirs[lower] <= theirs[higher]
