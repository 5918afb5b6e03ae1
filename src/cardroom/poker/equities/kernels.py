"""Compiled showdowns over many boards or many deals: who wins what share.

A tally is an array by player, by sharers of the high part and by sharers of the low part. Zero sharers: the player gets
nothing of it; `NO_LOW` in the last place: no hand made a low, so the high part is the whole.
"""

import numpy as np

from cardroom.rankings.base import Array, Word, jit
from cardroom.rankings.five_cards import START, two_and_three, value

__all__ = [
    "MOST_PLAYERS",
    "NO_LOW",
    "count_apart",
    "deal_in_order",
    "duel",
    "lows_on_boards",
    "omaha_lows_on_boards",
    "omaha_values",
    "range_duel",
    "sample_cards",
    "sample_duels",
    "sample_hands",
    "tally_deals",
    "tally_parts",
    "values_on_boards",
]

MOST_PLAYERS = 10
NO_LOW = 11
_FLUSH = np.uint64(0x8888)


@jit
def duel(
    words: Array, masks: Array, weights: Array, own: Array, own_masks: Array, rows: Array, values: Array
) -> tuple[int, int]:
    """How often the first of two hands wins and ties on boards, by their words and masks."""
    won, tied = 0, 0
    a, b, x, y = own[0] + START, own[1] + START, own_masks[0], own_masks[1]
    for at in range(len(words)):
        one = value(words[at] + a, masks[at] + x, rows, values)
        other = value(words[at] + b, masks[at] + y, rows, values)
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
        out[at] = value(words[at] + own + START, masks[at] + own_mask, rows, values)


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
                two_and_three((own_mask >> suit) & np.uint64(0x1FFF), (masks[at] >> suit) & np.uint64(0x1FFF), flushes),
            )
        out[at] = best


@jit
def tally_deals(high: Array, low: Array, weights: Array, tally: Array) -> None:
    """Add deals to a tally. `high` and `low` have a row for each player; `low` has no rows without a low part."""
    players, split = high.shape[0], low.shape[0] > 0
    for at in range(high.shape[1]):
        best, best_low = np.int64(high[0, at]), np.int64(0)
        for player in range(1, players):
            best = max(best, np.int64(high[player, at]))
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
            word, mask = board_words[at] + words[hand] + START, board_masks[at] + masks[hand]
            found[live] = np.int64(value(word, mask, rows, values)) * 65536 + live
            live += 1
        order[:live] = np.sort(found[:live])
        below[:] = 0
        won, tied, total = 0, 0, 0
        start = 0
        while start < live:
            end = start
            strength = order[start] >> 16
            level[:] = 0
            while end < live and order[end] >> 16 == strength:
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


# -- deals -------------------------------------------------------------------------------------------------------------


@jit
def deal_in_order(start: int, left: Array, sizes: Array, choices: Array, out: Array) -> None:
    """Write deals from a number on, a row each: for each size that many of the cards that are left then."""
    count = len(left)
    cards = np.empty(count, np.uint8)
    for row in range(out.shape[0]):
        number = start + row
        cards[:] = left
        many, column = count, 0
        for size in sizes:
            ways = choices[many, size]
            place = number % ways
            number //= ways
            top = many - 1
            for each in range(size, 0, -1):
                while choices[top, each] > place:
                    top -= 1
                place -= choices[top, each]
                out[row, column] = cards[top]
                column += 1
                for at in range(top, many - 1):
                    cards[at] = cards[at + 1]
                many -= 1
                top -= 1


@jit
def _next(state: Array) -> Word:
    """The next number of xoshiro256++."""
    total = state[0] + state[3]
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + state[0]
    moved = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= moved
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> np.uint64(19))
    return result


@jit
def _below(state: Array, most: int) -> Word:
    """A whole number below `most`, which is less than 2^31; its bias is below 2^-32."""
    return np.int64(((_next(state) >> np.uint64(32)) * np.uint64(most)) >> np.uint64(32))


@jit
def _pick(state: Array, first: int, count: int, keep: Array, other: Array) -> Word:
    """A hand of a range by its weight, with Walker's alias method."""
    if count == 1:
        return first
    at = first + _below(state, count)
    if keep[at] >= 1.0 or (_next(state) >> np.uint64(11)) * (1.0 / (1 << 53)) < keep[at]:
        return at
    return first + other[at]


@jit
def sample_hands(
    state: Array, starts: Array, used: Array, keep: Array, other: Array, gone: Word, tries: int, picks: Array,
    masks: Array,
) -> tuple[int, int]:  # fmt: skip
    """Draw a hand for every player, and all again if two share a card. Return how many deals were found and tried."""
    found, tried = 0, 0
    players = len(starts) - 1
    while found < picks.shape[0] and tried < tries:
        tried += 1
        mask = gone
        fits = True
        for player in range(players):
            at = _pick(state, starts[player], starts[player + 1] - starts[player], keep, other)
            if mask & used[at]:
                fits = False
                break
            mask |= used[at]
            picks[found, player] = at
        if fits:
            masks[found] = mask
            found += 1
    return found, tried


@jit
def sample_cards(state: Array, deck: Array, masks: Array, out: Array) -> None:
    """Draw as many different cards as each row has columns, none of its mask."""
    count = len(deck)
    for row in range(out.shape[0]):
        mask = masks[row]
        for column in range(out.shape[1]):
            while True:
                card = deck[_below(state, count)]
                bit = np.uint64(1) << np.uint64(card)
                if not mask & bit:
                    break
            mask |= bit
            out[row, column] = card


@jit
def sample_duels(
    state: Array, trials: int, starts: Array, used: Array, keep: Array, other: Array, gone: Word, deck: Array,
    missing: int, board_word: Word, board_mask: Word, own: Array, own_masks: Array, words: Array, masks: Array,
    rows: Array, values: Array, counts: Array,
) -> int:  # fmt: skip
    """Two ranges of two cards on sampled boards: how often the first wins, ties and loses. Return the tries.

    A random number has the places of ten cards, of six bits each. Places outside the deck are passed over.
    """
    found, tried = 0, 0
    cards = np.uint64(len(deck))
    bits, left = np.uint64(0), 0
    while found < trials and tried < 1000 * trials + 100_000:
        tried += 1
        one = _pick(state, starts[0], starts[1] - starts[0], keep, other)
        two = _pick(state, starts[1], starts[2] - starts[1], keep, other)
        if used[one] & used[two]:
            continue
        mask = gone | used[one] | used[two]
        word, sum_mask = board_word + START, board_mask
        drawn = 0
        while drawn < missing:
            if not left:
                bits, left = _next(state), 10
            place = bits & np.uint64(63)
            bits >>= np.uint64(6)
            left -= 1
            if place >= cards:
                continue
            card = deck[place]
            bit = np.uint64(1) << np.uint64(card)
            if mask & bit:
                continue
            mask |= bit
            word += words[card]
            sum_mask += masks[card]
            drawn += 1
        first = value(word + own[one], sum_mask + own_masks[one], rows, values)
        second = value(word + own[two], sum_mask + own_masks[two], rows, values)
        counts[0] += first > second
        counts[1] += first == second
        counts[2] += first < second
        found += 1
    return tried


# -- two hands that draw from one stub ---------------------------------------------------------------------------------


@jit
def _add_subsets(cards: Array, offsets: Array, choices: Array, counters: Array, by: int) -> None:
    """Add to the counters of all subsets, of ascending cards."""
    size = len(cards)
    for chosen in range(1 << size):
        place, many = 0, 0
        for at in range(size):
            if chosen >> at & 1:
                many += 1
                place += choices[cards[at], many]
        if many < len(offsets):
            counters[offsets[many] + place] += by


@jit
def _apart(cards: Array, offsets: Array, choices: Array, counters: Array) -> int:
    """How many counted hands share no card, by inclusion and exclusion."""
    size, total = len(cards), 0
    for chosen in range(1 << size):
        place, many = 0, 0
        for at in range(size):
            if chosen >> at & 1:
                many += 1
                place += choices[cards[at], many]
        if many < len(offsets):
            if many & 1:
                total -= counters[offsets[many] + place]
            else:
                total += counters[offsets[many] + place]
    return total


@jit
def count_apart(
    one: Array, one_values: Array, one_order: Array, two: Array, two_values: Array, two_order: Array, offsets: Array,
    choices: Array, counters: Array,
) -> tuple[int, int]:  # fmt: skip
    """How often the first hand's draw wins and ties against the second's. Both draw from one stub, so draws with a
    common card do not count. Draws are rows of ascending places in the stub; the orders sort them by value."""
    won, tied, at, behind = 0, 0, 0, 0
    count, most = len(one_order), len(two_order)
    while at < count:
        strength = one_values[one_order[at]]
        end = at
        while end < count and one_values[one_order[end]] == strength:
            end += 1
        while behind < most and two_values[two_order[behind]] < strength:
            _add_subsets(two[two_order[behind]], offsets, choices, counters, 1)
            behind += 1
        beaten = 0
        for each in range(at, end):
            beaten += _apart(one[one_order[each]], offsets, choices, counters)
        won += beaten
        if behind < most and two_values[two_order[behind]] == strength:
            while behind < most and two_values[two_order[behind]] == strength:
                _add_subsets(two[two_order[behind]], offsets, choices, counters, 1)
                behind += 1
            for each in range(at, end):
                tied += _apart(one[one_order[each]], offsets, choices, counters)
            tied -= beaten
        at = end
    return won, tied
