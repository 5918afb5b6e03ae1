"""Parse counts, and write numbers with nouns."""

import re
from decimal import Decimal
from typing import Any

from cardroom.clean import KINDS, decoder_error_text, short, visible
from cardroom.cli import UsageError

__all__ = ["decoder_error_text", "json_kind", "parse_count", "plural", "visible"]

DIGITS = 15
"""The most digits of a count."""

_COUNT = re.compile(r"\+?(\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def parse_count(option: str, text: str, most: int = 10**DIGITS, least: int = 1) -> int:
    """Parse a count as people write it.

    >>> [parse_count("--rounds", text) for text in ("12", "1_000_000", "1,000,000", "1e9", "2.5e6")]
    [12, 1000000, 1000000, 1000000000, 2500000]
    >>> parse_count("--rounds", "1.5")
    Traceback (most recent call last):
    cardroom.cli.UsageError: --rounds 1.5 is a fraction. Write a whole number like 1000000, 1,000,000 or 1e6.
    """
    plain, shown = text.strip(), short(text, 60)
    advice = "Write a whole number like 1000000, 1,000,000 or 1e6."
    if not _COUNT.fullmatch(plain.removeprefix("-")):
        raise UsageError(f"{option} {shown} is not a number. {advice}")
    number = Decimal(plain.replace(",", ""))
    if number < least:
        raise UsageError(f"{option} {shown}: write {least} or more.")
    if number > most:
        limit = f"at most {most:,}" if most < 10**DIGITS else "a smaller number; this would take too long"
        raise UsageError(f"{option} {shown}: write {limit}.")
    if number != int(number):
        raise UsageError(f"{option} {shown} is a fraction. {advice}")
    return int(number)


def plural(number: int, word: str, plural: str = "") -> str:
    """A number with its noun.

    >>> plural(1, "book"), plural(2000, "round"), plural(2, "entry", "entries")
    ('1 book', '2,000 rounds', '2 entries')
    """
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def json_kind(value: Any) -> str:
    """The kind of a JSON value, in words.

    >>> json_kind([1]), json_kind(None)
    ('a list', 'null')
    """
    return KINDS.get(type(value).__name__, "something else")
