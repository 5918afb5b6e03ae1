"""A rule set that its script cannot play is refused when the game is made, with the name of what is wrong."""

import re
from importlib import import_module
from inspect import getsource
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.games import SCRIPTS, all_games, game_of
from cardroom.games.fits import NEEDS, misfits
from cardroom.play import Table
from cardroom.players import play_round, random_legal
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.loading import checked

ONE_A_SCRIPT = {game.rules.script: game.rules for game in all_games()}
THREE = "three-card-poker-6-card-bonus"


def dealt(rules):
    """A round of a rule set, with every seat taken."""
    table = Table(game_of(rules), rules.seats.most, seed=1)
    return table.finish(play_round(table.start(), dict.fromkeys(table.stacks, random_legal), Random(1)))


def test_every_rule_set_that_is_built_in_fits_its_script():
    assert not [problem for game in all_games() for problem in misfits(game.rules)]
    checked = {name for name, script in SCRIPTS.items() if hasattr(import_module(script.module), "check")}
    assert {*NEEDS, "community", "draw", "stud"} | checked == set(SCRIPTS)


def test_what_a_script_reads_is_what_it_is_said_to_need():
    """A house rule that is read by name, and not only where there is one, is among the needs of that script."""
    for script, needs in NEEDS.items():
        module = import_module(SCRIPTS[script].module)
        homes = {getattr(each, "__module__", None) or "" for each in vars(module).values()}
        sources = {module, *(import_module(home) for home in homes if home.startswith("cardroom.games.banked"))}
        for line in "\n".join(map(getsource, sources)).splitlines():
            for name in re.findall(r'house\("(\w+)"\)', line):
                in_another = script == "pure-21.5-blackjack" and name in NEEDS["pure-spanish-21.5"].house
                assert name in needs.house.split() or f'"{name}" ' in line or in_another, f"{script}: {name}"


@pytest.mark.parametrize("script", SCRIPTS)
def test_whatever_is_left_out_is_refused_or_not_needed(script):
    """Each house rule, wager, pay table and jackpot of a rule set in turn: without it the game is refused, or dealt."""
    table = msgspec.to_builtins(ONE_A_SCRIPT[script])
    table["house_rules"].pop("collection", None)
    refused = 0
    for part in ("house_rules", "wager", "pay", "jackpot"):
        for name in table[part]:
            less = table | {part: {each: said for each, said in table[part].items() if each != name}}
            if part == "wager":
                wagers = [each for each in table["order"]["wagers"] if each != name]
                less["order"] = table["order"] | {"wagers": wagers}
            try:
                rules = checked(less)
                dealt(rules)
            except RuleBookError:
                refused += 1
    assert refused


@pytest.mark.parametrize(
    ("slug", "text", "says"),
    [
        (
            THREE,
            'extends = "500-club"\n[wager.play]\nequals = ""\n',
            "wager.play.equals: in three-card-poker it goes by",
        ),
        (THREE, 'extends = "500-club"\n[wager.play]\nwhen = "before the deal"\n', "play follows the deal"),
        (
            THREE,
            'extends = "500-club"\n[wager.ante]\nrequired = false\n',
            "wager.ante: three-card-poker needs it to be",
        ),
        (THREE, 'extends = "500-club"\n[deck]\nname = "joker"\n', "three-card-poker is dealt from a standard deck"),
        (THREE, 'extends = "500-club"\n[deck]\nname = "tarot"\n', "deck.name: 'tarot' is no deck: there are standard"),
        (
            THREE,
            'extends = "500-club"\n[seats]\nmost = 1000000000\n',
            "seats.most: a whole number up to 30 is expected",
        ),
        (THREE, 'extends = "500-club"\n[seats]\nleast = 7\nmost = 2\n', "seats: from 7 to 2 is no range"),
        (THREE, 'extends = "500-club"\n[bank]\nrounds = 0\n', "bank.rounds: a whole number from 1 is expected"),
        (
            THREE,
            'extends = "500-club"\n[poker]\nstructure = "stud"\nranking = "high"\n',
            "poker: ",
        ),
        (
            THREE,
            'extends = "500-club"\n[house_rules.minimum]\nmoney = ["", ""]\n',
            "house_rules.minimum.default: '.5' is not a whole number",
        ),
        (
            THREE,
            'extends = "500-club"\n[house_rules.bank]\nneeds = ["nobody"]\n',
            "bank.needs: 'nobody' names no house",
        ),
        ("ez-baccarat", 'extends = "500-club"\n[house_rules.packs]\nwhole = [1, 1000000000]\n', "1 to 16 packs"),
        ("ez-baccarat", 'extends = "500-club"\n[deck]\npacks = 1000000000\n', "deck.packs: a whole number up to 16"),
        ("texas-holdem", 'extends = "standard"\n[poker]\nhole = 25\n', "25 cards for each of 10 seats"),
        (
            "texas-holdem",
            'extends = "standard"\n[poker]\nhole = 4\n',
            "high does not judge hands of 4 cards with a board",
        ),
        (
            "texas-holdem",
            'extends = "standard"\n[poker]\nranking = "tarot"\n',
            "poker.ranking: 'tarot' is none of high",
        ),
        ("texas-holdem", 'extends = "standard"\n[poker]\nranking = "short-deck"\n', "does not know every card"),
        ("texas-holdem", 'extends = "standard"\n[poker]\nboard = []\n', "poker.board|does not judge"),
        (
            "texas-holdem",
            'extends = "standard"\n[poker]\nstructure = "stud"\n',
            "poker.structure: the script community",
        ),
        ("razz", 'extends = "standard"\n[poker]\nstreets = ["ddu", "x", "u", "u", "d"]\n', "'x' is none of d"),
        ("razz", 'extends = "standard"\n[poker]\nstreets = ["ddd", "u", "u", "u", "d"]\n', "one card is dealt up"),
        ("razz", 'extends = "standard"\n[house_rules.blinds]\namounts = false\nchoices = ["$1/$2", "0"]\n', "blinds"),
    ],
)
def test_what_cannot_be_played_is_refused_by_table_and_key(own_game, slug, text, says):
    with pytest.raises(RuleBookError, match=f"own.toml: .*({says})"):
        own_game(slug, text)


def test_seven_cards_in_the_hand_are_refused_where_the_ranking_judges_six_at_most():
    rules = cardroom.game("omaha", rules="standard").rules
    seats, poker = (msgspec.structs.replace(rules.seats, most=6), msgspec.structs.replace(rules.poker, hole=7))
    with pytest.raises(RuleBookError, match="omaha does not judge hands of 7 cards with a board of 5"):
        game_of(rules.replaced(poker=poker, seats=seats))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[house_rules.stakes]\nstakes = false\nchoices = ["$4-$8 or $1/$2"]\n',
            "stakes: it is a limit or blind level",
        ),
        ('[house_rules.limit]\nchoices = ["no", "spread"]\n', "limit: it is one or more of fixed, pot and no"),
        ('[house_rules.chip]\nmoney = ["", ""]\nwhole = [1, 2]\ndefault = 1\n', "chip: it is an amount"),
        ("[house_rules.antes]\namounts = false\nwhole = [0, 2]\ndefault = 1\n", "antes: it is amounts by position"),
        ("[house_rules.all_in_shows]\ndefault = 1\nwhole = [0, 2]\n", "all_in_shows: it is a switch"),
        ('[house_rules.stakes]\ndefault = "$1"\n', "stakes.default: '\\$1' are no stakes"),
        ('[settings]\nstakes = "$4-$8"\n', "at no limit write blinds"),
        ('[house_rules.antes]\ndefault = "$5"\n', "an ante is not more than the least bet"),
    ],
)
def test_stakes_that_cannot_be_read_or_do_not_go_together_are_refused(own_game, text, says):
    with pytest.raises(RuleBookError, match=f"own.toml: .*({says})"):
        own_game("texas-holdem", f'extends = "500-club"\n{text}')


def test_a_default_of_ones_own_is_the_stakes(own_game):
    """What a rule set says itself of all that follows from the stakes is in force everywhere."""
    rules = own_game("texas-holdem", 'extends = "500-club"\n[house_rules.antes]\ndefault = "$1"\n').rules
    assert rules.house("antes") == "$1"
    assert rules.stakes.antes == (100,)
