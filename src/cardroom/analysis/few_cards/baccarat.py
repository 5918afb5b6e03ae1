"""EZ Baccarat, counted exactly from a full shoe of any number of decks, by the points of cards.

The drawing rule and the payoffs come from the game's script.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes
from cardroom.cards import Card, parse
from cardroom.cards.decks import deck
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws, settle
from cardroom.rankings.points import baccarat_points, is_natural
from cardroom.rulebook import RuleSet

__all__ = ["baccarat_joint", "baccarat_report", "baccarat_reports", "showdowns", "showdowns_in", "showdowns_of"]

CARDS: tuple[Card, ...] = parse("Ks As 2s 3s 4s 5s 6s 7s 8s 9s")
"""One card for each point value from 0 to 9."""


def baccarat_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """Every wager, from a full shoe of the decks in force. It takes a second, so the engine is not used."""
    return baccarat_reports(rules, showdowns_of(rules))


def baccarat_reports(rules: RuleSet, counts: Mapping[Showdown, int]) -> tuple[WagerReport, ...]:
    """The report of every wager, from how often each showdown occurs."""
    reports = []
    for wager, terms in rules.wagers().items():
        outcomes = []
        for hand, count in counts.items():
            payoff = settle(rules, wager, hand)
            outcomes.append(WagerOutcome(payoff.line, payoff.unit, count, str(payoff.odds or "")))
        reports.append(WagerReport(wager, terms.label, terms.label, merge_outcomes(outcomes)))
    return tuple(reports)


def baccarat_joint(rules: RuleSet) -> tuple[tuple[str, ...], dict[tuple[Fraction, ...], int]]:
    """All wagers, and the number of deals by the nets of them all."""
    wagers = tuple(rules.wagers())
    counts: Counter[tuple[Fraction, ...]] = Counter()
    for hand, count in showdowns_of(rules).items():
        counts[tuple(settle(rules, wager, hand).unit for wager in wagers)] += count
    return wagers, dict(counts)


def showdowns_of(rules: RuleSet) -> dict[Showdown, int]:
    """The number of ordered deals for each showdown, with the decks in force."""
    return showdowns(rules.packs, rules.deck.name)


@cache
def showdowns(decks: int, name: str = "standard") -> dict[Showdown, int]:
    """The number of ordered deals of six cards that end in each showdown.

    >>> sum(showdowns(8).values()) == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    points = [baccarat_points([card]) for card in deck(name).cards]
    return showdowns_in(tuple(points.count(number) * decks for number in range(10)))


@cache
def showdowns_in(shoe: tuple[int, ...]) -> dict[Showdown, int]:
    """The number of ordered deals of six cards that end in each showdown, from a shoe with these cards by points.

    >>> showdowns_in((0, 0, 0, 3, 3, 0, 0, 0, 0, 0))[Showdown(8, 6, 2, 2)]
    72
    """
    hands, ends = _ends()
    orders = np.ones((10,) * 6, np.int64)
    places = np.ogrid[(slice(10),) * 6]
    left = np.array(shoe)
    for place, card in enumerate(places):
        orders *= np.maximum(left[card] - sum((card == earlier).astype(np.int64) for earlier in places[:place]), 0)
    one, two, three, four, five, six = places
    ended = ends[(one + two) % 10, (three + four) % 10, five, six].ravel()
    # Sums of floats are exact below 2**53, so each half of the bits is summed on its own.
    halves = (np.bincount(ended, part.ravel(), len(hands)) for part in (orders >> 26, orders & (1 << 26) - 1))
    counts = (int(high) * (1 << 26) + int(low) for high, low in zip(*halves, strict=True))
    return {hand: count for hand, count in zip(hands, counts, strict=True) if count}


@cache
def _ends() -> tuple[list[Showdown], NDArray[np.int64]]:
    """Every showdown, and the number of the one that follows from the points of both hands and of two more cards."""
    known: dict[Showdown, int] = {}
    ends = np.empty((10,) * 4, np.int64)
    for at in np.ndindex(ends.shape):
        player, banker = ([CARDS[points], CARDS[0]] for points in at[:2])
        ends[at] = known.setdefault(_showdown(player, banker, [CARDS[points] for points in at[2:]]), len(known))
    return [*known], ends


def _showdown(player: list[Card], banker: list[Card], rest: list[Card]) -> Showdown:
    """The showdown (rule 5) that follows from two hands and the next two cards."""
    if not (is_natural(player) or is_natural(banker)):
        held = baccarat_points(banker)
        if baccarat_points(player) <= 5:
            player, rest = [*player, rest[0]], rest[1:]
        if banker_draws(held, player):
            banker = [*banker, rest[0]]
    return Showdown(baccarat_points(player), baccarat_points(banker), len(player), len(banker))
