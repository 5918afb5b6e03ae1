"""The pai gow games: the value of every setting of a hand.

Face Up: against the hand that the player-dealer shows. Fortune: against a hidden hand set the House Way, which is one
of 53,524,680, or fewer if the player has seen other cards. All are counted, so every value is exact. One decision takes
about half a second; the tables of the House Way take a few seconds, once.
"""

from itertools import combinations

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import left_over, number_of
from cardroom.analysis.pai_gow import dealer_hands, setting_value
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.games.banked.house_way import SetHand, house_way, set_hand
from cardroom.games.banked.pai_gow import Showdown, compare, five_card_ranking, settle
from cardroom.rankings import describe, strength
from cardroom.rankings.pai_gow import ace_high
from cardroom.rulebook import RuleSet

__all__ = ["face_up", "fortune"]


def face_up(rules: RuleSet, facts: DecisionFacts) -> Valued:
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
    shown = f"{_within(describe('pai-gow-two', dealer.front))} in front, {_within(describe(fives, dealer.back))} behind"
    return Valued([*settings, value("house-way", house_way(facts.hand, fives))], f"The player-dealer has {shown}.")


def _within(words: str) -> str:
    """A hand's words inside a sentence: "pair of fives"."""
    return words[:1].lower() + words[1:]


def fortune(rules: RuleSet, facts: DecisionFacts) -> Valued:
    """The value of every choice of two cards in front, and of the House Way."""
    number_of("hand", facts.hand, 7)
    number_of("dealer", facts.dealer, 0)
    number_of("board", facts.board, 0)
    fives = five_card_ranking(rules)
    against = dealer_hands(left_over(deck(rules.deck.name, rules.packs).cards, facts), fives)

    def value(action: str, hand: SetHand) -> OptionValue:
        front = hand.front if action == "set" else ()
        return OptionValue(action, setting_value(rules, hand, against), cards=tuple(front))

    options = [value("set", set_hand(facts.hand, front)) for front in combinations(facts.hand, 2)]
    best = set_hand(facts.hand, max(options, key=lambda option: option.value).cards)
    results = against.results(strength("pai-gow-two", best.front), strength(fives, best.back))
    many = sum(results.values())
    wins, loses = (
        100 * sum(count for end, count in results.items() if all(part in parts for part in end)) / many
        for parts in ((1,), (0, -1))
    )
    reason = f"Of all hands that the player-dealer can have, it beats {wins:.1f} % and loses to {loses:.1f} %."
    return Valued([*options, value("house-way", house_way(facts.hand, fives))], reason)
