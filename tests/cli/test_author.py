"""`cardroom new` and `cardroom check`: a new game plays at once, and the checks name what is missing or wrong."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cardroom
from cardroom.cli import check_game
from cardroom.cli.app import app
from cardroom.cli.new_game import KINDS
from cardroom.games import left_out
from outside_games import OUTSIDE

GAMES = sorted(path.name for path in OUTSIDE.iterdir() if path.is_dir())


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch):
    """Fewer rounds, and no folders from the environment. The command adds its own."""
    monkeypatch.setattr(check_game, "ROUNDS", 24)
    monkeypatch.setattr(check_game, "SIMULATED", 64)
    monkeypatch.setenv("CARDROOM_GAMES", "")


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def checked(folder):
    result = run("check", folder, "--json")
    found = json.loads(result.stdout)
    states = {}
    for each in (each for findings in found.values() for each in findings):
        states.setdefault(each["check"], []).append(each)
    return result.exit_code, states


@pytest.mark.parametrize("like", KINDS)
def test_a_new_game_plays_at_once(like, tmp_path, monkeypatch):
    assert run("new", "lucky-sevens", "--like", like, "--to", tmp_path).exit_code == 0
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path))
    assert left_out() == ()
    assert cardroom.game("lucky-sevens").rules.name == "Lucky Sevens"
    result = run("deal", "lucky-sevens", "--rounds", "2", "--seed", "1", "--games", tmp_path)
    assert result.exit_code == 0, result.output
    assert run("new", "lucky-sevens", "--to", tmp_path).exit_code == 2


def test_a_new_game_passes_every_check(tmp_path):
    run("new", "lucky-sevens", "--to", tmp_path)
    code, states = checked(tmp_path / "lucky-sevens")
    assert code == 0
    assert [*states] == ["contract", *check_game.CHECKS]
    assert {each["state"] for findings in states.values() for each in findings} == {"ok"}
    assert "8.6580%" in states["analysis"][0]["says"]


@pytest.mark.parametrize("name", ["my game", "Lucky", "razz"])
def test_a_name_that_cannot_be_used_is_refused(name, tmp_path):
    result = run("new", name, "--to", tmp_path)
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", ["casino-war", "let-it-ride", "mississippi-stud"])
def test_games_written_outside_the_package_are_right(game):
    code, states = checked(OUTSIDE / game)
    assert code == 0, states
    assert not [each for findings in states.values() for each in findings if each["state"] == "wrong"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_at_most_150_lines(game):
    files = [path for path in (OUTSIDE / game).iterdir() if path.is_file()]
    assert sum(len(path.read_text().splitlines()) for path in files) <= 150


@pytest.mark.parametrize(
    ("old", "new", "check", "says"),
    [
        ('("deal hand", "deal dealer")', '("deal hand",)', "lesson", "the event 'deal dealer' belongs to no step"),
        ("    if not players:", "    round.say(str(cards._stock[20]))\n    if not players:", "leaks", "must not show"),
        ("    lesson=lesson,\n", "    lesson='lessons',\n", "contract", "lesson: name it as"),
        ("tied * (rest + again)", "40 * tied * rest", "analysis", "rounds of the script"),
        ("    if not players:", "    chips.no_such()\n    if not players:", "rounds", "AttributeError"),
    ],
)
def test_a_defect_is_named(tmp_path, old, new, check, says):
    folder = tmp_path / "casino-war"
    folder.mkdir()
    for path in (OUTSIDE / "casino-war").iterdir():
        if path.is_file():
            text = path.read_text()
            (folder / path.name).write_text(text.replace(old, new))
    assert old in (OUTSIDE / "casino-war" / "game.py").read_text()
    code, states = checked(folder)
    assert code == 1
    assert any(each["state"] == "wrong" and says in each["says"] for each in states[check])


def test_a_folder_without_a_rule_set_is_reported(tmp_path):
    (tmp_path / "empty").mkdir()
    code, states = checked(tmp_path / "empty")
    assert code == 0
    assert "has no rule set" in states["contract"][0]["says"]
    assert "no such folder" in run("check", Path("nowhere")).output
