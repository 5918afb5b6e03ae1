"""Exact numbers for JSON."""

from fractions import Fraction
from typing import Any

__all__ = ["figure"]


def figure(number: Fraction) -> dict[str, Any]:
    """An exact number for JSON.

    >>> figure(Fraction(-3, 6))
    {'exact': '-1/2', 'decimal': -0.5}
    """
    return {"exact": f"{number.numerator}/{number.denominator}", "decimal": float(number)}
