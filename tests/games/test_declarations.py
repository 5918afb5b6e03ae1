"""Every game has one declaration, its parts are found through it, and a game from outside needs no edit."""

import ast
import importlib
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import cardroom
from cardroom.analysis import analysis_of, analyze, has_analysis
from cardroom.analysis.certificate.methods import method
from cardroom.analysis.engine.engines import Local
from cardroom.analysis.report.parts import ANALYSIS_FOLDER, counter_of
from cardroom.analysis.simulation import simulate
from cardroom.analysis.simulation.parts import SimulatedGame, simulated_game
from cardroom.games import all_games, declaration, declarations, game_of, layout, lesson, moments, other_names
from cardroom.games.declarations import SOURCES, Given, Packages, add_source, find, module_of, remove_source
from cardroom.play import Declaration, DeclarationError, Layout, Settles, replay
from cardroom.play.game.declaration import load_part
from cardroom.play.game.lesson import Lesson, event_kind
from cardroom.play.records.file import record
from cardroom.players import play_round, random_legal, table_bots, usual
from cardroom.rulebook import RuleBookError, rule_set
from cardroom.show import picture
from documentation.runner import blocks

SOURCE = Path(cardroom.__file__).parent
TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
GAMES = all_games()


def ours(name="snap", **parts):
    """A complete declaration with some changes."""
    whole = {"version": "snap/1", "script": deal, "layout": Layout({}), "lesson": lambda _: None}
    return Declaration(name=name, **whole | parts)


def deal(round):
    yield


def test_every_rule_set_s_script_is_declared_and_every_declaration_is_played():
    assert {game.rules.script for game in GAMES} == {each.name for each in declarations()}


@pytest.mark.parametrize("declared", declarations(), ids=lambda each: each.name)
def test_every_part_that_a_declaration_names_is_found(declared):
    rules = next(game.rules for game in GAMES if game.rules.script == declared.name)
    assert declared.script.__module__.endswith(f".{module_of(declared.name)}")
    assert declared is declaration(declared.name)
    assert isinstance(lesson(rules), Lesson)
    assert usual(rules) is load_part(declared, "bot", "cardroom.players") is not random_legal
    assert has_analysis(rules) == (counter_of(rules) is not None) == bool(rules.wager)
    assert isinstance(simulated_game(rules), SimulatedGame)


@pytest.mark.parametrize("declared", declarations(), ids=lambda each: each.name)
def test_a_page_s_outcomes_are_settled_by_the_settlement_that_plays(declared):
    for rules in (game.rules for game in GAMES if game.rules.script == declared.name):
        outcomes = lesson(rules).outcomes
        assert outcomes is None or outcomes.settle is declared.settle


def test_a_declaration_is_found_without_loading_other_games():
    code = (
        "import sys, cardroom\n"
        "cardroom.game('three-card-poker-6-card-bonus')\n"
        "print([name for name in sys.modules if name.startswith(('cardroom.games.', 'cardroom.players'))])"
    )
    loaded = cardroom_says(code)
    assert "three_card_poker" in loaded
    assert not any(each in loaded for each in ("four_card_frenzy", "community", "players", "lessons.three_card_poker"))


def test_asking_for_an_analysis_loads_no_numerics():
    code = (
        "import sys, cardroom\n"
        "from cardroom.analysis import analysis_of, has_analysis\n"
        "rules = cardroom.game('ultimate-texas-holdem').rules\n"
        "print(has_analysis(rules), analysis_of(rules).pace, {'numpy', 'numba'} & {*sys.modules})"
    )
    assert cardroom_says(code) == "True slow set()"


def cardroom_says(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_no_other_list_of_games_exists():
    structures = {"community", "draw", "stud"}
    names = {each.name for each in declarations()} - structures
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        if path.is_relative_to(SOURCE / "clauses"):  # what the documents print of each game, apart from the scripts
            continue
        if sum(each in text for each in names) < 2:
            continue
        for node in ast.walk(ast.parse(text)):
            keys = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
            listed = {each.value for each in keys if isinstance(each, ast.Constant)} & names
            assert len(listed) < 2, f"{path.relative_to(SOURCE)}, line {node.lineno}: {listed}"


# -- What is refused --------------------------------------------------------------------------------------------------

WAGERS = Layout({}, wagers={"ante": Settles()})


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"name": "Snap!"}, "Snap!: name: use lowercase letters and digits, joined by hyphens"),
        ({"script": None}, "snap: script: missing: give the generator function that plays a round"),
        ({"script": print}, "snap: script: it must be a generator function that takes a Round and yields asks"),
        ({"version": ""}, 'snap: version: missing: give name and number, for example "snap/1"'),
        ({"version": "1"}, "snap: version: it must be a name and a number, for example \"snap/1\", not '1'"),
        ({"layout": None}, "snap: layout: missing: give the Layout of its table"),
        ({"layout": {}}, "snap: layout: it must be a Layout, not dict"),
        (
            {"layout": WAGERS},
            "snap: settle: missing: its layout has the wagers ante, so give settle(rules, wager",
        ),
        ({"lesson": ""}, "snap: lesson: missing: give the function that makes a Lesson from a rule set, or name"),
        ({"lesson": "lessons.snap"}, "snap: lesson: name it as \"module:attribute\", not 'lessons.snap'"),
        ({"moments": ("flopp",)}, "snap: moments: 'flopp' is not a moment of a fee: did you mean flop?"),
        ({"structure": "studd"}, "snap: structure: 'studd' must be one of community, draw, stud"),
        ({"bot": "bots"}, "snap: bot: name it as \"module:attribute\", not 'bots'"),
    ],
)
def test_a_declaration_with_a_part_missing_or_wrong_says_which_and_what_would_be_right(parts, says):
    with pytest.raises(DeclarationError) as refused:
        ours(**parts)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("named", "says"),
    [
        (".three_card:bot", "there is no module cardroom.players.three_card: did you mean three_card_poker?"),
        (".poker:chance", "cardroom.players.poker has no chance: did you mean chances"),
        ("nowhere.at_all:bot", "there is no module nowhere.at_all"),
    ],
)
def test_a_part_that_is_not_where_it_is_named_is_refused_with_the_nearest_name(named, says):
    with pytest.raises(DeclarationError) as refused:
        load_part(ours(bot=named), "bot", "cardroom.players")
    assert str(refused.value).startswith(f"snap: bot: {says}")


def test_an_error_inside_a_part_s_module_is_not_taken_for_a_missing_module(tmp_path, monkeypatch):
    (tmp_path / "snap_bots.py").write_text("import there_is_none_of_this")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="there_is_none_of_this"):
        load_part(ours(bot="snap_bots:bot"), "bot", "cardroom.players")


def test_an_unknown_script_is_refused_with_the_nearest_name():
    with pytest.raises(DeclarationError, match="no game declares the script 'mexicn': did you mean mexican"):
        declaration("mexicn")
    known = r"500-club.toml: script: unknown script 'snap': choose from [^:]*stud"
    with pytest.raises(RuleBookError, match=known):
        game_of(rule_set("razz").replaced(script="snap"))
    for name in ("three_card_poker", "house-way", "..", ""):
        assert find(name) is None


def test_a_script_that_is_declared_twice_is_refused(added):
    added(ours("stud"))
    with pytest.raises(DeclarationError, match="stud: name: declared more than once"):
        declaration("stud")


def test_a_module_is_named_like_its_script(tmp_path, monkeypatch):
    package = tmp_path / "some_games"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "snip.py").write_text("from games.test_declarations import ours\n\nDECLARATION = ours('snap')")
    (package / "snap_helpers.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    wrong = r"some_games.snip: name: it declares snap, so the module must be named snap"
    with pytest.raises(DeclarationError, match=wrong):
        list(Packages("some_games").all())
    (package / "snip.py").rename(package / "snap.py")
    importlib.invalidate_caches()
    assert [each.name for each in Packages("some_games").all()] == ["snap"]


# -- A game from outside ----------------------------------------------------------------------------------------------


@pytest.fixture
def added():
    """Adds declarations as a source, until the test ends."""
    sources = []

    def add(*declared):
        sources.append(Given(*declared))
        add_source(sources[-1])

    yield add
    for source in sources:
        remove_source(source)


@pytest.fixture
def high_card(tmp_path, monkeypatch, added):
    """The example of the documentation, as printed."""
    for page in ("write-a-game.md", "prove-your-game.md"):
        for block in blocks(TUTORIALS / page):
            if block.verb in ("file", "append"):
                file = tmp_path / block.name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text((file.read_text() if block.verb == "append" else "") + block.text)
    assert "add_source(Given(high_card.DECLARATION))" in (tmp_path / "try_it.py").read_text()
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path / "our-rules"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "high_card", raising=False)
    module = importlib.import_module("high_card")
    added(module.DECLARATION)
    return module


def test_a_game_from_outside_is_found_once_its_source_is_added(high_card):
    game = cardroom.game("high-card")
    assert (game.version, game.script) == ("high-card/1", high_card.high_card)
    assert "high-card" in [each.name for each in declarations()]
    assert other_names("high-card") == ("war",)


def test_without_its_source_the_same_rule_set_is_refused_by_the_name_of_its_script(high_card):
    rules = cardroom.game("high-card").rules
    source = next(each for each in SOURCES if each.find("high-card"))
    remove_source(source)
    with pytest.raises(RuleBookError, match=r"house.toml: script: unknown script 'high-card': choose from"):
        game_of(rules)
    add_source(source)
    assert game_of(rules).version == "high-card/1"


def test_a_game_from_outside_plays_and_its_record_replays(high_card):
    game = cardroom.game("high-card")
    for seed in range(20):
        round = game.round({"ann": 10_000, "bob": 10_000}, seed=seed)
        play_round(round, table_bots(game.rules, ["ann", "bob"]), Random(seed))
        assert sum(round.net.values()) == 0
        assert replay(record(round), game, round.shuffle).events == round.events


def test_a_game_from_outside_has_its_bot_its_table_and_its_page(high_card):
    rules = cardroom.game("high-card").rules
    assert usual(rules) is high_card.bot
    assert (layout(rules), moments(rules)) == (high_card.LAYOUT, ("before the deal",))
    round = play_round(cardroom.game("high-card").round(2, seed=3), table_bots(rules, ["1", "2"]), Random(3))
    seen = picture(round.view("1"))
    assert [area.label for area in seen.cloth.areas] == ["Ante", "Play"]
    assert seen.results
    kinds = {kind for step in lesson(rules).steps for kind in step.event_kinds}
    results = {event_kind(event) for event in round.events} - {""}
    assert results <= kinds
    assert {"play", "deal hand", "settle"} <= results


def test_a_game_from_outside_has_its_exact_figures(high_card):
    game = cardroom.game("high-card")
    (report,) = analyze(game).wagers
    by_hand = Fraction(0)
    for rank in range(13):  # of each rank: folded, or Ante and half of Play against both, with equal cards returned
        wins, ties = 4 * rank, 3
        by_hand += max(Fraction(-1), Fraction(3 * wins, 2 * 51) - Fraction(2 * (51 - wins - ties), 51)) / 13
    assert report.edge == -by_hand
    assert report.deals == 52 * 51
    assert analysis_of(game.rules).pace == "quick"
    assert next(method(game.rules)) == "Each card of the player meets the 51 others."
    result = simulate(game, 2048, "any text", high_card.bot, Local(1))
    assert abs(float(result.wagers[0].edge - report.edge)) < 0.1


def test_the_folders_of_parts_are_there():
    for folder in ("cardroom.games.lessons", "cardroom.players", ANALYSIS_FOLDER):
        assert importlib.import_module(folder).__path__
