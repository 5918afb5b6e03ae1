"""Three Card Poker 6 Card Bonus: the values of Play and Fold, over all hands that the dealer may have."""

import numpy as np

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import chances, left_over, number_of, sets_from, weighted
from cardroom.analysis.few_cards import RESULTS
from cardroom.analysis.report import FULL, RankDeck
from cardroom.errors import InputError
from cardroom.games.banked.three_card_poker import Showdown, settle
from cardroom.play.round import qualifying_rank
from cardroom.rankings import describe, rank_many, strength
from cardroom.rulebook import RuleSet

__all__ = ["dealer_results", "values"]


def values(rules: RuleSet, facts: DecisionFacts, deck: RankDeck = FULL) -> Valued:
    """The values of Play and Fold."""
    number_of("hand", facts.hand, 3)
    number_of("board", facts.board, 0)
    shown = number_of("dealer", facts.dealer, 0, 1)
    if shown != rules.house("exposed_card"):
        right = "give the dealer's exposed card, or set exposed_card=off"
        raise InputError(f"dealer: {'set exposed_card=on to see a card of the dealer' if shown else right}")
    left = left_over(deck.cards, facts)
    results = dealer_results(rules, facts, left)
    nets = [settle(rules, "ante", result).unit + settle(rules, "play", result).unit for result in RESULTS]
    fold = settle(rules, "ante", Showdown(folded=True)).unit
    weak, won, tied, lost = results
    words = chances({"wins": won, "ties": tied, "loses": lost, "meets a dealer who does not qualify": weak})
    return Valued(
        [OptionValue("play", weighted(nets, results), facts.stake), OptionValue("fold", fold)],
        f"{describe('three-card', facts.hand)} {words}.",
    )


def dealer_results(rules: RuleSet, facts: DecisionFacts, left: list[int]) -> list[int]:
    """The dealer's possible hands by result, in the order of `three_card.RESULTS`."""
    unknown = 3 - len(facts.dealer)
    rest = sets_from(left, unknown)
    hands = np.empty((len(rest), 3), np.uint8)
    hands[:, :unknown], hands[:, unknown:] = rest, facts.dealer
    theirs, own = rank_many("three-card", hands), strength("three-card", facts.hand)
    weak = theirs < qualifying_rank(rules, "three-card")
    return [int(each.sum()) for each in (weak, ~weak & (theirs < own), ~weak & (theirs == own), ~weak & (theirs > own))]
