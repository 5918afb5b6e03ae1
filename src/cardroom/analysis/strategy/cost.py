"""The exact figures of any strategy, and what it costs against the best one.

Every hand of the player is asked for its decision, so a strategy may depend on suits in any way. The dealer's hands
against it are those of the exact analysis. The hold'em games are in `holdem_cost`.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from cardroom.analysis.few_cards import four_card, three_card
from cardroom.analysis.report import FULL, WagerReport, cost_counter_of, report_of
from cardroom.analysis.simulation import decisions_of, raises_of, sets_of_three, settings
from cardroom.analysis.store import report_in_force
from cardroom.analysis.strategy.choices import Strategy, check_times, hand_numbers_of
from cardroom.errors import InputError
from cardroom.play import Game
from cardroom.play.round import qualifying_rank
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet

__all__ = ["StrategyCost", "four_card_cost", "strategy_cost", "three_card_cost"]


class StrategyCost(NamedTuple):
    """The exact figures of a strategy beside those of the best one."""

    report: WagerReport
    best: WagerReport

    @property
    def cost(self) -> Fraction:
        """What the strategy loses against the best one, per unit of the first wager."""
        return self.report.edge - (self.best.best_play or self.best).edge


def strategy_cost(game: Game, strategy: Strategy) -> StrategyCost:
    """The exact cost of a strategy in a game with an Ante, or of the House Way in the pai gow games.

    >>> import cardroom
    >>> blind = cardroom.game("three-card-poker-6-card-bonus", exposed_card=False)
    >>> found = strategy_cost(blind, Strategy("play everything", np.ones(22100, int)))
    >>> print(f"{float(found.report.edge):.4%}, {float(found.cost):.4%} more than the best")
    12.9389%, 4.2808% more than the best
    """
    count = cost_counter_of(game.rules)
    if count is None:
        raise InputError(f"{game.slug}: the exact cost of a strategy is not computed; `simulate` estimates it")
    return StrategyCost(count(game.rules, strategy), report_in_force(game).wagers[0])


def three_card_cost(rules: RuleSet, strategy: Strategy) -> WagerReport:
    """All hands against every card that the dealer may expose."""
    exposed = bool(rules.house("exposed_card"))
    hands = np.array(list(combinations(range(52), 3)), np.uint8)
    hands = hands[np.argsort(hand_numbers_of(hands))]
    results = _results(qualifying_rank(rules, "three-card"))
    classes, suits = sets_of_three()
    totals, folds = np.zeros(len(three_card.RESULTS), np.int64), 0
    if exposed:
        for card in range(52):
            held = (hands != card).all(axis=1)
            shown = np.full((int(held.sum()), 1), card, np.uint8)
            plays = check_times(strategy, strategy.times(decisions_of(rules, hands[held], shown)), (1,), 0)
            image = card // 4 * 4 + suits[held, card % 4]
            counts = results[classes[held], image]
            totals += counts[plays == 1].sum(axis=0)
            folds += int(counts[plays == 0].sum())
    else:
        none = np.empty((len(hands), 0), np.uint8)
        plays = check_times(strategy, strategy.times(decisions_of(rules, hands, none)), (1,), 0)
        counts = results.sum(axis=1)[classes] // 3  # each of the dealer's cards could be the exposed one
        totals += counts[plays == 1].sum(axis=0)
        folds += int(counts[plays == 0].sum())
    return three_card.ante_and_play_report(rules, totals.tolist(), folds, exposed=exposed)


def _results(qualifier: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The dealer's hands by the class of the player's hand, the exposed card and the result."""
    classes, _ = sets_of_three()
    results = np.zeros((int(classes.max()) + 1, 52, len(three_card.RESULTS)), np.int64)
    number, last = -1, None
    cards: Iterator[int] = iter(())
    for situation in three_card.situations(tuple(range(13)), 4, qualifier, exposed=True):
        if situation.hand != last:
            number, last = number + 1, situation.hand
            cards = iter([card for card in range(52) if card not in situation.hand])
        results[number, next(cards)] = situation.results
    return results


def four_card_cost(rules: RuleSet, strategy: Strategy) -> WagerReport:
    """All 2,598,960 hands, each with the results of its class."""
    known = four_card.hand_counts(FULL, qualifying_rank(rules, "four-of-five"))
    hands = four_card.card_places(np.arange(len(known.classes)), 5).astype(np.uint8)
    ranks = rank_many("four-of-five", hands).astype(np.int64)
    times = raises_of(rules, hands, ranks, strategy)
    ends = np.zeros((len(four_card.DECISIONS), len(four_card.LINES), 6), np.int64)
    for many in range(len(four_card.DECISIONS)):
        weights = np.bincount(known.classes[times == many], minlength=len(known.ways))
        np.add.at(ends[many], known.lines, weights[:, None] * known.results)
    folded, *raised = ends
    by_decision = dict(zip(four_card.DECISIONS[1:], raised, strict=True))
    return report_of(four_card.base_game_of(rules), by_decision, int(folded.sum()), settings(rules), True)
