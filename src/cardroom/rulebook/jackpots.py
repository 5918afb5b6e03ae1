"""Jackpots: the seed of a meter and what moves it. The amount on a meter is not a rule and is stored elsewhere."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple, cast

from cardroom.clean import quoted
from cardroom.money import cents
from cardroom.rulebook.schema import Cite, Part, fill_pattern

__all__ = ["MOST_SENSORS", "PARTS", "Jackpot", "JackpotRule", "divide_share", "in_force", "share"]

PARTS = 10**8
"""The parts of a cent. A share has at most eight decimals, so each share is a whole number of parts."""


MOST_SENSORS = 2
"""Jackpots on one layout, each a game of its own (Washington HUH, Bonus and Progressive Jackpots)."""


class JackpotRule(Part, frozen=True):
    """A jackpot as written; `{name}` in a field is the value of that house rule."""

    label: str
    rule: str
    """"bonus": the house pays it, and wagers do not move its display. "progressive": each wager moves it."""
    seed: str
    """The amount that the meter opens with, and restarts at when it was won whole."""
    rate: str = "0%"
    """The share of each wager that goes to the meter."""
    reserve: str = "0%"
    """The share of each wager that goes to a reserve, which reseeds the meter."""
    morning: str = "0%"
    """The share of the previous business day's wagers that the house adds before opening."""
    cite: Cite = ""


class Jackpot(NamedTuple):
    """A jackpot under the house rules in force."""

    name: str
    label: str
    rule: Literal["bonus", "progressive"]
    seed: int
    """In cents."""
    rate: Fraction
    reserve: Fraction
    morning: Fraction
    cite: Cite


def in_force(name: str, written: JackpotRule, house: Callable[[str], Any]) -> Jackpot:
    """Return a jackpot under the values of the house rules.

    Only a progressive moves with wagers: the rate and reserve of a bonus jackpot are 0, whatever a house rule says.

    >>> written = JackpotRule("Jackpot", "{kind}", "$500", rate="{rate}")
    >>> in_force("jackpot", written, {"kind": "progressive", "rate": 25}.__getitem__).rate
    Fraction(1, 4)
    """
    rule = cast(Literal["bonus", "progressive"], fill_pattern(written.rule, house))
    seed = house(written.seed[1:-1]) if written.seed.startswith("{") else cents(written.seed)

    def moved(text: str) -> Fraction:
        return share(fill_pattern(text, house).removesuffix("%") + "%") if rule == "progressive" else Fraction(0)

    rate, reserve = moved(written.rate), moved(written.reserve)
    return Jackpot(name, written.label, rule, int(seed), rate, reserve, share(written.morning), written.cite)


def share(text: str) -> Fraction:
    """Read a share written in percent.

    >>> share("10%"), share("2.5%")
    (Fraction(1, 10), Fraction(1, 40))
    >>> share("a tenth")
    Traceback (most recent call last):
    ValueError: 'a tenth' is not a share: write a percentage up to 100%, for example 10% or 2.5%
    """
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)%", text, re.ASCII)
    if not match or Fraction(match[1]) > 100:
        raise ValueError(f"{quoted(text)} is not a share: write a percentage up to 100%, for example 10% or 2.5%")
    return Fraction(match[1]) / 100


def divide_share(share: Fraction, cents: int, carried: int, most: int | None = None) -> tuple[int, int]:
    """Return the share of an amount in whole cents, at most `most`, and the parts of a cent to carry on.

    The cents plus the new carry equal the share plus the old carry exactly.

    >>> divide_share(Fraction(1, 40), 100, 0), divide_share(Fraction(1, 40), 100, PARTS // 2)
    ((2, 50000000), (3, 0))
    """
    parts = share.numerator * cents * PARTS // share.denominator + carried  # in ints: a fraction is much slower
    paid = min(parts // PARTS, cents if most is None else most)
    return paid, parts - paid * PARTS
