"""Badugi (500 Club, Badugi, Hand Rankings)."""

from itertools import combinations

import numpy as np
import pokerkit
import pytest

from cardroom.cards import text
from cardroom.rankings import describe, rank, rank_many, ranking
from cardroom.rankings.base import numbering
from rankings.hands import check_order, check_same_order, check_scalar_is_batch, check_suits_are_equal, deals, every


def test_counts_over_all_270725_hands():
    counts = np.bincount(rank_many("badugi", every(4)))
    category = np.array([key[0] for key in numbering(ranking("badugi"))[0]])
    assert [int(counts[1:][category == size].sum()) for size in (3, 2, 1, 0)] == [17160, 154440, 96252, 2873]
    assert counts[1:].min() > 0  # every int occurs


def reference(cards):
    """The best subset in which no two cards share a rank or a suit: the most cards, then the lowest. The ace is 1."""
    return max(
        (len(some), [-((card // 4 + 1) % 13) for card in sorted(some, key=lambda card: -((card // 4 + 1) % 13))])
        for size in (1, 2, 3, 4)
        for some in combinations(cards, size)
        if all(a % 4 != b % 4 and a // 4 != b // 4 for a, b in combinations(some, 2))
    )


def test_the_best_subset_counts():
    hands = deals(4, 3000, seed=3).tolist()
    check_same_order([rank("badugi", hand) for hand in hands], [reference(hand) for hand in hands])


def test_pokerkit_agrees():
    hands = deals(4, 2000, seed=5).tolist()
    theirs = [pokerkit.BadugiHand.from_game(text(hand).replace(" ", ""), "") for hand in hands]
    check_same_order([rank("badugi", hand) for hand in hands], theirs)


@pytest.mark.parametrize("size", [5, 7])
def test_of_more_cards_the_best_four_count(size):
    hands = deals(size, 300, seed=size).tolist()
    check_same_order([rank("badugi", hand) for hand in hands], [reference(hand) for hand in hands])
    check_scalar_is_batch("badugi", deals(size, 300))


def test_with_aces_high_pokerkit_agrees():
    hands = deals(5, 500, seed=6).tolist()
    theirs = [pokerkit.StandardBadugiHand.from_game(text(hand).replace(" ", ""), "") for hand in hands]
    check_same_order([rank("badugi-ace-high", hand) for hand in hands], theirs)
    check_scalar_is_batch("badugi-ace-high", deals(5, 300))
    assert describe("badugi-ace-high", "5s 4h 3d 2c Ac") == "badugi 5-4-3-2"
    assert describe("badugi", "5s 4h 3d 2c Ac") == "badugi 5-4-3-A"


def test_hand_ranking_chart():
    best, worst = rank("badugi", "4s 3h 2d Ac"), rank("badugi", "Ks Qh Jd Tc")
    three_best, three_worst = rank("badugi", "3h 2d Ac Kc"), rank("badugi", "Ks Qh Jd Jc")
    two_best, one_best = rank("badugi", "2d Ac Kc Qc"), rank("badugi", "Ac Kc Qc Jc")
    assert best > worst > three_best > three_worst > two_best > one_best > rank("badugi", "Ks Kh Kd Kc") == 1
    assert best == 1092


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("6s 4h 3d Ac", "badugi 6-4-3-A"),
        ("6s 4h 3d As", "three cards 4-3-A"),  # the six goes, not the ace of the same suit
        ("6s 6h 3d Ad", "two cards 6-A"),
        ("Ts 9s 8s 7s", "one card 7"),
    ],
)
def test_words(cards, words):
    assert describe("badugi", cards) == words


def test_order_scalar_and_suits():
    check_order("badugi")
    check_scalar_is_batch("badugi", deals(4, 2000))
    check_suits_are_equal("badugi", deals(4, 20_000))


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("4s 3h 2d", "judges 4, 5, 6 or 7 cards, not 3"),
        ("4s 3h 2d 2d", "2d appears twice"),
        ("4s 3h 2d Jk", "has no card Jk"),
    ],
)
def test_refusals(cards, why):
    with pytest.raises(ValueError, match=why):
        rank("badugi", cards)
