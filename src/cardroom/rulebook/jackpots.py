"""Jackpots: what a meter opens with and what moves it. Where a meter stands is no rule, and is not kept here."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple, cast

from cardroom.clean import quoted
from cardroom.money import cents
from cardroom.rulebook.schema import Cite, Part, filled

__all__ = ["MOST_SENSORS", "PARTS", "Jackpot", "JackpotRule", "divided", "in_force", "share"]

PARTS = 10**8
"""Into so many parts a cent is divided: a share has at most eight decimals, so that each is a whole number of them."""


MOST_SENSORS = 2
"""Jackpots on one layout, each a game of its own (Washington HUH, Bonus and Progressive Jackpots)."""


class JackpotRule(Part, frozen=True):
    """A jackpot as it is written; `{name}` in a field is the value of the house rule that says it."""

    label: str
    rule: str
    """"bonus": the house pays it, and its display does not move with wagers. "progressive": it moves with each."""
    seed: str
    """What the meter opens with, and opens with again when all of it was won."""
    rate: str = "0%"
    """The share of each wager that goes to the meter."""
    reserve: str = "0%"
    """The share of each wager that goes to a reserve from which the meter is seeded again."""
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
    """A jackpot under the values that house rules have.

    Only a progressive moves with wagers: a bonus jackpot's rate and reserve are 0, whatever a house rule says.

    >>> written = JackpotRule("Jackpot", "{kind}", "$500", rate="{rate}")
    >>> in_force("jackpot", written, {"kind": "progressive", "rate": 25}.__getitem__).rate
    Fraction(1, 4)
    """
    rule = cast(Literal["bonus", "progressive"], filled(written.rule, house))
    seed = house(written.seed[1:-1]) if written.seed.startswith("{") else cents(written.seed)

    def moved(text: str) -> Fraction:
        return share(filled(text, house).removesuffix("%") + "%") if rule == "progressive" else Fraction(0)

    rate, reserve = moved(written.rate), moved(written.reserve)
    return Jackpot(name, written.label, rule, int(seed), rate, reserve, share(written.morning), written.cite)


def share(text: str) -> Fraction:
    """A share that is written in percent.

    >>> share("10%"), share("2.5%")
    (Fraction(1, 10), Fraction(1, 40))
    >>> share("a tenth")
    Traceback (most recent call last):
    ValueError: 'a tenth' is no share: write percent, as in 10% or 2.5%, up to 100%
    """
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)%", text, re.ASCII)
    if not found or Fraction(found[1]) > 100:
        raise ValueError(f"{quoted(text)} is no share: write percent, as in 10% or 2.5%, up to 100%")
    return Fraction(found[1]) / 100


def divided(share: Fraction, cents: int, carried: int, most: int | None = None) -> tuple[int, int]:
    """The share of an amount in whole cents, `most` at most, with what was carried; and the parts that are carried on.

    Nothing is lost: what is given and what is carried are together exactly the share and what was carried before.

    >>> divided(Fraction(1, 40), 100, 0), divided(Fraction(1, 40), 100, PARTS // 2)
    ((2, 50000000), (3, 0))
    """
    whole = int(share * cents * PARTS) + carried
    given = min(whole // PARTS, cents if most is None else most)
    return given, whole - given * PARTS
