"""`cardroom analyze --coverage`: the figures of `coverage_report`, as a table and as JSON."""

import json
from fractions import Fraction

import pytest

import cardroom
from cardroom.analysis.bankroll.coverage import coverage_report
from cardroom.analysis.report import estimates
from cli.command import mistake, run

THREE_SEATS = ("--bets", "player=100", "--bets", "player=100", "--bets", "player=100,tie=5")


def test_the_gain_by_seat_is_exact_in_baccarat():
    bets = [{"player": 10_000}, {"player": 10_000}, {"player": 10_000, "tie": 500}]
    report = coverage_report(cardroom.game("ez-baccarat", collection="1"), bets, 15_000)
    asked = ("analyze", "ez-baccarat", "--coverage", "150", *THREE_SEATS, "--set", "collection=1")
    value = json.loads(run(*asked, "--json").stdout)
    assert not any(estimates(value))
    assert [Fraction(seat["short"]["exact"]) for seat in value["seats"]] == [seat.short for seat in report.seats]
    assert [Fraction(seat["ample"]["exact"]) for seat in value["seats"]] == [seat.ample for seat in report.seats]
    assert [seat["bets"] for seat in value["seats"]] == bets
    assert Fraction(value["after_collection"]["short"]["exact"]) == report.after_collection[1]
    text = run(*asked).stdout
    assert "with a bank of $150" in text
    assert "-3.5281" in text, "the third seat plays for nothing, but its tie bet is taken"
    assert "after the fee of $3" in text


@pytest.mark.parametrize("game", ["three-card", "fortune"])
def test_other_games_are_simulated_with_errors(game):
    text = " ".join(run("analyze", game, "--coverage", "$12", "--rounds", "20").stdout.split())
    assert "20 simulated rounds" in text
    assert "Players decide by the best strategy." in text
    assert "seat 3" in text
    assert " +- " in text


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("heads-up-holdem", "--coverage", "100"), "heads-up-holdem has no player-dealer"),
        (("ez-baccarat", "--coverage", "0"), "write an amount above zero"),
        (("ez-baccarat", "--coverage", "100", "--bets", "pair=5"), "there is no wager 'pair'. Choose from player"),
        (("ez-baccarat", "--coverage", "100", "--bets", "player"), "write wagers and amounts"),
        (("ez-baccarat", "--coverage", "100", "--bets", "player=1"), "player takes $5 to"),
        (("ez-baccarat", "--coverage", "100", "--pace", "30"), "no other option"),
        (("ez-baccarat", "--bets", "player=10"), "need --coverage"),
    ],
)
def test_wrong_input_says_what_would_be_right(args, says):
    assert says in mistake("analyze", *args)
