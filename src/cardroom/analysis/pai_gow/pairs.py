"""Compiled counting of seven cards against seven, with the joker. No money is involved.

Two hands without a common card are counted by inclusion and exclusion: all pairs of hands, less the pairs that share
one card at least, and so on. So each set of cards adds, with the sign of its size, the pairs of hands that contain it.
Such hands are grouped by kind (`pai_gow_tables`), and sorted running sums compare the groups.

All kernels are in one file, because a cached kernel is not recompiled when a function in another file changes.
"""

from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.pai_gow.tables import BACKS, FRONTS, HandPatterns, Kinds, Orbits, Staircases
from cardroom.rankings.base import jit

Array = Any

RANKS = (1 << 13) - 1
BLOCK = 7
"""Bits of a place inside a block of the running sums."""
WIN, LOSE = 18, 19
"""Where the results of best settings are, behind those of the House Way: nine for each kind of player-dealer's hand."""
ENDS = 20
JOKER_BIT = 63
FEW = 2
"""Sets of up to this many natural cards are looked for in the hands of each orbit, which is quicker."""


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


# -- Every setting of every hand ---------------------------------------------------------------------------------------


@jit
def _orbit(word: Any, mask: Any, joker: int, orbits: Orbits, keys: Array) -> Any:
    """The number of a hand up to an exchange of suits, from the sums of its natural cards. `keys` is working space.

    A suit is its number of cards and the number of its ranks among all sets of as many. Suits are ordered, and those
    with equally many cards are numbered together, because they can be exchanged.
    """
    for suit in range(4):
        cards: Any = np.int64(word >> np.uint64(4 * suit)) & 15
        ranks: Any = np.int64(mask >> np.uint64(16 * suit)) & RANKS
        key: Any = cards << 16 | np.int64(orbits.numbers[ranks])
        at = suit
        while at and keys[at - 1] < key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key
    number, suit = np.int64(0), 0
    while suit < 4 and keys[suit] >> 16:
        cards = keys[suit] >> 16
        last = suit
        while last < 3 and keys[last + 1] >> 16 == cards:
            last += 1
        together = np.int64(0)
        for at in range(last - suit + 1):
            together += orbits.choose[(keys[last - at] & 0xFFFF) + at, at + 1]
        number = number * orbits.sizes[cards, last - suit + 1] + together
        suit = last + 1
    return number + orbits.starts[joker, (keys[0] >> 16) * 64 + (keys[1] >> 16) * 8 + (keys[2] >> 16)]


@jit
def _next(place: Array, free: int, size: int) -> int:
    """Move `place` to the next set of `size` of `free` places. Return the first place that moved; -1 at the end."""
    at = size - 1
    while at >= 0 and place[at] == free - size + at:
        at -= 1
    if at >= 0:
        place[at] += 1
        for after in range(at + 1, size):
            place[after] = place[after - 1] + 1
    return at


@jit
def _sums_of(cards: Array, hands: HandPatterns) -> Any:
    """What each natural card adds to the two sums that identify a hand."""
    words, masks = np.zeros(cards.shape[0], np.uint64), np.zeros(cards.shape[0], np.uint64)
    for place in range(cards.shape[0]):
        words[place] = hands.words[cards[place]]
        masks[place] = np.uint64(1) << np.uint64(16 * (cards[place] & 3) + (cards[place] >> 2))
    return words, masks


class OrbitHands(NamedTuple):
    """The hands of each orbit."""

    patterns: Array
    """Their pattern."""
    kinds: Array
    """Their kind."""
    ways: Array
    """Their number; 0 if the deck has none."""
    masks: Array
    """The cards of one of them, a bit each, and the joker's bit."""


@jit
def number_hands(cards: Array, hands: HandPatterns, of: Array, orbits: Orbits, known: OrbitHands) -> None:
    """Visit all hands of seven from these natural cards and the joker, and fill in what is known about their orbits."""
    keys = np.zeros(4, np.int64)
    words, masks = _sums_of(cards, hands)
    for joker in range(2):
        size = 7 - joker
        place = np.arange(size)
        moved = 0
        while moved >= 0:
            word, mask = np.uint64(0), np.uint64(0)
            for at in range(size):
                word += words[place[at]]
                mask |= masks[place[at]]
            orbit = _orbit(word, mask, joker, orbits, keys)
            if known.ways[orbit] == 0:
                known.patterns[orbit] = _pattern(word, mask, joker, hands)
                known.kinds[orbit] = of[known.patterns[orbit]]
                known.masks[orbit] = mask | np.uint64(joker) << np.uint64(JOKER_BIT)
            known.ways[orbit] += 1
            moved = _next(place, cards.shape[0], size)


@jit
def orbits_of(cards: Array, hands: HandPatterns, orbits: Orbits, out: Array) -> None:
    """The orbit of each hand of seven cards, one a row. The joker is card 52."""
    keys = np.zeros(4, np.int64)
    for row in range(cards.shape[0]):
        word, mask, joker = np.uint64(0), np.uint64(0), 0
        for at in range(7):
            card = cards[row, at]
            if card == 52:
                joker = 1
            else:
                word += hands.words[card]
                mask |= np.uint64(1) << np.uint64(16 * (card & 3) + (card >> 2))
        out[row] = _orbit(word, mask, joker, orbits, keys)


@jit
def patterns_of(cards: Array, hands: HandPatterns, out: Array) -> None:
    """The pattern of each hand of seven cards, one a row. The joker is card 52."""
    for row in range(cards.shape[0]):
        word, mask, joker = np.uint64(0), np.uint64(0), 0
        for at in range(7):
            card = cards[row, at]
            if card == 52:
                joker = 1
            else:
                word += hands.words[card]
                mask |= np.uint64(1) << np.uint64(16 * (card & 3) + (card >> 2))
        out[row] = _pattern(word, mask, joker, hands)


@jit
def best_against(kinds: Array, fronts: Array, backs: Array, stairs: Staircases, out: Array) -> None:
    """The result of the best setting of each kind against these hands: 2 wins, 1 has one higher hand, 0 has none."""
    for row in range(kinds.shape[0]):
        first, last = stairs.first[kinds[row]], stairs.first[kinds[row] + 1]
        out[row] = stairs.set_front[first] > fronts[row] or stairs.set_back[last - 1] > backs[row]
        for at in range(first, last):
            if stairs.set_front[at] > fronts[row] and stairs.set_back[at] > backs[row]:
                out[row] = 2


class StairScratch(NamedTuple):
    """Working space of `value_sets`."""

    counts: Array
    """Hands by kind."""
    touched: Array
    """The kinds that have hands."""
    by_front: Array
    """The touched kinds, ordered by the front that the House Way makes."""
    front_ends: Array
    asked: Array
    """The settings of the touched kinds, ordered by their front."""
    asked_ends: Array
    inner: Array
    """Running sums inside blocks."""
    outer: Array
    """Running sums of whole blocks."""
    answers: Array
    """By setting: the number of the player-dealer's hands that it beats, and to which it loses."""


@jit
def _answer(many: int, stairs: Staircases, scratch: StairScratch) -> None:
    """Compare every setting of the touched kinds with the touched kinds as the player-dealer's hands."""
    touched, counts, ends = scratch.touched[:many], scratch.counts, scratch.asked_ends
    inner, outer, answers = scratch.inner, scratch.outer, scratch.answers
    _sort(touched, stairs.front, scratch.front_ends, scratch.by_front)
    ends[:] = 0
    for kind in touched:
        for at in range(stairs.first[kind], stairs.first[kind + 1]):
            ends[stairs.set_front[at] + 1] += 1
    for front in range(1, FRONTS + 1):
        ends[front] += ends[front - 1]
    for kind in touched:
        for at in range(stairs.first[kind], stairs.first[kind + 1]):
            scratch.asked[ends[stairs.set_front[at]]] = at
            ends[stairs.set_front[at]] += 1
    inner[:], outer[:] = 0, 0
    low, asked, added = 0, 0, 0
    for front in range(FRONTS):
        for at in scratch.asked[asked : ends[front]]:
            lower = _below(inner, outer, stairs.set_back[at])
            answers[at, 0], answers[at, 1] = lower, lower - low
        asked = ends[front]
        for kind in scratch.by_front[added : scratch.front_ends[front]]:
            _add(inner, outer, stairs.back[kind], counts[kind])
            low += counts[kind]
        added = scratch.front_ends[front]
    for at in scratch.asked[:asked]:  # all hands, less those with a lower front, less those with a lower back
        answers[at, 1] += low - _below(inner, outer, stairs.set_back[at])


@jit
def _spread(words: Array, masks: Array, size: int, word: Any, mask: Any, joker: int, hands: HandPatterns,
            stairs: Staircases, orbits: Orbits, first: Array, answers: Array, weight: int, keys: Array,
            sums: Array) -> None:  # fmt: skip
    """Add the answers for each hand of these cards with `size` others, as often as `weight` says, to its orbit."""
    free = words.shape[0]
    place = np.arange(size)
    parts, bits = np.zeros(size + 1, np.uint64), np.zeros(size + 1, np.uint64)
    parts[0], bits[0] = word, mask
    many = np.int32(weight)
    moved = 0
    while moved >= 0:
        for at in range(moved, size):
            parts[at + 1], bits[at + 1] = parts[at] + words[place[at]], bits[at] | masks[place[at]]
        kind = stairs.of[_pattern(parts[size], bits[size], joker, hands)]
        to = first[_orbit(parts[size], bits[size], joker, orbits, keys)]
        for at in range(stairs.first[kind], stairs.first[kind + 1]):
            sums[to, 0] += many * answers[at, 0]
            sums[to, 1] += many * answers[at, 1]
            to += 1
        moved = _next(place, free, size)


@jit
def _spread_few(cards: Array, shared: int, known: OrbitHands, stairs: Staircases, first: Array, answers: Array,
                sign: int, sums: Array) -> None:  # fmt: skip
    """Add the answers to each orbit as often as its hands contain a set of up to two cards, or one like it."""
    size = cards.shape[0]
    one = cards[0] >> 2 if size else 0
    other = cards[1] >> 2 if size > 1 else 0
    suited = size > 1 and (cards[0] & 3) == (cards[1] & 3)
    for orbit in range(known.kinds.shape[0]):
        mask = known.masks[orbit]
        if known.ways[orbit] == 0 or (shared and mask >> np.uint64(JOKER_BIT) == 0):
            continue
        ones, others, together = 0, 0, 0
        for suit in range(4):
            first_bit: Any = np.int64(mask >> np.uint64(16 * suit + one)) & 1
            other_bit: Any = np.int64(mask >> np.uint64(16 * suit + other)) & 1
            ones += first_bit
            others += other_bit
            together += first_bit & other_bit
        if size < 2:
            times = ones if size else 1
        elif one == other:
            times = ones * (ones - 1) // 2
        else:
            times = together if suited else ones * others - together
        if times:
            kind, to = known.kinds[orbit], first[orbit]
            weight = np.int32(sign * times * known.ways[orbit])
            for at in range(stairs.first[kind], stairs.first[kind + 1]):
                sums[to, 0] += weight * answers[at, 0]
                sums[to, 1] += weight * answers[at, 1]
                to += 1


@jit
def value_sets(
    sets: Array, ways: Array, shared: int, cards: Array, hands: HandPatterns, stairs: Staircases, orbits: Orbits,
    known: OrbitHands, first: Array, sums: Array,
) -> None:  # fmt: skip
    """For each set of natural cards, compare every setting of the hands that contain it with all these hands.

    `sets` has places in `cards`; `shared` is 1 if the joker is in the sets too. `sums` receives, by orbit and setting,
    the player-dealer's hands that lose and that win, over all hands of the orbit. They are whole numbers below 2**31,
    so it does not matter that sums on the way are larger.
    """
    size, every, settings = sets.shape[1], stairs.front.shape[0], stairs.set_front.shape[0]
    blocks = (BACKS >> BLOCK) + 1
    scratch = StairScratch(
        np.zeros(every, np.int64), np.zeros(every, np.int64),
        np.zeros(every, np.int64), np.zeros(FRONTS + 1, np.int64),
        np.zeros(settings, np.int64), np.zeros(FRONTS + 1, np.int64),
        np.zeros(blocks << BLOCK, np.int32), np.zeros(blocks, np.int32),
        np.zeros((settings, 2), np.int32),
    )  # fmt: skip
    keys = np.zeros(4, np.int64)
    all_words, all_masks = _sums_of(cards, hands)
    words, masks = np.zeros(cards.shape[0] - size, np.uint64), np.zeros(cards.shape[0] - size, np.uint64)
    for number in range(sets.shape[0]):
        word, mask, free, at = np.uint64(0), np.uint64(0), 0, 0
        for place in range(cards.shape[0]):
            if at < size and sets[number, at] == place:
                word += all_words[place]
                mask |= all_masks[place]
                at += 1
            else:
                words[free], masks[free] = all_words[place], all_masks[place]
                free += 1
        many = 0
        for joker in range(shared, 2):
            rest = 7 - joker - size
            many = _visit(
                words, masks, rest, word, mask, joker, hands, stairs.of, scratch.counts, scratch.touched, many
            )
        _answer(many, stairs, scratch)
        for kind in scratch.touched[:many]:
            scratch.counts[kind] = 0
        sign = 1 if (size + shared) % 2 == 0 else -1
        if size <= FEW:
            _spread_few(cards[sets[number]], shared, known, stairs, first, scratch.answers, sign, sums)
            continue
        weight = sign * ways[number]
        for joker in range(shared, 2):
            rest = 7 - joker - size
            _spread(
                words, masks, rest, word, mask, joker, hands, stairs, orbits, first, scratch.answers, weight, keys, sums
            )


@jit
def value_alone(stairs: Staircases, known: OrbitHands, first: Array, sums: Array) -> None:
    """The last term: each hand against itself, set the House Way, which shares all seven cards."""
    for orbit in range(known.kinds.shape[0]):
        if known.ways[orbit]:
            kind, to = known.kinds[orbit], first[orbit]
            for at in range(stairs.first[kind], stairs.first[kind + 1]):
                if stairs.front[kind] < stairs.set_front[at] and stairs.back[kind] < stairs.set_back[at]:
                    sums[to, 0] -= np.int32(known.ways[orbit])
                elif stairs.front[kind] >= stairs.set_front[at] and stairs.back[kind] >= stairs.set_back[at]:
                    sums[to, 1] -= np.int32(known.ways[orbit])
                to += 1


@jit
def choose_settings(
    stairs: Staircases, known: OrbitHands, first: Array, sums: Array, win: int, lose: int, chosen: Array, ends: Array
) -> None:  # fmt: skip
    """Choose the best setting of each orbit, if a win gains `win` and a loss costs `lose`. The House Way if it is one.

    `chosen` receives 0 for the House Way, else the number of the setting, from 1. `ends` receives the wins and losses
    of the best settings, those of the House Way, and the number of hands that another setting is better for.
    """
    for orbit in range(known.kinds.shape[0]):
        if known.ways[orbit]:
            kind, to = known.kinds[orbit], first[orbit]
            house = stairs.house[kind]
            best, most = house, win * np.int64(sums[to + house, 0]) - lose * np.int64(sums[to + house, 1])
            for at in range(stairs.first[kind + 1] - stairs.first[kind]):
                value = win * np.int64(sums[to + at, 0]) - lose * np.int64(sums[to + at, 1])
                if value > most:
                    best, most = at, value
            if best != house:
                chosen[orbit] = best + 1
                ends[4] += known.ways[orbit]
            ends[0] += sums[to + best, 0]
            ends[1] += sums[to + best, 1]
            ends[2] += sums[to + house, 0]
            ends[3] += sums[to + house, 1]
