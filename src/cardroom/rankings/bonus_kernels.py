"""The rankings of side bets over arrays of hands: small tables, or the kernel of `high` plus a check of rare hands."""

from functools import cache

import numpy as np

from cardroom.rankings.base import Array, Ranking, numbering
from cardroom.rankings.bonus import (
    ALL_SIX,
    POCKET_BONUS,
    PROGRESSIVE,
    PROGRESSIVE_LINES,
    SPADES,
    TWO_CARD,
    all_six_key,
)
from cardroom.rankings.high import CATEGORIES, HIGH

__all__ = ["all_six", "pocket_bonus", "prime", "progressive", "two_card"]


def pocket_bonus(hands: Array) -> Array:
    """The kernel of `pocket-bonus`."""
    return _of_two(hands, POCKET_BONUS)


def two_card(hands: Array) -> Array:
    """The kernel of `two-card`."""
    return _of_two(hands, TWO_CARD)


def _of_two(hands: Array, ranking: Ranking) -> Array:
    ints: Array = _twos(ranking)[hands[:, 0], hands[:, 1]]
    return ints


@cache
def _twos(ranking: Ranking) -> Array:
    """By either card: the int of the two."""
    places = numbering(ranking)[1]
    table = np.zeros((52, 52), np.uint16)
    for one in range(52):
        for other in range(52):
            key = ranking.key((one, other)) if one != other else None
            table[one, other] = places[key] if key else 0
    return table


def prime(hands: Array) -> Array:
    """The kernel of `prime`: diamonds and hearts are suits 1 and 2."""
    red = ((hands + 1) >> 1 & 1).sum(axis=1)
    return np.asarray(np.maximum(red, 5 - red) - 2, np.uint16)


def all_six(hands: Array) -> Array:
    """The kernel of `all-6`: some royal flushes have six cards."""
    values = _high(hands)
    places = numbering(ALL_SIX)[1]
    for row in np.flatnonzero(values >= _first("royal flush")):
        values[row] = places[all_six_key(hands[row].tolist())]
    return values


def progressive(hands: Array) -> Array:
    """The kernel of `progressive`: for straight flushes it matters which cards make them, and when."""
    values, royal, straight_flush = _high(hands), _first("royal flush"), _first("straight flush")
    rare = np.flatnonzero(values >= straight_flush)
    if not len(rare):
        return values
    rare_hands, last = hands[rare], values[rare] >= royal
    flopped, on_board = _high(rare_hands[:, :5]), _high(rare_hands[:, 2:]) >= royal
    cases = [
        ("flopped royal flush in spades", (flopped >= royal) & (rare_hands[:, 0] & 3 == SPADES)),
        ("flopped royal flush", flopped >= royal),
        ("flopped straight flush, community royal flush", (flopped >= straight_flush) & on_board),
        ("flopped straight flush, royal flush", (flopped >= straight_flush) & last),
        ("flopped straight flush", flopped >= straight_flush),
        ("community royal flush", on_board),
        ("royal flush", last),
    ]
    places = numbering(PROGRESSIVE)[1]
    numbers = [np.uint16(places[PROGRESSIVE_LINES.index(name),]) for name, _ in cases]
    values[rare] = np.select([is_so for _, is_so in cases], numbers, values[rare])
    return values


def _high(hands: Array) -> Array:
    """The ints of `high`, for hands that have been checked."""
    from cardroom.rankings.five_cards import rank_hands  # noqa: PLC0415  its tables load on first use

    values = rank_hands(HIGH, np.ascontiguousarray(hands))
    if values is None:
        raise AssertionError("checked hands were rejected")
    return values


@cache
def _first(category: str) -> int:
    """The lowest int of a category of `high`."""
    wanted = CATEGORIES.index(category)
    return next(place for key, place in numbering(HIGH)[1].items() if key[0] == wanted)
