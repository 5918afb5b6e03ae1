"""The expected distributions for the battery's statistics.

Every p-value is two-sided: a result that is too even is as wrong as one that is too uneven.
"""

from functools import cache
from math import factorial

import numpy as np
from scipy import stats

LEAST = 8
"""Cells with a smaller expected count are merged with their neighbours."""


def both_sides(distribution, value):
    """The probability of a value at least this extreme, on either side."""
    return float(min(1.0, 2 * min(distribution.sf(value), distribution.cdf(value))))


def chi_square(counts, probabilities):
    """Compare counts with expected counts: Pearson's chi-square."""
    counts, probabilities = np.ravel(counts), np.ravel(probabilities)
    begins = cells(probabilities * counts.sum())
    if len(begins) == 1:
        return 1.0  # too few for a result
    observed, expected = np.add.reduceat(counts, begins), np.add.reduceat(probabilities, begins) * counts.sum()
    return both_sides(stats.chi2(len(begins) - 1), ((observed - expected) ** 2 / expected).sum())


def cells(expected):
    """The start of each cell, if each must have an expected count of at least `LEAST`."""
    still_to_come = np.cumsum(expected[::-1])[::-1]
    begins, within = [0], 0.0
    for place, share in enumerate(expected):
        if within >= LEAST and still_to_come[place] >= LEAST:
            begins.append(place)
            within = 0.0
        within += share
    return begins


def even(numbers, kinds):
    """Numbers below `kinds`, all equally likely."""
    return chi_square(np.bincount(numbers, minlength=kinds), np.full(kinds, 1 / kinds))


def independent(some, kinds, others, other_kinds):
    """Pairs of independent numbers, all equally likely."""
    return even(some.astype(np.int64) * other_kinds + others, kinds * other_kinds)


def birthdays(rows, ways):
    """Pairs of equal rows, with this many equally likely values: Poisson."""
    keys = np.unique(rows.astype(np.int64), axis=0, return_counts=True)[1]
    expected = len(rows) * (len(rows) - 1) / 2 / ways
    return both_sides(stats.poisson(expected), (keys * (keys - 1) // 2).sum())


def collections(numbers, kinds):
    """The number of draws of each complete collection of the numbers below `kinds`, one collection after another."""
    chances = collection(kinds)
    lengths, missing, length = [], set(range(kinds)), 0
    for number in numbers.tolist():
        length += 1
        missing.discard(number)
        if not missing:
            lengths.append(min(length, len(chances) - 1))
            missing, length = set(range(kinds)), 0
    return chi_square(np.bincount(lengths, minlength=len(chances)), chances)


@cache
def collection(kinds):
    """The probability that a collection is complete at draw number 0, 1, ...; the last value is for all later draws."""
    seen, full = np.zeros(kinds + 1), [0.0]
    seen[0] = 1.0
    new = 1 - np.arange(kinds + 1) / kinds
    while full[-1] < 1 - 1e-9:
        step = seen * new
        seen -= step
        seen[1:] += step[:-1]
        full.append(seen[kinds])
    return np.diff([0.0, *full, 1.0])


@cache
def falls(n):
    """The probability of 0 to n - 1 falls in a random order of n: Euler's numbers."""
    shares = np.ones(1)
    for size in range(2, n + 1):
        count = np.arange(size)
        shares = ((count + 1) * np.append(shares, 0) + (size - count) * np.append(0, shares)) / size
    return shares


@cache
def turns(n):
    """The probability of 0 to n - 2 turns in a random order of n: D. André's numbers."""
    shares = np.ones(1)
    for size in range(3, n + 1):
        runs = np.arange(1, size)
        same, one_less, two_less = (np.concatenate((np.zeros(less), shares, [0]))[: size - 1] for less in range(3))
        shares = (runs * same + 2 * one_less + (size - runs) * two_less) / size
    return shares


@cache
def meetings(n):
    """The probability of 0 to n cards at the same position as before: Montmort's numbers."""
    nowhere = np.cumsum([(-1) ** size / factorial(size) for size in range(n + 1)])
    return np.array([nowhere[n - met] * (1 / factorial(met)) for met in range(n + 1)])


HANDS = {
    "high card": 1_302_540,
    "pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind and better": 624 + 40,
}
"""Hands of five out of 52 cards."""
