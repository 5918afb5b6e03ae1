"""Values of rows in Face-Up Chinese Poker: level, bonus and winning frequency.

`placing` estimates rows with these. Everything here is a pure function, and most results are cached.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import NamedTuple

from cardroom.games.chinese.points import FRONT_LINES, LINES, SEGMENTS, pays
from cardroom.rankings import high
from cardroom.rulebook import RuleSet

RowState = int
"""The relevant facts of a row as bits: one for each suit that can still make a flush, and above these, three for the
number of cards of each rank. Suits do not matter in front."""
ALL_SUITS = 0b1111
FANTASY = 7
"""The value of a hand in Fantasy Land, in points."""
WINS = (
    ((0.0, 0.0), (0.5, 0.07), (0.9, 0.57), (1.0, 0.83), (2.0, 1.0), (10.0, 1.0)),
    ((0.0, 0.0), (0.8, 0.03), (1.0, 0.26), (2.0, 0.82), (3.0, 0.93), (6.0, 1.0), (10.0, 1.0)),
    ((0.0, 0.0), (1.0, 0.02), (2.0, 0.21), (3.0, 0.38), (5.0, 0.48), (6.0, 0.88), (7.0, 0.98), (10.0, 1.0)),
)
"""For each row, pairs of a level and the frequency with which it wins its segment, measured among players of this kind.
"""
FRONT: dict[int, tuple[str, ...]] = {0: ("high card",) * 13, 1: FRONT_LINES[:12:-1], 3: FRONT_LINES[12::-1]}
FIVE: dict[int, tuple[str, ...]] = {number: (name,) * 13 for number, name in enumerate(high.CATEGORIES)}
"""The lines of rows, by category and rank."""


class RowEnd(NamedTuple):
    """A possible final state of a row."""

    level: float
    """Its strength on one scale for three and five cards: the category of five cards, plus a fraction by ranks."""
    chance: float
    line: str
    """Its line in the bonus table."""


@lru_cache(maxsize=64)
def prizes(rules: RuleSet, stay: bool) -> tuple[dict[str, int], ...]:
    """For each row, the bonus of each line, including the value of Fantasy Land if the line leads there."""
    tables = [f"stay-{segment}" if stay else "fantasy-land" if segment == "front" else "" for segment in SEGMENTS]
    return tuple(
        {
            line: pays(rules, f"bonus-{segment}", line) + FANTASY * bool(table and pays(rules, table, line))
            for line in LINES["bonus"]
        }
        for segment, table in zip(SEGMENTS, tables, strict=True)
    )


@lru_cache(maxsize=2**14)
def groups_of(code: int) -> tuple[tuple[int, int], ...]:
    """The number of cards of each rank, most and highest first."""
    groups = [(code >> 3 * rank & 7, rank) for rank in range(13) if code >> 3 * rank & 7]
    return tuple(sorted(groups, reverse=True))


def level_of(category: int, *ranks: int) -> float:
    """A category and ranks as one number: greater for the better hand, and at equal ranks for five cards over three."""
    return category + 0.999 * sum([(rank + 1) * 14.0**-place for place, rank in enumerate(ranks, 1)])


def front_end(groups: Sequence[tuple[int, int]]) -> RowEnd:
    """The end of a full front."""
    category, rank = (0, 1, 3)[groups[0][0] - 1], groups[0][1]
    return RowEnd(level_of(category, *(each for _, each in groups)), 1.0, FRONT[category][rank])


@lru_cache(maxsize=2**14)
def five_end(state: RowState) -> RowEnd:
    """The end of a full middle or back."""
    ranks = [rank for count, rank in groups_of(state >> 4) for _ in range(count)]
    category, *rest = high.five_key(ranks, bool(state & ALL_SUITS))
    return RowEnd(level_of(category, *rest), 1.0, high.CATEGORIES[category])


def ends_of(made: Iterable[tuple[int, int, float]], lines: dict[int, tuple[str, ...]]) -> tuple[RowEnd, ...]:
    """The possible ends of a row, best first. Each input chance is for the case that nothing better comes."""
    ends, rest = [], 1.0
    for category, rank, chance in made:
        if chance > 0 and rest > 0:
            ends.append(RowEnd(level_of(category, rank), rest * chance, lines[category][rank]))
            rest *= 1 - chance
    return tuple(ends)


@lru_cache(maxsize=2**14)
def at_least(need: int, fiftieths: int, draws: int) -> float:
    """The chance of at least `need` hits in these draws. Each draw hits with probability `fiftieths` / 50."""
    hit = fiftieths / 50
    return max(0.0, 1 - sum(comb(draws, hits) * hit**hits * (1 - hit) ** (draws - hits) for hits in range(need)))


@lru_cache(maxsize=2**14)
def wins(row: int, level: float) -> float:
    """The frequency with which a row of this level wins its segment."""
    for (below, less), (above, more) in pairwise(WINS[row]):
        if level <= above:
            return less + (more - less) * (level - below) / (above - below)
    return 1.0
