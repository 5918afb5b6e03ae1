"""Words for people: counts as they are written, and what a JSON value is; the cleaning itself is in `clean`."""

import re
from decimal import Decimal
from typing import Any

from cardroom.clean import KINDS, decoded, short, visible
from cardroom.cli import Mistake

__all__ = ["count", "counted", "decoded", "kind", "visible"]

DIGITS = 15
"""More than anybody counts to."""

_COUNT = re.compile(r"\+?(\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def count(option: str, text: str, most: int = 10**DIGITS, least: int = 1) -> int:
    """How many, as people write it.

    >>> [count("--rounds", text) for text in ("12", "1_000_000", "1,000,000", "1e9", "2.5e6")]
    [12, 1000000, 1000000, 1000000000, 2500000]
    >>> count("--rounds", "1.5")
    Traceback (most recent call last):
    cardroom.cli.Mistake: --rounds 1.5: this is a fraction; write a whole number, as in 1000000, 1,000,000 or 1e6
    """
    said, shown = text.strip(), short(text, 60)
    like = "write a whole number, as in 1000000, 1,000,000 or 1e6"
    if not _COUNT.fullmatch(said.removeprefix("-")):
        raise Mistake(f"{option} {shown}: this is no number; {like}")
    number = Decimal(said.replace(",", ""))
    if number < least:
        raise Mistake(f"{option} {shown}: write {least} or more")
    if number > most:
        say = f"at most {most:,}" if most < 10**DIGITS else "that is more than anybody can wait for"
        raise Mistake(f"{option} {shown}: {say}")
    if number != int(number):
        raise Mistake(f"{option} {shown}: this is a fraction; {like}")
    return int(number)


def counted(number: int, word: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "book"), counted(2000, "round"), counted(2, "entry", "entries")
    ('1 book', '2,000 rounds', '2 entries')
    """
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def kind(value: Any) -> str:
    """What a JSON value is.

    >>> kind([1]), kind(None)
    ('a list', 'null')
    """
    return KINDS.get(type(value).__name__, "something else")
