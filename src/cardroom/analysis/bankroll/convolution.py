"""The convolution behind risk of ruin: the bankroll after each round, with ruin as an absorbing barrier.

Bankrolls are whole steps above the limit at which a player stops. All terms are positive, so rounding errors do not add
up. Bankrolls so high that ruin is no longer possible are counted together. Where that bound would make the table too
large, a lower one is used from which the probability of ruin is below 10^-15 (Freedman's inequality).
"""

from fractions import Fraction
from functools import reduce
from math import ceil, exp, gcd, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report import Estimate, Rounded

__all__ = ["NEGLIGIBLE", "Shares", "Steps", "final_bankrolls", "long_run_bound", "ruin_by_bankroll", "steps_of"]

Shares = NDArray[np.float64]

NEGLIGIBLE = 1e-15
"""The probability of ruin from bankrolls that are counted together, at most."""
SMALL_WORK = 10**8
"""Up to this number of additions, all bankrolls are counted on their own."""
SPREADS = 8
"""The table reaches this many standard deviations above the average, so that upper quantiles are in it."""


class Steps(NamedTuple):
    """The results of a round as whole steps of a common unit."""

    unit: Fraction
    """The step in cents."""
    start: int
    """The steps from the limit to the bankroll."""
    nets: tuple[tuple[int, float], ...]
    """The results in steps, with their probabilities."""

    @property
    def lowest(self) -> int:
        """The lowest place, below the limit by at most one round's loss."""
        return min(net for net, _ in self.nets)

    def cells(self, rounds: int) -> tuple[int, int]:
        """The places from the limit up that are reported, and those that are counted on their own.

        From the places above the counted ones, the bankroll does not return to the reported ones.
        """
        mean = sum(net * share for net, share in self.nets)
        deviation = sqrt(sum(net**2 * share for net, share in self.nets) - mean**2)
        whole = self.start + max(0, *(net for net, _ in self.nets)) * rounds + 1
        if whole * len(self.nets) * rounds <= SMALL_WORK:
            return whole, whole
        safe = min(_drop(self.nets, rounds), -self.lowest * rounds)
        spread = min(deviation, -10 * self.lowest)  # rare jackpots would make it very large
        usual = self.start + max(mean, 0) * rounds + SPREADS * spread * sqrt(rounds)
        reported = int(max(safe, usual)) + 1
        return min(reported, whole), min(reported + safe, whole)


def steps_of(nets: dict[Fraction, Fraction | Estimate], above: int) -> Steps:
    scale = reduce(lambda one, two: one * two // gcd(one, two), (net.denominator for net in nets), 1)
    unit = Fraction(reduce(gcd, (int(net * scale) for net in nets), above * scale), scale)
    places = tuple((int(net / unit), float(share)) for net, share in nets.items())
    return Steps(unit, int(above / unit), places)


def _drop(nets: tuple[tuple[int, float], ...], rounds: int) -> int:
    """A number of steps that the bankroll falls by with a probability below `NEGLIGIBLE` (Freedman's inequality).

    Cutting large wins down only makes falling likelier, and makes the bound better.
    """
    bounds = []
    lowest = min(net for net, _ in nets)
    for most in sorted({net for net, _ in nets if net > 0}):
        cut = [(min(net, most), share) for net, share in nets]
        mean = sum(net * share for net, share in cut)
        variance = sum((net - mean) ** 2 * share for net, share in cut)
        third = (mean - lowest) * -log(NEGLIGIBLE) / 3
        bounds.append(third + sqrt(third**2 - 2 * rounds * variance * log(NEGLIGIBLE)) - min(mean, 0) * rounds)
    return ceil(min(bounds, default=-lowest * rounds))


def final_bankrolls(steps: Steps, rounds: int, cells: int) -> tuple[Shares, Shares, Shares, float]:
    """The distribution after the rounds, ruin after each round, players left before each round, and those above all.

    Place p of the distribution is p + `lowest` steps above the limit. Places below the limit collect ruined players.
    """
    edge = -steps.lowest
    now = np.zeros(cells)
    now[steps.start] = 1.0
    ruined = np.zeros(edge)
    by_round, alive = np.zeros(rounds), np.zeros(rounds)
    above = 0.0
    for number in range(rounds):
        alive[number] = now.sum() + above
        after = np.zeros(cells)
        for net, share in steps.nets:
            if net >= 0:
                after[net:] += share * now[: max(cells - net, 0)]
                above += share * float(now[max(cells - net, 0) :].sum())
            else:
                after[: cells + net] += share * now[-net:]
                ruined[edge + net :] += share * now[:-net]
        now = after
        by_round[number] = ruined.sum()
    return np.concatenate([ruined, now]), by_round, alive, above


def ruin_by_bankroll(steps: Steps, rounds: int, cells: int) -> Shares:
    """The probability of ruin within the rounds, for each bankroll from the limit up."""
    edge = -steps.lowest
    values = np.zeros(edge + 2 * cells)  # from above the table, ruin is impossible or negligible
    values[:edge] = 1.0
    for _ in range(rounds):
        after = np.zeros(cells)
        for net, share in steps.nets:
            if net < cells:
                after += share * values[edge + net : edge + net + cells]
        values[edge : edge + cells] = after
    return values[edge : edge + cells]


def long_run_bound(nets: dict[Fraction, Fraction | Estimate], drop: Fraction) -> Rounded:
    """An upper bound of the probability that a bankroll ever falls by this much.

    It is Lundberg's inequality if the player has an edge, else 1.
    """
    results = [(float(net), float(share)) for net, share in nets.items()]
    if sum(net * share for net, share in results) <= 0:
        return Rounded(1.0, 0.0)

    def too_much(rate: float) -> bool:
        return sum(share * exp(min(-rate * net, 700.0)) for net, share in results) > 1

    low, high = 0.0, 1.0
    while not too_much(high):
        low, high = high, 2 * high
    while too_much(high / 2) and high > 1e-12:
        high /= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if too_much(middle) else (middle, high)
    bound = exp(-low * float(drop))
    slope = sum(-net * share * exp(min(-low * net, 700.0)) for net, share in results)
    off = (len(results) + 8) * 2.0**-52 * (1 / slope + low)  # rounding of the sum, over its slope at the root
    return Rounded(bound, bound * float(drop) * off)
