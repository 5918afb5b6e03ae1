"""Exact numbers and estimates, and their form in JSON."""

from fractions import Fraction
from typing import Any

import msgspec

__all__ = ["Estimate", "Measure", "figure", "is_estimate"]


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
