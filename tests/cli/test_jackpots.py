"""`cardroom jackpots`: the commands of docs/operate/jackpots.md, and what they refuse."""

import json
import re
import shlex
from pathlib import Path

import pytest

import cardroom
from cardroom.house import House
from cli.command import mistake, run

DOC = (Path(__file__).parents[2] / "docs" / "operate" / "jackpots.md").read_text()
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(r"^\$ cardroom (.*)$", DOC, re.MULTILINE)]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store with two tables of the Brook's games."""
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


def test_the_documented_commands_work(store):
    assert [*shown()] == ["four-card-frenzy galaxy", "heads-up-holdem galaxy"], "each game has its own"
    printed = [run(*command) for command in COMMANDS]
    jackpots = shown()
    assert jackpots.pop("four-card-frenzy galaxy")["tables"] == []
    assert jackpots.pop("heads-up-holdem galaxy")["tables"] == [{"table": "table 8", "jackpot": "galaxy"}]
    assert {name: (each["rule"], each["base"]) for name, each in jackpots.items()} == {
        "Galaxy": ("bonus", 250_000),
        "Big": ("progressive", 100_000),
    }
    assert [link["table"] for link in jackpots["Galaxy"]["tables"]] == ["table 7"]
    assert jackpots["Big"]["waiting"] == {"seed": 100_000, "rate": "1/4"}
    assert (jackpots["Big"]["ceiling"], jackpots["Big"]["meter"]) == (5_000_000, 100_000 + 50_000 - 1_000)
    assert jackpots["Big"]["held"] == jackpots["Big"]["owed"] == jackpots["Big"]["meter"]
    assert "after the next win: seed $1,000, rate 25 %" in run("jackpots", "show").stdout
    items = {
        "open": "Galaxy: opened with $2,500. Meter $2,500; held $2,500, owed $2,500.",
        "link": "Galaxy: table 7 is now linked, as its galaxy.",
        "unlink": "Galaxy: table 8 is no longer linked to Galaxy; its galaxy is linked to heads-up-holdem galaxy.",
        "morning": "Galaxy: nothing to add; contributions are added through ",
        "change": "Big: after the next win the seed is $1,000 and the meter grows by 25 % of each wager;",
        "ceiling": "Big: the ceiling is now $50,000.",
        "fund": "Big: $500 from the house. Meter $1,500;",
        "correct": "Big: $10 taken out. Meter $1,490;",
        "set-aside": "Big: $10 returned from the players' account.",
    }
    for verb, words in items.items():
        first = next(done for done, command in zip(printed, COMMANDS, strict=True) if command[1] == verb)
        assert words in first.stdout, verb
    again = run("jackpots", "change", "Big", "--rate", "20%", "--who", "manager", "--why", "not now").stdout
    assert "the seed is $1,000 and the meter grows by 20 % of each wager; no change is pending" in again
    assert (
        "the ceiling was removed" in run("jackpots", "ceiling", "Big", "none", "--who", "m", "--why", "no need").stdout
    )
    linked = run("jackpots", "link", "Galaxy", "table 7", "galaxy", "--who", "floor").stdout
    assert "table 7 is already linked, as its galaxy" in linked
    run("audit")


def test_invalid_requests_give_a_one_line_error(store):
    opening = ["--who", "manager", "--source", "cage", "--id", "1"]
    assert "Jackpots there: galaxy" in mistake("jackpots", "open", "Big", "four-card-frenzy", "first", *opening)
    assert "--begins 25:00" in mistake(
        "jackpots", "open", "B", "four-card-frenzy", "galaxy", *opening, "--begins", "25:00"
    )
    assert "--zone Mars" in mistake("jackpots", "open", "B", "four-card-frenzy", "galaxy", *opening, "--zone", "Mars")
    assert "Unknown jackpot Big. House jackpots: four-card-frenzy galaxy, heads-up-holdem galaxy." in mistake(
        "jackpots", "link", "Big", "table 7", "galaxy", "--who", "f"
    )
    assert "its galaxy grows each morning, so it stays linked to four-card-frenzy galaxy" in mistake(
        "jackpots", "unlink", "table 7", "galaxy", "--who", "floor"
    )
    assert "--seed, --rate" in mistake("jackpots", "change", "Big", "--who", "manager", "--why", "a season")
    message = mistake("jackpots", "odds", "heads-up-holdem", "--rules", "wpt")
    assert "add --set jackpot=on with jackpot_seed and jackpot_rate" in message
    message = mistake("jackpots", "open", "Big", "heads-up-holdem", "progressive", "--rules", "wpt", *opening)
    assert "Jackpots there: none. The house rule jackpot=on with jackpot_seed and jackpot_rate adds it." in message
    message = mistake("jackpots", "link", "Big", "table 9", "galaxy", "--who", "floor")
    assert "There is no table table 9. Known: table 7, table 8" in message


def test_jackpot_odds_need_no_store():
    (galaxy,) = json.loads(run("jackpots", "odds", "four-card-frenzy", "--json").stdout)["jackpots"]
    assert galaxy["wagers_until_it_is_won"]["exact"] == "649740/1"
    assert "3,248.7 hours" in run("jackpots", "odds", "four-card-frenzy", "--pace", "200").stdout
