"""The rules pages of every rule set: complete, with printed columns side by side and the one in force marked."""

import json
import re
from typing import Any

import pytest

from cardroom.players.bots import USUAL
from cardroom.rulebook import rule_set, rule_sets
from cli.command import run

SETS = [(slug, rules) for slug in USUAL for rules in rule_sets(slug)]


def page(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("rules", *args, "--json").stdout)
    return found


@pytest.mark.parametrize(("slug", "rules"), SETS)
def test_every_rule_set_has_a_whole_page(slug: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    said = rule_set(slug, rules)
    for form in ([], ["--markdown"]):
        output = " ".join(run("rules", slug, "--rules", rules, *form).stdout.split())
        for wager in said.wager.values():
            assert wager.label in output
        for table in said.pay.values():
            assert table.title in output
            assert table.id in output
            assert all(line in output for line in table.lines)
        assert all(name in output for name in said.house_rules)
        assert all(" ".join(notice.text.split()) in output for notice in said.display)


def test_columns_stand_side_by_side_as_printed_and_the_one_in_force_is_marked() -> None:
    output = run("rules", "heads-up-holdem", "--rules", "wpt", "--set", "trips_plus=3").stdout
    table = output.partition("Trips Plus Paytables  to 1; in force: 3")[2].partition("Pocket")[0].splitlines()
    heading, mark, royal = table[1:4]
    assert heading.split() == ["1", "2", "3", "4"]
    assert mark.index("▼") == heading.index("3")
    assert royal.split() == ["royal", "flush", "100", "100", "100", "100"]
    assert table[6].split() == ["full", "house", "9", "8", "8", "7"]


def test_shares_of_the_meter_and_empty_cells_are_as_printed() -> None:
    output = run("rules", "heads-up-holdem", "--rules", "wpt", "--markdown").stdout
    assert "| flopped straight flush |  |  |  |  |  |  |  |  | 100% |" in output
    assert "| royal flush | 10% | 1,000 | 10% | 1,000 | 3,000 | 5% | 100% | 100% | 2,000 |" in output
    assert "| | **1** | 2 | 3 | 4 |" in output


def test_long_ids_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = run("rules", "heads-up-holdem", "--rules", "washington").stdout
    assert re.search(r"full house +10 +10 +10 +10 +10 +10 +11", output)
    assert all(len(line) <= 80 for line in output.splitlines())


def test_wagers_say_which_house_rule_offers_them() -> None:
    closed = run("rules", "heads-up-holdem", "--rules", "wpt").stdout
    assert re.search(r"Progressive +not on the layout: jackpot is off", closed)
    assert "Progressive Paytables  for 1; not on the layout: jackpot is off" in closed
    assert "needs jackpot_seed and jackpot_rate to be set first" in " ".join(closed.split())
    house = (
        "--set",
        "jackpot_seed=5000",
        "--set",
        "jackpot_rate=10",
        "--set",
        "jackpot=on",
        "--set",
        "jackpot_table=7",
    )
    opened = page("heads-up-holdem", "--rules", "wpt", *house)
    wager = next(each for each in opened["wagers"] if each["wager"] == "jackpot")
    assert (wager["offered"], wager["offered_by"], wager["tables"]) == (True, "jackpot", ["progressive-7"])
    both = page("heads-up-holdem", "--rules", "washington", "--set", "second_jackpot=on")
    in_force = {table["id"]: table["wagers"] for table in both["pay_tables"] if table["printed_as"] == "jackpot"}
    assert in_force["PT-BJS-HUH-5CP-01"] == ["Jackpot"]
    assert in_force["PT-BJS-HUH-5CP-02"] == ["Second Jackpot"]
    assert in_force["PT-BJS-HUH-5CP-03"] == []


def test_what_no_line_names_is_not_called_lost_where_it_may_push() -> None:
    output = run("rules", "ultimate").stdout
    blind = output.partition("Blind Wager Payout Table")[2].partition("Trips Bonus")[0]
    assert "any other hand" not in blind
    assert "any other hand" in output.partition("Trips Bonus Bet Payout Table")[2]


def test_raises_are_counted_in_antes() -> None:
    assert "3 or 4 times the Ante before the flop" in " ".join(run("rules", "ultimate").stdout.split())
    early = page("heads-up-holdem", "--set", "early_raise=on")
    raised = next(wager for wager in early["wagers"] if wager["wager"] == "raise")
    assert raised["times"].startswith("1 to 3 times the Ante before the flop")
