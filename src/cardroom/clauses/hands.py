"""Hands, judged in plain words of the documents: count ranks, look for five of a suit and for five in a row.

This is on purpose not the code of `rankings`: a clause must not agree with what it checks because it is the same.
Every key is a tuple; the larger one is better.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from cardroom.cards import JOKER, Card

__all__ = [
    "Key",
    "four_of_five",
    "four_of_five_line",
    "four_ranked",
    "high",
    "high_line",
    "three",
    "three_line",
]

Key: TypeAlias = tuple[int, ...]

HIGH = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The usual order, lowest first."""
ACE = 12
_TOP: dict[int, int] = {}
for _low in range(-1, 9):
    _TOP[sum(1 << (rank % 13) for rank in range(_low, _low + 5))] = _low + 4
_ROWS = sorted(_TOP.items(), key=lambda row: -row[1])


def straight_top(mask: int) -> int:
    """The top rank of the best five in a row; -1 if there is none. The ace also begins the lowest."""
    for row, top in _ROWS:
        if mask & row == row:
            return top
    return -1


@lru_cache(maxsize=1 << 13)
def _rows(mask: int) -> int:
    return straight_top(mask)


@lru_cache(maxsize=1 << 13)
def _highest(mask: int) -> tuple[int, ...]:
    """The five highest ranks of a mask."""
    return tuple([rank for rank in range(12, -1, -1) if mask >> rank & 1][:5])


def high(cards: Sequence[Card]) -> Key:
    """The best five cards of five to seven.

    >>> from cardroom.cards import parse
    >>> high(parse("As Kd 5h 4c 3d 2s 9h")), high(parse("Ks Kd 5h 5c 3d 3s 9h"))
    ((4, 3), (2, 11, 3, 7))
    """
    once = twice = thrice = four = 0  # the ranks that come at least so often, as masks
    suits = [0, 0, 0, 0]
    for card in cards:
        bit = 1 << (card >> 2)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits[card & 3] |= bit
    flush = 0
    if len(cards) >= 5:
        for mask in suits:
            if mask.bit_count() >= 5:
                flush = mask
                if (top := _rows(mask)) >= 0:
                    return 8, top
    if four:
        quads = four.bit_length() - 1
        return 7, quads, (once & ~four).bit_length() - 1
    if thrice:
        trips = thrice.bit_length() - 1
        if pairs := twice & ~(1 << trips):
            return 6, trips, pairs.bit_length() - 1
    if flush:
        return 5, *_highest(flush)
    if (top := _rows(once)) >= 0:
        return 4, top
    if thrice:
        return 3, trips, *_highest(once & ~thrice)[:2]
    if twice:
        pair = twice.bit_length() - 1
        if pairs := twice & ~(1 << pair):
            other = pairs.bit_length() - 1
            return 2, pair, other, (once & ~(1 << pair | 1 << other)).bit_length() - 1
        return 1, pair, *_highest(once & ~twice)[:3]
    return 0, *_highest(once)


def high_line(key: Key) -> str:
    """The name of a hand in pay tables."""
    return "royal flush" if key == (8, ACE) else HIGH[key[0]]


# -- three cards (500 Club, Three Card Poker 6 Card Bonus, Card Values and Hand Rankings) ------------------------------


def three(cards: Sequence[Card]) -> Key:
    """Three cards: mini royal, straight flush, three of a kind, straight, flush, pair, high card.

    >>> from cardroom.cards import parse
    >>> three(parse("As 2d 3h")) < three(parse("2s 3d 4h")), three_line(three(parse("As Ks Qs")))
    (True, 'mini royal flush')
    """
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    suited = len({card & 3 for card in cards}) == 1
    top = 1 if ranks == [12, 1, 0] else ranks[0] if ranks[0] - ranks[2] == 2 and len({*ranks}) == 3 else -1
    if suited and top >= 0:
        return (6, top) if top == ACE else (5, top)
    if ranks[0] == ranks[2]:
        return 4, ranks[0]
    if top >= 0:
        return 3, top
    if suited:
        return 2, *ranks
    if len({*ranks}) == 2:
        pair = ranks[1]
        return 1, pair, next(rank for rank in ranks if rank != pair)
    return 0, *ranks


_THREE = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush", "mini royal flush")


def three_line(key: Key) -> str:
    """The name of three cards in pay tables."""
    return _THREE[key[0]]


# -- four cards (Brook FCF, C, rule 7) ---------------------------------------------------------------------------------

_FOUR = ("high card", "pair", "two pair", "straight", "flush", "three of a kind", "straight flush", "four of a kind")


def four_ranked(cards: Sequence[Card]) -> Key:
    """Four cards: quads, straight flush, trips, flush, straight, two pair, pair, high card."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    different = sorted({*ranks}, key=lambda rank: (-ranks.count(rank), -rank))
    counts = [ranks.count(rank) for rank in different]
    suited = len({card & 3 for card in cards}) == 1
    top = 2 if ranks == [12, 2, 1, 0] else ranks[0] if len(different) == 4 and ranks[0] - ranks[3] == 3 else -1
    if counts == [4]:
        return 7, different[0]
    if suited and top >= 0:
        return 6, top
    if counts[0] == 3:
        return 5, *different
    if suited:
        return 4, *different
    if top >= 0:
        return 3, top
    return (2 if counts == [2, 2] else 1 if counts[0] == 2 else 0), *different


def four_of_five(cards: Sequence[Card]) -> Key:
    """The best four of five cards."""
    return _four_of_five(tuple(cards))


@lru_cache(maxsize=1 << 12)
def _four_of_five(cards: tuple[Card, ...]) -> Key:
    return max([four_ranked(four) for four in combinations(cards, 4)])


def four_of_five_line(cards: Sequence[Card]) -> tuple[str, ...]:
    """The names of the best four cards in the tables, the most special first."""
    key = four_of_five(cards)
    name = _FOUR[key[0]]
    if key[0] == 7 and key[1] == ACE:
        return "four aces", name
    if key == (6, ACE):
        return "royal", name
    if key[0] == 5 and key[1] == ACE:
        return "three aces", name
    if key[0] == 1 and key[1] >= 10:
        return "pair of queens or better", name
    return (name,)


def best(hands: Iterable[Key]) -> Key:
    """The best of several keys."""
    return max(hands)


def natural(cards: Iterable[Card]) -> list[Card]:
    """The cards without the joker."""
    return [card for card in cards if card != JOKER]
