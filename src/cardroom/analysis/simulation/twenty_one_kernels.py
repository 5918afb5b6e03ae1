"""Compiled rounds of the 21.5 games under a strategy that is given as a graph of hands. One player, a fresh shoe.

A node is a set of cards drawn by a hand. `more` leads from it to the node with another card, or to -1 for a bust.
"""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any

STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
RESCUE, AGAIN = 1, 2
"""Actions after a double, besides standing: take the doubled part back, or double again."""
NO_HAND, BUSTED, RESCUED = -1, -2, -3


@jit
def next_random(state: Array) -> Any:
    """The next 64 random bits (SplitMix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@jit
def draw(shoe: Array, left: Array, state: Array) -> Any:
    """Take a card from the shoe. The shoe's first `left` cards are in it; the taken one goes behind them."""
    # A modulus of 64 bits prefers some of at most 416 cards by less than 10^-16.
    place = np.int64(next_random(state) % np.uint64(left[0]))
    left[0] -= 1
    shoe[place], shoe[left[0]] = shoe[left[0]], shoe[place]
    return shoe[left[0]]


@jit
def play_on(
    node: int, action: int, shoe: Array, left: Array, state: Array, more: Array, points: Array, hits: Array,
    doubled: Array, wagers: Array, hand: int,
) -> Any:  # fmt: skip
    """Play a hand of two cards to its end. Returns its total, BUSTED or RESCUED."""
    wagers[hand] = 1
    if action == STAND:
        return points[node]
    if action == HIT:
        while True:
            node = more[node, draw(shoe, left, state)]
            if node < 0:
                return BUSTED
            if not hits[node]:
                return points[node]
    times = 0
    while True:
        wagers[hand] *= 2
        node = more[node, draw(shoe, left, state)]
        if node < 0:
            return BUSTED
        after = doubled[times, node]
        if after == RESCUE:
            return RESCUED
        if after != AGAIN:
            return points[node]
        times += 1


@jit
def play_rounds(
    rounds: int, state: Array, cards: Array, draws: Array, roots: Array, again: Array, one_card: Array, more: Array,
    points: Array, hits: Array, first: Array, doubled: Array, stand: Array, nets: Array, out: Array,
) -> None:  # fmt: skip
    """Play rounds and count them in `out`, by first action and net result. Place 0 of an action is the lowest net.

    `nets` are those of a bust, a rescue, a surrender, 21.5, both 21.5, and the player-dealer's 21.5. `draws` says by
    hard total and whether there is an ace whether the player-dealer draws.
    """
    shoe, left = cards.copy(), np.zeros(1, np.int64)
    totals, wagers = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for _ in range(rounds):
        left[0] = shoe.shape[0]
        one = draw(shoe, left, state)
        up = draw(shoe, left, state)
        two = draw(shoe, left, state)
        hole = draw(shoe, left, state)
        pure = (one == 0 and two == 9) or (one == 9 and two == 0)
        dealer_pure = (up == 0 and hole == 9) or (up == 9 and hole == 0)
        net, action = 0, -1
        if pure or dealer_pure:
            net = nets[4] if pure and dealer_pure else nets[3] if pure else nets[5]
        else:
            node = more[more[roots[up, 0], one], two]
            action = first[node]
            totals[:] = NO_HAND
            if action == SURRENDER:
                net = nets[2]
            elif action == SPLIT:
                hands, hand = 2, 0
                while hand < hands:
                    card = draw(shoe, left, state)
                    if card == one and again[up, one] and hands < 4:
                        hands += 1
                        continue
                    node = more[roots[up, one + 1], card]
                    chosen = STAND if one_card[one] else first[node]
                    totals[hand] = play_on(node, chosen, shoe, left, state, more, points, hits, doubled, wagers, hand)
                    hand += 1
            else:
                totals[0] = play_on(node, action, shoe, left, state, more, points, hits, doubled, wagers, 0)
            if action != SURRENDER:
                hard, ace, count, eights = up + hole + 2, up == 0 or hole == 0, 2, up == 7 and hole == 7
                while draws[hard, int(ace)]:
                    card = draw(shoe, left, state)
                    hard += card + 1
                    ace |= card == 0
                    eights &= card == 7
                    count += 1
                total = hard + 10 if ace and hard <= 11 else hard
                result = 5 if total > 21 else total - 17
                for hand in range(4):
                    if totals[hand] == BUSTED:
                        net += 0 if eights and count == 3 else nets[0] * wagers[hand]
                    elif totals[hand] == RESCUED:
                        net += nets[1] * wagers[hand] // 2
                    elif totals[hand] >= 0:
                        net += stand[totals[hand], result] * wagers[hand]
        out[action + 1, net + out.shape[1] // 2] += 1
