"""What a jackpot is worth, against the lab's own figures, counts that anybody can make, and a meter that is played."""

from fractions import Fraction
from random import Random

import pytest

import cardroom
from cardroom.analysis.jackpots import jackpot_odds
from cardroom.errors import Mistaken

OFTEN = """
extends = "brook"
[jackpot.galaxy]
rule = "progressive"
rate = "20%"
reserve = "1%"
morning = "0%"
seed = "$50"
[pay.galaxy.lines]
"royal flush" = "100% of the meter"
"flush" = "100% of the meter"
"three of a kind" = "25% of the meter"
"pair" = "1 for 1"
"""


def test_the_galaxy_jackpot_is_won_by_four_deals_of_2598960():
    (galaxy,) = jackpot_odds(cardroom.game("four-card-frenzy").rules)
    assert galaxy.hit == galaxy.whole == Fraction(4, 2_598_960)
    fixed = 36 * 200 + 624 * 150 + 3_744 * 50 + 5_108 * 15 + 10_200 * 7 + 54_912 * 4  # hands of five cards
    assert galaxy.fixed == Fraction(fixed, 2_598_960)
    assert galaxy.usual_win == 250_000 + 50 * 649_740
    even = galaxy.report.break_even_meter
    assert galaxy.fixed + galaxy.whole * even / 500 == 1


def test_the_brooks_two_games_are_worth_the_same():
    one, two = (jackpot_odds(cardroom.game(slug).rules)[0] for slug in ("four-card-frenzy", "heads-up-holdem"))
    assert (one.long_run, one.whole) == (two.long_run, two.whole)
    chances = [{line.line: each.probability(line) for line in each.lines} for each in (one, two)]
    assert chances[0] == chances[1]


def test_two_sensors_are_each_said_with_their_own_seed_and_rate():
    house = {"jackpot_type": "progressive", "jackpot_seed": "$1,000", "jackpot_rate": 20, "second_jackpot": True}
    house |= {"second_jackpot_seed": "$700", "second_jackpot_rate": 25}
    one, two = jackpot_odds(cardroom.game("heads-up-holdem", rules="washington", **house).rules)
    seeds = [(each.jackpot.seed, each.grows) for each in (one, two)]
    assert seeds == [(100_000, Fraction(1, 5)), (70_000, Fraction(1, 4))]


def test_a_meter_that_is_played_returns_what_is_said_of_the_long_run(own_game):
    (odds,) = jackpot_odds(own_game("four-card-frenzy", OFTEN).rules)
    rng, meter, paid, wagers = Random(1), Fraction(5_000), 0.0, 300_000
    lines = [(line, float(odds.probability(line))) for line in odds.lines]
    for _ in range(wagers):
        meter = float(meter) + 500 * 0.2
        at = rng.random()
        for line, chance in lines:
            if (at := at - chance) < 0:
                paid += meter * float(line.meter) if line.meter else 500 * float(1 + line.net)
                meter = 5_000 if line.meter == 1 else meter * float(1 - line.meter)
                break
    assert paid / (500 * wagers) == pytest.approx(float(odds.long_run), rel=0.02)


def test_a_layout_without_a_jackpot_says_so():
    with pytest.raises(Mistaken, match="there is no jackpot on the layout"):
        jackpot_odds(cardroom.game("heads-up-holdem", rules="wpt").rules)
