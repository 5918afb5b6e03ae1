"""Hands for the tests, and a judge of five cards that is independent of the library."""

from collections import Counter
from itertools import combinations, pairwise

import numpy as np


def deal(count, size, deck=range(52), seed=1):
    """A number of hands of different cards, one per row, determined by the seed."""
    cards = np.array(sorted(deck), np.uint8)
    shuffled = np.random.default_rng(seed).random((count, len(cards)), dtype=np.float32).argsort(axis=1)
    return np.ascontiguousarray(cards[shuffled[:, :size]])


def judge(five, lowest=0, flush_over_full_house=False):
    """The value of five cards as a comparable tuple: the category in textbook order, then the ranks.

    The ace is worth one more than a king, and in a straight also one less than the lowest rank of the deck.
    """
    ranks = sorted((card // 4 for card in five), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = [times for _, times in groups]
    flush = len({card % 4 for card in five}) == 1
    runs = {tuple(range(top, top - 5, -1)) for top in range(lowest + 4, 13)}
    wheel = [12, *range(lowest + 3, lowest - 1, -1)]
    straight = tuple(ranks) in runs or ranks == wheel
    top = [lowest + 3] if ranks == wheel else [rank for rank, _ in groups]
    if straight and flush:
        kind = 8
    elif shape == [4, 1]:
        kind = 7
    elif flush:
        kind = 6.5 if flush_over_full_house else 5
    elif shape == [3, 2]:
        kind = 6
    elif straight:
        kind = 4
    else:
        kind = {3: 3, 2: 2 if shape[1] == 2 else 1, 1: 0}[shape[0]]
    return (kind, *top)


def best(cards, **rules):
    return max(judge(five, **rules) for five in combinations(cards, 5))


def same_order(ours, theirs):
    """Whether two judges put hands in the same order, ties included.

    If each int of one always occurs with the same int of the other, and both rise together, then every two hands
    compare in the same way. Two hundred thousand hands are forty thousand million ordered pairs.
    """
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
