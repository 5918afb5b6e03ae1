"""What rows of Face-Up Chinese Poker make, as figures: their level, their bonus, how often they win.

`placing` guesses by these what cards are worth in a row. Everything here is a pure function, and remembered.
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
"""A row without what does not matter: a bit for each suit that it could be a flush of, and above them three bits for
how many there are of each rank. In front no suit matters."""
ALL_SUITS = 0b1111
FANTASY = 7
"""Points that a hand in Fantasy Land is worth."""
WINS = (
    ((0.0, 0.0), (0.5, 0.07), (0.9, 0.57), (1.0, 0.83), (2.0, 1.0), (10.0, 1.0)),
    ((0.0, 0.0), (0.8, 0.03), (1.0, 0.26), (2.0, 0.82), (3.0, 0.93), (6.0, 1.0), (10.0, 1.0)),
    ((0.0, 0.0), (1.0, 0.02), (2.0, 0.21), (3.0, 0.38), (5.0, 0.48), (6.0, 0.88), (7.0, 0.98), (10.0, 1.0)),
)
"""By row, how often one of a level wins its segment: so it comes out among players who place like this."""
FRONT: dict[int, tuple[str, ...]] = {0: ("high card",) * 13, 1: FRONT_LINES[:12:-1], 3: FRONT_LINES[12::-1]}
FIVE: dict[int, tuple[str, ...]] = {number: (name,) * 13 for number, name in enumerate(high.CATEGORIES)}
"""What rows make, by category and rank."""


class RowEnd(NamedTuple):
    """What a row may come to."""

    level: float
    """Rows of three and of five cards on one scale: the category of five cards, and a fraction by their ranks."""
    chance: float
    line: str
    """What it makes, as the bonus table calls it."""


@lru_cache(maxsize=64)
def prizes(rules: RuleSet, stay: bool) -> tuple[dict[str, int], ...]:
    """By row, the bonus of each line, and what Fantasy Land is worth where it leads there."""
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
    """How many there are of each rank, most and highest first."""
    found = [(code >> 3 * rank & 7, rank) for rank in range(13) if code >> 3 * rank & 7]
    return tuple(sorted(found, reverse=True))


def level_of(category: int, *ranks: int) -> float:
    """A category and ranks as one figure: greater for the better hand, and at equal ranks for five cards over three."""
    return category + 0.999 * sum([(rank + 1) * 14.0**-place for place, rank in enumerate(ranks, 1)])


def front_end(groups: Sequence[tuple[int, int]]) -> RowEnd:
    """What a full front has come to."""
    category, rank = (0, 1, 3)[groups[0][0] - 1], groups[0][1]
    return RowEnd(level_of(category, *(each for _, each in groups)), 1.0, FRONT[category][rank])


@lru_cache(maxsize=2**14)
def five_end(state: RowState) -> RowEnd:
    """What a full middle or back has come to."""
    ranks = [rank for count, rank in groups_of(state >> 4) for _ in range(count)]
    category, *rest = high.five_key(ranks, bool(state & ALL_SUITS))
    return RowEnd(level_of(category, *rest), 1.0, high.CATEGORIES[category])


def ends_of(made: Iterable[tuple[int, int, float]], lines: dict[int, tuple[str, ...]]) -> tuple[RowEnd, ...]:
    """What a row may come to, from the best down: each with its chance if nothing better comes."""
    found, rest = [], 1.0
    for category, rank, chance in made:
        if chance > 0 and rest > 0:
            found.append(RowEnd(level_of(category, rank), rest * chance, lines[category][rank]))
            rest *= 1 - chance
    return tuple(found)


@lru_cache(maxsize=2**14)
def at_least(need: int, fiftieths: int, draws: int) -> float:
    """The chance of at least so many hits in some draws, each of which hits by so many fiftieths."""
    hit = fiftieths / 50
    return max(0.0, 1 - sum(comb(draws, hits) * hit**hits * (1 - hit) ** (draws - hits) for hits in range(need)))


@lru_cache(maxsize=2**14)
def wins(row: int, level: float) -> float:
    """How often a row of that level wins its segment."""
    for (below, less), (above, more) in pairwise(WINS[row]):
        if level <= above:
            return less + (more - less) * (level - below) / (above - below)
    return 1.0
