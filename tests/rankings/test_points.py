"""Baccarat points and blackjack totals (500 Club, EZ Baccarat, Pure 21.5 Blackjack, Pure Spanish 21.5)."""

from fractions import Fraction
from itertools import product

import pytest

from cardroom.cards import RANKS, parse
from cardroom.rankings.points import (
    Total,
    baccarat_points,
    blackjack_total,
    dealt_total,
    is_natural,
    is_pure,
    is_three_eights,
    red_run,
)


@pytest.mark.parametrize(
    ("cards", "points"),
    [("Ks Qd", 0), ("As Td", 1), ("9s Jd", 9), ("9s 9d", 8), ("5s 5d", 0), ("7s 8d 9c", 4), ("As As As", 3)],
)
def test_only_the_last_digit_counts(cards, points):
    assert baccarat_points(parse(cards)) == points


def test_every_two_cards_of_baccarat():
    values = dict(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True))
    for one, other in product(RANKS, repeat=2):
        assert baccarat_points(parse([one + "s", other + "d"])) == (values[one] + values[other]) % 10


def test_a_natural_is_eight_or_nine_with_two_cards():
    assert is_natural(parse("Ks 8d"))
    assert is_natural(parse("As 8d"))
    assert not is_natural(parse("As 6d"))
    assert not is_natural(parse("As 6d As"))  # eight, but with three


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("As Kd", 21, True),
        ("As Ad", 12, True),
        ("As Ad As Ad", 14, True),
        ("As Ad 9c Kh", 21, False),
        ("As 6d", 17, True),
        ("As 6d Kc", 17, False),
        ("Ks Qd 2c", 22, False),
        ("8s 3d", 11, False),
        ("8s 3d Ac", 12, False),
        ("5s 5d Ac", 21, True),
    ],
)
def test_soft_and_hard_totals(cards, points, soft):
    assert blackjack_total(parse(cards)) == Total(points, soft)


def test_totals_by_trying_both_values_of_every_ace():
    for ranks in product("A259K", repeat=4):
        values = [[1, 11] if rank == "A" else [10 if rank == "K" else int(rank)] for rank in ranks]
        sums = sorted({sum(each) for each in product(*values)})
        best = max([total for total in sums if total <= 21], default=sums[0])
        total = blackjack_total(parse([rank + "s" for rank in ranks]))
        assert total.points == best
        assert total.soft == (best > sums[0])


def test_21_5_is_an_ace_and_a_bonus_card_as_first_two():
    for ten in "TJQK":
        assert dealt_total(parse([ten + "s", "Ad"])) == Total(21.5, True)
    assert Fraction(dealt_total(parse("As Kd")).points) == Fraction(43, 2)
    assert dealt_total(parse("As 5d 5c")) == Total(21, True)
    assert dealt_total(parse("As 9d")) == Total(20, True)
    assert blackjack_total(parse("As Kd")).points == 21  # after a split
    assert not is_pure(parse("Ks Kd"))
    assert dealt_total(parse("Ks Ad")) > dealt_total(parse("7s 7d 7c"))


def test_more_than_21_5_is_busted():
    assert not dealt_total(parse("As Kd")).busted
    assert not blackjack_total(parse("7s 7d 7c")).busted
    assert blackjack_total(parse("Ks Qd 2c")).busted


def test_three_eights_exactly():
    assert is_three_eights(parse("8s 8s 8d"))
    assert blackjack_total(parse("8s 8s 8d")).busted
    assert not is_three_eights(parse("8s 8d"))
    assert not is_three_eights(parse("8s 8d 8c 2c"))


@pytest.mark.parametrize(
    ("cards", "run"), [("5h 6d", 2), ("5s 6d 7d", 0), ("5h 6s 7d", 1), ("5h 6d 2h Kd 3s 4d", 4), ("", 0)]
)
def test_the_red_run_ends_with_a_black_card(cards, run):
    assert red_run(parse(cards)) == run
