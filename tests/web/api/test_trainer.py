"""The trainer over HTTP: drills are dealt by seed, and answers are valued exactly."""

from fractions import Fraction

import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import evaluate_decision
from cardroom.players.trainer import DrillAnswer, next_drill
from support.browser import Browser

UTH = "/api/v1/trainer/ultimate-texas-holdem/500-club"


@pytest.fixture(scope="module")
def visitor(door):
    one = Browser(door)
    one.http.timeout = 300  # what values need may have to be compiled first
    return one


def test_games_with_exact_values_are_listed_with_their_kinds(visitor):
    listed = visitor.get("/api/v1/trainer").json()
    assert {each["game"] for each in listed} >= {"heads-up-holdem", "pure-21.5-blackjack", "face-up-pai-gow-poker"}
    assert not [each for each in listed if each["game"] == "texas-holdem"]
    assert visitor.get("/api/v1/games/razz/500-club").json()["trainer"] is False
    assert {each["game"] for each in visitor.get("/api/v1/games").json() if each["trainer"]} == {
        each["game"] for each in listed
    }


def test_a_drill_is_valued_as_evaluate_values_it(visitor):
    drill = visitor.post(f"{UTH}/deal", kind="On the flop").json()
    assert drill["kind"] == "On the flop"
    assert [each["action"] for each in drill["answers"]] == ["check"]
    way = {"seed": drill["seed"], "answers": drill["answers"]}
    again = visitor.post(f"{UTH}/deal", **way).json()
    assert again["picture"] == drill["picture"], "the same seed and answers are the same drill"
    verdict = visitor.post(f"{UTH}/answer", **way, action="fold").json()
    game = cardroom.game("ultimate-texas-holdem", "500-club")
    answers = [DrillAnswer(each["action"], each["value"]) for each in drill["answers"]]
    found = evaluate_decision(next_drill(game, drill["seed"], answers).decision)
    assert [Fraction(each["exact"]) for each in verdict["advice"]["options"]] == [each.value for each in found.options]
    assert Fraction(verdict["yours"]["exact"]) == -2
    values = visitor.post(f"{UTH}/answer", **way).json()
    assert values["yours"] is None
    assert values["advice"] == verdict["advice"]
    answers = [*drill["answers"], {"action": "fold"}]
    after = visitor.post(f"{UTH}/deal", seed=drill["seed"], answers=answers, kind="On the flop").json()
    assert after["seed"] != drill["seed"], "the round is over, so a new one is dealt"


def test_a_drill_shows_only_what_a_player_sees(visitor):
    drill = visitor.post(f"{UTH}/deal").json()
    dealer = [each for each in drill["picture"]["spreads"] if each.get("dealer")]
    assert all(set(each["cards"]) == {53} for each in dealer)
    assert drill["picture"]["viewer"] == "You"


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/api/v1/trainer/razz/500-club/deal", {}, 409),
        ("/api/v1/trainer/snap/x/deal", {}, 404),
        (f"{UTH}/deal", {"kind": "Pairs"}, 409),
        (f"{UTH}/deal", {"seed": "x" * 100}, 400),
        (f"{UTH}/deal", {"seed": "abc", "answers": [{"action": "hit"}]}, 409),
        (f"{UTH}/answer", {"seed": "abc", "action": "hit"}, 409),
        (f"{UTH}/answer", {"seed": "abc", "action": "play", "value": {"a": [1]}}, 409),
        (f"{UTH}/answer", {"seed": "abc", "answers": [{"action": "play", "value": 2000}]}, 409),
    ],
)
def test_impossible_requests_are_refused_with_a_reason(visitor, path, fields, status):
    refused = visitor.post(path, **fields)
    assert refused.status_code == status, refused.text
    assert refused.json()["detail"]
