"""The rankings of side bets over arrays of hands: small tables, or the kernel of `high`, its rarest hands redone."""

from collections.abc import Callable
from functools import cache

import numpy as np

from cardroom.rankings.base import Array, Key, Ranking, numbering
from cardroom.rankings.bonus import (
    ALL_SIX,
    POCKET_BONUS,
    PROGRESSIVE,
    TWO_CARD,
    all_six_key,
    progressive_key,
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
    found: Array = _twos(ranking)[hands[:, 0], hands[:, 1]]
    return found


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
    """The kernel of `all-6`: some royal flushes are of six cards."""
    return _redone(hands, ALL_SIX, "royal flush", all_six_key)


def progressive(hands: Array) -> Array:
    """The kernel of `progressive`: of straight flushes it matters when and of which cards they are made."""
    return _redone(hands, PROGRESSIVE, "straight flush", progressive_key)


def _redone(hands: Array, ranking: Ranking, least: str, key: Callable[..., Key]) -> Array:
    """The ints of `high`, which are the ranking's own below a category, and from there on by its definition."""
    from cardroom.rankings.five_cards import rank_hands  # noqa: PLC0415  its tables load when they are needed

    values = rank_hands(HIGH, hands)
    if values is None:
        raise AssertionError("checked hands were refused")
    places, lowest = numbering(ranking)[1], _first(least)
    for row in np.flatnonzero(values >= lowest):
        values[row] = places[key(hands[row].tolist())]
    return values


@cache
def _first(category: str) -> int:
    """The lowest int of a category of `high`."""
    wanted = CATEGORIES.index(category)
    return next(place for key, place in numbering(HIGH)[1].items() if key[0] == wanted)
