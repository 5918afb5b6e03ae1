"""The rule set files and comparisons that the documentation prints."""

import re
import shlex
from pathlib import Path

import pytest

import cardroom
from cardroom.play.round.events import Settled
from cardroom.rulebook import RuleBookError, load
from cli.command import mistake, run
from support.deals import people, play

DOCS = Path(__file__).parents[2] / "docs"
RULE_SETS, COMPARE = ((DOCS / "design" / name).read_text() for name in ("rule-sets.md", "compare.md"))
TUTORIAL = (DOCS / "tutorials" / "pay-table.md").read_text()
GAME = "ultimate-texas-holdem"
LUCKY = """
[wager.lucky]
label = "Lucky"
needs = ["ante"]
pays = "pair-plus"
[order]
wagers = ["ante", "play", "pair-plus", "six-card-bonus", "lucky"]
"""
CHANGES = [
    ('[pay.pair-plus.lines]\n"flush" = "4 too 1"', "pay.pair-plus.lines.'flush'"),
    ('[pay.pair-plus.lines]\n"blush" = "4 to 1"', "pay.pair-plus.lines: 'blush'"),
    ("[seats]\nmots = 7", "seats: unknown field"),
    ('[order]\nby = "table"', "order.by"),
    ('without = ["house_rules.exposed_card"]', "house_rules.exposed_card"),
    (LUCKY, "wager.lucky.cards"),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    tmp_path.joinpath(GAME).mkdir()
    return tmp_path / GAME


def test_a_rule_set_of_a_different_game_is_rejected_by_name(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('extends = "razz/500-club"\n')
    assert "is a rule set of razz, not of badugi" in mistake("rules", "badugi", "--rules", file)
    assert "no such file" in mistake("rules", "badugi", "--rules", tmp_path / "none.toml")


def says(wanted, output):
    """Whether a text matches the documentation, where dots stand for anything."""
    pattern = r"(.|\n)*".join(re.escape(part) for part in wanted.strip().split("..."))
    return re.search(re.sub(r"(\\\s)+", r"\\s+", pattern), output)


def test_the_files_of_the_docs_give_the_printed_comparison(tmp_path, monkeypatch):
    """The file at the top of the page is in no game's folder here, so the command names the game."""
    monkeypatch.setenv("COLUMNS", "200")
    file = tmp_path / "riverside.toml"
    file.write_text(re.findall(r"```toml\n(.*?)```", RULE_SETS, re.DOTALL)[0])
    shown = re.findall(r"```(?:console|text)\n(.*?)```", COMPARE, re.DOTALL)
    at = next(number for number, text in enumerate(shown) if "500-club riverside.toml" in text)
    command, printed = next(each for each in shown[at].splitlines() if "riverside.toml" in each), shown[at + 1]
    monkeypatch.chdir(tmp_path)
    output = run(*shlex.split(command.removeprefix("$ cardroom "))).output
    for line in filter(None, map(str.strip, printed.splitlines())):
        assert line.startswith("───") or says(line, output), line
    alone = run("analyze", "three-card-poker-6-card-bonus", "--rules", "riverside.toml").output
    assert "house edge of 8.658049 % of the Ante" in alone


def test_a_different_output_would_fail_the_comparison_with_the_docs():
    assert says("a\n...\nb to 1", "a\nx\ny\nb  to\n1\n")
    assert not says("a\n...\nb to 2", "a\nx\nb to 1\n")


def test_the_side_bet_of_the_docs_plays_through_the_showdown(folder):
    folder.joinpath("riverside.toml").write_text(re.findall(r"```toml\n(.*?)```", TUTORIAL, re.DOTALL)[0])
    game, ends = cardroom.game(GAME, "riverside"), set()
    for seed in range(20):
        spots, stacks = people([1, 2], 1_000_000)
        bets = {"2": {"ante": 500, "blind": 500, "hole-flush": 500}}
        round = play(game.round(spots, stacks, seed=seed), bets, {"2": "1x"}, banks={"1": 900_000})
        (event,) = (each for each in round.events if isinstance(each, Settled) and each.wager == "hole-flush")
        assert event.net == {"flush": 1_000, "straight flush": 5_000}.get(event.line, -500)
        ends.add(event.line)
    assert {"flush", "high card"} <= ends


@pytest.mark.parametrize(("text", "about"), CHANGES, ids=[about for _, about in CHANGES])
def test_the_errors_in_the_docs_are_the_real_ones(tmp_path, text, about):
    (wanted,) = (line for line in RULE_SETS.splitlines() if line.startswith(f"riverside.toml: {about}"))
    file = tmp_path / "three-card-poker-6-card-bonus" / "riverside.toml"
    file.parent.mkdir()
    file.write_text(f'extends = "500-club"\n{text}\n')
    with pytest.raises(RuleBookError) as refused:
        cardroom.games.game_of(load(file))
    assert says(wanted, str(refused.value)), str(refused.value)
