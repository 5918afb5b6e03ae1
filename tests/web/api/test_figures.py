"""The exact figures that are shipped with the program."""

import json
from fractions import Fraction

import pytest

import cardroom
from cardroom.web.api.figures import FILE, figures, figures_file, provable, strategies, strategies_file
from cardroom.web.api.odds import how_to_play, odds, odds_file


def test_shipped_figures_cover_every_built_in_rule_set():
    assert figures().keys() == provable().keys(), "compute them again: python -m cardroom.web.api.figures"


@pytest.mark.proof
def test_shipped_figures_equal_those_computed_now():
    assert json.loads(figures_file({})) == figures(), f"{FILE}: compute it again with --all"


def test_4_7_1_every_wager_without_a_jackpot_returns_at_least_75_percent():
    """GLI-19, 4.7.1 and 4.7.3: with the best play, and the highest award comes at least once in 100 million."""
    below, rare = set(), set()
    games = provable()
    for digest, wagers in figures().items():
        for wager in wagers:
            name = games[digest].slug, games[digest].rules.rules, wager["wager"]
            if 1 - Fraction(wager["element_of_risk"]["exact"]) < Fraction(3, 4):
                below.add(name)
            if max(wager["bars"])[1] < 1e-8:
                rare.add(name)
    assert rare == set()
    assert below == {  # at their seeds, by the pay tables of the documents
        ("heads-up-holdem", "washington", "jackpot"),
        ("heads-up-holdem", "washington-no-qualifier", "jackpot"),
        ("heads-up-holdem", "brook", "galaxy"),
        ("four-card-frenzy", "brook", "galaxy"),
    }


def test_shipped_strategies_are_those_of_built_in_rule_sets_with_a_decision():
    assert strategies().keys() <= provable().keys(), "compute them again: python -m cardroom.web.api.figures"
    without = {game.slug for digest, game in provable().items() if digest not in strategies()}
    assert without == {"ez-baccarat"}, (
        "A game with decisions gives the best one in words, as `strategy` of its WagerReport. Then compute the file "
        "again: python -m cardroom.web.api.figures. A game without decisions, like baccarat, is named here."
    )


@pytest.mark.proof
def test_shipped_strategies_equal_those_computed_now():
    assert json.loads(strategies_file({})) == strategies()


def test_every_poker_game_has_starting_hands_and_exact_odds():
    poker = {game.slug for game in cardroom.all_games() if game.rules.poker}
    assert odds().keys() == poker, "count the missing ones: python -m cardroom.web.api.odds"
    for game in cardroom.all_games():
        card = how_to_play(game)
        assert (card is None) == (game.rules.poker is None)
        if card:
            assert len(card["start"]) >= 4
            for table in card["odds"]:
                assert sum(share for _, share in table["lines"]) == pytest.approx(1)
    assert {slug for slug, tables in odds().items() if not tables} == {  # what a player keeps is a choice
        *("pineapple", "pineapple-high-low", "crazy-pineapple", "crazy-pineapple-high-low"),
        *("irish", "super-holdem", "six-card-omaha"),
    }


@pytest.mark.proof
def test_shipped_odds_equal_those_counted_now():
    assert json.loads(odds_file({})) == odds()
