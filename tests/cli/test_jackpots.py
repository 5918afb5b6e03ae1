"""`cardroom jackpots`: the commands that docs/jackpots.md shows, and what they refuse."""

import json
import re
import shlex
from pathlib import Path

import pytest

import cardroom
from cardroom.house import House
from cli.command import mistake, run

DOC = (Path(__file__).parents[2] / "docs" / "jackpots.md").read_text()
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(r"^\$ cardroom (.*)$", DOC, re.MULTILINE)]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store with two tables at which the Brook's games are played."""
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    where = str(tmp_path / "room.db")
    monkeypatch.setenv("CARDROOM_STORE", where)
    house = House.at(where, create=True)
    for number, slug in ((7, "four-card-frenzy"), (8, "heads-up-holdem")):
        house.open_table(f"table {number}", cardroom.game(slug), who="floor")
    house.books.store.close()
    return where


def shown():
    return {each["jackpot"]: each for each in json.loads(run("jackpots", "show", "--json").stdout)}


def test_the_documents_commands_do_what_they_say(store):
    assert "No jackpot of the house is open" in run("jackpots", "show").stdout
    for command in COMMANDS:
        run(*command)
    found = shown()
    assert {name: (each["rule"], each["base"]) for name, each in found.items()} == {
        "Galaxy": ("bonus", 250_000),
        "Big": ("progressive", 100_000),
    }
    assert [link["table"] for link in found["Galaxy"]["tables"]] == ["table 7"]
    assert found["Big"]["waiting"] == {"seed": 100_000, "rate": "1/4"}
    assert (found["Big"]["ceiling"], found["Big"]["meter"]) == (5_000_000, 100_000 + 50_000 - 1_000)
    assert found["Big"]["held"] == found["Big"]["owed"] == found["Big"]["meter"]
    assert "waiting until it is won: $1,000, 25 %" in run("jackpots", "show").stdout
    run("audit")


def test_what_cannot_be_is_refused_in_a_line(store):
    opening = ["--who", "manager", "--source", "cage", "--id", "1"]
    assert "there are galaxy" in mistake("jackpots", "open", "Big", "four-card-frenzy", "first", *opening)
    assert "--begins 25:00" in mistake(
        "jackpots", "open", "B", "four-card-frenzy", "galaxy", *opening, "--begins", "25:00"
    )
    assert "--zone Mars" in mistake("jackpots", "open", "B", "four-card-frenzy", "galaxy", *opening, "--zone", "Mars")
    assert "there is no jackpot Big: there are none" in mistake(
        "jackpots", "link", "Big", "table 7", "galaxy", "--who", "f"
    )
    assert "no jackpot of the house" in mistake("jackpots", "unlink", "table 7", "galaxy", "--who", "floor")
    assert "--seed, --rate" in mistake("jackpots", "change", "Big", "--who", "manager", "--why", "a season")
    assert "there is no jackpot on the layout" in mistake("jackpots", "odds", "heads-up-holdem", "--rules", "wpt")


def test_the_worth_of_a_jackpot_needs_no_store():
    (galaxy,) = json.loads(run("jackpots", "odds", "four-card-frenzy", "--json").stdout)["jackpots"]
    assert galaxy["wagers_until_it_is_won"]["exact"] == "649740/1"
    assert "3,248.7 hours" in run("jackpots", "odds", "four-card-frenzy", "--pace", "200").stdout
