"""`cardroom design`: tables that meet the conditions, with rule set files that play, and clear refusals."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cli.command import GAME, mistake, run

SEARCH = ("design", GAME, "--wager", "pair-plus", "--edge", "3%..4%", "--hit", "20%..", "--top", "500")


def test_tables_are_listed_with_exact_figures_and_files_to_play(tmp_path: Path) -> None:
    output = run(*SEARCH, "--most", "5").stdout
    assert "Order: fewest changed lines first" in " ".join(output.split())
    assert "The search is complete" in output
    assert "44/1105" in output
    value = json.loads(run(*SEARCH, "--most", "5", "--json").stdout)
    assert (value["wager"], value["table"], value["cut"], len(value["tables"])) == ("pair-plus", "pair-plus", False, 5)
    for each in value["tables"]:
        assert Fraction(3, 100) <= Fraction(each["edge"]["exact"]) <= Fraction(4, 100)
        assert Fraction(each["hit_frequency"]["exact"]) >= Fraction(1, 5)
    last = value["tables"][-1]
    file = tmp_path / "mine.toml"
    file.write_text(last["rules"])
    report = json.loads(run("analyze", file, "--json").stdout)
    [edge] = [each["edge"] for each in report["wagers"] if each["wager"] == "pair-plus"]
    assert edge["exact"] == last["edge"]["exact"]
    assert "1 rounds" in run("deal", file, "--rounds", "1", "--seed", "1").output.replace("1 round:", "1 rounds")


def test_a_file_names_the_house_rules_and_the_qualifier_that_were_set(tmp_path: Path) -> None:
    given = ("--qualifies", "jack high", "--set", "exposed_card=off", "--set", "minimum=10")
    [table] = json.loads(run(*SEARCH, *given, "--most", "1", "--json").stdout)["tables"]
    file = tmp_path / "mine.toml"
    file.write_text(table["rules"])
    text = run("rules", file).output
    assert "jack high" in text
    assert "exposed_card = false" in table["rules"]
    assert 'minimum = "$10"' in table["rules"]


def test_no_table_is_an_answer_too() -> None:
    result = run("design", GAME, "--wager", "pair-plus", "--edge", "3%..4%", "--vary", "pair=1,2", code=1)
    assert "no table within these bounds meets the conditions" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "Name one wager with --wager (ante, play, pair-plus, six-card-bonus)"),
        (("--wager", "pairs"), "--wager pairs: choose from ante, play"),
        (("--table", "pairs"), "--table pairs: choose from ante, play"),
        (("--wager", "pair-plus"), "Say what the table must meet"),
        (("--wager", "pair-plus", "--edge", "3%"), "write a range, for example 3%..4%"),
        (("--wager", "pair-plus", "--edge", "4%..3%"), "the range ends before it begins"),
        (("--wager", "pair-plus", "--edge", "3..4"), "Did you mean 3%?"),
        (("--wager", "pair-plus", "--hit", "much.."), "write a percentage or a fraction"),
        (("--wager", "pair-plus", "--deviation", "x.."), "write a number of units"),
        (("--wager", "pair-plus", "--hit", "20%..", "--pays", "thirds"), "--pays must be integer, halves or fractions"),
        (("--wager", "pair-plus", "--hit", "20%..", "--sort", "name"), "--sort must be change, edge, hit or deviation"),
        (("--wager", "pair-plus", "--hit", "20%..", "--reverse"), "--reverse goes with --sort edge"),
        (("--wager", "pair-plus", "--hit", "20%..", "--vary", "flux"), "pair-plus has no line 'flux'"),
        (("--wager", "pair-plus", "--hit", "20%..", "--qualifies", "flux"), "'flux' is not a hand"),
    ],
)
def test_wrong_options_say_what_would_be_right(options: tuple[str, ...], says: str) -> None:
    assert says in mistake("design", GAME, *options)


def test_a_game_without_a_bank_or_a_qualifier_refuses() -> None:
    assert "razz has no exact analysis" in mistake("design", "razz", "--edge", "1%..")
    assert "the dealer does not need to qualify" in mistake("analyze", "ez-baccarat", "--qualifies", "pair")


def test_a_target_edge_has_payable_odds_on_both_sides() -> None:
    lines = ("analyze", GAME, "--vary", "pair-plus.flush", "--target-edge", "5%", "--json")
    near = json.loads(run(*lines).stdout)["near"]
    assert list(near) == ["2 to 1", "5 to 2", "14 to 5", "3 to 1"]
    for odds, edge in near.items():  # 1,096 flushes of 22,100 hands; 3 to 1 has an edge of 242/5525
        first, _, second = odds.partition(" to ")
        paid = Fraction(int(first), int(second))
        assert Fraction(edge["exact"]) == Fraction(242, 5525) + (3 - paid) * Fraction(1096, 22100)
