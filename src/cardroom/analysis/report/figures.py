"""Exact numbers and estimates, and their forms for JSON and for a plot."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

import msgspec

__all__ = ["MOST_BARS", "Estimate", "Measure", "bars", "figure", "is_estimate"]

MOST_BARS = 14
"""The most bars of a plot."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure that simulated rounds estimate, with its standard error.

    >>> float(Estimate(1.5, 0.01, 1000, "any text").times(2))
    3.0
    """

    value: float
    standard_error: float
    rounds: int
    """The simulated rounds that it comes from."""
    seed: str
    """The simulation seed of these rounds."""

    def __float__(self) -> float:
        return self.value

    def times(self, factor: float) -> "Estimate":
        """The estimate of a multiple."""
        return Estimate(self.value * factor, self.standard_error * abs(factor), self.rounds, self.seed)


def figure(number: Fraction | Estimate | float) -> dict[str, Any]:
    """A number for JSON: a fraction has its exact text, an estimate its standard error, rounds and seed.

    A float is computed from exact numbers, for example a square root.

    >>> figure(Fraction(-3, 6))
    {'exact': '-1/2', 'decimal': -0.5}
    >>> figure(Estimate(0.25, 0.001, 1000, "any text"))
    {'decimal': 0.25, 'standard_error': 0.001, 'rounds': 1000, 'seed': 'any text'}
    """
    if isinstance(number, Fraction):
        return {"exact": f"{number.numerator}/{number.denominator}", "decimal": float(number)}
    if isinstance(number, Estimate):
        error = {"standard_error": number.standard_error, "rounds": number.rounds, "seed": number.seed}
        return {"decimal": number.value} | error
    return {"decimal": number}


class Measure(msgspec.Struct, frozen=True, omit_defaults=True):
    """The shape of a number from `figure`."""

    decimal: float
    exact: str = ""
    """The fraction; missing if the figure is an estimate or a square root."""
    standard_error: float | None = None
    """The standard error of an estimate; missing if the figure is not one."""
    rounds: int | None = None
    """The simulated rounds that an estimate comes from."""
    seed: str | None = None
    """The simulation seed of an estimate."""


def is_estimate(known: dict[str, Any]) -> bool:
    """Whether a number from `figure` is an estimate.

    >>> is_estimate(figure(Fraction(1, 2))), is_estimate(figure(Estimate(0.5, 0.1, 9, "any text")))
    (False, True)
    """
    return "standard_error" in known


def bars(distribution: Mapping[Fraction, Fraction | Estimate]) -> list[tuple[float, float, str]]:
    """The results of a wager and their probabilities for a plot: the worst first, at most `MOST_BARS`.

    Each bar is a single result ("is"), all results from there to the next bar ("from"), or all higher ones ("more").

    >>> from fractions import Fraction as F
    >>> bars({F(1): F(1, 2), F(-1): F(1, 2)})
    [(-1.0, 0.5, 'is'), (1.0, 0.5, 'is')]
    >>> bars({F(net, 2): F(1, 40) for net in range(-4, 36)})[-2:]
    [(10.0, 0.05, 'from'), (11.0, 0.35, 'more')]
    """
    rounded = len(distribution) > MOST_BARS
    shares: dict[Fraction, Fraction] = {}
    for net, share in distribution.items():
        at = Fraction(floor(net)) if rounded else net
        shares[at] = shares.get(at, Fraction(0)) + (share if isinstance(share, Fraction) else Fraction(share.value))
    ordered = sorted(shares)
    first, rest = ordered[: MOST_BARS - 1], ordered[MOST_BARS - 1 :]
    drawn = [(at, shares[at], "from" if rounded else "is") for at in first]
    if rest:
        drawn.append((rest[0], sum((shares[at] for at in rest), Fraction(0)), "more" if rounded else "is"))
    return [(float(at), float(share), says) for at, share, says in drawn]
