"""`cardroom risk`: figures for people and programs, plots as files."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import cardroom
from cardroom.figures import figure
from cli.command import mistake, run

PLAYER = ("risk", "ez-baccarat", "--wager", "player", "--bankroll", "$500", "--bet", "10", "--rounds", "100")


def test_the_figures_are_those_of_the_python_function() -> None:
    value = json.loads(run(*PLAYER, "--risk", "5%", "--json").stdout)
    found = cardroom.risk(cardroom.game("ez-baccarat"), 50_000, 100, wager="player", bet=1000, wanted=0.05)
    assert (value["ruin"], value["needed_cents"]) == (figure(found.ruin), found.needed)
    assert value["mean_cents"] == figure(found.mean)
    assert value["quantiles"][3] == {"probability": figure(Fraction(1, 2)), "bankroll_cents": found.quantiles[0.5]}
    assert sum(each["probability"]["decimal"] for each in value["distribution"]) == pytest.approx(1)
    assert value["ruin_by_round"][-1] == {"round": 100, "ruin": figure(found.ruin)}
    output = " ".join(run(*PLAYER, "--risk", "5%").stdout.split())
    assert "Player: $10 a round, 100 rounds, from $500" in output
    assert f"bankroll for a risk of 5.0000 % ${found.needed // 100}" in output
    assert "█" in output


def test_changed_odds_and_a_lower_limit_change_the_risk() -> None:
    pair_plus = ("risk", "three-card", "--wager", "pair-plus", "--bankroll", "100", "--rounds", "50", "--json")
    usual, better = (
        json.loads(run(*pair_plus, *more).stdout)["ruin"]["decimal"]
        for more in ((), ("--set-pay", "pair-plus.flush=6"))
    )
    assert better < usual
    ante = ("risk", "three-card", "--bankroll", "100", "--rounds", "5", "--stop", "5")
    assert "The player may owe a part of it." in run(*ante).stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "begin"), [("risk.svg", b"<?xml"), ("risk.png", b"\x89PNG")])
def test_a_plot_is_the_same_file_each_time(tmp_path: Path, name: str, begin: bytes) -> None:
    first, second = tmp_path / name, tmp_path / f"again-{name}"
    for path in (first, second):
        run(*PLAYER, "--risk", "10%", "--plot", path)
    assert first.read_bytes().startswith(begin)
    assert first.read_bytes() == second.read_bytes()


def test_wrong_input_says_what_would_be_right(tmp_path: Path) -> None:
    assert "must end in .svg, .png or .pdf" in mistake(*PLAYER, "--plot", tmp_path / "risk.txt")
    assert "there is no folder" in mistake(*PLAYER, "--plot", tmp_path / "none" / "risk.svg")
    assert "--risk 5: it is below 100%. Did you mean 5%?" in mistake(*PLAYER, "--risk", "5")
    assert "--risk 0: write a share between 0 and 1" in mistake(*PLAYER, "--risk", "0")
    assert "--bankroll x: 'x' is not an amount" in mistake("risk", "ez-baccarat", "--bankroll", "x")
    assert "razz: the distribution of a round is not known" in mistake("risk", "razz", "--bankroll", "50")
