"""A wager after the deal: the action is what the player does, and the wager is where the chips go."""

import pytest

import cardroom
from cardroom.show import picture
from cardroom.show.pictures.cloths import cloth
from cardroom.show.rules.data import page
from cardroom.show.words.round_words import sentences
from support.outside_games import OUTSIDE


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))
    return cardroom.game("mississippi-stud")


def test_options_have_the_same_keys_at_every_street(game):
    round = game.round({"ann": 100_000}, seed=3)
    round.answer(1, "bet", {"ante": 500})
    for amount in (500, 1500, 1000):
        (prompt,) = picture(round.view("ann")).prompts
        bet, fold = prompt.offers
        assert (bet.label[:3], fold.key) == ("Bet", "f")
        assert [(quick.key, quick.label) for quick in bet.quick] == [
            ("3", "Bet 3x ($15)"),
            ("2", "Bet 2x ($10)"),
            ("1", "Bet 1x ($5)"),
        ]
        round.answer(1, "bet", amount)
    said = [line.says for line in sentences(round.view("ann"))]
    assert "You bet $5 on 3rd Street" in said
    assert "You bet $15 on 4th Street" in said


def test_each_street_has_its_own_ladder_and_there_are_no_dealers_cards(game):
    wagers = {each["wager"]: each for each in page(game)["wagers"]}
    assert wagers["third"]["times"] == "1 to 3 times the Ante with 2 cards known"
    assert wagers["fifth"]["times"] == "1 to 3 times the Ante with 4 cards known"
    assert wagers["third"]["needs"] == ["Ante"]
    folded = page(game)["outcomes"]["cases"][0]["results"]
    assert [each["result"] for each in folded] == [
        "loses",
        "loses if it was placed",
        "loses if it was placed",
        "not placed",
    ]
    assert cloth(game.rules).cards == {"board": 3, "hand": 2}
