"""Exact figures of Four Card Frenzy, against the lab's printed tables and a plain count."""

from itertools import combinations

import numpy as np
import pytest

import cardroom
from cardroom.analysis import four_card
from cardroom.cards import parse
from cardroom.rankings import rank_many, strength

SIMULATED = {
    "PT-FLT-FCF-BB-01": -3_340_121,
    "PT-FLT-FCF-BB-02": -2_644_814,
    "PT-FLT-FCF-BB-03": -2_654_803,
    "PT-FLT-FCF-BB-04": -2_465_499,
    "PT-FLT-FCF-BB-05": -2_372_539,
    "PT-FLT-FCF-BB-06": -2_068_965,
}
"""Brook FCF, Table 10: total winnings of 100 million simulated games."""


@pytest.fixture(scope="module")
def report():
    return cardroom.analyze(cardroom.game("four-card-frenzy"))


def edges(report, wager, rule):
    return {each.settings[rule]: f"{float(each.edge) * 100:.2f}" for each in report.wagers if each.wager == wager}


def test_the_labs_simulation_is_within_two_standard_errors_of_the_exact_edge(report):
    games = 100_000_000
    for base in (each for each in report.wagers if each.wager == "ante"):
        simulated = SIMULATED[base.settings["bad_beat"]] / games
        assert abs(simulated + float(base.edge)) < 2 * base.standard_deviation / games**0.5


def test_the_base_game_counts_every_deal(report):
    base = report.wager("ante")
    assert base.deals == 2_598_960 * 1_533_939
    assert sum(base.decisions.values()) == 1


def test_the_four_card_bonus_has_the_labs_figures(report):
    """Brook FCF, Table 13."""
    names = [f"PT-FLT-FCF-4CB-{number:02}" for number in range(7, 13)]
    found = edges(report, "four-card-bonus", "four_card_bonus")
    assert [found[name] for name in names] == ["5.87", "7.23", "0.98", "3.06", "5.14", "7.23"]


def test_prime_has_the_labs_figures(report):
    """Brook FCF, Table 15."""
    assert edges(report, "prime", "prime") == {"PT-FLT-FCF-PR-01": "4.74", "PT-FLT-FCF-PR-02": "9.80"}


@pytest.mark.parametrize("hand", ["As Ah 7d 6c 2s", "Kd Qd 9s 4h 3c", "9s 8s 7s 6s 2d"])
def test_how_a_hand_compares_equals_a_plain_count(hand):
    """Each of the dealer's 1,533,939 hands compared, beside the sum of 32 terms."""
    cards = parse(hand)
    left = [card for card in range(52) if card not in cards]
    theirs = rank_many("four-of-five", np.array(list(combinations(left, 5)), np.uint8)).astype(np.int64)
    own = strength("four-of-five", cards)
    known = four_card.counts()
    for rank in (own, own + 1):
        total = int(known.every[rank])
        for places, size in zip(known.subsets, known.sizes, strict=True):
            chosen = sorted(sorted(cards)[place] for place in places[:size])
            number = sum(int(known.choose[card, place + 1]) for place, card in enumerate(chosen))
            row = known.below[known.classes[known.starts[size] + number]]
            total += (1 if size % 2 == 0 else -1) * int(row[rank])
        assert total - (own < rank) == int((theirs < rank).sum())
