"""The search over several lines at once, in whole numbers: branch and bound on partial sums.

Lines are chosen from the lowest hand to the highest. A branch ends where its partial sums, with the least or the most
that the other lines can add, cannot meet a condition, or cannot come before the tables that are already found.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from heapq import heappush, heappushpop
from time import process_time
from typing import Literal, NamedTuple, get_args

__all__ = ["CHANGED", "ORDERS", "Found", "Goal", "Order", "SearchLine", "Span", "search"]

Order = Literal["change", "edge", "hit", "deviation"]
ORDERS: tuple[Order, ...] = get_args(Order)
CHANGED = 10**9
"""The cost of a changed line. The size of the change costs less than this."""
_EVERY = 256
"""Branches between two looks at the clock."""


class Span(NamedTuple):
    """A range of whole numbers with both ends; None where an end is open."""

    least: int | None = None
    most: int | None = None

    def holds(self, number: int) -> bool:
        """Whether a number is in the range."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


class SearchLine(NamedTuple):
    """A line of a pay table."""

    weight: int
    """The deals on which it is paid."""
    nets: tuple[int, ...]
    """What it may pay, net, in order. All lines have the same scale."""
    costs: tuple[int, ...]
    """What each choice costs in change. Costs rise from `start` to both sides."""
    start: int
    """The choice that is nearest to what the line pays now."""


class Goal(NamedTuple):
    """The conditions on a pay table, and the order of the results."""

    sums: Span = Span()
    """The sum of weight times net of all lines."""
    hits: Span = Span()
    """The sum of the weights of lines with a positive net."""
    spread: Span = Span()
    """The deals times the sum of squares, minus the square of the sum."""
    deals: int = 0
    square: int = 0
    """The sum of squares of all other results."""
    total: int = 0
    """The sum of all other results."""
    order: Order = "change"
    reverse: bool = False
    monotone: bool = True
    """Whether a higher hand never pays less than a lower one."""


class Found(NamedTuple):
    """The result of a search."""

    tables: tuple[tuple[int, ...], ...]
    """For each table, the choice of each line, in the order of the lines. The first table is the best one."""
    branches: int
    """The branches that were examined."""
    cut: bool
    """Whether the time ended the search."""
    more: bool
    """Whether tables were left out because they come after these."""


def search(
    lines: Sequence[SearchLine],
    goal: Goal,
    most: int,
    seconds: float,
    progress: Callable[[float], None] = lambda _: None,
) -> Found:
    """The first tables that meet all conditions, in the goal's order. `lines` start with the lowest hand.

    >>> coin = SearchLine(1, (-1, 1, 2, 3), (10**9, 0, 10**9 + 1, 10**9 + 2), 1)
    >>> search([coin, coin], Goal(sums=Span(3, 4)), 9, 1.0).tables
    ((1, 2), (1, 3), (2, 2))
    """
    work = _Branching(lines, goal, most, seconds, progress)
    try:
        if goal.order == "change":  # few changed lines first, so that most branches are never looked at
            for changed in range(len(lines) + 1):
                work.limits = (changed * CHANGED, (changed + 1) * CHANGED)
                work.branch(0, 0, 0, 0, 0, ())
                if len(work.heap) == most:
                    work.more = work.more or changed < len(lines)
                    break
        else:
            work.branch(0, 0, 0, 0, 0, ())
    except _TimeOver:
        return Found(work.tables(), work.branches, cut=True, more=True)
    return Found(work.tables(), work.branches, cut=False, more=work.more)


class _TimeOver(Exception):
    """The search has used its time."""


class _Branching:
    """The state of one search."""

    def __init__(
        self, lines: Sequence[SearchLine], goal: Goal, most: int, seconds: float, progress: Callable[[float], None]
    ) -> None:
        self.lines, self.goal, self.most, self.progress = lines, goal, most, progress
        self.heap: list[tuple[int, int, int, tuple[int, ...]]] = []
        self.limits = (0, (len(lines) + 1) * CHANGED)
        self.branches, self.more = 0, False
        self.began, self.seconds = process_time(), seconds
        # By line: the most that it and all later ones can add to the sum, to the hits and to the squares.
        self.sums, self.hits, self.squares = [0], [0], [0]
        for line in reversed(lines):
            self.sums.insert(0, self.sums[0] + line.weight * line.nets[-1])
            self.hits.insert(0, self.hits[0] + (line.weight if line.nets[-1] > 0 else 0))
            largest = max(net * net for net in (line.nets[0], line.nets[-1]))
            self.squares.insert(0, self.squares[0] + line.weight * largest)

    def tables(self) -> tuple[tuple[int, ...], ...]:
        return tuple(picks for *_, picks in sorted(self.heap, reverse=True))

    def branch(self, at: int, total: int, hits: int, square: int, cost: int, picks: tuple[int, ...]) -> None:
        """Choose the line at this place, and all later ones."""
        self.branches += 1
        if self.branches % _EVERY == 0:
            used = process_time() - self.began
            self.progress(used)
            if used > self.seconds:
                raise _TimeOver
        line, goal = self.lines[at], self.goal
        below = self.lines[at - 1].nets[picks[-1]] if goal.monotone and at else None
        first, last = self._range(at, total, below)
        for pick in _outward(first, last, line):
            net = line.nets[pick]
            spent = cost + line.costs[pick]
            if spent >= self.limits[1]:
                break  # costs rise from here on
            lowest = self._lowest(at + 1, net)
            if lowest is None:
                continue
            added = line.weight * net
            least = total + added + lowest[0]
            if goal.sums.most is not None and least > goal.sums.most:
                continue
            more_hits = hits + (line.weight if net > 0 else 0)
            if goal.hits.most is not None and more_hits + lowest[1] > goal.hits.most:
                continue
            if goal.hits.least is not None and more_hits + self.hits[at + 1] < goal.hits.least:
                continue
            squares = square + line.weight * net * net
            largest = total + added + self.sums[at + 1]
            bound = self._bound((least, largest), (more_hits, lowest[1], at + 1), (squares, lowest[2]))
            if self._is_late(bound, spent):
                self.more = True
                continue
            if at + 1 < len(self.lines):
                self.branch(at + 1, total + added, more_hits, squares, spent, (*picks, pick))
            elif spent >= self.limits[0]:
                self._found(total + added, more_hits, squares, spent, (*picks, pick))

    def _range(self, at: int, total: int, below: int | None) -> tuple[int, int]:
        """The choices of a line that the sums allow."""
        line, sums = self.lines[at], self.goal.sums
        first = 0 if below is None else bisect_left(line.nets, below)
        last = len(line.nets)
        if line.weight and sums.least is not None:
            need = sums.least - total - self.sums[at + 1]
            first = max(first, bisect_left(line.nets, -(-need // line.weight)))
        if line.weight and sums.most is not None and (rest := self._lowest(at + 1, line.nets[min(first, last - 1)])):
            room = sums.most - total - rest[0]
            last = bisect_right(line.nets, room // line.weight)
        return first, last

    def _lowest(self, at: int, below: int) -> tuple[int, int, int] | None:
        """The least that the lines from this place on add to the sum, the hits and the squares; None if impossible."""
        total = hits = square = 0
        for line in self.lines[at:]:
            least = line.nets[0]
            if self.goal.monotone and least < below:
                least = below
                if line.nets[-1] < below:
                    return None
            total += line.weight * least
            if least > 0:
                hits += line.weight
                square += line.weight * least * least
        return total, hits, square

    def _bound(self, sums: tuple[int, int], hits: tuple[int, int, int], squares: tuple[int, int]) -> int:
        """The best place in the order that a branch can have. A lower number comes first."""
        goal = self.goal
        least = sums[0] if goal.sums.least is None else max(sums[0], goal.sums.least)
        most = sums[1] if goal.sums.most is None else min(sums[1], goal.sums.most)
        match goal.order, goal.reverse:
            case "edge", False:
                return -most
            case "edge", True:
                return least
            case "hit", False:
                return -(hits[0] + self.hits[hits[2]])
            case "hit", True:
                return hits[0] + hits[1]
            case "deviation", False:
                return goal.deals * (goal.square + sum(squares)) - max(
                    (goal.total + each) ** 2 for each in (least, most)
                )
            case "deviation", True:
                return -goal.deals * (goal.square + squares[0] + self.squares[hits[2]])
        return 0

    def _is_late(self, key: int, cost: int) -> bool:
        """Whether a table with this key and cost comes after all tables that are kept."""
        return len(self.heap) == self.most and (key, cost) >= (-self.heap[0][0], -self.heap[0][1])

    def _found(self, total: int, hits: int, square: int, cost: int, picks: tuple[int, ...]) -> None:
        goal = self.goal
        spread = goal.deals * (goal.square + square) - (goal.total + total) ** 2
        if not (goal.sums.holds(total) and goal.hits.holds(hits) and goal.spread.holds(spread)):
            return
        sign = -1 if goal.reverse else 1
        key = {"change": 0, "edge": -total, "hit": -hits, "deviation": spread}[goal.order] * sign
        if self._is_late(key, cost):
            self.more = True
            return
        entry = (-key, -cost, -self.branches, picks)
        if len(self.heap) < self.most:
            heappush(self.heap, entry)
        else:
            heappushpop(self.heap, entry)
            self.more = True


def _outward(first: int, last: int, line: SearchLine) -> Iterator[int]:
    """The choices from `first` up to `last`, the cheapest first."""
    high = min(max(line.start, first), last)
    low = high - 1
    while low >= first or high < last:
        if low < first or (high < last and line.costs[high] <= line.costs[low]):
            yield high
            high += 1
        else:
            yield low
            low -= 1
