"""The bank's hold on a wager over many rounds: what it will be in 95 or 99 of 100 cases.

Laboratories print the normal approximation: the edge, plus and minus some standard deviations of the average. It comes
with two figures that say how good it is. One is the probability that the hold is in it. The other is the interval of
the exact distribution. Both follow from the distribution of one round, convolved with itself by a Fourier transform.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import ceil, exp, gcd, lcm, log2, log10, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report import Exact, Root, Rounded, WagerReport, figure

__all__ = ["LEVELS", "ROUNDS", "HoldInterval", "hold_intervals"]

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LEVELS = (Fraction(95, 100), Fraction(99, 100))
MOST_PLACES = 2**21
"""The most results of all rounds together that are counted one by one."""
TAIL = 30.0
"""Results outside the counted ones have a probability below e to this power, on each side."""
PLACES = 6
"""Decimals of a probability. Later ones could depend on the machine."""
ROUNDOFF = 2.0**-52
NEAR = 1e-6
"""A result so near to an end of an interval, in steps, may be on either side of it."""

Shares = NDArray[np.float64]


class HoldInterval(NamedTuple):
    """An interval of the hold: the bank's average gain in a number of rounds, per unit of the wager."""

    rounds: int
    level: Fraction
    """The probability that the interval should have."""
    normal: tuple[Rounded, Rounded]
    """The normal approximation: its lowest and its highest hold."""
    probability: Rounded | None
    """The probability that the hold is in the normal approximation; None if results are too many to be counted."""
    exact: tuple[Exact | Rounded, Exact | Rounded] | None
    """The lowest and the highest hold of the exact distribution; the rest is equally likely on both sides, or less."""

    def to_dict(self) -> dict[str, Any]:
        """The interval for JSON."""
        return {
            "rounds": self.rounds,
            "level": figure(self.level),
            "normal": [figure(each) for each in self.normal],
            "probability": figure(self.probability) if self.probability else None,
            "counted": [figure(each) for each in self.exact] if self.exact else None,
        }


class HoldSums(NamedTuple):
    """The distribution of the sum of many rounds, in steps."""

    first: int
    """The least sum that is counted."""
    shares: Shares
    error: float
    """The most by which a sum of shares is off."""


def hold_intervals(
    report: WagerReport, rounds: Sequence[int] = ROUNDS, levels: Sequence[Fraction] = LEVELS
) -> list[HoldInterval]:
    """The intervals of a wager for each number of rounds and each level.

    >>> from cardroom.analysis import WagerOutcome
    >>> sides = (WagerOutcome("heads", Fraction(1), 1), WagerOutcome("tails", Fraction(-1), 1))
    >>> [found] = hold_intervals(WagerReport("coin", "Coin", "Coin", sides), [100], [Fraction(95, 100)])
    >>> round(found.normal[1].value, 3), round(found.probability.value, 4), [str(each) for each in found.exact]
    (0.196, 0.9431, ['-1/5', '1/5'])
    """
    spread = tuple(report.distribution.items())
    known = spread if all(isinstance(share, Fraction) for _, share in spread) else ()
    return list(_intervals(known, report.edge, report.standard_deviation, tuple(rounds), tuple(levels)))


@lru_cache(64)
def _intervals(
    spread: tuple[tuple[Fraction, Fraction], ...],
    mean: Fraction,
    root: Root,
    rounds: Sequence[int],
    levels: Sequence[Fraction],
) -> tuple[HoldInterval, ...]:
    """The intervals, from the probability of each net result of a round; without them, normal approximations alone."""
    found = []
    steps, edge, deviation = _steps(spread), float(mean), float(root)
    for many in rounds:
        sums = _sums(*steps, many) if steps else None
        for level in levels:
            width = NormalDist().inv_cdf(float(1 + level) / 2) * deviation / sqrt(many)
            ends = edge - width, edge + width
            normal = Rounded(ends[0], _last(ends[0], width)), Rounded(ends[1], _last(ends[1], width))
            if steps is None or sums is None:
                found.append(HoldInterval(many, level, normal, None, None))
            else:
                unit = steps[0] / many
                inside = _inside(sums, -ends[1] / float(unit), -ends[0] / float(unit))
                exact = _quantile(sums, 1 - (1 - level) / 2, unit), _quantile(sums, (1 - level) / 2, unit)
                found.append(HoldInterval(many, level, normal, inside, exact))
    return tuple(found)


def _last(end: float, width: float) -> float:
    """The most by which an end of a normal approximation is off: a few roundings of its parts."""
    return 8 * ROUNDOFF * (abs(end) + width)


def _steps(spread: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, dict[int, Fraction]] | None:
    """The common step of all net results, and the probability of each in steps; None if there are none."""
    if not spread:
        return None
    scale = lcm(*(net.denominator for net, _ in spread))
    step = reduce(gcd, (int(net * scale) for net, _ in spread)) or 1
    return Fraction(step, scale), {int(net * scale) // step: share for net, share in spread}


def _sums(step: Fraction, shares: dict[int, Fraction], rounds: int) -> HoldSums | None:
    """The distribution of the sum of many rounds; None if it has too many places.

    Sums farther from the mean than `above` and `below` are folded onto the others. Bernstein's inequality bounds their
    probability. The power of a transform multiplies its rounding errors by the number of rounds.
    """
    mean = float(sum((net * share for net, share in shares.items()), Fraction(0)))
    variance = float(sum((net * net * share for net, share in shares.items()), Fraction(0))) - mean**2
    above = _reach(max(shares) - mean, variance * rounds)
    below = _reach(mean - min(shares), variance * rounds)
    places = 1 << max(4, int(log2(above + below + 2)) + 1)
    if places > MOST_PLACES:
        return None
    one = np.zeros(places)
    for net, share in shares.items():
        one[net % places] += float(share)
    wave = np.fft.rfft(one)
    sums = np.fft.irfft(wave**rounds, places)
    first = int(mean * rounds - below) - 1
    off = 8 * ROUNDOFF * log2(places)
    rounding = rounds * off * float((np.abs(wave) ** (rounds - 1)).mean()) * places + places * off
    error = 10.0 ** ceil(log10(rounding + 2 * exp(-TAIL)))  # a power of ten is the same on every machine
    return HoldSums(first, np.roll(sums, -(first % places)), min(1.0, error))


def _reach(largest: float, variance: float) -> float:
    """How far a sum of independent results gets from its mean, but for a probability of e to the power of -`TAIL`."""
    third = max(largest, 0.0) * TAIL / 3
    return third + sqrt(third**2 + 2 * variance * TAIL)


def _inside(sums: HoldSums, low: float, high: float) -> Rounded:
    """The probability of a sum between two bounds."""
    places = np.arange(sums.first, sums.first + len(sums.shares))
    share = float(sums.shares[(places >= low) & (places <= high)].sum())
    near = (np.abs(places - low) < NEAR) | (np.abs(places - high) < NEAR)
    off = sums.error + float(np.abs(sums.shares[near]).sum()) if near.any() else sums.error
    return Rounded(round(share, PLACES), off + 10.0**-PLACES / 2)


def _quantile(sums: HoldSums, level: Fraction, unit: Fraction) -> Fraction | Rounded:
    """The hold at the least sum that is not exceeded with a probability: exact if rounding cannot change it."""
    up_to = np.cumsum(sums.shares)
    at = min(int(np.searchsorted(up_to, float(level))), len(up_to) - 1)
    hold = -unit * (sums.first + at)
    before = float(up_to[at - 1]) if at else 0.0
    clear = up_to[at] - float(level) > sums.error and float(level) - before > sums.error
    if clear:
        return hold
    within = np.flatnonzero(np.abs(up_to - float(level)) <= sums.error)
    away = max((abs(int(place) - at) for place in within.tolist()), default=0) + 1
    return Rounded(float(hold), float(unit) * away)
