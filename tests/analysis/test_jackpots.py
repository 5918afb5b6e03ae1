"""The value of a jackpot, compared with the lab's figures, simple counts, and a simulated meter."""

from fractions import Fraction
from random import Random

import pytest

import cardroom
from cardroom.analysis.bankroll.jackpots import jackpot_odds
from cardroom.errors import InputError

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


def test_two_sensors_have_their_own_seeds_and_rates():
    house = {"jackpot_type": "progressive", "jackpot_seed": "$1,000", "jackpot_rate": 20, "second_jackpot": True}
    house |= {"second_jackpot_seed": "$700", "second_jackpot_rate": 25}
    one, two = jackpot_odds(cardroom.game("heads-up-holdem", rules="washington", **house).rules)
    seeds = [(each.jackpot.seed, each.grows) for each in (one, two)]
    assert seeds == [(100_000, Fraction(1, 5)), (70_000, Fraction(1, 4))]


def played(odds, wagers=300_000):
    """The simulated return of a meter over a number of wagers: paid from the meter, and made up by the house."""
    rng, seed, stake = Random(1), odds.jackpot.seed, odds.report.stake
    meter, paid, made_up = float(seed), 0.0, 0.0
    lines = [(line, float(odds.probability(line)), float(line.meter)) for line in odds.lines]
    for _ in range(wagers):
        meter += stake * float(odds.jackpot.rate)
        at = rng.random()
        for line, chance, share in lines:
            if (at := at - chance) < 0:
                paid += meter * share if share else stake * float(1 + line.net)
                made_up += max(0.0, stake - meter * share) if share else 0.0
                meter = seed if share == 1 else meter * (1 - share)
                break
    return paid / (stake * wagers), made_up / (stake * wagers)


@pytest.mark.proof
def test_a_simulated_meter_returns_the_long_run_figure(own_game):
    (odds,) = jackpot_odds(own_game("four-card-frenzy", OFTEN).rules)
    assert played(odds)[0] == pytest.approx(float(odds.long_run), rel=0.02)


def test_the_houses_supplement_to_small_shares_is_computed(own_game):
    text = OFTEN.replace("$50", "$12").replace('rate = "20%"', 'rate = "2%"')
    (odds,) = jackpot_odds(own_game("four-card-frenzy", text, top_up_shares=True).rules)
    three = Fraction(54_912, 2_598_960)  # hands of five cards
    assert odds.made_up(Fraction(1_200)) == three * (1 - Fraction(300, 500))
    assert odds.made_up_at_most == three * (1 - Fraction(1, 4) * Fraction(1, 50)) + odds.whole * (1 - Fraction(1, 50))
    paid, made_up = played(odds, 100_000)
    assert paid == pytest.approx(float(odds.long_run), rel=0.02), "beside what the meter pays"
    assert odds.made_up_at_most / 10 < made_up < odds.made_up_at_most
    (plain,) = jackpot_odds(own_game("four-card-frenzy", text).rules)
    assert plain.made_up_at_most == 0, "a share pays its percentage alone unless the house tops it up"
    (galaxy,) = jackpot_odds(cardroom.game("four-card-frenzy", top_up_shares=True).rules)
    assert galaxy.made_up_at_most == 0, "a meter of which nothing but all is won is never below its seed"


def test_a_meter_breaks_even_where_the_house_makes_up_shares_too(own_game):
    """Compared with the return at that seed, counted hand by hand."""
    text = OFTEN.replace('"pair" = "1 for 1"', '"pair" = "1.7 for 1"').replace("25%", "1%")
    (odds,) = jackpot_odds(own_game("four-card-frenzy", text, top_up_shares=True).rules)
    even = odds.report.break_even_meter
    assert 0 < even < 500 * 100, "where one percent of the meter is less than the wager"
    at = own_game("four-card-frenzy", text.replace("$50", f"${int(even) / 100}"), top_up_shares=True)
    (there,) = jackpot_odds(at.rules)
    assert abs(there.report.edge) < Fraction(1, 10**5)


def test_a_layout_without_a_jackpot_is_refused():
    with pytest.raises(InputError, match="there is no jackpot on the layout"):
        jackpot_odds(cardroom.game("heads-up-holdem", rules="wpt").rules)
