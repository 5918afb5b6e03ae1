"""`cardroom strategy`, and the strategies of few lines in the simulation and the trainer."""

import json

from cli.command import GAME, mistake, run


def test_a_card_of_two_lines_with_its_cost() -> None:
    output = run("strategy", GAME, "--lines", "2").stdout
    for words in (
        "2 lines: edge 1.8022 % of the Ante; the best play has 1.8022 %.",
        "1. Play with the dealer's card with a 9 or better",
        "2. Play with anything if the dealer shows a jack or lower",
        "Otherwise fold",
        "Better lines may exist",
    ):
        assert words in output
    data = json.loads(run("strategy", GAME, "--lines", "1", "--json").stdout)
    assert len(data["lines"]) == 1
    assert data["cost"] == data["costs"][0]


def test_games_without_lines_and_too_many_lines_are_refused() -> None:
    assert "They are known for four-card-frenzy, " in mistake("strategy", "ez-baccarat")
    assert "12" in mistake("strategy", GAME, "--lines", "13")


def test_lines_are_simulated_and_trained() -> None:
    output = run("simulate", GAME, "--strategy", "1-lines", "--rounds", "2000", "--seed", "chips").stdout
    assert "2,000 rounds, compiled; strategy 1-lines, seed chips" in output
    output = run("train", GAME, "--lines", "2", "--seed", "4", given="f\nq\n").stdout
    assert "The lines say: play" in output
