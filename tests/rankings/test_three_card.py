"""Three-card hands (500 Club, Three Card Poker 6 Card Bonus, Card Values and Hand Rankings)."""

from itertools import combinations

import numpy as np
import pytest

from cardroom.rankings import categories, describe, rank, rank_many, ranking
from cardroom.rankings.base import numbering
from cardroom.rankings.three_card import THREE_CARD
from rankings.hands import check_order, check_scalar_is_batch, check_suits_are_equal, every


def test_counts_over_all_22100_hands():
    counts = np.bincount(rank_many("three-card", every(3)))
    totals = dict.fromkeys(categories("three-card"), 0)
    for key, count in zip(numbering(ranking("three-card"))[0], counts[1:].tolist(), strict=True):
        totals[categories("three-card")[key[0]]] += count
    assert totals == {
        "high card": 16440,
        "pair": 3744,
        "flush": 1096,
        "straight": 720,
        "three of a kind": 52,
        "straight flush": 44,
        "mini royal flush": 4,
    }
    assert counts[1:].min() > 0  # every int occurs


def test_a_2_3_is_the_lowest_straight_and_a_k_q_suited_the_mini_royal():
    assert rank("three-card", "As 2d 3c") < rank("three-card", "2s 3d 4c") < rank("three-card", "As Kd Qc")
    assert describe("three-card", "As 2d 3c") == "Straight, three high"
    assert describe("three-card", "Ks As 2d") == "Ace high, K-2"  # no straight wraps around
    assert describe("three-card", "As Ks Qs") == "Mini royal flush"


def test_a_straight_beats_a_flush():
    assert rank("three-card", "As Ks Js") < rank("three-card", "As 2d 3c") < rank("three-card", "2s 2d 2c")


def test_order_scalar_and_suits():
    check_order("three-card")
    check_scalar_is_batch("three-card", every(3)[::7])
    check_suits_are_equal("three-card", every(3))


@pytest.mark.parametrize(
    ("cards", "why"),
    [("As Ks", "judges 3 cards, not 2"), ("As Ks Ks", "Ks appears twice"), ("As Ks Jk", "has no card Jk")],
)
def test_refusals(cards, why):
    with pytest.raises(ValueError, match=why):
        rank("three-card", cards)


def test_cached_results_and_errors_equal_the_definitions():
    ordered, places = numbering(THREE_CARD)
    assert len(ordered) == 741
    for hand in combinations(range(0, 52, 3), 3):
        for cards in (hand, list(reversed(hand)), set(hand), np.array(hand, np.uint8), iter(hand)):
            assert rank("three-card", cards) == places[THREE_CARD.key(hand)]
    for cards in ([5, 5, 9], [5, 9], [5, 6, 7, 8], [5, 6, 52], [5, 6, 99], "As As Kd", []):
        with pytest.raises(ValueError, match=r"."):
            rank("three-card", cards)
