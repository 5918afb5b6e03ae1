"""Whole cents and exact odds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.money import Odds, cents, dollars, odds


@given(st.integers(0, 10**12))
def test_amounts_read_back_as_they_are_printed(amount):
    assert cents(dollars(amount)) == amount


@pytest.mark.parametrize(
    "text", ["", "five", "1.234", "-5", "$", "1,00", "5 $", "1e3", "٥", "nan", "0x10", "9" * 400, "1\n2"]
)
def test_invalid_amounts_are_rejected_with_an_example(text):
    with pytest.raises(ValueError, match="write dollars like"):
        cents(text)


@pytest.mark.parametrize("text", ["", "3", "3 to 0", "to 1", "-3 to 1", "3 to 2 to 1", "x for 1"])
def test_invalid_odds_are_rejected_with_examples(text):
    with pytest.raises(ValueError, match='write them like "3 to 2"'):
        odds(text)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("110% of the meter", "at most 100% of the meter is possible"),
        ("999,999,999,999,999,999,999 to 1", "up to 1,000,000,000 to 1"),
        ("1 to 999999999999", "range is 1 to 10,000"),
        ("999999999999 points", "at most 1,000,000,000 points"),
    ],
)
def test_odds_out_of_bounds_are_refused_with_the_bound(text, bound):
    with pytest.raises(ValueError, match=bound):
        odds(text)


@pytest.mark.parametrize(
    "text",
    ["1 to 1", "3 to 2", "1,000 to 1", "200,000 to 1", "25 for 1", "10% of the meter", "1/2% of the meter", "$50"],
)
def test_odds_read_back_as_they_are_printed(text):
    if text.startswith("1/2"):
        half = Odds("meter", 1, 200)
        assert str(half) == text
    else:
        assert str(odds(text)) == text


@given(st.integers(1, 10**7), st.integers(0, 10**4), st.integers(1, 100))
def test_payoffs_round_down_and_report_the_breakage(stake, num, den):
    paid, breakage = odds(f"{num} to {den}").pay(stake)
    assert paid + breakage == Fraction(num, den) * stake
    assert 0 <= breakage < 1


@given(st.integers(1, 10**7), st.integers(1, 10**4))
def test_to_one_leaves_the_wager_and_for_one_keeps_it(stake, times):
    assert odds(f"{times} to 1").net(stake) - odds(f"{times} for 1").net(stake) == stake


def test_a_jackpot_share_is_of_the_meter_whatever_was_wagered():
    assert odds("10% of the meter").pay(500, meter=123_456) == (12_345, Fraction(3, 5))
    assert odds("$50").pay(500) == (5_000, 0)
    with pytest.raises(ValueError, match="does not scale"):
        _ = odds("$50").unit
