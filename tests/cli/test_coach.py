"""The coach and the trainer in the terminal."""

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
