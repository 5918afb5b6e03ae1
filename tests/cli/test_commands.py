"""Commands that print: pure JSON on request, the same bytes for the same seed, clear error messages."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from cardroom.cli import UsageError
from cardroom.cli.commands import COMMANDS
from cardroom.errors import InputError, InvariantError
from cardroom.play import Refused
from cli.command import GAME, mistake, rounds, run


def test_the_bare_command_without_a_terminal_lists_the_commands() -> None:
    lines = run().stdout.splitlines()
    for commands in COMMANDS.values():
        for name, entry in commands.items():
            assert f"  cardroom {name:<10}{entry.says}" in lines


def test_games_are_listed() -> None:
    assert GAME in run("games").stdout
    listed = json.loads(run("games", "--json").stdout)
    listed_game = next(each for each in listed if each["game"] == GAME)
    assert listed_game["rules"] == "500-club"
    assert listed_game["bank"] == "player-dealer"


def test_a_rules_page_is_complete() -> None:
    page = json.loads(run("rules", GAME, "--set", "minimum=10", "--json").stdout)
    assert page["limits"] == {"minimum": 1000, "maximum": 100_000}
    minimum = next(rule for rule in page["house_rules"] if rule["name"] == "minimum")
    assert (minimum["value"], minimum["default"], minimum["allowed"]) == (1000, 500, [100, 20_000])
    pays = {table["table"]: table for table in page["pay_tables"]}
    assert pays["pair-plus"]["lines"][0] == {"line": "mini royal flush", "pays": "200 to 1", "departs": False}
    wagers = {wager["wager"]: wager for wager in page["wagers"]}
    assert (wagers["play"]["equals"], wagers["play"]["when"]) == ("Ante", "after the deal")
    assert wagers["pair-plus"]["needs"] == ["Ante"]
    for output in (run("rules", GAME).stdout, run("rules", GAME, "--markdown").stdout):
        for words in ("1,000 to 1", "queen high", "equals Ante", "only with Ante", "exposed_card", "rule 7"):
            assert words in output
    assert run("rules", GAME, "--markdown").stdout.startswith("# Three Card Poker 6 Card Bonus\n")


def test_a_changed_house_rule_shows_its_default_too() -> None:
    output = " ".join(run("rules", GAME, "--set", "coverage=running").stdout.split())
    assert "coverage is running (ruling), may be separate or running; the default is separate" in output


def test_the_house_never_banks_a_player_dealer_game_of_the_book() -> None:
    """500 Club, Type of Game: the house does not take part. A house in another state needs its own rule set."""
    assert "no house rule 'bank'" in mistake("rules", GAME, "--set", "bank=house")


def test_a_game_may_be_named_by_its_beginning() -> None:
    assert json.loads(run("rules", "three-card", "--json").stdout)["game"] == GAME


def test_errors_are_one_line_and_say_what_would_be_right(tmp_path: Path) -> None:
    assert "Unknown game 'snap'" in mistake("play", "snap")
    assert "has no rule set 'nowhere'. Known: 500-club" in mistake("rules", GAME, "--rules", "nowhere")
    assert "--set minimum=10" in mistake("rules", GAME, "--set", "minimum")
    assert "has no house rule 'slug'" in mistake("rules", GAME, "--set", "slug=x")
    assert "write on or off" in mistake("rules", GAME, "--set", "exposed_card=perhaps")
    assert "Choose one of --json and --markdown" in mistake("rules", GAME, "--json", "--markdown")
    assert "usual or random" in mistake("deal", GAME, "--bots", "clever")
    assert "2 to 7 seats" in mistake("deal", GAME, "--seats", "1")
    assert "--rounds" in mistake("deal", GAME, "--rounds", "0")
    assert "--help" in mistake("conjure")
    assert "No such option" in mistake("games", "--loud")
    missing = tmp_path / "missing"
    for command in ("replay", "verify"):
        assert f"{missing}: No such file" in mistake(command, missing)
    assert "nowhere" in mistake("deal", GAME, "--out", tmp_path / "nowhere" / "x")


def test_user_errors_are_one_line_and_bugs_keep_their_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def raising(error: Exception) -> Callable[[], int]:
        def command() -> int:
            raise error

        return command

    for kind in (InputError, Refused, UsageError):
        monkeypatch.setattr("cardroom.cli.play.games.games_command", raising(kind("seat 9 is taken")))
        assert mistake("games") == "cardroom: seat 9 is taken\n"
    for error in (InvariantError("chips were lost"), ValueError("not ours")):
        monkeypatch.setattr("cardroom.cli.play.games.games_command", raising(error))
        assert run("games", code=1).exception is error


def test_records_are_one_per_line_and_the_same_seed_gives_the_same_bytes() -> None:
    args = ("deal", GAME, "--rounds", "7", "--seats", "4", "--seed", "chips", "--json")
    first = run(*args)
    records = rounds(first)
    assert len(records) == 7
    assert all(sum(record["outcome"]["net"].values()) == 0 for record in records)
    assert all(len(record["opening"]["spots"]) == 4 for record in records)
    assert all(before["outcome"]["next"] == after["opening"]["carry"] for before, after in pairwise(records))
    assert run(*args).stdout_bytes == first.stdout_bytes
    assert run(*args[:-2], "other", "--json").stdout_bytes != first.stdout_bytes


def test_a_deal_ends_with_a_summary(tmp_path: Path) -> None:
    lines = run("deal", GAME, "--rounds", "5", "--seats", "3", "--seed", "2").stdout.splitlines()
    assert len(lines) == 6
    assert lines[-1].startswith("5 rounds: seat 1 ")
    assert run("deal", GAME, "--rounds", "1", "--seed", "2").stdout.splitlines()[-1].startswith("1 round: ")
    out = tmp_path / "records.jsonl"
    totals = json.loads(run("deal", GAME, "--rounds", "5", "--seed", "2", "--json", "--out", out).stdout)
    nets = [data["outcome"]["net"] for data in map(json.loads, out.read_text().splitlines()) if "format" in data]
    assert len(nets) == 5
    assert totals["net"] == {name: sum(net[name] for net in nets) for name in nets[0]}


def test_seats_without_chips_buy_in_again_and_this_is_reported_once() -> None:
    result = run("deal", GAME, "--rounds", "300", "--seats", "3", "--seed", "0", "--bots", "random", "--json")
    assert result.stderr.count("bought in again") == 1
    again = [
        after["opening"]["stacks"]["1"] == 100_000
        for before, after in pairwise(rounds(result))
        if before["opening"]["stacks"]["1"] + before["outcome"]["net"]["1"] < 1000
    ]
    assert again
    assert all(again)


def test_a_table_without_a_bank_deals_nothing() -> None:
    lines = run("deal", GAME, "--rounds", "30", "--seats", "2", "--bots", "random").stdout
    assert "no round was dealt" in lines


def test_an_invalid_house_rule_set_hides_no_other_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("torn", "extends = "), ("odd", 'extends = "500-club"\nrules = "odd"\nscript = "snap"\n')):
        file = tmp_path / GAME / f"{name}.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    result = run("games", "--json")
    listed = [(each["game"], each["rules"]) for each in json.loads(result.stdout)]
    assert {(GAME, "500-club"), ("ez-baccarat", "standard")} <= set(listed)
    assert not {(GAME, "torn"), (GAME, "odd")} & set(listed)
    assert f"{tmp_path / GAME / 'torn.toml'}: " in result.stderr
    assert "odd.toml: script: unknown script 'snap': choose from" in result.stderr
    assert GAME in run("games").stdout


def test_the_command_runs_as_a_module_and_survives_a_closed_pipe() -> None:
    command = [sys.executable, "-m", "cardroom", "deal", GAME, "--rounds", "3000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read().decode()
        assert process.wait(20) == 1
    assert "Traceback" not in complaint
    assert "BrokenPipe" not in complaint


def test_importing_the_command_line_loads_nothing_heavy() -> None:
    probe = "import sys, cardroom.cli; print(sorted({'typer', 'rich', 'numba', 'numpy', 'msgspec'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_suits_do_not_break_a_terminal_without_these_characters() -> None:
    command = [sys.executable, "-m", "cardroom", "play", GAME, "--seed", "1"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, input=b"5 0 0\nf\nq\n", capture_output=True, env=environment, check=True)
    assert b"You leave with $495" in done.stdout
