"""Whole rounds of 21.5 under one strategy: how its hands end, split hands included, by weight.

The strategy plays a hand by its own cards and the up card. A pair that is split is split again up to four hands, or not
at all (`splits`).
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twenty_one.dealer import UnseenCards
from cardroom.analysis.twenty_one.play import NONE, Terms, Values, best_of, is_pure_pair, plus, values_of
from cardroom.analysis.twenty_one.shoe import ACE, RESULTS, Counts, without
from cardroom.analysis.twenty_one.splits import ONCE, SPLITS, second_action, split_nets

__all__ = [
    "Ends",
    "FirstPlay",
    "UpStrategies",
    "UpStrategy",
    "chosen_action",
    "hand_ends",
    "reached_sets",
    "up_strategy",
]


class Ends(NamedTuple):
    """How a hand ends, by weight and by the number of wagers on it."""

    shown: Counter[tuple[int, int, int]]
    """By wagers, total and the player-dealer's result."""
    busts: Counter[int]
    pushed_busts: Counter[int]
    """Busts against three eights."""
    rescues: Counter[int]

    def net(self, terms: Terms) -> Any:
        """The net result, weighted and scaled."""
        shown = sum(
            wagers * terms.stand[total][result] * weight for (wagers, total, result), weight in self.shown.items()
        )
        busts = sum(terms.bust * wagers * weight for wagers, weight in self.busts.items())
        return shown + busts + sum(terms.gave_up * wagers // 2 * weight for wagers, weight in self.rescues.items())

    @property
    def weight(self) -> Any:
        """The weight of all ends."""
        return sum(sum(each.values()) for each in self)


def no_ends() -> Ends:
    """No ends yet."""
    return Ends(Counter(), Counter(), Counter(), Counter())


def hand_ends(plays: Values, begin: dict[Counts, tuple[str, Any]], shoe: UnseenCards | None = None) -> Ends:
    """The ends of hands of two cards that begin with an action, by the cards drawn, with the weight of the draws.

    `plays` decides. The cards come from `shoe`, if it is not the one for which the decisions were made.
    """
    shoe, draws = shoe or plays.shoe, plays.draws
    left = np.maximum(np.array(shoe.counts) - draws.gone, 0).astype(shoe.kind)
    every = shoe.futures(draws.gone)[0]
    ends = no_ends()
    doubles = len(plays.doubled) + 1
    reached = [np.zeros(len(draws.hard), shoe.kind) for _ in range(doubles)]
    drawing = [np.zeros(len(draws.hard), shoe.kind) for _ in range(doubles)]
    stood = [np.zeros(len(draws.hard), shoe.kind) for _ in range(doubles)]
    for drawn, (action, weight) in begin.items():
        here = stood[0] if action == "stand" else drawing[1] if action == "double" else drawing[0]
        here[draws.number[drawn]] += weight
    sizes = draws.gone.sum(axis=1)
    for size in range(int(sizes.max()) + 1):
        here = np.flatnonzero(sizes == size)
        for times in range(doubles):  # what the last card brought, then the next card
            came = reached[times][here]
            if times == 0:
                hits = plays.hits[here]
                drawing[0][here] += np.where(hits, came, 0 * came)
                stood[0][here] += np.where(hits, 0 * came, came)
            else:
                after = plays.doubled[times - 1][0][here]
                stood[times][here] += np.where(after == 0, came, 0 * came)
                ends.rescues[2**times] += (np.where(after == 1, came, 0 * came) * every[here]).sum()
                if times + 1 < doubles:
                    drawing[times + 1][here] += np.where(after == 2, came, 0 * came)
        for times in range(doubles):
            active = here[(drawing[times][here] != 0).astype(np.bool_)]
            if len(active):
                _draw(shoe, plays, times, active, drawing[times][active], left, reached[times], ends)
    for times in range(doubles):
        here = np.flatnonzero((stood[times] != 0).astype(np.bool_))
        if len(here):
            results = shoe.results(draws.gone[here]) * stood[times][here]
            for total in np.unique(draws.points[here]).tolist():
                chosen = draws.points[here] == total
                for result in range(RESULTS):
                    ends.shown[2**times, total, result] += results[result][chosen].sum()
    return ends


def _draw(
    shoe: UnseenCards,
    plays: Values,
    times: int,
    active: NDArray[np.int64],
    weights: NDArray[Any],
    left: NDArray[Any],
    reached: NDArray[Any],
    ends: Ends,
) -> None:
    """Give hands of one size another card. Busts end."""
    for kind in range(10):
        more, weight = plays.draws.more[active, kind], weights * left[active, kind]
        np.add.at(reached, more[more >= 0], weight[more >= 0])
        busted = (more < 0) & (weight != 0).astype(np.bool_)
        if busted.any():
            gone = plays.draws.gone[active[busted]].copy()
            gone[:, kind] += 1
            every, eights = shoe.futures(gone)
            ends.busts[2**times] += (weight[busted] * (every - eights)).sum()
            ends.pushed_busts[2**times] += (weight[busted] * eights).sum()


def reached_sets(plays: Values, begin: Mapping[Counts, float]) -> NDArray[np.float64]:
    """By set of cards: the orders in which hands reach it that begin with some sets, and hit or stand as `plays`."""
    draws = plays.draws
    reached = np.zeros(len(draws.points))
    for drawn, ways in begin.items():
        reached[draws.number[drawn]] += ways
    for here in draws.by_size:
        came = (reached[here] * plays.hits[here])[:, None] * plays.left[here]
        more = draws.more[here]
        np.add.at(reached, more[more >= 0], came[more >= 0])
    return reached


class FirstPlay(NamedTuple):
    """The best action with two cards."""

    action: str
    again: bool = False
    """Whether a split is repeated."""


class UpStrategy(NamedTuple):
    """The best strategy against one up card."""

    plays: Values
    first: dict[tuple[int, int], FirstPlay]
    """By the two kinds, lower first."""
    split: dict[int, Values]
    """The play of split hands, by the kind of the pair."""


UpStrategies = Callable[[Terms, Counts, int], UpStrategy]
"""Gives a strategy against an up card from a full shoe."""


@lru_cache(maxsize=160)
def up_strategy(terms: Terms, full: Counts, up: int) -> UpStrategy:
    """The best strategy against an up card from a full shoe, decided with floats."""
    counts = without(full, up)
    plays = values_of(terms, counts, up, drawn=2)
    first: dict[tuple[int, int], FirstPlay] = {}
    split: dict[int, Values] = {}
    for one in range(10):
        for two in range(one, 10):
            drawn = plus(plus(NONE, one), two)
            if is_pure_pair(one, two) or drawn not in plays.draws.number:
                continue
            action, value = best_of(plays.two_cards(plays.draws.number[drawn]))
            first[one, two] = FirstPlay(action)
            if one == two:
                split[one] = values_of(terms, without(counts, one, one), up, plus(NONE, one))
                several = [ONCE] if one == ACE and not terms.aces_play_on else [ONCE, SPLITS]
                for again, net in enumerate(split_nets(split[one], one, *several)):
                    if net > value:
                        value, first[one, two] = net, FirstPlay("split", bool(again))
    return UpStrategy(plays, first, split)


def chosen_action(
    strategy: UpStrategy, hand: Sequence[int], options: Collection[str], hands: int = 1, doubled: int = 0
) -> str:
    """The strategy's action for a hand, given as kinds in the order of its cards.

    `hands` is the number of hands in the circle, `doubled` how often the hand was doubled.
    """
    plays, drawn = strategy.plays, NONE
    if hands > 1:
        plays = strategy.split[hand[0]]
    for kind in hand[1:] if hands > 1 else hand:
        drawn = plus(drawn, kind)
    number = plays.draws.number[drawn]
    if doubled:
        return ("stand", "rescue", "double")[plays.doubled[doubled - 1][0][number]]
    if len(hand) > 2:
        return "hit" if plays.hits[number] else "stand"
    if hands == 1:
        one, two = sorted(hand)
        return strategy.first[one, two].action
    if hand[0] == hand[1] and "split" in options and strategy.first[hand[0], hand[0]].again:
        return "split"
    return second_action(plays, hand[0], hand[1])
