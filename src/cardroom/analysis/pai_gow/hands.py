"""All 154,143,080 hands of seven cards with the joker, by their line in `pai-gow` or `fortune`.

The counts ship with the package, so that they need no compiler.
"""

from importlib import import_module

from cardroom.analysis.store import find, keep, key_of
from cardroom.errors import InvariantError
from cardroom.rankings import category, lines

__all__ = ["count_hands", "pai_gow_hands"]

METHOD = "pai gow hands 1"
"""The number is increased if counting gives other results."""
UNDER = ("two pair", "pair", "high card")
"""Hands without a Fortune line."""


def pai_gow_hands(name: str) -> dict[str, int]:
    """The number of hands of each line, best line first: stored, or counted now.

    >>> pai_gow_hands("pai-gow")["five aces"]
    1128
    """
    names = lines(name)
    key = key_of(METHOD, name, *names)
    numbers = find(key, list[int])
    if numbers is None or len(numbers) != len(names):
        numbers = count_hands(name)
        keep(key, numbers)
    return dict(zip(names, numbers, strict=True))


def count_hands(name: str) -> list[int]:
    """The number of hands of each line, counted now."""
    by_rank, by_line = (each.tolist() for each in import_module("cardroom.rankings.pai_gow_kernels").count_every_hand())
    hands = _by_category("pai-gow", dict(enumerate(by_rank)))
    if name == "fortune":
        made = dict(enumerate(by_line))
        if sum(hands[line] for line in UNDER) != made.pop(0):
            raise InvariantError("hands without a Fortune line must be exactly those of two pair or less")
        hands = _by_category(name, made) | {line: hands[line] for line in UNDER}
    return [hands.get(line, 0) for line in lines(name)]


def _by_category(name: str, values: dict[int, int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for value, count in values.items():
        if value and count:
            line = category(name, value)
            counts[line] = counts.get(line, 0) + count
    return counts
