"""Three Card Poker in simulations: the best decisions as a table, compiled rounds, and the best player."""

from collections import Counter
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.few_cards import three_card
from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import Cards, EndKey, Ends, counts_array, ends_by_cards, reports_by_cards
from cardroom.analysis.simulation.decisions import pack_bits, sets_of_three
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.strategy import DecisionArrays, Strategy, check_times
from cardroom.play import Answer, Ask, View
from cardroom.play.round import qualifying_rank
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet


@lru_cache(8)
def three_card_table(rules: RuleSet) -> NDArray[np.uint8]:
    """For each hand, a bit for each card that the dealer may expose: whether it plays. Without an exposed card, all
    bits of a hand are equal."""
    exposed, plays = rules.house("exposed_card"), three_card.decider(rules)
    classes, suits = sets_of_three()
    best = np.zeros((classes.max() + 1, 52), np.bool_)
    hands: dict[tuple[int, ...], list[bool]] = {}
    for situation in three_card.situations(tuple(range(13)), 4, qualifying_rank(rules, "three-card"), exposed=exposed):
        hands.setdefault(situation.hand, []).append(plays(situation))
    for row, (hand, decided) in zip(best, hands.items(), strict=True):
        row[[card for card in range(52) if card not in hand] if exposed else slice(None)] = decided
    cards = np.arange(52)
    return pack_bits(best[classes[:, None], cards // 4 * 4 + suits[:, cards % 4]])


def decisions_of(rules: RuleSet, hand: Cards, exposed: Cards) -> DecisionArrays:
    """The decisions of many hands, with the card that the dealer exposes if the rules do that."""
    none = np.empty((len(hand), 0), np.uint8)
    return DecisionArrays(rules, 0, hand, none, exposed if rules.house("exposed_card") else none)


def ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    folded = np.empty(len(cards), np.int64)
    if strategy is None:
        kernels.three_card_decisions(cards, three_card_table(rules), 5, folded)
    else:
        decisions = decisions_of(rules, cards[:, :3], cards[:, 5:])
        folded = 1 - check_times(strategy, strategy.times(decisions), (1,), 0)
    own, dealer = rank_many("three-card", cards[:, :3]), rank_many("three-card", cards[:, 3:])
    # In the order of `three_card.RESULTS`, then a fold.
    results = np.where(own > dealer, 1, np.where(own == dealer, 2, 3))
    results[dealer < qualifying_rank(rules, "three-card")] = 0
    results[folded == 1] = len(three_card.RESULTS)
    columns = {"own hand": range(3), "dealer's hand": range(3, 6), "both hands": range(6)}
    return {"base": results} | ends_by_cards(rules, cards, columns, folded == 1)


def reports(rules: RuleSet, counts: Counter[EndKey], strategy: Strategy | None = None) -> tuple[WagerReport, ...]:
    *totals, folds = counts_array(counts, "base", len(three_card.RESULTS) + 1).tolist()
    base = three_card.ante_and_play_report(rules, totals, folds, exposed=rules.house("exposed_card"))
    return base, *reports_by_cards(rules, counts)


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision."""
    shown = view.hand(view.dealer)[2] if view.rules.house("exposed_card") else 0
    plays = kernels.bit(three_card_table(view.rules), kernels.set_number(*view.hand(ask.spot)), shown)
    return ask.check("play" if plays else "fold")


SIMULATED = SimulatedGame(Compiled(lambda _: 6, ends, reports), {OPTIMAL: best})
