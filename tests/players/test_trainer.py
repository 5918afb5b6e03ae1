"""The trainer: drills follow from their seed, are of the wanted kind, and continue with the trainee's own decisions."""

import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import evaluate_decision
from cardroom.errors import InputError
from cardroom.players.coach import chosen, kinds
from cardroom.players.trainer import ME, DrillAnswer, deal_drill, next_drill, sample_decisions
from players.test_coach import GAMES


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_decision_can_be_practised(slug):
    game = cardroom.game(slug)
    for kind in kinds(game.rules):
        drill = deal_drill(game, "seven", kind)
        assert drill.kind == kind
        again = next_drill(game, drill.seed, drill.answers)
        assert again.decision == drill.decision, "the seed and the answers give the same decision again"
    assert len(sample_decisions(game)) == len(kinds(game.rules))


@pytest.mark.parametrize("slug", GAMES)
def test_only_base_wagers_are_made_so_that_the_values_leave_nothing_out(slug):
    drill = deal_drill(cardroom.game(slug), "nine")
    assert evaluate_decision(drill.decision).note == ""
    assert drill.round.view(ME).stack(ME) > 0


def test_a_round_goes_on_with_the_decisions_of_the_trainee():
    game = cardroom.game("ultimate-texas-holdem")
    first = next_drill(game, "abc", ())
    flop = next_drill(game, "abc", [DrillAnswer("check")])
    assert first.decision.facts.hand == flop.decision.facts.hand
    assert len(flop.decision.facts.board) == 3
    assert next_drill(game, "abc", [DrillAnswer("play", 4 * first.decision.facts.stake)]) is None


def test_impossible_drills_are_refused():
    game = cardroom.game("ultimate-texas-holdem")
    with pytest.raises(InputError, match="Choose one of: Before the flop"):
        deal_drill(game, "1", "Pairs")
    with pytest.raises(InputError, match="no trainer"):
        deal_drill(cardroom.game("razz"), "1")
    with pytest.raises(cardroom.CardroomError):
        next_drill(game, "abc", [DrillAnswer("hit")])
    with pytest.raises(InputError, match="at most"):
        next_drill(game, "abc", [DrillAnswer("check")] * 100)
    found = evaluate_decision(next_drill(game, "abc", ()).decision)
    with pytest.raises(InputError, match="not an option"):
        chosen(found, "hit", None)
