"""The player-dealer's hands, and the weight of all that can follow, in the games of 21.5.

A weight is a number of equally likely orders of the next cards. It is a whole number, so sums of weights are exact; the
same code with floats decides quickly.

Whole sums are up to 100 bits long. They are computed twice, modulo 2**64 and as floats: the two together give every
bit (`whole_sums`).
"""

from collections import Counter
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twenty_one.shoe import (
    ACE,
    BONUS,
    BUST,
    EIGHT,
    KINDS,
    LONGEST,
    MOST_DRAWN,
    RESULTS,
    TOTALS,
    Counts,
    falling,
)
from cardroom.errors import InvariantError
from cardroom.games.banked.pure_21_5 import dealer_draws
from cardroom.rankings.base import Array, jit
from cardroom.rankings.points import dealt_total, is_pure

__all__ = ["DealerHand", "HandTree", "KeyFactors", "UnseenCards", "dealer_hands", "hand_tree", "whole_sums"]

LARGEST = 2.0**100
"""Floats are correct to 2**-45 here, so a sum below this and its value modulo 2**64 give the whole number."""


class DealerHand(NamedTuple):
    """A way to complete the player-dealer's hand: the kinds drawn besides the up card, lowest first."""

    kinds: tuple[int, ...]
    ways: int
    """The number of orders in which these kinds complete it."""
    result: int


@cache
def dealer_hands(up: int) -> tuple[DealerHand, ...]:
    """The player-dealer's hands for an up card, except 21.5, after which nothing is drawn. Sorted by kinds."""
    done: list[DealerHand] = []
    open_hands: dict[tuple[int, ...], int] = {(): 1}
    while open_hands:
        drawn: Counter[tuple[int, ...]] = Counter()
        for hand, ways in open_hands.items():
            for kind in range(10):
                drawn[tuple(sorted((*hand, kind)))] += ways
        open_hands = {}
        for hand, ways in drawn.items():
            cards = [KINDS[up], *(KINDS[kind] for kind in hand)]
            if is_pure(cards):
                continue
            if dealer_draws(cards):
                open_hands[hand] = ways
            else:
                total = dealt_total(cards)
                result = BUST if total.busted else TOTALS.index(int(total.points))
                done.append(DealerHand(hand, ways, result))
    return tuple(sorted(done))


class HandTree(NamedTuple):
    """The player-dealer's hands as a tree, for the kernel. Hands with the same *key* are added up.

    The level of a kind has an entry for every key and number of aces, twos ... up to this kind in the hands, sorted.
    Entries that differ only in the number of cards of this kind are a group: an entry of the next level.
    """

    ways: NDArray[np.int64]
    """By entry of the first level: the orders of a hand."""
    many: NDArray[np.int64]
    """By level and entry: the number of cards of the level's kind."""
    ends: NDArray[np.int64]
    """By level and group: the end of its entries."""
    levels: NDArray[np.int64]
    """Where the entries and the groups of each kind's level start."""
    drawn: NDArray[np.int64]
    """By key: the number of cards."""
    nevers: NDArray[np.int64]
    """By key: the number of cards of the kind that is counted apart."""
    results: NDArray[np.int64]


@cache
def hand_tree(up: int, never: int) -> HandTree:
    """The hands for an up card. Keys have the size, the number of cards of the kind `never`, and the result."""
    hands = dealer_hands(up)
    cards = np.array([[hand.kinds.count(kind) for kind in range(10)] for hand in hands])
    sizes, results = cards.sum(axis=1), np.array([hand.result for hand in hands])
    nevers = cards[:, never] if never >= 0 else np.zeros(len(hands), np.int64)
    entries = np.column_stack([sizes, nevers, results, cards])
    order = np.lexsort(entries.T[::-1])
    entries, ways = entries[order], np.array([hand.ways for hand in hands])[order]
    many: list[NDArray[np.int64]] = []
    ends: list[NDArray[np.int64]] = []
    for _ in range(10):
        many.insert(0, entries[:, -1])
        last = np.append((entries[1:, :-1] != entries[:-1, :-1]).any(axis=1), True)
        ends.insert(0, np.flatnonzero(last) + 1)
        entries = entries[last, :-1]
    levels = np.array([np.cumsum([0, *map(len, each)]) for each in (many, ends)])
    return HandTree(ways, np.concatenate(many), np.concatenate(ends), levels, *entries.T.copy())


@lru_cache(maxsize=32)
def _draws(most: int, kind: Any) -> NDArray[Any]:
    """By a number of cards: the ways to draw 0, 1, 2 ... of them, in order. In the last row, all are 1."""
    left = np.maximum(np.arange(most + 1)[:, None] - np.arange(MOST_DRAWN), 0).astype(kind)
    ways = np.cumprod(np.column_stack([np.ones(most + 1, kind), left]), axis=1)
    return np.concatenate([ways, np.ones((1, MOST_DRAWN + 1), kind)])


class KeyFactors(NamedTuple):
    """What the orders of each key are multiplied with, and how they are then added up."""

    table: NDArray[Any]
    which: NDArray[np.int64]
    """By row of the sums: the row of the table."""
    columns: NDArray[np.int64]
    """By key: the column of the table; or several columns, for several sums at once."""
    places: NDArray[np.int64]
    """By key: the column of the sums, or as many columns."""


def no_factors(tree: HandTree, rows: int) -> KeyFactors:
    """KeyFactors that leave the orders of each key as they are."""
    keys = np.arange(len(tree.drawn))
    return KeyFactors(np.ones((1, 1), np.int64), np.zeros(rows, np.int64), 0 * keys, keys)


def sums(tree: HandTree, left: NDArray[np.int64], factors: KeyFactors, kind: Any, never: int = -1) -> NDArray[Any]:
    """For every row of `left` (cards by kind), the orders that make the hands of each key, with these factors.

    The ways to draw cards of the kind `never` are left out. `kind` is the type of the sums.
    """
    most = int(left.max())
    if never >= 0:
        left = left.copy()
        left[:, never] = most + 1
    out = np.zeros((len(left), int(factors.places.max()) + 1), kind)
    columns, places = (each.reshape(len(tree.drawn), -1) for each in (factors.columns, factors.places))
    sum_hands(
        np.lexsort(left.T), left, _draws(most, kind), tree.ways.astype(kind), tree.many, tree.ends, tree.levels,
        factors.table.astype(kind), factors.which, columns, places, out,
    )  # fmt: skip
    return out


def whole_sums(
    tree: HandTree, left: NDArray[np.int64], factors: KeyFactors, never: int = -1
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """`sums` as whole numbers: the upper part, in units of 2**64, and the lower one."""
    low = sums(tree, left, factors, np.uint64, never)
    largest = np.abs(factors.table).max(axis=0, keepdims=True)
    most = factors._replace(table=largest, which=np.zeros(1, np.int64))
    bound = sums(tree, left.max(axis=0, keepdims=True), most, np.float64, never).max()
    if bound < 2.0**62:
        return low.astype(np.int64) >> 63, low
    if bound >= LARGEST:
        raise InvariantError("a sum over the player-dealer's hands is too large")
    rough = sums(tree, left, factors, np.float64, never)
    return np.rint((rough - low.astype(np.float64)) / 2.0**64).astype(np.int64), low


class UnseenCards:
    """What is left of a shoe when a player's turn comes.

    `counts` are the unseen cards by kind, the player-dealer's down card among them. An order has `length` cards, as
    many as the longest round needs. With `exact`, weights are whole numbers, else floats.
    """

    def __init__(self, counts: Counts, up: int, length: int, *, exact: bool = False) -> None:
        self.counts, self.up, self.length = counts, up, length
        self.kind: Any = object if exact else np.float64
        total, longest = sum(counts), length + 2 * MOST_DRAWN + LONGEST
        tails = [falling(total - drawn, length - drawn) if drawn <= length else 0 for drawn in range(longest)]
        self._tails = np.array(tails, object).astype(self.kind)

    def tail(self, drawn: Any) -> Any:
        """The number of orders of all other cards, after so many were drawn."""
        return self._tails[drawn]

    def futures(self, gone: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The weight of all that can follow if the player-dealer does not have 21.5, and of three eights among it.

        Each row of `gone` is a set of drawn cards.
        """
        size = gone.sum(axis=1)
        every, eights = self.tail(size), np.zeros(len(gone), self.kind)
        pure = {ACE: BONUS, BONUS: ACE}.get(self.up)
        if pure is not None:
            left = np.maximum(self.counts[pure] - gone[:, pure], 0).astype(self.kind)
            every = every - left * self.tail(size + 1)
        if self.up == EIGHT:
            left = np.maximum(self.counts[EIGHT] - gone[:, EIGHT], 0)
            eights = (left * np.maximum(left - 1, 0)).astype(self.kind) * self.tail(size + 2)
        return every, eights

    def results(self, gone: NDArray[np.int64]) -> NDArray[Any]:
        """For every set of drawn cards, the weight of each of the player-dealer's results."""
        left = np.maximum(np.array(self.counts) - gone, 0)
        tree = hand_tree(self.up, -1)
        sizes, which = np.unique(gone.sum(axis=1), return_inverse=True)
        tails = self.tail(sizes[:, None] + tree.drawn)
        if self.kind is not object:
            factors = KeyFactors(tails, which, np.arange(len(tree.drawn)), tree.results)
            return sums(tree, left, factors, self.kind).T
        high, low = whole_sums(tree, left, no_factors(tree, len(gone)))
        weights = (high.astype(object) * 2**64 + low.astype(object)) * tails[which]
        return np.array([weights[:, tree.results == result].sum(axis=1) for result in range(RESULTS)])


@jit
def sum_hands(
    order: Array, left: Array, table: Array, ways: Array, many: Array, ends: Array, levels: Array, factors: Array,
    which: Array, columns: Array, places: Array, out: Array,
) -> None:  # fmt: skip
    """Add to every row of `out` the orders that make the hands of each key, times its factors, at the key's places.

    The factors are in the row of `factors` that `which` names for the row, and in the key's columns.
    `left` has the cards of the shoe by kind, one row for each row of `out`, and `table` the number of ways to draw
    0, 1, 2 ... cards from so many. Hands are the leaves of a tree (`HandTree`), which is summed kind by kind: Bonus
    cards first, aces last. Rows are taken in `order`. A row repeats only the sums of kinds from the first that differs
    from the row before. Whole numbers of 64 bits wrap around.
    """
    work = np.zeros((10, ways.shape[0]), ways.dtype)
    work[9] = ways
    before = -1
    for row in order:
        top = 9
        if before >= 0:
            while top > 0 and left[row, top] == left[before, top]:
                top -= 1
        before = row
        for kind in range(top, -1, -1):
            draws = table[left[row, kind]]
            first, entry = levels[0, kind], 0
            for group in range(levels[1, kind + 1] - levels[1, kind]):
                total = work[kind, entry] * draws[many[first + entry]]
                entry += 1
                while entry < ends[levels[1, kind] + group]:
                    total += work[kind, entry] * draws[many[first + entry]]
                    entry += 1
                if kind > 0:
                    work[kind - 1, group] = total
                else:
                    for several in range(columns.shape[1]):
                        out[row, places[group, several]] += total * factors[which[row], columns[group, several]]
