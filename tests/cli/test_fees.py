"""`cardroom fees`: schedules, the fees of one, its share of the action, and error messages."""

import json
import re
from pathlib import Path

import pytest

from cli.command import mistake, run

DOC = (Path(__file__).parents[2] / "docs" / "operate" / "collection.md").read_text()
COMMANDS = re.findall(r"^\$ cardroom (.*)$", DOC, re.MULTILINE)


def taken(*args):
    result = json.loads(run("fees", *args, "--json").stdout)
    return [(row["payer"], row["amount"]) for row in result["taken"]]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_runs(command):
    result = run(*command.split()).stdout.lower()
    assert "option" in result or "collection" in result


def test_the_page_counts_the_options():
    counts = [
        len(options(game)) for game in ("ez-baccarat", "fortune", "pure-21.5", "spanish", "three-card", "ultimate")
    ]
    assert counts == [22, 7, 15, 25, 4, 8]
    assert len(options("face-up-pai-gow")) == 36
    poker = [len(options(game)) for game in ("pineapple", "omaha", "texas-holdem", "razz", "chinese")]
    assert poker == [166, 176, 177, 60, 1]
    assert f"{sum(counts)} options for the player-dealer games, 36 more" in DOC.replace("\n", " ")
    assert f"and {sum(poker)} for poker" in DOC


def options(game):
    result = json.loads(run("fees", game, "--json").stdout)
    return [option["option"] for group in result["groups"] for option in group["options"]]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("ez-baccarat", "--option", 7, "--action", 350), [("the player-dealer", 700)]),
        (("ez-baccarat", "--option", 7, "--action", "300.99"), [("the player-dealer", 400)]),
        (
            ("fortune", "--option", 1, "--wager", 50),
            [("each player", 100), ("the player-dealer", 200)],
        ),
        (("face-up-pai", "--option", 8, "--action", 101), [("each player", None), ("the player-dealer", 200)]),
        (("spanish", "--option", "chapter-8", "--action", 400), [("the player-dealer", 200)]),
        (("texas-holdem", "--option", "1/4/7", "--players", 7, "--reached", "preflop"), [("the pot", 100)]),
        (
            ("texas-holdem", "--option", 3, "--reached", "river"),
            [("the pot", 1300), ("the pot", 500), ("the pot", 500)],
        ),
        (("texas-holdem", "--option", 2, "--reached", "river"), [("the pot", 1500)]),
        (("texas-holdem", "--option", "1/4", "--players", 3), []),
        (("razz", "--option", 31, "--reached", "none"), []),
        (("razz", "--option", 31, "--reached", "second round"), [("the pot", 1100), ("the pot", 100)]),
        (("chinese", "--option", 1), [("each player", 1000)]),
    ],
)
def test_the_fees_of_a_round(args, expected):
    assert taken(*args) == expected


def test_a_fee_has_payer_time_reason_and_citation():
    words = " ".join(run("fees", "ez-baccarat", "--option", 7, "--action", 350).stdout.split())
    assert "the player-dealer pays $7 before the cards are dealt" in words
    assert "a total table action of $350, which is $301 to $600" in words
    assert "500 Club, California Games Collection Rates, GEGR-002029, EZ Baccarat, option 7" in words


def test_the_common_terms_of_a_group_are_printed_once():
    words = " ".join(run("fees", "texas-holdem").stdout.split())
    assert words.count("after the flop, the pot pays") == 2
    assert "for tables with pot or no limit, buy-ins of $20 to $100,000" in words
    assert "for tables with fixed limit, limits of $4-$8 to $1,000-$2,000" in words


def test_an_illegible_option_is_shown_and_never_computed():
    assert "no table may post this option" in run("fees", "face-up-pai", "--option", 6).stdout
    assert "(each player, $201 to $300; each player, $301 to $400)" in mistake(
        "fees", "face-up-pai", "--option", 6, "--action", 50
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("heads-up-holdem",), "its rules have no collection schedule"),
        (("ez-baccarat", "--option", "99"), "'99' is not possible: choose from none, 1 to 22"),
        (("ez-baccarat", "--option", "none", "--action", "5"), "takes no collection"),
        (("ez-baccarat", "--action", "350"), "Choose a schedule with --option, for example --option 7"),
        (("ez-baccarat", "--option", "7", "--action", "lots"), "--action: 'lots' is not an amount"),
        (
            ("ez-baccarat", "--option", "7", "--reached", "flop"),
            "--reached: option 7 of ez-baccarat does not use this. It uses --action.",
        ),
        (
            ("ez-baccarat", "--option", "7", "--action", "50", "--players", "5"),
            "--players: option 7 of ez-baccarat does",
        ),
        (
            ("ez-baccarat", "--option", "7", "--action", "50", "--wager", "5"),
            "--wager: option 7 of ez-baccarat does not",
        ),
        (("fortune", "--option", "1", "--action", "350", "--wager", "50"), "does not use this. It uses --wager."),
        (
            ("chinese", "--option", "1", "--players", "2"),
            "--players: option 1 of face-up-chinese-poker does not use this",
        ),
        (("chinese", "--option", "1", "--reached", "none"), "does not use this. It is a flat fee."),
        (("texas-holdem", "--option", "1", "--reached", ""), "--reached : for texas-holdem, use one of"),
        (("ez-baccarat", "--option", "7", "--action", ""), "--action: '' is not an amount"),
        (("texas-holdem", "--option", "1", "--reached", "second"), "use one of preflop, flop, turn, river"),
        (("2-7-single-draw", "--option", "1", "--reached", "third"), "use one of none, first, second"),
        (
            ("texas-holdem", "--option", "1", "--action", "50"),
            "does not use this. It uses --players and --reached.",
        ),
        (("texas-holdem", "--option", "1", "--players", "11"), "11 players: texas-holdem is dealt to 2 to 10 players"),
        (("texas-holdem", "--option", "1/2", "--players", "9"), "options 1 and 2 are for the same number of players"),
    ],
)
def test_errors_are_clear(args, message):
    assert message in mistake("fees", *args)


def test_analyze_prints_the_edge_after_collection():
    result = json.loads(run("analyze", "ez-baccarat", "--set", "collection=7", "--action", 350, "--json").stdout)
    after = result["collection"]
    assert (after["player_dealer"], after["share"]["exact"], after["unknown"]) == (700, "1/50", [])
    assert round(after["edges"][0]["player_dealer"]["decimal"], 6) == -0.007649
    assert "Choose a schedule" in mistake("analyze", "ez-baccarat", "--action", 350)
    assert "--wager needs --action" in mistake("analyze", "ez-baccarat", "--wager", 350)


def test_every_charge_cites_its_schedule():
    [option, *_] = [
        each for group in json.loads(run("fees", "ez-baccarat", "--json").stdout)["groups"] for each in group["options"]
    ]
    assert {charge["cite"] for charge in option["charges"]} == {option["cite"]}
    assert "California Games Collection Rates" in option["cite"]


@pytest.mark.parametrize(
    ("args", "total"),
    [
        (("texas-holdem", "--option", "1"), None),
        (("texas-holdem", "--option", "1/4/7", "--reached", "river"), None),
        (("texas-holdem", "--option", "1/4/7", "--players", "5", "--reached", "turn"), 1_500),
        (("ez-baccarat", "--option", "7", "--action", "350"), 700),
    ],
)
def test_there_is_a_total_only_for_a_single_round(args, total):
    assert json.loads(run("fees", *args, "--json").stdout)["total"] == total


def test_options_for_different_limits_are_not_computed_together():
    message = mistake("fees", "texas-holdem", "--option", "1/4/98", "--players", "3", "--reached", "river")
    assert "options 1 and 98 are for tables of different limits: choose one" in message


OWN = """
extends = "texas-holdem/500-club"
[[fee]]
option = "1"
cite = "posted at the table"
[[fee.charge]]
moment = "flop"
payer = "pot"
counts = "nothing"
tiers = [{ from = "$0", fee = "$4" }]
"""


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ("texas-holdem --option 1/4 --players 3", "1/4 is for 7 or more and 5-6 players dealt in, and not for 3"),
        ("razz --option 31 --reached none", "a hand of razz that ends in the first round of betting pays nothing"),
        ("2-7-single-draw --option 31 --reached first", "and 2-7-single-draw is dealt to 2 to 6 players"),
        ("own.toml --option 1 --reached preflop", "option 1 has no fee for a hand that ends before the flop"),
    ],
)
def test_without_a_fee_the_reason_is_printed(args, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(OWN)
    result = json.loads(run("fees", *args.split(), "--json").stdout)
    assert result["taken"] == []
    assert result["nothing"].endswith(why)
    assert f"No fee: {result['nothing']}." in " ".join(run("fees", *args.split()).stdout.split())


def test_a_bracket_above_the_seats_of_a_table_is_marked():
    assert "For 7 or more players: never, because a table has 6 seats." in run("fees", "2-7-single-draw").stdout
    assert "never" not in run("fees", "texas-holdem").stdout
    page = " ".join(run("rules", "2-7-single-draw", "--set", "limit=fixed", "--set", "collection=31").stdout.split())
    assert "option 31, 7 or more players dealt in: never, as 2-7-single-draw is dealt to 2 to 6 players" in page


def test_the_rules_page_cites_every_option_that_is_posted():
    page = " ".join(run("rules", "texas-holdem", "--set", "collection=1/4/7").stdout.split())
    assert page.count("Texas Hold'em, options 1, 4 and 7)") == 4, "flop, turn, river, and a hand without a flop"
    assert all(f"Texas Hold'em, option {number})" in page for number in (1, 4, 7)), "the lines of each"
