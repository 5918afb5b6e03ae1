"""The rules pages of all rule sets: complete, with printed columns side by side and the one in force marked."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import cardroom
from cardroom.analysis import Report
from cardroom.analysis.certificate import certificate, certificate_page
from cardroom.play.round.procedures import least_stack
from cardroom.rulebook import load, rule_set, with_house_rules
from cli.command import GAME, run

SETS = [(game.slug, game.rules.rules) for game in cardroom.all_games() if not game.rules.poker]


def page(*args: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run("rules", *args, "--json").stdout)
    return data


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "rules"), SETS)
def test_every_rule_set_has_a_complete_page(slug: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    loaded = rule_set(slug, rules)
    for form in ([], ["--markdown"]):
        output = " ".join(run("rules", slug, "--rules", rules, *form).stdout.split())
        for wager in loaded.wager.values():
            assert wager.label in output
        for table in loaded.pay.values():
            assert table.title in output
            assert table.id in output
            assert all(line in output for line in table.lines)
        assert all(name in output for name in loaded.house_rules)
        assert all(" ".join(notice.text.split()) in output for notice in loaded.display)


def test_columns_are_side_by_side_as_printed_and_the_one_in_force_is_marked() -> None:
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
    assert "an empty cell is paid by the best other line that the hand has" in output
    assert f"| flush | 5 | 5 |{' loses |' * 6} 5 |" in output
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


def test_hands_without_a_pay_line_push_or_lose_as_printed() -> None:
    for game, pushing, losing in (
        ("ultimate", "Blind Wager Payout Table", "Trips Bonus Bet Payout Table"),
        ("heads", "Player Wins", "Player Loses"),
        ("four", "Odds Win Paytable", "Odds Bad Beat Paytables"),
    ):
        output = run("rules", game).stdout
        assert re.search(rf"{pushing}[^$]*?straight +1 to 1 *\n *all other +pushes", output)
        assert re.search(rf"{losing}[^$]*?all other +loses", output)
    markdown = run("rules", "heads", "--markdown").stdout
    assert "| all other | pushes |" in markdown
    assert "| all other | loses | loses | loses | loses |" in markdown


def test_the_page_has_the_dealers_qualifying_hand() -> None:
    assert "the dealer qualifies with a pair or better" in run("rules", "heads", "--rules", "wpt").stdout
    assert "the dealer always plays" in run("rules", "heads", "--rules", "washington-no-qualifier").stdout
    assert "the dealer's hand: rule 11a" in run("rules", "heads", "--rules", "wpt", "--markdown").stdout


def test_a_step_cites_no_rule_that_is_not_printed() -> None:
    """Only one document prints the close of betting, and who banks is printed with the aim of the game."""
    silent = "the text is silent on when the bets are closed"
    assert silent in page("heads-up-holdem", "--rules", "washington")["steps"][0]["cite"]
    assert silent not in page("three-card-poker-6-card-bonus")["steps"][1]["cite"]
    assert page("heads-up-holdem", "--rules", "washington")["bank"]["cite"].endswith("Game Description")


def test_a_minimum_that_rises_in_steps_says_so() -> None:
    assert "may be $1 to $10 in steps of $1" in run("rules", "heads").stdout


def test_raises_are_counted_in_antes() -> None:
    assert "3 or 4 times the Ante before the flop" in " ".join(run("rules", "ultimate").stdout.split())
    frenzy = next(wager for wager in page("four-card-frenzy")["wagers"] if wager["wager"] == "raise")
    assert frenzy["times"] == "1 time the Ante with any hand, or 1 to 3 times with a pair of aces or better"
    early = page("heads-up-holdem", "--rules", "wpt", "--set", "early_raise=on")
    raised = next(wager for wager in early["wagers"] if wager["wager"] == "raise")
    assert raised["times"].startswith("1 to 3 times the Ante before the flop")


def test_the_page_uses_the_packs_and_the_cut_card_in_force() -> None:
    data = page("ez-baccarat", "--set", "packs=6", "--set", "cut_card=30")["deck"]
    assert (data["packs"], data["cards"], data["cut"]) == (6, 312, 30)
    text = run("rules", "ez-baccarat", "--set", "packs=6").stdout
    assert "a shoe of 6 standard decks of 52 cards each, 312 in all" in text


@pytest.mark.parametrize("packs", range(4, 9))
def test_a_wager_off_the_layout_needs_no_table_for_the_shoe(packs: int) -> None:
    """Match the Dealer's printed table is for six decks. Without that wager, every shoe has a page."""
    args = ("pure-spanish-21.5", "--set", f"packs={packs}", "--set", "match_the_dealer=off")
    data = page(*args)
    (wager,) = (each for each in data["wagers"] if each["wager"] == "match-the-dealer")
    assert (wager["offered"], wager["tables"]) == (False, ["match-the-dealer-6"] if packs == 6 else [])
    for form in ([], ["--markdown"]):
        assert "Match the Dealer" in run("rules", *args, *form).stdout


def test_poker_has_no_empty_sections() -> None:
    for form in ([], ["--markdown"]):
        output = run("rules", "texas-holdem", *form).stdout
        assert "Wagers" not in output
        assert "Pay tables" not in output
        assert "0 to 0" not in output
        assert "amounts by position" in output


# -- jackpots and fees -------------------------------------------------------------------------------------------------


def test_jackpots_say_what_moves_them() -> None:
    (galaxy,) = page("four-card-frenzy")["jackpots"]
    assert (galaxy["rule"], galaxy["seed"], galaxy["rate"], galaxy["morning"]) == ("bonus", 250_000, "0%", "10%")
    assert galaxy["wagers"] == ["5 Card Galaxy Bonus Jackpot"]
    for form in ([], ["--markdown"]):
        output = " ".join(run("rules", "four-card-frenzy", *form).stdout.split())
        assert "Jackpots" in output
        assert "starts at $2,500, and again when all of it is won" in output
        assert "10% of the previous day's wagers is added before opening" in output
        assert "its meter: F. The Types of Wager or Wagers for the Card Game" in output


def test_a_progressive_says_its_rate_and_one_that_is_off_that_it_is_off() -> None:
    wpt = ("rules", "heads-up-holdem", "--rules", "wpt")
    assert "Progressive, progressive, for Progressive: not on the layout" in " ".join(run(*wpt).stdout.split())
    chosen = ("jackpot_seed=5000", "jackpot_rate=12", "jackpot=on")
    output = run(*wpt, *(part for each in chosen for part in ("--set", each))).stdout
    assert "starts at $5,000" in " ".join(output.split())
    assert "12% of each wager goes to the meter" in " ".join(output.split())


FEES = """
extends = "three-card-poker-6-card-bonus/500-club"
game = "three-card-poker-6-card-bonus"

[[fee]]
option = "3"
players = [2, 4]
cite = "Collection Rates"

[[fee.charge]]
moment = "before the deal"
payer = "player-dealer"
counts = "game wagers"
tiers = [{ from = "$5", to = "$99", fee = "$0.50" }, { from = "$100", fee = "$1" }]

[[fee.charge]]
moment = "before the deal"
payer = "each player"
counts = "nothing"
tiers = [{ from = "$0", fee = "$1" }]
"""


def test_posted_fees_are_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(FEES)
    assert page(str(file))["collection"] == []
    assert "Collection\n" not in run("rules", file).stdout
    (posted,) = page(str(file), "--set", "collection=3")["collection"]
    assert (posted["option"], posted["players"]) == ("3", [2, 4])
    first, second = posted["charges"]
    assert first["tiers"] == [{"from": 500, "to": 9900, "fee": 50}, {"from": 10_000, "to": None, "fee": 100}]
    assert (second["payer"], second["tiers"][0]["fee"]) == ("each player", 100)
    for form in ([], ["--markdown"]):
        output = " ".join(run("rules", file, "--set", "collection=3", *form).stdout.split())
        head = "option 3, 2-4 players dealt in: before the cards are dealt"
        assert f"{head}, the player-dealer pays by the total table action: the game wagers" in output
        assert "no bonus bets: $0.50 for $5 to $99, $1 for $100 or more" in output
        assert f"{head}, each player pays $1" in output
        assert "collection: departure by ours, Collection Rates" in output


def test_a_seat_needs_chips_for_the_fee_too(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(FEES)
    free, charged = load(file), with_house_rules(load(file), {"collection": "3"})
    assert (least_stack(free), least_stack(charged)) == (1000, 1100)


# -- texts of others ---------------------------------------------------------------------------------------------------

HOSTILE = r"""
extends = "three-card-poker-6-card-bonus/500-club"
game = "three-card-poker-6-card-bonus"
name = "Three | <script>alert(1)</script>"
summary = "a \\| b &lt; [here](javascript:x) `code` \u001b[2J\n# heading"

[wager.pair-plus]
label = "Pair | Plus"
"""


def test_texts_are_escaped_in_markdown(tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_text(HOSTILE)
    output = run("rules", file, "--markdown").stdout
    assert output.startswith("# Three \\| &lt;script>alert(1)&lt;/script>\n")
    assert r"a \\\| b &amp;lt; \[here](javascript:x) \`code\` \\x1b\[2J # heading" in output
    assert "| **Pair \\| Plus** | optional; only with Ante; judged on own hand; a fold forfeits it |" in output
    assert "\x1b" not in output
    assert "<script" not in output
    rows = [line for line in output.splitlines() if line.startswith("|")]
    wagers = [row for row in rows if row.startswith("| **")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in wagers} == {5}


@pytest.mark.parametrize(
    ("slug", "chosen", "name", "standing"),
    [
        (GAME, {}, "exposed_card", "printed"),
        (GAME, {"exposed_card": False}, "exposed_card", "departure"),
        (GAME, {}, "minimum", "granted"),
        (GAME, {}, "coverage", "ruling"),
        ("ez-baccarat", {"dragon_seven_pushes": True}, "dragon_seven_pushes", "departure"),
    ],
)
def test_pages_and_certificates_compare_values_with_the_document(
    slug: str, chosen: dict[str, bool], name: str, standing: str
) -> None:
    game = cardroom.game(slug, **chosen)
    results = [f"--set={rule}={'on' if value else 'off'}" for rule, value in chosen.items()]
    assert re.search(rf"{name} is [^(]+\({standing}\)", run("rules", slug, *results).output)
    assert re.search(rf"\| `{name}` \| [^|]+ \| {standing} \|", run("rules", slug, *results, "--markdown").output)
    (row,) = (rule for rule in page(slug, *results)["house_rules"] if rule["name"] == name)
    assert row["standing"] == standing
    written = certificate(game, Report(slug, "", "", "", {}, ()))
    (certified,) = (rule for rule in written["house_rules"] if rule["name"] == name)
    assert certified["standing"] == standing
    assert re.search(rf"<code>{name}</code>.*?{standing}", certificate_page(written, "2026-01-01"))
