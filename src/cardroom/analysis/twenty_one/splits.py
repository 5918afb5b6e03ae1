"""Splits: how many hands they make, what these hands win on average, and the average square of what they win.

The strategy plays a hand by its own cards and the up card. So the cards of other hands are no different from unknown
ones, and every hand of a split has the same expected result. The second cards decide how many hands there are:
`split_cases` has every case.

Split hands share the shoe and the player-dealer's hand, so their results depend on each other. The square of a sum is
the sum of all products of two hands, and each product needs the cards of two hands only.

The net result of a hand is written as a polynomial for each of the player-dealer's results: a number for each set of
cards drawn. A bust needs no set of its own: a hand that draws has lost, unless the card leads to a set without a bust.
The product of two polynomials has a number for each sum of two sets, and one pass over the player-dealer's hands
counts them all.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twenty_one.dealer import KeyFactors, UnseenCards, hand_tree, whole_sums
from cardroom.analysis.twenty_one.exact import FIRST, TailSums, WeightedSums, follow, hand_sums
from cardroom.analysis.twenty_one.play import NONE, Values, best_of, plus
from cardroom.analysis.twenty_one.shoe import (
    ACE,
    BONUS,
    BUST,
    EIGHT,
    LONGEST,
    MOST_DRAWN,
    RESULTS,
    Counts,
    falling,
)
from cardroom.games.banked.pure_21_5 import MOST_HANDS
from cardroom.rankings.base import Array, jit

__all__ = [
    "ONCE",
    "SPLITS",
    "SplitAverages",
    "SplitCase",
    "second_action",
    "split_averages",
    "split_cases",
    "split_nets",
]

THREE_EIGHTS = RESULTS
"""The column of results against three eights, after those of the player-dealer's results."""
OTHER, ANY = range(2)
"""Hands whose second card is known not to be of the pair, and hands with any second card."""


class SplitCase(NamedTuple):
    """A case of a split: how many hands there are, and what is known of their second cards."""

    hands: int
    other: int
    """Hands whose second card is known not to be another of the pair: it was dealt while a split was possible."""
    ways: int
    """The number of orders in which the case comes about."""

    @property
    def extra(self) -> int:
        """Cards of the pair's kind that were drawn and split."""
        return self.hands - 2


def split_cases(most: int) -> tuple[SplitCase, ...]:
    """Every case of a pair that is split up to this many hands.

    While another split is possible, a second card that is not of the pair ends its hand's splitting. With as many hands
    as allowed, later second cards may be anything.

    >>> split_cases(3)
    (SplitCase(hands=2, other=2, ways=1), SplitCase(hands=3, other=1, ways=1), SplitCase(hands=3, other=0, ways=1))
    """
    cases: Counter[tuple[int, int]] = Counter()

    def second_card(hands: int, other: int) -> None:
        if hands in (most, other):
            cases[hands, other] += 1
        else:
            second_card(hands, other + 1)
            second_card(hands + 1, other)

    second_card(2, 0)
    return tuple(SplitCase(*case, ways) for case, ways in cases.items())


SPLITS = split_cases(MOST_HANDS)
"""Every case of a pair that is split up to four hands."""
ONCE = split_cases(2)
"""The case of a pair that is split once."""


def second_action(plays: Values, pair: int, kind: int) -> str:
    """The first action of a split hand that got a card of this kind and is not split again."""
    if pair == ACE and not plays.terms.aces_play_on:
        return "stand"  # one card, and no choice
    return best_of(plays.two_cards(plays.draws.number[plus(NONE, kind)]), split_hand=True)[0]


def split_nets(plays: Values, pair: int, *several: tuple[SplitCase, ...]) -> list[int]:
    """The weighted net result of all hands of a split, for several ways to split again.

    `plays` starts with one card of the pair.
    """
    others, pairs = hand_sums(plays, pair, *_second_cards(plays, pair))
    every = {key: others.get(key, 0) + pairs.get(key, 0) for key in others | pairs}
    known: dict[tuple[int, int, bool], int] = {}

    def total(extra: int, hidden: int, *, other: bool) -> int:
        key = extra, hidden, other
        if key not in known:
            known[key] = _split_total(others if other else every, plays.shoe, pair, extra, hidden)
        return known[key]

    return [
        sum(
            ways * known_others * total(hands - 2, known_others - 1, other=True)
            + ways * (hands - known_others) * total(hands - 2, known_others, other=False)
            for hands, known_others, ways in cases
        )
        for cases in several
    ]


def _split_total(sums: TailSums, shoe: UnseenCards, pair: int, extra: int, hidden: int) -> int:
    """The weighted net result of a split hand, after so many more splits.

    `hidden` cards of other hands are not of the pair.
    """
    if hidden < 0:
        return 0
    cards, length = sum(shoe.counts) - extra, shoe.length - extra
    others = sum(shoe.counts) - shoe.counts[pair]
    tails = [falling(cards - drawn, length - drawn) for drawn in range(hidden, length + 1)]
    drawn_pairs = [falling(shoe.counts[pair], extra + many) for many in range(LONGEST + MOST_DRAWN)]
    return sum(
        net * (drawn_pairs[pairs] * falling(others - drawn + pairs, hidden) * tails[drawn])
        for (drawn, pairs), net in sums.items()
        if drawn < len(tails)
    )


def _second_cards(plays: Values, pair: int) -> tuple[dict[Counts, int], dict[Counts, int]]:
    """What a split hand does with each second card that is not of the pair, and with another of the pair."""
    begin = {
        plus(NONE, kind): FIRST[second_action(plays, pair, kind)] for kind, many in enumerate(plays.shoe.counts) if many
    }
    own = plus(NONE, pair)
    return begin, {own: begin.pop(own)} if own in begin else {}


class SplitAverages(NamedTuple):
    """Averages of a split over the rounds in which the player-dealer has no 21.5."""

    wagers: Fraction
    net: Fraction
    """The net result of all hands together, scaled."""
    square: Fraction
    """Its square, scaled twice."""


def split_averages(plays: Values, pair: int, cases: tuple[SplitCase, ...]) -> SplitAverages:
    """The averages of all hands of a split.

    `plays` starts with one card of the pair; the other is gone from its shoe.
    """
    hand = _hand_sets(plays, pair)
    single = _dealt_sums(plays, pair, hand.gone, np.concatenate(hand[1:], axis=1))
    several = sorted({types for case in cases for types, _ in _pairs_of(case)})
    products = dict(zip(several, _dealt_sums(plays, pair, *_products(plays, hand, several)), strict=True))
    averages = [Fraction(0)] * 3
    for case in cases:
        for kind, hands in ((OTHER, case.other), (ANY, case.hands - case.other)):
            for place in range(3 if hands else 0):
                average = _average(single[2 * place + kind], plays, pair, case.extra, case.other - (kind == OTHER))
                averages[place] += case.ways * hands * average
        for types, ways in _pairs_of(case):
            hidden = case.other - types.count(OTHER)
            averages[2] += ways * case.ways * _average(products[types], plays, pair, case.extra, hidden)
    counts, pure = plays.shoe.counts, {ACE: BONUS, BONUS: ACE}.get(plays.shoe.up)
    share = 1 if pure is None else 1 - Fraction(counts[pure], sum(counts))
    return SplitAverages(*(each / share for each in averages))


def _pairs_of(case: SplitCase) -> Iterator[tuple[tuple[int, int], int]]:
    """The types of two different hands of a case, and the number of such pairs in either order."""
    other, rest = case.other, case.hands - case.other
    for types, ways in (
        ((OTHER, OTHER), other * (other - 1)),
        ((OTHER, ANY), 2 * other * rest),
        ((ANY, ANY), rest * (rest - 1)),
    ):
        if ways:
            yield types, ways


class HandSets(NamedTuple):
    """A split hand as polynomials: numbers by set of cards, type of hand, and the player-dealer's result."""

    gone: NDArray[np.int64]
    wagers: NDArray[np.int64]
    nets: NDArray[np.int64]
    squares: NDArray[np.int64]


def _hand_sets(plays: Values, pair: int) -> HandSets:
    """The wagers, net results and squares of net results of a split hand, by set of cards."""
    terms, draws = plays.terms, plays.draws
    stood, drew, rescued = follow(plays, _second_cards(plays, pair))
    # What comes to a set without a bust was counted as lost when the card was drawn.
    lost = drew - np.concatenate([drew, np.zeros_like(drew[:1])])[draws.less].sum(axis=1)
    stand = np.array(terms.stand)[draws.points]
    shown = np.concatenate([stand, stand[:, BUST:]], axis=1)[:, None]
    bust = np.append(np.full(RESULTS, terms.bust), 0)

    def polynomial(power: int) -> NDArray[np.int64]:
        found = np.zeros((len(draws.hard), 2, RESULTS + 1), np.int64)
        for times in range(stood.shape[1]):
            factor = 2 ** (times * (power or 1))
            found += stood[:, times, :, None] * shown**power * factor + lost[:, times, :, None] * bust**power * factor
            gave_up = factor if power == 0 else (terms.gave_up * 2**times // 2) ** power
            found += (rescued[:, times] * gave_up)[:, :, None]
        found[:, ANY] += found[:, OTHER]
        return found

    wagers, nets, squares = (polynomial(power) for power in range(3))
    here = np.flatnonzero(wagers.any(axis=(1, 2)) | nets.any(axis=(1, 2)) | squares.any(axis=(1, 2)))
    return HandSets(draws.gone[here], wagers[here], nets[here], squares[here])


def _products(
    plays: Values, hand: HandSets, several: list[tuple[int, int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The sums of two sets, and for several types of two hands, the product of their net results by result."""
    radix = (2 * int(hand.gone.max()) + 1) ** np.arange(10)
    codes = hand.gone @ radix
    both, places = np.unique(codes[:, None] + codes, return_inverse=True)
    gone = both[:, None] // radix % (2 * int(hand.gone.max()) + 1)
    found = np.zeros((len(several), len(both), RESULTS + 1), np.int64)
    for (one, two), nets in zip(several, found, strict=True):
        multiply(hand.nets[:, one], hand.nets[:, two], places.reshape(len(codes), -1), nets)
    possible = (gone <= np.array(plays.shoe.counts)).all(axis=1)
    return gone[possible], np.ascontiguousarray(found[:, possible].transpose(1, 0, 2))


def _dealt_sums(plays: Values, pair: int, gone: NDArray[np.int64], numbers: NDArray[np.int64]) -> list[TailSums]:
    """Several polynomials, summed over the player-dealer's hands.

    `numbers` are those of the sets `gone`, for each polynomial, by result.
    """
    tree, left = hand_tree(plays.shoe.up, pair), np.maximum(np.array(plays.shoe.counts) - gone, 0)
    several = np.arange(numbers.shape[1])
    first = np.append(True, (np.diff(tree.drawn) != 0) | (np.diff(tree.nevers) != 0))  # keys are sorted by these
    keys = list(zip(tree.drawn[first].tolist(), tree.nevers[first].tolist(), strict=True))
    columns = tree.results[:, None] + several * (RESULTS + 1)
    places = (np.cumsum(first) - 1)[:, None] + several * len(keys)
    factors = KeyFactors(numbers.reshape(len(gone), -1), np.arange(len(gone)), columns, places)
    sums, once = WeightedSums(plays.shoe.counts, pair, len(several)), np.ones((len(gone), 1), np.int64)
    sums.add(gone, once, keys, *whole_sums(tree, left, factors, pair))
    if plays.shoe.up == EIGHT:
        ways = left[:, EIGHT] * np.maximum(left[:, EIGHT] - 1, 0) if pair != EIGHT else once[:, 0]
        times = ways[:, None] * (numbers[:, :, THREE_EIGHTS] - numbers[:, :, BUST])
        sums.add(gone, once, [(2, 2 * (pair == EIGHT))], times >> 63, times.astype(np.uint64))
    return sums.sums


def _average(sums: TailSums, plays: Values, pair: int, extra: int, hidden: int) -> Fraction:
    """The average over all orders of cards, after so many more splits. `hidden` cards are not of the pair."""
    counts = plays.shoe.counts
    cards, others = sum(counts), sum(counts) - counts[pair]
    known = {key: number for key, number in sums.items() if key[0] + hidden + extra <= cards}
    most = max(drawn for drawn, _ in known)
    tails = [falling(cards - drawn - hidden - extra, most - drawn) for drawn in range(most + 1)]
    drawn_pairs = [falling(counts[pair], extra + pairs) for pairs in range(most + 1)]
    hidden_ways = [falling(others - drawn, hidden) for drawn in range(most + 1)]
    whole = sum(
        number * drawn_pairs[pairs] * hidden_ways[drawn - pairs] * tails[drawn]
        for (drawn, pairs), number in known.items()
    )
    return Fraction(whole, falling(cards, most + hidden + extra))


@jit
def multiply(one: Array, two: Array, places: Array, out: Array) -> None:
    """Add the products of each two rows, number by number, to the row of `out` in `places`."""
    for first in range(one.shape[0]):
        for second in range(two.shape[0]):
            for column in range(out.shape[1]):
                out[places[first, second], column] += one[first, column] * two[second, column]
