"""`cardroom analyze`: figures for people and programs, changed odds, odds for a target edge, and a progress bar."""

import json
import signal
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom.rulebook import rule_sets
from cli.command import GAME, Terminal, mistake, run


def in_force(report: dict) -> dict:
    return {wager["wager"]: wager for wager in report["wagers"] if wager["in_force"]}


def test_an_analysis_is_exact_and_printed_as_json_or_text() -> None:
    report = json.loads(run("analyze", GAME, "--json").stdout)
    assert (report["game"], report["rules"]) == (GAME, "500-club")
    wagers = in_force(report)
    assert {"ante", "pair-plus", "six-card-bonus"} <= wagers.keys()
    pairs = {outcome["line"]: outcome["combinations"] for outcome in wagers["pair-plus"]["outcomes"]}
    assert (pairs["mini royal flush"], pairs["pair"]) == (4, 3744)
    output = run("analyze", GAME).stdout
    assert f"house edge of {100 * wagers['pair-plus']['edge']['decimal']:.6f} % of the Pair Plus" in output
    assert "22,100" in output
    assert "How to play" in output
    assert "Net result" in output


def test_a_poker_game_has_frequencies_of_hands_and_costs_of_its_collection() -> None:
    value = json.loads(run("analyze", "razz", "--set", "collection=31", "--pace", "35", "--json").stdout)
    (hands,) = value["hands"]
    assert (hands["exact"], hands["deals"]) == (True, 133784560)
    assert hands["lines"][0]["probability"]["exact"] == str(Fraction(781824, 133784560))
    assert [each["players"] for each in value["collection"]] == [7, 8]
    assert value["collection"][0]["player_hour_cents"]["exact"] == "6500/1"
    output = " ".join(run("analyze", "razz", "--set", "collection=31", "--pace", "35").stdout.split())
    assert "5 low 781,824 0.584390 % 171.1" in output
    assert "$65.00" in output
    assert "No schedule is posted" in run("analyze", "razz").stdout
    assert "razz has no bank" in mistake("analyze", "razz", "--set-pay", "a.b=2")
    assert "--pace is for games without a bank" in mistake("analyze", GAME, "--pace", "30")


def test_chinese_has_simulated_shares_with_errors() -> None:
    value = json.loads(run("analyze", "face-up-chinese-poker", "--set", "collection=1", "--json").stdout)
    usual = value["hands"][0]
    assert not usual["exact"]
    assert [line["line"] for line in usual["lines"]] == ["clean sweep", "leads to Fantasy Land", "neither", "foul"]
    assert all(line["probability"]["standard_error"] < 0.003 for line in usual["lines"])
    assert [each["note"].partition("; ")[2] for each in value["hands"]] == [
        *["the simple bot plays every hand."] * 2,
        *["the far-sighted bot plays every hand."] * 2,
    ]


def test_changed_odds_are_compared_with_the_rule_set() -> None:
    output = run("analyze", GAME, "--set-pay", "pair-plus.flush=4").stdout
    assert "The rule set itself is unchanged" in output
    assert "in the rule set 4.380090 %, a change of -4.959276 %" in output  # 1,096 flushes of 22,100 hands
    report = json.loads(run("analyze", GAME, "--set-pay", "pair-plus.flush=4", "--json").stdout)
    assert Fraction(in_force(report)["pair-plus"]["edge"]["exact"]) == Fraction(242, 5525) - Fraction(1096, 22100)
    assert report["what_if"] == {"pair-plus.flush": "4"}


def test_the_odds_for_an_edge() -> None:
    output = run("analyze", GAME, "--vary", "pair-plus.flush", "--target-edge", "5%").stdout
    assert "if pair-plus.flush pays 2.875000 to 1" in " ".join(output.split())
    result = json.loads(run("analyze", GAME, "--vary", "pair-plus.flush", "--target-edge", "0.05", "--json").stdout)
    assert (result["odds"]["exact"], result["exact"]) == ("23/8", True)


def test_a_file_is_a_rule_set_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = rule_sets(GAME)["500-club"].read_text()
    file.write_text(text.replace('"flush" = "3 to 1"', '"flush" = "4 to 1"', 1))
    assert file.read_text() != text
    report = json.loads(run("analyze", file, "--json").stdout)
    assert report["digest"] != json.loads(run("analyze", GAME, "--json").stdout)["digest"]
    assert Fraction(in_force(report)["pair-plus"]["edge"]["exact"]) == Fraction(242, 5525) - Fraction(1096, 22100)


def test_edited_rules_name_their_source_and_the_differences(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{GAME}/500-club"\n[pay.pair-plus.lines]\nflush = "4 to 1"\n')
    source = "extends 500 Club, Three Card Poker 6 Card Bonus, June 2025 (rule set 500-club), with 1 difference"
    report = json.loads(run("analyze", file, "--json").stdout)
    assert (report["game"], report["source"]["says"], report["edited"]) == (GAME, source, True)
    assert [each["words"] for each in report["differences"]] == ["Pair Plus, flush: 4 to 1 instead of 3 to 1"]
    output = " ".join(run("analyze", file).stdout.split())
    assert f"Source: {source}. Pair Plus, flush: 4 to 1 instead of 3 to 1" in output
    assert f"Rules digest {report['digest']}" in output
    what_if = json.loads(run("analyze", GAME, "--set-pay", "pair-plus.flush=4", "--json").stdout)
    assert (what_if["source"]["says"], what_if["digest"]) == (source, report["digest"])
    printed = json.loads(run("analyze", GAME, "--set", "minimum=10", "--json").stdout)
    assert (printed["source"]["says"], printed["edited"]) == (source.partition(" (")[0].removeprefix("extends "), False)
    assert [each["first"] for each in printed["differences"]] == ["$5 to $1,000"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--set-pay", "pair-plus.flush"], "write a pay line and its odds"),
        (["--set-pay", "pair-plus.flush=lots"], "'lots' are not odds"),
        (["--set-pay", "pair-plus.flush=$20"], "$20 does not scale with the wager"),
        (["--set-pay", "pair-plus.flux=2"], "has no such line: mini royal flush"),
        (["--vary", "pair-plus.flush"], "Use --vary with --target-edge, or with odds"),
        (["--vary", "pair-plus.flush", "--target-edge", "much"], "write a percentage or a fraction"),
        (["--vary", "pair-plus.flush", "--target-edge", "5"], "an edge is below 100%. Did you mean 5%?"),
        (["--vary", "pair-plus.flush", "--target-edge", "100%"], "an edge is below 100%"),
        (["--engine", "abacus"], "--engine must be local or ray, not abacus"),
    ],
)
def test_invalid_options_are_rejected(options: list[str], says: str) -> None:
    assert says in mistake("analyze", GAME, *options)


def test_a_missing_file_is_reported() -> None:
    assert "nowhere.toml: no such file" in mistake("analyze", "nowhere.toml")


@pytest.mark.proof
def test_a_progress_bar_is_shown_and_an_interrupt_ends_it_cleanly() -> None:
    with Terminal("analyze", "ultimate-texas-holdem", "--recount") as terminal:
        terminal.until("deciding on every flop", timeout=60)
        terminal.until("%", timeout=30)
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ends(timeout=60) == 130
    assert "Traceback" not in terminal.written


def test_odds_are_varied_over_several_lines_as_table_and_plot(tmp_path: Path) -> None:
    lines = ("--vary", "pair-plus.flush=3..5", "--vary", "pair-plus.straight=5,6")
    value = json.loads(run("analyze", GAME, *lines, "--json").stdout)
    assert value["lines"] == ["pair-plus.flush", "pair-plus.straight"]
    edges = {tuple(point["odds"].values()): Fraction(point["edge"]["exact"]) for point in value["points"]}
    assert len(edges) == 6
    for (flush, straight), edge in edges.items():  # 1,096 flushes and 720 straights of 22,100 hands
        more = Fraction(1096 * (int(flush[0]) - 3) + 720 * (int(straight[0]) - 6), 22100)
        assert edge == Fraction(242, 5525) - more
    plot = tmp_path / "vary.svg"
    output = run("analyze", GAME, *lines, "--plot", plot).stdout
    assert "4.3801 %" in output
    assert plot.read_bytes().startswith(b"<?xml")
    alone = run("analyze", GAME, "--vary", "pair-plus.flush=4,13/2").stdout
    assert "-32/5525" in alone
    assert "13 to 2" in alone


def test_wrong_odds_to_vary_say_what_would_be_right(tmp_path: Path) -> None:
    assert "--target-edge needs one --vary without odds" in mistake(
        "analyze", GAME, "--vary", "pair-plus.flush=3,4", "--target-edge", "1%"
    )
    assert "Use --vary with --target-edge, or with odds" in mistake("analyze", GAME, "--vary", "pair-plus.flush")
    assert "the range ends before it begins" in mistake("analyze", GAME, "--vary", "pair-plus.flush=5..3")
    assert "more than 400 combinations" in mistake("analyze", GAME, "--vary", "pair-plus.flush=1..999")
    assert "vary one wager" in mistake(
        "analyze", GAME, "--vary", "pair-plus.flush=3", "--vary", "six-card-bonus.flush=9"
    )
    assert "--plot needs --vary with odds" in mistake("analyze", GAME, "--plot", tmp_path / "x.svg")
