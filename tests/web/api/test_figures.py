"""The exact figures that pages show."""

from fractions import Fraction

import cardroom
from cardroom.analysis import has_analysis
from cardroom.web.api.figures import how_to_play, known_figures

PROVABLE = [game for game in cardroom.all_games() if has_analysis(game.rules)]


def test_every_built_in_rule_set_with_an_analysis_has_figures():
    assert [game.slug for game in PROVABLE if not known_figures(game.rules)] == [], "run make figures"


def test_4_7_1_every_wager_without_a_jackpot_returns_at_least_75_percent():
    """GLI-19, 4.7.1 and 4.7.3: with the best play, and the highest award comes at least once in 100 million."""
    below, rare = set(), set()
    for game in PROVABLE:
        for wager in known_figures(game.rules):
            name = game.slug, game.rules.rules, wager["wager"]
            if 1 - Fraction(wager["element_of_risk"]["exact"]) < Fraction(3, 4):
                below.add(name)
            if wager["bars"][-1]["share"]["decimal"] < 1e-8:
                rare.add(name)
    assert rare == set()
    assert below == {  # at their seeds, by the pay tables of the documents
        ("heads-up-holdem", "washington", "jackpot"),
        ("heads-up-holdem", "washington-no-qualifier", "jackpot"),
        ("heads-up-holdem", "brook", "galaxy"),
        ("four-card-frenzy", "brook", "galaxy"),
    }


def test_every_game_with_a_decision_has_its_strategy_in_words():
    without = {game.slug for game in PROVABLE if not any(each["strategy"] for each in known_figures(game.rules))}
    assert without == {"ez-baccarat"}, (
        "A game with decisions gives the best one in words, as `strategy` of its WagerReport. Then run make figures. "
        "A game without decisions, like baccarat, is named here."
    )


def test_every_poker_game_has_starting_hands_and_exact_odds():
    cards = {game.slug: how_to_play(game) for game in cardroom.all_games()}
    assert {slug for slug, card in cards.items() if card} == {
        game.slug for game in cardroom.all_games() if game.rules.poker
    }
    for card in filter(None, cards.values()):
        assert len(card["start"]) >= 4
        for table in card["odds"]:
            assert sum(Fraction(share["exact"]) for _, share in table["lines"]) == 1
    chosen = {  # what a player keeps is a choice
        *("pineapple", "pineapple-high-low", "crazy-pineapple", "crazy-pineapple-high-low"),
        *("irish", "super-holdem", "six-card-omaha"),
    }
    without = {slug for slug, card in cards.items() if card and not card["odds"]}
    assert without == chosen, f"run make figures, or correct the list above: {without ^ chosen}"


def test_odds_do_not_depend_on_the_fees_of_a_house():
    usual, dear = cardroom.game("texas-holdem"), cardroom.game("texas-holdem", collection="1/4/7")
    assert usual.rules.digest != dear.rules.digest
    assert how_to_play(dear)["odds"] == how_to_play(usual)["odds"] != []
