"""Compiled showdowns of one pocket against every pocket of the dealer, on one board or on all that can follow.

The cards that are left come as an array, so that cards the player has seen, and small decks, need no code of their own.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit
from cardroom.rankings.five_cards import START, value

Array = Any

BASE, PLAY, WAIT, WON, TIED, LOST = range(6)
"""The sums: the wagers before the deal, one unit of play, the better of playing and folding on the river, and the
numbers of dealer's pockets that are beaten, equal and higher."""


@jit
def on_river(
    pocket: Array, board: Array, left: Array, words: Array, masks: Array, rows: Array, values: Array, qualifier: int,
    hands: Array, base: Array, play: Array, fold: int, times: int, counts: Array, free: Array,
    free_masks: Array, out: Array,
) -> None:  # fmt: skip
    """Add the sums over the dealer's pockets on one board of five. Cards of the board are skipped in `left`.

    `words` and `masks` are by card. `counts`, `free` and `free_masks` are space to work in.
    """
    word, mask = START, np.uint64(0)
    for card in board:
        word += words[card]
        mask += masks[card]
    own_word, own_mask = word, mask
    for card in pocket:
        own_word += words[card]
        own_mask += masks[card]
    own = np.int64(value(own_word, own_mask, rows, values))
    many = 0
    for card in left:
        taken = False
        for other in board:
            taken |= card == other
        if not taken:
            free[many] = words[card]
            free_masks[many] = masks[card]
            many += 1
    for result in range(6):
        counts[result] = 0
    for x in range(many):
        first, first_mask = word + free[x], mask + free_masks[x]
        for y in range(x):
            rank = np.int64(value(first + free[y], first_mask + free_masks[y], rows, values))
            counts[2 * ((rank >= own) + (rank > own)) + (rank < qualifier)] += 1
    hand = hands[own]
    before, played, dealers = 0, 0, 0
    for result in range(6):
        before += counts[result] * base[hand, result]
        played += counts[result] * play[hand, result]
        dealers += counts[result]
    out[BASE] += before
    out[PLAY] += played
    out[WAIT] += max(before + times * played, fold * dealers)
    out[WON] += counts[0] + counts[1]
    out[TIED] += counts[2] + counts[3]
    out[LOST] += counts[4] + counts[5]


@jit
def on_flop(
    pocket: Array, flop: Array, left: Array, words: Array, masks: Array, rows: Array, values: Array, qualifier: int,
    hands: Array, base: Array, play: Array, fold: int, times: int, out: Array,
) -> None:  # fmt: skip
    """Add the sums over every turn, river and dealer's pocket."""
    board, counts = np.empty(5, np.int64), np.zeros(6, np.int64)
    free, free_masks = np.empty(left.shape[0], np.uint64), np.empty(left.shape[0], np.uint64)
    board[:3] = flop
    for x in range(left.shape[0]):
        for y in range(x + 1, left.shape[0]):
            board[3], board[4] = left[x], left[y]
            on_river(
                pocket, board, left, words, masks, rows, values, qualifier, hands, base, play, fold, times, counts,
                free, free_masks, out,
            )  # fmt: skip


@jit
def on_boards(
    pocket: Array, first: int, left: Array, choose: Array, words: Array, masks: Array, rows: Array, values: Array,
    qualifier: int, hands: Array, base: Array, play: Array, fold: int, times: int, boards: Array,
) -> None:  # fmt: skip
    """The sums on every board whose highest card is `left[first]`, by the board's number."""
    board, counts = np.empty(5, np.int64), np.zeros(6, np.int64)
    free, free_masks = np.empty(left.shape[0], np.uint64), np.empty(left.shape[0], np.uint64)
    for a in range(first):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    number = choose[first, 5] + choose[a, 4] + choose[b, 3] + choose[c, 2] + choose[d, 1]
                    board[0], board[1], board[2] = left[first], left[a], left[b]
                    board[3], board[4] = left[c], left[d]
                    on_river(
                        pocket, board, left, words, masks, rows, values, qualifier, hands, base, play, fold, times,
                        counts, free, free_masks, boards[number],
                    )  # fmt: skip


@jit
def over_flops(cards: int, choose: Array, boards: Array, times: int, out: Array) -> None:
    """Sum the boards after every flop and decide there: `times` units of play, or wait. The sums of a flop are added.

    `out` receives the sums of `on_river`, with the best decision on the flop in place of the one on the river.
    """
    own, places = np.zeros(6, np.int64), np.empty(5, np.int64)
    for a in range(cards):
        for b in range(a):
            for c in range(b):
                own[:] = 0
                for d in range(cards):
                    if d in (a, b, c):
                        continue
                    for e in range(d):
                        if e in (a, b, c):
                            continue
                        places[0], places[1], places[2], places[3], places[4] = a, b, c, d, e
                        for at in range(3, 5):  # insert d, then e, into the descending order
                            place, to = places[at], at
                            while to and places[to - 1] < place:
                                places[to] = places[to - 1]
                                to -= 1
                            places[to] = place
                        number = 0
                        for at in range(5):
                            number += choose[places[at], 5 - at]
                        for each in range(6):
                            own[each] += boards[number, each]
                own[WAIT] = max(own[WAIT], own[BASE] + times * own[PLAY])
                for each in range(6):
                    out[each] += own[each]
