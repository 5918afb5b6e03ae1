"""Mexican Poker's hands (500 Club, Mexican Poker, Card Values and Hand Rankings)."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest

from cardroom.cards import JOKER, RANKS, parse, text
from cardroom.rankings import categories, describe, rank, rank_many, ranking
from cardroom.rankings.base import numbering
from rankings.hands import (
    check_order,
    check_same_order,
    check_scalar_is_batch,
    check_suits_are_equal,
    deals,
    every,
    with_joker,
)

DECK = sorted(ranking("mexican").deck)
NATURAL = DECK[:-1]
ORDER = "234567JQKA"
STRAIGHTS = ["A2345", "23456", "34567", "4567J", "567JQ", "67JQK", "7JQKA"]
SHAPES = ["11111", "2111", "221", "311", "straight", "32", "flush", "41", "straight flush", "5"]


def judged(ranks, suited):
    """A hand of five ranks, as the index of its shape and the tie breaks."""
    counted = sorted(Counter(ranks).items(), key=lambda item: (item[1], ORDER.index(item[0])), reverse=True)
    ties = [ORDER.index(rank) for rank, _ in counted]
    shape = "".join(str(count) for _, count in counted)
    for place, straight in enumerate(STRAIGHTS):
        if sorted(ranks) == sorted(straight):
            return SHAPES.index("straight flush" if suited else "straight"), [place]
    return SHAPES.index("flush" if suited else shape), ties


def reference(hand, joker):
    """The best result of every rank for the joker, with and without the suit of the others."""
    natural = [card for card in hand if card != JOKER]
    ranks = [RANKS[card // 4] for card in natural]
    one_suit = len({card % 4 for card in natural}) == 1
    if len(natural) == 5:
        return judged(ranks, one_suit)
    tried = [(rank, judged([*ranks, rank], False)) for rank in ORDER]
    tried += [(rank, judged([*ranks, rank], True)) for rank in ORDER if one_suit and rank not in ranks]
    completed = (SHAPES.index("straight"), SHAPES.index("flush"), SHAPES.index("straight flush"))
    return max(each for rank, each in tried if joker == "down" or rank == "A" or each[0] in completed)


def test_counts_without_the_joker():
    counts = np.bincount(rank_many("mexican", every(5, NATURAL)), minlength=2255)
    totals = dict.fromkeys(categories("mexican"), 0)
    for key, count in zip(numbering(ranking("mexican"))[0], counts[1:].tolist(), strict=True):
        totals[categories("mexican")[key[0]]] += count
    assert totals == {
        "high card": (252 - 7) * (4**5 - 4),
        "pair": 10 * 6 * 84 * 4**3,
        "two pair": 45 * 6 * 6 * 8 * 4,
        "three of a kind": 10 * 4 * 36 * 4**2,
        "straight": 7 * (4**5 - 4),
        "full house": 10 * 4 * 9 * 6,
        "flush": 4 * (252 - 7),
        "four of a kind": 10 * 36,
        "straight flush": 4 * 6,
        "royal flush": 4,
        "five of a kind": 0,
    }


@pytest.mark.parametrize("joker", ["up", "down"])
def test_every_hand_with_the_joker(joker):
    four = every(4, NATURAL)
    hands = np.concatenate([four, np.full((len(four), 1), JOKER, np.uint8)], axis=1)
    counts = np.bincount(rank_many("mexican", hands, joker=joker), minlength=2255)[1:]
    five_of_a_kind = [key[0] == 10 for key in numbering(ranking("mexican"))[0]]
    assert counts[five_of_a_kind].sum() == (10 if joker == "down" else 1)
    assert counts.sum() == 91_390


def kinds(size):
    """Every kind of hand: one hand of these ranks, of mixed suits or of one, and how many there are of the kind."""
    for ranks in combinations_with_replacement(range(10), size):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways, suited = prod(comb(4, count) for count in counts.values()), 4 * (len(counts) == size)
        yield [4 * RANKS.index(ORDER[rank]) + place % 4 for place, rank in enumerate(ranks)], ways - suited
        if suited:
            yield [4 * RANKS.index(ORDER[rank]) for rank in ranks], suited


@pytest.mark.sampled(2)
@pytest.mark.parametrize("joker", ["up", "down"])
def test_every_hand_is_counted_by_kind(joker):
    """All 749,398 hands, each category as many times as the kinds of hands say, and all kinds in the same order."""
    counted, tried = Counter(), []
    for hands in (kinds(5), (([*hand, JOKER], ways) for hand, ways in kinds(4))):
        for hand, ways in hands:
            tried.append((hand, reference(hand, joker)))
            counted[tried[-1][1][0]] += ways
    assert counted.total() == comb(41, 5) == 749_398
    check_same_order([rank("mexican", hand, joker=joker) for hand, _ in tried], [worth for _, worth in tried])
    four = every(4, NATURAL)
    hands = np.concatenate(
        [every(5, NATURAL), np.concatenate([four, np.full((len(four), 1), JOKER, np.uint8)], axis=1)]
    )
    counts = np.bincount(rank_many("mexican", hands, joker=joker), minlength=2255)[1:].tolist()
    names = Counter()
    for key, count in zip(numbering(ranking("mexican"))[0], counts, strict=True):
        names[key[0] - (key[0] > 8)] += count  # a royal flush is the highest straight flush
    assert names == counted


@pytest.mark.parametrize(
    ("cards", "joker", "words"),
    [
        ("2s 2d 2c 2h Jk", "up", "Four of a kind, twos"),  # with an ace, not a fifth deuce
        ("2s 2d 2c 2h Jk", "down", "Five of a kind, twos"),
        ("As Ad Ac Ah Jk", "up", "Five of a kind, aces"),
        ("Ks Kd Qc 3h Jk", "up", "Pair of kings, ace kicker"),
        ("Ks Kd Qc 3h Jk", "down", "Three of a kind, kings"),
        ("Ks Kd Qc Qh Jk", "up", "Two pair, kings and queens, ace kicker"),
        ("Ks Kd Qc Qh Jk", "down", "Full house, kings over queens"),
        ("5s 6d Jc Qh Jk", "up", "Straight, queen high"),  # the seven stands between six and jack
        ("4s 5d 6c 7h Jk", "up", "Straight, jack high"),
        ("Js Qd Kc Ah Jk", "up", "Straight, ace high"),
        ("As 2d 3c 5h Jk", "up", "Straight, five high"),
        ("Js Qs Ks As Jk", "up", "Royal flush"),
        ("7s Js Qs Ks Jk", "down", "Royal flush"),
        ("6s 7s Js Qs Jk", "up", "Straight flush, king high"),
        ("As Ks 6s 2s Jk", "up", "Flush, ace high, K-Q-6-2"),  # the highest missing rank, not a second ace
        ("As Ks 6s 2s Jk", "down", "Flush, ace high, K-Q-6-2"),
        ("As Ks Qs Js 6d", None, "Ace high, K-Q-J-6"),
    ],
)
def test_hands_in_words(cards, joker, words):
    assert describe("mexican", cards, joker=joker) == words


def test_flush_beats_full_house_and_five_of_a_kind_beats_a_royal_flush():
    full_house, flush = rank("mexican", "As Ad Ac Kh Kd"), rank("mexican", "7s 5s 4s 3s 2s")
    assert rank("mexican", "As Kd Qd Jc 7h") < full_house < flush < rank("mexican", "2s 2d 2c 2h 3d")
    fives, royal = rank("mexican", "2s 2d 2c 2h Jk", joker="down"), rank("mexican", "As Ks Qs Js 7s")
    assert royal == 2244
    assert fives == 2245
    assert rank("mexican", "As Ad Ac Ah Jk", joker="down") == 2254


def test_the_best_and_the_worst_high_card():
    """A-K-Q-J-7 is the top straight, so A-K-Q-J-6 is the best high card."""
    keys = [key for key in numbering(ranking("mexican"))[0] if key[0] == 0]
    assert ranking("mexican").words(keys[-1]) == "Ace high, K-Q-J-6"
    assert ranking("mexican").words(keys[0]) == "Seven high, 5-4-3-2"


def test_order_scalar_and_suits():
    check_order("mexican")
    hands = deals(5, 2000, deck=DECK)
    for joker in ("up", "down"):
        check_scalar_is_batch("mexican", hands, joker=joker)
        check_suits_are_equal("mexican", deals(5, 20_000, deck=DECK), joker=joker)
    natural = deals(5, 500, deck=NATURAL)
    assert (rank_many("mexican", natural) == rank_many("mexican", natural, joker="down")).all()


def test_a_wild_joker_is_never_worse_than_a_bug():
    hands = with_joker(5, 20_000, deck=NATURAL)
    assert (rank_many("mexican", hands, joker="down") >= rank_many("mexican", hands, joker="up")).all()


@pytest.mark.parametrize(
    ("cards", "joker", "why"),
    [
        ("2s 2d 2c 2h Jk", None, "needs joker, how it was dealt: 'up' or 'down'"),
        ("2s 2d 2c 2h Jk", "sideways", "has no joker dealt 'sideways'"),
        ("2s 2d 2c 2h 8d", None, "has no card 8d"),
        ("2s 2d 2c 2h", None, "judges 5 cards, not 4"),
        ("2s 2d 2c 2c 3c", None, "2c appears twice"),
    ],
)
def test_refusals(cards, joker, why):
    with pytest.raises(ValueError, match=why):
        rank("mexican", cards, joker=joker)


def test_a_batch_with_a_joker_needs_the_way_it_was_dealt():
    with pytest.raises(ValueError, match="needs joker, how it was dealt"):
        rank_many("mexican", np.array([parse("2s 2d 2c 2h Jk")], np.uint8))
    assert text(DECK[-1]) == "Jk"
