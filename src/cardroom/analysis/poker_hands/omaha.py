"""The number of Omaha deals with each hand: all boards with all hands of four, five or six cards.

Exactly two cards of the hand count, and three of the board. So a flush needs three board cards of a suit, and there is
at most one such suit. Boards fall into patterns: the ranks alone if no suit comes three times, else the ranks of that
suit and the ranks of the others. In a pattern, cards that differ only in suits that cannot matter form a class. Hands
are counted by how many cards of each class they hold. Lows depend on ranks alone.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import Engine
from cardroom.analysis.store import find, keep, key_of
from cardroom.rankings.base import Array, jit
from cardroom.rankings.high import CATEGORIES, five_key
from cardroom.rulebook import RuleSet

__all__ = ["count_highs", "omaha_highs", "omaha_lows", "shipped_counts"]

COUNTED = (4, 5)
"""The cards in a hand for which all boards and hands are counted."""
RANKS, BOARD = 13, 5
ACE = 12
LOWEST_TOP, HIGHEST_TOP = 5, 8
"""The top cards of a qualifying low, the ace counting as one."""


def omaha_highs(hole: int, ranks: Sequence[int] = tuple(range(RANKS)), suits: int = 4) -> dict[str, int]:
    """The number of boards and hands together that make each high hand, best first. Small decks are for tests.

    >>> omaha_highs(4)["royal flush"], sum(omaha_highs(4).values())
    (42807600, 463563500400)
    """
    if (len(ranks), suits) != (RANKS, 4):
        return count_highs(hole, ranks, suits)
    key = key_of("Omaha highs 1", str(hole))
    counts = find(key, dict[str, int])
    if counts is None:
        counts = count_highs(hole)
        keep(key, counts)
    return counts


def shipped_counts(rules: RuleSet, _: Engine) -> None:
    """Make the counts that ship with the package. They take minutes."""
    if rules.poker and rules.poker.ranking == "omaha" and rules.poker.hole in COUNTED:
        omaha_highs(rules.poker.hole)


def count_highs(hole: int, ranks: Sequence[int] = tuple(range(RANKS)), suits: int = 4) -> dict[str, int]:
    """Count what `omaha_highs` returns."""
    counts = np.zeros(len(CATEGORIES), np.int64)
    ways = _binomials(suits)
    for weight, board, cards, number in _patterns(tuple(ranks), suits):
        best = np.zeros((2 * RANKS, 2 * RANKS), np.int64)
        _pair_categories(np.array(board), *_category_tables(), best)
        some = np.zeros_like(counts)
        _count_hands(best, np.array(cards), ways, hole, some)
        counts += weight * number * some
    return {name: int(counts[place]) for place, name in reversed(list(enumerate(CATEGORIES)))}


def omaha_lows(hole: int, ranks: Sequence[int] = tuple(range(RANKS)), suits: int = 4) -> dict[str, int]:
    """The number of boards and hands together by the top card of the best low, eight or better."""
    boards, hands = (np.array(list(_multisets(ranks, size, suits)), np.int64) for size in (BOARD, hole))
    if not len(boards) or not len(hands):
        return {}
    counts = np.zeros(HIGHEST_TOP + 1, np.int64)
    _count_lows(boards, hands, _binomials(suits), suits, counts)
    named = {f"{top} low": int(counts[top]) for top in range(LOWEST_TOP, HIGHEST_TOP + 1)}
    return named | {"no low": int(counts[0])}


def _multisets(ranks: Sequence[int], size: int, most: int) -> Iterator[list[int]]:
    """How often each rank occurs in every set of cards, up to suits."""
    for chosen in combinations_with_replacement(ranks, size):
        counts = [chosen.count(rank) for rank in range(RANKS)]
        if max(counts) <= most:
            yield counts


def _patterns(ranks: tuple[int, ...], suits: int) -> Iterator[tuple[int, list[tuple[int, int]], list[int], int]]:
    """Patterns of boards: the number of boards for one suit, the board, the cards left by class, and the suits.

    A card of the board is a rank and whether it has the suit that counts. Class r is the rank r of other suits, class
    13 + r the card of rank r of that suit.
    """
    flushes: dict[tuple[int, ...], int] = {}
    for suited in range(3, BOARD + 1):
        for own in combinations(ranks, suited):
            for others in _multisets(ranks, BOARD - suited, suits - 1):
                number = prod(comb(suits - 1, many) for many in others)
                rest = [(rank, 0) for rank in range(RANKS) for _ in range(others[rank])]
                left = [suits - 1 - others[rank] if rank in ranks else 0 for rank in range(RANKS)]
                left += [int(rank in ranks and rank not in own) for rank in range(RANKS)]
                yield number, [(rank, 1) for rank in own] + rest, left, suits
                key = tuple(others[rank] + (rank in own) for rank in range(RANKS))
                flushes[key] = flushes.get(key, 0) + suits * number
    for counts in _multisets(ranks, BOARD, suits):
        number = prod(comb(suits, many) for many in counts) - flushes.get(tuple(counts), 0)
        if number:
            board = [(rank, 0) for rank in range(RANKS) for _ in range(counts[rank])]
            left = [suits - counts[rank] if rank in ranks else 0 for rank in range(RANKS)]
            yield number, board, [*left, *[0] * RANKS], 1


@cache
def _binomials(most: int) -> NDArray[np.int64]:
    return np.array([[comb(many, some) for some in range(most + 7)] for many in range(most + 1)], np.int64)


@cache
def _category_tables() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The category of five ranks, of several suits and of one suit, by their positions in base 13."""
    plain = np.zeros(RANKS**5, np.int8)
    for ranks in combinations_with_replacement(range(RANKS), 5):
        kind = five_key(ranks, suited=False)[0] if max(ranks.count(rank) for rank in ranks) < 5 else 0
        for order in set(_orders(ranks)):
            plain[_place(order)] = kind
    suited = np.zeros(RANKS**5, np.int8)
    for ranks in combinations(range(RANKS), 5):
        kind = five_key(ranks, suited=True)[0]
        for order in _orders(ranks):
            suited[_place(order)] = kind
    return plain, suited


def _orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The orders in which two cards of a hand and three of a board can have these ranks, each group ascending."""
    for two in combinations(range(5), 2):
        three = [ranks[place] for place in range(5) if place not in two]
        yield (*sorted(ranks[place] for place in two), *sorted(three))


def _place(ranks: Sequence[int]) -> int:
    return sum(rank * RANKS**power for power, rank in enumerate(reversed(ranks)))


@jit
def _pair_categories(board: Array, plain: Array, suited: Array, best: Array) -> None:
    """The best category of every two cards, by class, with any three of the board."""
    for one in range(2 * RANKS):
        for two in range(one, 2 * RANKS):
            low, high = min(one % RANKS, two % RANKS), max(one % RANKS, two % RANKS)
            found = 0
            for a in range(BOARD - 2):
                for b in range(a + 1, BOARD - 1):
                    for c in range(b + 1, BOARD):
                        x, y, z = board[a, 0], board[b, 0], board[c, 0]
                        if x > y:
                            x, y = y, x
                        if y > z:
                            y, z = z, y
                        if x > y:
                            x, y = y, x
                        place = (((low * RANKS + high) * RANKS + x) * RANKS + y) * RANKS + z
                        flush = one >= RANKS and two >= RANKS and board[a, 1] + board[b, 1] + board[c, 1] == 3
                        found = max(found, suited[place] if flush else plain[place])
            best[one, two] = best[two, one] = found


@jit
def _count_hands(best: Array, cards: Array, ways: Array, hole: int, counts: Array) -> None:
    """Count the hands by category: every way to take `hole` cards from the classes."""
    classes = np.flatnonzero(cards)
    many = len(classes)
    taken = np.zeros(many + 1, np.int64)
    left = np.zeros(many + 1, np.int64)
    weight = np.zeros(many + 1, np.int64)
    high = np.zeros(many + 1, np.int64)
    left[0], weight[0] = hole, 1
    depth = 0
    taken[0] = -1
    while depth >= 0:
        here = classes[depth]
        taken[depth] += 1
        number = taken[depth]
        if number > min(cards[here], left[depth]):
            depth -= 1
            continue
        found = high[depth]
        if number:
            for other in range(depth):
                if taken[other]:
                    found = max(found, best[classes[other], here])
            if number > 1:
                found = max(found, best[here, here])
        now = weight[depth] * ways[cards[here], number]
        if left[depth] == number:
            counts[found] += now
        elif depth + 1 < many:
            depth += 1
            left[depth] = left[depth - 1] - number
            weight[depth], high[depth] = now, found
            taken[depth] = -1


@jit
def _count_lows(boards: Array, hands: Array, ways: Array, suits: int, counts: Array) -> None:
    """Count boards and hands by the top card of the best low; place 0 is no low."""
    for board in range(len(boards)):
        outer = 1
        for rank in range(RANKS):
            outer *= ways[suits, boards[board, rank]]
        for hand in range(len(hands)):
            inner = outer
            for rank in range(RANKS):
                if hands[hand, rank]:
                    inner *= ways[suits - boards[board, rank], hands[hand, rank]]
            if not inner:
                continue
            ours = theirs = both = found = 0
            for value in range(1, HIGHEST_TOP + 1):  # two of the hand, three of the board, five ranks (Hall)
                rank = ACE if value == 1 else value - 2
                ours += hands[hand, rank] > 0
                theirs += boards[board, rank] > 0
                both += hands[hand, rank] > 0 or boards[board, rank] > 0
                if ours >= 2 and theirs >= 3 and both >= BOARD:
                    found = value
                    break
            counts[found] += inner
