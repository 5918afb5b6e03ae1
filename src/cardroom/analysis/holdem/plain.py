"""Strategies of few lines in Heads Up Hold'em and Ultimate Texas Hold'em, with their exact values.

Lines for the river are searched among the deals that reach it under the best strategy. The values of the flop follow
from each of these lists of lines, summed over all turns and rivers. Lines for the flop are searched with them, and lines
before the flop with the values that follow from those. So the value of every combination of the three lists is exact.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.holdem.boards import deals, flop_classes, patterns
from cardroom.analysis.holdem.compiling import compile_kernels
from cardroom.analysis.holdem.cost import river_deals
from cardroom.analysis.holdem.features import FEATURES, conditions
from cardroom.analysis.holdem.games import base_game_of, ladder_of
from cardroom.analysis.holdem.solver import FlopSums, Ladder, decide, reached_boards
from cardroom.analysis.report import FULL, RankDeck, whole
from cardroom.analysis.strategy import Cards, Cells, DecisionArrays, FoundLines, Line, Lines, LinesGame, follow, search
from cardroom.rulebook import RuleSet

__all__ = ["HOLDEM", "holdem_lines"]

Features = dict[str, NDArray[np.int64]]
MOST = (8, 7, 5)
"""The most lines for each decision: before the flop, on the flop and on the river."""


def holdem_lines(rules: RuleSet, most: int, engine: Engine = LOCAL, deck: RankDeck = FULL) -> list[FoundLines]:
    """The best strategy found of 1, 2, 3 ... lines, up to `most`."""
    ladder, game = ladder_of(rules), base_game_of(rules)
    compile_kernels(deck, ladder.qualifier)
    [nets] = whole([game])
    [best] = decide([nets], ladder, deck, engine, rules.name)
    sums = FlopSums(nets, ladder, deck)
    before, unit = sums.fixed(engine)
    now = before + ladder.flop * unit
    flops = _Flops.of(rules, deck)
    waits = flops.free & np.array([best.before[number] == 0 for number in flops.pockets.tolist()])
    waiting = {name: each[waits[flops.free]] for name, each in flops.features.items()}
    early = [flops.by_pocket(before + times * unit) for times in ladder.before]
    pockets = _pocket_features(rules)
    found: dict[int, tuple[int, tuple[Lines, ...]]] = {}
    for on_river, plays in _river_lines(rules, deck, sums, reached_boards(deck, slice(None), best, best.raises)):
        later = sums.waiting(plays, engine)
        values = [(each * flops.ways)[waits] for each in (later, now)]
        for on_flop in search(Cells.of(waiting, values), conditions()[1], MOST[1]):
            raises = np.zeros(flops.free.shape, np.bool_)
            raises[flops.free] = follow(_lines(ladder, (1, on_flop)), flops.features) > 0
            checked = flops.by_pocket(np.where(raises, now, later))
            for at_first in search(Cells(pockets, np.array([checked, *early])), conditions()[0], MOST[0]):
                lists = (at_first, on_flop, on_river)
                many = sum(len(each.chosen) for each in lists)
                if many not in found or found[many][0] < at_first.value:
                    found[many] = at_first.value, lists
    strategies = []
    for many in range(1, most + 1):
        value, lists = max((found[few] for few in range(many + 1) if few in found), key=lambda each: each[0])
        edge = -Fraction(value, deals(deck)) * game.fold / nets.fold
        strategies.append(FoundLines(_lines(ladder, *enumerate(lists)), edge))
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


def _river_lines(
    rules: RuleSet, deck: RankDeck, sums: FlopSums, reached: Sequence[NDArray[np.int32]]
) -> list[tuple[Lines, list[NDArray[np.bool_]]]]:
    """Lists of lines for the river, each with the classes of pockets that play, by pattern."""
    present = [each.ranks > 0 for each in patterns(deck, sums.ladder.qualifier)]
    places, features, gains = [], [], []
    for number, (held, gain, many) in enumerate(zip(present, sums.gains(), reached, strict=True)):
        for place, hands, boards in river_deals(held, deck, suited=number == 1):
            places.append((number, place))
            features.append(_features(rules, 2, hands, boards))
            gains.append(gain[place] * many[:, -1][place])
    every = {name: np.concatenate([each[name] for each in features]) for name in FEATURES[2]}
    gained = np.concatenate(gains)
    cells = Cells.of(every, [np.zeros_like(gained), gained])
    lists = []
    for some in search(cells, conditions()[2], MOST[2]):
        plays = [np.zeros_like(each) for each in present]
        lines = _lines(sums.ladder, (2, some))
        for (number, place), known in zip(places, features, strict=True):
            plays[number][place] = follow(lines, known) > 0
        lists.append((some, plays))
    return lists


HOLDEM = LinesGame(
    FEATURES,
    holdem_lines,
    ("Before the flop", "On the flop", "On the river"),
    ("check", "check", "fold"),
    ("raise", "raise", "raise"),
)
