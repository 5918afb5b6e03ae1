"""`cardroom simulate`: figures beside the exact ones, the same bytes for the same seed, errors, an interrupt."""

import json
from pathlib import Path

import pytest

from cli.command import GAME, Terminal, mistake, run


def test_figures_are_compared_with_the_exact_ones() -> None:
    output = run("simulate", GAME, "--rounds", "200000", "--seed", "chips").stdout
    assert "200,000 rounds, compiled; strategy optimal, seed chips" in output
    for words in ("Ante and Play", "Pair Plus", "6 Card Bonus", "1.8022 %", "4.3801 %", "errors away", "88.3757 %"):
        assert words in output


def test_json_is_complete_and_the_same_for_the_same_seed() -> None:
    args = ("simulate", "ez-baccarat", "--rounds", "70000", "--seed", "chips", "--json")
    first = run(*args)
    data = json.loads(first.stdout)
    assert (data["game"], data["rounds"], data["seed"]) == ("ez-baccarat", 70_000, "chips")
    assert data["strategy"] == "optimal"
    player = data["wagers"][0]
    assert player["wager"] == "player"
    assert player["exact_edge"]["decimal"] == pytest.approx(0.01235, abs=1e-5)
    assert player["distance"] == pytest.approx(
        (player["edge"]["decimal"] - player["exact_edge"]["decimal"]) / player["edge"]["standard_error"]
    )
    assert (player["edge"]["rounds"], player["edge"]["seed"]) == (70_000, "chips")
    assert sum(result["rounds"] for result in player["results"]) == 70_000
    for workers in (1, 3):
        assert run(*args, "--workers", workers).stdout == first.stdout


def test_other_strategies_play_the_script() -> None:
    usual = json.loads(run("simulate", GAME, "--rounds", "60", "--strategy", "usual", "--json").stdout)
    assert not usual["compiled"]
    assert usual["wagers"][0]["exact_is_of_the_same"] is False
    assert usual["wagers"][0]["distance"] is None
    set_by_house = json.loads(run("simulate", "fortune", "--rounds", "30", "--strategy", "house-way", "--json").stdout)
    assert set_by_house["wagers"][0]["decisions"]["house-way"]["share"]["decimal"] == 1.0


def test_a_file_may_be_the_strategy(tmp_path: Path) -> None:
    path = tmp_path / "brave.py"
    path.write_text("def decide(view, ask, rng):\n    return 'play'\n")
    output = run("simulate", GAME, "--rounds", "60", "--strategy", path).stdout
    assert "100.0000 %" in output
    assert "other play" in output


def test_errors_are_one_line_and_say_what_would_be_right(tmp_path: Path) -> None:
    assert "optimal, usual, house-way, N-lines or a Python file, not 'clever'" in mistake(
        "simulate", GAME, "--strategy", "clever"
    )
    missing = tmp_path / "missing.py"
    assert f"{missing}: file not found" in mistake("simulate", GAME, "--strategy", missing)
    path = tmp_path / "mine.py"
    path.write_text("def play(): pass\n")
    assert "must define a function decide(view, ask, rng)" in mistake("simulate", GAME, "--strategy", path)
    path.write_text("def decide(view, ask, rng):\n    return 'raise'\n")
    message = mistake("simulate", GAME, "--strategy", path, "--rounds", "5")
    assert "round 1: the strategy answered 'raise', but the options are play or fold" in message
    assert "--rounds" in mistake("simulate", GAME, "--rounds", "0")
    assert "local or ray, not 'cloud'" in mistake("simulate", GAME, "--engine", "cloud")
    assert "has no House Way" in mistake("simulate", GAME, "--strategy", "house-way")
    for strategy in ("optimal", "usual"):
        assert "no bank to simulate against" in mistake("simulate", "texas", "--strategy", strategy)


def test_an_interrupt_prints_the_result_so_far() -> None:
    with Terminal("simulate", "ez-baccarat", "--rounds", "3000000000") as terminal:
        terminal.until("EZ Baccarat: rounds", timeout=60)
        terminal.type("\x03")
        shown = terminal.until("of 3,000,000,000 rounds", timeout=60)
        assert "Dragon 7" in shown
        assert "Stopped after" in shown
        assert terminal.ends(60) == 130
