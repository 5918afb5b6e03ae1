"""All 154,143,080 hands of seven cards with the joker, by their line in `pai-gow` or `fortune`.

The counts come with the package, so that they need no compiler, under the digest of the rankings' order of hands.
`python -m cardroom.analysis.pai_gow.base` writes the file.
"""

from importlib import import_module
from pathlib import Path

from cardroom.analysis.report import digest_of, ranking_order, shipped_count, store, stored_count
from cardroom.errors import InvariantError
from cardroom.rankings import category, lines

__all__ = ["FILE", "count_hands", "hands_digest", "pai_gow_hands"]

FILE = "pai_gow.json"
"""The counts that come with the package."""
UNDER = ("two pair", "pair", "high card")
"""Hands without a Fortune line."""
SOURCES = ("base.py", "high.py", "pai_gow.py", "pai_gow_kernels.py", "tables.py")
"""The files of the rankings that decide the counts. They are read, not imported, because that loads the compiler."""


def pai_gow_hands(name: str) -> dict[str, int]:
    """The number of hands of each line, best line first: stored, shipped with the package, or counted now.

    >>> pai_gow_hands("pai-gow")["five aces"]
    1128
    """
    names, digest = lines(name), hands_digest(name, *_source())
    numbers = stored_count(digest) or shipped_count(FILE, hands_digest(name))
    if numbers is None or len(numbers) != len(names):
        numbers = count_hands(name)
        store(digest, numbers)
    return dict(zip(names, numbers, strict=True))


def hands_digest(name: str, *source: bytes) -> str:
    """The digest of everything that the counts depend on: the source of the rankings, or without it, their order."""
    judged = source or (ranking_order(name), ranking_order("pai-gow"))
    return digest_of("hands of seven", name, *lines(name), *judged)


def _source() -> tuple[bytes, ...]:
    rankings = Path(__file__).parents[2] / "rankings"
    return tuple((rankings / file).read_bytes() for file in SOURCES)


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
