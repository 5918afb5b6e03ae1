"""The review of rounds: values are those of evaluate, and the parts of a result add up to the cent."""

from fractions import Fraction
from random import Random

import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import evaluate
from cardroom.play.round.events import Settled
from cardroom.play.round.procedures import base_wagers
from cardroom.players import play_round, random_legal, table_bots
from cardroom.players.review import WagerFigure, review_round

GAMES = ("heads-up-holdem", "ultimate-texas-holdem", "four-card-frenzy", "three-card-poker-6-card-bonus")
FIGURES = {"ante": WagerFigure(Fraction(1, 50), 4.0), "trips": WagerFigure(Fraction(1, 30), 3.0)}


def finished(slug, seed):
    """A round in which the first seat plays at random, and the way to replay it."""
    game = cardroom.game(slug)
    seats = 2 if game.rules.bank is None else 3
    round = game.round(seats, seed=seed)
    bots = table_bots(game.rules, [*round.stacks]) | {"1": random_legal}
    play_round(round, bots, Random(seed))

    def steps():
        again = game.round(seats, seed=seed)
        yield again
        for answer in round.answers:
            again.play([answer])
            yield again

    return round, steps


@pytest.mark.parametrize("slug", GAMES)
def test_the_parts_of_a_result_add_up_and_luck_is_what_the_cards_did(slug):
    reviewed = 0
    for seed in range(12):
        round, steps = finished(slug, seed)
        review = review_round(steps(), round.answers, "1", FIGURES)
        assert review.net == round.net["1"]
        if review.luck is None:
            assert review.why
            continue
        assert review.best - review.cost + review.luck + review.rest == pytest.approx(review.net, abs=0.01)
        assert review.cost == pytest.approx(sum(each.yours.cost for each in review.decisions), abs=0.01)
        # Step by step: from what was expected to the first best value, from each choice to the next best value, and
        # from the last choice to the result of the base game.
        decisions = review.decisions
        settled = [each for each in round.events if isinstance(each, Settled) and each.spot == "1"]
        base = [each.net for each in settled if each.wager in base_wagers(round.rules)]
        if decisions and "trips" not in {each.wager for each in settled}:
            stake = decisions[0].advice.stake
            worth, luck = -float(FIGURES["ante"].edge) * stake, 0.0
            for each in decisions:
                luck += each.advice.options[0].cents - worth
                worth = each.yours.cents
            luck += sum(base) - worth
            assert review.luck == pytest.approx(luck, abs=0.02)
        reviewed += bool(decisions)
    assert reviewed >= 2


@pytest.mark.parametrize("slug", [*GAMES, "face-up-pai-gow-poker", "pure-21.5-blackjack"])
def test_each_decision_has_the_values_of_evaluate(slug):
    round, steps = finished(slug, 5)
    review = review_round(steps(), round.answers, "1", {})
    for each in review.decisions:
        at = next(step for number, step in enumerate(steps()) if number == each.answers)
        found = evaluate(at.view("1"), each.advice.spot)
        assert [Fraction(option.exact) for option in each.advice.options] == [option.value for option in found.options]
        assert each.yours.action == round.answers[each.answers].action
        assert each.hand == tuple(at.view("1").hand(each.advice.spot))
    assert review.luck is None, "without an exact edge, luck is not told"


def test_doubled_and_split_hands_are_reviewed_by_their_first_wager():
    figures = {"wager": WagerFigure(Fraction(1, 50), 1.0)}
    seen = set()
    for seed in (13, 40):
        round, steps = finished("pure-21.5-blackjack", seed)
        review = review_round(steps(), round.answers, "1", figures)
        mine = [each for each in round.answers if round.spot(each.spot).bettor == "1"]
        wager = next(each.value["wager"] for each in mine if each.action == "bet")
        assert review.best == -wager / 50
        assert review.deviation == wager
        assert review.best - review.cost + review.luck + review.rest == pytest.approx(review.net, abs=0.01)
        seen |= {each.action for each in mine}
    assert {"double", "split"} <= seen


def test_rounds_without_exact_values_say_why():
    round, steps = finished("texas-holdem", 1)
    review = review_round(steps(), round.answers, "1", {})
    assert (review.decisions, review.luck, review.rest) == ((), None, review.net)
    assert "no exact values" in review.why
