"""The patterns of boards in hold'em-type games, and how the dealer's pockets compare in each, for all these games.

Small decks let tests check the counting by brute force.
"""

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL
from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.report import FULL, RankDeck
from cardroom.play.round import FOLD
from cardroom.rankings import categories, category
from cardroom.rankings.high import HIGH
from cardroom.rankings.named import lowest
from cardroom.rankings.tables import ALONE, tables

__all__ = [
    "Patterns",
    "beaten_by_line",
    "beaten_hands",
    "copies_of",
    "dealers",
    "deals",
    "every_end",
    "flop_classes",
    "patterns",
]

PAIR = "pair"
"""The hand with which the dealer qualifies, unless a rule set names another one."""
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(20)])


def dealers(deck: RankDeck) -> int:
    """The number of possible dealer's pockets, given the player's pocket and the board.

    >>> dealers(FULL)
    990
    """
    return comb(len(deck.cards) - 7, 2)


def deals(deck: RankDeck) -> int:
    """The number of deals: flops, times pockets, times turns with rivers, times dealer's pockets.

    >>> deals(FULL)
    27813810024000
    """
    size = len(deck.cards)
    return comb(size, 3) * comb(size - 3, 2) * comb(size - 5, 2) * dealers(deck)


class Patterns(NamedTuple):
    """The board patterns with one number of kinds (13 or 26)."""

    counts: NDArray[np.int16]
    """The number of dealer's pockets, by pattern, class of pockets and result."""
    ranks: NDArray[np.uint16]
    """The rank of the player's hand, by pattern and class; 0 if no such pocket is left."""
    ways: NDArray[np.int32]
    """The number of boards and pockets that are represented, by pattern and class."""


@lru_cache(maxsize=2)
def patterns(deck: RankDeck, qualifier: str = PAIR) -> tuple[Patterns, Patterns]:
    """All patterns without a flush suit, and all patterns with one. They serve all games and pay tables."""
    words, masks, _, _ = tables(HIGH, 7)
    ranks = np.arange(13, dtype=np.uint16) * 4 | np.uint16(ALONE)
    unsuited = words[ranks] & ~np.uint64(0xFFFF)  # without a possible flush, suits are not counted
    # Cards of the flush suit, or of any other. At most four are of others, so these never make a flush.
    kinds = (np.arange(26, dtype=np.uint16) // 2 * 4 + 1 - np.arange(26, dtype=np.uint16) % 2) | np.uint16(ALONE)
    plain, suited = plain_boards(), suited_boards()
    rest, of_suit = copies_of(deck)
    suited_ways = _ways(suited, of_suit) * deck.suits
    plain_ways = _ways(plain, rest)
    number = {tuple(board): place for place, board in enumerate(plain.tolist())}
    for board, ways in zip(np.sort(suited // 2, axis=1).tolist(), suited_ways.tolist(), strict=True):
        plain_ways[number[tuple(board)]] -= ways  # the boards of these ranks with a flush suit
    return (
        _compare(plain, plain_ways, unsuited, np.zeros(13, np.uint64), rest, deck, qualifier),
        _compare(suited, suited_ways, words[kinds], masks[kinds], of_suit, deck, qualifier),
    )


def copies_of(deck: RankDeck) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of cards of each kind: of the 13 kinds without a flush suit, and of the 26 with one.

    >>> [sum(each.tolist()) for each in copies_of(FULL)]
    [52, 52]
    """
    present = np.array([rank in deck.ranks for rank in range(13)], np.int64)
    return present * deck.suits, np.outer(present, (deck.suits - 1, 1)).ravel()


def _compare(
    boards: NDArray[np.int64],
    ways: NDArray[np.int64],
    words: Any,
    masks: Any,
    copies: NDArray[np.int64],
    deck: RankDeck,
    qualifier: str,
) -> Patterns:
    """Count the dealer's pockets on every board, for these kinds of cards with these numbers of copies."""
    classes = len(words) * (len(words) + 1) // 2
    compared = Patterns(
        np.zeros((len(boards), classes, 6), np.int16),
        np.zeros((len(boards), classes), np.uint16),
        np.zeros((len(boards), classes), np.int32),
    )
    known = (words, masks, copies, *tables(HIGH, 7)[2:], lowest("high", qualifier), dealers(deck))
    step = -(-len(boards) // (4 * LOCAL.workers))

    def count(start: int) -> None:
        part = slice(start, start + step)
        holdem_kernels.compare_pockets(boards[part], ways[part], *known, *(each[part] for each in compared))

    for _ in LOCAL.map("boards", count, range(0, len(boards), step)):
        pass
    return compared


def _ways(boards: NDArray[np.int64], copies: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of boards with these kinds of cards, given the number of copies of each kind."""
    choose = np.array([[comb(many, held) for held in range(6)] for many in range(5)])
    ways = np.ones(len(boards), np.int64)
    for kind, many in enumerate(copies):
        ways *= choose[many][(boards == kind).sum(axis=1)]
    return ways


@cache
def plain_boards() -> NDArray[np.int64]:
    """Boards by ranks alone, in the order of their numbers."""
    return np.array(sorted(combinations_with_replacement(range(13), 5), key=lambda board: board[::-1]), np.int64)


@cache
def suited_boards() -> NDArray[np.int64]:
    """Boards with three, four or five cards of a suit, as kinds, in the order of their numbers."""
    boards = []
    for held in (3, 4, 5):
        for flush in sorted(combinations(range(13), held), key=lambda ranks: ranks[::-1]):
            rest = combinations_with_replacement(range(13), 5 - held)
            for others in sorted(rest, key=lambda ranks: ranks[::-1]):
                boards.append([rank * 2 + 1 for rank in flush] + [rank * 2 for rank in others])
    return np.array(boards, np.int64)


@cache
def flop_classes(deck: RankDeck) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One flop of each class of flops that differ only by exchanging suits, and the sizes of the classes."""
    flops = np.array(list(combinations(deck.cards, 3)), np.int64)
    codes = least_image(flops, deck.suits)
    _, first, sizes = np.unique(codes, return_index=True, return_counts=True)
    return flops[first], sizes


def least_image(flops: NDArray[np.int64], suits: int = 4) -> NDArray[np.int64]:
    """A number for each flop, equal for flops that differ only by exchanging suits."""
    images = [
        np.sort(flops // 4 * 4 + np.array((*order, *range(suits, 4)))[flops % 4], axis=1) @ (2704, 52, 1)
        for order in permutations(range(suits))
    ]
    least: NDArray[np.int64] = np.min(images, axis=0)
    return least


@cache
def hand_numbers() -> NDArray[np.int64]:
    """The index of the category of every rank."""
    names = categories("high")
    return np.array([0, *(names.index(category("high", value)) for value in range(1, 7463))], np.int64)


@lru_cache(maxsize=2)
def every_end(deck: RankDeck, qualifier: str = PAIR) -> NDArray[np.int64]:
    """All deals by the category of the player's hand and the result, independent of decisions."""
    total = np.zeros((len(categories("high")), 6), np.int64)
    for each in patterns(deck, qualifier):
        ends = np.zeros((1, 2, *total.shape), np.int64)
        nothing = np.zeros((1, *total.shape), np.int64)  # every result is worth zero, so that no hand folds
        fold = np.zeros(1, np.int64)
        holdem_kernels.count_ends(
            each.ways[:, None], each.counts, each.ranks, hand_numbers(), nothing, fold, dealers(deck), ends
        )
        total += ends[0, 0]
    return total * comb(5, 3)


def beaten_hands(deck: RankDeck = FULL) -> list[int]:
    """Deals by the category of the beaten hand, of either side, and those with equal hands last.

    By symmetry, the dealer is beaten with a category as often as the player.

    >>> sum(beaten_hands()) == deals(FULL)
    True
    """
    ends = every_end(deck)
    lost = 2 * (ends[:, holdem_kernels.LOSS] + ends[:, holdem_kernels.LOSS_UNQUALIFIED])
    equal = ends[:, [holdem_kernels.TIE, holdem_kernels.TIE_UNQUALIFIED]].sum()
    return [*lost.tolist(), int(equal)]


def beaten_by_line(beaten: list[int], folded: list[int] | None = None) -> dict[str, int]:
    """The counts of `beaten_hands` by name, the highest category first.

    `folded` has the deals in which the player folds, by the category of the lower hand, the equal hands last. They are
    counted as folds instead.
    """
    *by_category, equal = [every - less for every, less in zip(beaten, folded or [0] * len(beaten), strict=True)]
    by_name = dict(zip(categories("high"), by_category, strict=True))
    rest = {} if folded is None else {FOLD: sum(folded)}
    return dict(reversed(by_name.items())) | {"equal hand": equal} | rest
