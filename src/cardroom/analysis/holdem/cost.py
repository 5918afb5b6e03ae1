"""The exact figures of any strategy in Heads Up Hold'em and Ultimate Texas Hold'em.

The strategy is asked once for each of 169 pockets, for every pocket on each of 1,755 flops, and for every class of
pockets on each of 42,783 board patterns: 15 million decisions. Every deal is then followed to its end, as for the best
strategy. Situations that differ only in suits which cannot matter share one answer, so a strategy must not depend on
these suits, nor on the order of the board. Random deals check that.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL
from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.holdem.boards import (
    dealers,
    every_end,
    flop_classes,
    hand_numbers,
    patterns,
    plain_boards,
    suited_boards,
)
from cardroom.analysis.holdem.compiling import compile_kernels
from cardroom.analysis.holdem.games import ladder_of, report_of_ends
from cardroom.analysis.holdem.solver import BestRaises, reached_boards
from cardroom.analysis.report import FULL, RankDeck, WagerReport
from cardroom.analysis.strategy import Cards, DecisionArrays, Strategy, StrategyError, check_times
from cardroom.cards import pretty
from cardroom.rankings import categories
from cardroom.rulebook import RuleSet

__all__ = ["StrategyTables", "holdem_cost", "river_deals", "strategy_tables"]

BOARDS = 2048
"""Board patterns that are asked for, and counted, at once."""
CHECKED = 4000
"""Random deals in which the strategy must decide as in the deal that represents them."""
SEED = 2026


class StrategyTables(NamedTuple):
    """The decisions of a strategy, as the exact analysis stores them."""

    raises: BestRaises
    """The decisions before the river."""
    plain: NDArray[np.bool_]
    """For every board pattern without a flush suit and class of pockets: whether it plays on the river."""
    suited: NDArray[np.bool_]


def holdem_cost(rules: RuleSet, strategy: Strategy, deck: RankDeck = FULL) -> WagerReport:
    """The report of the base game, counted over all deals under a strategy."""
    compile_kernels(deck, ladder_of(rules).qualifier)
    tables = strategy_tables(rules, strategy, deck)
    tasks = [(deck, tables, slice(start, None, LOCAL.workers)) for start in range(LOCAL.workers)]
    first, *others = tables.raises.decisions()
    *counted, folded = np.sum(list(LOCAL.map(f"{rules.name}: following a strategy", _ends, tasks)), axis=0)
    rest = every_end(deck, tables.raises.ladder.qualifier) - np.sum([*counted, folded], axis=0)
    ends = {first: rest} | dict(zip(others, counted, strict=True))
    return report_of_ends(rules, ends, int(folded.sum()))


def _ends(task: tuple[RankDeck, StrategyTables, slice]) -> NDArray[np.int64]:
    """The ends of the deals of some flops by channel, category and result. The last channel folds."""
    deck, (strategy, *plays), part = task
    early, both = strategy.early, patterns(deck, strategy.ladder.qualifier)
    reached = reached_boards(deck, part, strategy, strategy.raises[part])
    size = len(categories("high"))
    total = np.zeros((1, len(early) + 3, size, 6), np.int64)
    nothing, never = np.zeros((1, size, 6), np.int64), np.zeros(1, np.int64)  # the kernel itself folds no hand
    for each, some, play in zip(both, reached, plays, strict=True):
        for start in range(0, len(some), BOARDS):
            here = slice(start, start + BOARDS)
            folds = np.where(play[here], 0, some[here, -1])
            some[here, -1] -= folds
            split = np.concatenate([some[here], folds[:, None]], axis=1)
            ends = np.zeros_like(total)
            holdem_kernels.count_ends(
                split, each.counts[here], each.ranks[here], hand_numbers(), nothing, never, dealers(deck), ends
            )
            total += ends
    return total[0, :-1]


def strategy_tables(rules: RuleSet, strategy: Strategy, deck: RankDeck = FULL) -> StrategyTables:
    """Ask a strategy for all its decisions."""
    _check(rules, strategy, deck)
    ladder = ladder_of(rules)
    pockets = np.array(list(combinations(deck.cards, 2)), np.uint8)
    numbers = np.array([holdem_kernels.pocket_of(*pocket) for pocket in pockets.tolist()])
    before = np.zeros(169, np.int64)
    before[numbers] = asked = _asked(rules, strategy, 0, pockets, pockets[:, :0], ladder.before)
    if len(wrong := np.flatnonzero(before[numbers] != asked)):
        other = np.flatnonzero((numbers == numbers[wrong[0]]) & (asked != asked[wrong[0]]))
        raise _differs(strategy, 0, pockets[wrong[0]], pockets[other[0]])
    flops = flop_classes(deck)[0].astype(np.uint8)
    raises = np.zeros((len(flops), 52 * 52), np.bool_)
    waits = pockets[before[numbers] == 0]
    for number, flop in enumerate(flops):
        held = waits[~np.isin(waits, flop).any(axis=1)]
        if len(held):
            board = np.broadcast_to(flop, (len(held), 3))
            places = held[:, 0].astype(np.int64) * 52 + held[:, 1]
            raises[number, places] = _asked(rules, strategy, 1, held, board, (ladder.flop,)) > 0
    rivers = [np.zeros(each.ranks.shape, np.bool_) for each in patterns(deck, ladder.qualifier)]
    for each, plays, suited in zip(patterns(deck, ladder.qualifier), rivers, (False, True), strict=True):
        for places, hands, boards in river_deals(each.ranks > 0, deck, suited=suited):
            plays[places] = _asked(rules, strategy, 2, hands, boards, (ladder.river,)) > 0
    return StrategyTables(BestRaises(ladder, tuple(before.tolist()), raises), *rivers)


def _asked(
    rules: RuleSet, strategy: Strategy, number: int, hands: Cards, boards: Cards, allowed: tuple[int, ...]
) -> NDArray[np.int64]:
    none = np.empty((len(hands), 0), np.uint8)
    return check_times(strategy, strategy.times(DecisionArrays(rules, number, hands, boards, none)), allowed, number)


def river_deals(
    present: NDArray[np.bool_], deck: RankDeck, *, suited: bool
) -> Iterator[tuple[tuple[Any, ...], Cards, Cards]]:
    """A deal for every board pattern and class of pockets that can come, and where its decision is stored."""
    kinds = suited_boards() if suited else plain_boards()
    classes = np.array([(low, high) for high in range(26 if suited else 13) for low in range(high + 1)])
    for start in range(0, len(kinds), BOARDS):
        boards, pockets = np.nonzero(present[start : start + BOARDS])
        if len(boards):
            hands, dealt = represent(classes[pockets], kinds[start + boards], deck, suited=suited)
            yield (start + boards, pockets), hands, dealt


def represent(
    pockets: NDArray[np.int64], boards: NDArray[np.int64], deck: RankDeck, *, suited: bool
) -> tuple[Cards, Cards]:
    """Cards of these kinds. The flush suit, if there is one, is suit 0; otherwise no suit has three cards of the board.

    >>> hands, boards = represent(np.array([[12, 12]]), np.array([[0, 0, 3, 4, 12]]), FULL, suited=False)
    >>> hands.tolist(), boards.tolist()
    ([[49, 50]], [[0, 1, 14, 19, 48]])
    """
    kinds = np.concatenate([np.sort(boards, axis=1), pockets], axis=1)
    ranks = kinds // 2 if suited else kinds
    suits = np.zeros_like(kinds)
    for place in range(7):
        if not suited and place < 5:
            suits[:, place] = place % deck.suits
            continue
        used = np.full(len(kinds), int(suited))  # a bit for each suit
        for other in range(place):
            used |= (ranks[:, other] == ranks[:, place]) << suits[:, other]
        suits[:, place] = FREE[used]
        if suited:
            suits[kinds[:, place] % 2 == 1, place] = 0
    cards = (ranks * 4 + suits).astype(np.uint8)
    return cards[:, 5:], cards[:, :5]


FREE = np.array([next(suit for suit in range(5) if not used >> suit & 1) for used in range(16)])
"""By the suits in use, as bits: the first one that is not. Four mean that there is none."""


def _check(rules: RuleSet, strategy: Strategy, deck: RankDeck) -> None:
    """Raise an error if suits that cannot matter change a decision, or the order of the board, in random deals."""
    rng, ladder = np.random.default_rng(SEED), ladder_of(rules)
    dealt = rng.permuted(np.tile(np.array(deck.cards, np.uint8), (CHECKED, 1)), axis=1)[:, :7]
    renamed = rng.permuted(np.tile(np.arange(deck.suits), (CHECKED, 1)), axis=1)
    same = (dealt // 4 * 4 + np.take_along_axis(renamed, (dealt % 4).astype(np.int64), axis=1)).astype(np.uint8)
    river = np.empty_like(dealt)
    counts = np.stack([(dealt[:, 2:] % 4 == suit).sum(axis=1) for suit in range(4)], axis=1)
    flush = np.where(counts.max(axis=1) >= 3, counts.argmax(axis=1), -1)
    for suited in (False, True):
        rows = np.flatnonzero((flush >= 0) == suited)
        kinds = dealt[rows].astype(np.int64) // 4
        if suited:
            kinds = kinds * 2 + (dealt[rows] % 4 == flush[rows, None])
        if len(rows):
            river[rows, :2], river[rows, 2:] = represent(kinds[:, :2], kinds[:, 2:], deck, suited=suited)
    for number, board, other, allowed in (
        (0, 2, same, ladder.before),
        (1, 5, same[:, [1, 0, 4, 2, 3, 5, 6]], (ladder.flop,)),
        (2, 7, river, (ladder.river,)),
    ):
        one, two = (_asked(rules, strategy, number, each[:, :2], each[:, 2:board], allowed) for each in (dealt, other))
        if len(wrong := np.flatnonzero(one != two)):
            raise _differs(strategy, number, dealt[wrong[0], :board], other[wrong[0], :board])


def _differs(strategy: Strategy, number: int, *cards: Cards) -> StrategyError:
    words = " and ".join(pretty(each.tolist()) for each in cards)
    return StrategyError(
        f"{strategy.__name__}: decision {number + 1} is not the same for {words}. The exact cost is computed only for "
        "strategies that ignore suits which cannot matter, and the order of the board; `simulate` estimates others"
    )
