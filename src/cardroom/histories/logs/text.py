"""Amounts and values as they are written: in messages, and in a PHH document."""

import re
from fractions import Fraction
from typing import Any

import msgspec

from cardroom.clean import visible

__all__ = ["digits", "digits_to_the_cent", "toml"]


def digits(amount: Fraction) -> str:
    """An amount as it is written: 12, or 0.25."""
    if amount.denominator == 1:
        return str(amount.numerator)
    return f"{float(amount):.8f}".rstrip("0")


def digits_to_the_cent(amount: Fraction) -> str:
    """An amount rounded to the cent; its digits might not end."""
    return digits(Fraction(int(amount * 100 + Fraction(1, 2)), 100))


def toml(value: Any) -> str:
    """A value as TOML, with control characters made visible."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(each) for each in value)}]"
    if isinstance(value, Fraction):
        return digits(value)
    if isinstance(value, str) and re.fullmatch(r"\d{1,2}:\d{2}:\d{2}", value):
        return value.zfill(8)
    return msgspec.json.encode(visible(value) if isinstance(value, str) else value).decode()
