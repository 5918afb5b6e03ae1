"""Omaha, Big O and Omaha of six cards: exactly two cards from the hand and three from the board."""

from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_omaha_cards
from pokerkit import OmahaHoldemHand

from cardroom.cards import text
from cardroom.rankings import describe, rank, rank_many
from cardroom.rankings.base import rank_cards
from cardroom.rankings.omaha import OMAHA
from rankings.dealing import deal, judge, same_order

EVERY_SIZE = [(hand, board) for hand in (4, 5, 6) for board in (3, 4, 5)]


def best(hand, board):
    return max(judge(two + three) for two in combinations(hand, 2) for three in combinations(board, 3))


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("hand", "board"), EVERY_SIZE)
def test_omaha_is_the_best_high_hand_of_two_and_three(hand, board):
    cards = deal(10_000, hand + board, seed=11)
    fives = [
        rank_many("high", cards[:, two + three])
        for two in combinations(range(hand), 2)
        for three in combinations(range(hand, hand + board), 3)
    ]
    assert (rank_many("omaha", cards[:, :hand], cards[:, hand:]) == np.max(fives, axis=0)).all()


@pytest.mark.sampled(9)
@pytest.mark.parametrize(("hand", "board"), EVERY_SIZE)
def test_flushes_are_the_best_of_two_and_three_in_one_suit(hand, board):
    cards = deal(3_000, hand + board, deck=range(3, 52, 4), seed=12)
    fives = [
        rank_many("high", cards[:, two + three])
        for two in combinations(range(hand), 2)
        for three in combinations(range(hand, hand + board), 3)
    ]
    values = rank_many("omaha", cards[:, :hand], cards[:, hand:])
    assert (values == np.max(fives, axis=0)).all()
    assert values[:300].tolist() == [rank("omaha", row[:hand], row[hand:]) for row in cards[:300].tolist()]


def test_order_agrees_with_phevaluator_in_all_pairs_of_many_hands():
    cards = deal(100_000, 9, seed=13)
    theirs = [-evaluate_omaha_cards(*row[4:], *row[:4]) for row in cards.tolist()]
    assert same_order(rank_many("omaha", cards[:, :4], cards[:, 4:]).tolist(), theirs)


@pytest.mark.proof
def test_pokerkit_agrees_to_the_number():
    for row in deal(700, 9, seed=14).tolist():
        theirs = OmahaHoldemHand.from_game(text(row[:4]).replace(" ", ""), text(row[4:]).replace(" ", ""))
        assert rank("omaha", row[:4], row[4:]) == theirs.entry.index + 1, text(row)


@pytest.mark.parametrize(("hand", "board"), EVERY_SIZE)
@pytest.mark.sampled(4, 2)
def test_quick_scalar_definition_batch_and_a_plain_judge_agree(hand, board):
    rows = deal(250, hand + board, seed=15)
    batch = rank_many("omaha", rows[:, :hand], rows[:, hand:]).tolist()
    rows = [(row[:hand], row[hand:]) for row in rows.tolist()]
    assert batch == [rank("omaha", *row) for row in rows]
    assert batch == [rank_cards(OMAHA, *row) for row in rows]
    assert same_order(batch, [best(*row) for row in rows])


def test_four_of_a_suit_in_the_hand_and_two_on_the_board_are_not_a_flush():
    assert describe("omaha", "As Ks Qs Js", board="Ts 9s 2d 3c 4h") == "Ace high, K-10-9-4"


def test_four_aces_in_the_hand_are_a_pair_of_aces():
    assert describe("omaha", "Ac Ad Ah As", board="Kc Qd 9h 5s 2c") == "Pair of aces, king kicker"


def test_a_full_house_on_the_board_needs_two_from_the_hand():
    assert describe("omaha", "Ac Kd Qh Js", board="7c 7d 7h 2s 2c") == "Three of a kind, sevens"


def test_a_straight_flush_may_use_lower_cards_than_the_best_flush():
    assert describe("omaha", "As Ks 6s 5s", board="9s 8s 7s 2d 2c") == "Straight flush, nine high"


def test_a_royal_board_helps_only_by_three():
    assert describe("omaha", "2c 3d 4h 5c", board="As Ks Qs Js Ts") == "Ace high, K-Q-5-4"


def test_one_board_serves_many_hands():
    cards = deal(500, 4, deck=range(40), seed=16)
    board = np.array([41, 43, 46, 48, 51], np.uint8)
    expected = rank_many("omaha", cards, np.repeat(board[None], 500, axis=0))
    assert (rank_many("omaha", cards, board) == expected).all()
