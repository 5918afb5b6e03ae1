"""Who brings it in and who acts first (500 Club, Seven Card Stud, Razz, Mexican Poker, Badugi)."""

from itertools import pairwise

import numpy as np
import pytest

from cardroom.cards import JOKER, parse
from cardroom.rankings import describe, rank, rank_many, ranking
from rankings.hands import check_order, check_scalar_is_batch, check_suits_are_equal, deals, every


def in_order(name, *hands, joker=None):
    """Whether each hand is better than the one before."""
    values = [rank(name, hand, joker=joker) for hand in hands]
    return all(lower < higher for lower, higher in pairwise(values))


def test_the_lowest_door_card_brings_it_in_and_suits_break_ties():
    assert in_order("door", "2c", "2d", "2h", "2s", "3c", "Ks", "Ac", "As")
    assert min(range(52), key=lambda card: rank("door", [card])) == parse("2c")[0]


def test_in_razz_the_king_of_spades_brings_it_in():
    assert in_order("door-low", "Ks", "Kh", "Kd", "Kc", "Qs", "2c", "As", "Ac")
    assert rank("door-low", "Ks") == 1
    assert describe("door-low", "Ks") == "King of spades"


def test_the_highest_card_gets_the_button():
    assert describe("door", "As") == "Ace of spades"
    assert rank("door", "As") == 53
    assert in_order("door", "Ks", "Jk", "Ac")  # a joker is an ace, but has no suit


def test_showing_hands_have_no_straights_or_flushes():
    assert in_order("showing", "As Ks Qs Js", "2s 2d 4c 3h", "3s 3d 2c 2h", "2s 2d 2c 3h", "2s 2d 2c 2h")
    assert in_order("showing", "Ks Qd 2c", "Ks Qd 3c", "As 3d 2c", "2s 2d 3c")
    assert rank("showing", "As Kd") == rank("showing", "Ah Ks")
    assert describe("showing", "Ks Kd 7c") == "Pair of kings, 7"


def test_in_razz_the_best_low_showing_acts_first():
    assert in_order("showing-low", "Ks Kd", "As Ad", "Ks Qd", "3s 2d", "2s Ad")
    assert in_order(
        "showing-low", "2s 2d 2c 2h", "As Ad Ac Kh", "2s 2d Ac Ah", "Ks Kd 2c Ah", "Ks Qd Jc Th", "4s 3s 2s As"
    )
    assert describe("showing-low", "8s 4d Ac") == "8-4-A low"
    assert describe("showing-low", "As Ad 2c 2h") == "Two pair, twos and aces"


def test_in_mexican_poker_a_joker_dealt_up_shows_an_ace():
    assert rank("showing-mexican", "Jk", joker="up") == rank("showing-mexican", "As") == rank("showing-mexican", "Ac")
    assert describe("showing-mexican", "Jk As", joker="up") == "Pair of aces"
    assert describe("showing-mexican", "Jk Ks Kd", joker="up") == "Pair of kings, A"


def test_a_joker_dealt_down_and_turned_stays_wild():
    assert describe("showing-mexican", "Jk Ks Kd", joker="down") == "Three of a kind, kings"
    assert describe("showing-mexican", "Jk Ks 7d", joker="down") == "Pair of kings, 7"
    assert describe("showing-mexican", "Jk Ks Kd Kc", joker="down") == "Four of a kind, kings"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["showing", "showing-low"])
def test_order_scalar_and_suits(name):
    check_order(name)
    for size in (1, 2, 3, 4):
        check_scalar_is_batch(name, deals(size, 50))
        check_suits_are_equal(name, deals(size, 300))


def test_order_of_door_cards():
    for name in ("door", "door-low", "showing-mexican"):
        check_order(name)
    assert sorted(rank_many("door", every(1, range(53))).tolist()) == list(range(1, 54))
    assert sorted(rank_many("door-low", every(1)).tolist()) == list(range(1, 53))


def test_mexican_scalar_is_batch():
    deck = ranking("showing-mexican").deck
    for joker in ("up", "down"):
        hands = np.concatenate([deals(3, 100, deck=deck), [(JOKER, 0, 4)]]).astype(np.uint8)
        check_scalar_is_batch("showing-mexican", hands, joker=joker)


@pytest.mark.parametrize(
    ("name", "cards", "why"),
    [
        ("showing", "As Ks Qs Js Ts", "judges 1, 2, 3 or 4 cards, not 5"),
        ("showing", "As Jk", "has no card Jk"),
        ("door", "As Ks", "judges 1 cards, not 2"),
        ("door-low", "Jk", "has no card Jk"),
        ("showing-mexican", "As Jk", "needs joker, how it was dealt"),
        ("showing-mexican", "As 9d", "has no card 9d"),
    ],
)
def test_refusals(name, cards, why):
    with pytest.raises(ValueError, match=why):
        rank(name, cards)
