"""Compiled counting of five cards against five, by inclusion and exclusion over the player's cards. No money involved.

Cards are places in a sorted deck. The number of a set of cards is the sum of C(place, 1), C(place, 2) and so on, lowest
card first. Sets that differ only by exchanging suits form a class, represented by one of them, the leader.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any


@jit
def find_leaders(deck: Array, places: Array, choose: Array, size: int, leaders: Array) -> None:
    """For every set of `size` cards, by its number, the number of its leader.

    In the leader, suits are exchanged so that the one with the highest cards comes first, and so on. `deck` has the
    card at every place, `places` the place of every card.
    """
    cards = np.arange(size)
    image = np.zeros(size, np.int64)
    masks = np.zeros(4, np.int64)
    order = np.zeros(4, np.int64)
    for number in range(leaders.shape[0]):
        masks[:] = 0
        for place in range(size):
            card = deck[cards[place]]
            masks[card & 3] |= 1 << (card >> 2)
        for suit in range(4):
            order[suit] = 0
            for other in range(4):
                order[suit] += masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit)
        for place in range(size):
            card = deck[cards[place]]
            moved = places[card & ~3 | order[card & 3]]
            at = place
            while at > 0 and image[at - 1] > moved:
                image[at] = image[at - 1]
                at -= 1
            image[at] = moved
        leaders[number] = 0
        for place in range(size):
            leaders[number] += choose[image[place], place + 1]
        # Next set: the lowest card with room above it moves up, and those below it go back to the start.
        at = 0
        while at < size - 1 and cards[at] + 1 == cards[at + 1]:
            cards[at] = at
            at += 1
        if size:
            cards[at] += 1


@jit
def within(hand: Array, chosen: int, choose: Array, classes: Array, starts: Array) -> tuple[int, int]:
    """The size and the class of the subset of a hand that the bits of `chosen` select."""
    size, number = 0, 0
    for place in range(5):
        if chosen >> place & 1:
            size += 1
            number += choose[hand[place], size]
    return size, classes[starts[size] + number]


@jit
def count_below(hands: Array, ways: Array, ranks: Array, choose: Array, classes: Array, starts: Array, sizes: Array,
                below: Array) -> None:  # fmt: skip
    """For every class of up to four cards and every rank, count the hands of lower rank that contain a given set of it.

    `hands` are the leaders, each representing `ways` hands. `sizes` is the number of sets in each class.
    """
    for hand in range(hands.shape[0]):
        for chosen in range(31):
            below[within(hands[hand], chosen, choose, classes, starts)[1], ranks[hand]] += ways[hand]
    for kind in range(below.shape[0]):
        total = 0
        for rank in range(below.shape[1]):
            here = below[kind, rank]
            below[kind, rank] = total
            if here:
                total += here // sizes[kind]  # the count is for all sets of the class, and all have the same share


@jit
def compare(hands: Array, ranks: Array, choose: Array, classes: Array, starts: Array, below: Array, qualifier: int,
            dealers: int, results: Array) -> None:  # fmt: skip
    """For every hand, the dealer's hands by result, in the order of `base_game.RESULTS`.

    The dealer's hands contain none of the player's cards: all hands, minus those with one of them, and so on.
    """
    for hand in range(hands.shape[0]):
        rank = ranks[hand]
        # The hand with all five of the player's cards is the player's own.
        lower, upto, weak = 0, -1, -int(rank < qualifier)
        for chosen in range(31):
            size, kind = within(hands[hand], chosen, choose, classes, starts)
            sign = 1 if size % 2 == 0 else -1
            lower += sign * below[kind, rank]
            upto += sign * below[kind, rank + 1]
            weak += sign * below[kind, qualifier]
        # Hands that do not qualify are the dealer's lowest: first among the beaten, then the ties, then the rest.
        row = results[hand]
        row[1] = min(lower, weak)
        row[3] = min(upto - lower, weak - row[1])
        row[5] = weak - row[1] - row[3]
        row[0], row[2], row[4] = lower - row[1], upto - lower - row[3], dealers - upto - row[5]


@jit
def decide(results: Array, ways: Array, lines: Array, most: Array, base: Array, play: Array, fold: int, times: Array,
           ends: Array) -> None:  # fmt: skip
    """For every hand, compute how many `times` it raises, up to `most`; 0 is a fold. Ties go to the smallest wager.

    `ends` receives the number of deals by decision, line and result.
    """
    for hand in range(results.shape[0]):
        line = lines[hand]
        first, second, dealers = 0, 0, 0
        for result in range(6):
            first += base[line, result] * results[hand, result]
            second += play[line, result] * results[hand, result]
            dealers += results[hand, result]
        best, chosen = fold * dealers, 0
        for many in range(1, most[hand] + 1):
            if first + many * second > best:
                best, chosen = first + many * second, many
        times[hand] = chosen
        for result in range(6):
            ends[chosen, line, result] += results[hand, result] * ways[hand]
