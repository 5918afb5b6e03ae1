"""Strategies of few plain lines: what a line is, how lines are followed, and the search for the best ones.

A line says what to do with hands that a person recognizes: "a pair of 3s or better". It is a test of *features*, whole
numbers that anyone can read off the cards, such as the rank of a pair. The first line that fits decides; if none fits,
the player checks or folds.

All decisions with the same features form a *cell*. The search knows, for each cell and option, the sum of the exact
values of all its decisions. So the value of a list of lines is a sum of whole numbers, and its cost is exact.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.strategy.choices import DecisionArrays, Strategy
from cardroom.rankings.base import NAMES, SHORT

__all__ = [
    "RANK_WORDS",
    "Bounds",
    "Cells",
    "Condition",
    "Feature",
    "FoundLines",
    "Line",
    "Lines",
    "fits",
    "follow",
    "lines_strategy",
    "search",
    "with_article",
]

Feature = Callable[[DecisionArrays], NDArray[np.int64]]
"""A whole number for each of many decisions."""
Chosen = tuple[tuple[int, int], ...]
"""The option and the number of the condition, for each line in order."""
BEAM = 60
"""Lists of lines that the search extends at once."""
BRANCHES = 60
"""Lines that it adds to each of them."""
FINALISTS = 6
"""Lists in which it tries to exchange each line."""
RANK_WORDS = (*SHORT[:9], *NAMES[9:])
"""Ranks as lines name them: numbers, and words for faces and the ace."""


class Bounds(msgspec.Struct, frozen=True, array_like=True):
    """Bounds of a feature, both included."""

    feature: str
    least: int
    most: int


class Condition(msgspec.Struct, frozen=True, array_like=True):
    """Hands that a person recognizes: all tests of at least one of the alternatives hold."""

    words: str
    any_of: tuple[tuple[Bounds, ...], ...]


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One line of a strategy."""

    number: int
    """The decision of the round: 0 for the first one."""
    times: int
    """The Antes to add."""
    condition: Condition


class Cells(NamedTuple):
    """Decisions of one kind, grouped by their features, with the conditions that hold in each group."""

    fitting: NDArray[np.bool_]
    """By condition and cell: whether the condition holds. Conditions with the same hands are there once."""
    names: NDArray[np.int64]
    """The number of each of these conditions in the list that was given."""
    order: NDArray[np.int64]
    """The decisions, sorted by cell."""
    starts: NDArray[np.int64]
    """The place of each cell's first decision in `order`."""

    @classmethod
    def of(cls, features: Mapping[str, NDArray[np.int64]], conditions: Sequence[Condition]) -> "Cells":
        """Group decisions by their features."""
        first = next(iter(features.values()))
        keys = np.zeros(len(first), np.int64)
        for each in features.values():
            keys = keys * (int(each.max(initial=0)) + 1) + each
        order = np.argsort(keys, kind="stable")
        starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
        by_cell = {name: each[order[starts]] for name, each in features.items()}
        distinct: dict[bytes, tuple[int, NDArray[np.bool_]]] = {}
        for number, condition in enumerate(conditions):
            fitting = fits(condition, by_cell)
            if fitting.any():
                distinct.setdefault(fitting.tobytes(), (number, fitting))
        names = np.array([number for number, _ in distinct.values()])
        return cls(np.array([each for _, each in distinct.values()]), names, order, starts)

    def sums(self, values: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
        """The sum of values by option and cell, from the values of each decision for each option."""
        return np.array([np.add.reduceat(each[self.order], self.starts) for each in values], np.int64)


class FoundLines(msgspec.Struct, frozen=True, array_like=True):
    """A strategy of few lines, and its edge."""

    lines: tuple[Line, ...]
    edge: Fraction


class Lines(NamedTuple):
    """A list of lines that the search found."""

    chosen: Chosen
    value: int
    """The sum of the values of all decisions."""


def with_article(rank: int) -> str:
    """A rank with its article.

    >>> with_article(6), with_article(12), with_article(0)
    ('an 8', 'an ace', 'a 2')
    """
    word = RANK_WORDS[rank]
    return f"{'an' if word in ('8', 'ace') else 'a'} {word}"


def fits(condition: Condition, features: Mapping[str, NDArray[np.int64]]) -> NDArray[np.bool_]:
    """Whether a condition holds, for each of many decisions.

    >>> strong = Condition("a pair of 9s or better", ((Bounds("pair", 8, 13),),))
    >>> fits(strong, {"pair": np.array([0, 8, 12])}).tolist()
    [False, True, True]
    """
    found = np.zeros(len(next(iter(features.values()))), np.bool_)
    for tests in condition.any_of:
        held = np.ones(len(found), np.bool_)
        for test in tests:
            held &= (features[test.feature] >= test.least) & (features[test.feature] <= test.most)
        found |= held
    return found


def lines_strategy(name: str, features: Sequence[Mapping[str, Feature]], lines: Sequence[Line]) -> Strategy:
    """The strategy that follows these lines. `features` are those of each decision of a round."""
    parts = (
        partial(_times, known, [line for line in lines if line.number == number])
        for number, known in enumerate(features)
    )
    return Strategy(name, *parts)


def follow(lines: Sequence[Line], features: Mapping[str, NDArray[np.int64]]) -> NDArray[np.int64]:
    """The Antes to add in each of many decisions: those of the first line that fits, else none."""
    times = np.zeros(len(next(iter(features.values()))), np.int64)
    for line in reversed(lines):
        times[fits(line.condition, features)] = line.times
    return times


def _times(known: Mapping[str, Feature], lines: Sequence[Line], decisions: DecisionArrays) -> NDArray[np.int64]:
    if not lines or not len(decisions.hand):
        return np.zeros(len(decisions.hand), np.int64)
    names = {test.feature for line in lines for tests in line.condition.any_of for test in tests}
    features = {name: known[name](decisions) for name in sorted(names)}
    return follow(lines, features or {"": np.zeros(len(decisions.hand), np.int64)})


def search(cells: Cells, values: NDArray[np.int64], most: int) -> list[Lines]:
    """The best list of 0, 1, 2 ... lines that the search finds, up to `most`, for one decision of a round.

    `values` are sums by option and cell; the first option is what a player does if no line fits. A beam search adds one
    line at a time to the best lists so far. Then each line is exchanged for a better one, until no exchange helps.
    Values are summed exactly; only the order in which lists are tried uses floating point.

    >>> two = [Condition("anything", ((),)), Condition("a pair of 3s or better", ((Bounds("pair", 2, 13),),))]
    >>> cells = Cells.of({"pair": np.array([0, 1, 2])}, two)
    >>> [each.value for each in search(cells, np.array([[0, 0, 0], [-5, -1, 3]]), 2)]
    [0, 3]
    """
    return _LineSearch(values, cells.fitting, cells.names).lists(most)


class _LineSearch:
    """The state of one search: values relative to the first option, and the conditions as a matrix."""

    def __init__(self, values: NDArray[np.int64], fitting: NDArray[np.bool_], names: NDArray[np.int64]) -> None:
        self.values, self.fitting, self.names = values, fitting, names
        self.gains = (values[1:] - values[0]).astype(np.float64)
        self.matrix = np.ascontiguousarray(fitting.T).astype(np.float64)

    def lists(self, most: int) -> list[Lines]:
        """The best lists by number of lines. A list that is no better than a shorter one ends the search."""
        beam: list[Chosen] = [()]
        found, value = [self._lines(())], self._value(())
        for _ in range(most):
            beam = self._longer(beam)
            best = max(map(self._exchanged, beam[:FINALISTS]), key=self._value, default=())
            if self._value(best) <= value:
                break
            value = self._value(best)
            found.append(self._lines(best))
            beam = [best, *(each for each in beam if each != best)][:BEAM]
        return found

    def _lines(self, chosen: Chosen) -> Lines:
        named = tuple((option, int(self.names[condition])) for option, condition in chosen)
        return Lines(named, self._value(chosen))

    def _longer(self, beam: Sequence[Chosen]) -> list[Chosen]:
        """The best lists with one more line, each with other decisions.

        The new line comes last. With several options it may also come first, where it overrules the others.
        """
        options = np.array([self._options(chosen) for chosen in beam])
        gained = self._gained(options)
        longer: dict[bytes, tuple[float, Chosen]] = {}
        for option, gains in enumerate(self.gains, 1):
            for first in (False, True)[: len(self.gains)]:
                added = (gains - gained if first else (options == 0) * gains) @ self.matrix
                many = min(BRANCHES, added.shape[1])
                places = np.argpartition(-added, many - 1, axis=1)[:, :many]
                for row, chosen in enumerate(beam):
                    before = float(gained[row].sum())
                    for condition in places[row].tolist():
                        if added[row, condition] > 0:
                            line = option, condition
                            decided = self.fitting[condition] & (first | (options[row] == 0))
                            key = np.where(decided, np.int8(option), options[row]).tobytes()
                            total = before + float(added[row, condition])
                            if key not in longer or longer[key][0] < total:
                                longer[key] = total, (line, *chosen) if first else (*chosen, line)
        return [chosen for _, chosen in sorted(longer.values(), key=lambda each: -each[0])[:BEAM]]

    def _options(self, chosen: Chosen) -> NDArray[np.int8]:
        """The option that a list chooses in each cell."""
        options = np.zeros(self.fitting.shape[1], np.int8)
        for option, condition in reversed(chosen):
            options[self.fitting[condition]] = option
        return options

    def _gained(self, options: NDArray[np.int8]) -> NDArray[np.float64]:
        """What these options gain in each cell."""
        found = np.zeros(options.shape)
        for option, gains in enumerate(self.gains, 1):
            found += (options == option) * gains
        return found

    def _exchanged(self, chosen: Chosen) -> Chosen:
        """The list after every exchange of one line that helps. The new line is in the place of the old one."""
        value, place = self._value(chosen), 0
        while place < len(chosen):
            before, after = chosen[:place], chosen[place + 1 :]
            free = self._options(before) == 0
            added = ((self.gains - self._gained(self._options(after))) * free) @ self.matrix
            option, condition = divmod(int(added.argmax()), added.shape[1])
            changed = (*before, (option + 1, condition), *after)
            if (better := self._value(changed)) > value:
                chosen, value, place = changed, better, -1
            place += 1
        return chosen

    def _value(self, chosen: Chosen) -> int:
        """The exact sum of the values of all cells."""
        return int(np.take_along_axis(self.values, self._options(chosen)[None].astype(np.int64), axis=0).sum())
