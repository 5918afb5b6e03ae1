"""`cardroom evaluate`: the exact value of every option, for people and programs."""

import json
from fractions import Fraction

import pytest

from cli.command import GAME, mistake, run

UTH = "ultimate-texas-holdem"


def test_values_are_fractions_in_json_and_a_table_for_people() -> None:
    found = json.loads(run("evaluate", UTH, "--hand", "As 7d", "--board", "Kh 7c 2s", "--json").stdout)
    assert [(each["action"], each["amount"]) for each in found["options"]] == [
        ("play", 1000),
        ("check", 0),
        ("fold", 0),
    ]
    assert found["best"] == found["options"][0]
    assert [each["value"] for each in found["options"]] == ["16237/16215", "1349/2585", "-2/1"]
    for each in found["options"]:
        exact = Fraction(each["value"])
        assert each["decimal"] == pytest.approx(float(exact))
        assert Fraction(each["cents"]["exact"]) == exact * 500
        assert Fraction(each["cost"]["exact"]) == Fraction(16237, 16215) - exact
    output = " ".join(run("evaluate", UTH, "--hand", "As 7d", "--board", "Kh 7c 2s").stdout.split())
    assert "play $10 +1.001357 16237/16215" in output
    assert "On average, play $10 wins 1.0014 of the Ante; check costs 0.4795 more." in output
    assert "Pair of sevens, ace kicker: it wins 73.6 %" in output


def test_the_wager_and_the_chips_behind_decide_the_amounts() -> None:
    found = json.loads(run("evaluate", UTH, "--hand", "As 7d", "--wager", "$25", "--chips", "$80", "--json").stdout)
    assert {(each["action"], each["amount"]) for each in found["options"]} == {
        ("play", 7500),
        ("check", 0),
        ("fold", 0),
    }
    assert found["stake"] == 2500


def test_a_long_list_of_settings_is_cut_for_people() -> None:
    cards = ("--hand", "As Ah 7d 6c 2s 3s 9d", "--dealer", "Ks Kd 9h 8h 7h 2d 3d")
    output = run("evaluate", "face-up-pai-gow-poker", *cards).stdout
    assert "and 14 others; --json lists all" in output
    assert len(json.loads(run("evaluate", "face-up-pai-gow-poker", *cards, "--json").stdout)["options"]) == 22


def test_a_hand_of_21_is_valued_with_its_doubles_and_splits() -> None:
    found = json.loads(run("evaluate", "pure-21.5-blackjack", "--hand", "Ts 6d", "--dealer", "9s", "--json").stdout)
    assert [each["action"] for each in found["options"]] == ["surrender", "hit", "stand", "double", "double"]
    assert found["options"][0]["value"] == "-1/2"
    assert found["options"][1]["decimal"] == pytest.approx(-0.5045467508)
    spanish = ("evaluate", "pure-spanish-21.5", "--hand", "5s 6d 2c", "--dealer", "8c", "--doubled", "1")
    assert "rescue -1.000000 -1" in " ".join(run(*spanish).stdout.split())
    assert "nothing left to decide" in mistake("evaluate", "pure-21.5-blackjack", *spanish[2:])


def test_wrong_input_says_what_would_be_right() -> None:
    assert "razz: the values of its decisions are not known. Choose face-up" in mistake(
        "evaluate", "razz", "--hand", "As"
    )
    assert "--hand Zz: 'Zz' is not a card" in mistake("evaluate", UTH, "--hand", "Zz")
    assert "--wager x:" in mistake("evaluate", UTH, "--hand", "As Kd", "--wager", "x")
    assert "give known cards only" in mistake("evaluate", UTH, "--hand", "As ??")


def test_messages_name_the_option_to_change() -> None:
    for words, given in {
        "--dealer: give the dealer's exposed card, or --set exposed_card=off": (GAME, "--hand", "As Kd 2c"),
        "--hand: give 3 cards, not 2": (GAME, "--hand", "As Kd"),
        "--board: give 0, 3 or 5 cards, not 1": (UTH, "--hand", "As Kd", "--board", "2c"),
        "--dealer: give 1 card, not 0": ("pure-21.5-blackjack", "--hand", "As Kd"),
        "--doubled: after a double there is nothing left": (
            *("pure-21.5-blackjack", "--hand", "5s 6d 2c", "--dealer", "8c", "--doubled", "1"),
        ),
        "--wager: it must be above $0": (UTH, "--hand", "As Kd", "--wager", "0"),
    }.items():
        assert words in mistake("evaluate", *given)
