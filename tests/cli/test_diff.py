"""`cardroom diff`: the differences of two rule sets in words, with the exact edges of both."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cardroom.analysis import analyze
from cli.command import GAME, mistake, run

RIVERSIDE = f'extends = "{GAME}/500-club"\n[pay.pair-plus.lines]\nflush = "4 to 1"\n'


def diff(*args: Any) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(run("diff", *args, "--json").stdout)
    return value


def words(value: dict[str, Any]) -> list[str]:
    return [each["words"] for each in value["differences"]]


def rows(output: str) -> list[list[str]]:
    """The printed cells, line by line."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in output.splitlines()]


@pytest.fixture
def riverside(tmp_path: Path) -> Path:
    """A house's own file, with one line of one pay table changed."""
    file = tmp_path / "riverside.toml"
    file.write_text(RIVERSIDE)
    return file


@pytest.mark.proof
def test_brook_and_washington_are_compared_with_both_edges() -> None:
    """2.36 % of the Ante under both (Brook HUH, Table 5); what they pay beside differs."""
    value = diff("heads-up-holdem", "brook", "washington")
    assert "Trips Plus, royal flush: 50 to 1 instead of 100 to 1" in words(value)
    edges = {each["wager"]: each for each in value["edges"]}
    assert edges["ante"]["first"]["exact"] == edges["ante"]["second"]["exact"] == "840983767/35658730800"
    assert edges["ante"]["change"]["exact"] == "0/1"
    assert edges["galaxy"]["second"] is None
    assert edges["jackpot"]["first"] is None
    assert (value["first"]["source"]["document"], value["second"]["source"]["document"]) == (
        "Brook HUH",
        "Washington HUH",
    )


def test_one_changed_pay_line_is_one_difference_and_one_edge(riverside: Path) -> None:
    value = diff(GAME, "500-club", riverside)
    assert words(value) == ["Pair Plus, flush: 4 to 1 instead of 3 to 1"]
    changed = {each["wager"]: Fraction(each["change"]["exact"]) for each in value["edges"]}
    assert {name: change for name, change in changed.items() if change} == {"pair-plus": -Fraction(1096, 22100)}
    printed = rows(run("diff", GAME, "500-club", riverside).stdout)
    assert ["Differences", "500-club", "riverside"] in printed
    assert ["flush", "3 to 1", "4 to 1"] in printed
    assert ["Pair Plus", "4.3801 %", "-0.5792 %", "-4.9593 %"] in printed
    assert ["6 Card Bonus", "17.5303 %", "17.5303 %", "none"] in printed


def test_a_single_rule_set_is_compared_with_its_base(riverside: Path) -> None:
    assert words(diff(GAME, riverside, "--no-edges")) == ["Pair Plus, flush: 4 to 1 instead of 3 to 1"]
    assert words(diff(riverside, "--no-edges")) == ["Pair Plus, flush: 4 to 1 instead of 3 to 1"]
    value = diff("ez-baccarat", "standard")
    assert (value["first"]["rules"], value["second"]["rules"]) == ("500-club", "standard")
    [banker] = [each for each in value["edges"] if each["wager"] == "banker"]
    assert banker["second"]["exact"] == "66274384744/6508331087895"


def test_house_rules_may_be_set_on_both_sides_or_one() -> None:
    value = diff("ez-baccarat", "--set-second", "packs=6", "--no-edges")
    assert words(value) == ["Deck, packs: 6 instead of 8"]
    value = diff("ez-baccarat", "500-club", "standard", "--set", "packs=6", "--set-first", "minimum=10", "--no-edges")
    assert (value["first"]["house_rules"]["packs"], value["second"]["house_rules"]["packs"]) == (6, 6)
    assert [(each["topic"], each["first"]) for each in value["differences"]] == [
        ("Table limits", "$10 to $1,000"),
        ("House rules", "off"),
    ]
    assert "500-club packs=6" in run("diff", "ez-baccarat", "--set-second", "packs=6", "--no-edges").stdout


def test_poker_has_words_and_no_edges() -> None:
    output = run("diff", "razz", "500-club", "standard").stdout
    assert ["stakes", "$4-$8", "$2-$4"] in rows(output)
    assert "razz: there is no exact analysis, so no edges" in output
    value = diff("razz", "500-club", "texas-holdem/500-club")
    assert "Game, procedure: community instead of stud" in words(value)
    assert value["no_edges"] == "razz and texas-holdem: there is no exact analysis, so no edges"


def test_rule_sets_with_the_same_binding_rules_are_reported_as_the_same(tmp_path: Path) -> None:
    reworded = tmp_path / "reworded.toml"
    reworded.write_text('extends = "ez-baccarat/500-club"\nsummary = "Nine wins."\n')
    assert "The two have the same binding rules" in run("diff", "ez-baccarat", "500-club", reworded).stdout
    value = diff("ez-baccarat", "500-club", reworded)
    assert (value["same"], value["differences"], value["edges"]) == (True, [], [])
    assert value["first"]["digest"] == value["second"]["digest"]


def test_without_edges_nothing_is_computed(monkeypatch: pytest.MonkeyPatch, riverside: Path) -> None:
    monkeypatch.setattr("cardroom.cli.prove.diff.edges", None)
    assert "Exact edges" not in run("diff", GAME, riverside, "--no-edges").stdout


def test_the_progress_bar_names_the_current_game(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []

    def counted(game, engine):  # type: ignore[no-untyped-def]
        list(engine.map("shoes", lambda number: titles.append(f"{game.rules.rules} {number}"), [1, 2]))
        return analyze(game)

    monkeypatch.setattr("cardroom.analysis.report.two_sets.report_in_force", counted)
    run("diff", "ez-baccarat", "500-club", "standard")
    assert sorted(titles) == ["500-club 1", "500-club 2", "standard 1", "standard 2"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("heads-up-holdem", "brok", "wpt"), "heads-up-holdem has no rule set 'brok'. Did you mean brook?"),
        (("heads-up-holdem", "brook", "razz/standart"), "razz has no rule set 'standart'. Did you mean standard?"),
        (("snap", "brook", "wpt"), "Unknown game 'snap'"),
        (("heads-up-holdem", "brook"), "brook does not extend a rule set. Give a second SET"),
        (("ez-baccarat", "nowhere.toml", "standard"), "nowhere.toml: no such file"),
        (("mine.toml", "standard"), "Give the game first: cardroom diff GAME standard mine.toml"),
        (("ez-baccarat", "--set-second", "minimun=6"), "has no house rule 'minimun'. Did you mean minimum?"),
        (("ez-baccarat", "--set-second", "colour=6"), "ez-baccarat has no house rule 'colour'"),
        (("ez-baccarat", "standard", "--engine", "abacus"), "--engine must be local or ray, not abacus"),
    ],
)
def test_errors_are_one_line(args: tuple[str, ...], says: str) -> None:
    assert says in mistake("diff", *args)
