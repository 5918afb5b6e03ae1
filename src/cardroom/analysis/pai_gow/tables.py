"""The relevant facts about hands of seven in the pai gow games, as tables for compiled counting.

Suits matter only where they can make a flush. So 292,253 *patterns* represent all 154,143,080 hands: the ranks of a
hand without a possible flush, or the ranks of its long suit and those of its other cards. Each pattern is set in all 21
ways. Patterns with the same House Way and the same best settings are one *kind* of hand.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.cards import JOKER
from cardroom.errors import InvariantError
from cardroom.games.banked.house_way import (
    KEEPS_COMPLETE,
    KEEPS_WITH_A_PAIR,
    RANK,
    front_ranks,
    shape_of,
)
from cardroom.rankings import rank_many, ranking
from cardroom.rankings.base import numbering
from cardroom.rankings.pai_gow import CATEGORIES, PAI_GOW, PAI_GOW_TWO, least_behind
from cardroom.rankings.small_tables import BITS, words
from cardroom.rankings.tables import multisets, places

__all__ = [
    "BACKS",
    "FRONTS",
    "PATTERNS",
    "HandPatterns",
    "Kinds",
    "Orbits",
    "Settings",
    "Staircases",
    "highest_foul",
    "kinds",
    "orbits",
    "patterns",
    "settings",
    "staircases",
]

Table = NDArray[Any]

COMPLETE = {"straight", "flush", "straight flush", "royal flush"}
"""The categories that the chart of the House Way calls a complete hand."""
SPLITS = [
    (one, other, [place for place in range(7) if place not in (one, other)]) for one, other in combinations(range(7), 2)
]
"""The 21 ways to put two of seven cards in front: their places, and those of the other five."""

FRONTS = len(numbering(PAI_GOW_TWO)[0]) + 1
"""Ints of hands of two, from 1."""
BACKS = len(numbering(PAI_GOW)[0]) + 1
"""Ints of hands of five, from 1."""
PATTERNS = 292_253
"""The number of patterns."""
MARKS = (0, 2, 5, 25, 37, 43, 59, 70, 85, 89, 98, 99, 106)
"""A number for each rank. No two sums of two of them are equal: the sum identifies the ranks of two cards."""
OTHERS = 2
"""The most cards outside a suit that can make a flush."""


class HandPatterns(NamedTuple):
    """How compiled code finds the pattern of a hand, and one hand of each pattern."""

    words: Table
    """By card: what it adds to the sum that identifies ranks and counts suits."""
    rows: Table
    """By whether there is a joker and the top bits of the sum: displacements."""
    slots: Table
    """By whether there is a joker and the slot: the pattern of a hand without a possible flush."""
    suited: Table
    """By whether there is a joker and the ranks of the long suit: its first pattern."""
    marks: Table
    """By the ranks of a suit, a bit each: the sum of their MARKS."""
    others: Table
    """By the number of other cards and the sum of their MARKS: what to add to the first pattern."""
    hands: Table
    """A hand of each pattern, the highest card first."""


@cache
def patterns() -> HandPatterns:
    """All patterns, numbered.

    >>> len(patterns().hands) == PATTERNS
    True
    """
    rows, slots = np.zeros((2, 1 << 13), np.uint16), np.zeros((2, 1 << 16), np.int32)
    suited = np.full((2, 1 << 13), -1, np.int32)
    marks = np.array([sum(MARKS[rank] for rank in ranks) for ranks in BITS], np.int16)
    others = np.zeros((OTHERS + 1, 2 * MARKS[-1] + 1), np.int16)
    rest = [list(combinations_with_replacement(range(13), size)) for size in range(OTHERS + 1)]
    for size, each in enumerate(rest):
        others[size, [sum(MARKS[rank] for rank in ranks) for ranks in each]] = range(len(each))
    blocks, total = [], 0
    for joker in (0, 1):
        plain = multisets(tuple(range(13)), 7 - joker)
        rows[joker], positions = places(plain)
        slots[joker, positions] = np.arange(total, total + len(plain))
        blocks.append(_with_joker(plain * 4 + np.arange(7 - joker) % 4, joker))
        total += len(plain)
        for size in range(OTHERS + 1):
            long = list(combinations(range(13), 7 - joker - size))
            # the others are of two more suits, so that two of a rank are different cards
            more = np.array(rest[size], np.int64).reshape(len(rest[size]), size) * 4 + np.arange(1, size + 1)
            for ranks in long:
                suited[joker, sum(1 << rank for rank in ranks)] = total
                total += len(more)
            head = np.repeat(np.array(long) * 4, len(more), axis=0)
            blocks.append(_with_joker(np.hstack([head, np.tile(more, (len(long), 1))]), joker))
    hands = np.vstack(blocks)
    order = np.argsort(-np.array(RANK)[hands], axis=1, kind="stable")
    hands = np.take_along_axis(hands, order, axis=1).astype(np.uint8)
    return HandPatterns(words(), rows, slots, suited, marks, others, hands)


def _with_joker(cards: Table, joker: int) -> Table:
    return np.hstack([cards, np.full((len(cards), joker), JOKER)]).astype(np.int64)


class Settings(NamedTuple):
    """Hands of seven set in each of the 21 ways."""

    fronts: Table
    """By hand and way: the int of the hand of two."""
    backs: Table
    """By hand and way: the int of the hand of five."""
    fouls: Table
    """By hand and way: whether the hand is foul."""
    house: Table
    """By hand: the way that is the House Way."""


def settings(hands: Table, ranks_five: str) -> Settings:
    """Hands of seven cards, each with its highest card first, set in each way under a ranking of five cards."""
    held = np.array(RANK, np.uint8)[hands]
    fronts = np.empty((len(hands), len(SPLITS)), np.int16)
    backs, by_key = np.empty_like(fronts), np.empty_like(fronts)
    for way, (one, other, rest) in enumerate(SPLITS):
        fronts[:, way] = rank_many("pai-gow-two", np.ascontiguousarray(hands[:, [one, other]]))
        five = np.ascontiguousarray(hands[:, rest])
        by_key[:, way] = rank_many("pai-gow", five)
        backs[:, way] = by_key[:, way] if ranks_five == "pai-gow" else rank_many(ranks_five, five)
    return Settings(fronts, backs, by_key <= highest_foul()[fronts], _house_way(held, fronts, backs, ranks_five))


@cache
def highest_foul() -> Table:
    """By the int of a hand of two, the highest int of a hand of five that ranks lower: such a hand is foul."""
    highest: Table = np.maximum(np.array(least_behind()) - 1, 0).astype(np.int16)
    return highest


def _house_way(held: Table, fronts: Table, backs: Table, ranks_five: str) -> Table:
    """The way that the chart in `house_way` chooses. Of several possible ways, the one with the highest front, then the
    highest back."""
    leaders, rows = _distinct(held)
    ranks = [tuple(each) for each in held[leaders].tolist()]
    shapes = [shape_of(each) for each in ranks]
    first = np.array([front_ranks(each) for each in ranks], np.uint8)[rows]
    keeps = np.array([shape in KEEPS_COMPLETE for shape in shapes])[rows, None]
    with_pair = np.array([shape == KEEPS_WITH_A_PAIR for shape in shapes])[rows, None]
    five, two = (numbering(ranking(name))[0] for name in (ranks_five, "pai-gow-two"))
    complete = np.array([False, *(CATEGORIES[key[0]] in COMPLETE for key in five)])[backs]
    kept = complete & (keeps | with_pair & np.array([False, *(key[0] == 1 for key in two)])[fronts])
    charted = np.empty_like(kept)
    for way, (one, other, _) in enumerate(SPLITS):
        charted[:, way] = (held[:, one] == first[:, 0]) & (held[:, other] == first[:, 1])
    ways = np.where(kept.any(axis=1, keepdims=True), kept, charted)
    best: Table = np.argmax(np.where(ways, fronts.astype(np.int32) * BACKS + backs, -1), axis=1)
    return best


class Kinds(NamedTuple):
    """All that decides the base wager, by kind of hand."""

    of: Table
    """By pattern: its kind."""
    front: Table
    """The hand of two, set the House Way."""
    back: Table
    """The hand of five, set the House Way."""
    ace_high: Table
    """1 for a hand that pushes every base wager as the player-dealer's in Face Up, else 0."""
    first: Table
    """The index of each kind's first query. The last item is the number of queries."""
    query_front: Table
    """By query: a hand of two. A query asks how many of the player-dealer's hands are lower in front and behind."""
    query_back: Table
    """By query: a hand of five."""
    query_sign: Table
    """By query: 1 to add the answer, -1 to subtract it. The sum is the number of hands that some setting beats."""
    most_front: Table
    """The highest hand of two in any setting."""
    most_back: Table
    """The highest hand of five in any setting."""


@cache
def kinds(ranks_five: str = "pai-gow") -> Kinds:
    """The kinds of hands under a ranking of five cards."""
    hands = patterns().hands
    ways = settings(hands, ranks_five)
    own = np.arange(len(hands)), ways.house
    ace_high = _ace_high(hands)
    front, back = ways.fronts[own], ways.backs[own]
    corners = _corners(ways)
    most = np.stack([corners[:, 0, 0], corners[:, :, 1].max(axis=1)], axis=1)
    corners = _without_needless(corners, front[~ace_high], back[~ace_high])
    every = np.column_stack([front, back, ace_high, most, corners.reshape(len(hands), -1)]).astype(np.int16)
    # A row as one value of many bytes: far faster than comparing rows column by column.
    _, leaders, of = np.unique(every.view(f"V{2 * every.shape[1]}"), return_index=True, return_inverse=True)
    points = corners[leaders]
    # Hands below two neighbouring corners are counted twice: those below the second one's front and the first one's
    # back.
    both = np.stack([points[:, 1:, 0], points[:, :-1, 1]], axis=2)
    both[points[:, 1:, 0] == 0] = 0
    queries = np.concatenate([points, both], axis=1)
    used = queries[:, :, 0] > 0
    signs = np.repeat(np.array([1, -1], np.int16), [points.shape[1], both.shape[1]])
    return Kinds(
        of.reshape(-1).astype(np.int32),
        front[leaders],
        back[leaders],
        ace_high[leaders].astype(np.int16),
        np.append(0, np.cumsum(used.sum(axis=1))).astype(np.int32),
        queries[:, :, 0][used],
        queries[:, :, 1][used],
        np.broadcast_to(signs, used.shape)[used],
        most[leaders, 0],
        most[leaders, 1],
    )


def _distinct(rows: Table) -> tuple[Table, Table]:
    """The index of the first of all equal rows, for each different row, and for each row the number of its own."""
    factors = np.random.default_rng(7).integers(1, 2**62, rows.shape[1]) | 1
    sums = (rows.astype(np.int64) * factors).sum(axis=1)  # far faster to compare than rows
    _, leaders, numbers = np.unique(sums, return_index=True, return_inverse=True)
    if not np.array_equal(rows[leaders][numbers], rows):
        raise InvariantError("two different rows have the same sum")
    return leaders, numbers


def _ace_high(hands: Table) -> Table:
    """Whether each hand of seven is ace-high."""
    by_rank = np.array([False, *(key[:2] == (0, 12) for key in numbering(PAI_GOW)[0])])
    flags: Table = by_rank[rank_many("pai-gow", hands)]
    return flags


class Staircases(NamedTuple):
    """The settings worth choosing against a hidden hand, by kind of hand."""

    of: Table
    """By pattern: its kind."""
    front: Table
    """The hand of two, set the House Way."""
    back: Table
    """The hand of five, set the House Way."""
    ace_high: Table
    """1 for a hand that pushes every base wager as the player-dealer's in Face Up, else 0."""
    house: Table
    """The number of the House Way among the kind's settings, from 0."""
    first: Table
    """The index of each kind's first setting. The last item is the number of settings."""
    set_front: Table
    """By setting: the hand of two. A kind's settings have the highest front first, and no other setting matches or
    beats one of them in both hands."""
    set_back: Table
    """By setting: the hand of five."""


@cache
def staircases(ranks_five: str = "pai-gow") -> Staircases:
    """The settings worth choosing under a ranking of five cards. The House Way is always one of them."""
    ways = settings(patterns().hands, ranks_five)
    own = np.arange(len(ways.house)), ways.house
    front, back = ways.fronts[own], ways.backs[own]
    corners = _corners(ways)
    is_house = (corners[:, :, 0] == front[:, None]) & (corners[:, :, 1] == back[:, None])
    if not is_house.any(axis=1).all():
        raise InvariantError("the House Way must not be worse than another setting in both hands")
    leaders, of = _distinct(np.column_stack([front, back, corners.reshape(len(corners), -1)]))
    points = corners[leaders]
    used = points[:, :, 0] > 0
    return Staircases(
        of.astype(np.int32),
        front[leaders],
        back[leaders],
        _ace_high(patterns().hands[leaders]).astype(np.int16),
        is_house[leaders].argmax(axis=1).astype(np.int8),
        np.append(0, np.cumsum(used.sum(axis=1))).astype(np.int32),
        points[:, :, 0][used],
        points[:, :, 1][used],
    )


class Orbits(NamedTuple):
    """How compiled code numbers hands of seven up to an exchange of suits."""

    numbers: Table
    """By the ranks of a suit, a bit each: their number among all sets of as many ranks."""
    choose: Table
    """By n and k up to 4: the number of sets of k of n."""
    sizes: Table
    """By the cards of a suit and the number of suits with as many: the number of ways to choose their ranks."""
    starts: Table
    """By whether there is a joker and the cards of the three longest suits: the first orbit."""
    many: int
    """The number of orbits."""


@cache
def orbits() -> Orbits:
    """The numbers of all hands.

    >>> orbits().many
    6972147
    """
    numbers = np.array([sum(comb(rank, at) for at, rank in enumerate(ranks, 1)) for ranks in BITS], np.int16)
    most = comb(13, 6) + 4
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(most)], np.int64)
    sizes = np.array([[comb(comb(13, cards) + suits - 1, suits) for suits in range(5)] for cards in range(8)], np.int64)
    starts, many = np.zeros((2, 512), np.int64), 0
    for joker in (0, 1):
        for shape in product(range(8), repeat=4):
            if sum(shape) == 7 - joker and list(shape) == sorted(shape, reverse=True):
                starts[joker, shape[0] * 64 + shape[1] * 8 + shape[2]] = many
                many += prod(int(sizes[cards, shape.count(cards)]) for cards in set(shape) if cards)
    return Orbits(numbers, choose, sizes, starts, many)


def _corners(ways: Settings) -> Table:
    """The settings that no other setting matches or beats in both hands, the highest front first. Zeros fill the
    rows."""
    scores = np.where(ways.fouls, 0, ways.fronts.astype(np.int32) * BACKS + ways.backs)
    scores = -np.sort(-scores, axis=1)
    highest = np.zeros(len(scores), np.int32)
    kept = np.empty(scores.shape, np.bool_)
    for way in range(len(SPLITS)):
        kept[:, way] = scores[:, way] % BACKS > highest
        highest = np.maximum(highest, scores[:, way] % BACKS)
    return _packed(np.stack([scores // BACKS, scores % BACKS], axis=2).astype(np.int16), kept)


def _without_needless(corners: Table, fronts: Table, backs: Table) -> Table:
    """The corners that are needed: each beats a hand of the House Way (these fronts and backs) that no other corner
    beats."""
    cells = np.zeros((FRONTS + 1, BACKS + 1), np.int32)
    cells[fronts.astype(np.int64) + 1, backs.astype(np.int64) + 1] = 1
    below = cells.cumsum(axis=0).cumsum(axis=1)  # cells with a lower front and a lower back
    padded = np.concatenate([corners, np.zeros_like(corners[:, :1])], axis=1).astype(np.int64)
    kept = np.empty(corners.shape[:2], np.bool_)
    least = np.zeros(len(corners), np.int64)
    for at in range(corners.shape[1]):
        front, back, next_front = padded[:, at, 0], padded[:, at, 1], padded[:, at + 1, 0]
        alone = below[front, back] - below[next_front, back] - below[front, least] + below[next_front, least]
        kept[:, at] = (front > 0) & (alone > 0)
        least = np.where(kept[:, at], back, least)
    return _packed(corners, kept)


def _packed(points: Table, kept: Table) -> Table:
    """The points that are kept, in their order, followed by zeros."""
    order = np.argsort(~kept, axis=1, kind="stable")[:, : kept.sum(axis=1).max()]
    chosen = np.take_along_axis(np.where(kept[:, :, None], points, 0), order[:, :, None], axis=1)
    packed: Table = np.ascontiguousarray(chosen)
    return packed
