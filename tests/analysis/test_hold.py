"""Intervals of hold: against binomial sums, against exact convolution in fractions, and by their types."""

from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist

import pytest

import cardroom
from cardroom.analysis import WagerOutcome, WagerReport
from cardroom.analysis.bankroll import hold_intervals
from cardroom.analysis.report import Rounded
from cardroom.analysis.store import report_in_force

LEVEL = Fraction(95, 100)


def wager(**nets):
    """A wager with these counts by net result."""
    rows = [WagerOutcome(name, Fraction(net), count) for name, (net, count) in nets.items()]
    return WagerReport("any", "Any", "Any", tuple(rows))


def sums(report, rounds):
    """The distribution of the player's total after some rounds, in fractions."""
    now = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after = {}
        for before, share in now.items():
            for net, chance in report.distribution.items():
                after[before + net] = after.get(before + net, 0) + share * chance
        now = after
    return now


def counted(spread, rounds, level):
    """The lowest and the highest hold by definition: the totals that are not exceeded with these probabilities."""
    ends = []
    for wanted in (1 - (1 - level) / 2, (1 - level) / 2):
        up_to = Fraction(0)
        for total in sorted(spread):
            up_to += spread[total]
            if up_to >= wanted:
                ends.append(-total / rounds)
                break
    return tuple(ends)


@pytest.mark.parametrize("rounds", [100, 400])
def test_a_coin_is_counted_as_binomial_coefficients_are(rounds):
    [found] = hold_intervals(wager(heads=(1, 18), tails=(-1, 20)), [rounds], [LEVEL])
    spread = {
        Fraction(2 * heads - rounds): Fraction(comb(rounds, heads) * 18**heads * 20 ** (rounds - heads), 38**rounds)
        for heads in range(rounds + 1)
    }
    assert found.exact == counted(spread, rounds, LEVEL)
    low, high = (end.value for end in found.normal)
    inside = sum(share for total, share in spread.items() if low <= -total / rounds <= high)
    assert abs(found.probability.value - float(inside)) <= found.probability.error < 1e-6


@pytest.mark.parametrize(
    ("slug", "name"), [("ez-baccarat", "dragon-7"), ("three-card-poker-6-card-bonus", "pair-plus")]
)
@pytest.mark.parametrize("rounds", [2, 6])
def test_a_wager_of_few_rounds_is_counted_as_fractions_are(slug, name, rounds):
    report = report_in_force(cardroom.game(slug)).wager(name)
    spread = sums(report, rounds)
    [found] = hold_intervals(report, [rounds], [LEVEL])
    assert found.exact == counted(spread, rounds, LEVEL)
    low, high = (end.value for end in found.normal)
    inside = sum(share for total, share in spread.items() if low <= -total / rounds <= high)
    assert abs(found.probability.value - float(inside)) <= found.probability.error


def test_the_normal_approximation_gets_better_with_more_rounds_and_says_how_good_it_is():
    """Dragon 7 pays 40 to 1: after 100 rounds the approximation is far off, after a million it is not."""
    report = report_in_force(cardroom.game("ez-baccarat")).wager("dragon-7")
    few, many = hold_intervals(report, [100, 1_000_000], [LEVEL])
    assert abs(few.probability.value - 0.95) > 0.02
    assert abs(many.probability.value - 0.95) < 0.0002
    width = NormalDist().inv_cdf(0.975) * sqrt(report.variance / 10**6)
    for end, sign in zip(many.normal, (-1, 1), strict=True):
        assert abs(end.value - (float(report.edge) + sign * width)) <= end.error
    for one, other in zip(many.normal, many.exact, strict=True):
        assert abs(one.value - float(other)) < 1e-4


def test_an_interval_is_exact_rounded_or_not_counted_by_its_type():
    report = wager(wins=(1, 1), loses=(-1, 1))
    [found] = hold_intervals(report, [10], [LEVEL])
    assert all(isinstance(end, Rounded) for end in found.normal)
    assert all(isinstance(end, Fraction) for end in found.exact)
    shown = found.to_dict()
    assert shown["counted"][0].keys() == {"exact", "decimal"}
    assert shown["normal"][0].keys() == shown["probability"].keys() == {"decimal", "error_at_most"}


def test_a_quantile_that_rounding_could_change_is_rounded():
    """After two throws of a fair coin, a quarter is the probability of two tails exactly."""
    [found] = hold_intervals(wager(wins=(1, 1), loses=(-1, 1)), [2], [Fraction(1, 2)])
    assert {type(end) for end in found.exact} == {Rounded}
    assert all(abs(float(end) - exact) <= end.error for end, exact in zip(found.exact, (0, 1), strict=True))


def test_a_jackpot_with_too_many_results_is_not_counted():
    report = wager(wins=(Fraction(10**9 + 7, 1000), 1), loses=(-1, 10**7))
    [found] = hold_intervals(report, [1_000_000], [LEVEL])
    assert found.probability is None
    assert found.exact is None
    assert found.to_dict()["counted"] is None
