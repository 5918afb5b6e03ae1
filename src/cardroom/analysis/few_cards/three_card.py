"""Three Card Poker 6 Card Bonus, counted exactly.

For every hand of the player (one of each suit pattern represents all) and every card that the dealer may expose, the
dealer's hands are counted by result. Counting is independent of payoffs: those come from the game's own settlement,
called once per result. The best decision follows from both.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby, permutations
from math import lcm
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes, rank_deck, side_bet
from cardroom.cards import RANKS, Card
from cardroom.games.banked.three_card_poker import Showdown, settle
from cardroom.play.round import qualifying_rank
from cardroom.rankings import describe, rank_many
from cardroom.rankings.base import jit
from cardroom.rulebook import RuleSet

__all__ = ["base_game", "three_card_report"]

RESULTS = (
    Showdown(qualified=False),
    Showdown(result=1),
    Showdown(result=0),
    Showdown(result=-1),
)
"""The results of a hand that plays, in the order of the counts."""


class Situation(NamedTuple):
    """What a player knows when deciding, and the counts of deals by result."""

    hand: tuple[Card, ...]
    value: int
    """The hand's rank."""
    shown: int | None
    """The rank of the dealer's exposed card."""
    ways: int
    """The number of hands that this one represents, by exchanging suits."""
    results: tuple[int, ...]
    """Deals of the dealer's cards by result, in the order of RESULTS."""


def three_card_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """All wagers, and the base game with and without the exposed card. It takes a second, so the engine is not used."""
    in_force = rules.house("exposed_card")
    both = [base_game(rules, exposed=exposed) for exposed in (in_force, not in_force)]
    side_bets = (report for name, terms in rules.wagers().items() if terms.cards for report in side_bet(rules, name))
    return (*both, *side_bets)


def base_game(rules: RuleSet, *, exposed: bool) -> WagerReport:
    """Ante and Play under the best strategy, per unit of the Ante."""
    ranks, suits = rank_deck(rules)
    plays = decider(rules)
    totals, deals_folded = [0] * len(RESULTS), 0
    played, folded = [], []
    for situation in situations(ranks, suits, qualifying_rank(rules, "three-card"), exposed=exposed):
        if plays(situation):
            played.append(situation)
            totals = [total + count * situation.ways for total, count in zip(totals, situation.results, strict=True)]
        else:
            folded.append(situation)
            deals_folded += sum(situation.results) * situation.ways
    return ante_and_play_report(rules, totals, deals_folded, exposed=exposed, strategy=_strategy(played, folded))


def decider(rules: RuleSet) -> Callable[[Situation], bool]:
    """A function that says whether a situation should play: if that is worth more than a fold."""
    nets = [settle(rules, "ante", result).unit + settle(rules, "play", result).unit for result in RESULTS]
    fold = settle(rules, "ante", Showdown(folded=True)).unit
    # Compare integers: with a common denominator, numerators are enough.
    scale = lcm(*(net.denominator for net in (*nets, fold)))
    scaled, scaled_fold = [int(net * scale) for net in nets], int(fold * scale)
    return lambda situation: sum(map(mul, scaled, situation.results)) > scaled_fold * sum(situation.results)


def ante_and_play_report(
    rules: RuleSet, totals: Sequence[int], folds: int, *, exposed: bool, strategy: tuple[str, ...] = ()
) -> WagerReport:
    """The report of Ante and Play, from the number of deals that play, by RESULTS, and the number that fold."""
    fold = settle(rules, "ante", Showdown(folded=True))
    outcomes = [WagerOutcome(fold.line, fold.unit, folds, decision="fold")]
    lines = {"ante": [WagerOutcome(fold.line, fold.unit, folds)], "play": []}
    for result, count in zip(RESULTS, totals, strict=True):
        ante, play = settle(rules, "ante", result), settle(rules, "play", result)
        outcomes.append(WagerOutcome(ante.line, ante.unit + play.unit, count, wagered=Fraction(2), decision="play"))
        lines["ante"].append(WagerOutcome(ante.line, ante.unit, count, str(ante.odds or "")))
        lines["play"].append(WagerOutcome(play.line, play.unit, count, str(play.odds or "")))
    return WagerReport(
        "ante",
        "Ante and Play",
        rules.wager["ante"].label,
        merge_outcomes(outcomes),
        {"exposed_card": exposed},
        exposed == rules.house("exposed_card"),
        strategy,
        {wager: merge_outcomes(each) for wager, each in lines.items()},
    )


@lru_cache(maxsize=8)
def situations(ranks: tuple[int, ...], suits: int, qualifier: int, *, exposed: bool) -> list[Situation]:
    """Every situation that a player can be in, with the dealer's hands counted by result.

    `qualifier` is the lowest rank with which the dealer qualifies.
    """
    if not exposed:
        return _face_down(situations(ranks, suits, qualifier, exposed=True))
    hands = np.array(list(combinations(cards_of_deck(ranks, suits), 3)), np.int64)
    values = rank_many("three-card", hands.astype(np.uint8)).astype(np.int64)
    masks = (1 << hands).sum(axis=1)
    every = []
    for index, ways in suit_classes(hands, suits):
        table = np.zeros((52, len(RESULTS)), np.int64)
        _compare(hands, masks, values, index, qualifier, table)
        hand, value = tuple(hands[index].tolist()), int(values[index])
        every += [
            Situation(hand, value, card >> 2, ways, tuple(counts))
            for card, counts in enumerate(table.tolist())
            if any(counts)
        ]
    return every


@jit
def _compare(hands: Any, masks: Any, values: Any, own: int, qualifier: int, out: Any) -> None:
    """The dealer's hands by exposed card and result, in the order of RESULTS.

    Each of the dealer's three cards is equally likely to be exposed, so each hand is counted once under each card.
    """
    for number in range(hands.shape[0]):
        if masks[number] & masks[own] == 0:
            value = values[number]
            result = 0 if value < qualifier else 1 if value < values[own] else 2 if value == values[own] else 3
            for card in hands[number]:
                out[card, result] += 1


def cards_of_deck(ranks: Sequence[int], suits: int) -> list[Card]:
    """The cards of a deck of these ranks in this number of suits."""
    return [held * 4 + suit for held in ranks for suit in range(suits)]


def _face_down(exposed: list[Situation]) -> list[Situation]:
    """The situations of a player who does not see the exposed card. Each deal was counted under three cards."""
    face_down = []
    for _, group in groupby(exposed, key=lambda situation: situation.hand):
        same = list(group)
        results = tuple(sum(counts) // 3 for counts in zip(*(situation.results for situation in same), strict=True))
        face_down.append(same[0]._replace(shown=None, results=results))
    return face_down


def suit_classes(hands: NDArray[np.int64], suits: int) -> list[tuple[int, int]]:
    """One hand of each class of hands that differ only by exchanging suits, and the sizes of the classes."""
    codes = [
        np.sort(hands // 4 * 4 + np.array(order)[hands % 4], axis=1) @ (2809, 53, 1)
        for order in permutations(range(suits))
    ]
    _, first, sizes = np.unique(np.min(codes, axis=0), return_index=True, return_counts=True)
    return list(zip(first.tolist(), sizes.tolist(), strict=True))


def _strategy(played: list[Situation], folded: list[Situation]) -> tuple[str, ...]:
    """The best strategy in words: the lowest hand to play, for each exposed rank of the dealer if there is one."""
    shown = {situation.shown for situation in (*played, *folded)}
    lines = []
    for rank_shown in sorted(shown, key=lambda each: -1 if each is None else each, reverse=True):
        plays = min((each for each in played if each.shown == rank_shown), key=_value, default=None)
        folds = max((each for each in folded if each.shown == rank_shown), key=_value, default=None)
        against = "" if rank_shown is None else f"Dealer shows {RANKS[rank_shown]}: "
        lines.append(against + _threshold(plays, folds))
    return tuple(lines)


def _threshold(plays: Situation | None, folds: Situation | None) -> str:
    """The strategy in words, from the lowest hand played and the highest hand folded."""
    if plays is None or folds is None:
        return "play every hand" if plays else "fold every hand"
    if plays.value > folds.value:
        return f"play {describe('three-card', plays.hand)} or better, fold the rest"
    return (
        f"play better than {describe('three-card', folds.hand)}, fold worse than "
        f"{describe('three-card', plays.hand)}; between them it depends on the suits"
    )


def _value(situation: Situation) -> int:
    return situation.value
