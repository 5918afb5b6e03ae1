"""Exact figures of the hold'em-type games, compared with printed tables and public fractions."""

from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import cardroom
from cardroom.analysis.holdem import counts as holdem_counts
from cardroom.analysis.holdem import games as holdem_games
from cardroom.analysis.holdem.games import nets_of
from cardroom.analysis.poker_hands.lines import hands_by_line
from cardroom.analysis.report.side_bets import side_bet
from cardroom.analysis.report.what_if import in_force_only, repriced
from cardroom.analysis.store import counting_again, find
from cardroom.analysis.store.entries import CACHE
from cardroom.cards import parse
from cardroom.games import all_games, game_of
from cardroom.rankings import category, rank
from support.sampling import PROOF

ULTIMATE = cardroom.game("ultimate-texas-holdem")
BROOK = cardroom.game("heads-up-holdem", rules="brook")


@pytest.fixture(scope="module")
def ultimate():
    with counting_again() if PROOF else nullcontext():  # the suite counts small decks again
        return cardroom.analyze(ULTIMATE)


@pytest.fixture(scope="module")
def brook():
    with counting_again() if PROOF else nullcontext():
        return cardroom.analyze(BROOK)


def percent(number):
    return f"{float(number) * 100:.2f}"


def test_ultimate_texas_holdem_has_the_public_edge(ultimate):
    base = ultimate.wager("ante")
    assert base.edge == Fraction(50643648973, 2317817502000)
    assert percent(base.edge) == "2.18"
    assert f"{float(base.standard_deviation):.2f}" == "4.94"
    assert base.strategy[0] == "Before the flop, play 4 times with 33+ A2s+ K2s+ Q6s+ J8s+ A2o+ K5o+ Q8o+ JTo"
    assert "a straight or better 100.0%, three of a kind 100.0%" in base.strategy[1]
    assert sum(base.decisions.values()) == 1


@pytest.mark.proof
def test_the_counts_in_the_package_are_what_is_counted_now(ultimate, brook, monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(holdem_counts, "solve", None)
    assert cardroom.analyze(ULTIMATE) == ultimate
    assert cardroom.analyze(BROOK) == brook


@pytest.mark.proof
def test_every_built_in_rule_set_has_counts_in_the_package(monkeypatch, tmp_path):
    message = "count them: make figures"
    games = [game for game in all_games() if game.rules.script in (ULTIMATE.rules.script, BROOK.rules.script)]
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(holdem_counts, "solve", lambda *_, **__: pytest.fail(message))
    for game in games:
        assert cardroom.analyze(game).wagers, message
        assert cardroom.analyze(game_of(in_force_only(game.rules))).wagers, message


def test_changed_odds_are_counted_and_not_taken_from_the_package(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE, str(tmp_path))
    changed = repriced(BROOK.rules, {"odds.flush": "2"})
    stakes = [holdem_games.holdem_game(rules) for rules in (BROOK.rules, changed)]
    asked = [holdem_counts.counts_key(nets, holdem_games.ladder_of(BROOK.rules), False) for nets in nets_of(stakes)]
    assert [find(key, list[int]) is not None for key in asked] == [True, False]


def test_counts_survive_being_stored_and_a_short_list_is_refused(ultimate):
    nets, ladder = nets_of([holdem_games.holdem_game(ULTIMATE.rules)]), holdem_games.ladder_of(ULTIMATE.rules)
    numbers = find(holdem_counts.counts_key(nets[0], ladder, True), list[int])
    assert holdem_counts.from_numbers(numbers, ladder, True).folds > 0
    assert holdem_counts.from_numbers(numbers[:-1], ladder, True) is None


def test_trips_has_the_public_edge(ultimate):
    assert f"{float(ultimate.wager('trips').edge):.6f}" == "0.034979"
    assert ultimate.wager("trips").deals == 133_784_560


def test_bad_beat_counts_every_deal_of_two_hands_and_a_board(ultimate):
    assert ultimate.wager("bad-beat").deals == 27_813_810_024_000


def test_bad_beat_at_best_play_loses_the_hands_that_are_folded(ultimate):
    never = ultimate.wager("bad-beat")
    best = never.best_play
    assert (best.deals, best.note) == (never.deals, "")
    counts, fewer = ({each.line: each.count for each in report.outcomes} for report in (never, best))
    assert Fraction(fewer.pop("fold"), best.deals) == ultimate.wager("ante").decisions["fold"]
    assert all(fewer[line] <= counts[line] for line in counts)
    assert best.edge > never.edge
    assert never.note.endswith("Under that strategy the edge is 24.9402%.")
    shown = never.to_dict()["best_play"]
    assert shown["edge"] == best.to_dict()["edge"]
    assert ultimate.wager("trips").to_dict()["best_play"] is None


def test_heads_up_holdem_has_the_labs_figures(brook):
    """Brook HUH, Table 5; its row "Average Win" is a misprint and not reproduced."""
    tables = {report.settings["bad_beat"]: report for report in brook.wagers if report.wager == "ante"}
    assert tables["1"].edge == Fraction(840983767, 35658730800)
    assert [percent(tables[name].edge) for name in "1234"] == ["2.36", "3.06", "3.73", "4.55"]
    assert [percent(1 - tables[name].element_of_risk) for name in "1234"] == ["99.36", "99.17", "98.98", "98.76"]
    assert {percent(tables[name].average_wager / 100) for name in "1234"} == {"3.67"}
    assert {percent(tables[name].decisions["fold"]) for name in "1234"} == {"19.77"}


def test_trips_plus_and_pocket_bonus_have_the_labs_figures(brook):
    """Brook HUH, Tables 6 and 7."""
    trips = {
        report.settings["trips_plus"]: percent(report.edge) for report in brook.wagers if report.wager == "trips-plus"
    }
    assert trips == {"1": "0.74", "2": "1.74", "3": "3.34", "4": "4.34"}
    pocket = {
        report.settings["pocket_bonus"]: percent(report.edge)
        for report in brook.wagers
        if report.wager == "pocket-bonus"
    }
    assert pocket == {"1": "4.52", "2": "6.79", "3": "9.95"}


def test_the_galaxy_jackpot_has_the_labs_probabilities(brook):
    """Brook HUH, 5 Card Galaxy Bonus Jackpot Bet Probabilities."""
    galaxy = brook.wager("galaxy")
    shares = {outcome.line: f"{outcome.count / galaxy.deals:.6f}" for outcome in galaxy.outcomes}
    assert shares == {
        "royal flush": "0.000002",
        "straight flush": "0.000014",
        "four of a kind": "0.000240",
        "full house": "0.001441",
        "flush": "0.001965",
        "straight": "0.003925",
        "three of a kind": "0.021128",
        "two pair": "0.047539",
        "pair": "0.422569",
        "high card": "0.501177",
    }
    assert f"{sum(each.count for each in galaxy.outcomes if not each.pays) / galaxy.deals:.6f}" == "0.971285"  # Other


def test_washington_without_a_qualifier_favours_the_player():
    report = cardroom.analyze(cardroom.game("heads-up-holdem", rules="washington-no-qualifier"))
    assert percent(report.wager("ante").edge) == "-1.44"
    jackpot = report.wager("jackpot")
    assert jackpot.deals == 133_784_560 * 210
    assert sum(outcome.count for outcome in jackpot.outcomes if outcome.line == "flopped royal flush in spades") == (
        jackpot.deals // 2_598_960
    )


def test_the_progressives_count_each_deal_once_under_its_highest_line():
    rules = cardroom.game("heads-up-holdem", "wpt", jackpot=True, jackpot_seed="$5,000", jackpot_rate=20).rules
    tables = {report.settings["jackpot_table"]: report for report in side_bet(rules, "jackpot")}
    assert [report.deals for report in tables.values()] == [133_784_560 * 210] * 9
    ninth = {outcome.line: outcome.count for outcome in tables["9"].outcomes}
    # 40 straight flushes, royal ones among them, in pocket and flop, with any two cards behind.
    assert ninth["flopped straight flush"] == 40 * 10 * 1081
    # Of 21 ways to lay a royal flush among seven places one is the board alone; in one suit, and for one flop of ten,
    # such a board has flopped a straight flush: eight and nine in the pocket, then ten, jack and queen.
    counts = hands_by_line("progressive", (2, 3, 2))
    flopped = "flopped straight flush, community royal flush"
    assert counts["community royal flush"] + counts[flopped] == 4324 * 10
    assert counts[flopped] == 4


def test_the_progressive_is_counted_as_it_is_dealt():
    """All ways to deal pocket, flop and the rest from eight cards of one suit and two of another, one by one."""
    cards = parse("As Ks Qs Js Ts 9s 8s 2d 3d")
    dealt, plain = Counter(), Counter()
    for held in combinations(cards, 7):
        for pocket in combinations(held, 2):
            rest = [card for card in held if card not in pocket]
            for flop in combinations(rest, 3):
                last = [card for card in rest if card not in flop]
                line = category("progressive", rank("progressive", (*pocket, *flop, *last)))
                dealt[line] += 1
                plain["flopped" if rank("high", (*pocket, *flop)) >= rank("high", "5s 4s 3s 2s As") else "not"] += 1
    flopped = sum(count for line, count in dealt.items() if line.startswith("flopped"))
    assert flopped == plain["flopped"] == 3 * comb(5, 2) * comb(4, 2)


def test_every_deal_ends_once_and_the_parts_sum_to_the_whole(ultimate, brook):
    for report in (ultimate, brook):
        for base in (each for each in report.wagers if each.wager == "ante"):
            assert base.deals == 27_813_810_024_000
            assert sum(base.distribution.values()) == 1
            assert sum(base.decisions.values()) == 1
            returns = [outcome.net * outcome.count for lines in base.lines.values() for outcome in lines]
            assert -sum(returns) / base.deals == base.edge


def test_the_blind_is_paid_on_every_royal_flush_that_is_not_on_the_board(ultimate):
    """Such a hand is never folded: one of 30,940 hands less one of 649,740 boards."""
    lines = {outcome.line: outcome for outcome in ultimate.wager("ante").lines["blind"]}
    assert lines["royal flush"].net == 500
    assert Fraction(lines["royal flush"].count, 27_813_810_024_000) == Fraction(1, 30_940) - Fraction(1, 649_740)


@pytest.mark.skipif(not PROOF, reason="a second analysis of five seconds: make proof")
def test_raising_less_before_the_flop_is_never_better(brook):
    """WPT's early raise of one or two Antes: waiting keeps every choice, so the option is worth nothing."""
    early = cardroom.analyze(cardroom.game("heads-up-holdem", rules="wpt", early_raise=True)).wager("ante")
    assert early.edge == brook.wager("ante").edge, "the two documents print the same tables"
    assert set(early.decisions) == set(brook.wager("ante").decisions)
