"""Money in whole cents, and exact odds. Nothing here knows cards, players or tables.

>>> dollars(123456), cents("$1,234.56")
('$1,234.56', 123456)
>>> odds("3 to 2").pay(500)
(750, 0)
"""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import MOST_CENTS, MOST_ODDS, MOST_PARTS

__all__ = ["FixedAmount", "Odds", "cents", "dollars", "odds"]


def dollars(amount: int) -> str:
    """Format an amount for display.

    >>> dollars(500), dollars(-1050), dollars(100000)
    ('$5', '-$10.50', '$1,000')
    """
    if abs(amount) > MOST_CENTS:  # do not print a very long number
        return f"{'less than -' if amount < 0 else 'more than '}{dollars(MOST_CENTS)}"
    whole, part = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def cents(text: str | int) -> int:
    """Read an amount in dollars from text; return cents. A number is already in cents.

    >>> cents("$5"), cents("12.50"), cents(500)
    (500, 1250, 500)
    >>> cents("five")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'five' is not an amount: write dollars like 5, 12.50 or $1,000
    """
    if type(text) is int:
        return _possible(text)
    amount = str(text).strip() if isinstance(text, str | float) else ""
    match = re.fullmatch(r"\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,14})(?:\.(\d\d?))?", amount, re.ASCII)
    if not match:
        raise InputError(f"{quoted(text)} is not an amount: write dollars like 5, 12.50 or $1,000")
    return _possible(int(match[1].replace(",", "")) * 100 + int((match[2] or "").ljust(2, "0")))


def _possible(amount: int) -> int:
    if abs(amount) > MOST_CENTS:
        raise InputError(f"{dollars(amount)} is too large: the limit is {dollars(MOST_CENTS)}")
    return amount


class FixedAmount(ValueError):
    """These odds do not scale with the wager, so they have no value per unit."""


class Odds(msgspec.Struct, frozen=True):
    """What a winning wager is paid, exactly.

    `to`: in addition to the wager. `for`: the bank keeps the wager. `meter`: a share of a jackpot's meter; the wager is
    kept too. `flat`: a fixed amount in cents. `points`: a multiple of the value of a point, which is the stake.
    `cards`: no chips, but this many cards together in the next hand.
    """

    kind: Literal["to", "for", "meter", "flat", "points", "cards"]
    num: int
    den: int

    def pay(self, stake: int, meter: int = 0) -> tuple[int, Fraction | int]:
        """Return the cents to pay on a stake, rounded down, and the remaining fraction of a cent (breakage).

        >>> odds("3 to 2").pay(5)
        (7, Fraction(1, 2))
        >>> odds("10% of the meter").pay(500, meter=250000)
        (25000, 0)
        """
        if self.kind == "cards":
            return 0, 0
        base = stake if self.kind in ("to", "for", "points") else meter if self.kind == "meter" else 1
        paid, rest = divmod(base * self.num, self.den)
        return paid, Fraction(rest, self.den) if rest else 0

    def net(self, stake: int, meter: int = 0) -> int:
        """Return the player's gain, in cents.

        >>> odds("25 to 1").net(100), odds("25 for 1").net(100)
        (2500, 2400)
        >>> odds("10% of the meter").net(100, meter=250000), odds("10% of the meter").net(100, meter=500)
        (24900, -50)
        """
        if self.kind == "to":
            return stake * self.num // self.den
        paid = self.pay(stake, meter)[0]
        return paid - stake if self.kind in ("for", "meter") else paid

    @property
    def unit(self) -> Fraction:
        """The player's gain per unit wagered. Raises `FixedAmount` if the odds do not scale with the wager.

        >>> odds("3 to 2").unit, odds("25 for 1").unit
        (Fraction(3, 2), Fraction(24, 1))
        """
        if self.kind not in ("to", "for"):
            raise FixedAmount(f"{self} does not scale with the wager")
        return Fraction(self.num, self.den) - (self.kind == "for")

    def __str__(self) -> str:
        match self.kind:
            case "meter":
                return f"{Fraction(self.num * 100, self.den)}% of the meter"
            case "flat":
                return dollars(self.num // self.den)
            case "points" | "cards":
                return f"{self.num:,} {self.kind[:-1] if self.num == 1 else self.kind}"
        return f"{self.num:,} {self.kind} {self.den:,}"


@lru_cache(maxsize=4096)
def odds(text: str) -> Odds:
    """Read odds as the documents print them.

    >>> [str(odds(each)) for each in ("1,000 to 1", "1.5 to 1", "25 for 1", "10% of the meter", "$50")]
    ['1,000 to 1', '3 to 2', '25 for 1', '10% of the meter', '$50']
    >>> str(odds("1 point")), odds("8 points").pay(500), str(odds("13 cards"))
    ('1 point', (4000, 0), '13 cards')
    >>> odds("lots")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'lots' are not odds: write them like ...
    >>> odds("200% of the meter")
    Traceback (most recent call last):
    cardroom.errors.InputError: '200% of the meter' are not odds: at most 100% of the meter is possible
    """
    number = r"(\d[\d,]{0,30}(?:\.\d{1,6})?)"
    stripped, bound = text.strip(), ""
    if match := re.fullmatch(rf"{number} (to|for) {number}", stripped, re.ASCII):
        ratio = _number(match[1]) / (_number(match[3]) or 1)
        if _number(match[3]) and ratio.numerator <= MOST_ODDS and ratio.denominator <= MOST_PARTS:
            return Odds("to" if match[2] == "to" else "for", ratio.numerator, ratio.denominator)
        bound = f"the range is 1 to {MOST_PARTS:,} up to {MOST_ODDS:,} to 1" if _number(match[3]) else ""
    elif match := re.fullmatch(rf"{number}% of the meter", stripped, re.ASCII):
        share = _number(match[1]) / 100
        if share <= 1:
            return Odds("meter", share.numerator, share.denominator)
        bound = "at most 100% of the meter is possible"
    elif match := re.fullmatch(r"(\d[\d,]{0,30}) (point|card)s?", stripped, re.ASCII):
        if (count := int(_number(match[1]))) <= MOST_ODDS:
            return Odds("points" if match[2] == "point" else "cards", count, 1)
        bound = f"at most {MOST_ODDS:,} points are possible"
    elif stripped.startswith("$"):
        return Odds("flat", cents(text), 1)
    form = 'write them like "3 to 2", "25 for 1", "10% of the meter", "$50" or "8 points"'
    raise InputError(f"{quoted(text)} are not odds: {bound or form}")


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))
