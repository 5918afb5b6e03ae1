"""Face Up Pai Gow Poker: the result of every setting against the hand that the player-dealer shows."""

from itertools import combinations

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import number_of
from cardroom.errors import InputError
from cardroom.games.banked.house_way import SetHand, house_way, set_hand
from cardroom.games.banked.pai_gow import Showdown, compare, five_card_ranking, settle
from cardroom.rankings import describe
from cardroom.rankings.pai_gow import ace_high
from cardroom.rulebook import RuleSet

__all__ = ["values"]


def values(rules: RuleSet, facts: DecisionFacts) -> Valued:
    """The result of every choice of two cards in front, and of the House Way. Nothing is left to chance."""
    number_of("hand", facts.hand, 7)
    number_of("dealer", facts.dealer, 7)
    number_of("board", facts.board, 0)
    fives = five_card_ranking(rules)
    dealer = house_way(facts.dealer, fives)
    if facts.front and set(facts.front) != set(dealer.front):
        raise InputError("dealer: the player-dealer's hand is not set the House Way")
    if ace_high(facts.dealer):
        why = settle(rules, "base", Showdown(dealer_ace_high=True)).line
        raise InputError(f"dealer: the base wagers push ({why}), and no hand is set")

    def value(action: str, hand: SetHand) -> OptionValue:
        front = hand.front if action == "set" else ()
        return OptionValue(action, settle(rules, "base", compare(rules, hand, dealer)).unit, cards=tuple(front))

    settings = [value("set", set_hand(facts.hand, front)) for front in combinations(facts.hand, 2)]
    shown = f"{describe('pai-gow-two', dealer.front)} in front, {describe(fives, dealer.back)} behind"
    return Valued([*settings, value("house-way", house_way(facts.hand, fives))], f"The player-dealer has {shown}.")
