"""2-7, ace-to-five and eight-or-better (500 Club, 2-7 Single Draw, Razz, Omaha High-Low Split)."""

from itertools import combinations

import numpy as np
import pokerkit
import pytest

from cardroom.cards import text
from cardroom.rankings import categories, category, describe, rank, rank_many, ranking
from cardroom.rankings.base import key_of, numbering
from rankings.hands import check_order, check_same_order, check_scalar_is_batch, check_suits_are_equal, deals, every

LOWS = ("2-7", "ace-to-five", "eight-or-better")


def counts(name, values):
    """How many hands fall in each category."""
    number = np.bincount(values, minlength=len(numbering(ranking(name))[0]) + 1)
    totals = dict.fromkeys(categories(name), 0)
    for value in np.flatnonzero(number[1:]) + 1:
        totals[category(name, int(value))] += int(number[value])
    return totals


def test_number_one_in_2_7_occurs_1020_times_and_every_int_occurs():
    number = np.bincount(rank_many("2-7", every(5)))
    assert len(number) == 7463
    assert number[-1] == 1020
    assert number[0] == 0
    assert number[1:].min() > 0
    assert describe("2-7", "7c 5d 4h 3s 2c") == "7-5-4-3-2 low"
    assert rank("2-7", "7c 5d 4h 3s 2c") == 7462


def test_2_7_has_the_hands_of_high_except_the_wheel():
    assert counts("2-7", rank_many("2-7", every(5))) == {
        "royal flush": 4,
        "straight flush": 32,  # no five-high ones
        "four of a kind": 624,
        "full house": 3744,
        "flush": 5112,
        "straight": 9180,
        "three of a kind": 54912,
        "two pair": 123552,
        "pair": 1098240,
        "high card": 1303560,
    }


def test_ace_to_five_counts_by_category():
    values = rank_many("ace-to-five", every(5))
    assert counts("ace-to-five", values) == {
        "four of a kind": 624,
        "full house": 3744,
        "three of a kind": 54912,
        "two pair": 123552,
        "pair": 1098240,
        "no pair": 1317888,  # straights and flushes are ignored
    }
    assert np.bincount(values)[-1] == 4**5


def test_eight_or_better_counts():
    values = rank_many("eight-or-better", every(5))
    assert np.bincount(values)[1:].tolist() == [4**5] * 56


def test_a_2_3_4_5_is_not_a_straight_in_2_7():
    assert describe("2-7", "Ac 2d 3h 4s 5c") == "A-5-4-3-2 low"
    assert rank("2-7", "Ac 2d 3h 4s 5c") < rank("2-7", "Kc Qd Jh Ts 8c")
    assert rank("2-7", "Ac 2d 3h 4s 5c") > rank("2-7", "Ac 2d 3h 4s 6c")
    assert rank("2-7", "2c 2d 3h 4s 5c") < rank("2-7", "Ac Kd Qh Js 9c")


def test_straights_and_flushes_count_against_a_hand_in_2_7():
    six_straight, flush = rank("2-7", "6c 5d 4h 3s 2c"), rank("2-7", "7c 5c 4c 3c 2c")
    assert flush < six_straight < rank("2-7", "Ac Ad Kh Ks Qc")
    assert category("2-7", flush) == "flush"


def test_the_wheel_is_the_best_low():
    for name in ("ace-to-five", "eight-or-better"):
        assert describe(name, "5s 4s 3s 2s As") == "5-4-3-2-A low"  # straights and flushes do not disqualify
        assert rank(name, "5s 4s 3s 2s As") == len(numbering(ranking(name))[0])


def test_7_6_4_3_a_is_lower_than_8_6_4_3_2():
    """The documents' own example."""
    for name in ("ace-to-five", "eight-or-better"):
        assert rank(name, "7c 6d 4h 3s Ac") > rank(name, "8c 6d 4h 3s 2c")


def test_razz_chart_aces_are_the_best_pair_and_kings_the_worst_quads():
    assert rank("ace-to-five", "Ac Ad Kh Qs Jc") > rank("ace-to-five", "2c 2d 5h 4s 3c")
    assert describe("ace-to-five", "Ac Ad 4h 3s 2c") == "Pair of aces, 4-3-2"
    assert key_of(ranking("ace-to-five"), 1) == (0, -13, -12)
    assert describe("ace-to-five", "Kc Kd Kh Ks Qc") == "Four of a kind, kings"


def test_low_words():
    assert describe("eight-or-better", "8c 6d 4h 3s Ac Kd Kh") == "8-6-4-3-A low"
    assert describe("eight-or-better", "9c 6d 4h 3s Ac") == "no qualifying hand"
    assert describe("ace-to-five", "Tc 9d 4h 3s Ac") == "10-9-4-3-A low"
    assert describe("2-7", "2c 2d 5h 4s 3c") == "Pair of twos, five kicker"


@pytest.mark.parametrize("hand", ["9c 6d 4h 3s 2c", "8c 8d 4h 3s 2c", "Ac Ad 2h 3s 4c Kd Kh"])
def test_a_nine_or_a_pair_does_not_qualify(hand):
    assert rank("eight-or-better", hand) is None


def test_omaha_low_needs_two_of_the_hand_and_three_of_the_board():
    assert rank("omaha-eight-or-better", "Ac 2d Kh Ks", board="3c 4d 5h 9s Tc") == 56
    assert rank("omaha-eight-or-better", "Ac Kd Kh Ks", board="2c 3c 4d 5h 9s") is None  # one low card in hand
    assert rank("omaha-eight-or-better", "Ac 2d 3h 4s", board="5c 6d Th Js Kc") is None  # two on the board
    assert rank("omaha-eight-or-better", "Ac Ad 3h 3s", board="3c 6d 8h Js Kc") is None  # the three is paired
    assert describe("omaha-eight-or-better", "Ac 2d Kh Ks", board="2c 4d 5h 8s Tc") == "8-5-4-2-A low"


@pytest.mark.parametrize("name", [*LOWS, "omaha-eight-or-better"])
def test_order(name):
    check_order(name)


@pytest.mark.parametrize("name", LOWS)
def test_scalar_is_batch_and_suits_are_equal(name):
    for size in ranking(name).sizes:
        check_scalar_is_batch(name, deals(size, 1000))
        check_suits_are_equal(name, deals(size, 10_000))


@pytest.mark.sampled(9)
@pytest.mark.parametrize("size", [4, 5, 6])
@pytest.mark.parametrize("board", [3, 4, 5])
def test_omaha_low_is_the_best_of_all_two_and_three(size, board):
    hands = deals(size + board, 3000, seed=board)
    mine, common = np.ascontiguousarray(hands[:, :size]), np.ascontiguousarray(hands[:, size:])
    fives = [
        [*two, *(size + place for place in three)]
        for two in combinations(range(size), 2)
        for three in combinations(range(board), 3)
    ]
    tried = np.array([rank_many("eight-or-better", np.ascontiguousarray(hands[:, five])) for five in fives])
    values = rank_many("omaha-eight-or-better", mine, board=common)
    assert (values == tried.max(axis=0)).all()
    few = [rank("omaha-eight-or-better", hand[:size], board=hand[size:]) or 0 for hand in hands[:200].tolist()]
    assert values[:200].tolist() == few


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("name", ["ace-to-five", "eight-or-better"])
def test_the_best_five_of_more_cards_count(name, size):
    hands = deals(size, 50_000, seed=size)
    fives = [np.ascontiguousarray(hands[:, five]) for five in combinations(range(size), 5)]
    assert (rank_many(name, hands) == np.max([rank_many(name, five) for five in fives], axis=0)).all()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "peer", "size"),
    [
        ("2-7", pokerkit.StandardLowHand, 5),
        ("ace-to-five", pokerkit.RegularLowHand, 5),
        ("ace-to-five", pokerkit.RegularLowHand, 7),
        ("eight-or-better", pokerkit.EightOrBetterLowHand, 7),
    ],
)
def test_pokerkit_agrees(name, peer, size):
    hands = deals(size, 6000 if size == 5 else 2000, seed=7).tolist()
    ours = [rank(name, hand) for hand in hands]
    theirs = [peer.from_game_or_none(text(hand).replace(" ", ""), "") for hand in hands]
    assert [each is None for each in ours] == [each is None for each in theirs]
    check_same_order([each for each in ours if each], [each for each in theirs if each])


@pytest.mark.proof
def test_pokerkit_agrees_on_omaha_lows():
    hands = [(text(hand[:4]).replace(" ", ""), text(hand[4:]).replace(" ", "")) for hand in deals(9, 1000).tolist()]
    ours = [rank("omaha-eight-or-better", *hand) for hand in hands]
    theirs = [pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(*hand) for hand in hands]
    assert [each is None for each in ours] == [each is None for each in theirs]
    check_same_order([each for each in ours if each], [each for each in theirs if each])


@pytest.mark.parametrize(
    ("name", "cards", "board", "why"),
    [
        ("2-7", "7c 5d 4h 3s", None, "judges 5 cards, not 4"),
        ("ace-to-five", "7c 5d 4h 3s 2c Kc Kd Kh", None, "judges 5, 6 or 7 cards, not 8"),
        ("eight-or-better", "7c 5d 4h 3s 3s", None, "3s appears twice"),
        ("2-7", "7c 5d 4h 3s Jk", None, "has no card Jk"),
        ("omaha-eight-or-better", "7c 5d 4h 3s", "2c Kc", "a board of 3, 4 or 5 cards, not 2"),
        ("omaha-eight-or-better", "7c 5d 4h 3s", "2c Kc 7c", "7c appears twice"),
    ],
)
def test_refusals(name, cards, board, why):
    with pytest.raises(ValueError, match=why):
        rank(name, cards, board=board)


@pytest.mark.parametrize("name", ["2-7", "ace-to-five", "eight-or-better"])
def test_a_bad_row_of_a_batch_is_named(name):
    hands = deals(5, 10)
    hands[7, 1] = hands[7, 0]
    with pytest.raises(ValueError, match=r"row 7: .* appears twice"):
        rank_many(name, hands)
    hands[7, 1] = 52
    with pytest.raises(ValueError, match=f"row 7: the ranking {name} has no card Jk"):
        rank_many(name, hands)
