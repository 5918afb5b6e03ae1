"""Quick exact values of hands of 21.5, compared with those that follow every set of cards."""

import random
from collections import Counter
from fractions import Fraction
from math import prod

import numpy as np
import pytest

from cardroom.analysis.evaluation.twenty_one import again, double_value
from cardroom.analysis.twenty_one.dealer import KeyFactors, UnseenCards, dealer_hands, hand_tree, whole_sums
from cardroom.analysis.twenty_one.exact import HandValues, hand_values
from cardroom.analysis.twenty_one.play import NONE, plus, terms_of, values_of
from cardroom.analysis.twenty_one.shoe import ACE, falling, full_shoe, without
from cardroom.analysis.twenty_one.splits import ONCE, SPLITS, split_averages, split_nets
from cardroom.games.banked.pure_21_5 import MOST_DOUBLES
from cardroom.rulebook import rule_set

BLACKJACK, SPANISH = "pure-21.5-blackjack", "pure-spanish-21.5"


def test_all_that_can_follow_is_the_sum_of_the_results():
    """Both count the same orders: together, and by the player-dealer's result."""
    counts = full_shoe(rule_set(SPANISH))
    gone = np.eye(10, dtype=np.int64)
    for up in (0, 7, 9, 4):
        shoe = UnseenCards(counts, up, 30, exact=True)
        assert shoe.results(gone).sum(axis=0).tolist() == shoe.futures(gone)[0].tolist()


@pytest.mark.parametrize("most", [20, 120])
def test_sums_over_the_dealers_hands_are_exact_beyond_64_bits(most):
    """With 120 cards of every kind, sums are longer. It is compared with a sum hand by hand."""
    up, never, rng = ACE, 2, random.Random(7)
    tree = hand_tree(up, never)
    left = np.array([[most] * 10, [most - 1, *[most] * 8, most - 3]])
    nets = np.array([[rng.randint(-9, 9) for _ in range(6)] for _ in left])
    high, low = whole_sums(tree, left, KeyFactors(nets, np.arange(2), tree.results, tree.drawn), never)
    sums = high.astype(object) * 2**64 + low.astype(object)
    for row, cards in enumerate(left.tolist()):
        found = Counter()
        for hand in dealer_hands(up):
            ways = prod(falling(cards[kind], hand.kinds.count(kind)) for kind in range(10) if kind != never)
            found[len(hand.kinds)] += int(nets[row, hand.result]) * hand.ways * ways
        assert {size: net for size, net in enumerate(sums[row].tolist()) if net} == found
        assert (max(map(abs, found.values())) > 2**64) == (most == 120)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("slug", "house", "pair", "up"),
    [
        (SPANISH, {}, 0, 9),
        (BLACKJACK, {}, 7, 7),
        (SPANISH, {"double_double_down": True}, 9, 0),
        (SPANISH, {"double_double_down": True}, 4, 7),
        (BLACKJACK, {}, 6, 2),
    ],
)
def test_both_counts_of_a_split_give_the_same_net_result(slug, house, pair, up):
    """One counts busts card by card, the other as draws that lead to no set."""
    rules = rule_set(slug, **house)
    terms, counts = terms_of(rules), without(full_shoe(rules), up, pair, pair, 3, 3)
    plays = values_of(terms, counts, up, plus(NONE, pair))
    every = int(UnseenCards(counts, up, plays.shoe.length, exact=True).futures(np.zeros((1, 10), np.int64))[0][0])
    for cases, net in zip((ONCE, SPLITS), split_nets(plays, pair, ONCE, SPLITS), strict=True):
        found = split_averages(plays, pair, cases)
        assert found.net * every == net
        assert 2 <= found.wagers < 4 * 2 ** (MOST_DOUBLES if terms.double_double else 1)
        assert found.square > found.net**2


@pytest.mark.parametrize(
    ("slug", "house", "hand", "up"),
    [
        (BLACKJACK, {}, (6, 8), 7),
        (SPANISH, {}, (0, 6), 9),
        (SPANISH, {}, (4, 5), 0),
        (SPANISH, {"double_double_down": True}, (4, 5), 5),
    ],
)
def test_the_quick_values_of_a_hand_are_those_of_all_hands(slug, house, hand, up):
    rules = rule_set(slug, **house)
    terms, counts = terms_of(rules), without(full_shoe(rules), up, *hand)
    start = plus(plus(NONE, hand[0]), hand[1])
    quick, plain = hand_values(terms, counts, up, start), values_of(terms, counts, up, start, exact=True)
    assert isinstance(quick, HandValues)
    here = plain.draws.number[NONE]
    slow = plain.two_cards(here)
    assert quick.two_cards(here) == {action: slow[action] for action in slow if action != "double"}
    for doubled in range(MOST_DOUBLES * terms.double_double):
        assert again(quick, doubled) == again(plain, doubled)
    for part in (Fraction(1), Fraction(1, 5)):
        assert double_value(quick, part) == double_value(plain, part)
    assert quick.every[here] == plain.every[here]


def test_options_of_equal_value_are_compared_exactly():
    """If only Bonus cards are left, a hand of twelve loses if it hits and if it stands. Floats must not decide that."""
    terms = terms_of(rule_set(SPANISH))
    counts = (0, 0, 0, 0, 0, 0, 0, 0, 0, 20)
    assert not isinstance(hand_values(terms, counts, 9, plus(plus(NONE, 1), 9)), HandValues)
