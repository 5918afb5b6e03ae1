"""The coach and the trainer in the terminal."""

import json

import pytest

from cli.command import run


def played(*args: str, keys: str) -> str:
    return run("play", *args, "--seed", "3", given="\n".join([*keys.split("/"), "q", "y", ""])).stdout


def test_the_coach_prints_the_value_of_each_option() -> None:
    output = played("three-card", keys="k/5 0 0/k/f")
    assert "[k] coach" in output
    assert "This question has no exact values" in output, "there are no cards yet"
    assert "of the Ante" in output
    assert " is best: on average it " in output
    best, fold = (
        next(line for line in output.splitlines() if line.strip().startswith(name)) for name in ("Play $", "Fold ")
    )
    assert "$" in best
    assert "-1.0000" in fold


def test_games_without_exact_values_have_no_coach() -> None:
    assert "[k] coach" not in played("texas-holdem", keys="f")


def test_decisions_are_practised_in_the_terminal() -> None:
    result = run("train", "three-card", "--seed", "4", given="f\np\nq\n")
    assert "Trainer: nothing is at stake" in result.stdout
    assert "Decision 2: After the deal" in result.stdout
    assert "(yours)" in result.stdout
    assert "of 2 best, streak" in result.stdout
    assert "units cost per 100 decisions" in result.stdout
    wrong = run("train", "three-card", "--kind", "Pairs", code=2)
    assert "Choose one of: After the deal" in wrong.stderr


def test_the_daily_deal_is_played_in_the_terminal() -> None:
    result = run("train", "--daily", "00", given="c\nq\n")
    assert "f1534392279bddbf" in result.stdout, "the commitment to the seed"
    assert "Heads Up Hold'em, first wager $5" in result.stdout
    assert "of 1 best. The mistakes cost" in result.stdout
    assert "Give only the seed" in run("train", "razz", "--daily", "00", code=2).stderr
    assert "Name a game" in run("train", code=2).stderr


def test_records_are_reviewed_with_luck_apart(tmp_path) -> None:
    file = tmp_path / "rounds.jsonl"
    given = "5 0 0\nf\nr\np\nq\ny\n"
    run("play", "three-card", "--seed", "3", "--out", file, given=given)
    output = run("replay", file, "--review").stdout
    assert "Round 1: " in output
    assert ": Fold, " in output
    assert "of 2 decisions were best." in output
    parts = [json.loads(line) for line in run("replay", file, "--review", "--json").stdout.splitlines()]
    total = parts[-1]["total"]
    assert total["best"] - total["cost"] + total["luck"] + total["rest"] == pytest.approx(total["net"], abs=0.01)
    assert "--as NAME" in run("replay", file, "--review", "--as", "nobody", code=2).stderr
