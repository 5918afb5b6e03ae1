"""Rankings in words: the columns by which hands are compared, for games that are written without Python."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.errors import InputError
from cardroom.rankings.base import Counting, Ranking
from cardroom.rankings.own import KeyFunction, own_ranking

__all__ = ["COLUMNS", "POINTS", "TIES", "ranking_by_columns"]

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
"""The points of the ranks, from the two to the ace."""
TIES = ("ranks", "highest")
"""What breaks ties of the first column: all ranks, or the highest one alone."""
_FEWEST = 3
"""The fewest cards in a row that are a straight."""


class RankedBy(NamedTuple):
    """The first column of a ranking: what is compared first."""

    counted: Counting
    run: bool
    """Whether only cards in a row count."""
    points: bool = False


COLUMNS: Mapping[str, RankedBy] = {
    "longest suit": RankedBy("by suit", run=False),
    "longest straight flush": RankedBy("by suit", run=True),
    "longest straight": RankedBy("by rank", run=True),
    "points": RankedBy("by rank", run=False, points=True),
}


def ranking_by_columns(
    name: str, cards: int, columns: Sequence[str], file: Path, points: Sequence[int] = POINTS
) -> Ranking:
    """Declare a ranking by its columns, the first of which names the hands: "5-card flush", "3-card straight".

    >>> ranking_by_columns("doc-suit", 7, ("longest suit", "ranks"), Path("game.toml")).categories[3]
    '4-card flush'
    >>> from cardroom.rankings import RANKINGS
    >>> del RANKINGS["doc-suit"]
    """
    first, *ties = columns or [""]
    column = COLUMNS.get(first)
    if column is None:
        raise InputError(f"{name}: columns: {first!r} must be one of {', '.join(COLUMNS)}")
    if len(ties) > 1 or not set(ties) <= {*TIES} or (ties and column.points):
        instead = "nothing" if column.points else f"one of {', '.join(TIES)}, or nothing"
        raise InputError(f"{name}: columns: after {first}, write {instead}")
    if len(points) != len(POINTS):
        raise InputError(f"{name}: points: give the points of 13 ranks, from the two to the ace")
    if column.points:
        categories: tuple[str, ...] = ("points",)
    elif column.run:
        kind = "straight flush" if column.counted == "by suit" else "straight"
        categories = (f"no {kind}", *(f"{n}-card {kind}" for n in range(_FEWEST, cards + 1)))
    else:
        categories = tuple(f"{n}-card flush" for n in range(1, cards + 1))
    declare = own_ranking(
        name,
        cards=cards,
        categories=categories,
        counted=column.counted,
        ties="numbers" if column.points else "ranks",
        file=file,
    )
    return declare(_key(column, categories, ties[0] if ties else "", points))


def _key(column: RankedBy, categories: Sequence[str], ties: str, points: Sequence[int]) -> KeyFunction:
    def key(ranks: tuple[int, ...]) -> Any:
        if column.points:
            return "points", sum(points[rank] for rank in ranks)
        some, made = ranks, categories[len(ranks) - 1] if not column.run else ""
        if column.run:
            some = _longest_run(ranks)
            made = categories[max(0, len(some) - _FEWEST + 1)]
            if len(some) < _FEWEST:
                return (made,)
        return made, *(some if ties == "ranks" else some[:1] if ties else ())

    return key


def _longest_run(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The most ranks in a row, highest first; of several, the highest. An ace also comes before the two, as the last.

    >>> _longest_run((12, 9, 8, 7, 2, 1, 0)), _longest_run((12, 10, 9, 3, 2))
    ((2, 1, 0, 12), (10, 9))
    """
    held = {*ranks, -1} if 12 in ranks else {*ranks}
    runs = [[*range(top, low - 1, -1)] for top in held for low in held if held.issuperset(range(low, top + 1))]
    best = max((run for run in runs if run), key=lambda run: (len(run), run[0]))
    return tuple(rank % 13 for rank in best)
