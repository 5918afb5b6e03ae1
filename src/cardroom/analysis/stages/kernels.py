"""Compiled parts of the solver of games in stages. They are in one file, because the compiler's cache needs that."""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

__all__ = [
    "WORLD",
    "add_subsets",
    "all_sets",
    "back",
    "canonical_sets",
    "cards",
    "codes",
    "count_hands",
    "count_suits",
    "fill_table",
    "forward",
    "states",
    "tally",
    "worth",
]


WORLD = 52
"""The bits of a code of a set. A key has the number of the world above them."""


@jit
def _next(places: Any, size: int, many: int) -> bool:
    """Move on to the next set of places; False after the last one."""
    at = size - 1
    while at >= 0 and places[at] == many - size + at:
        at -= 1
    if at < 0:
        return False
    places[at] += 1
    for later in range(at + 1, size):
        places[later] = places[later - 1] + 1
    return True


@jit
def all_sets(cards: Any, size: int, out: Any) -> None:
    """Write all sets of sorted cards, one in each row."""
    places = np.arange(size)
    for row in range(out.shape[0]):
        for place in range(size):
            out[row, place] = cards[places[place]]
        _next(places, size, cards.shape[0])


@jit
def canonical_sets(cards: Any, size: int, many: int, apart: int, masks: Any, ways: Any) -> int:
    """Write one set of each class, as masks by suit, with the number of sets in its class; return how many there are.

    The deck has so `many` suits. That set has its masks in order, except for the suit that stays `apart` (-1 if none
    does). Without room in `masks`, the classes are only counted.
    """
    places = np.arange(size)
    suits = np.zeros(4, np.int64)
    orders = 1
    for suit in range(2, many + (apart < 0)):
        orders *= suit
    found = 0
    while True:
        suits[:] = 0
        for place in range(size):
            card = cards[places[place]]
            suits[card & 3] |= 1 << (card >> 2)
        ordered, equal, same, last = True, 1, 1, -1
        for suit in range(many):
            if suit != apart:
                if suits[suit] < last:
                    ordered = False
                    break
                same = same + 1 if suits[suit] == last else 1
                equal *= same
                last = suits[suit]
        if ordered:
            if found < masks.shape[0]:
                for suit in range(4):
                    masks[found, suit] = suits[suit]
                ways[found] = orders // equal
            found += 1
        if not _next(places, size, cards.shape[0]):
            return found


@jit
def _number(cards: Any, count: int, choose: Any) -> int:
    """The number of a set of sorted cards among all sets of its size."""
    number = 0
    for place in range(count):
        number += choose[cards[place], place + 1]
    return number


@jit
def add_subsets(hands: Any, weights: Any, ranks: Any, starts: Any, class_of: Any, choose: Any, most: int,
                out: Any) -> None:  # fmt: skip
    """Add each hand, with its weight, at its rank, to the class of each of its subsets of up to `most` cards."""
    size = hands.shape[1]
    some = hands[0].copy()
    for row in range(hands.shape[0]):
        for subset in range(1 << size):
            count = 0
            for place in range(size):
                if subset >> place & 1:
                    some[count] = hands[row, place]
                    count += 1
            if count <= most:
                out[class_of[starts[count] + _number(some, count, choose)], ranks[row]] += weights[row]


@jit
def _up_to(ranks: Any, bound: int) -> int:
    """How many of these sorted ranks are below a bound."""
    low, high = 0, ranks.shape[0]
    while low < high:
        middle = (low + high) // 2
        if ranks[middle] < bound:
            low = middle + 1
        else:
            high = middle
    return low


@jit
def count_hands(own: Any, below: Any, equal: Any, weak: int, starts: Any, class_of: Any, choose: Any, most: int,
                running: Any, short_class: Any, short: Any, whole: Any, out: Any) -> None:  # fmt: skip
    """Count the dealer's hands that share no card with the player's, by result.

    `below` and `equal` are, for each of the player's hands, the numbers of the dealer's ranks that are lower, and that
    are lower or equal. `weak` is the number of ranks that do not qualify. Hands that contain a subset of the player's
    cards are counted in three ways: from `running` counts by rank for subsets of up to `most` cards; from sorted lists
    of ranks, `short`, for subsets that lack one card to a hand; from its rank, `whole`, for a subset that is a hand.
    The results are in the order of `payoffs.RESULTS`.
    """
    size = own.shape[1]
    some = own[0].copy()
    for row in range(own.shape[0]):
        lower, even = below[row], equal[row]
        total = unqualified = beaten = tied = 0
        for subset in range(1 << size):
            count = 0
            for place in range(size):
                if subset >> place & 1:
                    some[count] = own[row, place]
                    count += 1
            if count > most + 2:
                continue
            number = _number(some, count, choose)
            if count <= most:
                at = class_of[starts[count] + number]
                every = int(running[at, running.shape[1] - 1])
                low, under, upto = int(running[at, weak]), int(running[at, lower]), int(running[at, even])
            elif count == most + 1:
                ranks = short[short_class[number]]
                every = ranks.shape[0]
                low, under, upto = _up_to(ranks, weak), _up_to(ranks, lower), _up_to(ranks, even)
            else:
                rank = int(whole[number])
                every = 1
                low = 1 if rank < weak else 0
                under = 1 if rank < lower else 0
                upto = 1 if rank < even else 0
            sign = -1 if count & 1 else 1
            total += sign * every
            unqualified += sign * low
            beaten += sign * under
            tied += sign * upto
        # Hands that do not qualify are the dealer's lowest: first among the beaten, then the ties, then the rest.
        out[row, 1] = min(beaten, unqualified)
        out[row, 3] = min(tied - beaten, unqualified - out[row, 1])
        out[row, 5] = unqualified - out[row, 1] - out[row, 3]
        out[row, 0] = beaten - out[row, 1]
        out[row, 2] = tied - beaten - out[row, 3]
        out[row, 4] = total - tied - out[row, 5]


@jit
def _add_suits(ranks: Any, order: Any, at: int, most: int, size: int, out: Any) -> int:
    """Add the sets of one suit with at most a rank to all sets that contain them, by the number of their cards."""
    while at < order.shape[0] and ranks[order[at]] <= most:
        mask = order[at]
        at += 1
        count = 0
        for rank in range(13):
            count += mask >> rank & 1
        if count <= size:
            free = 8191 & ~mask
            more = free
            while True:
                out[mask | more, count] += 1
                if more == 0:
                    break
                more = (more - 1) & free
    return at


@jit
def _of_suits(table: Any, masks: Any, row: int, held: Any, size: int, some: Any) -> int:
    """The number of hands whose suits are all in a table, from the cards that a player's hand leaves."""
    some[:] = 0
    some[0] = 1
    for suit in range(4):
        left = held[suit] & ~masks[row, suit]
        for count in range(size, -1, -1):
            total = 0
            for few in range(count + 1):
                total += some[count - few] * table[left, few]
            some[count] = total
    return int(some[size])


@jit
def count_suits(masks: Any, held: Any, order: Any, values: Any, ranks: Any, suits: Any, size: int, qualifier: int,
                every: int, out: Any) -> None:  # fmt: skip
    """Count the dealer's hands that share no card with the player's, by result, if the best suit decides.

    `order` has the player's hands by rank, and `suits` all masks of one suit by rank. The results are in the order of
    `payoffs.RESULTS`.
    """
    lower = np.zeros((8192, size + 1), np.int64)
    equal = np.zeros((8192, size + 1), np.int64)
    weak = np.zeros((8192, size + 1), np.int64)
    some = np.zeros(size + 1, np.int64)
    _add_suits(ranks, suits, 0, qualifier - 1, size, weak)
    at_lower = at_equal = 0
    for row in order:
        at_lower = _add_suits(ranks, suits, at_lower, values[row] - 1, size, lower)
        at_equal = _add_suits(ranks, suits, at_equal, values[row], size, equal)
        below = _of_suits(lower, masks, row, held, size, some)
        even = _of_suits(equal, masks, row, held, size, some) - below
        unqualified = _of_suits(weak, masks, row, held, size, some)
        above = every - below - even
        if values[row] >= qualifier:
            out[row, 0], out[row, 1] = below - unqualified, unqualified
            out[row, 2], out[row, 3] = even, 0
            out[row, 4], out[row, 5] = above, 0
        else:
            out[row, 0], out[row, 1] = 0, below
            out[row, 2], out[row, 3] = 0, even
            out[row, 4], out[row, 5] = every - unqualified, unqualified - below - even


@jit
def _code(suits: Any, apart: int) -> int:
    """The code of a set, from its masks by suit: that of the suit that stays apart first, then the rest in order."""
    one, two, three, four = suits[0], suits[1], suits[2], suits[3]
    if apart == 1:
        one, two = two, one
    elif apart == 2:
        one, three = three, one
    elif apart == 3:
        one, four = four, one
    two, three = min(two, three), max(two, three)
    three, four = min(three, four), max(three, four)
    two, three = min(two, three), max(two, three)
    if apart < 0:
        one, two = min(one, two), max(one, two)
        two, three = min(two, three), max(two, three)
        three, four = min(three, four), max(three, four)
    return int(one << 39 | two << 26 | three << 13 | four)


@jit
def codes(masks: Any, apart: int, out: Any) -> None:
    """The code of each set."""
    suits = np.zeros(4, np.int64)
    for row in range(masks.shape[0]):
        for suit in range(4):
            suits[suit] = masks[row, suit]
        out[row] = _code(suits, apart)


@jit
def cards(masks: Any, out: Any) -> None:
    """The sorted cards of each set."""
    for row in range(masks.shape[0]):
        place = 0
        for card in range(52):
            if masks[row, card & 3] >> (card >> 2) & 1:
                out[row, place] = card
                place += 1


@jit
def _slot(key: int, size: int) -> int:
    """Where a key begins to look for its place in a table of `size` slots, a power of two."""
    return int((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & (size - 1)


@jit
def fill_table(keys: Any, table: Any) -> None:
    """Write the number of each key into a table of free slots (-1): into the first one that is free from its own."""
    for number in range(keys.shape[0]):
        at = _slot(keys[number], table.shape[0])
        while table[at] >= 0:
            at = (at + 1) & (table.shape[0] - 1)
        table[at] = number


@jit
def states(rounds: Any, rows: Any, places: Any, shown: int, worlds: Any, aparts: Any, keys: Any, table: Any,
           out: Any) -> None:  # fmt: skip
    """The number of the state of some rows of cards, known at these places, with the dealer's card that is shown.

    Without such a card, its place is -1. `worlds` has the world of each rank that is up. A key is a world and the code
    of a state there; `table` finds its number. Suits are exchanged so that the card that is up has the suit that stays
    apart there.
    """
    suits = np.zeros(4, np.int64)
    for number in range(rows.shape[0]):
        row = rows[number]
        world, up = 0, -1
        if shown >= 0:
            world, up = worlds[rounds[row, shown] >> 2], int(rounds[row, shown] & 3)
        apart, held = aparts[world], 0
        for place in places:
            card = int(rounds[row, place])
            held |= 1 << (13 * (card & 3) + (card >> 2))
        for suit in range(4):
            suits[suit] = held >> 13 * suit & 0x1FFF
        if up >= 0:
            suits[up], suits[apart] = suits[apart], suits[up]
        key = world << WORLD | _code(suits, apart)
        at = _slot(key, table.shape[0])
        while table[at] >= 0 and keys[table[at]] != key:
            at = (at + 1) & (table.shape[0] - 1)
        out[number] = table[at]


@jit
def _child(masks: Any, row: int, more: Any, at: int, apart: int, suits: Any) -> int:
    """The code of a set with more cards; -1 if it already has one of them."""
    for suit in range(4):
        if masks[row, suit] & more[at, suit]:
            return -1
        suits[suit] = masks[row, suit] | more[at, suit]
    return int(_code(suits, apart))


@jit
def _find(codes: Any, code: int) -> int:
    low, high = 0, codes.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@jit
def back(masks: Any, more: Any, apart: int, codes: Any, values: Any, out: Any) -> None:
    """Add up, for each set, the values of all larger sets that it can become, for each row of `values`."""
    suits = np.zeros(4, np.int64)
    for row in range(masks.shape[0]):
        for at in range(more.shape[0]):
            code = _child(masks, row, more, at, apart, suits)
            if code >= 0:
                found = _find(codes, code)
                for number in range(values.shape[0]):
                    out[number, row] += values[number, found]


@jit
def forward(masks: Any, more: Any, apart: int, codes: Any, weights: Any, out: Any) -> None:
    """Send the weight of each set to all larger sets that it can become."""
    suits = np.zeros(4, np.int64)
    for row in range(masks.shape[0]):
        if weights[row]:
            for at in range(more.shape[0]):
                code = _child(masks, row, more, at, apart, suits)
                if code >= 0:
                    out[_find(codes, code)] += weights[row]


@jit
def worth(counts: Any, groups: Any, nets: Any, out: Any) -> None:
    """The sum of the nets of each wager for each hand: `nets` is by wager, result and group."""
    for wager in range(nets.shape[0]):
        for row in range(counts.shape[0]):
            total = 0
            for result in range(counts.shape[1]):
                total += counts[row, result] * nets[wager, result, groups[row]]
            out[wager, row] = total


@jit
def tally(weights: Any, counts: Any, groups: Any, out: Any) -> None:
    """Add up the weighted counts of all hands by group and result."""
    for row in range(counts.shape[0]):
        for result in range(counts.shape[1]):
            out[groups[row], result] += weights[row] * counts[row, result]
