"""Compiled counting of seven cards against seven, with the joker. No money is involved.

Two hands without a common card are counted by inclusion and exclusion: all pairs of hands, less the pairs that share
one card at least, and so on. So each set of cards adds, with the sign of its size, the pairs of hands that contain it.
Such hands are grouped by kind (`pai_gow_tables`), and sorted running sums compare the groups.

All kernels are in one file, because a cached kernel is not recompiled when a function in another file changes.
"""

from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.pai_gow.tables import BACKS, FRONTS, HandPatterns, Kinds
from cardroom.rankings.base import jit

Array = Any

RANKS = (1 << 13) - 1
BLOCK = 7
"""Bits of a place inside a block of the running sums."""
WIN, LOSE = 18, 19
"""Where the results of best settings are, behind those of the House Way: nine for each kind of player-dealer's hand."""
ENDS = 20


@jit
def find_leaders(cards: Array, suits: int, size: int, sets: Array, ways: Array) -> int:
    """Find the sets of `size` cards whose suits are in order, the suit with the highest cards first. Return their
    number. Such a set represents all sets that differ from it only by exchanging suits; `ways` receives the number of
    these. With empty arrays, sets are only counted.
    """
    place = np.arange(size)
    masks = np.zeros(5, np.int64)
    count = 0
    while True:
        masks[:] = 0
        for at in range(size):
            masks[cards[place[at]] & 3] |= 1 << (cards[place[at]] >> 2)
        ordered = True
        for suit in range(1, suits):
            ordered &= masks[suit - 1] >= masks[suit]
        if ordered:
            if sets.shape[0]:
                for at in range(size):
                    sets[count, at] = place[at]
                many, alike = 1, 1
                for suit in range(1, suits):
                    alike = alike + 1 if masks[suit] == masks[suit - 1] else 1
                    many = many * (suit + 1) // alike
                ways[count] = many
            count += 1
        at = size - 1
        while at >= 0 and place[at] == cards.shape[0] - size + at:
            at -= 1
        if at < 0:
            return count
        place[at] += 1
        for after in range(at + 1, size):
            place[after] = place[after - 1] + 1


@jit
def _pattern(word: Any, mask: Any, joker: int, hands: HandPatterns) -> Any:
    """The pattern of a hand, from the sums of its natural cards."""
    if (word + np.uint64(0x4444 if joker else 0x3333)) & np.uint64(0x8888) == 0:
        row = hands.rows[joker, word >> np.uint64(51)]
        return hands.slots[joker, ((word >> np.uint64(35)) & np.uint64(0xFFFF)) ^ row]
    others, long, many = 0, 0, 0
    for suit in range(4):
        ranks: Any = np.int64(mask >> np.uint64(16 * suit)) & RANKS
        cards: Any = np.int64(word >> np.uint64(4 * suit)) & 15
        if cards >= 5 - joker:
            long, many = ranks, cards
        else:
            others += hands.marks[ranks]
    return hands.suited[joker, long] + hands.others[7 - joker - many, others]


@jit
def _visit(words: Array, masks: Array, size: int, word: Any, mask: Any, joker: int, hands: HandPatterns, of: Array,
           counts: Array, touched: Array, many: int) -> int:  # fmt: skip
    """Count, by kind, the hands of these cards with `size` others. Return the number of kinds touched."""
    free = words.shape[0]
    if size == 0:
        kind = of[_pattern(word, mask, joker, hands)]
        if counts[kind] == 0:
            touched[many] = kind
            many += 1
        counts[kind] += 1
        return many
    place = np.arange(size)
    sums, bits = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    sums[0], bits[0] = word, mask
    for at in range(1, size):
        sums[at], bits[at] = sums[at - 1] + words[at - 1], bits[at - 1] | masks[at - 1]
    while True:
        for last in range(place[size - 1], free):
            kind = of[_pattern(sums[size - 1] + words[last], bits[size - 1] | masks[last], joker, hands)]
            if counts[kind] == 0:
                touched[many] = kind
                many += 1
            counts[kind] += 1
        at = size - 2
        while at >= 0 and place[at] == free - size + at:
            at -= 1
        if at < 0:
            return many
        place[at] += 1
        for after in range(at + 1, size):
            place[after] = place[after - 1] + 1
            sums[after] = sums[after - 1] + words[place[after - 1]]
            bits[after] = bits[after - 1] | masks[place[after - 1]]


@jit
def _add(inner: Array, outer: Array, back: int, many: int) -> None:
    """Add hands to the running sums by their back: a hand counts for all higher ones, in its block and in later
    blocks."""
    block = back >> BLOCK
    for higher in range(back + 1, (block + 1) << BLOCK):
        inner[higher] += np.int32(many)
    for later in range(block + 1, outer.shape[0]):
        outer[later] += np.int32(many)


@jit
def _below(inner: Array, outer: Array, back: int) -> Any:
    """The number of hands with a lower back than this one."""
    return np.int64(inner[back]) + np.int64(outer[back >> BLOCK])


@jit
def _sort(touched: Array, fronts: Array, ends: Array, ordered: Array) -> None:
    """Order kinds by a front. `ends` receives the position after the last kind of each front."""
    ends[:] = 0
    for kind in touched:
        ends[fronts[kind] + 1] += 1
    for front in range(1, FRONTS + 1):
        ends[front] += ends[front - 1]
    for kind in touched:
        ordered[ends[fronts[kind]]] = kind
        ends[fronts[kind]] += 1


@jit
def _sort_queries(touched: Array, counts: Array, kinds: Kinds, ends: Array, backs: Array, many: Array) -> None:
    """Order the queries of kinds by their front; a query gets the number of hands that ask it, with its sign."""
    ends[:] = 0
    for kind in touched:
        for query in range(kinds.first[kind], kinds.first[kind + 1]):
            ends[kinds.query_front[query] + 1] += 1
    for front in range(1, FRONTS + 1):
        ends[front] += ends[front - 1]
    for kind in touched:
        for query in range(kinds.first[kind], kinds.first[kind + 1]):
            at = ends[kinds.query_front[query]]
            backs[at], many[at] = kinds.query_back[query], counts[kind] * kinds.query_sign[query]
            ends[kinds.query_front[query]] = at + 1


class Scratch(NamedTuple):
    """Working space of `count_sets`."""

    counts: Array
    """Hands by kind."""
    touched: Array
    """The kinds that have hands."""
    by_front: Array
    """The touched kinds, ordered by the front that the House Way makes."""
    front_ends: Array
    """By front: where its kinds end in `by_front`."""
    by_most: Array
    """The touched kinds, ordered by the highest front of any setting."""
    most_ends: Array
    """By front: where its kinds end in `by_most`."""
    query_back: Array
    """The backs of all queries, ordered by front."""
    query_many: Array
    """How often each of these queries is asked, with its sign."""
    query_ends: Array
    """By front: where its queries end."""
    inner: Array
    """Running sums inside blocks of backs."""
    outer: Array
    """Running sums of whole blocks."""


@jit
def _compare(many: int, flag: int, kinds: Kinds, scratch: Scratch, results: Array) -> None:
    """Compare the touched kinds, as the player's hands, with the player-dealer's hands that are ace-high (`flag` 1) or
    not (0).

    The running sums hold the player-dealer's hands with a lower front, then those with no higher one, then all.
    `results` receives the nine results of the House Way and, if the player-dealer's hands are not ace-high, the wins
    and losses of the best setting.
    """
    counts, inner, outer = scratch.counts, scratch.inner, scratch.outer
    inner[:], outer[:] = 0, 0
    total = 0
    for kind in scratch.touched[:many]:
        if kinds.ace_high[kind] == flag:
            total += counts[kind]
    if total == 0:
        return
    sums = np.zeros((3, 3), np.int64)
    win, lose, low, first = 0, 0, 0, 0
    for front in range(FRONTS):
        if flag == 0:
            before = scratch.query_ends[front - 1] if front else 0
            for at in range(before, scratch.query_ends[front]):
                win += scratch.query_many[at] * _below(inner, outer, scratch.query_back[at])
            before = scratch.most_ends[front - 1] if front else 0
            for kind in scratch.by_most[before : scratch.most_ends[front]]:
                lose += counts[kind] * (total - low + _below(inner, outer, kinds.most_back[kind]))
        group = scratch.by_front[first : scratch.front_ends[front]]
        first = scratch.front_ends[front]
        for step in range(2):
            for kind in group:
                sums[step, 0] += counts[kind] * _below(inner, outer, kinds.back[kind])
                sums[step, 1] += counts[kind] * _below(inner, outer, kinds.back[kind] + 1)
                sums[step, 2] += counts[kind] * low
            if step == 0:
                for kind in group:
                    if kinds.ace_high[kind] == flag:
                        _add(inner, outer, kinds.back[kind], counts[kind])
                        low += counts[kind]
    for kind in scratch.touched[:many]:
        lose -= counts[kind] * _below(inner, outer, kinds.most_back[kind])
        sums[2, 0] += counts[kind] * _below(inner, outer, kinds.back[kind])
        sums[2, 1] += counts[kind] * _below(inner, outer, kinds.back[kind] + 1)
        sums[2, 2] += counts[kind] * low
    # from running sums to results: lower, copy or higher for the player, front first and then back
    for front in range(3):
        for back in range(3):
            here = sums[front, back]
            here -= sums[front, back - 1] if back else 0
            here -= sums[front - 1, back] if front else 0
            here += sums[front - 1, back - 1] if front and back else 0
            results[9 * flag + 3 * (2 - front) + 2 - back] = here
    if flag == 0:
        results[WIN], results[LOSE] = win, lose


@jit
def count_sets(
    sets: Array, ways: Array, shared: int, cards: Array, hands: HandPatterns, kinds: Kinds, ends: Array
) -> None:
    """For each set of natural cards, count the pairs of hands that contain it by result. `ends` receives the counts.

    `sets` has places in `cards`; `shared` is 1 if the joker is in the sets too. `ends` has the nine results of two
    hands set the House Way, by whether the player-dealer's hand is ace-high, front and back. Then, for player-dealer's
    hands that are not ace-high, it has the number that some setting of the player beats and the number to which every
    setting loses.
    """
    size, every, asked = sets.shape[1], kinds.front.shape[0], kinds.query_back.shape[0]
    blocks = (BACKS >> BLOCK) + 1
    scratch = Scratch(
        np.zeros(every, np.int64), np.zeros(every, np.int64),
        np.zeros(every, np.int64), np.zeros(FRONTS + 1, np.int64),
        np.zeros(every, np.int64), np.zeros(FRONTS + 1, np.int64),
        np.zeros(asked, np.int16), np.zeros(asked, np.int64), np.zeros(FRONTS + 1, np.int64),
        np.zeros(blocks << BLOCK, np.int32), np.zeros(blocks, np.int32),
    )  # fmt: skip
    words, masks = np.zeros(cards.shape[0] - size, np.uint64), np.zeros(cards.shape[0] - size, np.uint64)
    results = np.zeros(ENDS, np.int64)
    for number in range(sets.shape[0]):
        word, mask, free, at = np.uint64(0), np.uint64(0), 0, 0
        for place in range(cards.shape[0]):
            card = cards[place]
            bit = np.uint64(1) << np.uint64(16 * (card & 3) + (card >> 2))
            if at < size and sets[number, at] == place:
                word += hands.words[card]
                mask |= bit
                at += 1
            else:
                words[free], masks[free] = hands.words[card], bit
                free += 1
        many = 0
        for joker in range(shared, 2):
            rest = 7 - joker - size
            many = _visit(words, masks, rest, word, mask, joker, hands, kinds.of, scratch.counts, scratch.touched, many)
        touched = scratch.touched[:many]
        _sort(touched, kinds.front, scratch.front_ends, scratch.by_front)
        _sort(touched, kinds.most_front, scratch.most_ends, scratch.by_most)
        _sort_queries(touched, scratch.counts, kinds, scratch.query_ends, scratch.query_back, scratch.query_many)
        results[:] = 0
        for flag in range(2):
            _compare(many, flag, kinds, scratch, results)
        for kind in touched:
            scratch.counts[kind] = 0
        weight = ways[number] * (1 if (size + shared) % 2 == 0 else -1)
        for at in range(ENDS):
            ends[at] += weight * results[at]


@jit
def count_alone(cards: Array, hands: HandPatterns, kinds: Kinds, ends: Array) -> None:
    """The last term: each hand as a pair with itself, which shares all seven cards."""
    counts, touched = np.zeros(kinds.front.shape[0], np.int64), np.zeros(kinds.front.shape[0], np.int64)
    words, masks = np.zeros(cards.shape[0], np.uint64), np.zeros(cards.shape[0], np.uint64)
    for place in range(cards.shape[0]):
        words[place] = hands.words[cards[place]]
        masks[place] = np.uint64(1) << np.uint64(16 * (cards[place] & 3) + (cards[place] >> 2))
    many = 0
    for joker in range(2):
        many = _visit(
            words, masks, 7 - joker, np.uint64(0), np.uint64(0), joker, hands, kinds.of, counts, touched, many
        )
    for i in range(many):
        kind = touched[i]
        ends[9 * kinds.ace_high[kind] + 4] -= counts[kind]
        if kinds.ace_high[kind]:
            continue
        for query in range(kinds.first[kind], kinds.first[kind + 1]):
            if kinds.front[kind] < kinds.query_front[query] and kinds.back[kind] < kinds.query_back[query]:
                ends[WIN] -= counts[kind] * kinds.query_sign[query]
        if kinds.front[kind] >= kinds.most_front[kind] and kinds.back[kind] >= kinds.most_back[kind]:
            ends[LOSE] -= counts[kind]


@jit
def count_kinds(cards: Array, jokers: int, hands: HandPatterns, of: Array, counts: Array, touched: Array) -> int:
    """Count all hands of seven from these natural cards and up to one joker, by kind. Return the number of kinds.

    `counts` receives the numbers, and `touched` the kinds that occur.
    """
    words, masks = np.zeros(cards.shape[0], np.uint64), np.zeros(cards.shape[0], np.uint64)
    for place in range(cards.shape[0]):
        words[place] = hands.words[cards[place]]
        masks[place] = np.uint64(1) << np.uint64(16 * (cards[place] & 3) + (cards[place] >> 2))
    many = 0
    for joker in range(jokers + 1):
        many = _visit(words, masks, 7 - joker, np.uint64(0), np.uint64(0), joker, hands, of, counts, touched, many)
    return many
