"""Counting in the games of 21.5: the edges of any shoe, and shoes dealt to the cut card with a counter at the table.

The counter is the only player, plays by the best strategy of the full shoe, and sees every card. The player-dealer's
hand is always completed, as it is when a bonus bet depends on it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from cardroom.analysis.counting.shoes import Counters, ShoeGame
from cardroom.analysis.engine import Engine
from cardroom.analysis.simulation import count_shoes, kernel_terms
from cardroom.analysis.store import find, keep, key_of
from cardroom.analysis.twenty_one import (
    METHOD,
    NAMES,
    bonus_edge,
    counted,
    dealer_hands,
    full_shoe,
    kind_of,
    kinds_of,
    terms_of,
)
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.games.banked.pure_21_5 import DEALER_MAY_DRAW, WAGER
from cardroom.games.banked.pure_21_5_pay import Showdown, settle
from cardroom.rankings.points import red_run
from cardroom.rulebook import RuleSet

__all__ = ["SHOE"]

RED_FLEX, MATCH = "red-flex", "match-the-dealer"
BLACK, ANY = "black", "any"
MOST_CARDS = DEALER_MAY_DRAW + 3
"""More cards than the player-dealer's hand can have."""


def names(_: RuleSet, wager: str) -> tuple[str, ...]:
    return (ANY,) if wager == MATCH else (*(f"red {name}" for name in NAMES), BLACK) if wager == RED_FLEX else NAMES


def class_of(_: RuleSet, wager: str, card: Card) -> str:
    if wager == MATCH:
        return ANY
    name = NAMES[kind_of(card)]
    return name if wager != RED_FLEX else f"red {name}" if red_run([card]) else BLACK


def edge(rules: RuleSet, wager: str, cards: tuple[Card, ...], engine: Engine) -> Fraction:
    return _base_edge(rules, kinds_of(cards), engine) if wager == WAGER else bonus_edge(rules, wager, cards)


def _base_edge(rules: RuleSet, kinds: tuple[int, ...], engine: Engine) -> Fraction:
    """The edge of the game wager from any shoe, under the best strategy for that shoe: stored, or counted now."""
    terms = terms_of(rules)
    dealer = (repr(dealer_hands(up)) for up in range(len(NAMES)))
    key = key_of(f"edge, {METHOD}", repr(tuple(terms)), repr(kinds), *dealer)
    known = find(key, Fraction)
    if known is None:
        rounds = counted(terms, kinds, engine)
        known = Fraction(-rounds.net(terms), rounds.weight * terms.scale)
        keep(key, known)
    return known


def places(rules: RuleSet, wager: str) -> list[int]:
    """The class of each card of the kernel: the kinds, black and then red."""
    known = names(rules, wager)
    if wager == RED_FLEX:
        return [known.index(BLACK)] * len(NAMES) + [*range(len(NAMES))]
    return [*range(len(NAMES))] * 2


def nets(rules: RuleSet, wagers: Sequence[str]) -> Any:
    """The net of each bonus bet: by whether the player-dealer busted, the number of cards and the run of red ones."""
    pays = np.zeros((len(wagers), 2, MOST_CARDS, MOST_CARDS))
    for place, wager in enumerate(wagers):
        for busted, cards, run in np.ndindex(pays.shape[1:]) if wager != WAGER else ():
            hand = Showdown(dealer=22 if busted else 20, dealer_cards=cards, red=run)
            pays[place, busted, cards, run] = float(settle(rules, wager, hand).unit)
    return pays


def deal(rules: RuleSet, shoes: int, state: Any, counters: Counters, sums: Any, rounds: Any) -> None:
    cards = np.array(
        [kind_of(card) + len(NAMES) * bool(red_run([card])) for card in deck(rules.deck.name, rules.packs).cards]
    )
    terms = terms_of(rules)
    wagers, *known = counters
    game, unit = wagers.index(WAGER) if WAGER in wagers else -1, 1 / terms.scale
    played = kernel_terms(terms, full_shoe(rules))
    count_shoes(*(shoes, state, cards, rules.cut, unit, game, *known, *played, sums, rounds))


SHOE = ShoeGame(names, class_of, edge, places, nets, deal, "21.5 ")
