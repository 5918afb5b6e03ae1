"""Short deck: 36 cards, flush over full house, A-6-7-8-9, a straight over three of a kind."""

from itertools import combinations

import numpy as np
import pytest
from pokerkit import ShortDeckHoldemHand

from cardroom.cards import text
from cardroom.rankings import describe, rank, rank_many
from cardroom.rankings.base import key_of, numbering, rank_cards
from cardroom.rankings.five_cards import frequencies
from cardroom.rankings.short_deck import SHORT_DECK
from rankings.dealing import best, deal, same_order

DECK = SHORT_DECK.deck


def test_every_five_card_hand_is_counted_in_its_category():
    totals = dict.fromkeys(SHORT_DECK.categories, 0)
    for value, count in enumerate(frequencies(SHORT_DECK, 5).tolist()):
        if value:
            totals[SHORT_DECK.categories[key_of(SHORT_DECK, value)[0]]] += count
    assert totals == {  # by hand: nine ranks, four suits, six straights
        "high card": (126 - 6) * (4**5 - 4),
        "pair": 9 * 6 * 56 * 4**3,
        "two pair": 36 * 6 * 6 * 28,
        "three of a kind": 9 * 4 * 28 * 4 * 4,
        "straight": 6 * (4**5 - 4),
        "full house": 9 * 4 * 8 * 6,
        "flush": 4 * (126 - 6),
        "four of a kind": 9 * 32,
        "straight flush": 5 * 4,
        "royal flush": 4,
    }
    assert sum(totals.values()) == 376_992


def test_all_hands_of_six_and_seven_are_there():
    assert frequencies(SHORT_DECK, 6).sum() == 1_947_792
    assert frequencies(SHORT_DECK, 7).sum() == 8_347_680


@pytest.mark.parametrize("size", [5, 6, 7])
def test_pokerkit_agrees_to_the_number(size):
    for hand in deal(600, size, DECK, seed=21).tolist():
        theirs = ShortDeckHoldemHand.from_game(text(hand[:2]).replace(" ", ""), text(hand[2:]).replace(" ", ""))
        assert rank("short-deck", hand) == theirs.entry.index + 1, text(hand)


@pytest.mark.parametrize("size", [6, 7])
def test_larger_hands_are_the_best_of_their_fives(size):
    hands = deal(50_000, size, DECK, seed=22)
    fives = [rank_many("short-deck", hands[:, chosen]) for chosen in combinations(range(size), 5)]
    assert (rank_many("short-deck", hands) == np.max(fives, axis=0)).all()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_quick_scalar_definition_batch_and_a_plain_judge_agree(size):
    hands = deal(1_000, size, DECK, seed=23)
    batch = rank_many("short-deck", hands).tolist()
    assert batch == [rank("short-deck", hand) for hand in hands.tolist()]
    assert batch == [rank_cards(SHORT_DECK, hand) for hand in hands.tolist()]
    assert same_order(batch, [best(hand, lowest=4, flush_over_full_house=True) for hand in hands.tolist()])


def test_there_are_1404_hands():
    assert len(numbering(SHORT_DECK)[0]) == 1404


def test_differences_from_the_full_deck():
    lowest, next_lowest = "As 6d 7h 8c 9s", "6d 7h 8c 9s Td"
    assert describe("short-deck", lowest) == "Straight, nine high"
    assert rank("short-deck", lowest) < rank("short-deck", next_lowest)
    assert rank("short-deck", "As Ks Qs 9s 7s") > rank("short-deck", "Ac Ad Ah Kc Kd")
    assert rank("short-deck", lowest) > rank("short-deck", "Ac Ad Ah Kc Qd")
    assert describe("short-deck", "As 6s 7s 8s 9s") == "Straight flush, nine high"
    assert describe("short-deck", "As Ks Qs 9s 7s") == "Flush, ace high, K-Q-9-7"


def test_small_cards_are_rejected():
    with pytest.raises(ValueError, match="the ranking short-deck has no card 5c"):
        rank("short-deck", "5c 6d 7h 8c 9s")
    for flush in ("As Ks Qs 9s 7s 5c 6d", [51, 47, 43, 31, 23, 12, 17], "As Ks Qs 9s 5s"):
        with pytest.raises(ValueError, match="the ranking short-deck has no card 5"):
            rank("short-deck", flush)
    hands = deal(1_001, 7, DECK, seed=24)
    hands[700, 3] = 12
    with pytest.raises(ValueError, match="row 700: the ranking short-deck has no card 5c"):
        rank_many("short-deck", hands)
