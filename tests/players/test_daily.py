"""The daily deal, ratings and repetition: what follows from a seed, from results, and from days."""

from fractions import Fraction

import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import Evaluation, OptionValue
from cardroom.players.daily import DAILY, close_call, daily_candidates, daily_games
from cardroom.players.ratings import NEW, Rating, rated, rested
from cardroom.players.repetition import BOXES, next_box, run_of
from cardroom.players.trainer import next_drill

QUICK = [cardroom.game(each) for each in ("three-card-poker-6-card-bonus", "four-card-frenzy")]


def valued(*values):
    options = tuple(OptionValue(str(at), Fraction(value)) for at, value in enumerate(values))
    return Evaluation("game", "Game", "set", "", "Ante", 500, options, "")


def test_a_seed_gives_the_same_decisions_and_another_seed_gives_others():
    def cards(seed):
        return [[each.decision.facts.hand for each in several] for several in daily_candidates(seed, QUICK)]

    assert cards("monday") == cards("monday")
    assert cards("monday") != cards("tuesday")


def test_every_decision_is_played_for_five_dollars():
    assert {each.decision.facts.stake for several in daily_candidates("monday", QUICK) for each in several} == {500}


def test_five_decisions_are_of_five_games():
    games = [each[0].round.rules.game for each in daily_candidates("monday")]
    assert len(set(games)) == 5
    assert set(games) <= {each.slug for each in daily_games()}


def test_the_trainer_deals_other_cards_for_the_seed_of_a_day():
    drill = daily_candidates("monday", QUICK)[0][0]
    game = cardroom.game(drill.round.rules.game)
    assert next_drill(game, drill.seed, drill.answers, DAILY).view.hand("1") == drill.view.hand("1")
    assert next_drill(game, drill.seed, drill.answers).view.hand("1") != drill.view.hand("1")


@pytest.mark.parametrize(
    ("margins", "chosen"), [(("1", "1/4", "1/10"), 1), (("2", "1", "3"), 1), (("0", "0"), 0), (("0", "3"), 1)]
)
def test_a_close_decision_is_chosen(margins, chosen):
    assert close_call([valued(0, -Fraction(each)) for each in margins]) == chosen


def test_the_example_of_the_glicko_2_paper():
    games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    after = rated(Rating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_right_answer_raises_the_player_and_lowers_the_puzzle():
    player, puzzle = rated(NEW, [(NEW, 1)]), rated(NEW, [(NEW, 0)])
    assert player.rating - 1500 == pytest.approx(1500 - puzzle.rating)
    assert player.rating > 1600
    assert rated(player, []).deviation == rested(player, 1).deviation > player.deviation


def test_a_mistake_goes_through_all_boxes_and_leaves():
    box, waits = 0, []
    while box is not None:
        waits.append(BOXES[box])
        box = next_box(box, right=True)
    assert waits == [0, 1, 3, 7, 30]


@pytest.mark.parametrize(
    ("played", "today", "days", "best"),
    [
        ((), 10, 0, 0),
        (range(1, 11), 10, 10, 10),
        (range(1, 10), 10, 9, 9),  # today is open
        ((1, 2, 4, 5), 5, 4, 4),  # one day off
        ((1, 2, 4, 6, 7), 7, 2, 3),  # a second day off within a week
        ((1, 2, *range(4, 10), 11), 11, 9, 9),  # the next one after more than a week
        ((1, 2, *range(4, 10), 11), 12, 9, 9),  # today is open
        ((1, 2, 3), 6, 0, 3),  # two days missed
        ((1, 2, 3), 5, 3, 3),  # yesterday was free
        ((5,), 400, 0, 1),
    ],
)
def test_one_day_off_a_week_is_free_and_the_best_run_stays(played, today, days, best):
    run = run_of(set(played), today)
    assert (run.days, run.best) == (days, best)
