"""The laboratory's part of a certificate: other strategies, house rules, checks, and pages on paper."""

import json
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.certificate import (
    StrategyReturn,
    bot_returns,
    certificate,
    certificate_page,
    counted_returns,
    returns_csv,
    sensitivity,
    sensitivity_csv,
)
from cardroom.analysis.certificate.other_rules import MOST_VALUES, _values, by_rule
from cardroom.analysis.certificate.returns import known_returns, never_folds
from cardroom.analysis.simulation import ScriptCheck
from cardroom.analysis.store import report_in_force, stored_analysis
from cardroom.analysis.strategy import Strategy, plain_strategies
from cardroom.analysis.strategy.cost import strategy_cost
from cardroom.figures import Estimate, kinds
from cardroom.games import game_of
from cardroom.players import random_legal
from cardroom.rulebook import with_house_rules

THREE = "three-card-poker-6-card-bonus"


@cache
def baccarat():
    game = cardroom.game("ez-baccarat", rules="standard")
    return game, analyze(game)


# -- other strategies --------------------------------------------------------------------------------------------


def test_stored_strategies_of_few_lines_are_listed_with_their_exact_costs():
    game = cardroom.game("four-card-frenzy")
    found = {each.name: each for each in known_returns(game, report_in_force(game))}
    lines = plain_strategies(game)
    assert found["best play"].cost == 0
    assert found["2 plain lines"].cost == lines.cost(2) == Fraction(528947, 332220508620)
    by_lines = [each.edge for name, each in found.items() if "plain" in name]
    assert by_lines == sorted(set(by_lines), reverse=True), "one more line costs less"


def test_a_player_who_never_folds_at_three_card_poker_loses_what_playing_everything_loses():
    game = cardroom.game(THREE)
    played = strategy_cost(game, Strategy("play everything", np.ones(22100, int)))
    assert never_folds(game).edge == played.report.edge
    [found] = counted_returns(game, stored_analysis(game))
    assert (found.kind, found.cost) == ("bad", played.cost)


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["fortune-pai-gow-poker", "face-up-pai-gow-poker"])
def test_the_house_way_is_listed_with_its_exact_cost(slug):
    game = cardroom.game(slug)
    for each in counted_returns(game, stored_analysis(game)):
        assert each.name == "house way"
        assert isinstance(each.cost, Fraction)
        assert each.cost >= 0


def test_a_bot_has_an_estimate_with_its_rounds_and_seed():
    game = cardroom.game(THREE)
    [found] = bot_returns(game, stored_analysis(game), {"at random": random_legal}, "any", rounds=512)
    assert isinstance(found.edge, Estimate)
    assert (found.edge.rounds, found.edge.seed, found.kind) == (512, "any", "bad")
    assert found.edge.value > 0.2
    assert float(found.player_return) == pytest.approx(1 - found.edge.value)
    assert kinds(found.to_dict()) == {"estimate"}


def test_a_game_without_decisions_has_one_return():
    game, report = baccarat()
    assert known_returns(game, report) == [*counted_returns(game, report)] == []
    assert "every player has the same return" in certificate_page(certificate(game, report), "2026-01-01")


# -- house rules --------------------------------------------------------------------------------------------------


def test_each_house_rule_that_changes_an_edge_has_the_edges_of_an_analysis_under_it():
    game, report = baccarat()
    known = sensitivity(game, report)
    shown = {(each["rule"], each["value"]): each for each in known["values"]}
    assert {rule for rule, _ in shown} == {"dragon_seven_pushes", "packs"}
    for packs in (3, 6):
        other = analyze(game_of(with_house_rules(game.rules, {"packs": packs})))
        edges = {each["wager"]: Fraction(each["edge"]["exact"]) for each in shown["packs", str(packs)]["edges"]}
        assert edges == {each.wager: each.edge for each in other.wagers}
    [pushes] = shown["dragon_seven_pushes", "off"]["edges"]
    assert pushes["wager"] == "banker"
    printed = analyze(cardroom.game("ez-baccarat", rules="500-club")).wager("banker").edge
    assert Fraction(pushes["edge"]["exact"]) == printed
    assert Fraction(pushes["difference"]["exact"]) == printed - report.wager("banker").edge
    assert {"settled_by", "coverage", "cut_card"} <= {*known["without_effect"]}
    assert "collection" not in known["without_effect"]


def test_pay_tables_of_the_report_are_compared_without_a_new_count():
    game = cardroom.game("heads-up-holdem")
    report = stored_analysis(game)
    known = certificate(game, report)["sensitivity"]
    assert not known["counted"]
    tables = [each for each in report.wagers if not each.in_force]
    assert [Fraction(each["edges"][0]["edge"]["exact"]) for each in known["values"]] == [each.edge for each in tables]


def test_only_values_that_can_change_an_edge_are_tried():
    game = cardroom.game("pure-spanish-21.5")
    rule = game.rules.house_rules["packs"]
    assert len(_values("packs", rule)) <= MOST_VALUES
    assert _values("collection", game.rules.house_rules["collection"]) == []
    assert _values("minimum", game.rules.house_rules["minimum"]) == []
    assert _values("match_the_dealer", game.rules.house_rules["match_the_dealer"]) == [False, True]


def test_a_value_that_the_rules_refuse_says_why(monkeypatch):
    game, report = baccarat()
    monkeypatch.setattr("cardroom.analysis.certificate.other_rules._values", lambda *_: [99])
    [refused] = by_rule(game, report, "packs")
    assert (refused.value, refused.edges) == ("99", ())
    assert "packs" in refused.why
    page = certificate_page(certificate(game, report, sensitive=sensitivity(game, report)), "2026-01-01")
    assert "not possible: " in page


# -- files and pages ----------------------------------------------------------------------------------------------


def test_the_page_and_the_tables_have_what_the_laboratory_asks_for():
    game, report = baccarat()
    script = ScriptCheck("a deck of 12 cards", 10, ("Player", "Banker"), (), "")
    bad = StrategyReturn("at random", "bad", Fraction(1, 8), Fraction(1, 40))
    cert = json.loads(json.dumps(certificate(game, report, script=script, returns=[bad])))
    page = certificate_page(cert, "2026-01-01")
    for heading in ("hold", "returns", "sensitivity", "checks", "sign-off", "counts"):
        assert f'<section id="{heading}">' in page
    assert page.index('id="sign-off"') < page.index('id="counts"')
    assert [each["check"] for each in cert["checks"]] == ["Script of the game"], "nothing that uses the counts"
    assert "This certificate has none." in certificate_page(certificate(game, report), "2026-01-01")
    assert "have exactly these edges: Player, Banker." in cert["checks"][0]["says"]
    assert "at random,bad,1/8,0.125,7/8,0.875,1/10,0.1," in returns_csv(cert)
    assert "<td>12.5000 %</td><td>87.5000 %</td><td>10.0000 %</td><td>exact</td>" in page
    together, apart = (cert["exposure"][name] for name in ("combined", "spot_most_lost_cents"))
    assert 0 < Fraction(together["most_lost_cents"]["exact"]) <= Fraction(apart["exact"])
    assert sensitivity_csv(cert | {"sensitivity": sensitivity(game, report)}).count("dragon_seven_pushes,on,off") == 1


def test_tables_are_not_cut_on_paper():
    """Short tables stay on one page, wide ones are printed across, and each page has its number."""
    page = certificate_page(certificate(*baccarat()), "2026-01-01")
    printed = page.partition("@media print")[2]
    assert ".wide { break-inside: avoid; }" in printed
    assert ".across, h4:has(+ .across), h3:has(+ h4 + .across) { page: across; }" in printed
    assert "counter(page)" in printed
