"""Counting in EZ Baccarat: the edges of any shoe, and shoes dealt to the cut card with a counter at the table.

The first card of a shoe is shown, and the cards that it burns are not.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from cardroom.analysis.counting.shoes import Counters, ShoeGame
from cardroom.analysis.engine import Engine
from cardroom.analysis.few_cards import CARDS, baccarat_reports, showdowns_in
from cardroom.analysis.simulation import baccarat_draws, deal_round, nets_by_end, next_random
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.rankings.base import Array, jit
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleSet

__all__ = ["SHOE"]

NAMES = ("T", "A", "2", "3", "4", "5", "6", "7", "8", "9")
"""The class of a card by its points."""


def names(_: RuleSet, __: str) -> tuple[str, ...]:
    return (*NAMES[1:], NAMES[0])


def class_of(_: RuleSet, __: str, card: Card) -> str:
    return NAMES[baccarat_points([card])]


def edge(rules: RuleSet, wager: str, cards: tuple[Card, ...], _: Engine) -> Fraction:
    points = np.bincount([baccarat_points([card]) for card in cards], minlength=len(CARDS))
    return _edges(rules, tuple(points.tolist()))[wager]


@cache
def _edges(rules: RuleSet, points: tuple[int, ...]) -> dict[str, Fraction]:
    return {each.wager: each.edge for each in baccarat_reports(rules, showdowns_in(points))}


def places(rules: RuleSet, wager: str) -> list[int]:
    return [names(rules, wager).index(name) for name in NAMES]


def nets(rules: RuleSet, wagers: Sequence[str]) -> Any:
    return nets_by_end(rules)[[[*rules.wagers()].index(wager) for wager in wagers]]


def deal(rules: RuleSet, shoes: int, state: Any, counters: Counters, sums: Any, rounds: Any) -> None:
    points = np.array([baccarat_points([card]) for card in deck(rules.deck.name, rules.packs).cards])
    burns = bool(rules.house("burn_by_first_card"))
    _, *known = counters
    count_shoes(*(shoes, points, rules.cut, burns, baccarat_draws(), *known, state, sums, rounds))


@jit
def count_shoes(
    shoes: int, cards: Array, cut: int, burns: bool, draws: Array, nets: Array, tags: Array, means: Array,
    triggers: Array, state: Array, sums: Array, rounds: Array,
) -> None:  # fmt: skip
    """Deal shoes to the cut card. Before each round the counter of each wager decides by all cards that were shown."""
    shoe, size = cards.copy(), len(cards)
    many = len(nets)
    running, bets, won = np.zeros(many), np.zeros(many), np.zeros(many)
    for _ in range(shoes):
        for place in range(size - 1, 0, -1):
            other = np.int64(next_random(state) % np.uint64(place + 1))
            shoe[place], shoe[other] = shoe[other], shoe[place]
        running[:] = 0
        bets[:] = 0
        won[:] = 0
        at, hidden, played = 0, 0, 0
        if burns:
            hidden = shoe[0] if shoe[0] else 10
            at = 1 + hidden
            for wager in range(many):
                running[wager] += tags[wager, shoe[0]] - means[wager]
        while size - at > cut:
            end, after = deal_round(shoe, at, draws)
            for wager in range(many):
                if running[wager] >= triggers[wager] * (size - at + hidden):
                    bets[wager] += 1
                    won[wager] += nets[wager, end]
                for place in range(at, after):
                    running[wager] += tags[wager, shoe[place]] - means[wager]
            at = after
            played += 1
        for wager in range(many):
            sums[wager, 0] += bets[wager]
            sums[wager, 1] += won[wager]
            sums[wager, 2] += bets[wager] * bets[wager]
            sums[wager, 3] += won[wager] * won[wager]
            sums[wager, 4] += bets[wager] * won[wager]
            sums[wager, 5] += bets[wager] * played
        rounds[0] += played
        rounds[1] += played * played


SHOE = ShoeGame(names, class_of, edge, places, nets, deal)
