"""Every deal of small decks, played by the script with every answer, against the analyses of the package."""

import msgspec
import pytest

import cardroom
from cardroom.analysis.engine import LOCAL
from cardroom.analysis.report import Report, counter_of, in_force_only, with_qualifier
from cardroom.analysis.simulation import check_by_script, script_check
from cardroom.analysis.simulation.every_deal import CannotEnumerate, EveryDeal
from cardroom.games import game_of
from cardroom.rulebook import rule_set
from support.outside_games import OUTSIDE
from support.small_decks import with_deck

THREE, FRENZY, HEADS_UP = "three-card-poker-6-card-bonus", "four-card-frenzy", "heads-up-holdem"
LOW, TOP = (7, 8, 9, 10), (10, 11, 12)
"""Nine to queen, and queen to ace."""


def compare(rules, ranks, suits, exchange="suits"):
    """The edges of an analysis and of the script on a small deck, by wager."""
    small = in_force_only(with_deck(rules, ranks, suits))
    script = EveryDeal(game_of(rules), small.deck.name, 20_000, exchange=exchange).edges()
    counted = {each.wager: each for each in counter_of(small)(small, LOCAL) if each.in_force}
    assert counted.keys() == script.best.keys()
    for name, results in script.results.items():
        assert counted[name].distribution == results
    return {name: -each.edge for name, each in counted.items()}, dict(script.best)


@pytest.mark.parametrize(
    ("game", "hand", "ranks", "suits"),
    [
        (THREE, "jack high", LOW, 2),
        pytest.param(THREE, "queen high", LOW, 2, marks=pytest.mark.proof),
        pytest.param(THREE, "pair", LOW, 2, marks=pytest.mark.proof),
        pytest.param(FRENZY, "king high", (8, 9, 10, 11), 3, marks=pytest.mark.proof),
        pytest.param(FRENZY, "pair of queens", (9, 10, 11), 4, marks=pytest.mark.proof),
        pytest.param(HEADS_UP, "pair", TOP, 3, marks=pytest.mark.proof),
        pytest.param(HEADS_UP, "three of a kind", TOP, 3, marks=pytest.mark.proof),
        pytest.param("ultimate-texas-holdem", "pair", TOP, 3, marks=pytest.mark.proof),
    ],
)
def test_a_qualifier_by_name_is_counted_as_the_script_plays_it(game, hand, ranks, suits):
    rules = with_qualifier(rule_set(game), hand)
    counted, played = compare(rules, ranks, suits, "colours" if game == FRENZY else "suits")
    assert counted == played


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "hand", "ranks", "suits"),
    [("crazy-4", "pair of queens", LOW, 3), ("caribbean-stud", "pair of kings", TOP, 4)],
)
def test_a_qualifier_by_name_is_counted_in_games_in_stages_from_outside(monkeypatch, game, hand, ranks, suits):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE / game))
    counted, played = compare(with_qualifier(rule_set(game), hand), ranks, suits)
    assert counted == played


@pytest.mark.proof
def test_a_jackpot_that_depends_on_the_flop_is_counted_on_a_small_deck():
    """The ranking of the Washington jackpot depends on pocket and flop, so deals are counted in these parts."""
    counted, played = compare(rule_set("heads-up-holdem", "washington"), TOP, 3)
    assert "jackpot" in counted
    assert counted == played


def test_every_game_whose_dealer_must_qualify_takes_another_hand_by_name():
    must = [game.rules for game in cardroom.all_games() if game.rules.dealer and game.rules.dealer.qualifies]
    assert {rules.game for rules in must} == {THREE, FRENZY, HEADS_UP, "ultimate-texas-holdem"}
    assert {with_qualifier(rules, "Ace High").dealer.qualifies for rules in must} == {"ace high"}


@pytest.mark.proof
def test_another_qualifier_changes_the_edge():
    edges = {compare(with_qualifier(rule_set(THREE), hand), LOW, 2)[1]["ante"] for hand in ("queen high", "pair")}
    assert len(edges) == 2


def report_of(game):
    return Report.of(game.rules, counter_of(game.rules)(in_force_only(game.rules), LOCAL))


def test_a_game_of_the_package_is_held_against_its_script(monkeypatch):
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 1_200)
    game = cardroom.game(THREE, exposed_card=False)
    found = check_by_script(game, report_of(game))
    assert not found.odd
    assert found.compared == ("Ante and Play", "Pair Plus", "6 Card Bonus")
    assert "played by the script with every answer, have exactly these edges" in found.words


def test_a_wrong_analysis_of_a_small_deck_is_found(monkeypatch):
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 300)
    game = cardroom.game(THREE, exposed_card=False)
    right = script_check._counted

    def wrong(rules):
        first, *others = right(rules)
        more = msgspec.structs.replace(first.outcomes[0], count=first.outcomes[0].count + 1)
        return [msgspec.structs.replace(first, outcomes=(more, *first.outcomes[1:])), *others]

    monkeypatch.setattr(script_check, "_counted", wrong)
    found = check_by_script(game, report_of(game))
    assert found.odd.startswith("Ante and Play: the edge is ")
    assert "disagree" in found.words


@pytest.mark.proof
def test_suits_that_matter_are_noticed_and_then_played():
    """Prime pays by colour, so deals are not alike under every exchange of suits."""
    rules = rule_set(FRENZY)
    counted, played = compare_prime(rules, "suits")
    assert counted != played
    counted, played = compare_prime(rules, "colours")
    assert counted == played


def compare_prime(rules, exchange):
    small = in_force_only(with_deck(rules, (9, 10, 11), 4))
    script = EveryDeal(game_of(rules), small.deck.name, 20_000, exchange=exchange).edges()
    counted = next(each for each in counter_of(small)(small, LOCAL) if each.wager == "prime" and each.in_force)
    return -counted.edge, script.best["prime"]


def test_hands_that_are_set_in_many_ways_are_refused_with_the_reason():
    with pytest.raises(CannotEnumerate, match="has too many answers"):
        EveryDeal(cardroom.game("fortune-pai-gow-poker"), "joker", 20_000)


def test_a_game_that_cannot_be_played_whole_is_not_called_exact():
    game = cardroom.game("pure-21.5-blackjack")
    found = check_by_script(game, Report.of(game.rules, ()))
    assert found.words == "the script was not played over all deals: there are too many"
