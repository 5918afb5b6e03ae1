"""Compiled rounds of the 21.5 games under a strategy that is given as a graph of hands. One player, a fresh shoe for
each round, or shoes dealt to the cut card with a counter at the table.

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
KINDS = 10


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
            node = more[node, draw(shoe, left, state) % KINDS]
            if node < 0:
                return BUSTED
            if not hits[node]:
                return points[node]
    times = 0
    while True:
        wagers[hand] *= 2
        node = more[node, draw(shoe, left, state) % KINDS]
        if node < 0:
            return BUSTED
        after = doubled[times, node]
        if after == RESCUE:
            return RESCUED
        if after != AGAIN:
            return points[node]
        times += 1


@jit
def complete(shoe: Array, left: Array, state: Array, draws: Array, up: int, hole: int, dealer: Array) -> None:
    """Complete the player-dealer's hand: `dealer` gets its total, its number of cards and its run of red ones."""
    hard, ace, count, run = up % KINDS + hole % KINDS + 2, up % KINDS == 0 or hole % KINDS == 0, 2, 0
    if up >= KINDS:
        run = 2 if hole >= KINDS else 1
    while draws[hard, int(ace)]:
        card = draw(shoe, left, state)
        run += card >= KINDS and run == count
        hard += card % KINDS + 1
        ace |= card % KINDS == 0
        count += 1
    dealer[0] = hard + 10 if ace and hard <= 11 else hard
    dealer[1], dealer[2] = count, run


@jit
def play_round(
    shoe: Array, left: Array, state: Array, always: bool, draws: Array, roots: Array, again: Array, one_card: Array,
    more: Array, points: Array, hits: Array, first: Array, doubled: Array, stand: Array, nets: Array, totals: Array,
    wagers: Array, dealer: Array,
) -> Any:  # fmt: skip
    """Play one round from the cards that are left. Returns its net and the first action, which is -1 after a 21.5.

    A card is its kind, and `KINDS` more if it is red. The player-dealer's hand is completed if a hand of the player is
    compared with it, or `always`.
    """
    one = draw(shoe, left, state) % KINDS
    up = draw(shoe, left, state)
    two = draw(shoe, left, state) % KINDS
    hole = draw(shoe, left, state)
    shown, hidden = up % KINDS, hole % KINDS
    pure = (one == 0 and two == 9) or (one == 9 and two == 0)
    dealer_pure = (shown == 0 and hidden == 9) or (shown == 9 and hidden == 0)
    net, action = 0, -1
    totals[:] = NO_HAND
    if pure or dealer_pure:
        net = nets[4] if pure and dealer_pure else nets[3] if pure else nets[5]
    else:
        node = more[more[roots[shown, 0], one], two]
        action = first[node]
        if action == SURRENDER:
            net = nets[2]
        elif action == SPLIT:
            hands, hand = 2, 0
            while hand < hands:
                card = draw(shoe, left, state) % KINDS
                if card == one and again[shown, one] and hands < 4:
                    hands += 1
                    continue
                node = more[roots[shown, one + 1], card]
                chosen = STAND if one_card[one] else first[node]
                totals[hand] = play_on(node, chosen, shoe, left, state, more, points, hits, doubled, wagers, hand)
                hand += 1
        else:
            totals[0] = play_on(node, action, shoe, left, state, more, points, hits, doubled, wagers, 0)
    compared = action >= 0 and action != SURRENDER
    if compared or always:
        before = left[0]
        complete(shoe, left, state, draws, up, hole, dealer)
        third_eight = before - left[0] == 1 and shoe[left[0]] % KINDS == 7
        eights = shown == 7 and hidden == 7 and third_eight
        result = 5 if dealer[0] > 21 else dealer[0] - 17
        for hand in range(4):
            if totals[hand] == BUSTED:
                net += 0 if eights else nets[0] * wagers[hand]
            elif totals[hand] == RESCUED:
                net += nets[1] * wagers[hand] // 2
            elif totals[hand] >= 0:
                net += stand[totals[hand], result] * wagers[hand]
    return net, action


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
    totals, wagers, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(3, np.int64)
    for _ in range(rounds):
        left[0] = shoe.shape[0]
        net, action = play_round(
            shoe, left, state, False, draws, roots, again, one_card, more, points, hits, first, doubled, stand, nets,
            totals, wagers, dealer,
        )  # fmt: skip
        out[action + 1, net + out.shape[1] // 2] += 1


@jit
def count_shoes(
    shoes: int, state: Array, cards: Array, cut: int, scale: float, game: int, pays: Array, tags: Array, means: Array,
    triggers: Array, draws: Array, roots: Array, again: Array, one_card: Array, more: Array, points: Array, hits: Array,
    first: Array, doubled: Array, stand: Array, nets: Array, sums: Array, rounds: Array,
) -> None:  # fmt: skip
    """Play shoes to the cut card. Before each round the counter of each wager decides by all cards that are gone.

    `game` is the place of the game wager among the counted ones, or -1. `pays` has the net of the other ones by whether
    the player-dealer busted, the number of cards and the run of red ones. `scale` is a unit of the net.
    """
    shoe, left, size, many = cards.copy(), np.zeros(1, np.int64), cards.shape[0], tags.shape[0]
    totals, wagers, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(3, np.int64)
    running, bets, won = np.zeros(many), np.zeros(many), np.zeros(many)
    for _ in range(shoes):
        left[0] = size
        running[:] = 0
        bets[:] = 0
        won[:] = 0
        played = 0
        while left[0] > cut:
            before = left[0]
            net, _ = play_round(
                shoe, left, state, True, draws, roots, again, one_card, more, points, hits, first, doubled, stand,
                nets, totals, wagers, dealer,
            )  # fmt: skip
            for wager in range(many):
                if running[wager] >= triggers[wager] * before:
                    bets[wager] += 1
                    won[wager] += (
                        net * scale if wager == game else pays[wager, int(dealer[0] > 21), dealer[1], dealer[2]]
                    )
                for place in range(left[0], before):
                    running[wager] += tags[wager, shoe[place]] - means[wager]
            played += 1
        for wager in range(many):
            sums[wager, 0] += bets[wager]
            sums[wager, 1] += won[wager]
            sums[wager, 2] += bets[wager] * bets[wager]
            sums[wager, 3] += won[wager] * won[wager]
            sums[wager, 4] += bets[wager] * won[wager]
            sums[wager, 5] += bets[wager] * played
        rounds[0] += played
        rounds[1] += played * played
