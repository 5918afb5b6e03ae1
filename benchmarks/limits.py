"""Where the time of a seven-card hand goes: the batch call, built up step by step, from reading memory to the whole."""

from collections.abc import Iterator

import numpy as np

from benchmarks.bench import Case, Group
from benchmarks.rankings import deal, stream
from cardroom.rankings import rank_many
from cardroom.rankings.base import Array, Word, jit
from cardroom.rankings.five_cards import START, bits, value
from cardroom.rankings.high import HIGH
from cardroom.rankings.tables import ALONE, tables

_ALONE, _SEVEN = np.uint16(ALONE), np.uint64(7)


def groups(quick: bool) -> Iterator[Group]:
    """One group: each step does what the one before it did, and more."""
    hands = deal(1_000_000 if quick else 10_000_000, 7)
    pairs, out = hands.reshape(-1).view(np.uint16), np.empty(len(hands), np.uint16)
    memory = hands.reshape(-1)[: hands.size & ~7].view(np.uint64)
    words, masks, rows, values = tables(HIGH, 7)
    cases = [
        Case("reading the cards, writing the ints", lambda: stream(memory, out), len(hands), limit=True),
        Case("and adding up words", lambda: add_up(pairs, out, words), len(hands)),
        Case("and finding the value", lambda: judge(pairs, out, words, masks, rows, values), len(hands)),
        Case("words and masks, checked, no value", lambda: check(pairs, out, words, masks), len(hands)),
        Case("the whole: rank_many", lambda: rank_many("high", hands), len(hands)),
    ]
    yield Group("high, 7 cards, random order, step by step", cases)


@jit
def add_up(pairs: Array, out: Array, words: Array) -> None:
    """The words of two hands at a time, as the kernel adds them."""
    for i in range(pairs.shape[0] // 7):
        at, middle = 7 * i, pairs[7 * i + 3]
        a = words[pairs[at]] + words[pairs[at + 1]] + words[pairs[at + 2]] + words[middle | _ALONE]
        b = words[pairs[at + 4]] + words[pairs[at + 5]] + words[pairs[at + 6]] + words[middle >> 8 | _ALONE]
        out[2 * i], out[2 * i + 1] = a, b


@jit
def check(pairs: Array, out: Array, words: Array, masks: Array) -> Word:
    """Words and masks, and one count of bits a hand."""
    bad = np.uint64(0)
    for i in range(pairs.shape[0] // 7):
        at, middle = 7 * i, pairs[7 * i + 3]
        a = words[pairs[at]] + words[pairs[at + 1]] + words[pairs[at + 2]] + words[middle | _ALONE]
        b = words[pairs[at + 4]] + words[pairs[at + 5]] + words[pairs[at + 6]] + words[middle >> 8 | _ALONE]
        x = masks[pairs[at]] + masks[pairs[at + 1]] + masks[pairs[at + 2]] + masks[middle | _ALONE]
        y = masks[pairs[at + 4]] + masks[pairs[at + 5]] + masks[pairs[at + 6]] + masks[middle >> 8 | _ALONE]
        bad |= (bits(x) ^ _SEVEN) | (bits(y) ^ _SEVEN)
        out[2 * i], out[2 * i + 1] = a, b
    return bad


@jit
def judge(pairs: Array, out: Array, words: Array, masks: Array, rows: Array, values: Array) -> None:
    """Words and values without a check; masks only where a flush needs them."""
    for i in range(pairs.shape[0] // 7):
        at, middle = 7 * i, pairs[7 * i + 3]
        a = words[pairs[at]] + words[pairs[at + 1]] + words[pairs[at + 2]] + words[middle | _ALONE] + START
        b = words[pairs[at + 4]] + words[pairs[at + 5]] + words[pairs[at + 6]] + words[middle >> 8 | _ALONE] + START
        x = masks[pairs[at]] + masks[pairs[at + 1]] + masks[pairs[at + 2]] + masks[middle | _ALONE]
        y = masks[pairs[at + 4]] + masks[pairs[at + 5]] + masks[pairs[at + 6]] + masks[middle >> 8 | _ALONE]
        out[2 * i], out[2 * i + 1] = value(a, x, rows, values), value(b, y, rows, values)
