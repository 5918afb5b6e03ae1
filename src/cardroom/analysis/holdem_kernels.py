"""Compiled counting for games of two pocket cards and a board of five against one dealer. It knows no money.

A board matters through its ranks and, if three of its cards share a suit, through which cards those are. So a card is
of a *kind*: its rank (13 kinds) where no flush is possible, or its rank and whether it is of the board's flush suit (26
kinds). Boards of equal kinds form a *pattern*: 6,175 and 36,608 of them stand for all 2,598,960 boards, with at most 91
and 351 classes of pockets each. For every pattern and class the dealer's pockets are counted as they compare; then the
turns and rivers behind every flop are summed in kinds, not cards, by inclusion and exclusion of the player's own two.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit
from cardroom.rankings.five_cards import START, value

Array = Any

WIN, WIN_UNQUALIFIED, TIE, TIE_UNQUALIFIED, LOSS, LOSS_UNQUALIFIED = range(6)
"""How a dealer's pocket compares; unqualified: the dealer's hand is below the qualifier."""


@jit
def class_of(x: int, y: int) -> int:
    """The number of a pocket of two kinds, whichever comes first."""
    low, high = (x, y) if x < y else (y, x)
    return high * (high + 1) // 2 + low


@jit
def compare_pockets(
    boards: Array, words: Array, masks: Array, copies: Array, rows: Array, values: Array, qualifier: int,
    counts: Array, ranks: Array,
) -> None:  # fmt: skip
    """For every board pattern and pocket class: the dealer's pockets by result, and the rank of the pocket's hand."""
    kinds = words.shape[0]
    classes = kinds * (kinds + 1) // 2
    left = np.empty(kinds, np.int64)
    ranked = np.empty(classes, np.int64)
    below, equal, unqualified = np.empty(kinds, np.int64), np.empty(kinds, np.int64), np.empty(kinds, np.int64)
    for board in range(boards.shape[0]):
        word, mask = START, np.uint64(0)
        left[:] = copies
        for place in range(5):
            kind = boards[board, place]
            word += words[kind]
            mask += masks[kind]
            left[kind] -= 1
        if left.min() < 0:
            continue
        unqualified[:] = 0
        all_unqualified = 0
        for y in range(kinds):
            for x in range(y + 1):
                number = y * (y + 1) // 2 + x
                ways = left[x] * left[y] if x < y else left[x] * (left[x] - 1) // 2
                ranked[number] = 0
                if ways:
                    rank = np.int64(value(word + words[x] + words[y], mask + masks[x] + masks[y], rows, values))
                    ranked[number] = rank
                    ranks[board, number] = rank
                    if rank < qualifier:
                        all_unqualified += ways
                        unqualified[x] += left[y] - (x == y)
                        unqualified[y] += left[x] if x < y else 0
        order = np.argsort(ranked)
        below[:] = 0
        all_below = 0
        start = 0
        while start < classes and ranked[order[start]] == 0:
            start += 1
        while start < classes:
            rank = ranked[order[start]]
            end = start
            equal[:] = 0
            all_equal = 0
            while end < classes and ranked[order[end]] == rank:
                x, y = _kinds(order[end])
                all_equal += left[x] * left[y] if x < y else left[x] * (left[x] - 1) // 2
                equal[x] += left[y] - (x == y)
                equal[y] += left[x] if x < y else 0
                end += 1
            for place in range(start, end):
                number = order[place]
                x, y = _kinds(number)
                # A pair of the dealer's cards may hold neither of the player's two.
                wins = all_below - below[x] - below[y]
                ties = all_equal - equal[x] - equal[y] + 1
                losses = 990 - wins - ties
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
            below += equal
            all_below += all_equal
            start = end


@jit
def _kinds(number: int) -> tuple[int, int]:
    high = int((np.sqrt(8.0 * number + 1.0) - 1.0) / 2.0)
    while high * (high + 1) // 2 > number:
        high -= 1
    while (high + 1) * (high + 2) // 2 <= number:
        high += 1
    return number - high * (high + 1) // 2, high


QUANTITIES = 8
BASE, PLAY, BEST, FOLDS, SQUARE, BASE_BASE, BASE_PLAY, PLAY_PLAY = range(QUANTITIES)
"""What is summed over the dealer's pockets: nets of the wagers before the deal and of a unit of play, the better of
playing and folding on the river, where folding is better, its square, and the three products of which the square of
any larger play is made."""


@jit
def river_values(
    counts: Array, ranks: Array, categories: Array, base: Array, play: Array, times: int, fold: int, out: Array
) -> None:
    """The quantities of every pattern and class, from nets by category and result, and the net of a fold."""
    for board in range(counts.shape[0]):
        for number in range(counts.shape[1]):
            if ranks[board, number] == 0:
                continue
            category = categories[ranks[board, number]]
            row = out[board, number]
            square = 0
            for result in range(6):
                count = np.int64(counts[board, number, result])
                first, second = base[category, result], play[category, result]
                row[BASE] += first * count
                row[PLAY] += second * count
                row[BASE_BASE] += first * first * count
                row[BASE_PLAY] += first * second * count
                row[PLAY_PLAY] += second * second * count
                square += (first + times * second) ** 2 * count
            played, folded = row[BASE] + times * row[PLAY], fold * 990
            if played >= folded:
                row[BEST], row[SQUARE] = played, square
            else:
                row[BEST], row[SQUARE], row[FOLDS] = folded, fold * fold * 990, 990


@jit
def fold_back(flops: Array, ways: Array, plain: Array, suited: Array, choose: Array, times: int, out: Array) -> None:
    """Sum turns and rivers behind every flop, decide there, and sum the flops behind every pocket of 169.

    `out` gets for each pocket the quantities, those of the best decision on the flop and after in BEST, FOLDS and
    SQUARE, then how many pockets and flops play there, and how many there are.
    """
    quantities = QUANTITIES
    kind = np.empty(52, np.int64)
    free = np.empty(52, np.bool_)
    pairs = np.zeros((26, 26), np.int64)
    partner = np.zeros((52, 26), np.int64)
    index = np.zeros((26, 26), np.int64)
    total = np.zeros((351, quantities), np.int64)
    with_card = np.zeros((52, 26, quantities), np.int64)
    sums = np.zeros((52, 52, quantities), np.int64)
    suits = np.empty(4, np.int64)
    for number in range(flops.shape[0]):
        flop = flops[number]
        free[:] = True
        suits[:] = 0
        for card in flop:
            free[card] = False
            suits[card & 3] += 1
        sums[:] = 0
        for suit in range(-1, 4):
            if suit >= 0 and suits[suit] == 0:
                continue
            kinds = 13 if suit < 0 else 26
            for card in range(52):
                kind[card] = card >> 2 if suit < 0 else (card >> 2) * 2 + ((card & 3) == suit)
            pairs[:] = 0
            partner[:] = 0
            for u in range(52):
                for v in range(u + 1, 52):
                    if free[u] and free[v] and _belongs(suits, u, v, suit):
                        x, y = kind[u], kind[v]
                        if x < y:
                            pairs[x, y] += 1
                        else:
                            pairs[y, x] += 1
                        partner[u, y] += 1
                        partner[v, x] += 1
            table = plain if suit < 0 else suited
            classes = kinds * (kinds + 1) // 2
            total[:] = 0
            for x in range(kinds):
                for y in range(x, kinds):
                    if pairs[x, y]:
                        place = _pattern(flop, x, y, suit, choose)
                        index[x, y] = place
                        index[y, x] = place
                        count = pairs[x, y]
                        row = table[place]
                        for each in range(classes):
                            for quantity in range(quantities):
                                total[each, quantity] += count * row[each, quantity]
            with_card[:] = 0
            for a in range(52):
                if free[a]:
                    for y in range(kinds):
                        count = partner[a, y]
                        if count:
                            row = table[index[kind[a], y]]
                            for z in range(kinds):
                                each = class_of(kind[a], z)
                                for quantity in range(quantities):
                                    with_card[a, z, quantity] += count * row[each, quantity]
            for a in range(52):
                for b in range(a + 1, 52):
                    if free[a] and free[b]:
                        each = class_of(kind[a], kind[b])
                        both = _belongs(suits, a, b, suit)
                        for quantity in range(quantities):
                            without = with_card[a, kind[b], quantity] + with_card[b, kind[a], quantity]
                            if both:
                                without -= table[index[kind[a], kind[b]], each, quantity]
                            sums[a, b, quantity] += total[each, quantity] - without
        weight = ways[number]
        for a in range(52):
            for b in range(a + 1, 52):
                if free[a] and free[b]:
                    found = sums[a, b]
                    pocket = (b >> 2) * 13 + (a >> 2) if (a & 3) == (b & 3) else (a >> 2) * 13 + (b >> 2)
                    now = found[BASE] + times * found[PLAY]
                    if now >= found[BEST]:
                        square = found[BASE_BASE] + 2 * times * found[BASE_PLAY] + times * times * found[PLAY_PLAY]
                        found[BEST], found[FOLDS], found[SQUARE] = now, 0, square
                        out[pocket, QUANTITIES] += weight
                    out[pocket, QUANTITIES + 1] += weight
                    for quantity in range(quantities):
                        out[pocket, quantity] += weight * found[quantity]


@jit
def _belongs(suits: Array, u: int, v: int, suit: int) -> bool:
    """Whether a turn and river make a board whose flush suit is this one; -1 is a board without."""
    if suit >= 0:
        return bool(suits[suit] + ((u & 3) == suit) + ((v & 3) == suit) >= 3)
    if (u & 3) == (v & 3):
        return bool(suits[u & 3] == 0 and suits.max() <= 2)
    return bool(suits[u & 3] <= 1 and suits[v & 3] <= 1 and suits.max() <= 2)


@jit
def _pattern(flop: Array, x: int, y: int, suit: int, choose: Array) -> int:
    """The number of the pattern that a flop makes with a turn and river of these kinds."""
    cards = np.empty(5, np.int64)
    if suit < 0:
        for place in range(3):
            cards[place] = flop[place] >> 2
        cards[3], cards[4] = x, y
        cards.sort()
        number = 0
        for place in range(5):
            number += choose[cards[place] + place, place + 1]
        return number
    for place in range(3):
        cards[place] = (flop[place] >> 2) * 2 + ((flop[place] & 3) == suit)
    cards[3], cards[4] = x, y
    cards.sort()
    held, rest, number, other = 0, 0, 0, 0
    for place in range(5):
        if cards[place] & 1:
            number += choose[cards[place] >> 1, held + 1]
            held += 1
        else:
            other += choose[(cards[place] >> 1) + rest, rest + 1]
            rest += 1
    if held == 3:
        return number * 91 + other
    if held == 4:
        return 286 * 91 + number * 13 + other
    return 286 * 91 + 715 * 13 + number
