"""Pai gow hands over arrays, compiled.

A hand's ranks are looked up by their slot (see `tables`), and each suit that could be a flush by its mask. There are
tables without and with the joker. They are filled from the rankings' own keys, with every value of the joker.
"""

from functools import cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cardroom.cards import JOKER
from cardroom.rankings import tables
from cardroom.rankings.base import Array, Ranking, jit, numbering
from cardroom.rankings.pai_gow import (
    FORTUNE_LINES,
    PAI_GOW,
    PAI_GOW_HIGH_WHEEL,
    PAI_GOW_TWO,
    five_line,
    two_key,
)
from cardroom.rankings.small_tables import TableArray, masks, words

_KING_QUEEN = 0b11 << 10
_RANKS = (1 << 13) - 1
_STRAIGHT_FLUSH, _ROYAL_FLUSH, _SEVEN_WITH_JOKER, _ROYAL_MATCH, _SEVEN = (
    FORTUNE_LINES.index(line) + 1
    for line in (
        "straight flush",
        "royal flush",
        "seven-card straight flush with joker",
        "royal flush with royal match",
        "seven-card straight flush",
    )
)
_LINES = Ranking(
    "lines of five cards",
    (5,),
    ("none", *FORTUNE_LINES),
    five_line,
    lambda: ((line,) for line in range(len(FORTUNE_LINES) + 1)),
    str,
)
"""The Fortune lines of five of a hand's cards, as a ranking. Its ints are one too large."""


class PaiGowTables(NamedTuple):
    """The tables for hands of one size. The first index is 1 if there is a joker."""

    words: TableArray
    masks: TableArray
    rows: TableArray
    values: TableArray
    """By slot, the best hand without a flush."""
    suited: TableArray
    """By a suit's mask, the best flush or straight flush; 0 for none."""
    run: TableArray
    """By a suit's mask, whether it has seven consecutive ranks, with the joker or without."""


def _completed(table: TableArray) -> TableArray:
    """By mask, the best hand with the joker as one missing rank."""
    every, best = np.arange(len(table)), np.zeros_like(table)
    for bit in (1 << rank for rank in range(13)):
        np.maximum(best, np.where(every & bit == 0, table[every | bit], 0), out=best)
    return best


def _with_joker(ranking: Ranking, size: int) -> tuple[Array, Array]:
    """Every hand of ranks without its joker, and the int of its best five, if there is no flush."""
    number = numbering(ranking)[1]
    hands = [tuple(hand) for hand in tables.multisets(tuple(range(13)), 4).tolist()]
    best = {hand: number[key] for hand in hands if (key := ranking.key([*_unsuited(hand), JOKER]))}
    without = tables.best(ranking, 5)[1].tolist()
    for more in range(5, size):
        hands = [tuple(hand) for hand in tables.multisets(tuple(range(13)), more).tolist()]
        best = {hand: max(best[hand[:i] + hand[i + 1 :]] for i in range(more)) for hand in hands}
        if more == 5:  # the first hand that can leave its joker out
            best = {hand: max(value, natural) for (hand, value), natural in zip(best.items(), without, strict=True)}
    return tables.multisets(tuple(range(13)), size - 1), np.array(list(best.values()), np.uint16)


def _unsuited(ranks: tuple[int, ...]) -> list[int]:
    return [4 * rank + place % 4 for place, rank in enumerate(ranks)]


@cache
def _tables(ranking: Ranking, size: int) -> PaiGowTables:
    natural = msgspec.structs.replace(ranking, deck=frozenset(range(52)))
    values, rows = np.zeros((2, 1 << 16), np.uint16), np.zeros((2, 1 << 13), np.uint16)
    for joker, (hands, ints) in enumerate((tables.best(natural, size), _with_joker(natural, size))):
        rows[joker], slots = tables.places(hands)
        values[joker][slots] = ints
    suited = tables.flushes(natural)
    run = np.zeros(1 << 13, np.uint16)
    run[[0b1111111 << low for low in range(7)] + [1 << 12 | 0b111111]] = 1
    bits = masks()
    bits[JOKER] = 1 << 62
    both = [np.stack([each, _completed(each)]) for each in (suited, run)]
    return PaiGowTables(words(), bits, rows, values, both[0], both[1])


def pai_gow(hands: Array) -> Array:
    """The kernel of `pai-gow`."""
    return _values(hands, _tables(PAI_GOW, hands.shape[1]))


def pai_gow_high_wheel(hands: Array) -> Array:
    """The kernel of `pai-gow-high-wheel`."""
    return _values(hands, _tables(PAI_GOW_HIGH_WHEEL, hands.shape[1]))


def fortune(hands: Array) -> Array:
    """The kernel of `fortune`."""
    return _fortunes(hands, _tables(_LINES, 7))


def count_every_hand() -> tuple[TableArray, TableArray]:
    """How many of all 154,143,080 hands of seven have each int of `pai-gow`, and of `fortune`."""
    return _count(_tables(PAI_GOW, 7), _tables(_LINES, 7))


@jit
def _value(word: Any, mask: int, rows: TableArray, values: TableArray, suited: TableArray) -> Any:
    """The int of a hand whose cards' words and masks add up to these."""
    joker = mask >> 62
    row = rows[joker, word >> np.uint64(51)]
    value = values[joker, ((word >> np.uint64(35)) & np.uint64(0xFFFF)) ^ row]
    # a suit's counter and three, or with the joker four, has its top bit set from the fifth or fourth card on
    if (word + np.uint64(0x4444 if joker else 0x3333)) & np.uint64(0x8888):
        for suit in range(0, 64, 16):
            value = max(value, suited[joker, mask >> suit & _RANKS])
    return value


@jit
def _line(line: int, mask: int, run: TableArray) -> Any:
    """The Fortune line of seven cards that hold a straight flush or royal flush: some lines take all seven."""
    for suit in range(0, 64, 16):
        ranks = mask >> suit & _RANKS
        if run[mask >> 62, ranks]:
            return _SEVEN_WITH_JOKER if mask >> 62 else _SEVEN
        if line == _ROYAL_FLUSH and ranks == _KING_QUEEN:  # the other cards are the royal flush
            return _ROYAL_MATCH
    return line


@jit
def _values(hands: Array, tables: PaiGowTables) -> Array:
    words, masks, rows, values, suited, _ = tables
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        word, mask = np.uint64(0), 0
        for j in range(hands.shape[1]):
            word += words[hands[i, j]]
            mask += masks[hands[i, j]]
        out[i] = _value(word, mask, rows, values, suited)
    return out


@jit
def _fortunes(hands: Array, tables: PaiGowTables) -> Array:
    words, masks, rows, values, suited, run = tables
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        word, mask = np.uint64(0), 0
        for j in range(7):
            word += words[hands[i, j]]
            mask += masks[hands[i, j]]
        line = _value(word, mask, rows, values, suited) - 1
        if line in (_STRAIGHT_FLUSH, _ROYAL_FLUSH):
            line = _line(line, mask, run)
        out[i] = line
    return out


@jit
def _count(hands: PaiGowTables, lines: PaiGowTables) -> tuple[TableArray, TableArray]:
    words, masks, rows, values, suited, run = hands
    _, _, line_rows, line_values, line_suited, _ = lines
    counts, made = np.zeros(7464, np.int64), np.zeros(_SEVEN + 1, np.int64)
    for a in range(47):
        for b in range(a + 1, 48):
            for c in range(b + 1, 49):
                word_3, mask_3 = words[a] + words[b] + words[c], masks[a] | masks[b] | masks[c]
                for d in range(c + 1, 50):
                    for e in range(d + 1, 51):
                        word_5, mask_5 = word_3 + words[d] + words[e], mask_3 | masks[d] | masks[e]
                        for f in range(e + 1, 52):
                            word_6, mask_6 = word_5 + words[f], mask_5 | masks[f]
                            for g in range(f + 1, 53):
                                word, mask = word_6 + words[g], mask_6 | masks[g]
                                counts[_value(word, mask, rows, values, suited)] += 1
                                line = _value(word, mask, line_rows, line_values, line_suited) - 1
                                if line in (_STRAIGHT_FLUSH, _ROYAL_FLUSH):
                                    line = _line(line, mask, run)
                                made[line] += 1
    return counts, made


@cache
def _twos() -> TableArray:
    places = numbering(PAI_GOW_TWO)[1]
    ranks = (*range(13), 12)  # the joker, card 52, is an ace
    return np.array([[places[two_key((4 * one, 4 * other + 1))] for other in ranks] for one in ranks], np.uint16)


def pai_gow_two(hands: Array) -> Array:
    """The kernel of `pai-gow-two`."""
    pairs: Array = _twos()[hands[:, 0] >> 2, hands[:, 1] >> 2]
    return pairs
