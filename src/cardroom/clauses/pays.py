"""What pay tables say, read from the text of their lines: "3 to 2", "25 for 1", "10% of the meter", "$50"."""

import re
from functools import lru_cache

from cardroom.rulebook import RuleSet

__all__ = ["due", "line_of", "readable"]

Terms = tuple[str, int, int]
"""The kind of odds, and the two numbers."""


@lru_cache(maxsize=4096)
def terms(text: str) -> Terms:
    """Read odds.

    >>> terms("1,000 to 1"), terms("1.5 to 1"), terms("10% of the meter"), terms("$50")
    (('to', 1000, 1), ('to', 15, 10), ('meter', 10, 100), ('flat', 5000, 1))
    """
    if text in ("loses", "pushes"):
        return text, 0, 1
    if match := re.fullmatch(r"([\d,.]+) (to|for) ([\d,.]+)", text):
        (above, scale), (below, under) = _number(match[1]), _number(match[3])
        return match[2], above * under, below * scale
    if match := re.fullmatch(r"([\d.]+)% of the meter", text):
        above, scale = _number(match[1])
        return "meter", above, 100 * scale
    if match := re.fullmatch(r"\$([\d,.]+)", text):
        above, scale = _number(match[1])
        return "flat", above * 100 // scale, 1
    if match := re.fullmatch(r"([\d,]+) (points|cards)s?", text.replace(" point", " points").replace("ss", "s")):
        return match[2], _number(match[1])[0], 1
    raise ValueError(f"{text!r} cannot be read as odds")


def _number(text: str) -> tuple[int, int]:
    whole, _, rest = text.replace(",", "").partition(".")
    return int(whole + rest), 10 ** len(rest)


def line_of(rules: RuleSet, pattern: str, *names: str) -> str:
    """What a pay table pays for a hand with these names, the most special first: odds, "loses" or "pushes"."""
    table = rules.table(pattern)
    for name in names:
        if (paid := table.lines.get(name, "loses")) != "loses":
            return paid
    return table.lines.get(names[-1], table.others)


def readable(rules: RuleSet, pattern: str, known: frozenset[str]) -> bool:
    """Whether a table has only lines that the clauses can judge. A house's own table may have others."""
    return rules.table(pattern).lines.keys() <= known


def due(paid: str, stake: int, meter: int = 0) -> int:
    """What a player gains by a line on a stake: fractions of a cent stay with the bank.

    >>> due("3 to 2", 501), due("25 for 1", 100), due("loses", 100), due("pushes", 100)
    (751, 2400, -100, 0)
    """
    kind, above, below = terms(paid)
    match kind:
        case "loses":
            return -stake
        case "pushes":
            return 0
        case "to":
            return stake * above // below
        case "for":
            return stake * above // below - stake
        case "meter":
            return meter * above // below - stake
    return above
