"""The edge after collection: exact, for a given action, and only if the edge is known."""

from fractions import Fraction

import pytest

import cardroom
from cardroom.analysis import Report, analyze
from cardroom.analysis.bankroll.collection import after_collection, charged, unknown
from cardroom.analysis.report.reports import WagerOutcome, WagerReport
from cardroom.errors import InputError
from cardroom.rulebook import rule_set

EVEN = (WagerOutcome("win", Fraction(1), 49), WagerOutcome("lose", Fraction(-1), 51))
"""An edge of 2 %."""


def report(rules, *wagers):
    return Report(rules.game, rules.name, rules.rules, rules.digest, {}, wagers)


def test_the_fee_reduces_the_player_dealers_edge_by_its_share_of_the_action():
    game = cardroom.game("ez-baccarat", collection="7")
    exact = {each.wager: each.edge for each in analyze(game).wagers}
    for action, fee in ((10_000, 400), (30_000, 400), (30_100, 700), (200_100, 3_100)):
        result = after_collection(game.rules, analyze(game), charged(game.rules, action))
        assert [each.wager for each in result] == ["player", "banker", "tie", "panda-8", "dragon-7"]
        for each in result:
            assert each.before == each.player == exact[each.wager]
            assert each.player_dealer == exact[each.wager] - Fraction(fee, action)


def test_wagers_before_the_deal_are_the_action():
    """Ultimate Texas Hold'em: Ante and Blind are both action, so an edge of 2 % of the Ante is 1 % of that."""
    rules = rule_set("ultimate-texas-holdem", collection="1")
    lines = dict.fromkeys(("ante", "blind", "play"), EVEN)
    (result,) = after_collection(
        rules, report(rules, WagerReport("ante", "Ante", "Ante", EVEN, lines=lines)), charged(rules, 10_000)
    )
    assert (result.before, result.player_dealer) == (Fraction(1, 100), Fraction(1, 100) - Fraction(2, 100))


def test_a_players_own_fee_is_a_cost_of_the_base_wager_alone():
    rules = rule_set("fortune-pai-gow-poker", collection="1")
    base, fortune = (WagerReport(name, name, name, EVEN) for name in ("base", "fortune"))
    result = after_collection(rules, report(rules, base, fortune), charged(rules, 35_000, 5_000))
    assert [each.player for each in result] == [Fraction(1, 50) + Fraction(1, 50), Fraction(1, 50)]
    assert {each.player_dealer for each in result} == {Fraction(1, 50) - Fraction(2, 350)}


def test_a_wager_that_the_schedule_does_not_count_has_no_share_of_the_fee():
    rules = rule_set("pure-spanish-21.5", collection="chapter-1")
    both = report(rules, *(WagerReport(name, name, name, EVEN) for name in ("wager", "match-the-dealer")))
    assert [each.wager for each in after_collection(rules, both, charged(rules, 10_000))] == ["wager"]
    rules = rule_set("pure-spanish-21.5", collection="1")
    assert len(after_collection(rules, both, charged(rules, 10_000))) == 2


@pytest.mark.parametrize(
    ("game", "missing"),
    [
        ("fortune-pai-gow-poker", "Base Game"),
        ("pure-21.5-blackjack", "Game wager"),
        ("pure-spanish-21.5", "Game wager"),
    ],
)
def test_a_game_without_a_known_edge_is_left_out(game, missing):
    assert unknown(rule_set(game), None) == (missing,)


@pytest.mark.parametrize(
    ("game", "settings", "asked", "message"),
    [
        ("ez-baccarat", {}, (35_000,), "set the house rule `collection`"),
        ("texas-holdem", {"collection": "1"}, (35_000,), "no schedule with a player-dealer's fee is posted"),
        ("ez-baccarat", {"collection": "7"}, (0,), "the action must include the wager"),
        ("ez-baccarat", {"collection": "7"}, (500, 1_000), "the action must include the wager"),
    ],
)
def test_impossible_queries_are_refused(game, settings, asked, message):
    with pytest.raises(InputError, match=message):
        charged(rule_set(game, **settings), *asked)
