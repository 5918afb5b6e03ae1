"""Strategies of few lines in Heads Up Hold'em and Ultimate Texas Hold'em, with their exact values.

Lines for the river are searched among the deals that reach it under the best strategy. The values of the flop follow
from each of these lists, summed over all turns and rivers. Lines for the flop are searched with them, and lines
before the flop with the values that follow from those. So the value of every combination of the three lists is exact.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.holdem.boards import deals, flop_classes, patterns
from cardroom.analysis.holdem.compiling import compile_kernels
from cardroom.analysis.holdem.cost import river_deals
from cardroom.analysis.holdem.counts import counts_key
from cardroom.analysis.holdem.features import FEATURES, conditions
from cardroom.analysis.holdem.games import holdem_game, ladder_of, nets_of
from cardroom.analysis.holdem.solver import FlopSums, Ladder, decide, reached_boards
from cardroom.analysis.report import FULL, RankDeck
from cardroom.analysis.strategy import Cards, Cells, DecisionArrays, FoundLines, Line, Lines, LinesGame, follow, search
from cardroom.rulebook import RuleSet, rule_set

__all__ = ["HOLDEM", "holdem_lines"]

Features = dict[str, NDArray[np.int64]]
MOST = (6, 7, 5)
"""The most lines for each decision: before the flop, on the flop and on the river."""


def holdem_lines(rules: RuleSet, most: int, engine: Engine = LOCAL, deck: RankDeck = FULL) -> list[FoundLines]:
    """The best strategy found of 1, 2, 3 ... lines, up to `most`."""
    ladder, game = ladder_of(rules), holdem_game(rules)
    compile_kernels(deck, ladder.qualifier)
    [nets] = nets_of([game])
    [best] = decide([nets], ladder, deck, engine, rules.name)
    sums = FlopSums(nets, ladder, deck)
    before, unit = sums.fixed(engine)
    now = before + ladder.flop * unit
    flops = _Flops.of(rules, deck)
    waits = flops.free & np.array([best.before[number] == 0 for number in flops.pockets.tolist()])
    waiting = {name: each[waits[flops.free]] for name, each in flops.features.items()}
    early = [flops.by_pocket(before + times * unit) for times in ladder.before]
    flop_cells = Cells.of(waiting, conditions()[1])
    pocket_cells = Cells.of(_pocket_features(rules), conditions()[0])
    found: dict[int, tuple[int, tuple[Lines, ...]]] = {}
    for on_river, plays in _river_lines(deck, sums, reached_boards(deck, slice(None), best, best.raises)):
        later = sums.waiting(plays, engine)
        values = [(each * flops.ways)[waits] for each in (later, now)]
        for on_flop in search(flop_cells, flop_cells.sums(values), MOST[1]):
            raises = np.zeros(flops.free.shape, np.bool_)
            raises[flops.free] = follow(_lines(ladder, (1, on_flop)), flops.features) > 0
            checked = flops.by_pocket(np.where(raises, now, later))
            for at_first in search(pocket_cells, pocket_cells.sums([checked, *early]), MOST[0]):
                lists = (at_first, on_flop, on_river)
                many = sum(len(each.chosen) for each in lists)
                if many not in found or found[many][0] < at_first.value:
                    found[many] = at_first.value, lists
    strategies = []
    for many in range(1, most + 1):
        value, chosen = max((found[few] for few in range(many + 1) if few in found), key=lambda each: each[0])
        edge = -Fraction(value, deals(deck)) * game.fold / nets.fold
        strategies.append(FoundLines(_lines(ladder, *enumerate(chosen)), edge))
    return strategies


def _lines(ladder: Ladder, *lists: tuple[int, Lines]) -> tuple[Line, ...]:
    """The lines of these lists, each with the number of its decision."""
    times = (ladder.before, (ladder.flop,), (ladder.river,))
    return tuple(
        Line(number, times[number][option - 1], conditions()[number][condition])
        for number, some in lists
        for option, condition in some.chosen
    )


class _Flops(NamedTuple):
    """Every pocket on every class of flops."""

    free: NDArray[np.bool_]
    """By class of flops and pocket: whether they have no card in common."""
    features: Features
    """Those of the free ones."""
    ways: NDArray[np.int64]
    """By class of flops: its size, in one column."""
    pockets: NDArray[np.int64]
    """The number of each pocket among 169."""

    @classmethod
    def of(cls, rules: RuleSet, deck: RankDeck) -> "_Flops":
        flops, ways = flop_classes(deck)
        pockets = np.array(list(combinations(deck.cards, 2)))
        free = ~(flops[:, None, :, None] == pockets[None, :, None]).any(axis=(2, 3))
        boards, hands = (each.astype(np.uint8) for each in (flops, pockets))
        number, place = np.nonzero(free)
        numbers = np.array([holdem_kernels.pocket_of(*pocket) for pocket in pockets.tolist()])
        return cls(free, _features(rules, 1, hands[place], boards[number]), ways[:, None], numbers)

    def by_pocket(self, sums: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sums of all flops for each of 169 pockets."""
        totals = np.zeros(169, np.int64)
        np.add.at(totals, self.pockets, (sums * self.ways).sum(axis=0))
        return totals


def _features(rules: RuleSet, number: int, hands: Cards, boards: Cards) -> Features:
    asked = DecisionArrays(rules, number, hands, boards, hands[:, :0])
    return {name: feature(asked) for name, feature in FEATURES[number].items()}


def _pocket_features(rules: RuleSet) -> Features:
    """The features of 169 pockets, by number."""
    pockets = np.array(list(combinations(FULL.cards, 2)), np.uint8)
    numbers = [holdem_kernels.pocket_of(*pocket) for pocket in pockets.tolist()]
    _, first = np.unique(numbers, return_index=True)
    return _features(rules, 0, pockets[first], pockets[first, :0])


class _Rivers(NamedTuple):
    """Every class of pockets on every board pattern."""

    present: list[NDArray[np.bool_]]
    """For boards without and with a flush suit: whether a class of pockets can come."""
    features: Features
    """Those of all that can come, first without and then with a flush suit."""
    cells: Cells


@lru_cache(1)
def _rivers(deck: RankDeck) -> _Rivers:
    """All rule sets have the same rivers: ranks of hands do not depend on the hand with which the dealer qualifies."""
    present = [each.ranks > 0 for each in patterns(deck)]
    rules, features = rule_set("ultimate-texas-holdem"), []
    for held, suited in zip(present, (False, True), strict=True):
        for _, hands, boards in river_deals(held, deck, suited=suited):
            known = _features(rules, 2, hands, boards)
            features.append({name: each.astype(np.int8) for name, each in known.items()})
    every = {name: np.concatenate([each[name] for each in features]) for name in FEATURES[2]}
    return _Rivers(present, every, Cells.of(every, conditions()[2]))


def _river_lines(
    deck: RankDeck, sums: FlopSums, reached: Sequence[NDArray[np.int32]]
) -> Iterator[tuple[Lines, list[NDArray[np.bool_]]]]:
    """Lists of lines for the river, each with the classes of pockets that play, by pattern.

    Each has a line: a player who folds every river loses too much.
    """
    rivers = _rivers(deck)
    gained = np.concatenate(
        [(gain * many[:, -1])[held] for held, gain, many in zip(rivers.present, sums.gains(), reached, strict=True)]
    )
    for some in search(rivers.cells, rivers.cells.sums([np.zeros_like(gained), gained]), MOST[2])[1:]:
        played = follow(_lines(sums.ladder, (2, some)), rivers.features) > 0
        plays = [np.zeros_like(each) for each in rivers.present]
        for each, held, part in zip(plays, rivers.present, np.split(played, [rivers.present[0].sum()]), strict=True):
            each[held] = part
        yield some, plays


def _key(rules: RuleSet) -> str:
    """That of the counts of the base game: limits and side bets do not matter."""
    [nets] = nets_of([holdem_game(rules)])
    return counts_key(nets, ladder_of(rules), with_folded=False)


HOLDEM = LinesGame(
    FEATURES,
    holdem_lines,
    ("Before the flop", "On the flop", "On the river"),
    ("check", "check", "fold"),
    (("raise",), ("raise",), ("raise",)),
    _key,
    {
        "pair or better": "counts only what your pocket adds to the flop; on the river, also a pair of the board",
        "points": (
            "the unseen cards that pair your pocket or complete a straight or a flush; less three for each rank above "
            "your higher card that is not on the flop; with four to a flush, your highest card of it adds one for each "
            "rank above a 10, or takes off one for each rank below"
        ),
        "dealer outs": "the unseen cards that beat your hand, if the dealer has one of them and nothing else",
        "the board plays": "the five cards of the board are your best hand",
        "allow": "three cards of the board are of one suit, or within five ranks",
    },
)
