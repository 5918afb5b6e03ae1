"""Four Card Frenzy: the base game over all 2,598,960 hands, each against 1,533,939 dealer's hands, and the side bets.

Hands that differ only by exchanging suits are equivalent, so 134,459 represent all. The dealer's hands are counted once
against each, independent of payoffs. Then each pay table only needs the best decision for each hand.
"""

from functools import cache, lru_cache
from itertools import groupby
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.few_cards import four_card_kernels
from cardroom.analysis.report import (
    FOLD,
    FULL,
    BaseGame,
    Decision,
    Nets,
    RankDeck,
    WagerReport,
    rank_deck,
    report_of,
    side_bet,
    tables_of,
    whole,
)
from cardroom.games.banked.four_card_frenzy import ACES, RAISE, RAISE_WITH_ACES, Showdown, settle
from cardroom.play.round import qualifying_rank
from cardroom.rankings import categories, lines, rank_many, strength
from cardroom.rankings.base import key_of, numbering
from cardroom.rankings.four_of_five import FOUR_OF_FIVE, bonus_line
from cardroom.rulebook import RuleSet

__all__ = [
    "Counted",
    "Decided",
    "base_games",
    "card_places",
    "decide",
    "decisions",
    "four_card_report",
    "hand_counts",
    "numbers",
]

LINES = lines("four-card-bonus")
TIMES = {1: "once", 2: "twice"}
DECISIONS = (
    FOLD,
    *(Decision(f"raise {TIMES.get(many, f'{many} times')}", many) for many in range(1, RAISE_WITH_ACES.most + 1)),
)
"""The decisions by number of raises."""
CHOOSE = np.array([[comb(place, size) for size in range(6)] for place in range(53)])
"""Binomial coefficients C(place, size), from which the numbers of sets are computed."""


def four_card_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base game under each bad beat table, then every side bet under each of its tables.

    No step takes half a second, so the engine is not used.
    """
    side_bets = (report for name, terms in rules.wagers().items() if terms.cards for report in side_bet(rules, name))
    return (*base_games(rules), *side_bets)


def base_games(rules: RuleSet) -> list[WagerReport]:
    """Ante, Odds and Raise under the best strategy, for each bad beat table, the one in force first."""
    known = hand_counts(rank_deck(rules), qualifying_rank(rules, "four-of-five"))
    tables = list(tables_of(rules, rules.wager["odds"].beaten))
    stakes = [base_game_of(chosen) for chosen, _, _ in tables]
    reports = []
    for (_, settings, in_force), each, nets in zip(tables, stakes, whole(stakes), strict=True):
        best = decide(known, nets)
        folded, *raised = best.ends
        ends = dict(zip(DECISIONS[1:], raised, strict=True))
        words = strategy(known, best.times)
        reports.append(report_of(each, ends, int(folded.sum()), settings, in_force, words))
    return reports


def base_game_of(rules: RuleSet) -> BaseGame:
    """The wagers and the settlement of the game."""

    def showdown(hand: str, qualified: bool, result: int) -> Showdown:
        return Showdown(False, qualified, result, hand)

    return BaseGame(rules, settle, showdown, Showdown(folded=True), ("ante", "odds"), "raise", LINES)


# ---- counting


class Counted(NamedTuple):
    """The classes of hands that differ only by exchanging suits, and the dealer's hands against each."""

    ways: NDArray[np.int64]
    """The number of hands in each class."""
    ranks: NDArray[np.int64]
    lines: NDArray[np.int64]
    """The index in LINES of each class's line."""
    results: NDArray[np.int64]
    """The dealer's hands by result, in the order of `base_game.RESULTS`."""
    classes: NDArray[np.int32]
    """The class of every hand of the deck, by its number."""


@lru_cache(maxsize=8)
def hand_counts(deck: RankDeck, qualifier: int) -> Counted:
    """Every hand against every disjoint hand of the deck, counted once for all pay tables.

    `qualifier` is the lowest rank with which the dealer qualifies.

    >>> faces = hand_counts(RankDeck((9, 10, 11, 12), 4), 323)
    >>> len(faces.ways), faces.ways.sum().item(), faces.results[0].sum().item()
    (272, 4368, 462)
    """
    cards = np.array(deck.cards)
    *sets, hands = (_classes(cards, size) for size in range(6))
    held = card_places(hands.leaders, 5)
    ranks = rank_many("four-of-five", cards[held].astype(np.uint8)).astype(np.int64)
    # All sets of up to four cards in one array, by size and number, and their classes.
    starts = np.cumsum([0, *(len(each.classes) for each in sets)])
    firsts = np.cumsum([0, *(len(each.ways) for each in sets[:-1])])
    classes = np.concatenate([each.classes + first for each, first in zip(sets, firsts, strict=True)])
    ways = np.concatenate([each.ways for each in sets])
    below = np.zeros((len(ways), len(numbering(FOUR_OF_FIVE)[0]) + 2), np.int32)
    four_card_kernels.count_below(held, hands.ways, ranks, CHOOSE, classes, starts, ways, below)
    results = np.zeros((len(held), 6), np.int64)
    dealers = comb(len(cards) - 5, 5)
    four_card_kernels.compare(held, ranks, CHOOSE, classes, starts, below, qualifier, dealers, results)
    return Counted(hands.ways, ranks, _lines()[ranks], results, hands.classes)


class _Classes(NamedTuple):
    """The classes of card sets of one size."""

    leaders: NDArray[np.int64]
    """The number of each class's leader."""
    ways: NDArray[np.int64]
    """The number of sets in each class."""
    classes: NDArray[np.int32]
    """The class of each set, by its number."""


def _classes(cards: NDArray[np.int64], size: int) -> _Classes:
    places = np.zeros(52, np.int64)
    places[cards] = np.arange(len(cards))
    leaders = np.empty(comb(len(cards), size), np.int32)
    four_card_kernels.find_leaders(cards, places, CHOOSE, size, leaders)
    leading = leaders == np.arange(len(leaders))
    classes = (np.cumsum(leading, dtype=np.int32) - np.int32(1))[leaders]
    return _Classes(np.flatnonzero(leading), np.bincount(classes), classes)


def numbers(hands: ArrayLike) -> NDArray[np.int64]:
    """The number, among 2,598,960, of every hand of five cards. Each row is a hand in any order.

    >>> numbers([[0, 1, 2, 3, 4], [51, 50, 49, 48, 47]]).tolist()
    [0, 2598959]
    """
    by_hand: NDArray[np.int64] = CHOOSE[np.sort(hands, axis=1), np.arange(1, 6)].sum(axis=1)
    return by_hand


def card_places(sets: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The sets with these numbers, one per row, as sorted places in the deck."""
    left, rows = sets.copy(), np.empty((len(sets), size), np.int64)
    for at in reversed(range(size)):
        rows[:, at] = np.searchsorted(CHOOSE[:, at + 1], left, "right") - 1
        left -= CHOOSE[rows[:, at], at + 1]
    return rows


@cache
def _lines() -> NDArray[np.int64]:
    """The index in LINES of every rank."""
    keys = numbering(FOUR_OF_FIVE)[0]
    names = [bonus_line(key) or categories("four-of-five")[key[0]] for key in keys]
    return np.array([0, *(LINES.index(name) for name in names)])


# ---- deciding


class Decided(NamedTuple):
    """The best strategy under one choice of pay tables."""

    times: NDArray[np.uint8]
    """How many times each class of hands raises; 0 is a fold. Of equally good decisions, the smallest wager."""
    ends: NDArray[np.int64]
    """The number of deals by decision, line and result."""


def decide(known: Counted, nets: Nets) -> Decided:
    """Decide every hand by the total net of its results."""
    best = Decided(np.zeros(len(known.ways), np.uint8), np.zeros((len(DECISIONS), len(LINES), 6), np.int64))
    most = np.where(known.ranks >= strength("four-of-five", ACES), RAISE_WITH_ACES.most, RAISE.most)  # rule 5
    four_card_kernels.decide(known.results, known.ways, known.lines, most, nets.base, nets.play, nets.fold, *best)
    return best


@lru_cache(8)
def decisions(rules: RuleSet) -> NDArray[np.uint8]:
    """How many times to raise with every hand of a full deck, by its number (see `numbers`); 0 is a fold.

    >>> import cardroom
    >>> from cardroom.cards import parse
    >>> hands = [parse("As Ah 7d 6c 2s"), parse("Kd Qd 9s 4h 3c"), parse("9s 8c 6h 4d 2s")]
    >>> decisions(cardroom.game("four-card-frenzy").rules)[numbers(hands)].tolist()
    [3, 1, 0]
    """
    [nets] = whole([base_game_of(rules)])
    known = hand_counts(FULL, qualifying_rank(rules, "four-of-five"))
    every: NDArray[np.uint8] = decide(known, nets).times[known.classes]
    every.flags.writeable = False
    return every


def strategy(known: Counted, times: NDArray[np.uint8]) -> list[str]:
    """The strategy in words, from the best rank down. Neighboring ranks with the same decisions are merged."""
    hands = np.zeros((len(numbering(FOUR_OF_FIVE)[0]) + 1, len(DECISIONS)), np.int64)
    np.add.at(hands, (known.ranks, times), known.ways)
    occur = [rank for rank in reversed(range(len(hands))) if hands[rank].any()]
    lines = []
    for _, group in groupby(occur, key=lambda rank: (hands[rank] > 0).tolist()):
        ranks = list(group)
        high, low = (FOUR_OF_FIVE.words(key_of(FOUR_OF_FIVE, rank)) for rank in (ranks[0], ranks[-1]))
        if ranks[0] == occur[0]:
            which = f"{low} or better"
        elif ranks[-1] == occur[-1]:
            which = f"{high} or worse"
        else:
            which = high if high == low else f"{high} to {low}"
        counts = {DECISIONS[many].name: count for many, count in enumerate(hands[ranks].sum(axis=0).tolist()) if count}
        lines.append(f"{which}: {_decision_words(counts)}")
    return lines


def _decision_words(counts: dict[str, int]) -> str:
    """The decisions of hands with the same ranks, in words.

    >>> _decision_words({"fold": 324, "raise once": 1596})
    'raise once with 1,596 hands, fold with 324: it depends on the fifth card and the suits'
    """
    if len(counts) == 1:
        return next(iter(counts))
    (first, most), *rest = reversed(counts.items())
    others = ", ".join(f"{name} with {count:,}" for name, count in rest)
    return f"{first} with {most:,} hands, {others}: it depends on the fifth card and the suits"
