"""Rule sets that none of the five documents prints claim nothing that is printed."""

import json
import re

import pytest

import cardroom
from cardroom.analysis.certificate import certificate, certificate_page
from cardroom.cli.play.rules import markdown_page
from cardroom.rulebook import origin
from cardroom.show.rules.data import page

DOCUMENTS = {"500-club", "brook", "washington", "washington-no-qualifier", "wpt"}
"""The rule sets of the five documents. Washington prints two versions."""
OTHERS = [game for game in cardroom.all_games() if game.rules.rules not in DOCUMENTS]
NUMBER = re.compile(r"GEG[AR]-\d+|PT-FLT")
"""The regulator's numbers of games and pay tables."""
CLAIMS = re.compile(r"\b(printed|granted|ruling|departure|prints|the text|500 Club|Dealing Procedures)\b")


def claims(text):
    """The claims and numbers in a text, except those of a schedule of fees, which its own document prints."""
    lines = [line for line in text.splitlines() if "Collection Rates" not in line]
    return [found for line in lines for found in (*CLAIMS.findall(line), *NUMBER.findall(line))]


def test_every_rule_set_is_printed_or_says_that_it_is_not():
    assert len(cardroom.all_games()) - len(OTHERS) == 31, "28 games, and three more versions of Heads Up Hold'em"
    for game in cardroom.all_games():
        assert (game.rules.id == "no document") == (game in OTHERS), game
        assert (game.rules.source.document == "common rules") == (game in OTHERS), game


@pytest.mark.parametrize("game", OTHERS, ids=str)
def test_a_rules_page_without_a_document_claims_no_printed_standing_and_no_number(game):
    data = page(game)
    assert data["id"] == "no document"
    assert {rule["standing"] for rule in data["house_rules"]} == {"no document"}
    assert not any(rule["standings"] for rule in data["house_rules"])
    assert claims("\n".join(markdown_page(data))) == []
    data["house_rules"] = [rule for rule in data["house_rules"] if rule["name"] != "collection"]
    assert claims(json.dumps(data, indent=0)) == []


@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
@pytest.mark.parametrize("slug", ["seven-card-stud", "texas-holdem", "badacey", "mexican-poker"])
def test_no_limit_changes_that(slug, limit):
    game = cardroom.game(slug, rules="standard", limit=limit)
    assert claims("\n".join(markdown_page(page(game)))) == []


def test_a_set_that_changes_a_document_says_so_and_cites_no_rule_of_it():
    rules = cardroom.game("razz", rules="standard").rules
    assert rules.cite("rule 4") == "common rules, Razz"
    made = origin(rules).source
    assert made.startswith("common rules, Razz; extends 500 Club, Razz (rule set 500-club), with ")


def test_its_certificate_claims_no_printed_standing_and_no_number():
    game = cardroom.game("ez-baccarat", rules="standard")
    cert = certificate(game, cardroom.analyze(game))
    assert {rule["standing"] for rule in cert["house_rules"]} == {"no document"}
    assert NUMBER.findall(json.dumps({name: part for name, part in cert.items() if name != "house_rules"})) == []
    assert cert["id"] == ""
    shown = certificate_page(cert, "2026-01-01")
    assert "no document" in shown
    assert not re.search(r">(printed|granted)<", shown)


@pytest.mark.parametrize("slug", ["seven-card-stud", "seven-card-stud-high-low", "stud-8", "razz"])
def test_a_stud_game_without_a_document_has_no_button_and_no_mandatory_ante(slug):
    game = cardroom.game(slug, rules="standard", antes="$0")
    shown = "\n".join(markdown_page(page(game)))
    assert "the first winner left of the house dealer" in shown
    assert "left of the button" not in shown.partition("House rules")[0]
    assert "mandatory" not in shown
