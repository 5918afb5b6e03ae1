"""Odds that a dealer can pay: whole odds such as 3 to 1, and fractions such as 3 to 2 or 7 to 2."""

from fractions import Fraction
from math import ceil, floor
from typing import Literal, get_args

from cardroom.money import Odds

__all__ = ["PAYS", "Pays", "payable_above", "payable_below", "payable_odds"]

Pays = Literal["integer", "halves", "fractions"]
PAYS: tuple[Pays, ...] = get_args(Pays)
"""Which odds are payable: whole odds; halves too; or fractions down to fifths."""
_PARTS: dict[Pays, tuple[int, ...]] = {"integer": (1,), "halves": (1, 2), "fractions": (1, 2, 3, 4, 5)}
WHOLE_FROM = 10
"""Odds from here on are whole. Nobody pays 47 to 4."""


def payable_odds(pays: Pays, top: int, unit: Literal["to", "for"] = "to") -> tuple[Odds, ...]:
    """All payable odds that win something, up to `top`, in order.

    >>> [str(each) for each in payable_odds("halves", 2)]
    ['1 to 2', '1 to 1', '3 to 2', '2 to 1']
    >>> [str(each) for each in payable_odds("integer", 3, "for")]
    ['2 for 1', '3 for 1']
    """
    numbers = {Fraction(whole) for whole in range(1, top + 1)}
    numbers |= {Fraction(many, part) for part in _PARTS[pays] for many in range(1, part * min(top, WHOLE_FROM))}
    least = 1 if unit == "for" else 0
    return tuple(Odds(unit, each.numerator, each.denominator) for each in sorted(numbers) if each > least)


def payable_below(pays: Pays, number: Fraction) -> Fraction:
    """The largest payable odds up to a number; 0 if there are none.

    >>> payable_below("fractions", Fraction("1.377492")), payable_above("fractions", Fraction("1.377492"))
    (Fraction(4, 3), Fraction(7, 5))
    """
    parts = _PARTS[pays] if number < WHOLE_FROM else (1,)
    return max(Fraction(floor(number * part), part) for part in parts)


def payable_above(pays: Pays, number: Fraction) -> Fraction:
    """The smallest payable odds from a number on."""
    parts = _PARTS[pays] if number < WHOLE_FROM else (1,)
    return min(Fraction(ceil(number * part), part) for part in parts)
