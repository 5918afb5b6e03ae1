"""Hands of 21.5 under a strategy of few lines: what the lines decide, and the exact edge of all rounds.

A line is for a moment: with two cards, to hit or to stand, or after a double. It tests the total, the pair and the up
card. A line whose action is not possible does not fit.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.strategy import DecisionArrays, Line, Strategy, StrategyError, follow
from cardroom.analysis.twenty_one.dealer import UnseenCards
from cardroom.analysis.twenty_one.exact import FIRST, hand_sums, hand_total
from cardroom.analysis.twenty_one.play import NONE, Terms, Values, is_pure_pair, plus
from cardroom.analysis.twenty_one.rounds import FirstPlay, UpStrategy, up_strategy
from cardroom.analysis.twenty_one.shoe import ACE, Counts, kind_of, points_of, without
from cardroom.analysis.twenty_one.splits import ONCE, SPLITS, split_nets
from cardroom.play import Amount, Answer, Ask, View

__all__ = [
    "AFTER",
    "DOUBLED",
    "FIRST_MOVES",
    "TO_STAND",
    "TWO_CARDS",
    "LinePlays",
    "LinesPlayer",
    "LinesUp",
    "features_of",
    "lines_edge",
    "lines_up",
]

Features = Mapping[str, NDArray[np.int64]]
FIRST_MOVES = ("double", "split", "surrender")
"""The options of a line with two cards, from 1. Without such a line the hand goes on: it hits or stands."""
AFTER = ("rescue", "double")
"""The options of a line after a double, from 1. The hand stands without such a line."""
TWO_CARDS, TO_STAND, DOUBLED = range(3)
"""The moments of lines."""


def features_of(points: Any, soft: Any, pair: Any, up: int) -> Features:
    """What lines test: the hard or soft total, one more than the kind of a pair, and the up card from 2 to 11."""
    numbers, is_soft = np.asarray(points, np.int64), np.asarray(soft, np.bool_)
    return {
        "hard": np.where(is_soft, 0, numbers),
        "soft": np.where(is_soft, numbers, 0),
        "pair": np.asarray(pair, np.int64),
        "up": np.full(len(numbers), 11 if up == ACE else up + 1),
    }


class LinePlays(Values):
    """`Values` of a hand whose decisions come from lines. Its options with two cards are what the lines choose."""

    def __init__(self, best: Values, lines: Sequence[Line], up: int) -> None:
        self.shoe, self.start = best.shoe, best.start
        self.terms, self.draws = terms, draws = best.terms, best.draws
        self.left, self.bust, self.stands, self.every = best.left, best.bust, best.stands, best.every
        self.may_stand, self.may_hit = best.may_stand, best.may_hit
        features = features_of(draws.points, draws.soft, np.zeros(len(draws.points)), up)
        stands = follow([line for line in lines if line.number == TO_STAND], features) > 0
        self.hits = self.may_hit & (~self.may_stand | ~stands)
        after = [line for line in lines if line.number == DOUBLED and terms.rescue]
        self.doubled = [
            (follow([line for line in after if line.times == 1 or times + 1 < len(best.doubled)], features), value)
            for times, (_, value) in enumerate(best.doubled)
        ]
        self.moves = [line for line in lines if line.number == TWO_CARDS]
        self.up = up

    def two_cards(self, number: int) -> dict[str, Any]:
        """What a split hand does with its second card."""
        drawn = self.draws.gone[number]
        pair = int(drawn.argmax()) + 1 if self.start == tuple(drawn.tolist()) else 0
        features = features_of(self.draws.points[[number]], self.draws.soft[[number]], [pair], self.up)
        [move] = follow([line for line in self.moves if FIRST_MOVES[line.times - 1] == "double"], features)
        return {"double" if move else "hit" if self.hits[number] else "stand": 0}


class LinesUp(msgspec.Struct, frozen=True):
    """Gives the strategy of lines against an up card, as `up_strategy` gives the best one."""

    lines: tuple[Line, ...]

    def __call__(self, terms: Terms, full: Counts, up: int) -> UpStrategy:
        """The strategy of these lines against one up card."""
        return lines_up(self.lines, terms, full, up)


@lru_cache(maxsize=64)
def lines_up(lines: tuple[Line, ...], terms: Terms, full: Counts, up: int) -> UpStrategy:
    """The strategy of these lines against one up card."""
    best = up_strategy(terms, full, up)
    plays = LinePlays(best.plays, lines, up)
    first: dict[tuple[int, int], FirstPlay] = {}
    for one, two in best.first:
        number = plays.draws.number[plus(plus(NONE, one), two)]
        points, soft = plays.draws.points[[number]], plays.draws.soft[[number]]
        [move] = follow(plays.moves, features_of(points, soft, [one + 1 if one == two else 0], up)).tolist()
        action = FIRST_MOVES[move - 1] if move else "hit" if plays.hits[number] else "stand"
        again = action == "split" and (one != ACE or terms.aces_play_on)
        first[one, two] = FirstPlay(action, again)
    return UpStrategy(plays, first, {pair: LinePlays(each, lines, up) for pair, each in best.split.items()})


def lines_edge(terms: Terms, full: Counts, lines: Sequence[Line], engine: Engine = LOCAL) -> Fraction:
    """The exact edge of a strategy of lines."""
    tasks = [(terms, full, tuple(lines), up) for up in range(10) if full[up]]
    net = weight = 0
    for some, ways in engine.map("21.5: hands under lines", _up_net, tasks):
        net, weight = net + some, weight + ways
    return Fraction(-net, weight * terms.scale)


def _up_net(task: tuple[Terms, Counts, tuple[Line, ...], int]) -> tuple[Any, Any]:
    """The weighted net result of all rounds with one up card, and their weight."""
    terms, full, lines, up = task
    counts, strategy = without(full, up), lines_up(lines, terms, full, up)
    shoe = UnseenCards(counts, up, strategy.plays.shoe.length, exact=True)
    every, net, weight = shoe.tail(2), 0, 0
    begin: tuple[dict[Counts, int], dict[Counts, int]] = {}, {}
    for one, two in combinations_with_replacement(range(10), 2):
        ways = counts[one] * (counts[two] - (one == two)) * (1 if one == two else 2)
        if not ways:
            continue
        drawn = plus(plus(NONE, one), two)
        others = shoe.futures(np.array([drawn]))[0].item()
        weight += ways * every
        if is_pure_pair(one, two):
            net += ways * (others * terms.pure + (every - others) * terms.both_pure)
            continue
        net += ways * (every - others) * terms.dealer_pure
        play = strategy.first[one, two]
        if play.action == "surrender":
            net += ways * others * terms.surrender
        elif play.action == "split":
            net += ways * split_nets(strategy.split[one], one, SPLITS if play.again else ONCE)[0]
        else:
            begin[one == two][drawn] = FIRST[play.action]
    different, pairs = (hand_total(each, shoe) for each in hand_sums(strategy.plays, -1, *begin))
    return full[up] * (net + 2 * different + pairs), full[up] * weight


class LinesPlayer(Strategy):
    """A strategy of lines as a value that plays."""

    def __init__(self, name: str, lines: Sequence[Line]) -> None:
        super().__init__(name, partial(_no_times, name))
        self.up_strategy = LinesUp(tuple(lines))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all moments."""
        return self.up_strategy.lines

    def __call__(self, view: View, ask: Ask, rng: Random) -> Answer:
        """Answer one ask of a script; the default answer to everything but the decisions of a hand."""
        options = {option.action: option for option in ask.options}
        if options.keys().isdisjoint({"stand", "hit"}):
            return ask.default
        hand = [kind_of(card) for card in view.hand(ask.spot)]
        up = next(kind_of(card) for card in view.hand(view.dealer) if card < 52)
        option = options[self.action(hand, up, [*options])]
        return ask.check(option.action, option.most if isinstance(option, Amount) else None)

    def action(self, hand: Sequence[int], up: int, options: Sequence[str]) -> str:
        """The action for a hand, given as kinds, among these."""
        drawn = NONE
        for kind in hand:
            drawn = plus(drawn, kind)
        points, soft = points_of(drawn)
        pair = hand[0] + 1 if len(hand) == 2 and hand[0] == hand[1] else 0
        moment = DOUBLED if "rescue" in options else TWO_CARDS
        names = AFTER if moment == DOUBLED else FIRST_MOVES
        possible = [line for line in self.lines if line.number == moment and names[line.times - 1] in options]
        [move] = follow(possible, features_of([points], [soft], [pair], up)).tolist()
        if move:
            return names[move - 1]
        stands = [line for line in self.lines if line.number == TO_STAND]
        [stand] = follow(stands, features_of([points], [soft], [pair], up)).tolist()
        return "hit" if "hit" in options and not (stand and "stand" in options) else "stand"


def _no_times(name: str, _: DecisionArrays) -> Any:
    raise StrategyError(f"{name}: a game of 21.5 has no decisions that add Antes")
