"""Compiled showdowns over many boards or many deals: who wins what share.

A tally is an array by player, by sharers of the high part and by sharers of the low part. Zero sharers: the player gets
nothing of it; `NO_LOW` in the last place: no hand made a low, so the high part is the whole.
"""

import numpy as np

from cardroom.rankings.base import Array, Word, jit
from cardroom.rankings.five_cards import bits

__all__ = ["MOST_PLAYERS", "NO_LOW", "duel", "omaha_values", "range_duel", "tally_deals", "values_on_boards"]

MOST_PLAYERS = 10
NO_LOW = 11
_START = np.uint64(0x3333)
_FLUSH = np.uint64(0x8888)


@jit
def _value(word: Word, mask: Word, rows: Array, values: Array) -> Word:
    """As `five_cards.value`, in this file because compiled code is cached by file."""
    place = ((word >> np.uint64(35)) & np.uint64(0xFFFF)) ^ rows[word >> np.uint64(51)]
    if word & _FLUSH:
        suit = np.uint64(0)
        for lane in range(1, 4):
            if word & np.uint64(8 << 4 * lane):
                suit = np.uint64(16 * lane)
        place = np.uint64(0x10000) + ((mask >> suit) & np.uint64(0x1FFF))
    return values[place]


@jit
def duel(
    words: Array, masks: Array, weights: Array, own: Array, own_masks: Array, rows: Array, values: Array
) -> tuple[int, int]:
    """How often the first of two hands wins and ties on boards, by their words and masks."""
    won, tied = 0, 0
    a, b, x, y = own[0] + _START, own[1] + _START, own_masks[0], own_masks[1]
    for at in range(len(words)):
        one = _value(words[at] + a, masks[at] + x, rows, values)
        other = _value(words[at] + b, masks[at] + y, rows, values)
        if one > other:
            won += weights[at]
        elif one == other:
            tied += weights[at]
    return won, tied


@jit
def values_on_boards(
    words: Array, masks: Array, own: Word, own_mask: Word, rows: Array, values: Array, out: Array
) -> None:
    """How good a hand is on each board."""
    for at in range(len(words)):
        out[at] = _value(words[at] + own + _START, masks[at] + own_mask, rows, values)


@jit
def lows_on_boards(masks: Array, own: int, lows: Array, out: Array) -> None:
    """How good a low a hand has on each board, by the ranks of all its cards; 0 if it does not qualify."""
    for at in range(len(masks)):
        ranks = masks[at] | masks[at] >> np.uint64(16)
        ranks |= ranks >> np.uint64(32)
        out[at] = lows[(ranks & np.uint64(0x1FFF)) | np.uint64(own)]


@jit
def omaha_lows_on_boards(masks: Array, own: int, eights: Array, lows: Array, out: Array) -> None:
    """The same with two of the hand and three of the board. `eights` has the ranks up to the eight as eight bits."""
    hand = eights[own]
    for at in range(len(masks)):
        ranks = masks[at] | masks[at] >> np.uint64(16)
        ranks |= ranks >> np.uint64(32)
        out[at] = lows[hand, eights[ranks & np.uint64(0x1FFF)]]


@jit
def omaha_values(
    words: Array, masks: Array, pairs_of_hand: Array, own_word: Word, own_mask: Word, rows: Array, numbers: Array,
    pairs: Array, flushes: Array, out: Array,
) -> None:  # fmt: skip
    """How good an Omaha hand is on each board: two of the hand with three of the board.

    `pairs_of_hand` has the columns of the hand's different two ranks. The words of a hand count its suits from six, and
    those of a board from five, so that a flush is where both have their top bit.
    """
    hand = own_word + np.uint64(0x6666)
    for at in range(len(words)):
        board = words[at] + np.uint64(0x5555)
        slot = ((board >> np.uint64(35)) & np.uint64(0xFFFF)) ^ rows[board >> np.uint64(51)]
        start = np.int64(91) * np.int64(numbers[slot])
        best = np.uint16(0)
        for each in range(len(pairs_of_hand)):
            best = max(best, pairs[start + pairs_of_hand[each]])
        suited = hand & board & _FLUSH
        if suited:
            suit = np.uint64(0)
            for lane in range(1, 4):
                if suited & np.uint64(8 << 4 * lane):
                    suit = np.uint64(16 * lane)
            best = max(
                best,
                _two_and_three(
                    (own_mask >> suit) & np.uint64(0x1FFF), (masks[at] >> suit) & np.uint64(0x1FFF), flushes
                ),
            )
        out[at] = best


@jit
def _two_and_three(ours: Word, theirs: Word, flushes: Array) -> Word:
    """As in `five_cards`: the best flush or straight flush of two bits of the hand and three of the board."""
    two, three = ours, theirs
    while bits(two) > np.uint64(2):
        two &= two - np.uint64(1)
    while bits(three) > np.uint64(3):
        three &= three - np.uint64(1)
    best = flushes[two | three]
    run = np.uint64(0x100F)
    for low in range(10):
        if (ours | theirs) & run == run and bits(ours & run) == np.uint64(2):
            best = max(best, flushes[run])
        run = np.uint64(0x1F << low)
    return best


@jit
def tally_deals(high: Array, low: Array, weights: Array, tally: Array) -> None:
    """Add deals to a tally. `high` and `low` have a row for each player; `low` has no rows without a low part."""
    players, split = high.shape[0], low.shape[0] > 0
    for at in range(high.shape[1]):
        best, best_low = high[0, at], 0
        for player in range(1, players):
            best = max(best, high[player, at])
        sharers, lows = 0, 0
        for player in range(players):
            sharers += high[player, at] == best
        if split:
            for player in range(players):
                best_low = max(best_low, np.int64(low[player, at]))
            if best_low:
                for player in range(players):
                    lows += np.int64(low[player, at]) == best_low
        for player in range(players):
            one = sharers if high[player, at] == best else 0
            other = NO_LOW
            if best_low:
                other = lows if np.int64(low[player, at]) == best_low else 0
            tally[player, one, other] += weights[at]


@jit
def tally_parts(high: Array, low: Array, weights: Array, unit: int, shares: Array) -> None:
    """The share of every player in each deal of several boards, added to `shares`, in parts of `unit` per board.

    `high` and `low` are by board, player and deal. `shares` is by player and by share.
    """
    boards, players = high.shape[0], high.shape[1]
    split = low.shape[1] > 0
    own = np.zeros(players, np.int64)
    for at in range(high.shape[2]):
        own[:] = 0
        for board in range(boards):
            best, best_low = np.int64(0), np.int64(0)
            sharers, lows = 0, 0
            for player in range(players):
                best = max(best, np.int64(high[board, player, at]))
                if split:
                    best_low = max(best_low, np.int64(low[board, player, at]))
            for player in range(players):
                sharers += np.int64(high[board, player, at]) == best
                if best_low:
                    lows += np.int64(low[board, player, at]) == best_low
            part = unit // 2 if best_low else unit
            for player in range(players):
                if np.int64(high[board, player, at]) == best:
                    own[player] += part // sharers
                if best_low and np.int64(low[board, player, at]) == best_low:
                    own[player] += part // lows
        total = unit * boards
        for player in range(players):
            for quarters in range(1, 5):
                if own[player] * 4 == total * quarters:
                    shares[player, quarters] += weights[at]


@jit
def range_duel(
    board_words: Array, board_masks: Array, board_weights: Array, words: Array, masks: Array, cards: Array,
    hand_weights: Array, first: int, rows: Array, values: Array, out: Array,
) -> None:  # fmt: skip
    """Two ranges of two cards on boards: the sums of weights of deals that the first wins and ties, and of all.

    The first range is the hands before `first`. Hands are judged once a board; then each hand of the first range counts
    the hands of the other that it beats, less those with one of its cards.
    """
    count = len(words)
    place, found, order = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
    below, level = np.zeros(53, np.int64), np.zeros(53, np.int64)
    for at in range(len(board_words)):
        live = 0
        for hand in range(count):
            if masks[hand] & board_masks[at]:
                continue
            place[live] = hand
            word, mask = board_words[at] + words[hand] + _START, board_masks[at] + masks[hand]
            found[live] = np.int64(_value(word, mask, rows, values)) * 65536 + live
            live += 1
        order[:live] = np.sort(found[:live])
        below[:] = 0
        won, tied, total = 0, 0, 0
        start = 0
        while start < live:
            end = start
            value = order[start] >> 16
            level[:] = 0
            while end < live and order[end] >> 16 == value:
                hand = place[order[end] & 65535]
                if hand >= first:
                    level[52] += hand_weights[hand]
                    level[cards[hand, 0]] += hand_weights[hand]
                    level[cards[hand, 1]] += hand_weights[hand]
                end += 1
            for each in range(start, end):
                hand = place[order[each] & 65535]
                if hand < first:
                    a, b = cards[hand, 0], cards[hand, 1]
                    won += hand_weights[hand] * (below[52] - below[a] - below[b])
                    same = level[52] - level[a] - level[b]
                    for other in range(start, end):
                        that = place[order[other] & 65535]
                        if that >= first and masks[that] == masks[hand]:
                            same += hand_weights[that]
                    tied += hand_weights[hand] * same
            for card in range(53):
                below[card] += level[card]
            start = end
        for each in range(live):
            hand = place[each]
            if hand < first:
                a, b = cards[hand, 0], cards[hand, 1]
                left = below[52] - below[a] - below[b]
                for other in range(live):
                    if place[other] >= first and masks[place[other]] == masks[hand]:
                        left += hand_weights[place[other]]
                total += hand_weights[hand] * left
        out[0] += won * board_weights[at]
        out[1] += tied * board_weights[at]
        out[2] += total * board_weights[at]
