"""Compiled: the best five of 5, 6 or 7 cards (high, short deck), and of two and three (Omaha).

A hand costs a few loads from cached memory: its cards, two at a time; for each two their word and mask (`tables`); the
row; the value. There is no sorting, no counting and no branch, except for the one hand in thirty with five cards of a
suit. One bit count for each hand checks all its cards.

Exact analysis calls `value` from its own compiled loops, with the tables as arguments:

    @jit
    def showdown(hand, board, words, masks, rows, values):    # showdown(hand, board, *tables(HIGH, 7))
        word, mask = START, np.uint64(0)
        for card in (*hand, *board):
            word += words[card | ALONE]
            mask += masks[card | ALONE]
        return value(word, mask, rows, values)

Arrays are passed one by one: inside a tuple, compiled code would count references at every access. numba caches
compiled code by file: after a change here, remove the .nbi files of callers in other files.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from cardroom.rankings.base import Array, Ranking, Word, jit
from cardroom.rankings.high import HIGH
from cardroom.rankings.short_deck import SHORT_DECK
from cardroom.rankings.tables import ALONE, omaha_tables, tables

START = np.uint64(0x3333)
"""The start of a sum of words. Suit counters start at three, so that the fifth card of a suit sets its top bit."""
_FLUSH = np.uint64(0x8888)
_ALONE = np.uint16(ALONE)


def high(hands: Array) -> Array | None:
    """The kernel of `high`."""
    return rank_hands(HIGH, hands)


def short_deck(hands: Array) -> Array | None:
    """The kernel of `short-deck`."""
    return rank_hands(SHORT_DECK, hands)


def rank_hands(ranking: Ranking, hands: Array) -> Array | None:
    """Return the int of every row of 5 to 9 cards; None if a row has a card twice or a card not in the deck."""
    count, size = hands.shape
    if size > 7:  # the best five are among some seven
        some = [rank_hands(ranking, np.ascontiguousarray(np.delete(hands, at, axis=1))) for at in range(size)]
        known = [values for values in some if values is not None]
        return np.maximum.reduce(known) if len(known) == size else None
    kernel = {5: _fives, 6: _sixes, 7: _sevens}[size]
    out = np.empty(count, np.uint16)
    if hands.ctypes.data % 2:
        hands = hands.copy()  # the kernels read two cards as one number, at an even address
    made = tables(ranking, size)
    even = count & ~1
    bad = kernel(hands[:even].reshape(-1).view(np.uint16), out, *made)
    if count > even:  # they also read two hands at a time; the last one is read twice
        last = np.empty(2, np.uint16)
        bad |= kernel(np.repeat(hands[even:], 2, axis=0).reshape(-1).view(np.uint16), last, *made)
        out[even] = last[0]
    return None if bad else out


@jit
def value(word: Word, mask: Word, rows: Array, values: Array) -> Word:
    """The int of a hand whose cards' words and masks add up to these."""
    place = ((word >> np.uint64(35)) & np.uint64(0xFFFF)) ^ rows[word >> np.uint64(51)]
    if word & _FLUSH:
        suit = np.uint64(0)
        for lane in range(1, 4):
            if word & np.uint64(8 << 4 * lane):
                suit = np.uint64(16 * lane)
        place = np.uint64(0x10000) + ((mask >> suit) & np.uint64(0x1FFF))
    return values[place]


@jit
def bits(x: Word) -> Word:
    """Count the set bits. Compilers turn this pattern into one instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@jit
def _fives(pairs: Array, out: Array, words: Array, masks: Array, rows: Array, values: Array) -> Word:
    bad = np.uint64(0)
    for i in range(pairs.shape[0] // 5):
        a, b, middle = pairs[5 * i], pairs[5 * i + 1], pairs[5 * i + 2]
        c, d = pairs[5 * i + 3], pairs[5 * i + 4]
        first, last = middle | _ALONE, middle >> 8 | _ALONE
        x = masks[a] + masks[b] + masks[first]
        y = masks[c] + masks[d] + masks[last]
        bad |= (bits(x) ^ np.uint64(5)) | (bits(y) ^ np.uint64(5))
        out[2 * i] = value(words[a] + words[b] + words[first] + START, x, rows, values)
        out[2 * i + 1] = value(words[c] + words[d] + words[last] + START, y, rows, values)
    return bad


@jit
def _sixes(pairs: Array, out: Array, words: Array, masks: Array, rows: Array, values: Array) -> Word:
    bad = np.uint64(0)
    for i in range(pairs.shape[0] // 3):
        a, b, c = pairs[3 * i], pairs[3 * i + 1], pairs[3 * i + 2]
        x = masks[a] + masks[b] + masks[c]
        bad |= bits(x) ^ np.uint64(6)
        out[i] = value(words[a] + words[b] + words[c] + START, x, rows, values)
    return bad


@jit
def _sevens(pairs: Array, out: Array, words: Array, masks: Array, rows: Array, values: Array) -> Word:
    bad = np.uint64(0)
    for i in range(pairs.shape[0] // 7):
        a, b, c, middle = pairs[7 * i], pairs[7 * i + 1], pairs[7 * i + 2], pairs[7 * i + 3]
        d, e, f = pairs[7 * i + 4], pairs[7 * i + 5], pairs[7 * i + 6]
        first, last = middle | _ALONE, middle >> 8 | _ALONE
        x = masks[a] + masks[b] + masks[c] + masks[first]
        y = masks[d] + masks[e] + masks[f] + masks[last]
        bad |= (bits(x) ^ np.uint64(7)) | (bits(y) ^ np.uint64(7))
        out[2 * i] = value(words[a] + words[b] + words[c] + words[first] + START, x, rows, values)
        out[2 * i + 1] = value(words[d] + words[e] + words[f] + words[last] + START, y, rows, values)
    return bad


def frequencies(ranking: Ranking, size: int, cards: Iterable[int] | None = None) -> Array:
    """Count how many of all hands of 5, 6 or 7 cards have each int. Seven cards take about a second.

    From a whole deck, or from these cards of one.

    >>> frequencies(HIGH, 5)[[1, 7462]].tolist()
    [1020, 4]
    """
    deck = sorted(ranking.deck if cards is None else cards)
    words, masks, rows, values = tables(ranking, size)
    ordered = np.array(deck, np.uint16) | _ALONE
    counts = np.zeros(int(values.max()) + 1, np.int64)
    for dealt in combinations(range(len(deck)), size - 5):
        word, mask = words[ordered[list(dealt)]].sum() + START, masks[ordered[list(dealt)]].sum()
        after = ordered[dealt[-1] + 1 if dealt else 0 :]
        _count(word, mask, words[after], masks[after], rows, values, counts)
    return counts


@jit
def _count(word: Word, mask: Word, words: Array, masks: Array, rows: Array, values: Array, counts: Array) -> None:
    """Count every choice of five more cards. Sums are passed down, so a hand is one addition and two lookups."""
    size = len(words)
    for a in range(size - 4):
        word_a, mask_a = word + words[a], mask + masks[a]
        for b in range(a + 1, size - 3):
            word_b, mask_b = word_a + words[b], mask_a + masks[b]
            for c in range(b + 1, size - 2):
                word_c, mask_c = word_b + words[c], mask_b + masks[c]
                for d in range(c + 1, size - 1):
                    word_d, mask_d = word_c + words[d], mask_c + masks[d]
                    for e in range(d + 1, size):
                        counts[value(word_d + words[e], mask_d + masks[e], rows, values)] += 1


def omaha(hands: Array, boards: Array) -> Array | None:
    """The kernel of `omaha`: two of each hand with three of its board."""
    out = np.empty(len(hands), np.uint16)
    held, shown = (0,) * hands.shape[1], (0,) * boards.shape[1]
    return None if _omahas(hands, boards, held, shown, out, *omaha_tables(HIGH, len(shown))) else out


@jit
def _omahas(
    hands: Array,
    boards: Array,
    held: tuple[int, ...],
    shown: tuple[int, ...],
    out: Array,
    words: Array,
    masks: Array,
    rows: Array,
    numbers: Array,
    columns: Array,
    pairs: Array,
    flushes: Array,
) -> Word:
    """Judge ranks: a board's row has the best with any two ranks, so a hand is six lookups, or ten.
    Flushes: counters that start at five on the board and six in the hand meet in their top bits.
    The sizes are tuples, because the compiler knows a tuple's length and unrolls the loops."""
    bad = np.uint64(0)
    for i in range(hands.shape[0]):
        board, common = np.uint64(0x5555), np.uint64(0)
        for j in range(len(shown)):
            board += words[boards[i, j] | _ALONE]
            common += masks[boards[i, j] | _ALONE]
        hand, own = np.uint64(0x6666), np.uint64(0)
        for j in range(len(held)):
            hand += words[hands[i, j] | _ALONE]
            own += masks[hands[i, j] | _ALONE]
        bad |= bits(common + own) ^ np.uint64(len(shown) + len(held))
        slot = ((board >> np.uint64(35)) & np.uint64(0xFFFF)) ^ rows[board >> np.uint64(51)]
        start = np.uint64(91) * numbers[slot]
        best = np.uint16(0)
        for j in range(1, len(held)):
            one = np.uint64(hands[i, j] >> 2) << np.uint64(4)
            for k in range(j):
                other = np.uint64(hands[i, k] >> 2)
                best = max(best, pairs[start + columns[one + other]])
        suited = hand & board & _FLUSH
        if suited:
            suit = np.uint64(0)
            for lane in range(1, 4):
                if suited & np.uint64(8 << 4 * lane):
                    suit = np.uint64(16 * lane)
            ours, theirs = (own >> suit) & np.uint64(0x1FFF), (common >> suit) & np.uint64(0x1FFF)
            best = max(best, two_and_three(ours, theirs, flushes))
        out[i] = best
    return bad


@jit
def two_and_three(ours: Word, theirs: Word, flushes: Array) -> Word:
    """The best flush or straight flush of exactly two bits of the hand and three of the board."""
    two, three = ours, theirs
    while bits(two) > np.uint64(2):  # a flush is best by its highest cards from either side
        two &= two - np.uint64(1)
    while bits(three) > np.uint64(3):
        three &= three - np.uint64(1)
    best = flushes[two | three]
    run = np.uint64(0x100F)
    for low in range(10):  # a straight flush may be of lower cards: A-2-3-4-5 first, then upward
        if (ours | theirs) & run == run and bits(ours & run) == np.uint64(2):
            best = max(best, flushes[run])
        run = np.uint64(0x1F << low)
    return best
