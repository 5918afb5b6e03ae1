"""Pai gow hands and the Fortune lines (500 Club, Fortune Pai Gow Poker and Face Up Pai Gow Poker)."""

from itertools import combinations

import numpy as np
import pytest

from cardroom.cards import parse
from cardroom.rankings import categories, category, describe, rank, rank_many, ranking
from cardroom.rankings.base import numbering
from cardroom.rankings.pai_gow import ace_high, fouls, two_key
from cardroom.rankings.pai_gow_kernels import count_every_hand
from rankings.hands import check_order, check_scalar_is_batch, check_suits_are_equal, deals, every, with_joker

DECK = range(53)
FIVE_CARDS = ("pai-gow", "pai-gow-high-wheel")


@pytest.fixture(scope="module")
def all_hands():
    """Every one of the 154,143,080 hands of seven, judged twice."""
    return count_every_hand()


@pytest.mark.proof
def test_best_five_of_all_seven_card_hands(all_hands):
    values, _ = all_hands
    counts = dict.fromkeys(categories("pai-gow"), 0)
    for key, count in zip(numbering(ranking("pai-gow"))[0], values[1:].tolist(), strict=True):
        counts[categories("pai-gow")[key[0]]] += count
    assert counts == {
        "high card": 24_780_420,
        "pair": 64_221_960,
        "two pair": 35_553_816,
        "three of a kind": 7_470_676,
        "straight": 11_236_028,
        "flush": 6_172_088,
        "full house": 4_188_528,
        "four of a kind": 307_472,
        "straight flush": 184_832,
        "royal flush": 26_132,
        "five aces": 1_128,
    }
    assert values.sum() == 154_143_080


@pytest.mark.proof
def test_fortune_lines_of_all_seven_card_hands(all_hands):
    _, lines = all_hands
    assert dict(zip(("nothing", *categories("fortune")), lines.tolist(), strict=True)) == {
        "nothing": 124_556_196,
        "straight": 11_034_204,
        "three of a kind": 7_672_500,
        "flush": 6_172_088,
        "full house": 4_188_528,
        "four of a kind": 307_472,
        "straight flush": 184_644,
        "royal flush": 26_020,
        "five aces": 1_128,
        "seven-card straight flush with joker": 196,
        "royal flush with royal match": 72,
        "seven-card straight flush": 32,
    }


def reference(hands, lift=lambda high: high):
    """The best hand with a joker, by trying every card for it: any ace, or a card that completes five cards."""
    high = ranking("high")
    completes = np.array([False, *(key[0] in (4, 5, 8, 9) for key in numbering(high)[0])])
    best = np.zeros(len(hands), np.int64)
    for row, hand in enumerate(hands.tolist()):
        natural = [card for card in hand if card != 52]
        if len({48, 49, 50, 51} & set(natural)) == 4:
            best[row] = 7463
            continue
        tried = [(*four, card) for four in combinations(natural, 4) for card in range(52) if card not in natural]
        values = rank_many("high", np.array(tried, np.uint8))
        allowed = (np.array(tried)[:, 4] >= 48) | completes[values]
        best[row] = lift(values[allowed]).max()
        if len(natural) >= 5:
            best[row] = max(best[row], *(lift(rank_many("high", np.array(list(combinations(natural, 5)), np.uint8)))))
    return best


@pytest.mark.parametrize("size", [5, 7])
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(size):
    hands = with_joker(size, 700)
    if size == 7:  # more of the rare ones: suited hands, and many aces
        hands[:100, :5] = np.array([deals(5, 1, seed, range(0, 52, 4))[0] for seed in range(100)])
        hands[:100, 5] = 1
        hands[:100, 6] = 52
        hands[100:130] = parse("As Ad Ac Ah Jk 2c 2d")
    assert rank_many("pai-gow", hands).tolist() == reference(hands).tolist()


def test_without_the_joker_hands_are_those_of_high():
    hands = deals(7, 100_000)
    assert numbering(ranking("pai-gow"))[0][:-1] == numbering(ranking("high"))[0]
    assert (rank_many("pai-gow", hands) == rank_many("high", hands)).all()


def test_a_high_wheel_moves_only_the_wheel():
    """House rule: A-2-3-4-5 is the second highest straight; every other comparison stays."""
    plain, lifted = (numbering(ranking(name))[0] for name in FIVE_CARDS)
    move = np.zeros(7464, np.int64)
    for place, key in enumerate(plain, 1):
        move[place] = lifted.index((key[0], 11, 3) if key in ((4, 3), (8, 3)) else key) + 1
    hands = with_joker(5, 400, seed=4)
    hands[:50] = parse("Jk 2c 3d 4h 5s")
    hands[50:60] = parse("Jk 2c 3c 4c 5c")
    assert rank_many("pai-gow-high-wheel", hands).tolist() == reference(hands, move.__getitem__).tolist()
    wheel, king = "As 2c 3d 4h 5s", "9s Tc Jd Qh Ks"
    assert rank("pai-gow", wheel) < rank("pai-gow", "2c 3d 4h 5s 6s") < rank("pai-gow", king)
    house = "pai-gow-high-wheel"
    assert rank(house, king) < rank(house, wheel) < rank(house, "Ts Jc Qd Kh As")
    assert rank(house, "2s 3s 4s 5s Jk") < rank(house, "Ts Js Qs Ks Jk")
    assert describe(house, "2s 3d 4s 5s Jk") == "Straight, five high"  # and not six high
    assert describe("pai-gow", "2s 3d 4s 5s Jk") == "Straight, six high"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ad Ac Ah Jk", "Five aces"),
        ("As Ad Ac Jk 2d", "Four of a kind, aces"),
        ("Ks Kd Kc Kh Jk", "Four of a kind, kings"),  # never a fifth king
        ("Ks Kd Jk 7h 2c", "Pair of kings, ace kicker"),  # nor a third
        ("Ks Kd Qs Qd Jk", "Two pair, kings and queens, ace kicker"),
        ("As Ks Qs Js Jk", "Royal flush"),
        ("Ks Qs Js Ts Jk", "Royal flush"),
        ("9s Ts Js Qs Jk", "Straight flush, king high"),
        ("As 2s 3s 4s Jk", "Straight flush, five high"),
        ("As Ks 9s 4s Jk", "Flush, ace high, K-Q-9-4"),  # the highest missing rank, not a second ace
        ("Ks Qs 9s 4s Jk", "Flush, ace high, K-Q-9-4"),
        ("Ts 9d 8c 7h Jk", "Straight, jack high"),
        ("Ts 9d 7c 6h Jk", "Straight, ten high"),
        ("Qs 9d 7c 6h Jk", "Ace high, Q-9-7-6"),
    ],
)
def test_what_the_joker_becomes(cards, words):
    assert describe("pai-gow", cards) == words


def test_two_cards():
    check_order("pai-gow-two")
    pairs = every(2, DECK)
    assert rank_many("pai-gow-two", pairs).tolist() == [rank("pai-gow-two", pair) for pair in pairs.tolist()]
    assert rank("pai-gow-two", "As Jk") == rank("pai-gow-two", "As Ad") == 91
    assert rank("pai-gow-two", "Jk Kd") == rank("pai-gow-two", "Ac Ks") > rank("pai-gow-two", "Ac Qs")
    assert rank("pai-gow-two", "2s 2d") > rank("pai-gow-two", "Ac Ks")
    assert describe("pai-gow-two", "Jk Kd") == "Ace high, king"


@pytest.mark.parametrize(
    ("two", "five", "foul"),
    [
        ("Ks Kd", "As Ac 9d 7h 4c", False),
        ("As Ac", "Ks Kd 9d 7h 4c", True),
        ("As Ac", "Ks Kd 9d 9h 4c", False),
        ("As Kc", "Qs Jd 9d 7h 4c", True),
        ("As Kc", "Jk Kd Qd 7h 4c", False),  # ace-king both, and the five have more
        ("Jk Kc", "As Qd 9d 7h 4c", True),
    ],
)
def test_the_five_card_hand_must_rank_above_the_two_card_hand(two, five, foul):
    assert fouls(parse(two), parse(five)) is foul


def test_the_two_card_key_compares_with_a_five_card_key():
    assert two_key(parse("As Kd")) < ranking("pai-gow").key(parse("As Kd 4c 3c 2c"))


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("2s 3s 4s 5s 6s 7s 8s", "seven-card straight flush"),
        ("As 2s 3s 4s 5s 6s 7s", "seven-card straight flush"),
        ("8s 9s Ts Js Qs Ks As", "seven-card straight flush"),
        ("2s 3s 4s 5s 6s 7s Jk", "seven-card straight flush with joker"),
        ("2s 3s 4s 6s 7s 8s Jk", "seven-card straight flush with joker"),
        ("As Ks Qs Js Ts Kd Qd", "royal flush with royal match"),
        ("As Ks Qs Jk Ts Kd Qd", "royal flush with royal match"),
        ("As Ks Qs Js Ts Kd Qc", "royal flush"),
        ("As Ks Qs Js Ts Jk Kd", "royal flush"),  # the joker is no natural queen beside it
        ("As Ad Ac Ah Jk Kd Qd", "five aces"),
        ("5s 6s 7s 8s 9s Kd Qd", "straight flush"),
        ("5s 5d 5c 5h 9s Kd Qd", "four of a kind"),
        ("5s 5d 5c 6h 7s 8d 9d", "three of a kind"),  # though the best five are a straight, which pays less
        ("As Ad Jk Kh Qs Jd Td", "three of a kind"),
        ("5s 6d 7c 8h 9s Kd Kh", "straight"),
    ],
)
def test_the_best_paying_fortune_line_counts(cards, line):
    assert category("fortune", rank("fortune", cards)) == line


def test_two_pair_and_less_make_no_fortune_line():
    assert rank("fortune", "As Ad Kc Kh Qs Qd 2c") is None
    assert describe("fortune", "As Ad Kc Kh Qs Qd 2c") == "no qualifying hand"


@pytest.mark.parametrize(
    ("cards", "high"),
    [
        ("As Kd Jc 9s 7h 4d 2c", True),
        ("Jk Kd Jc 9s 7h 4d 2c", True),
        ("Ks Qd Jc 9s 7h 4d 2c", False),
        ("As Jk Jc 9s 7h 4d 2c", False),  # a pair of aces
        ("Jk Ks Js 9s 7s 4d 2c", False),  # a flush
        ("As Kd Jc 9s 7h 2d 2c", False),
    ],
)
def test_ace_high_has_an_ace_and_nothing_in_any_five(cards, high):
    assert ace_high(parse(cards)) is high


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*FIVE_CARDS, "fortune"])
def test_order_scalar_and_suits(name):
    check_order(name)
    for size in ranking(name).sizes:
        check_scalar_is_batch(name, np.concatenate([with_joker(size, 250), deals(size, 100, deck=DECK)]))
        check_suits_are_equal(name, deals(size, 20_000, deck=DECK))


def test_fortune_of_rare_hands_scalar_is_batch():
    """Hands of one suit and a joker, with a king and queen of another suit, where most lines occur."""
    cards = parse("Ts Js Qs Ks As 9s 8s Kd Qd Jk")
    check_scalar_is_batch("fortune", every(7, sorted(cards)))


@pytest.mark.parametrize(
    ("name", "cards", "why"),
    [
        ("pai-gow", "As Ks Qs Js Ts 9s", "judges 5 or 7 cards, not 6"),
        ("pai-gow", "As Ks Qs Jk Jk", "Jk appears twice"),
        ("pai-gow", "As Ks Qs Js ??", "cannot judge an unknown card"),
        ("pai-gow-two", "As Ks Qs", "judges 2 cards, not 3"),
        ("fortune", "As Ks Qs Js Ts", "judges 7 cards, not 5"),
    ],
)
def test_refusals(name, cards, why):
    with pytest.raises(ValueError, match=why):
        rank(name, cards)


def test_pai_gow_rejects_how_the_joker_was_dealt():
    with pytest.raises(ValueError, match="has no joker dealt 'up'"):
        rank("pai-gow", "As Ks Qs Js Jk", joker="up")
