"""Draws by simple rules, for many hands at once. They are the rules of the shipped poker bot."""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.rankings import rank_many, strength

__all__ = ["DRAWS", "DrawRule", "after_draws"]

Cards = NDArray[np.uint8]
Kept = NDArray[np.bool_]
EIGHT, NINE, TEN, JACK, ACE = 6, 7, 8, 9, 12


class DrawRule(NamedTuple):
    """Which cards a player keeps, by hands and whether it is the last draw."""

    keep: Callable[[Cards, bool], Kept]
    words: str


def after_draws(name: str, cards: Cards, size: int, draws: int) -> Cards:
    """The hands after all draws. A row has the hand, then as many cards for each draw as the hand has.

    >>> row = np.array([[0, 1, 17, 31, 50, 2, 3, 4, 5, 6]], np.uint8)  # a pair of deuces is kept
    >>> after_draws("high", row, 5, 1).tolist()
    [[0, 1, 4, 5, 6]]
    """
    hands = np.ascontiguousarray(cards[:, :size])
    for draw in range(draws):
        kept = DRAWS[name].keep(hands, draw == draws - 1)
        hands = np.where(kept, hands, cards[:, size * (draw + 1) : size * (draw + 2)])
    return np.ascontiguousarray(hands)


def _first_of_rank(ranks: NDArray[np.int64]) -> Kept:
    """Whether each card is the last one of its rank in the hand."""
    size = ranks.shape[1]
    again = np.zeros(ranks.shape, np.bool_)
    for one in range(size):
        for later in range(one + 1, size):
            again[:, one] |= ranks[:, one] == ranks[:, later]
    return ~again


def _keep_low(hands: Cards, last: bool) -> Kept:
    ranks = hands.astype(np.int64) // 4
    unpaired = rank_many("2-7", hands) >= strength("2-7", "As Kd Qh Jc 9s")
    pat = unpaired & (ranks.max(axis=1) <= (TEN if last else EIGHT))
    low = (ranks <= EIGHT) & _first_of_rank(ranks)
    broken = low.all(axis=1) & ~pat  # a straight or a flush
    low[broken] &= ranks[broken] < ranks[broken].max(axis=1, keepdims=True)
    keeps: Kept = low | pat[:, None]
    return keeps


def _keep_ace_low(hands: Cards, last: bool) -> Kept:
    ranks = (hands.astype(np.int64) // 4 + 1) % 13
    first = _first_of_rank(ranks)
    pat = first.all(axis=1) & (ranks.max(axis=1) <= (TEN if last else EIGHT) + 1)
    keeps: Kept = ((ranks <= EIGHT + 1) & first) | pat[:, None]
    return keeps


def _keep_badugi(hands: Cards, last: bool) -> Kept:
    return _keep_different((hands.astype(np.int64) // 4 + 1) % 13, hands % 4, last)


def _keep_badugi_ace_high(hands: Cards, last: bool) -> Kept:
    return _keep_different(hands.astype(np.int64) // 4 + 1, hands % 4, last)


def _keep_different(ranks: NDArray[np.int64], suits: Cards, last: bool) -> Kept:
    best = np.zeros(len(suits), np.int64)
    kept = np.zeros(suits.shape, np.bool_)
    for size in (1, 2, 3, 4):
        most = (JACK if last else NINE) + 1 if size == 4 else EIGHT + 1
        for some in map(list, combinations(range(suits.shape[1]), size)):
            fits = ranks[:, some].max(axis=1) <= most
            for one, two in combinations(some, 2):
                fits &= (ranks[:, one] != ranks[:, two]) & (suits[:, one] != suits[:, two])
            ordered = -np.sort(-ranks[:, some], axis=1)
            value = np.zeros(len(suits), np.int64)
            for place in range(4):
                value = value * 13 + (12 - ordered[:, place] if place < size else 0)
            score = np.where(fits, size * 13**4 + value, 0)
            better = score > best
            best = np.where(better, score, best)
            kept[better] = False
            kept[np.flatnonzero(better)[:, None], np.array(some)] = True
    return kept


def _keep_high(hands: Cards, _: bool) -> Kept:
    ranks, suits = hands.astype(np.int64) // 4, hands % 4
    pat = rank_many("high", hands) >= strength("high", "5s 4d 3h 2c As")
    equal = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    paired = equal.any(axis=1)
    order = np.argsort(hands, axis=1)
    kept = np.zeros(hands.shape, np.bool_)
    np.put_along_axis(kept, order[:, -2:], True, axis=1)
    undecided = np.ones(len(hands), np.bool_)
    for some in combinations(range(5), 4):
        places = order[:, list(some)]
        four = np.take_along_axis(ranks, places, axis=1)
        flush = (np.take_along_axis(suits, places, axis=1) == np.take_along_axis(suits, places[:, :1], axis=1)).all(1)
        chosen = undecided & (flush | ((four[:, 3] - four[:, 0] == 3) & (four[:, 3] < ACE)))
        kept[chosen] = False
        rows = np.flatnonzero(chosen)
        kept[rows[:, None], places[rows]] = True
        undecided &= ~chosen
    kept[paired] = equal[paired]
    return kept | pat[:, None]


DRAWS = {
    "2-7": DrawRule(
        _keep_low,
        "The player keeps one card of each rank from two to eight, stands pat with an unpaired eight or better (a ten "
        "or better on the last draw), and breaks a straight or a flush at its highest card.",
    ),
    "ace-to-five": DrawRule(
        _keep_ace_low,
        "The player keeps one card of each rank from the ace to the eight, and stands pat with an unpaired eight or "
        "better (a ten or better on the last draw).",
    ),
    "badugi": DrawRule(
        _keep_badugi,
        "The player keeps the most cards of different ranks and suits up to the eight, and a complete badugi up to the "
        "nine (the jack on the last draw).",
    ),
    "badugi-ace-high": DrawRule(
        _keep_badugi_ace_high,
        "The player keeps the most cards of different ranks and suits up to the eight, and a complete badugi up to the "
        "nine (the jack on the last draw). Aces are high.",
    ),
    "high": DrawRule(
        _keep_high,
        "The player stands pat with a straight or better, keeps pairs and threes of a kind, else four cards to a flush "
        "or an open straight, else the two highest cards.",
    ),
}
