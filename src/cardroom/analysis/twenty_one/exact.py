"""Exact values of hands of 21.5 under decisions that are already made, in milliseconds.

A result of a hand counts orders of the next cards: those of the cards that decide it, times those of all others. The
second number depends only on how many cards were drawn and, after a split, on how many of them are of the pair. So
results are summed by these two numbers first (`TailSums`), for all hands of a split and all its cases at once, and
multiplied at the end. The orders of the cards of one set are the product of its ways by kind. The decisions only decide
in how many orders a set is reached.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twenty_one.dealer import KeyFactors, UnseenCards, hand_tree, whole_sums
from cardroom.analysis.twenty_one.play import NONE, Draws, Terms, Values, values_of
from cardroom.analysis.twenty_one.shoe import ACE, BONUS, EIGHT, Counts, falling
from cardroom.games.banked.pure_21_5 import MOST_DOUBLES
from cardroom.rankings.base import Array, jit

__all__ = ["HandValues", "TailSums", "hand_sums", "hand_total", "hand_values", "is_close"]

TailSums = dict[tuple[int, int], int]
"""Net results by the number of cards drawn and of those of one kind among them, without the orders of other cards and
the ways to draw this kind."""
CLOSE = 1e-9
"""Two options whose values differ by less, in wagers, are compared exactly. Floats are correct to about 1e-14."""
STANDS = -1
"""What a hand does first: stand, or else the number of its doubles before the next card."""


FIRST = {"stand": STANDS, "hit": 0, "double": 1}


class HandValues(NamedTuple):
    """The exact values of a hand as it is, with the attributes of `Values`, for this hand and the next card alone."""

    terms: Terms
    shoe: UnseenCards
    draws: Draws
    stands: Mapping[int, Any]
    every: Mapping[int, Any]
    bust: Mapping[tuple[int, int], Any]
    left: Mapping[tuple[int, int], Any]
    options: dict[str, Any]
    doubles: Sequence[Any]
    """With double-double down, the value of the first, second ... double now."""

    def two_cards(self, _: int) -> dict[str, Any]:
        """The values of standing, hitting and surrendering."""
        return self.options


def hand_values(terms: Terms, counts: Counts, up: int, start: Counts) -> Values | HandValues:
    """The exact values of a hand against an up card, from unseen cards.

    Floats decide what the hand does after the next card, unless two options are too close.
    """
    plays = values_of(terms, counts, up, start)
    if is_close(plays):
        return values_of(terms, counts, up, start, exact=True)
    shoe, draws = UnseenCards(counts, up, plays.shoe.length, exact=True), plays.draws
    here = draws.number[NONE]
    numbers = np.array([here, *(more for more in draws.more[here].tolist() if more >= 0)])
    nets = np.array(terms.stand, np.int64).astype(object)[draws.points[numbers]]
    stands = dict(zip(numbers.tolist(), (shoe.results(draws.gone[numbers]) * nets.T).sum(axis=0), strict=True))
    every = dict(zip(numbers.tolist(), shoe.futures(draws.gone[numbers])[0], strict=True))
    all_kinds, eights = shoe.futures(np.eye(10, dtype=np.int64))
    bust = {(here, kind): (all_kinds[kind] - eights[kind]) * terms.bust for kind in range(10)}
    left = {(here, kind): many for kind, many in enumerate(counts)}
    begin = [{NONE: times} for times in range(1 + MOST_DOUBLES * terms.double_double)]
    hit, *doubles = [hand_total(sums, shoe) for sums in hand_sums(plays, -1, *begin)]
    options = {"stand": stands[here]} if plays.may_stand[here] else {}
    if plays.may_hit[here]:
        options["hit"] = hit
    options["surrender"] = terms.surrender * every[here]
    return HandValues(terms, shoe, draws, stands, every, bust, left, options, doubles)


def is_close(plays: Values) -> bool:
    """Whether floats cannot tell which of two options is better somewhere."""
    unit = plays.every * plays.terms.scale * CLOSE
    choice = plays.may_hit & plays.may_stand
    close = choice & (np.abs(plays.hit_values - plays.stands) <= unit)
    for margin in plays.margins:
        close |= margin <= unit
    return bool((close & (plays.every > 0)).any())


def hand_sums(plays: Values, never: int, *begin: Mapping[Counts, int]) -> list[TailSums]:
    """The net results of hands, for each of `begin`: what hands do first, by the cards drawn before.

    `plays` decides what follows. `never` is the kind that is counted apart, or -1.
    """
    terms, draws = plays.terms, plays.draws
    stood, drew, rescued = follow(plays, begin)
    wagers = 2 ** np.arange(stood.shape[1])[:, None]
    stood, drew = (stood * wagers).sum(axis=1), (drew * wagers).sum(axis=1)
    rescued = (rescued * (wagers // 2)).sum(axis=1)
    sums = WeightedSums(plays.shoe.counts, never, len(begin))
    if len(here := np.flatnonzero(stood.any(axis=1))):
        tree = hand_tree(plays.shoe.up, never)
        left = np.maximum(np.array(plays.shoe.counts) - draws.gone[here], 0)
        first = np.append(True, (np.diff(tree.drawn) != 0) | (np.diff(tree.nevers) != 0))  # keys are sorted by these
        factors = KeyFactors(np.array(terms.stand), draws.points[here], tree.results, np.cumsum(first) - 1)
        keys = list(zip(tree.drawn[first].tolist(), tree.nevers[first].tolist(), strict=True))
        sums.add(draws.gone[here], stood[here], keys, *whole_sums(tree, left, factors, never))
    busts = (draws.more < 0).any(axis=1)
    if len(here := np.flatnonzero(drew.any(axis=1) & busts)):
        sums.add_small(draws.gone[here], drew[here], _busts(plays, here, never), terms.bust)
    if len(here := np.flatnonzero(rescued.any(axis=1))):
        sums.add_small(
            draws.gone[here], rescued[here], _futures(plays, draws.gone[here], never, eights=True), terms.gave_up
        )
    return sums.sums


def follow(plays: Values, begin: Sequence[Mapping[Counts, int]]) -> tuple[NDArray[np.int64], ...]:
    """By set, number of doubles and each of `begin`: the orders that stand, that draw another card, and are rescued.

    A set has more cards than those before it, so smaller ones come first.
    """
    draws, doubles = plays.draws, len(plays.doubled) + 1
    stood, drew, rescued = np.zeros((3, len(draws.hard) + 1, doubles, len(begin)), np.int64)  # the last set: no set
    for place, hands in enumerate(begin):
        for drawn, first in hands.items():
            if first == STANDS:
                stood[draws.number[drawn], 0, place] += 1
            else:
                drew[draws.number[drawn], first, place] += 1
    for here in draws.by_size[1:]:
        came = drew[draws.less[here]].sum(axis=1)
        hits = plays.hits[here, None]
        drew[here, 0] += came[:, 0] * hits
        stood[here, 0] += came[:, 0] * ~hits
        for times in range(1, doubles):
            after = plays.doubled[times - 1][0][here, None]
            stood[here, times] += came[:, times] * (after == 0)
            rescued[here, times] += came[:, times] * (after == 1)
            if times + 1 < doubles:
                drew[here, times + 1] += came[:, times] * (after == 2)
    return stood[:-1], drew[:-1], rescued[:-1]


Futures = dict[tuple[int, int], NDArray[np.int64]]
"""By the number of further cards, and of those of the kind that is counted apart: how often they come, by set."""


def _futures(plays: Values, gone: NDArray[np.int64], never: int, *, eights: bool) -> Futures:
    """All that can follow sets of drawn cards without 21.5, and unless `eights`, without three eights."""
    left = np.maximum(np.array(plays.shoe.counts) - gone, 0)
    found = {(0, 0): np.ones(len(gone), np.int64)}
    if (pure := {ACE: BONUS, BONUS: ACE}.get(plays.shoe.up)) is not None:
        found[1, int(pure == never)] = -(left[:, pure] if pure != never else found[0, 0])
    if plays.shoe.up == EIGHT and not eights:
        two = left[:, EIGHT] * np.maximum(left[:, EIGHT] - 1, 0) if never != EIGHT else found[0, 0]
        found[2, 2 * (never == EIGHT)] = -two
    return found


def _busts(plays: Values, here: NDArray[np.int64], never: int) -> Futures:
    """All that can follow if the next card is a bust."""
    found: Futures = defaultdict(lambda: np.zeros(len(here), np.int64))
    gone, more = plays.draws.gone[here], plays.draws.more[here]
    for kind, many in enumerate(plays.shoe.counts):
        left = np.maximum(many - gone[:, kind], 0) if kind != never else np.ones(len(here), np.int64)
        ways = np.where(more[:, kind] < 0, left, 0)
        if ways.any():
            for (drawn, nevers), times in _futures(
                plays, gone + np.eye(10, dtype=np.int64)[kind], never, eights=False
            ).items():
                found[drawn + 1, nevers + (kind == never)] += ways * times
    return found


class WeightedSums:
    """Adds up products of whole numbers of any length, digit by digit: the cards of a set, and what follows them.

    There are several sums, for several columns of the orders of each set, or of what follows it.
    """

    def __init__(self, counts: Counts, never: int, several: int) -> None:
        self.counts, self.never = counts, never
        self.sums: list[TailSums] = [defaultdict(int) for _ in range(several)]

    def add_small(self, gone: NDArray[np.int64], orders: NDArray[np.int64], futures: Futures, net: int) -> None:
        """Add what follows these sets, times its net."""
        if not futures:
            return
        times = np.column_stack(list(futures.values())) * net
        self.add(gone, orders, list(futures), times >> 63, times.astype(np.uint64))

    def add(
        self, gone: NDArray[np.int64], orders: NDArray[np.int64], keys: list[tuple[int, int]],
        high: NDArray[np.int64], low: NDArray[np.uint64],
    ) -> None:  # fmt: skip
        """Add what follows these sets, by further cards and those of the kind apart, times the ways to draw sets.

        What follows has a column for each key, or for each sum and key.
        """
        ways = self._ways(gone, range(5)) * self._ways(gone, range(5, 10))
        weights = _digits((ways[:, None] * orders.astype(object)).ravel().tolist()).reshape(*orders.shape, -1)
        sizes, own = gone.sum(axis=1), gone[:, self.never] if self.never >= 0 else np.zeros(len(gone), np.int64)
        drawn, nevers = np.array(keys).T
        lists, places = (len(self.sums),), (sizes.max() + drawn.max() + 1, own.max() + nevers.max() + 1)
        out = np.zeros(lists + places + (LONG_DIGITS, weights.shape[2]), np.int64)
        add_products(weights, high, low.astype(np.int64), sizes, own, drawn, nevers, out)
        filled = np.nonzero(out.any(axis=(3, 4)))
        for which, size, never, long in zip(*(axis.tolist() for axis in filled), out[filled].tolist(), strict=True):
            self.sums[which][size, never] += sum(
                part << 24 * upper + 16 * lower
                for upper, digits in enumerate(long)
                for lower, part in enumerate(digits)
                if part
            )

    def _ways(self, gone: NDArray[np.int64], kinds: range) -> NDArray[Any]:
        """The ways to draw the cards of these kinds of each set. Few sets differ in these kinds."""
        most = int(gone.max()) + 1
        codes = gone[:, kinds] @ most ** np.arange(len(kinds))
        _, first, which = np.unique(codes, return_index=True, return_inverse=True)
        ways = np.ones(len(first), object)
        for kind in kinds:
            if kind != self.never:
                ways *= np.array([falling(self.counts[kind], many) for many in range(most)], object)[gone[first, kind]]
        return ways[which]


LONG_DIGITS = 5
"""The digits, of 24 bits, of what follows a set. They are enough for numbers below 2**118."""


def _digits(numbers: list[int]) -> NDArray[np.int64]:
    """The digits of each number, of 16 bits, lowest first."""
    size = max(number.bit_length() for number in numbers) // 16 * 2 + 2
    written = b"".join(number.to_bytes(size, "little") for number in numbers)
    return np.frombuffer(written, "<u2").reshape(len(numbers), -1).astype(np.int64)


MASK = 2**24 - 1


@jit
def add_products(
    weights: Array, high: Array, low: Array, sizes: Array, own: Array, drawn: Array, nevers: Array, out: Array
) -> None:
    """Add the products of the digits of each set's weights and of what follows it, by list and number of cards.

    `high` and `low` are the two parts of what follows; the last of its digits has the sign. A product has 40 bits, so
    sums of eight million of them are exact.
    """
    keys, digits = len(drawn), np.zeros(LONG_DIGITS, np.int64)
    several = high.shape[1] // keys
    for row in range(len(weights)):
        for column in range(high.shape[1]):
            upper, lower, key = high[row, column], low[row, column], column % keys
            digits[0], digits[1] = lower & MASK, lower >> 24 & MASK
            digits[2] = (lower >> 48 & 0xFFFF) | (upper & 0xFF) << 16
            digits[3], digits[4] = upper >> 8 & MASK, upper >> 32
            size, never = sizes[row] + drawn[key], own[row] + nevers[key]
            for begin in range(weights.shape[1]):
                which = begin * several + column // keys
                for place in range(LONG_DIGITS):
                    if digits[place] != 0:
                        for short in range(weights.shape[2]):
                            out[which, size, never, place, short] += digits[place] * weights[row, begin, short]


def hand_total(sums: TailSums, shoe: UnseenCards) -> int:
    """The weighted net result, scaled, if no kind is counted apart."""
    return sum(int(shoe.tail(drawn)) * net for (drawn, _), net in sums.items())
