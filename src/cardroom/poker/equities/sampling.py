"""Sample deals: hands by their weights, all again if two share a card, then the cards to come; in fixed batches."""

import time
from math import sqrt

import numpy as np

from cardroom.errors import InputError
from cardroom.poker.equities.exact import add_deals
from cardroom.poker.equities.judging import Judge, fast_high
from cardroom.poker.equities.kernels import NO_LOW, sample_cards, sample_duels, sample_hands
from cardroom.poker.equities.question import EquityQuestion
from cardroom.poker.equities.results import ShareTally
from cardroom.rankings.base import Array

__all__ = ["sample"]

BATCH = 1 << 15
DUELS = 1 << 18
"""Deals of a batch, and of two hands of two cards, which are much faster."""
TRIES = 20_000_000
"""Tries of a batch, if nearly all choices of hands share a card."""


class _Hands:
    """The hands of all players in one row, with Walker's tables of their weights."""

    def __init__(self, question: EquityQuestion) -> None:
        self.starts = np.cumsum([0, *(len(player) for player in question.players)]).astype(np.int64)
        self.used = np.concatenate([player.used for player in question.players])
        tables = [_alias(np.array([float(weight) for weight in player.weights])) for player in question.players]
        self.keep = np.concatenate([keep for keep, _ in tables])
        self.other = np.concatenate([other for _, other in tables])


def _alias(weights: Array) -> tuple[Array, Array]:
    count = len(weights)
    keep, other = weights / weights.sum() * count, np.arange(count)
    if (weights == weights[0]).all():
        return np.ones(count), other
    small, large = [i for i in range(count) if keep[i] < 1], [i for i in range(count) if keep[i] >= 1]
    while small and large:
        less, more = small.pop(), large[-1]
        other[less] = more
        keep[more] -= 1 - keep[less]
        if keep[more] < 1:
            small.append(large.pop())
    keep[small + large] = 1.0
    return keep, other


def sample(question: EquityQuestion, seed: int, error: float, seconds: float, most: int | None = None) -> ShareTally:
    """Sample batches until every standard error is small enough, the time is over, or there are so many deals."""
    hands = _Hands(question)
    fast = _fast(question)
    many, boards = len(question.players), max(len(question.boards), 1)
    tally, parts = np.zeros((many, many + 1, NO_LOW + 1), np.int64), np.zeros((many, 5), np.int64)
    deals, batch, end = 0, 0, time.monotonic() + seconds
    while True:
        state = np.random.SeedSequence((seed, batch)).generate_state(4, np.uint64)
        size = DUELS if fast else BATCH
        if most is not None:
            size = min(size, most - deals)
        deals += (
            _duels(question, hands, state, size, tally) if fast else _deals(question, hands, state, size, tally, parts)
        )
        batch += 1
        if most is not None and deals >= most:
            break
        if most is None and (time.monotonic() > end or (batch > 1 and _error(tally, deals, boards) <= error)):
            break
    pots = [
        {(int(high), int(low)): int(own[high, low]) for high, low in zip(*np.nonzero(own), strict=True)}
        for own in tally
    ]
    quarters = [[int(each) for each in own] for own in parts]
    return ShareTally(pots, deals * boards, deals, quarters if boards > 1 else [], deals, str(seed))


def _error(tally: Array, deals: int, boards: int) -> float:
    """The largest standard error of an equity."""
    highs, lows = np.arange(tally.shape[1]), np.arange(NO_LOW + 1)
    whole = lows == NO_LOW
    high = np.where(highs > 0, 1 / np.maximum(highs, 1), 0)[:, None] * np.where(whole, 1.0, 0.5)[None, :]
    low = np.where((lows > 0) & ~whole, 0.5 / np.maximum(lows, 1), 0)[None, :]
    share = high + low
    worst = 0.0
    for own in tally:
        mean, square = (own * share).sum() / (deals * boards), (own * share**2).sum() / (deals * boards)
        worst = max(worst, float(square - mean**2))
    return sqrt(worst / max(deals - 1, 1))


def _deals(question: EquityQuestion, hands: _Hands, state: Array, size: int, tally: Array, parts: Array) -> int:
    many = len(question.players)
    picks, masks = np.zeros((size, many), np.int64), np.zeros(size, np.uint64)
    gone = np.uint64(question.gone)
    found, _ = sample_hands(state, hands.starts, hands.used, hands.keep, hands.other, gone, TRIES, picks, masks)
    if not found:
        raise InputError("hardly any deal is possible, because the players' hands need the same cards: change a range")
    places = picks[:found] - hands.starts[:-1]
    width = sum(question.coming) + sum(int(player.missing.max()) for player in question.players)
    cards = np.zeros((found, width), np.uint8)
    sample_cards(state, np.array(question.dealing.deck, np.uint8), masks[:found], cards)
    add_deals(question, Judge(question.dealing), places, cards, tally, parts, False)
    return int(found)


def _fast(question: EquityQuestion) -> bool:
    poker = question.dealing.poker
    return (
        len(question.players) == 2
        and question.dealing.structure == "community"
        and len(question.boards) == 1
        and question.dealing.kept == 2
        and sum(poker.board) == 5
        and poker.ranking in ("high", "short-deck")
        and not poker.low
    )


def _duels(question: EquityQuestion, hands: _Hands, state: Array, size: int, tally: Array) -> int:
    high, board = fast_high(question.dealing.poker.ranking), list(question.boards[0])
    cards = np.concatenate([player.own for player in question.players]).astype(np.int64)
    counts = np.zeros(3, np.int64)
    sample_duels(
        state, size, hands.starts, hands.used, hands.keep, hands.other, np.uint64(question.gone),
        np.array(question.dealing.deck, np.uint8), question.coming[0], high.words[board].sum(dtype=np.uint64),
        high.masks[board].sum(dtype=np.uint64), high.words[cards].sum(axis=1), high.masks[cards].sum(axis=1),
        high.words, high.masks, high.rows, high.values, counts,
    )  # fmt: skip
    won, tied, lost = counts.tolist()
    if not won + tied + lost:
        raise InputError("hardly any deal is possible, because the players' hands need the same cards: change a range")
    tally[0, 1, NO_LOW] += won
    tally[1, 1, NO_LOW] += lost
    tally[0, 0, NO_LOW] += lost
    tally[1, 0, NO_LOW] += won
    tally[:, 2, NO_LOW] += tied
    return won + tied + lost
