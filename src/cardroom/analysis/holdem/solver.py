"""Solves games with two pocket cards, a board of five and a play wager that gets smaller as cards come.

`holdem_kernels` does the counting. Callers pass in the nets of results as integers. Decisions are computed backwards
from the river, for all pay tables in one pass. Then every deal is followed forward, with these decisions, to its end.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine, parts
from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.holdem.boards import (
    CHOOSE,
    PAIR,
    Patterns,
    copies_of,
    dealers,
    deals,
    every_end,
    flop_classes,
    hand_numbers,
    patterns,
    plain_boards,
    suited_boards,
)
from cardroom.analysis.report import FULL, RankDeck
from cardroom.rulebook import RuleBookError

__all__ = [
    "BestRaises",
    "FlopSums",
    "Ladder",
    "Nets",
    "PlayWager",
    "Solution",
    "decide",
    "pocket_sums",
    "reached_boards",
    "solve",
]


class Ladder(NamedTuple):
    """The allowed play wagers in Antes (before the flop a choice, on the flop, on the river), and the qualifier."""

    before: tuple[int, ...]
    flop: int
    river: int
    qualifier: str = PAIR
    """The lowest hand with which the dealer qualifies, by name."""


class BestRaises(NamedTuple):
    """The decisions before the river. On the river, a hand plays if that is worth at least as much as a fold."""

    ladder: Ladder
    before: tuple[int, ...]
    """For each of 169 pockets, the number of Antes it plays before the flop; 0 if it waits."""
    raises: NDArray[np.bool_]
    """For each class of flops and pocket (52 times the lower card plus the higher): whether it plays on the flop."""

    @property
    def early(self) -> list[int]:
        """The numbers of Antes played before the flop, largest first."""
        return sorted(set(self.before) - {0}, reverse=True) or [max(self.ladder.before)]

    def decisions(self) -> list["PlayWager"]:
        """Each decision to play, in the order of the kernel's channels."""
        before = [PlayWager(0, times) for times in self.early]
        return [*before, PlayWager(1, self.ladder.flop), PlayWager(2, self.ladder.river)]


class PlayWager(NamedTuple):
    """A decision to play this many Antes: at moment 0 before the flop, 1 on the flop, 2 on the river."""

    moment: int
    times: int


class Nets(NamedTuple):
    """Nets as integers: every fraction times a common scale, so that decisions are exact."""

    base: NDArray[np.int64]
    """The net of the wagers before the deal, by hand and result."""
    play: NDArray[np.int64]
    """The net of one unit of the play wager, by hand and result."""
    fold: int


class Solution(NamedTuple):
    """The best strategy under one choice of pay tables, and the ends of all deals under it."""

    strategy: BestRaises
    ends: dict[PlayWager, NDArray[np.int64]]
    """The number of deals by last decision, category and result."""
    folds: int
    folded: NDArray[np.int64] | None = None
    """If asked for: the deals that fold, by the category of the lower hand, those of equal hands last."""


class Job(NamedTuple):
    """The input of a worker that values rivers. It computes the rest itself."""

    nets: tuple[tuple[tuple[int, ...], ...], ...]
    """The distinct arrays of nets among all pay tables, by hand and result."""
    tables: tuple[tuple[int, int], ...]
    """For each choice of tables, the indexes in `nets` of its wagers before the deal and of its unit of play."""
    folds: tuple[int, ...]
    ladder: Ladder
    deck: RankDeck


def solve(
    tables: Sequence[Nets],
    ladder: Ladder,
    deck: RankDeck = FULL,
    engine: Engine = LOCAL,
    about: str = "hold'em",
    *,
    with_folded: bool = False,
) -> list[Solution]:
    """The best strategy for every choice of pay tables, and the ends of all deals.

    `with_folded` also counts the deals that fold by their lower hand.
    """
    strategies = decide(tables, ladder, deck, engine, about)
    alike: dict[tuple[tuple[int, ...], bytes], list[int]] = {}
    for number, strategy in enumerate(strategies):
        alike.setdefault((strategy.before, strategy.raises.tobytes()), []).append(number)
    shares = [slice(start, None, engine.workers) for start in range(engine.workers)]
    tasks = [
        _Path(
            deck,
            part,
            strategies[same[0]]._replace(raises=strategies[same[0]].raises[part]),
            [tables[n] for n in same],
            with_folded,
        )
        for same in alike.values()
        for part in shares
    ]
    followed = list(engine.map(f"{about}: following every decision", _follow, tasks))
    solutions: dict[int, Solution] = {}
    for place, same in enumerate(alike.values()):
        some = followed[place * len(shares) : (place + 1) * len(shares)]
        together, lower = (np.sum([each[item] for each in some], axis=0) for item in (0, 1))
        for number, (*counted, folded), beaten in zip(same, together, lower, strict=True):
            first, *others = strategies[number].decisions()
            # The first channel is not counted. It is what remains of all deals: the largest play before the flop.
            rest = every_end(deck, ladder.qualifier) - np.sum([*counted, folded], axis=0)
            ends = {first: rest} | dict(zip(others, counted, strict=True))
            solutions[number] = Solution(strategies[number], ends, int(folded.sum()), beaten if with_folded else None)
    return [solutions[number] for number in range(len(tables))]


def decide(
    tables: Sequence[Nets], ladder: Ladder, deck: RankDeck = FULL, engine: Engine = LOCAL, about: str = "hold'em"
) -> list[BestRaises]:
    """The best strategy for every choice of pay tables."""
    job = _job(tables, ladder, deck)
    sums, raises = _summed(job, engine, about)
    strategies = []
    for number, (base, play) in enumerate(job.tables):
        early = np.array([sums[:, base] + times * sums[:, play] for times in ladder.before])
        most = np.array(ladder.before)[early.argmax(axis=0)]
        before = np.where(early.max(axis=0) > sums[:, len(job.nets) + number], most, 0)
        strategies.append(BestRaises(ladder, tuple(before.tolist()), np.ascontiguousarray(raises[:, :, number])))
    return strategies


def pocket_sums(nets: Nets, ladder: Ladder, deck: RankDeck = FULL, engine: Engine = LOCAL) -> NDArray[np.int64]:
    """For each of 169 pockets, the net before the flop summed over all deals of all pockets of this number.

    The columns are the wagers before the deal, one unit of play, and the best decisions from the flop on.
    """
    job = _job([nets], ladder, deck)
    sums, _ = _summed(job, engine, "hold'em")
    [(base, play)] = job.tables
    return sums[:, [base, play, len(job.nets)]]


class FlopSums:
    """Sums over all turns, rivers and dealer's pockets, by class of flops and pocket, for any play on the river."""

    def __init__(self, nets: Nets, ladder: Ladder, deck: RankDeck = FULL) -> None:
        self.nets, self.ladder, self.deck = nets, ladder, deck
        job = _job([nets], ladder, deck)
        [(base, play)] = job.tables
        width = len(job.nets) + 1
        with _ONCE:
            rivers = _rivers(job)
        _rivers.cache_clear()
        self.rivers = [tuple(np.ascontiguousarray(each[:, at::width]) for at in (base, play)) for each in rivers]
        """For boards without and with a flush suit, by pattern and class: the net before the deal, and of a unit."""

    def gains(self) -> list[NDArray[np.int64]]:
        """For boards without and with a flush suit, by pattern and class: what playing on the river gains on a fold."""
        fold = self.nets.fold * dealers(self.deck)
        return [base + self.ladder.river * play.astype(np.int64) - fold for base, play in self.rivers]

    def fixed(self, engine: Engine = LOCAL) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The sums of the net before the deal, and of one unit of play."""
        before, unit = (self._summed([each[item] for each in self.rivers], engine) for item in (0, 1))
        return before, unit

    def waiting(self, plays: Sequence[NDArray[np.bool_]], engine: Engine = LOCAL) -> NDArray[np.int64]:
        """The sums of a player who waits for the river, and plays these classes of pockets there."""
        fold = self.nets.fold * dealers(self.deck)
        tables = [
            np.where(played, base + self.ladder.river * play, fold).astype(base.dtype)
            for (base, play), played in zip(self.rivers, plays, strict=True)
        ]
        return self._summed(tables, engine)

    def _summed(self, tables: Sequence[NDArray[np.int32]], engine: Engine) -> NDArray[np.int64]:
        shares = [slice(start, None, engine.workers) for start in range(engine.workers)]
        flops, ways = flop_classes(self.deck)
        pockets = np.array(list(combinations(self.deck.cards, 2)))
        sums = np.zeros((len(flops), len(pockets)), np.int64)

        def some(part: slice) -> None:
            nothing, out = np.zeros((0, 2), np.int64), np.zeros((169, 1), np.int64)
            raises, space = np.zeros((1, 52 * 52, 0), np.bool_), holdem_kernels.flop_space()
            work = [np.zeros(351, np.int64), np.zeros((52, 26, 1), np.int64), np.zeros((52, 52, 1), np.int64)]
            for number in range(len(flops))[part]:
                here = slice(number, number + 1)
                holdem_kernels.sum_back(
                    flops[here], ways[here], _present(self.deck), tables[0], tables[1], CHOOSE, nothing, 1,
                    self.ladder.flop, raises, out, *space, *work,
                )  # fmt: skip
                sums[number] = work[2][pockets[:, 0], pockets[:, 1], 0]

        for _ in engine.map("flops", some, shares):
            pass
        return sums


def _summed(job: Job, engine: Engine, about: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The sums of all flops for each of 169 pockets, and the decisions on every flop."""
    flops, _ = flop_classes(job.deck)
    shares = parts(engine, 0.5 + 0.2 * (len(job.nets) + len(job.tables)))
    raises = np.zeros((len(flops), 52 * 52, len(job.tables)), np.bool_)
    sums = np.zeros((169, len(job.nets) + len(job.tables)), np.int64)
    results = engine.map(f"{about}: deciding on every flop", _sum_back, [(job, part) for part in shares])
    for part, (some_sums, some_raises) in zip(shares, results, strict=True):
        sums += some_sums
        raises[part] = some_raises
    _rivers.cache_clear()
    return sums, raises


def _job(tables: Sequence[Nets], ladder: Ladder, deck: RankDeck) -> Job:
    nets: dict[tuple[tuple[int, ...], ...], int] = {}
    for table in tables:
        for each in (table.base, table.play):
            nets.setdefault(tuple(map(tuple, each.tolist())), len(nets))
    pairs = [[nets[tuple(map(tuple, each.tolist()))] for each in (table.base, table.play)] for table in tables]
    return Job(tuple(nets), tuple((base, play) for base, play in pairs), tuple(t.fold for t in tables), ladder, deck)


def _sum_back(task: tuple[Job, slice]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The sums over some of the flops, and the decisions on them."""
    job, part = task
    flops, ways = (np.ascontiguousarray(each[part]) for each in flop_classes(job.deck))
    with _ONCE:
        plain, suited = _rivers(job)
    raises = np.zeros((len(flops), 52 * 52, len(job.tables)), np.bool_)
    sums = np.zeros((169, len(job.nets) + len(job.tables)), np.int64)
    pairs, present = np.array(job.tables), _present(job.deck)
    many = sums.shape[1]
    space = [np.zeros(351 * many, np.int64), np.zeros((52, 26, many), np.int64), np.zeros((52, 52, many), np.int64)]
    holdem_kernels.sum_back(
        flops, ways, present, plain, suited, CHOOSE, pairs, len(job.nets), job.ladder.flop, raises, sums,
        *holdem_kernels.flop_space(), *space,
    )  # fmt: skip
    return sums, raises


_ONCE = Lock()


@lru_cache(maxsize=1)
def _rivers(job: Job) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The value of every pattern and class on the river. Cached for the threads of one job."""
    nets, many = np.array(job.nets), dealers(job.deck)
    greatest = (1 + max(job.ladder.before)) * int(np.abs(nets).max()) + max(map(abs, job.folds))
    behind_a_pocket = deals(job.deck) * 12 // comb(len(job.deck.cards), 2)  # two ranks, not suited: the most deals
    if greatest * behind_a_pocket >= 2**63:
        raise RuleBookError("the pay tables' odds have too large a common denominator for 64-bit counting")
    width = np.int32 if greatest * many < 2**31 else np.int64
    by_hand = np.ascontiguousarray(nets.transpose(1, 0, 2))
    rivers = []
    for each in patterns(job.deck, job.ladder.qualifier):
        out = np.zeros((len(each.ranks), each.ranks.shape[1] * (len(nets) + len(job.tables))), width)
        step = -(-len(out) // LOCAL.workers)

        def value(start: int, each: Patterns = each, out: NDArray[np.int32] = out, step: int = step) -> None:
            part = slice(start, start + step)
            holdem_kernels.river_values(
                each.counts[part], each.ranks[part], hand_numbers(), by_hand, np.array(job.tables),
                np.array(job.folds), job.ladder.river, many, out[part],
            )  # fmt: skip

        for _ in LOCAL.map("rivers", value, range(0, len(out), step)):
            pass
        rivers.append(out)
    return rivers[0], rivers[1]


class _Path(NamedTuple):
    """The input of a worker that follows the decisions of one strategy on some of the flops."""

    deck: RankDeck
    part: slice
    strategy: BestRaises
    tables: Sequence[Nets]
    with_folded: bool


def reached_boards(
    deck: RankDeck, part: slice, strategy: BestRaises, raises: NDArray[np.bool_]
) -> list[NDArray[np.int32]]:
    """The deals of some flops that reach each board, by channel and pocket, if a player raises like this on them."""
    flops, ways = (np.ascontiguousarray(each[part]) for each in flop_classes(deck))
    early = strategy.early
    channels = np.array([early.index(times) if times else -1 for times in strategy.before])
    both = patterns(deck, strategy.ladder.qualifier)
    reached = [np.zeros((len(each.ranks), len(early) + 1, each.ranks.shape[1]), np.int32) for each in both]
    many = len(early) + 2
    space = [np.zeros((52, 52), np.int64), np.zeros((many, 351), np.int32), np.zeros((52, 26, many), np.int32)]
    holdem_kernels.send_forward(
        flops, ways, _present(deck), CHOOSE, channels, np.ascontiguousarray(raises), *reached,
        *holdem_kernels.flop_space(), *space,
    )  # fmt: skip
    return reached


def _follow(task: _Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ends of the deals of some flops, for each choice of tables, by channel, category and result.

    The first channel is left out. The last one counts the deals that fold. If asked for, the second array counts these
    by the category of the lower hand.
    """
    deck, part, strategy, tables, with_folded = task
    early, both = strategy.early, patterns(deck, strategy.ladder.qualifier)
    reached = reached_boards(deck, part, strategy, strategy.raises)
    worth = np.array([nets.base + strategy.ladder.river * nets.play for nets in tables])
    folds = np.array([nets.fold for nets in tables])
    total = np.zeros((len(tables), len(early) + 2, *worth.shape[1:]), np.int64)
    lower = np.zeros((len(tables), worth.shape[1] + 1), np.int64)
    boards = (plain_boards(), suited_boards())
    for each, some, kinds, copies in zip(both, reached, boards, copies_of(deck), strict=True):
        ends = np.zeros_like(total)
        holdem_kernels.count_ends(some, each.counts, each.ranks, hand_numbers(), worth, folds, dealers(deck), ends)
        total += ends
        for number in range(len(tables) if with_folded else 0):
            holdem_kernels.count_folded(
                kinds, copies, some[:, -1], each.counts, each.ranks, hand_numbers(), worth[number],
                int(folds[number]), dealers(deck), lower[number],
            )  # fmt: skip
    return total, lower


def _present(deck: RankDeck) -> NDArray[np.bool_]:
    return np.isin(np.arange(52), deck.cards)
