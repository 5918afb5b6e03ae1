"""`cardroom audit` and `cardroom report`: what they print, write and refuse."""

import csv
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import text

import cardroom.cli.operate.report
from cardroom.analysis import WagerOutcome, WagerReport
from cardroom.house import House
from cardroom.house.reports.gaming_day import GameFacts, TableDay
from cardroom.house.reports.hold import Theory
from cardroom.play.game.game import Game
from cli.command import mistake, run
from support.rooms import altered, furnish, line_of


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A store with a little of everything."""
    where = tmp_path_factory.mktemp("room") / "room.db"
    house = House.at(where, create=True)
    furnish(house, rounds=1)
    house.open_table("empty", house.table("poker").table.game, who="floor")
    house.books.store.close()
    return where


def test_the_audit_of_a_correct_store_prints_its_head_digest(room: Path) -> None:
    result = json.loads(run("audit", room, "--json").stdout)
    assert result["holds"] is True
    assert (len(result["head"]), result["findings"], result["held_to"]) == (64, [], None)
    assert result["rounds"] > 3
    assert result["rounds_a_second"] > 0
    output = run("audit", room).stdout
    assert f"Checked {result['lines']} entries and {result['rounds']} rounds in total" in output
    assert "No problems found." in output
    assert result["head"] in output


def test_a_checkpoint_is_saved_compared_with_and_resumed_from(room: Path, tmp_path: Path) -> None:
    checkpoint, key = tmp_path / "checkpoint.json", tmp_path / "key.pem"
    first = json.loads(run("audit", room, "--checkpoint", checkpoint, "--sign", key, "--json").stdout)
    again = json.loads(run("audit", room, "--checkpoint", checkpoint, "--sign", key, "--json").stdout)
    assert (again["lines"], again["went_on"], again["held_to"]) == (0, True, first["head"])
    whole = json.loads(run("audit", room, "--checkpoint", checkpoint, "--all", "--json").stdout)
    assert (whole["lines"], whole["held_to"]) == (first["lines"], first["head"])
    resumed = json.loads(run("audit", room, "--checkpoint", checkpoint, "--resume", "--json").stdout)
    assert (resumed["lines"], resumed["held_to"]) == (0, first["head"])


def test_a_checkpoint_that_was_changed_is_rejected(room: Path, tmp_path: Path) -> None:
    checkpoint, key = tmp_path / "checkpoint.json", tmp_path / "key.pem"
    run("audit", room, "--checkpoint", checkpoint, "--sign", key)
    output = checkpoint.read_text()
    checkpoint.write_text(output.replace('"at": 1', '"at": 2'))
    assert "changed after it was signed" in mistake("audit", room, "--checkpoint", checkpoint)
    unsigned = json.loads(output) | {"key": "", "signature": ""}
    checkpoint.write_text(json.dumps(unsigned))
    assert "The checkpoint is not signed" in mistake("audit", room, "--checkpoint", checkpoint, "--sign", key)
    checkpoint.write_text("not a checkpoint")
    assert "not an audit checkpoint" in mistake("audit", room, "--checkpoint", checkpoint)
    assert "needs --checkpoint FILE" in mistake("audit", room, "--sign", key)
    assert "no such store" in mistake("audit", tmp_path / "none.db")


def test_problems_are_printed_with_their_place_and_the_checkpoint_stays(room: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint.json"
    run("audit", room, "--checkpoint", checkpoint)
    words = checkpoint.read_text()
    store = House.at(room).books.store
    with altered(store) as (connection, _):
        line = line_of(connection, "poker", "joined")
    with store.transaction() as connection:
        change = "UPDATE lines SET who = :who WHERE book = :b AND number = :n"
        where = {"b": line.book, "n": line.number}
        connection.execute(text(change), where | {"who": "eve"})
    try:
        output = run("audit", room, "--checkpoint", checkpoint, "--all", code=1).stdout
        assert f"poker, entry {line.number}: the hash does not match" in output
        assert checkpoint.read_text() == words
        data = json.loads(run("audit", room, "--json", code=1).stdout)
        assert {"book": "poker", "line": line.number} == {name: data["findings"][0][name] for name in ("book", "line")}
    finally:
        with store.transaction() as connection:
            connection.execute(text(change), where | {"who": line.who})
        store.close()


def test_a_report_has_title_interval_and_every_table(room: Path, tmp_path: Path) -> None:
    """Only 500 Club tables, because games without a stake of the house need no exact figures."""
    names = ("--table", "dealer", "--table", "poker", "--table", "empty")
    sheet, page = tmp_path / "report.csv", tmp_path / "report.html"
    options = ("--zone", "UTC", "--begins", "00:00", "--csv", sheet, "--html", page)
    result = json.loads(run("report", room, *names, *options, "--json").stdout)
    today = datetime.now(UTC).date().isoformat()
    assert (result["title"], result["to"], result["activity"]) == ("Table games by gaming day", today, True)
    days = {day["table"]: day for day in result["tables"]}
    assert days["dealer"]["drop"] >= 120_000
    assert days["dealer"]["games"][0]["note"] == "a player-dealer banks it, so the house has no stake"
    assert not days["empty"]["activity"]
    rows = list(csv.DictReader(sheet.read_text().splitlines()))
    assert [row["table"] for row in rows if row["row"] == "day"] == ["dealer", "poker", "empty"]
    assert [row["activity"] for row in rows if row["table"] == "empty"] == ["No Activity"]
    html = page.read_text()
    assert html.startswith("<!DOCTYPE html>")
    assert "No Activity" in html
    assert "http" not in html.replace("http-equiv", "")
    output = run("report", room, *names, "--zone", "UTC", "--begins", "00:00").stdout
    assert f"Table games by gaming day  {today} to {today}" in output
    assert f"empty, {today}  No Activity" in output


@pytest.fixture
def coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use coins that the house wins three times in four, instead of exact figures that take half a minute."""
    outcomes = WagerOutcome("heads", Fraction(1), 1), WagerOutcome("tails", Fraction(-1), 3)

    def found(days: list[TableDay], find: Callable[[GameFacts], Game], _: object) -> dict[str, Theory]:
        every = {facts.rules.digest: facts for day in days for facts in day.games}
        theories = {}
        for digest, facts in every.items():
            game = find(facts)
            wagers = [WagerReport(name, each.label, each.label, outcomes) for name, each in game.rules.wager.items()]
            theories[digest] = Theory(game, tuple(wagers) if facts.game == "heads-up-holdem" else ())
        return theories

    monkeypatch.setattr(cardroom.cli.operate.report, "theories", found)


@pytest.mark.usefixtures("coins")
def test_the_csv_is_complete_and_its_columns_sum_to_the_report(room: Path, tmp_path: Path) -> None:
    sheet, page = tmp_path / "r.csv", tmp_path / "r.html"
    today = datetime.now(UTC).date()
    interval = ("--from", (today - timedelta(days=2)).isoformat(), "--to", (today + timedelta(days=1)).isoformat())
    data = json.loads(run("report", room, *interval, "--zone", "UTC", "--csv", sheet, "--html", page, "--json").stdout)
    rows = list(csv.DictReader(sheet.read_text().splitlines()))
    head = {name: data[name] for name in ("title", "from", "to", "gaming_day", "made")}
    assert {name: rows[0][name] for name in head} == head
    assert [row["row"] for row in rows].count("report") == 1
    whole = data["all"]
    wagers = [wager for game in whole["games"] for wager in game["wagers"]]
    sums = {name: whole[name] for name in ("rounds", "voided", "drop", "cash_out", "fills", "credits", "corrections")}
    sums |= {name: whole[name] for name in ("collection", "jackpot_in", "jackpot_out", "handle", "win")}
    sums |= {f"wager_{name}": sum(wager[name] for wager in wagers) for name in ("placed", "handle", "win")}
    assert {name: sum(int(row[name]) for row in rows if row[name]) for name in sums} == sums
    assert sums["wager_handle"] == sums["handle"] > 0
    assert sums["voided"] == 1
    assert sum(day["drop"] for day in data["by_table"]) == sums["drop"]
    [banked] = [day for day in data["by_table"] if day["table"] == "banked"]
    exact = [day for day in data["tables"] if day["z"] is not None]
    assert banked["expected_win"] == pytest.approx(sum(day["expected_win"] for day in exact), abs=0.02)
    assert banked["z"] == pytest.approx(
        (banked["exact_win"] - banked["expected_win"]) / banked["standard_error"], abs=1e-3
    )
    assert whole["standard_error"] <= whole["standard_error_most"]
    days = [row for row in rows if row["row"] == "day" and row["z"]]
    assert [float(row["standard_error"]) for row in days] == [day["standard_error"] for day in exact]
    html = page.read_text()
    for title in ("banked", "All tables"):
        assert f"<h2>{title}, {data['from']} to {data['to']}</h2>" in html


@pytest.mark.usefixtures("coins")
def test_a_long_name_stays_in_its_column(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "74")
    output = run("report", room, "--zone", "UTC", "--begins", "00:00", "--table", "banked").stdout
    _, *after = output[output.index("    Wager") :].splitlines()
    assert all(line.startswith("    ") for line in after), output
    assert any("Total" in line for line in after)


def test_an_empty_interval_says_no_activity(room: Path) -> None:
    output = run("report", room, "--from", "2020-01-01", "--to", "2020-01-02", "--table", "poker").stdout
    assert output.count("No Activity") == 3, "two days, and their sum"


def test_a_report_rejects_invalid_options(room: Path) -> None:
    assert "There is no table nine. Known: banked, dealer, poker" in mistake("report", room, "--table", "nine")
    assert "before it begins" in mistake("report", room, "--from", "2026-02-01", "--to", "2026-01-01")
    assert "--day yesterday: write a date" in mistake("report", room, "--day", "yesterday")
    assert "--from yesterday: write a date" in mistake("report", room, "--from", "yesterday")
    assert "write a time like 06:00" in mistake("report", room, "--begins", "dawn")
    assert "write a time zone" in mistake("report", room, "--zone", "Mars/Olympus")
    assert "Give either --day, or --from and --to" in mistake(
        "report", room, "--day", "2026-01-01", "--to", "2026-01-02"
    )
