"""The front hand, fouls and clean sweeps (500 Club, Face-Up Chinese Poker)."""

import numpy as np
import pytest

from cardroom.cards import parse
from cardroom.rankings import describe, rank, rank_many
from cardroom.rankings.chinese import clean_sweep, fouls, is_flush, is_straight
from rankings.hands import check_order, check_scalar_is_batch, check_suits_are_equal, deals, every


def test_front_counts_over_all_22100_hands():
    values = rank_many("chinese-front", every(3))
    counts = np.bincount(values)[1:]
    assert [int(part.sum()) for part in np.split(counts, [286, 286 + 156])] == [18304, 3744, 52]


def test_straights_and_flushes_do_not_count_in_front():
    assert rank("chinese-front", "As Ks Qs") < rank("chinese-front", "2s 2d 3c") < rank("chinese-front", "2s 2d 2c")
    assert rank("chinese-front", "4s 3d 2c") == 1
    assert describe("chinese-front", "As Ks Qs") == "Ace high, K-Q"
    assert rank("chinese-front", "As Ah Ad") == 455


@pytest.mark.parametrize(
    ("front", "middle", "back", "foul"),
    [
        ("Qs Qd 2c", "Kc Kd 9s 7h 4d", "As Ah 8s 8h 3d", False),
        ("Ks Kd 2c", "Qc Qd 9s 7h 4d", "As Ah 8s 8h 3d", True),
        ("2s 2d 2c", "Kc Kd 9s 9h 4d", "As Ah Ac 8h 3d", True),  # three of a kind over two pair
        ("2s 2d 2c", "3c 3d 3s 9h 4d", "As Ah Ac 8h 3h", False),
        ("2s 3d 4c", "As Ah Ac 8h 3h", "5c 6d 7s 8d Td", True),
        ("As Kd Qc", "Ac Kh Qd 3s 2h", "5c 6d 7s 8d 9d", False),  # the same three, and two more
        ("2s 3d 4c", "As Ks Qs Js 9s", "Ah Kh Qh Jh 9h", False),  # equal flushes
    ],
)
def test_each_segment_must_rank_at_least_as_high_as_the_one_above(front, middle, back, foul):
    assert fouls(parse(front), parse(middle), parse(back)) is foul


@pytest.mark.parametrize(
    ("front", "middle", "back", "sweep"),
    [
        ("As 2s 3s", "4s 5s 6s 7s 8s", "9s Ts Js Qs Ks", "super dragon"),
        ("As Kd 3s", "4s 5s 6c 7s 8s", "9s Ts Js Qs 2s", "dragon"),
        ("2s 2d 3c", "3d 5s 5d 7s 7d", "9s 9d 9c 9h Ks", "six pairs"),  # four nines are two pairs
        ("2s 2d 2c", "3d 3s 5d 5s 7d", "7s 9s 9d Js Jd", "six pairs"),
        ("2s 3d 4c", "4d 5s 6d 7s 8d", "Ts Jd Qc Kh As", "three straights"),
        ("As 2d 3c", "Ad 2s 3d 4s 5d", "Ts Jd Qc Kh Ac", "three straights"),
        ("2s 7s Ks", "4d 5d 6d 9d Kd", "Tc Jc Qc 3c Ac", "three flushes"),
        ("2s 3s 4s", "4d 5d 6d 7d 8d", "Tc Jc Qc Kc Ac", "three straights"),
        ("2s 7s Kd", "4d 5d 6d 9d Qd", "Tc Jc Qc 3c Ac", None),
        ("Ks As 2d", "4d 5s 6d 7s 8d", "Ts Jd Qc Kh Ah", None),  # no straight wraps around
    ],
)
def test_clean_sweeps_as_set(front, middle, back, sweep):
    assert clean_sweep(parse(front), parse(middle), parse(back)) == sweep


def test_cards_in_the_wrong_segment_make_no_sweep():
    cards = parse("2s 3d 4c 4d 5s 6d 7s 8d Ts Jd Qc Kh As")
    assert clean_sweep(cards[:3], cards[3:8], cards[8:]) == "three straights"
    assert clean_sweep(cards[10:], cards[:5], cards[5:10]) is None


def test_order_scalar_and_suits():
    check_order("chinese-front")
    check_scalar_is_batch("chinese-front", deals(3, 2000))
    check_suits_are_equal("chinese-front", every(3))


def test_straight_and_flush_of_any_length():
    assert is_straight(parse("As Kd Qc")) is True
    assert is_straight(parse("As 2d 3c 4h 5s")) is True
    assert is_straight(parse("2s 2d 3c")) is False
    assert is_straight(parse("Qs Ks As 2d 3d")) is False
    assert is_flush(parse("As 2s 9s")) is True


@pytest.mark.parametrize(
    ("cards", "why"),
    [("As Ks", "judges 3 cards, not 2"), ("As Ks Jk", "has no card Jk"), ("As As 2d", "As appears twice")],
)
def test_refusals(cards, why):
    with pytest.raises(ValueError, match=why):
        rank("chinese-front", cards)
