"""Compiled rounds: cards from random numbers, decisions from tables, and the end of each round. No money is involved.

A deal is encoded by one number, or two where 64 bits are too few. Repeated division by the number of cards left picks
each card, so every ordered deal has exactly one number and all are equally likely. Ranks come from `rank_many`, tables
of decisions from `strategies`. A strategy that plays the script calls the same functions for one hand.
"""

from typing import Any

import numpy as np

from cardroom.analysis.holdem import class_of, pattern_of, pocket_of
from cardroom.rankings.base import jit

Array = Any


@jit
def deal(numbers: Array, takes: Array, deck: Array, out: Array) -> None:
    """The cards of every round in dealing order. `takes` gives the number of cards that each number encodes."""
    size = deck.shape[0]
    stub = np.empty_like(deck)
    for row in range(numbers.shape[0]):
        for place in range(size):
            stub[place] = deck[place]
        at = 0
        for part in range(takes.shape[0]):
            number = numbers[row, part]
            for _ in range(takes[part]):
                left = np.uint64(size - at)
                rest = number // left
                pick = at + np.int64(number - rest * left)
                number = rest
                out[row, at] = stub[pick]
                stub[pick] = stub[at]
                at += 1


# ---- tables of bits, and sets of three cards


@jit
def bit(table: Array, row: int, place: int) -> bool:
    """One bit of a packed row, lowest bit first."""
    return bool((table[row, place >> 3] >> (place & 7)) & 1)


@jit
def set_number(a: int, b: int, c: int) -> int:
    """The number of a set of three cards among 22,100, in any order."""
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


# ---- hold'em


@jit
def plays_on_flop(a: int, b: int, x: int, y: int, z: int, classes: Array, suits: Array, raises: Array) -> bool:
    """Whether a pocket plays on this flop, looked up in the suits of the representative of the flop's class."""
    number = set_number(x, y, z)
    one = (a >> 2 << 2) | suits[number, a & 3]
    other = (b >> 2 << 2) | suits[number, b & 3]
    return bit(raises, classes[number], min(one, other) * 52 + max(one, other))


@jit
def folds_on_river(a: int, b: int, board: Array, choose: Array, plain: Array, suited: Array) -> bool:
    """Whether a pocket folds on this board. Overwrites `board` with its kinds."""
    suit = -1
    for each in range(4):
        held = 0
        for card in board:
            held += (card & 3) == each
        if held >= 3:
            suit = each
    if suit < 0:
        for place in range(5):
            board[place] >>= 2
        return bit(plain, pattern_of(board, False, choose), class_of(a >> 2, b >> 2))
    for place in range(5):
        board[place] = (board[place] >> 2) * 2 + ((board[place] & 3) == suit)
    pocket = class_of((a >> 2) * 2 + ((a & 3) == suit), (b >> 2) * 2 + ((b & 3) == suit))
    return bit(suited, pattern_of(board, True, choose), pocket)


@jit
def holdem_decisions(
    cards: Array, places: Array, channels: Array, flop: int, classes: Array, suits: Array, raises: Array,
    choose: Array, plain: Array, suited: Array, out: Array,
) -> None:  # fmt: skip
    """The channel of each round's decision: before the flop, on the flop, on the river, or fold.

    `places` are the columns of the pocket, the dealer's two cards and the board. A pocket's channel is -1 if it waits.
    """
    pocket: Array = np.empty(2, np.int64)
    board: Array = np.empty(5, np.int64)
    for row in range(cards.shape[0]):
        for place in range(2):
            pocket[place] = cards[row, places[place]]
        a, b = min(pocket[0], pocket[1]), max(pocket[0], pocket[1])
        channel = channels[pocket_of(a, b)]
        if channel < 0:
            for place in range(5):
                board[place] = cards[row, places[4 + place]]
            channel = flop
            if not plays_on_flop(a, b, board[0], board[1], board[2], classes, suits, raises):
                channel += 2 if folds_on_river(a, b, board, choose, plain, suited) else 1
        out[row] = channel


@jit
def river_folds(
    counts: Array, ranks: Array, hands: Array, base: Array, play: Array, times: int, fold: int, dealers: int, out: Array
) -> None:
    """For every pattern and class of pockets, whether playing is worth less than a fold. If equal, it plays."""
    for board in range(counts.shape[0]):
        for number in range(counts.shape[1]):
            if ranks[board, number]:
                hand = hands[ranks[board, number]]
                worth = np.int64(0)
                for result in range(6):
                    worth += (base[hand, result] + times * play[hand, result]) * counts[board, number, result]
                out[board, number] = worth < fold * dealers


# ---- other games


@jit
def baccarat(cards: Array, points: Array, draws: Array, out: Array) -> None:
    """Each round's end as one number: the player's points, the banker's points, and whether each took a third card.

    `draws` says whether the banker draws, by the banker's points and the points of the player's third card, or 10 if
    there is none.
    """
    for row in range(cards.shape[0]):
        player = (points[cards[row, 0]] + points[cards[row, 2]]) % 10
        banker = (points[cards[row, 1]] + points[cards[row, 3]]) % 10
        took, more = 0, 0
        if player < 8 and banker < 8:
            third = 10
            if player <= 5:
                took, third = 1, points[cards[row, 4]]
                player = (player + third) % 10
            if draws[banker, third]:
                more = 1
                banker = (banker + points[cards[row, 4 + took]]) % 10
        out[row] = ((player * 10 + banker) * 2 + took) * 2 + more


# ---- how rounds end


@jit
def ends(decisions: Array, own: Array, dealer: Array, qualifier: int, hands: Array, lines: int, out: Array) -> None:
    """Each round's end as one number: the decision, the line of the player's hand, and the result (`RESULTS`)."""
    for row in range(own.shape[0]):
        result = 0 if own[row] > dealer[row] else 2 if own[row] == dealer[row] else 4
        out[row] = (decisions[row] * lines + hands[own[row]]) * 6 + result + (dealer[row] < qualifier)
