"""`cardroom strategy`: the card of a strategy of few lines, with exact costs, and clear refusals."""

import json
from fractions import Fraction

import cardroom
from cardroom.analysis import analyze
from cli.command import GAME, mistake, run


def test_a_card_has_its_lines_their_exact_cost_and_the_words_that_need_it() -> None:
    output = " ".join(run("strategy", GAME, "--lines", "2").stdout.split())
    assert "2 lines: edge 1.8022 % of the Ante; the best play has 1.8022 %. The lines cost 0.0000 %." in output
    assert "1. Play with at least the dealer's card and a 9" in output
    assert "2. Play with anything if the dealer shows a jack or lower Otherwise fold" in output
    assert "At least the dealer's card: a pair or better, a card higher than the dealer's" in output


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
