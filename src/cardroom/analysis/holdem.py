"""Exact values of games with two pocket cards, a board of five and a play wager that shrinks as cards come.

What counts is in `holdem_kernels`; what it is worth is handed in, once for every category and result. Decisions are
found from the river backwards, and every figure is a fraction.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis import holdem_kernels as kernels
from cardroom.cards import RANKS
from cardroom.rankings import categories, category, strength
from cardroom.rankings.high import HIGH
from cardroom.rankings.tables import ALONE, tables

PAIR = "2c 2d 5h 4s 3c"
DEALS = 22100 * 1176 * 1081 * 990
"""Flops, pockets, turns with rivers, dealer's pockets."""


class Counts(NamedTuple):
    """The dealer's pockets by result, for every board pattern and pocket class."""

    plain: NDArray[np.int16]
    plain_ranks: NDArray[np.uint16]
    suited: NDArray[np.int16]
    suited_ranks: NDArray[np.uint16]


@cache
def counts() -> Counts:
    """Count once: every game and pay table of this family uses the same numbers."""
    words, masks, rows, values = tables(HIGH, 7)
    cards = np.arange(13, dtype=np.uint16) * 4
    unsuited = words[cards | ALONE] & ~np.uint64(0xFFFF)  # no suit is counted where no flush is possible
    plain = _compare(plain_boards(), unsuited, np.zeros(13, np.uint64), np.full(13, 4), rows, values)
    # Of the flush suit, or of any other: four cards of others at most, so that they never make a flush.
    kinds = (np.arange(26, dtype=np.uint16) // 2 * 4 + 1 - np.arange(26, dtype=np.uint16) % 2) | np.uint16(ALONE)
    suited = _compare(suited_boards(), words[kinds], masks[kinds], np.tile([3, 1], 13), rows, values)
    return Counts(*plain, *suited)


def _compare(
    boards: NDArray[np.int64], words: Any, masks: Any, copies: Any, rows: Any, values: Any
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    classes = len(words) * (len(words) + 1) // 2
    found = np.zeros((len(boards), classes, 6), np.int16)
    ranks = np.zeros((len(boards), classes), np.uint16)
    kernels.compare_pockets(boards, words, masks, copies, rows, values, strength("high", PAIR), found, ranks)
    return found, ranks


def plain_boards() -> NDArray[np.int64]:
    """Boards by ranks alone, in the order of their numbers."""
    return np.array(sorted(combinations_with_replacement(range(13), 5), key=lambda board: board[::-1]), np.int64)


def suited_boards() -> NDArray[np.int64]:
    """Boards with three, four or five cards of a suit, as kinds, in the order of their numbers."""
    boards = []
    for held in (3, 4, 5):
        for flush in sorted(combinations(range(13), held), key=lambda ranks: ranks[::-1]):
            rest = combinations_with_replacement(range(13), 5 - held)
            for others in sorted(rest, key=lambda ranks: ranks[::-1]):
                boards.append([rank * 2 + 1 for rank in flush] + [rank * 2 for rank in others])
    return np.array(boards, np.int64)


@cache
def flop_classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One flop of each class of flops that differ only by exchanging suits, and the size of the class."""
    flops = np.array(list(combinations(range(52), 3)), np.int64)
    codes = [
        np.sort(flops // 4 * 4 + np.array(order)[flops % 4], axis=1) @ (2704, 52, 1) for order in permutations(range(4))
    ]
    _, first, sizes = np.unique(np.min(codes, axis=0), return_index=True, return_counts=True)
    return flops[first], sizes


class Ladder(NamedTuple):
    """When how much may be played, in Antes: before the flop (a choice), after it, and on the river."""

    before: tuple[int, ...]
    flop: int
    river: int


class Solution(NamedTuple):
    """The best strategy's exact sums over all deals, in units of the Ante."""

    net: Fraction
    squares: Fraction
    before: dict[int, dict[str, int]]
    """Pockets that play before the flop, by how many Antes, each with its number of combinations."""
    frequencies: dict[str, Fraction]
    """How often each decision is the last one."""
    wagered: Fraction
    """Antes played after the deal, on average."""


Net = Callable[[str, bool, int], Fraction]
"""A net per unit: of a category, whether the dealer qualifies, and the result."""

RESULTS = ((True, 1), (False, 1), (True, 0), (False, 0), (True, -1), (False, -1))


def solve(base: Net, play: Net, fold: Fraction, ladder: Ladder, workers: int | None = None) -> Solution:
    """The best strategy and what it is worth, from what the wagers before the deal and a unit of play net."""
    names = categories("high")
    nets = [[[net(name, *result) for result in RESULTS] for name in names] for net in (base, play)]
    scale = lcm(fold.denominator, *(net.denominator for table in nets for row in table for net in row))
    whole = [np.array([[int(net * scale) for net in row] for row in table], np.int64) for table in nets]
    sums = _sums(whole[0], whole[1], int(fold * scale), ladder, workers)
    total = squares = played = folds = on_flop = Fraction(0)
    before: dict[int, dict[str, int]] = {times: {} for times in ladder.before}
    for pocket, row in enumerate(sums.tolist()):
        chosen = max(ladder.before, key=lambda times: row[kernels.BASE] + times * row[kernels.PLAY])
        now = row[kernels.BASE] + chosen * row[kernels.PLAY]
        deals = row[-1] * 1081 * 990
        if now > row[kernels.BEST]:
            total += now
            squares += row[kernels.BASE_BASE] + 2 * chosen * row[kernels.BASE_PLAY] + chosen**2 * row[kernels.PLAY_PLAY]
            played += chosen * deals
            before[chosen][pocket_name(pocket)] = deals
        else:
            total += row[kernels.BEST]
            squares += row[kernels.SQUARE]
            raised = row[-2] * 1081 * 990
            folds += row[kernels.FOLDS]
            on_flop += raised
            played += ladder.flop * raised + ladder.river * (deals - raised - row[kernels.FOLDS])
    early = {f"play {times} times before the flop": sum(before[times].values()) for times in ladder.before}
    river = DEALS - sum(early.values()) - on_flop - folds
    last = early | {f"play {ladder.flop} times on the flop": on_flop, "play on the river": river, "fold": folds}
    frequencies = {name: Fraction(count) / DEALS for name, count in last.items()}
    return Solution(total / scale / DEALS, squares / scale**2 / DEALS, before, frequencies, played / DEALS)


def _sums(
    base: NDArray[np.int64], play: NDArray[np.int64], fold: int, ladder: Ladder, workers: int | None
) -> NDArray[np.int64]:
    """The sums over everything behind each of the 169 pockets, the flops shared among threads."""
    greatest = max(abs(fold), int(np.abs(base).max() + ladder.river * np.abs(play).max()))
    width = np.int32 if greatest**2 * 990 < 2**31 else np.int64
    known = counts()
    rivers = []
    for found, ranks in ((known.plain, known.plain_ranks), (known.suited, known.suited_ranks)):
        out = np.zeros((*found.shape[:2], kernels.QUANTITIES), width)
        kernels.river_values(found, ranks, _categories(), base, play, ladder.river, fold, out)
        rivers.append(out)
    flops, ways = flop_classes()
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(20)])
    workers = workers or os.cpu_count() or 1

    def share(number: int) -> NDArray[np.int64]:
        some = np.zeros((169, kernels.QUANTITIES + 2), np.int64)
        some_flops, some_ways = flops[number::workers], ways[number::workers]
        kernels.fold_back(some_flops, some_ways, rivers[0], rivers[1], choose, ladder.flop, some)
        return some

    with ThreadPoolExecutor(workers) as pool:
        total: NDArray[np.int64] = np.sum(list(pool.map(share, range(workers))), axis=0)
    return total


@cache
def _categories() -> NDArray[np.int64]:
    """The category of every rank, by its place in the list."""
    names = categories("high")
    return np.array([0, *(names.index(category("high", value)) for value in range(1, 7463))], np.int64)


def pocket_name(number: int) -> str:
    """A pocket by its number: the suited above the diagonal.

    >>> pocket_name(12 * 13 + 12), pocket_name(12 * 13 + 11), pocket_name(11 * 13 + 12)
    ('AA', 'AKs', 'AKo')
    """
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    high, low = max(first, second), min(first, second)
    return f"{RANKS[high]}{RANKS[low]}{'s' if first > second else 'o'}"


def ranges(pockets: Iterable[str]) -> str:
    """Pockets as players write them: the lowest kicker of each rank, suited and not.

    >>> ranges(["AA", "KK", "AKs", "AQs", "KQo", "KTo"])
    'KK+ AQs+ KQo KTo'
    """
    found = set(pockets)
    parts = _runs([rank * 2 for rank in RANKS], found)
    for kind in "so":
        for place in range(12, 0, -1):
            parts += _runs([f"{RANKS[place]}{RANKS[low]}{kind}" for low in range(place)], found)
    return " ".join(parts)


def _runs(names: list[str], found: set[str]) -> list[str]:
    """The names that are there, the unbroken run at the top told by its lowest with a plus."""
    top = len(names)
    while top and names[top - 1] in found:
        top -= 1
    run = [names[top] + ("+" if top < len(names) - 1 else "")] if top < len(names) else []
    return run + [name for name in reversed(names[:top]) if name in found]


@cache
def beaten_hands() -> dict[str, int]:
    """Deals by the category of the hand that is beaten, whichever side's, and those where both hands are equal.

    Both sides' cards are alike, so the dealer is beaten with a category as often as the player is.
    """
    known = counts()
    lost: Counter[str] = Counter()
    equal = 0
    for found, ranks, ways in (
        (known.plain, known.plain_ranks, _plain_ways()),
        (known.suited, known.suited_ranks, _suited_ways()),
    ):
        losses = (found[:, :, kernels.LOSS].astype(np.int64) + found[:, :, kernels.LOSS_UNQUALIFIED]) * ways
        ties = found[:, :, kernels.TIE].astype(np.int64) + found[:, :, kernels.TIE_UNQUALIFIED]
        equal += int((ties * ways).sum())
        for place, name in enumerate(categories("high")):
            lost[name] += int(losses[(_categories()[ranks] == place) & (ranks > 0)].sum())
    return {name: 2 * lost[name] for name in reversed(categories("high"))} | {"equal hand": equal}


def _pocket_ways(left: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many pockets each class has, for the copies of each kind that a board leaves."""
    kinds = left.shape[1]
    columns = [
        left[:, x] * left[:, y] if x < y else left[:, x] * (left[:, x] - 1) // 2
        for y in range(kinds)
        for x in range(y + 1)
    ]
    return np.stack(columns, axis=1)


def _suited_ways() -> NDArray[np.int64]:
    """How many boards and pockets stand behind each suited pattern and class."""
    boards = suited_boards()
    held = np.stack([(boards == kind).sum(axis=1) for kind in range(26)], axis=1)
    return _suited_boards_ways()[:, None] * _pocket_ways(np.tile([3, 1], 13) - held)


def _suited_boards_ways() -> NDArray[np.int64]:
    boards = suited_boards()
    ways = np.full(len(boards), 4, np.int64)
    for kind in range(0, 26, 2):
        ways *= np.array([1, 3, 3, 1])[(boards == kind).sum(axis=1)]
    return ways


def _plain_ways() -> NDArray[np.int64]:
    """The same for patterns without a flush suit: all boards of those ranks, less the suited ones."""
    boards = plain_boards()
    held = np.stack([(boards == rank).sum(axis=1) for rank in range(13)], axis=1)
    ways = np.array([1, 4, 6, 4, 1, 0])[held].prod(axis=1)
    number = {tuple(board): place for place, board in enumerate(boards.tolist())}
    for board, suited in zip(
        (np.sort(suited_boards() // 2, axis=1)).tolist(), _suited_boards_ways().tolist(), strict=True
    ):
        ways[number[tuple(board)]] -= suited
    found: NDArray[np.int64] = ways[:, None] * _pocket_ways(np.maximum(4 - held, 0))
    return found
