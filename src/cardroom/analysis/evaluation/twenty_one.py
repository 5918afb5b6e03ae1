"""Pure 21.5 Blackjack and Pure Spanish 21.5: the values of every option of a hand, over all cards that can follow.

All cards that the player has seen are gone from the shoe. Later decisions of the hand are the best ones. After a split,
each hand is played by its own cards; the value of a split is exact for that.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import number_of
from cardroom.analysis.twenty_one import (
    ACE,
    BUST,
    NONE,
    Counts,
    HandValues,
    Terms,
    UnseenCards,
    Values,
    full_shoe,
    hand_values,
    is_pure_pair,
    kind_of,
    kinds_of,
    plus,
    points_of,
    split_cases,
    split_nets,
    terms_of,
    values_of,
    without,
)
from cardroom.errors import InputError
from cardroom.games.banked.pure_21_5 import LEAST_DOUBLE, MOST_DOUBLES, MOST_HANDS
from cardroom.rankings.points import describe_total
from cardroom.rulebook import RuleSet

__all__ = ["double_value", "split_value", "values"]


def values(rules: RuleSet, facts: DecisionFacts) -> Valued:
    """The values of all options that the rules allow."""
    number_of("board", facts.board, 0)
    number_of("dealer", facts.dealer, 1)
    hand, up = [kind_of(card) for card in facts.hand], kind_of(facts.dealer[0])
    _check(hand, facts)
    unseen = without(full_shoe(rules), up, *hand, *(kind_of(card) for card in facts.seen))
    terms = terms_of(rules)
    if facts.doubled and not terms.rescue:
        raise InputError("doubled: after a double there is nothing left to decide; only Pure Spanish 21.5 has a rescue")
    plays = _values(terms, unseen, up, kinds_of(facts.hand))
    start = plays.draws.number[NONE]
    whole = plays.every[start] * terms.scale
    stack = facts.stack if facts.stack is not None else facts.stake * 2**MOST_DOUBLES

    def option(action: str, value: Any, amount: int = 0) -> OptionValue:
        return OptionValue(action, Fraction(value) / whole, amount)

    options = []
    if facts.doubled:
        total = facts.stake * 2**facts.doubled
        options.append(option("stand", 2**facts.doubled * plays.stands[start]))
        options.append(option("rescue", 2 ** (facts.doubled - 1) * terms.gave_up * plays.every[start]))
        if terms.double_double and facts.doubled < MOST_DOUBLES and stack >= total:
            options.append(option("double", again(plays, facts.doubled), total))
        return Valued(options, _reason(plays, facts))
    two = plays.two_cards(start)
    options += [option(action, two[action]) for action in ("stand", "hit") if action in two]
    if len(hand) == 2:
        amounts = {facts.stake} if terms.double_double else {LEAST_DOUBLE, min(facts.stake, stack)}
        for amount in sorted(amounts):
            if amount <= min(stack, facts.stake):
                options.append(option("double", double_value(plays, Fraction(amount, facts.stake)), amount))
        splits_again = facts.hands == 1 or terms.aces_play_on or hand[0] != ACE
        if hand[0] == hand[1] and facts.hands < MOST_HANDS and splits_again and stack >= facts.stake:
            net = split_value(terms, unseen, up, hand[0], MOST_HANDS + 1 - facts.hands)
            options.append(OptionValue("split", net, facts.stake))
        if facts.hands == 1:
            options.append(option("surrender", two["surrender"]))
    return Valued(options, _reason(plays, facts))


def _check(hand: list[int], facts: DecisionFacts) -> None:
    if len(hand) < 2:
        raise InputError(f"hand: give two or more cards, not {len(hand)}")
    total = points_of(kinds_of(facts.hand))[0]
    if total > 21:
        raise InputError(f"hand: {total} is a bust, and nothing is left to decide")
    if len(hand) == 2 and facts.hands == 1 and is_pure_pair(*hand):
        raise InputError("hand: 21.5 is paid, and nothing is left to decide")


@lru_cache(maxsize=256)
def _values(terms: Terms, unseen: Counts, up: int, start: Counts) -> Values | HandValues:
    return hand_values(terms, unseen, up, start)


def double_value(plays: Values | HandValues, part: Fraction) -> Fraction:
    """The value of a double by a part of the wager. In Pure Spanish 21.5 the player may then rescue it."""
    if plays.terms.double_double:
        return Fraction(again(plays, 0))
    start, total = plays.draws.number[NONE], Fraction(0)
    for kind in range(10):
        more = plays.draws.more[start, kind]
        if more >= 0:
            value = (1 + part) * plays.stands[more]
            if plays.terms.rescue:
                value = max(value, Fraction(plays.terms.gave_up * plays.every[more]))
        else:
            value = (1 + part) * plays.bust[start, kind]
        total += plays.left[start, kind] * value
    return total


def again(plays: Values | HandValues, doubled: int) -> Any:
    """The value of another double with the cards so far."""
    if isinstance(plays, HandValues):
        return plays.doubles[doubled]
    then = plays.doubled[doubled][1]
    start, total = plays.draws.number[NONE], 0
    for kind in range(10):
        more = plays.draws.more[start, kind]
        value = then[more] if more >= 0 else 2 ** (doubled + 1) * plays.bust[start, kind]
        total += plays.left[start, kind] * value
    return total


@lru_cache(maxsize=256)
def split_value(terms: Terms, unseen: Counts, up: int, pair: int, most: int) -> Fraction:
    """The value of a split into at most this many hands, or into two if that is better, in units of the wager."""
    plays = values_of(terms, unseen, up, plus(NONE, pair))
    once = pair == ACE and not terms.aces_play_on
    ways = [split_cases(hands) for hands in ((2,) if once else sorted({2, most}))]
    nets = split_nets(plays, pair, *ways)
    shoe = UnseenCards(unseen, up, plays.shoe.length, exact=True)
    whole: int = shoe.futures(np.zeros((1, 10), np.int64))[0][0] * terms.scale
    return Fraction(max(nets), whole)


def _reason(plays: Values | HandValues, facts: DecisionFacts) -> str:
    """The hand, and how often the player-dealer busts."""
    gone = np.zeros((1, 10), np.int64)
    weights = plays.shoe.results(gone)[:, 0]
    share = 100 * float(Fraction(weights[BUST], weights.sum()))
    words = describe_total(facts.hand)
    return f"{words[:1].upper()}{words[1:]}: the player-dealer busts in {share:.1f} % of the rounds."
