"""Two hands of a split together: the average of their products, and so of the square of a split's result.

Split hands share the shoe and the player-dealer's hand, so their results depend on each other. The square of a sum is
the sum of all products of two hands. Each product needs the cards of two hands only: the cards of other hands are no
different from unknown ones.

The net result of a hand is written as a polynomial for each of the player-dealer's results: a number for each set of
cards drawn. A bust needs no set of its own: a hand that draws has lost, unless the card leads to a set without a bust.
The product of two polynomials has a number for each sum of two sets, and one pass over the player-dealer's hands
(`hand_sums` for one hand) counts them all.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twenty_one.dealer import KeyFactors, hand_tree, whole_sums
from cardroom.analysis.twenty_one.exact import FIRST, TailSums, WeightedSums, follow
from cardroom.analysis.twenty_one.play import NONE, Values, plus
from cardroom.analysis.twenty_one.rounds import SplitCase, second_action
from cardroom.analysis.twenty_one.shoe import ACE, BONUS, BUST, EIGHT, RESULTS, falling
from cardroom.rankings.base import Array, jit

__all__ = ["split_products"]

THREE_EIGHTS = RESULTS
"""The column of nets against three eights, after those of the player-dealer's results."""
OTHER, ANY = range(2)
"""Hands whose second card is known not to be of the pair, and hands with any second card."""


class HandNets(NamedTuple):
    """The net result of a split hand as a polynomial: a number by set of cards, type of hand and result."""

    gone: NDArray[np.int64]
    nets: NDArray[np.int64]


def split_products(plays: Values, pair: int, cases: tuple[SplitCase, ...]) -> Fraction:
    """The average sum of the products of all two different hands of a split, in either order, scaled twice.

    `plays` starts with one card of the pair; the other is gone from its shoe. Rounds in which the player-dealer has
    21.5 are left out.
    """
    hand, total = _hand_nets(plays, pair), Fraction(0)
    products = _product_sums(plays, pair, hand, {types for case in cases for types, _ in _pairs_of(case)})
    for case in cases:
        for types, ways in _pairs_of(case):
            hidden = case.other - types.count(OTHER)
            total += ways * case.ways * _average(products[types], plays, pair, case.extra, hidden)
    counts = plays.shoe.counts
    pure = {ACE: BONUS, BONUS: ACE}.get(plays.shoe.up)
    return total if pure is None else total / (1 - Fraction(counts[pure], sum(counts)))


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


def _hand_nets(plays: Values, pair: int) -> HandNets:
    """The net results of a split hand, by set of cards."""
    terms, draws = plays.terms, plays.draws
    begin = {
        plus(NONE, kind): FIRST[second_action(plays, pair, kind)] for kind, many in enumerate(plays.shoe.counts) if many
    }
    own = plus(NONE, pair)
    paired = {own: begin.pop(own)} if own in begin else {}
    stood, drew, rescued = follow(plays, (begin, paired))
    # What comes to a set without a bust was counted as lost when the card was drawn.
    came = np.concatenate([drew, np.zeros_like(drew[:1])])[draws.less].sum(axis=1)
    nets = np.zeros((len(draws.hard), 2, RESULTS + 1), np.int64)
    stand = np.array(terms.stand)[draws.points]
    shown = np.concatenate([stand, stand[:, BUST:]], axis=1)
    nets += stood[:, :, None] * shown[:, None] + (rescued * terms.gave_up)[:, :, None]
    nets[:, :, :THREE_EIGHTS] += ((drew - came) * terms.bust)[:, :, None]
    nets[:, ANY] += nets[:, OTHER]
    here = np.flatnonzero(nets.any(axis=(1, 2)))
    return HandNets(draws.gone[here], nets[here])


def _product_sums(
    plays: Values, pair: int, hand: HandNets, several: set[tuple[int, int]]
) -> dict[tuple[int, int], TailSums]:
    """By the types of two hands: the products of their net results, summed over the player-dealer's hands."""
    counts, tree = np.array(plays.shoe.counts), hand_tree(plays.shoe.up, pair)
    radix = (2 * int(hand.gone.max()) + 1) ** np.arange(10)
    codes = hand.gone @ radix
    both, places = np.unique(codes[:, None] + codes, return_inverse=True)
    gone = both[:, None] // radix % (2 * int(hand.gone.max()) + 1)
    possible = (gone <= counts).all(axis=1)
    gone, once = gone[possible], np.ones((int(possible.sum()), 1), np.int64)
    left = counts - gone
    first = np.append(True, (np.diff(tree.drawn) != 0) | (np.diff(tree.nevers) != 0))  # keys are sorted by these
    keys = list(zip(tree.drawn[first].tolist(), tree.nevers[first].tolist(), strict=True))
    found = {}
    for one, two in several:
        nets = np.zeros((len(both), RESULTS + 1), np.int64)
        multiply(hand.nets[:, one], hand.nets[:, two], places.reshape(len(codes), -1), nets)
        nets, sums = nets[possible], WeightedSums(plays.shoe.counts, pair, 1)
        factors = KeyFactors(nets, np.arange(len(nets)), tree.results, np.cumsum(first) - 1)
        sums.add(gone, once, keys, *whole_sums(tree, left, factors, pair))
        if plays.shoe.up == EIGHT:
            ways = left[:, EIGHT] * np.maximum(left[:, EIGHT] - 1, 0) if pair != EIGHT else once[:, 0]
            futures = {(2, 2 * (pair == EIGHT)): ways * (nets[:, THREE_EIGHTS] - nets[:, BUST])}
            sums.add_small(gone, once, futures, 1)
        found[one, two] = sums.sums[0]
    return found


def _average(sums: TailSums, plays: Values, pair: int, extra: int, hidden: int) -> Fraction:
    """The average over all orders of cards, after so many more splits. `hidden` cards are not of the pair."""
    counts = plays.shoe.counts
    cards, others = sum(counts), sum(counts) - counts[pair]
    most = max(drawn for drawn, _ in sums) + hidden + extra
    whole = 0
    for (drawn, pairs), net in sums.items():
        used = drawn + hidden + extra
        if used <= cards:
            ways = falling(counts[pair], extra + pairs) * falling(others - drawn + pairs, hidden)
            whole += net * ways * falling(cards - used, min(most, cards) - used)
    return Fraction(whole, falling(cards, min(most, cards)))


@jit
def multiply(one: Array, two: Array, places: Array, out: Array) -> None:
    """Add the products of each two rows, number by number, to the row of `out` in `places`."""
    for first in range(one.shape[0]):
        for second in range(two.shape[0]):
            for column in range(out.shape[1]):
                out[places[first, second], column] += one[first, column] * two[second, column]
