"""The tables of the five-card rankings, from their definition, for compiled kernels.

A card is two 64-bit numbers that are only ever added. The *mask* has one bit for the card, in its suit's lane of
sixteen bits: a sum of masks has as many bits set as there are cards only if all the cards are different and in
the deck. The *word* has a counter for each suit in its low bits and, in its high 29, a number for the rank: five to
the power of the rank, times an odd number, modulo 2^29. In base five no two different hands of ranks have the same
sum, and the odd number spreads the sums, so that a small table finds each hand a slot of its own: the top 13 bits
choose a row, the row's displacement is XORed to the other 16. A test checks that no two hands share a slot.

    place = (word >> 35 & 0xFFFF) ^ rows[word >> 51]                   without five cards of a suit
    place = 0x10000 + (mask >> 16 * suit & 0x1FFF)                     with them: word & 0x8888
    value = values[place]                                              the int, or 0 for no hand

This module makes the arrays. The code that reads a hand is in `five_cards`.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from cardroom.rankings.base import Array, Ranking, jit, numbering

SPREAD = 381_497_467
"""Found by trial: odd; no two hands of 3 to 7 cards have the same 29 bits; the fullest row has 13 of them."""
_BITS = (1 << 29) - 1
_POWERS = 5 ** np.arange(13, dtype=np.uint64)
ALONE = 0xFF00
"""Marks a single card in the index of `words` and `masks`."""


class Tables(NamedTuple):
    """The tables to judge hands of one size."""

    words: Array
    """uint64 by two cards, as sixteen adjacent bits in memory, or by ALONE and one card."""
    masks: Array
    """uint64 by the same index; 0 for a card that is not in the deck, and for a repeated card."""
    rows: Array
    """uint16 by row: displacements."""
    values: Array
    """uint16 by slot, the best hand without a flush; then 8,192 by the ranks of a flush, a bit for each."""


@cache
def tables(ranking: Ranking, size: int) -> Tables:
    """The tables for the best five of that many cards, made once, in about a fifth of a second."""
    hands, values = best(ranking, size)
    rows, slots = places(hands)
    by_slot = np.zeros(1 << 16, np.uint16)
    by_slot[slots] = values
    return Tables(*cards(ranking.deck), rows, np.concatenate([by_slot, flushes(ranking)]))


class Omaha(NamedTuple):
    """The tables of the Omaha kernel for boards of one size."""

    words: Array
    masks: Array
    rows: Array
    """uint16 by row: displacements for the ranks of the board."""
    boards: Array
    """uint16 by slot: which board it is."""
    columns: Array
    """uint8 by two ranks, sixteen times one and the other: which of 91 pairs it is."""
    pairs: Array
    """uint16 by board and two cards of the hand (91): the best with any three of the board, without a flush."""
    flushes: Array


@cache
def omaha_tables(ranking: Ranking, board: int) -> Omaha:
    """The tables for hands of two from the hand and three from a board of that many cards."""
    five, hands = tables(ranking, 5), multisets(tuple(range(13)), board)
    rows, slots = places(hands)
    boards = np.zeros(1 << 16, np.uint16)
    boards[slots] = np.arange(len(hands))
    ranks = five.words[ALONE : ALONE + 52 : 4] & ~np.uint64(0xFFFF)
    triples = np.array(list(combinations(range(board), 3)))
    pairs = _best_with(hands, triples, ranks, five.rows, five.values)
    columns = np.zeros(64 * 17, np.uint8)  # bad cards are looked up too, before they are rejected
    for high in range(13):
        for low in range(high + 1):
            columns[[16 * high + low, 16 * low + high]] = high * (high + 1) // 2 + low
    return Omaha(five.words, five.masks, rows, boards, columns, pairs, five.values[1 << 16 :])


@jit
def _best_with(hands: Array, triples: Array, ranks: Array, rows: Array, values: Array) -> Array:
    """The best int for every board and every two ranks. Five of a rank get a number, but never occur."""
    ints = np.zeros(len(hands) * 91, np.uint16)
    for i in range(len(hands)):
        for j in range(len(triples)):
            three = np.uint64(0)
            for k in range(3):
                three += ranks[hands[i, triples[j, k]]]
            place = 91 * i
            for high in range(13):
                for low in range(high + 1):
                    word = three + ranks[high] + ranks[low]
                    slot = ((word >> np.uint64(35)) & np.uint64(0xFFFF)) ^ rows[word >> np.uint64(51)]
                    ints[place] = max(ints[place], values[slot])
                    place += 1
    return ints


@cache
def cards(deck: frozenset[int]) -> tuple[Array, Array]:
    """The words and the masks of any two cards, and of one alone."""
    words, masks = np.zeros(256, np.uint64), np.zeros(256, np.uint64)
    for card in deck:
        rank, suit = card >> 2, card & 3
        words[card] = (5**rank * SPREAD & _BITS) << 35 | 1 << 4 * suit
        masks[card] = 1 << (16 * suit + rank)
    good = (masks[:, None] != 0) & (masks[None, :] != 0) & ~np.eye(256, dtype=np.bool_)
    pairs = [np.where(good, each[:, None] + each[None, :], np.uint64(0)).reshape(-1) for each in (words, masks)]
    for pair, each in zip(pairs, (words, masks), strict=True):
        pair[ALONE:] = each
    return pairs[0], pairs[1]


@cache
def multisets(ranks: tuple[int, ...], size: int) -> Array:
    """Every hand of ranks, four of a rank at most, one a row, lower ranks first."""
    every = np.array(list(combinations_with_replacement(ranks, size)), dtype=np.uint8)
    return every[(every[:, 4:] != every[:, :-4]).all(axis=1)] if size > 4 else every


def sums(hands: Array) -> Array:
    """Each hand of ranks as one number in base five."""
    total: Array = _POWERS[hands].sum(axis=1)
    return total


@cache
def best(ranking: Ranking, size: int) -> tuple[Array, Array]:
    """Every hand of ranks and the int of its best five cards, if there is no flush.

    Five cards are judged by the ranking's definition; a larger hand is the best of those with one card less.
    """
    hands = multisets(tuple(sorted({card >> 2 for card in ranking.deck})), size)
    if size == 5:
        number = numbering(ranking)[1]
        suited = np.array([0, 1, 2, 3, 0], np.uint8)  # neither a flush nor, in any rank, the same suit twice
        keys = (ranking.key(hand) for hand in (hands * 4 + suited).tolist())
        return hands, np.array([number[key] for key in keys if key], dtype=np.uint16)
    fewer, values = best(ranking, size - 1)
    order = np.argsort(sums(fewer))
    ordered, total = sums(fewer)[order], sums(hands)
    without = [values[order][np.searchsorted(ordered, total - _POWERS[hands[:, i]])] for i in range(size)]
    return hands, np.max(without, axis=0)


@cache
def flushes(ranking: Ranking) -> Array:
    """The int of the best five of one suit, by the suit's thirteen bits; 0 for fewer than five cards."""
    number = numbering(ranking)[1]
    ints = np.zeros(1 << 13, np.uint16)
    for chosen in combinations(sorted({card >> 2 for card in ranking.deck}), 5):
        key = ranking.key([rank * 4 for rank in chosen])
        ints[sum(1 << rank for rank in chosen)] = number[key] if key else 0
    masks = np.arange(1 << 13)
    for size in range(6, 14):  # more cards: the best of those with one card less
        more = masks[np.bitwise_count(masks) == size]
        ints[more] = np.max([ints[more & ~(1 << rank)] for rank in range(13)], axis=0)
    return ints


def places(hands: Array) -> tuple[Array, Array]:
    """Return the displacement of each row, and the slot of each hand of ranks. All slots differ."""
    spread = sums(hands) * np.uint64(SPREAD) & np.uint64(_BITS)
    row, column = (spread >> np.uint64(16)).astype(np.int64), (spread & np.uint64(0xFFFF)).astype(np.int64)
    order = np.argsort(row, kind="stable")
    sizes = np.bincount(row, minlength=1 << 13)
    rows = _displace(np.argsort(-sizes, kind="stable"), np.cumsum(sizes) - sizes, sizes, column[order])
    return rows, column ^ rows[row]


@jit
def _displace(fullest: Array, starts: Array, sizes: Array, columns: Array) -> Array:
    """Place the rows one by one, the fullest first, with the first displacement that uses only free slots."""
    free = np.ones(1 << 16, np.bool_)
    displacements = np.zeros(1 << 13, np.uint16)
    for row in fullest:
        for by in range(1 << 16):
            fits = True
            for i in range(starts[row], starts[row] + sizes[row]):
                fits &= free[columns[i] ^ by]
            if fits:
                break
        displacements[row] = by
        for i in range(starts[row], starts[row] + sizes[row]):
            free[columns[i] ^ by] = False
    return displacements
