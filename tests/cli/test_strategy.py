"""`cardroom strategy`, and the strategies of few lines in the simulation and the trainer."""

import json
from fractions import Fraction

import cardroom
from cardroom.analysis import analyze
from cli.command import GAME, mistake, run


def test_a_card_of_two_lines_with_its_cost() -> None:
    output = " ".join(run("strategy", GAME, "--lines", "2").stdout.split())
    for words in (
        "2 lines: edge 1.8022 % of the Ante; the best play has 1.8022 %.",
        "1. Play with the dealer's card with a 9 or better",
        "2. Play with anything if the dealer shows a jack or lower",
        "Otherwise fold",
        "The dealer's card with: your hand is above the dealer's card, or",
        "Better lines may exist",
    ):
        assert words in output
    data = json.loads(run("strategy", GAME, "--lines", "1", "--json").stdout)
    assert len(data["lines"]) == 1
    assert data["cost"] == data["costs"][0]


def test_lines_are_simulated_and_trained() -> None:
    output = run("simulate", GAME, "--strategy", "1-lines", "--rounds", "2000", "--seed", "chips").stdout
    assert "2,000 rounds, compiled; strategy 1-lines, seed chips" in output
    output = run("train", GAME, "--lines", "2", "--seed", "4", given="f\nq\n").stdout
    assert "The lines say: play" in output


def test_json_has_the_costs_of_all_numbers_of_lines() -> None:
    value = json.loads(run("strategy", GAME, "--lines", "1", "--json").stdout)
    best, edge = (Fraction(value[name]["exact"]) for name in ("best_edge", "edge"))
    assert best == analyze(cardroom.game(GAME)).wager("ante").edge
    assert [Fraction(each["exact"]) for each in value["costs"][:3]] == [edge - best, 0, 0]
    assert edge > best
    [line] = value["lines"]
    assert line["words"].startswith("play with ")


def test_mistakes_are_refused_before_anything_is_searched() -> None:
    assert "They are known for four-card-frenzy, heads-up-holdem" in mistake("strategy", "ez-baccarat")
    assert "--lines 13: write at most 12." in mistake("strategy", "ultimate-texas-holdem", "--lines", "13")
    assert "--lines 13: write at most 12." in mistake("train", "ultimate-texas-holdem", "--lines", "13")
    assert "0 lines: choose 1 to 12" in mistake("simulate", "ultimate-texas-holdem", "--strategy", "0-lines")
