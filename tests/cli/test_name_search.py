"""Games, rule sets and house rules are found by common names; otherwise the nearest name is suggested."""

import json
from pathlib import Path

import pytest

from cardroom.cli import UsageError
from cardroom.cli.play.lobby import _which
from cardroom.cli.terminal.common import find_game
from cardroom.cli.terminal.name_search import HOUSE_RULE_NAMES, find_name
from cardroom.games import all_games, declarations
from cardroom.rulebook import slugs
from cli.command import GAME, Terminal, mistake, run

NAMES: dict[str, list[str]] = {slug: [] for slug in slugs()}
for each in all_games():
    NAMES[each.slug].append(each.rules.name)


def named(typed: str) -> str:
    """The game on the command line, which must be that of the lobby too."""
    slug = find_game(typed).slug
    assert _which(typed, NAMES) == slug
    return slug


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("three-card", GAME),
        ("3 card poker", GAME),
        ("3-Card", GAME),
        ("6 card bonus", GAME),
        ("baccarat", "ez-baccarat"),
        ("uth", "ultimate-texas-holdem"),
        ("UTH", "ultimate-texas-holdem"),
        ("Texas Hold'em", "texas-holdem"),
        ("texas hold’em", "texas-holdem"),
        ("texas", "texas-holdem"),
        ("nlhe", "texas-holdem"),
        ("plo8", "pot-limit-omaha-8"),
        ("plo", "omaha"),
        ("o8", "omaha-high-low"),
        ("omaha hi/lo", "omaha-high-low"),
        ("omaha", "omaha"),
        ("stud", "seven-card-stud"),
        ("7 card stud", "seven-card-stud"),
        ("deuce to seven triple draw", "2-7-triple-draw"),
        ("27 triple", "2-7-triple-draw"),
        ("spanish 21", "pure-spanish-21.5"),
        ("wpt", "heads-up-holdem"),
        ("fortune", "fortune-pai-gow-poker"),
        ("six plus", "short-deck"),
    ],
)
def test_a_game_is_found_by_its_common_names(typed: str, slug: str) -> None:
    assert named(typed) == slug


@pytest.mark.parametrize(
    ("typed", "slugs"),
    [
        ("pai gow", "face-up-pai-gow-poker or fortune-pai-gow-poker"),
        ("paigow", "face-up-pai-gow-poker or fortune-pai-gow-poker"),
        ("holdem", "heads-up-holdem, short-deck, super-holdem, texas-holdem or ultimate-texas-holdem"),
        ("hold'em", "heads-up-holdem, short-deck, super-holdem, texas-holdem or ultimate-texas-holdem"),
        ("hold em", "heads-up-holdem, short-deck, super-holdem, texas-holdem or ultimate-texas-holdem"),
        ("omaha 8", "omaha-high-low or pot-limit-omaha-8"),
        ("blackjack", "pure-21.5-blackjack or pure-spanish-21.5"),
        ("triple draw", "2-7-triple-draw or triple-draw-poker"),
        ("sev", "seven-card-stud or seven-card-stud-high-low"),
    ],
)
def test_several_matches_are_listed(typed: str, slugs: str) -> None:
    assert f"matches more than one name: {slugs}. Type more of it" in mistake("play", typed)
    with pytest.raises(UsageError, match=rf"matches more than one name: {slugs}\. Type more of it"):
        _which(typed, NAMES)


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("bacarat", "ez-baccarat"),
        ("texsa-holdem", "texas-holdem"),
        ("badugy", "badugi"),
        ("ulitmate", "ultimate-texas-holdem"),
    ],
)
def test_without_a_match_the_nearest_name_is_suggested(typed: str, near: str) -> None:
    assert f"Unknown game '{typed}'. Did you mean {near}" in mistake("play", typed)
    with pytest.raises(UsageError, match=rf"No match for '{typed}'\. Did you mean {near}"):
        _which(typed, NAMES)


def test_without_a_similar_name_all_names_are_listed() -> None:
    for typed in ("snap", "", "-", "'"):
        assert "Known: 2-7-single-draw, " in mistake("play", typed)


def test_rule_sets_are_found_too() -> None:
    def chosen(name: str) -> str:
        rules: str = json.loads(run("rules", "heads", "--rules", name, "--json").stdout)["rules"]
        return rules

    assert chosen("washington") == "washington"
    assert chosen("no qualifier") == "washington-no-qualifier"
    assert chosen("WPT") == "wpt"
    assert "'w' matches more than one name: washington-no-qualifier, washington or wpt" in mistake(
        "rules", "heads", "--rules", "w"
    )
    assert "has no rule set 'brok'. Did you mean brook?" in mistake("rules", "heads", "--rules", "brok")


def test_house_rules_are_found_too(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(f'extends = "{GAME}/500-club"\ngame = "{GAME}"\n')
    for name in (GAME, own):
        assert "has no house rule 'minimun'. Did you mean minimum" in mistake("rules", name, "--set", "minimun=10")
        page = json.loads(run("rules", name, "--set", "exposed-card=off", "--set", "min=10", "--json").stdout)
        values = {rule["name"]: rule["value"] for rule in page["house_rules"]}
        assert (values["exposed_card"], values["minimum"]) == (False, 1000)
    assert find_game("ez-baccarat", house=["decks=6"]).rules.house("packs") == 6
    assert "matches more than one name: minimum or maximum" in str(mistake("rules", GAME, "--set", "m=10"))


def test_the_lobby_takes_numbers_and_names() -> None:
    sets = {"500-club": (), "standard": ()}
    assert (_which("2", sets), _which("500", sets), _which("02", sets)) == ("standard", "500-club", "standard")
    for number in ("0", "3", "9" * 5000):
        with pytest.raises(UsageError, match="is not a number from 1 to 2"):
            _which(number, sets)
    with pytest.raises(UsageError, match=r"No match for 'xyz'\. Type a number from 1 to 2"):
        _which("xyz", sets)


def test_the_lobby_suggests_the_nearest_name_and_asks_again() -> None:
    with Terminal() as terminal:
        terminal.until("q to leave): ")
        terminal.type("bacarat\r")
        terminal.until("Did you mean ez-baccarat?")
        terminal.until("q to leave): ")
        terminal.type("three card\r")
        terminal.until("You sit at seat 1")


def test_games_are_found_despite_an_invalid_house_rule_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "razz" / "torn.toml"
    file.parent.mkdir()
    file.write_text("extends = ")
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    assert find_game("baccarat").slug == "ez-baccarat"


def test_other_names_belong_to_existing_games_and_house_rules() -> None:
    rules = {rule for game in all_games() for rule in game.rules.house_rules}
    assert HOUSE_RULE_NAMES.keys() <= rules
    assert {slug for declared in declarations() for slug in declared.other_names} <= {*slugs()}


def test_an_exact_name_has_priority_over_other_names() -> None:
    things = {"stud": ("omaha",), "omaha": ("stud",)}
    assert (find_name("stud", things, ""), find_name("omaha", things, "")) == ("stud", "omaha")
