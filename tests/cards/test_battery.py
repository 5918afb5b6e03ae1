"""Every use of randomness passes the battery, and every broken shuffle of the museum fails it.

The seeds are fixed, so results do not change from run to run. `make proof` uses thirty times as many shuffles.
"""

from functools import cache
from itertools import permutations
from math import comb, factorial

import numpy as np
import pytest
from scipy import stats

import cardroom
from cardroom.cards import parse
from cardroom.cards.decks import deck
from cards import chances, expected
from cards.battery import SEED, USES, Use, deck_use, holds, judge, p_values
from cards.chances import DRAWS, INTERPLAY, ORDERS, highest_of_nine, poker_hands
from cards.museum import PIECES
from support.sampling import PROOF

ROWS = 200_000 if PROOF else 6_000
STATISTICS = {each.__name__ for each in (*ORDERS, *DRAWS, *INTERPLAY, poker_hands, highest_of_nine)}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", USES)
def test_a_use_of_randomness_is_fair(name):
    """GLI-19, 3.2.2 and 4.5.1: a verdict on each use and, if all pass, on all together."""
    values, fair = judge(USES[name], ROWS)
    assert fair, f"{name} with the seed {SEED}: {values}"


def test_every_deck_that_a_game_is_played_with_is_tested():
    """A game with a new deck needs a new use here. Poker's decks are also sealed and cut."""
    for game in cardroom.all_games():
        name, packs = game.rules.deck.name, game.rules.packs
        assert f"{name} x {packs}" in USES if packs > 1 else name in USES, game.slug
        if game.rules.nobody_banks:
            assert f"sealed {name}" in USES, game.slug
            assert f"cut of {len(deck(name).cards)} seals" in USES, game.slug


@pytest.mark.proof
def test_every_broken_shuffle_fails_and_every_statistic_catches_one():
    """By a wide margin: among a few hundred p-values, one in a million is not chance."""
    caught = set()
    for name, deal in PIECES.items():
        values = p_values(Use(deal, more=(poker_hands, highest_of_nine)), 6_000)
        failed = {statistic for statistic, chance in values.items() if chance < 1e-6}
        assert failed, f"{name}: {values}"
        caught |= failed
    assert caught == STATISTICS


def test_the_verdict_is_bonferronis():
    assert not holds({"one": 0.0049, "other": 0.9})
    assert holds({"one": 0.0051, "other": 0.9})
    assert holds({"one": 0.0031, "other": 0.9}, among=4)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["dealt twice", "dice by remainder"])
def test_a_broken_shuffle_gets_no_second_chance(name):
    assert not judge(Use(PIECES[name]), 6_000)[1]
    assert not holds(p_values(Use(PIECES[name]), 6_000, start=6_000))


# -- The statistics ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(2, 8))
def test_falls_turns_and_meetings_match_a_count_over_all_orders(n):
    """All orders, not a sample."""
    orders = np.array(list(permutations(range(n))))
    rises = orders[:, 1:] > orders[:, :-1]
    counted = {
        expected.falls: ((~rises).sum(axis=1), n),
        expected.turns: ((rises[:, 1:] != rises[:, :-1]).sum(axis=1), n - 1),
        expected.meetings: ((orders == np.arange(n)).sum(axis=1), n + 1),
    }
    for distribution, (counts, size) in counted.items():
        assert distribution(n) == pytest.approx(np.bincount(counts, minlength=size) / factorial(n))


@pytest.mark.parametrize("n", [36, 52, 416])
def test_falls_turns_and_meetings_have_the_textbook_means_and_variances(n):
    for distribution, mean, variance in [
        (expected.falls, (n - 1) / 2, (n + 1) / 12),
        (expected.turns, 2 * (n - 2) / 3, (16 * n - 29) / 90),
        (expected.meetings, 1, 1),
    ]:
        shares, counts = distribution(n), np.arange(len(distribution(n)))
        assert [shares.sum(), shares @ counts] == pytest.approx([1, mean])
        assert shares @ (counts - mean) ** 2 == pytest.approx(variance)


@pytest.mark.parametrize("kinds", [2, 6, 52])
def test_collection_times_match_inclusion_and_exclusion(kinds):
    result = expected.collection(kinds)
    for draws in range(kinds, min(300, len(result) - 1)):
        some_missing = sum((-1) ** (k + 1) * comb(kinds, k) * (1 - k / kinds) ** draws for k in range(1, kinds + 1))
        assert result[: draws + 1].sum() == pytest.approx(1 - some_missing, abs=1e-6)


def test_chi_square_agrees_with_scipy_on_both_sides():
    counts, shares = np.array([30, 14, 34, 22]), np.array([0.25, 0.15, 0.35, 0.25])
    one_side = stats.chisquare(counts, shares * 100).pvalue
    assert expected.chi_square(counts, shares) == pytest.approx(2 * min(one_side, 1 - one_side))
    assert expected.chi_square([250, 150, 350, 250], shares) < 1e-6  # too even to be chance


def test_cells_with_small_expectation_are_merged():
    assert expected.cells(np.array([1, 9, 3, 4, 2, 20, 5, 2])) == [0, 2, 5]
    assert sum(expected.HANDS.values()) == comb(52, 5)


def test_all_patterns_of_five_are_distinguished():
    five = np.array(list(permutations([3, 10, 11, 20, 50])))
    seen = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chances, "even", lambda numbers, kinds: seen.extend(numbers))
        chances.patterns(five, 1)
    assert sorted(seen) == list(range(120))


def test_all_poker_hands_are_distinguished():
    """In the order of the list of hands, straights by a low ace and four of a kind among them."""
    one_each = "As Kd 9h 3c 2c, 2s 2d 9h 3c Ac, 2s 2d 3h 3c Ac, 2s 2d 2h 3c Ac, As 2d 3h 4c 5c, 2s 7s 9s Ts As"
    one_each += ", 2s 2d 2h 3c 3s, 2s 2d 2h 2c 3s, As 2s 3s 4s 5s, Ts Js Qs Ks As"
    counted = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chances, "chi_square", lambda counts, shares: counted.append(np.flatnonzero(counts).tolist()))
        for hand in one_each.split(", "):
            chances.poker_hands(np.array([parse(hand)]), 1)
    assert counted == [[0], [1], [2], [3], [4], [5], [6], [7], [7], [7]]


@cache
def foreign_samples():
    """Orders and numbers from numpy's generator, which has nothing to do with ours."""
    source, box = np.random.default_rng(19), np.tile(np.arange(12, dtype=np.uint8), (1000, 1))
    return [(source.permuted(box, axis=1), source.integers(6, size=(1000, 6), dtype=np.uint8)) for _ in range(100)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("statistic", ORDERS + DRAWS + INTERPLAY, ids=lambda statistic: statistic.__name__)
def test_p_values_are_uniform(statistic):
    if statistic in ORDERS:
        values = [statistic(orders, 1 + number % 2) for number, (orders, _) in enumerate(foreign_samples())]
    elif statistic in DRAWS:
        values = [statistic(draws, 6) for _, draws in foreign_samples()]
    else:
        values = [statistic(orders, draws, 6) for orders, draws in foreign_samples()]
    below = {bound: np.mean(np.array(values) < bound) for bound in (0.01, 0.1, 0.5)}
    assert below[0.01] <= 0.05
    assert statistic is chances.duplicates or 0.02 <= below[0.1] <= 0.2
    assert statistic is chances.duplicates or 0.32 <= below[0.5] <= 0.68


def test_a_shoe_is_followed_card_by_card():
    order, _ = deck_use("spanish", 6).deal(3)
    assert sorted(order) == list(range(288))
