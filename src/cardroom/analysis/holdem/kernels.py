"""Compiled counting for games of two pocket cards and a board of five against one dealer. No money is involved.

Only the ranks of a board matter and, if three of its cards share a suit, which cards have that suit. So each card has a
*kind*: its rank (13 kinds) if no flush is possible, or its rank and whether it has the board's flush suit (26 kinds).
Boards of equal kinds form a *pattern*. 6,175 patterns without a flush suit and 36,608 with one represent all 2,598,960
boards, with at most 91 and 351 classes of pockets each. For every pattern and class, the dealer's pockets are counted
by result.

Turns and rivers after a flop are summed by kinds, not cards, with inclusion and exclusion of the player's own two
cards. `sum_back` brings values from the river back to the flop. `send_forward` has the same sums, transposed: it sends
the pockets of each decision on the flop forward to the patterns and classes in which they end.

All kernels are in one file, because a cached kernel is not recompiled when a function in another file changes. numba
takes seconds to compile operations on whole arrays, so arrays are copied and added item by item, and callers pass in
the working arrays (`flop_space`). For the same reason all arrays are contiguous: one form of each kernel is enough.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit
from cardroom.rankings.five_cards import START, value

Array = Any


def flop_space() -> list[Array]:
    """The working arrays of the kernels that go through flops: of `_take` and of `_arrange`."""
    small = [np.zeros(52, np.int64), np.zeros(52, np.bool_), np.zeros(4, np.int64), np.zeros((4, 4), np.bool_)]
    counts = [np.zeros((26, 26), np.int32), np.zeros((52, 26), np.int32), np.zeros((26, 26), np.int64)]
    return [*small, *counts, np.zeros(5, np.int64)]


WIN, WIN_UNQUALIFIED, TIE, TIE_UNQUALIFIED, LOSS, LOSS_UNQUALIFIED = range(6)
"""The result against a dealer's pocket. Unqualified: the dealer's hand is below the qualifier."""


@jit
def class_of(x: int, y: int) -> int:
    """The number of a pocket of two kinds, in either order."""
    low, high = (x, y) if x < y else (y, x)
    return high * (high + 1) // 2 + low


@jit
def compare_pockets(
    boards: Array, times: Array, words: Array, masks: Array, copies: Array, rows: Array, values: Array, qualifier: int,
    dealers: int, counts: Array, ranks: Array, ways: Array,
) -> None:  # fmt: skip
    """For every board pattern and class of pockets, compute `counts`, `ranks` and `ways`.

    These are the dealer's pockets by result, the rank of the player's hand, and the number of boards and pockets that
    are represented. `times` is the number of boards of each pattern.
    """
    kinds = words.shape[0]
    classes = kinds * (kinds + 1) // 2
    low, high = np.empty(classes, np.int64), np.empty(classes, np.int64)
    for y in range(kinds):
        for x in range(y + 1):
            low[class_of(x, y)], high[class_of(x, y)] = x, y
    left = np.empty(kinds, np.int64)
    order, spare, tally = np.empty(classes, np.int64), np.empty(classes, np.int64), np.empty(128, np.int64)
    below, equal, unqualified = np.empty(kinds, np.int64), np.empty(kinds, np.int64), np.empty(kinds, np.int64)
    for board in range(boards.shape[0]):
        word, mask, enough = START, np.uint64(0), True
        for kind in range(kinds):
            left[kind] = copies[kind]
            unqualified[kind] = 0
            below[kind] = 0
        for place in range(5):
            kind = boards[board, place]
            word += words[kind]
            mask += masks[kind]
            left[kind] -= 1
            if left[kind] < 0:
                enough = False
        if not enough:
            continue
        all_unqualified, held = np.int64(0), np.int64(0)
        for number in range(classes):
            x, y = low[number], high[number]
            pockets = left[x] * left[y] if x < y else left[x] * (left[x] - 1) // 2
            if pockets:
                rank = np.int64(value(word + words[x] + words[y], mask + masks[x] + masks[y], rows, values))
                ranks[board, number] = rank
                ways[board, number] = times[board] * pockets
                order[held] = rank << 9 | number
                held += 1
                if rank < qualifier:
                    all_unqualified += pockets
                    unqualified[x] += left[y] - (x == y)
                    unqualified[y] += left[x] if x < y else 0
        _sort(order, held, spare, tally)
        all_below = 0
        start = 0
        while start < held:
            rank = order[start] >> 9
            end = start
            equal[:] = 0
            all_equal = 0
            while end < held and order[end] >> 9 == rank:
                x, y = low[order[end] & 511], high[order[end] & 511]
                all_equal += left[x] * left[y] if x < y else left[x] * (left[x] - 1) // 2
                equal[x] += left[y] - (x == y)
                equal[y] += left[x] if x < y else 0
                end += 1
            for place in range(start, end):
                number = order[place] & 511
                x, y = low[number], high[number]
                # The dealer's pocket cannot contain either of the player's two cards.
                wins = all_below - below[x] - below[y]
                ties = all_equal - equal[x] - equal[y] + 1
                losses = dealers - wins - ties
                weak = all_unqualified - unqualified[x] - unqualified[y]
                if rank < qualifier:
                    weak += 1
                    counts[board, number, WIN_UNQUALIFIED] = wins
                    counts[board, number, TIE_UNQUALIFIED] = ties
                    counts[board, number, LOSS_UNQUALIFIED] = weak - wins - ties
                    counts[board, number, LOSS] = losses - (weak - wins - ties)
                else:
                    counts[board, number, WIN_UNQUALIFIED] = weak
                    counts[board, number, WIN] = wins - weak
                    counts[board, number, TIE] = ties
                    counts[board, number, LOSS] = losses
            for kind in range(kinds):
                below[kind] += equal[kind]
            all_below += all_equal
            start = end


@jit
def _sort(keys: Array, length: Any, spare: Array, tally: Array) -> None:
    """Sort by rank, which is above the lowest nine bits: a radix sort in two passes of seven bits each."""
    for shift in (9, 16):
        tally[:] = 0
        for place in range(length):
            tally[keys[place] >> shift & 127] += 1
        total = 0
        for bucket in range(128):
            total, tally[bucket] = total + tally[bucket], total
        for place in range(length):
            bucket = keys[place] >> shift & 127
            spare[tally[bucket]] = keys[place]
            tally[bucket] += 1
        for place in range(length):
            keys[place] = spare[place]


@jit
def river_values(
    counts: Array, ranks: Array, hands: Array, nets: Array, pairs: Array, folds: Array, times: int, dealers: int,
    out: Array,
) -> None:  # fmt: skip
    """The value of every pattern and class, summed over the dealer's pockets.

    First the sum of each of the `nets` (by hand, number and result). Then, for each of the `pairs` (wagers before the
    deal, unit of play), the better of playing `times` units and folding.
    """
    linear, tables = nets.shape[1], pairs.shape[0]
    quantities = linear + tables
    for board in range(counts.shape[0]):
        for number in range(counts.shape[1]):
            if ranks[board, number] == 0:
                continue
            row = counts[board, number]
            won, won_weak, tied, tied_weak, lost, lost_weak = row[0], row[1], row[2], row[3], row[4], row[5]
            worth = nets[hands[ranks[board, number]]]
            start = number * quantities
            for quantity in range(linear):
                each = worth[quantity]
                out[board, start + quantity] = (
                    won * each[0] + won_weak * each[1] + tied * each[2] + tied_weak * each[3] + lost * each[4]
                    + lost_weak * each[5]
                )  # fmt: skip
            for table in range(tables):
                played = np.int64(out[board, start + pairs[table, 0]])
                played += times * np.int64(out[board, start + pairs[table, 1]])
                out[board, start + linear + table] = max(played, folds[table] * dealers)


@jit
def sum_back(
    flops: Array, ways: Array, deck: Array, plain: Array, suited: Array, choose: Array, pairs: Array, linear: int,
    times: int, raises: Array, out: Array, kind: Array, free: Array, suits: Array, belongs: Array, pair: Array,
    partner: Array, index: Array, board: Array, total: Array, with_card: Array, sums: Array,
) -> None:  # fmt: skip
    """Sum turns and rivers after every flop, decide on the flop, and sum the flops for each of 169 pockets.

    `raises` receives, for every flop, pocket and table, whether it plays on the flop. `out` receives, for every pocket,
    the nets and, for each table, the value of the best decisions from the flop on.
    """
    quantities = linear + pairs.shape[0]
    for number in range(flops.shape[0]):
        flop = flops[number]
        _take(flop, deck, free, suits)
        sums[:] = 0
        for suit in range(-1, 4):
            if suit >= 0 and suits[suit] == 0:
                continue
            kinds = _arrange(flop, free, suits, suit, choose, belongs, kind, pair, partner, index, board)
            table = plain if suit < 0 else suited
            width = kinds * (kinds + 1) // 2 * quantities
            total[:] = 0
            for x in range(kinds):
                for y in range(x, kinds):
                    count = pair[x, y]
                    if count:
                        row = table[index[x, y]]
                        for place in range(width):
                            total[place] += np.int64(count) * np.int64(row[place])
            with_card[:] = 0
            for a in range(52):
                for y in range(kinds):
                    count = partner[a, y]
                    if count:
                        row = table[index[kind[a], y]]
                        for z in range(kinds):
                            start = class_of(kind[a], z) * quantities
                            for quantity in range(quantities):
                                with_card[a, z, quantity] += np.int64(count) * np.int64(row[start + quantity])
            for a in range(52):
                for b in range(a + 1, 52):
                    if free[a] and free[b]:
                        start = class_of(kind[a], kind[b]) * quantities
                        both = belongs[a & 3, b & 3]
                        for quantity in range(quantities):
                            without = with_card[a, kind[b], quantity] + with_card[b, kind[a], quantity]
                            if both:
                                without -= table[index[kind[a], kind[b]], start + quantity]
                            sums[a, b, quantity] += total[start + quantity] - without
        for a in range(52):
            for b in range(a + 1, 52):
                if free[a] and free[b]:
                    own = sums[a, b]
                    for each in range(pairs.shape[0]):
                        now = own[pairs[each, 0]] + times * own[pairs[each, 1]]
                        raises[number, a * 52 + b, each] = now >= own[linear + each]
                        own[linear + each] = max(now, own[linear + each])
                    pocket = pocket_of(a, b)
                    for quantity in range(quantities):
                        out[pocket, quantity] += ways[number] * own[quantity]


@jit
def send_forward(
    flops: Array, ways: Array, deck: Array, choose: Array, channels: Array, raises: Array, plain: Array, suited: Array,
    kind: Array, free: Array, suits: Array, belongs: Array, pair: Array, partner: Array, index: Array, board: Array,
    channel: Array, total: Array, with_card: Array,
) -> None:  # fmt: skip
    """Count the pockets that reach each pattern and class, by decision. Each decision is a channel.

    The channel of a pocket is -1 if it waits for the flop, else that of its decision. Channel 0 is not counted, because
    it is what remains. The last two channels are to play on the flop and to wait for the river.
    """
    many = plain.shape[1] + 1
    for number in range(flops.shape[0]):
        flop = flops[number]
        weight = np.int32(ways[number])
        _take(flop, deck, free, suits)
        channel[:] = 0
        for a in range(52):
            for b in range(a + 1, 52):
                if free[a] and free[b]:
                    before = channels[pocket_of(a, b)]
                    channel[a, b] = before if before >= 0 else many - 2 if raises[number, a * 52 + b] else many - 1
        for suit in range(-1, 4):
            if suit >= 0 and suits[suit] == 0:
                continue
            kinds = _arrange(flop, free, suits, suit, choose, belongs, kind, pair, partner, index, board)
            table = plain if suit < 0 else suited
            total[:] = 0
            with_card[:] = 0
            for a in range(52):
                for b in range(a + 1, 52):
                    each = channel[a, b]
                    if each:
                        place = class_of(kind[a], kind[b])
                        total[each, place] += weight
                        with_card[a, kind[b], each] += weight
                        with_card[b, kind[a], each] += weight
                        if belongs[a & 3, b & 3]:
                            table[index[kind[a], kind[b]], each - 1, place] += weight
            for each in range(1, many):
                for x in range(kinds):
                    for y in range(x, kinds):
                        count = pair[x, y]
                        if count:
                            row = table[index[x, y], each - 1]
                            for place in range(kinds * (kinds + 1) // 2):
                                row[place] += count * total[each, place]
            for a in range(52):
                for y in range(kinds):
                    count = partner[a, y]
                    if count:
                        row = table[index[kind[a], y]]
                        for z in range(kinds):
                            place = class_of(kind[a], z)
                            for each in range(1, many):
                                row[each - 1, place] -= count * with_card[a, z, each]


@jit
def count_ends(
    reached: Array, counts: Array, ranks: Array, hands: Array, worth: Array, folds: Array, dealers: int, out: Array
) -> None:
    """Count how the pockets of `send_forward` end: `out` by table, channel, hand and result. The last channel folds.

    `worth` is the net of playing on the river, by table, hand and result. Most tables fold the same hands, so all
    tables but the first count only their differences from it.
    """
    last = reached.shape[1] - 1
    for board in range(counts.shape[0]):
        for number in range(counts.shape[1]):
            if ranks[board, number] == 0:
                continue
            hand, row = hands[ranks[board, number]], counts[board, number]
            ends = last
            for table in range(worth.shape[0]):
                total = np.int64(0)
                for result in range(6):
                    total += worth[table, hand, result] * row[result]
                end = last if total >= folds[table] * dealers else last + 1
                if table == 0:
                    ends = end
                elif end != ends:
                    weight = np.int64(reached[board, last, number])
                    for result in range(6):
                        out[table, end, hand, result] += weight * row[result]
                        out[table, ends, hand, result] -= weight * row[result]
            for channel in range(last + 1):
                weight = np.int64(reached[board, channel, number])
                if weight:
                    end = ends if channel == last else channel
                    for result in range(6):
                        out[0, end, hand, result] += weight * row[result]
    for table in range(1, worth.shape[0]):
        for channel in range(out.shape[1]):
            for hand in range(out.shape[2]):
                for result in range(6):
                    out[table, channel, hand, result] += out[0, channel, hand, result]


@jit
def count_folded(
    boards: Array, copies: Array, reached: Array, counts: Array, ranks: Array, hands: Array, worth: Array, fold: int,
    dealers: int, out: Array,
) -> None:  # fmt: skip
    """Count the deals that fold on the river in `out`: by the category of the lower hand, then those of equal hands.

    `reached` counts the pockets that wait for the river, by pattern and class. `worth` is the net of playing there, by
    hand and result. If the player's hand is the higher one, the dealer's pockets are compared class by class, without
    the player's own cards.
    """
    kinds = copies.shape[0]
    left = np.empty(kinds, np.int64)
    for board in range(boards.shape[0]):
        least = np.int64(0)
        for number in range(counts.shape[1]):
            rank = np.int64(ranks[board, number])
            if rank and (least == 0 or rank < least):
                least = rank
        for y in range(kinds):
            for x in range(y + 1):
                number = class_of(x, y)
                weight, rank = np.int64(reached[board, number]), np.int64(ranks[board, number])
                if weight == 0 or rank == 0:
                    continue
                hand, row = hands[rank], counts[board, number]
                total = np.int64(0)
                for result in range(6):
                    total += worth[hand, result] * row[result]
                if total >= fold * dealers:
                    continue
                out[hand] += weight * (np.int64(row[LOSS]) + row[LOSS_UNQUALIFIED])
                out[out.shape[0] - 1] += weight * (np.int64(row[TIE]) + row[TIE_UNQUALIFIED])
                if hands[least] == hand:  # no hand on this board has a lower category
                    out[hand] += weight * (np.int64(row[WIN]) + row[WIN_UNQUALIFIED])
                    continue
                for kind in range(kinds):
                    left[kind] = copies[kind]
                for place in range(5):
                    left[boards[board, place]] -= 1
                left[x] -= 1
                left[y] -= 1
                for q in range(kinds):
                    for p in range(q + 1):
                        lower = np.int64(ranks[board, class_of(p, q)])
                        if 0 < lower < rank:
                            pockets = left[p] * left[q] if p < q else left[p] * (left[p] - 1) // 2
                            out[hands[lower]] += weight * pockets


@jit
def pocket_of(a: int, b: int) -> int:
    """The number of a pocket among 169 (suited and unsuited), for cards in ascending order."""
    return (b >> 2) * 13 + (a >> 2) if (a & 3) == (b & 3) else (a >> 2) * 13 + (b >> 2)


@jit
def _take(flop: Array, deck: Array, free: Array, suits: Array) -> None:
    """Mark the cards that a flop leaves in the deck, and count its cards of each suit."""
    for card in range(52):
        free[card] = deck[card]
    suits[:] = 0
    for card in flop:
        free[card] = False
        suits[card & 3] += 1


@jit
def _arrange(
    flop: Array, free: Array, suits: Array, suit: int, choose: Array, belongs: Array, kind: Array, pair: Array,
    partner: Array, index: Array, board: Array,
) -> int:  # fmt: skip
    """Arrange by kinds the turns and rivers with which a flop's board has this flush suit. Return the number of kinds.

    `belongs` says, for two suits, whether such a turn and river give this flush suit. `pair` counts turns and rivers by
    their two kinds, and `index` has the pattern's number. `partner` counts them by one card and the other's kind.
    """
    for u in range(4):
        for v in range(4):
            belongs[u, v] = flush_suit(suits, u, v) == suit
    kinds = 13 if suit < 0 else 26
    for card in range(52):
        kind[card] = card >> 2 if suit < 0 else (card >> 2) * 2 + ((card & 3) == suit)
    pair[:] = 0
    partner[:] = 0
    for u in range(52):
        for v in range(u + 1, 52):
            if free[u] and free[v] and belongs[u & 3, v & 3]:
                x, y = kind[u], kind[v]
                pair[min(x, y), max(x, y)] += 1
                partner[u, y] += 1
                partner[v, x] += 1
    for x in range(kinds):
        for y in range(x, kinds):
            if pair[x, y]:
                for place in range(3):
                    board[place] = kind[flop[place]]
                board[3], board[4] = x, y
                index[x, y] = index[y, x] = pattern_of(board, suit >= 0, choose)
    return kinds


@jit
def flush_suit(suits: Array, u: int, v: int) -> int:
    """The suit with three or more cards among a flop (cards per suit), a turn and a river; -1 if there is none."""
    for suit in range(4):
        if suits[suit] + (u == suit) + (v == suit) >= 3:
            return suit
    return -1


@jit
def pattern_of(board: Array, suited: bool, choose: Array) -> int:
    """The number of the pattern of a board of five kinds. Sorts `board`."""
    for place in range(1, 5):
        kind, to = board[place], place
        while to and board[to - 1] > kind:
            board[to] = board[to - 1]
            to -= 1
        board[to] = kind
    held, rest, number, other = 0, 0, 0, 0
    for place in range(5):
        if not suited:
            number += choose[board[place] + place, place + 1]
        elif board[place] & 1:
            number += choose[board[place] >> 1, held + 1]
            held += 1
        else:
            other += choose[(board[place] >> 1) + rest, rest + 1]
            rest += 1
    if held == 3:
        return number * 91 + other
    if held == 4:
        return 286 * 91 + number * 13 + other
    return 286 * 91 + 715 * 13 + number if suited else number
