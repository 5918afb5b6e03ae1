"""`cardroom replay --stats`: how players play, counted by hand in a few hands and compared."""

import csv
import io
import math

import pytest

from cli.command import json_lines, run
from histories.site_hands import GGPOKER

HAND = """[{number}]
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
players = ["bob", "cy", "ann"]
actions = ["d dh p1 ????", "d dh p2 AsAh", "d dh p3 KsKh", {actions}]
"""
STEAL = '"p3 cbr 6", "p1 f", "p2 f"'
THREE_BET = '"p3 cbr 6", "p1 cc", "p2 cbr 20", "p3 f", "p1 f"'
SHOWDOWN = (
    '"p3 cc", "p1 f", "p2 cc", "d db 2c7d9h", "p2 cbr 4", "p3 cc", "d db 3s", "p2 cbr 4", "p3 cbr 8", "p2 cc", '
    '"d db 4s", "p2 cc", "p3 cc", "p2 sm AsAh", "p3 sm KsKh"'
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "hands.phhs"
    hands = (STEAL, THREE_BET, SHOWDOWN, STEAL)
    path.write_text("\n".join(HAND.format(number=at, actions=each) for at, each in enumerate(hands, 1)))
    return path


def test_the_figures_are_those_counted_by_hand(file):
    (value,) = json_lines(run("replay", "--stats", "--json", file))
    assert value["hands"] == 4
    ann, bob, cy = sorted(value["players"], key=lambda row: row["player"])
    assert (ann["player"], ann["hands"], ann["vpip"], ann["pfr"]) == ("ann", 4, 1, 0.75)
    assert ann["three_bet"] is None, "nobody raised before her"
    assert ann["aggression"] == 1, "one raise and one call after the flop"
    assert (bob["vpip"], bob["pfr"], bob["three_bet"], bob["aggression"]) == (0.25, 0, 0, None)
    assert (cy["vpip"], cy["pfr"], cy["three_bet"]) == (0.25, 0.25, pytest.approx(1 / 3)), "one of three chances"
    assert cy["aggression"] == 2, "two bets and a call"
    assert [row["showdowns"] for row in (ann, bob, cy)] == [1, 0, 1]
    assert [row["won_at_showdown"] for row in (ann, bob, cy)] == [0, None, 1]
    gains = [3 / 2, -6 / 2, -14 / 2, 3 / 2]
    assert ann["bb_per_100"] == pytest.approx(sum(gains) / 4 * 100)
    mean = sum(gains) / 4
    spread = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / 3)
    assert ann["error"] == pytest.approx(spread / 2 * 100)
    assert sum(row["bb_per_100"] for row in value["players"]) == pytest.approx(0)


CHOP = '"p3 cbr 6", "p1 f", "p2 cc", "d db 2c7d9h", "p2 cc", "p3 cc", "d db 3s", "p2 cc", "p3 cc", "d db 4s", '
CHOP += '"p2 cc", "p3 cc", "p2 sm AsKh", "p3 sm AhKs"'
RETURNED = '"p3 cbr 100", "p1 cc", "p2 f", "d db 2c7d9h", "d db 3s", "d db 4s", "p1 sm AcAd", "p3 sm KsKh"'


def won_at_showdown(file, hand):
    file.write_text(hand)
    (value,) = json_lines(run("replay", "--stats", "--json", file))
    return {row["player"]: row["won_at_showdown"] for row in value["players"]}


def test_a_chop_is_won_at_the_showdown_even_if_it_costs_chips(tmp_path):
    """Both get half of the pot of 13. With a rake of 2 both have lost chips, and both have won at the showdown."""
    chop = HAND.format(number=1, actions=CHOP).replace("p2 AsAh", "p2 AsKh").replace("p3 KsKh", "p3 AhKs")
    won = {"ann": 1, "bob": None, "cy": 1}
    assert won_at_showdown(tmp_path / "chop.phhs", chop) == won
    raked = f"{chop}_rake = 2\nfinishing_stacks = [99, 99.5, 99.5]\n"
    assert won_at_showdown(tmp_path / "raked.phhs", raked) == won


def test_a_returned_bet_is_not_won_at_the_showdown(tmp_path):
    """Ann gets 60 of her bet back, and loses the pot to bob's aces."""
    lost = HAND.format(number=1, actions=RETURNED).replace("p1 ????", "p1 AcAd")
    lost = lost.replace("[100, 100, 100]", "[40, 100, 100]").replace("p2 AsAh", "p2 ????")
    assert won_at_showdown(tmp_path / "lost.phhs", lost) == {"ann": 0, "bob": 1, "cy": None}


def test_they_are_a_table_and_a_sheet_too(file):
    lines = run("replay", "--stats", file).stdout.splitlines()
    assert lines[0] == "4 hands, 3 players"
    assert lines[1].split() == ["Player", "Hands", "VPIP", "PFR", "3-bet", "Aggr", "Shown", "Won", "bb/100", "±"]
    assert lines[2].split()[:8] == ["ann", "4", "100%", "75%", "-", "1.0", "1", "0%"]
    rows = list(csv.DictReader(io.StringIO(run("replay", "--stats", "--csv", file).stdout)))
    assert [row["player"] for row in rows] == ["ann", "bob", "cy"]
    assert (rows[0]["vpip"], rows[0]["three_bet"]) == ("1.0", "")


def test_rake_is_part_of_the_result_and_logs_count_by_name(tmp_path):
    (tmp_path / "log.txt").write_text(GGPOKER)
    (value,) = json_lines(run("replay", "--stats", "--json", tmp_path))
    assert {row["player"]: row["bb_per_100"] for row in value["players"]} == {"ann": -2000, "bob": -50, "cy": 2000}


def test_our_own_rounds_are_counted_and_other_games_left_out(tmp_path):
    run("deal", "razz", "--rounds", "3", "--seats", "3", "--out", tmp_path / "razz.jsonl")
    run("deal", "three-card-poker-6-card-bonus", "--rounds", "2", "--out", tmp_path / "other.jsonl")
    result = run("replay", "--stats", "--json", tmp_path)
    assert "2 rounds are not poker and were not counted" in result.stderr
    (value,) = json_lines(result)
    assert (value["hands"], [row["hands"] for row in value["players"]]) == (3, [3, 3, 3])


def test_hands_that_cannot_be_played_are_named(file):
    file.write_text(file.read_text().replace("p3 cbr 6", "p3 cbr 600", 1))
    result = run("replay", "--stats", file, code=1)
    assert f"{file}, hand 1: actions[3]" in result.stderr
    assert result.stdout.startswith("3 hands, 3 players")
