"""Four-card hands and the Four Card Bonus (Brook, Four Card Frenzy)."""

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from cardroom.rankings import categories, category, describe, rank, rank_many, ranking
from cardroom.rankings.base import numbering
from cardroom.rankings.four_of_five import BONUS_LINES, PLAIN
from cardroom.rankings.small_tables import WEIGHTS
from rankings.hands import check_order, check_scalar_is_batch, check_suits_are_equal, deals, every


def totals(name, hands):
    """How many hands fall in each category."""
    number = np.bincount(rank_many(name, hands), minlength=len(numbering(ranking(name))[0]) + 1)
    counts = dict.fromkeys(categories(name), 0)
    for key, count in zip(numbering(ranking(name))[0], number[1:].tolist(), strict=True):
        counts[categories(name)[key[0]]] += count
    return counts


@pytest.mark.proof
def test_best_four_of_all_2598960_hands():
    assert totals("four-of-five", every(5)) == {
        "four of a kind": 624,
        "straight flush": 2_072,
        "three of a kind": 58_656,
        "flush": 114_616,
        "straight": 101_808,
        "two pair": 123_552,
        "pair": 1_047_552,
        "high card": 1_150_080,
    }


def test_all_270725_hands_of_four():
    assert totals("four-of-five", every(4)) == {
        "four of a kind": 13,
        "straight flush": 4 * 11,
        "three of a kind": 13 * 4 * 48,
        "flush": 4 * (comb(13, 4) - 11),
        "straight": 11 * (4**4 - 4),
        "two pair": comb(13, 2) * 36,
        "pair": 13 * 6 * comb(12, 2) * 16,
        "high card": (comb(13, 4) - 11) * (4**4 - 4),
    }


def test_four_card_bonus_probabilities_of_table_11():
    """The laboratory's figures, to the digit that it printed."""
    printed = {
        "four aces": "0.000018",
        "four of a kind": "0.000222",
        "royal": "0.000074",
        "straight flush": "0.000723",
        "three aces": "0.001736",
        "three of a kind": "0.020833",
        "flush": "0.044101",
        "straight": "0.039173",
        "two pair": "0.047539",
        "pair of queens or better": "0.093467",
    }
    counts = totals("four-card-bonus", every(5))
    assert {line: f"{count / comb(52, 5):.6f}" for line, count in counts.items()} == printed
    assert f"{1 - sum(counts.values()) / comb(52, 5):.6f}" == "0.752115"


@pytest.mark.parametrize("size", [4, 5])
def test_no_two_hands_have_the_same_sum_of_weights(size):
    hands = [hand for hand in combinations_with_replacement(WEIGHTS, size) if len(hand) < 5 or len(set(hand)) > 1]
    assert len({sum(hand) for hand in hands}) == len(hands)


def test_the_best_four_count():
    hands = deals(5, 100_000)
    fours = [np.ascontiguousarray(hands[:, four]) for four in combinations(range(5), 4)]
    assert (rank_many("four-of-five", hands) == np.max([rank_many("four-of-five", four) for four in fours], 0)).all()


def test_rank_order_of_rule_7():
    hands = ["Ac Kd Qh 9s", "2c 2d 4h 3s", "3c 3d 2h 2s", "Ac 2d 3h 4s", "5c 4c 3c Kc", "2c 2d 2h 3s", "Ac 2c 3c 4c"]
    hands.append("2c 2d 2h 2s")
    values = [rank("four-of-five", hand) for hand in hands]
    assert values == sorted(values)
    assert [category("four-of-five", value) for value in values] == list(categories("four-of-five"))


def test_straights_run_from_a_k_q_j_down_to_4_3_2_a():
    assert describe("four-of-five", "Ac 2d 3h 4s") == "Straight, four high"
    assert (
        rank("four-of-five", "Ac 2d 3h 4s") < rank("four-of-five", "5c 2d 3h 4s") < rank("four-of-five", "Ac Kd Qh Js")
    )
    assert category("four-of-five", rank("four-of-five", "Kc Ad 2h 3s")) == "high card"


def test_the_fifth_card_breaks_no_tie():
    """A copy is the same four cards: the unused card does not count."""
    assert rank("four-of-five", "As Ad Kc Qc 2h") == rank("four-of-five", "Ah Ac Ks Qs 9h")
    assert rank("four-of-five", "As Ad Kc Kd 2h") == rank("four-of-five", "Ah Ac Ks Kh Qh")


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("As Ad Ac Ah Ks", "four aces"),
        ("Ks Kd Kc Kh As", "four of a kind"),
        ("As Ks Qs Js Jd", "royal"),
        ("Ks Qs Js Ts Ad", "straight flush"),
        ("As Ad Ac Kh Kd", "three aces"),
        ("Ks Kd Kc Ah Ad", "three of a kind"),
        ("Qs Qd 2c 3h 9d", "pair of queens or better"),
    ],
)
def test_bonus_lines(cards, line):
    assert category("four-card-bonus", rank("four-card-bonus", cards)) == line
    plain = PLAIN.get(line, (line,))[-1]
    assert category("four-of-five", rank("four-of-five", cards)) == plain


def test_a_pair_of_jacks_loses_the_bonus():
    assert rank("four-card-bonus", "Js Jd 2c 3h 9d") is None
    assert set(PLAIN) < set(BONUS_LINES)


@pytest.mark.parametrize("name", ["four-of-five", "four-card-bonus"])
def test_order_scalar_and_suits(name):
    check_order(name)
    for size in (4, 5):
        check_scalar_is_batch(name, deals(size, 1500))
        check_suits_are_equal(name, deals(size, 20_000))


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("As Ks Qs", "judges 4 or 5 cards, not 3"),
        ("As Ks Qs Qs 2c", "Qs appears twice"),
        ("As Ks Qs Js Jk", "has no card Jk"),
    ],
)
def test_refusals(cards, why):
    with pytest.raises(ValueError, match=why):
        rank("four-of-five", cards)
