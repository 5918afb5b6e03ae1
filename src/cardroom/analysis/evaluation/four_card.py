"""Four Card Frenzy: the values of a fold and of every raise, over all hands that the dealer may have."""

from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import chances, left_over, number_of, sets_from, weighted
from cardroom.analysis.few_cards import base_game_of, hand_counts, numbers
from cardroom.analysis.report import FULL, RESULTS, RankDeck
from cardroom.games.banked.four_card_frenzy import ACES, RAISE, RAISE_WITH_ACES, best_four
from cardroom.play.round import qualifying_rank
from cardroom.rankings import line, rank_many, strength
from cardroom.rulebook import RuleSet

__all__ = ["dealer_results", "values"]


def values(rules: RuleSet, facts: DecisionFacts, deck: RankDeck = FULL) -> Valued:
    """The values of a fold and of every raise that the hand allows."""
    number_of("hand", facts.hand, 5)
    number_of("board", facts.board, 0)
    number_of("dealer", facts.dealer, 0)
    game, results = base_game_of(rules), dealer_results(rules, facts, deck)
    hand = line("four-card-bonus", facts.hand)
    base = sum(weighted([game.payoff(wager, hand, end).unit for end in RESULTS], results) for wager in game.before)
    play = weighted([game.payoff(game.play, hand, end).unit for end in RESULTS], results)
    strong = strength("four-of-five", facts.hand) >= strength("four-of-five", ACES)
    raised = RAISE_WITH_ACES if strong else RAISE  # rule 5
    most = raised.most if facts.units is None else min(raised.most, facts.units)
    raises = [
        OptionValue(game.play, base + times * play, times * facts.stake) for times in range(raised.least, most + 1)
    ]
    words = chances({"wins": sum(results[:2]), "ties": sum(results[2:4]), "loses": sum(results[4:])})
    reason = f"{best_four(rules, facts.hand, ())}: it {words}. The dealer does not qualify in {_share(results)}."
    return Valued([*raises, OptionValue("fold", game.fold)], reason)


def dealer_results(rules: RuleSet, facts: DecisionFacts, deck: RankDeck = FULL) -> list[int]:
    """The dealer's possible hands by result, in the order of `base_game.RESULTS`.

    If the player has seen only the own hand of a full deck, they are known from the exact analysis.
    """
    qualifier = qualifying_rank(rules, "four-of-five")
    if not facts.seen and deck == FULL:
        known = hand_counts(FULL, qualifier)
        every: list[int] = known.results[known.classes[numbers([facts.hand])[0]]].tolist()
        return every
    hands = sets_from(left_over(deck.cards, facts), 5)
    theirs, own = rank_many("four-of-five", hands), strength("four-of-five", facts.hand)
    qualified = theirs >= qualifier
    compared = {1: theirs < own, 0: theirs == own, -1: theirs > own}
    return [int(((qualified == qualifies) & compared[result]).sum()) for qualifies, result in RESULTS]


def _share(results: list[int]) -> str:
    return f"{100 * sum(results[1::2]) / sum(results):.1f} % of the deals"
