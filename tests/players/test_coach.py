"""The coach: its numbers are those of `cardroom.evaluate`, and it sees only what its player sees."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import decision_of, evaluate
from cardroom.cards import UNKNOWN
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.players import table_bots
from cardroom.players.bots import answer_next
from cardroom.players.coach import ask_coach, chosen, kinds, money

GAMES = (
    "heads-up-holdem",
    "ultimate-texas-holdem",
    "four-card-frenzy",
    "three-card-poker-6-card-bonus",
    "face-up-pai-gow-poker",
    "pure-21.5-blackjack",
    "pure-spanish-21.5",
)


def decisions(slug, seeds):
    """The rounds of a game at each decision of the first seat, with cards."""
    game = cardroom.game(slug)
    for seed in seeds:
        seats = 2 if game.rules.bank is None else 3
        round = game.round(seats, seed=seed)
        bots, rng = table_bots(game.rules, [*round.stacks]), Random(seed)
        while not round.done:
            ask = round.ask
            if round.spot(ask.spot).bettor == "1" and round.view("1").hand(ask.spot) and ask.about != "bank":
                yield round, ask
            answer_next(round, bots, rng)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(4)
def test_the_coach_shows_the_values_of_evaluate(slug):
    seen = set()
    for round, ask in decisions(slug, range(5)):
        advice, found = ask_coach(round.view("1"), ask.spot), evaluate(round, ask.spot)
        assert [Fraction(each.exact) for each in advice.options] == [each.value for each in found.options]
        assert [each.action for each in advice.options] == [each.action for each in found.options]
        for shown, option in zip(advice.options, found.options, strict=True):
            assert shown.cents == pytest.approx(float(option.value * found.stake), abs=1e-4)
            assert shown.cost == pytest.approx(float(found.cost(option) * found.stake), abs=1e-4)
            assert shown.best == (option.value == found.best.value)
        assert all(one.cents >= other.cents for one, other in pairwise(advice.options))
        assert advice.says.startswith(advice.options[0].label)
        labels = [each.label for each in advice.options]
        assert len(set(labels)) == len(labels), "each option has its own name"
        seen.add(advice.kind)
    assert seen
    assert seen <= set(kinds(cardroom.game(slug).rules))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "face-up-pai-gow-poker"])  # dice turn its deal
def test_hidden_cards_do_not_change_the_advice(slug):
    """Exchange all cards that the player has not seen: the decision, and so every value, stays the same."""
    rules = cardroom.game(slug).rules
    compared = 0
    for round, ask in decisions(slug, range(4)):
        view = round.view("1")
        if ask.spot != "1":
            continue  # a hand that was split off: its cards come in another order
        dealt, known = view.dealt(), [card for card in view.dealt() if card != UNKNOWN]
        rest = list(deck(rules.deck.name, rules.packs).cards)
        for card in known:
            rest.remove(card)
        Random(1).shuffle(rest)
        hidden = iter(rest)
        order = [card if card != UNKNOWN else next(hidden) for card in dealt]
        order += list(hidden)
        game = cardroom.game(slug)
        again = game.round(len(round.stacks), shuffle=Shuffle.given(order))
        again.play(round.answers)
        assert decision_of(again.view("1"), ask.spot) == decision_of(view, ask.spot)
        assert ask_coach(again.view("1"), ask.spot) == ask_coach(view, ask.spot)
        compared += 1
    assert compared


@pytest.mark.parametrize("slug", GAMES)
def test_the_decision_holds_no_card_that_the_player_has_not_seen(slug):
    for round, ask in decisions(slug, range(4)):
        facts = decision_of(round.view("1"), ask.spot).facts
        seen = {card for card in round.view("1").dealt() if card != UNKNOWN}
        assert {*facts.hand, *facts.board, *facts.dealer, *facts.seen} <= seen


def test_a_double_for_less_is_valued_between_the_amounts_that_are_shown():
    round, ask = next(
        (round, ask)
        for round, ask in decisions("pure-21.5-blackjack", range(30))
        if any(round.view("1").stake(ask.spot, name) > 300 for name in list(round.rules.wager)[:1])
        and any(each.action == "double" for each in ask.options)
    )
    found = evaluate(round, ask.spot)
    low, high = sorted((each for each in found.options if each.action == "double"), key=lambda each: each.amount)
    middle = chosen(found, "double", (low.amount + high.amount) // 2)
    share = Fraction(middle.amount - low.amount, high.amount - low.amount)
    assert middle.value == low.value + share * (high.value - low.value)
    assert chosen(found, "double", high.amount) == high


def test_a_question_before_the_deal_has_no_advice():
    round = cardroom.game("heads-up-holdem").round(1, seed=1)
    with pytest.raises(InputError, match="no cards yet"):
        ask_coach(round.view("1"))
    poker = cardroom.game("texas-holdem").round(2, seed=1)
    with pytest.raises(InputError, match="not known"):
        ask_coach(poker.view(poker.spot(poker.ask.spot).bettor))


def test_small_costs_are_said_as_such():
    assert (money(0.0), money(0.3), money(-250.0)) == ("$0", "less than a cent", "$2.50")
