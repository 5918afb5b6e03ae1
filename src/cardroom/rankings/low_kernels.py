"""The low rankings and badugi over arrays of hands, compiled. The tables come from the rankings' own keys."""

from functools import cache
from itertools import combinations

import numpy as np

from cardroom.rankings import five_cards, tables
from cardroom.rankings.badugi import BADUGI
from cardroom.rankings.base import Array, jit, numbering
from cardroom.rankings.low import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER
from cardroom.rankings.small_tables import BITS, TableArray, by_card, by_mask, words

_PAIRS = tuple(combinations(range(4), 2))


def _low(rank: int) -> int:
    """The rank counted from the ace, which is 0 here."""
    return (rank + 1) % 13


# ---- eight or better: a mask of the ranks from the ace to the eight decides


@cache
def eights() -> tuple[TableArray, TableArray]:
    places = numbering(EIGHT_OR_BETTER)[1]

    def number(ranks: tuple[int, ...]) -> int:
        return places[(0, *(-rank - 1 for rank in reversed(ranks[:5])))] if len(ranks) >= 5 else 0

    bits = by_card(lambda rank, _: 1 << _low(rank) if _low(rank) < 8 else 0)
    return bits, by_mask(number, ranks=8)


def eight_or_better(hands: Array) -> Array:
    """The kernel of `eight-or-better`."""
    return _eight_or_better(hands, *eights())


@jit
def _eight_or_better(hands: Array, bits: TableArray, values: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        mask = 0
        for j in range(hands.shape[1]):
            mask |= bits[hands[i, j]]
        out[i] = values[mask]
    return out


@cache
def omaha_eights() -> tuple[TableArray, TableArray]:
    """The best low for each set of ranks in the hand and each on the board: two of one, three of the other."""
    bits, values = eights()
    table = np.zeros((256, 256), np.uint16)
    threes = [mask for mask in range(256) if len(BITS[mask]) == 3]
    for three in threes:
        for two in (mask for mask in range(256) if len(BITS[mask]) == 2 and not mask & three):
            table[two, three] = values[two | three]
    for bit in (1 << rank for rank in range(8)):  # what a set can make, a larger one can
        without = np.array([mask for mask in range(256) if not mask & bit])
        table[without | bit] = np.maximum(table[without | bit], table[without])
        table[:, without | bit] = np.maximum(table[:, without | bit], table[:, without])
    return bits, table


def omaha_eight_or_better(hands: Array, boards: Array) -> Array:
    """The kernel of `omaha-eight-or-better`."""
    return _omaha_eight_or_better(hands, boards, *omaha_eights())


@jit
def _omaha_eight_or_better(hands: Array, boards: Array, bits: TableArray, values: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        hand = board = 0
        for j in range(hands.shape[1]):
            hand |= bits[hands[i, j]]
        for j in range(boards.shape[1]):
            board |= bits[boards[i, j]]
        out[i] = values[hand, board]
    return out


# ---- ace to five: the ranks, whatever their suits, by the slot that `tables` gives them


@cache
def _aces(size: int) -> tuple[TableArray, TableArray, TableArray]:
    hands, values = tables.best(ACE_TO_FIVE, size)
    rows, slots = tables.places(hands)
    by_slot = np.zeros(1 << 16, np.uint16)
    by_slot[slots] = values
    return words(), rows, by_slot


def ace_to_five(hands: Array) -> Array:
    """The kernel of `ace-to-five`."""
    return _ace_to_five(hands, *_aces(hands.shape[1]))


@jit
def _ace_to_five(hands: Array, words: TableArray, rows: TableArray, values: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        word = np.uint64(0)
        for j in range(hands.shape[1]):
            word += words[hands[i, j]]
        out[i] = values[((word >> np.uint64(35)) & np.uint64(0xFFFF)) ^ rows[word >> np.uint64(51)]]
    return out


# ---- 2-7: five cards with straights and flushes, like `high` with the order reversed


def deuce_to_seven(hands: Array) -> Array | None:
    """The kernel of `2-7`."""
    return five_cards.rank_hands(DEUCE_TO_SEVEN, hands)


# ---- badugi: which of four sorted cards clash decides which ones count


@cache
def _badugis() -> tuple[TableArray, ...]:
    places = numbering(BADUGI)[1]

    def number(ranks: tuple[int, ...]) -> int:
        return places[(len(ranks) - 1, *(-rank - 1 for rank in reversed(ranks)))] if 1 <= len(ranks) <= 4 else 0

    order = by_card(lambda rank, suit: _low(rank) * 4 + suit)
    return order, np.array([_kept(clash) for clash in range(64)], np.uint8), by_mask(number)


def _kept(clash: int) -> int:
    """The best places, as bits, when these of the six pairs of places clash: the most, then the lowest."""
    clashing = {pair for bit, pair in enumerate(_PAIRS) if clash >> bit & 1}
    best = max(
        (size, *(-place for place in reversed(some)))
        for size in (1, 2, 3, 4)
        for some in combinations(range(4), size)
        if not clashing & set(combinations(some, 2))
    )
    return sum(1 << -place for place in best[1:])


def badugi(hands: Array) -> Array:
    """The kernel of `badugi`. Of more than four cards, the best four count."""
    if hands.shape[1] == 4:
        return _badugi(hands, *_badugis())
    best: Array = np.zeros(len(hands), np.uint16)
    for four in combinations(range(hands.shape[1]), 4):
        best = np.maximum(best, _badugi(np.ascontiguousarray(hands[:, four]), *_badugis()))
    return best


def badugi_ace_high(hands: Array) -> Array:
    """The kernel of `badugi-ace-high`: the same with each card a rank lower, so that the deuce is the lowest."""
    lowered: Array = ((hands.astype(np.uint16) + 48) % 52).astype(np.uint8)
    return badugi(lowered)


@jit
def _clash(one: int, other: int) -> int:
    return int(((one ^ other) & 3) == 0) | int((one >> 2) == (other >> 2))


@jit
def _badugi(hands: Array, order: TableArray, kept: TableArray, values: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        a, b, c, d = order[hands[i, 0]], order[hands[i, 1]], order[hands[i, 2]], order[hands[i, 3]]
        a, b = min(a, b), max(a, b)
        c, d = min(c, d), max(c, d)
        a, c = min(a, c), max(a, c)
        b, d = min(b, d), max(b, d)
        b, c = min(b, c), max(b, c)
        clash = _clash(a, b) | _clash(a, c) << 1 | _clash(a, d) << 2
        clash |= _clash(b, c) << 3 | _clash(b, d) << 4 | _clash(c, d) << 5
        keep = kept[clash]
        mask = (keep & 1) << (a >> 2) | (keep >> 1 & 1) << (b >> 2)
        out[i] = values[mask | (keep >> 2 & 1) << (c >> 2) | (keep >> 3 & 1) << (d >> 2)]
    return out
