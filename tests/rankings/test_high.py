"""The ranking `high`: all hands counted, and compared with other programs, with itself and with a plain judge."""

from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards
from pokerkit import StandardHighHand

from cardroom.cards import parse, text
from cardroom.rankings import RANKINGS, categories, category, describe, rank, rank_many
from cardroom.rankings.base import key_of, numbering, rank_cards
from cardroom.rankings.five_cards import frequencies
from cardroom.rankings.high import HIGH
from cardroom.rankings.short_deck import SHORT_DECK
from cardroom.rankings.whole_deck import whole_deck_counts
from rankings.dealing import best, deal, judge, same_order

KNOWN = {  # of all hands of five, six and seven cards, from the royal flush down
    5: (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540),
    6: (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900),
    7: (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460),
}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_hand_of_the_deck_is_counted_in_its_category(size):
    counted = frequencies(HIGH, size)
    totals = [0] * len(HIGH.categories)
    for value, count in enumerate(counted.tolist()):
        if value:
            totals[key_of(HIGH, value)[0]] += count
    assert counted[0] == 0
    assert tuple(reversed(totals)) == KNOWN[size]
    assert sum(totals) == {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}[size]


@pytest.mark.parametrize(("ranking", "size"), [(HIGH, 5), (HIGH, 6), (HIGH, 7), (SHORT_DECK, 5), (SHORT_DECK, 7)])
def test_counting_by_ranks_gives_the_same_as_judging_every_hand(ranking, size):
    assert whole_deck_counts(ranking, size).tolist() == frequencies(ranking, size).tolist()


@pytest.mark.proof
def test_all_five_card_hands_in_one_array_are_counted_the_same():
    cards = np.array(list(combinations(range(52), 5)), np.uint8)
    counted = np.bincount(rank_many("high", cards), minlength=7463)
    assert (counted == frequencies(HIGH, 5)).all()


def test_there_are_7462_hands_and_every_one_is_some_cards():
    assert len(numbering(HIGH)[0]) == 7462
    assert (frequencies(HIGH, 5)[1:] > 0).all()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_agrees_with_phevaluator_in_all_pairs_of_many_hands(size):
    hands = deal(150_000, size)
    theirs = [-evaluate_cards(*hand) for hand in hands.tolist()]  # there, lower is better
    assert same_order(rank_many("high", hands).tolist(), theirs)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_pokerkit_agrees_to_the_number(size):
    for hand in deal(1_000, size, seed=2).tolist():
        theirs = StandardHighHand.from_game(text(hand[:2]).replace(" ", ""), text(hand[2:]).replace(" ", ""))
        assert rank("high", hand) == theirs.entry.index + 1, text(hand)


@pytest.mark.parametrize("size", [6, 7])
def test_larger_hands_are_the_best_of_their_fives(size):
    hands = deal(100_000, size, seed=3)
    fives = [rank_many("high", hands[:, chosen]) for chosen in combinations(range(size), 5)]
    assert (rank_many("high", hands) == np.max(fives, axis=0)).all()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_plain_judge_agrees(size):
    hands = deal(2_000, size, seed=4)
    assert same_order(rank_many("high", hands).tolist(), [best(hand) for hand in hands.tolist()])


def test_a_plain_judge_agrees_on_every_kind_of_five_cards():
    ranks = [five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4]]
    offsuit = [[rank * 4 + place % 4 for place, rank in enumerate(five)] for five in ranks]
    suited = [[rank * 4 for rank in five] for five in combinations(range(13), 5)]
    hands = np.array(offsuit + suited, np.uint8)
    assert len(hands) == 7462
    assert same_order(rank_many("high", hands).tolist(), [judge(hand) for hand in hands.tolist()])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_quick_scalar_definition_and_batch_agree(size):
    hands = deal(1_500, size, seed=5)
    batch = rank_many("high", hands).tolist()
    assert batch == [rank("high", hand) for hand in hands.tolist()]
    assert batch == [rank_cards(HIGH, hand) for hand in hands.tolist()]


def test_rare_hands_are_equal_in_every_form():
    rare = ["As Ks Qs Js Ts 9s 8s", "5h 4h 3h 2h Ah 6c 7c", "9c 9d 9h 9s Ac Ad Ah", "2c 2d 3c 3d 4c 4d 5s"]
    rare += ["Ac Kc Qc Jc 9c Tc Td", "Ts 9s 8s 7s 6s Jd Qd", "As 2s 3s 4s 6s 5d 7d", "Kc Kd Kh Qc Qd Qh 2s"]
    hands = np.array([parse(hand) for hand in rare], np.uint8)
    expected = [rank_cards(HIGH, hand) for hand in rare]
    assert rank_many("high", hands).tolist() == expected == [rank("high", hand) for hand in rare]


def test_suits_are_equal_and_cards_have_no_order():
    hands = deal(20_000, 7, seed=6)
    values = rank_many("high", hands)
    for suits in permutations(range(4)):
        assert (rank_many("high", hands & 0xFC | np.array(suits, np.uint8)[hands & 3]) == values).all()
    assert (rank_many("high", np.random.default_rng(7).permuted(hands, axis=1)) == values).all()


hands_of_seven = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)


@given(hands_of_seven, hands_of_seven, hands_of_seven)
def test_the_order_is_a_total_preorder_and_equals_the_definitions(one, two, three):
    a, b, c = (rank("high", hand) for hand in (one, two, three))
    assert (a <= b) or (b <= a)
    assert not (a <= b <= c) or a <= c
    assert (a < b) == (HIGH.key(one) < HIGH.key(two))
    assert (a == b) == (HIGH.key(one) == HIGH.key(two))


def test_a_board_joins_the_hand():
    hand, board = "Ah Kh", "Qh Jh Th 2c 2d"
    expected = rank("high", f"{hand} {board}")
    assert rank("high", hand, board=board) == rank("high", hand.split(), board.split()) == expected
    assert rank("high", [50, 46], board=board) == expected
    cards = deal(100, 7, seed=8)
    assert (rank_many("high", cards[:, :2], cards[:, 2:]) == rank_many("high", cards)).all()
    one = rank_many("high", np.array([[0, 4], [51, 47]], np.uint8), np.array([8, 12, 17, 30, 35], np.uint8))
    assert one.tolist() == [rank("high", [0, 4, 8, 12, 17, 30, 35]), rank("high", [51, 47, 8, 12, 17, 30, 35])]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks Qs Js Ts", "Royal flush"),
        ("9h 8h 7h 6h 5h", "Straight flush, nine high"),
        ("6c 6d 6h 6s 2c", "Four of a kind, sixes"),
        ("Ts Td Th 4c 4d", "Full house, tens over fours"),
        ("Ks 9s 8s 4s 2s", "Flush, king high, 9-8-4-2"),
        ("5c 4d 3h 2s Ac", "Straight, five high"),
        ("7c 7d 7h Ks 2c", "Three of a kind, sevens"),
        ("Ac Ad 5h 5s Tc", "Two pair, aces and fives, ten kicker"),
        ("Qc Qd 9h 5s 2c", "Pair of queens, nine kicker"),
        ("Ac Jd 9h 5s 2c", "Ace high, J-9-5-2"),
    ],
)
def test_hands_in_words(cards, words):
    assert describe("high", cards) == words
    name = category("high", rank("high", cards))
    assert words.lower().startswith(name) or name == "high card"


def test_categories_are_public_and_in_order():
    assert categories("high") == RANKINGS["high"].categories
    values = [rank("high", cards) for cards in ("Ac Jd 9h 5s 2c", "Qc Qd 9h 5s 2c", "As Ks Qs Js Ts")]
    assert [category("high", value) for value in values] == ["high card", "pair", "royal flush"]
    assert values == sorted(values)
