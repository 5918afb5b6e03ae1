"""Games from game folders and installed packages: found, played, recorded with their digest, or left out by name."""

import importlib
import json
import os
import sys
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import cardroom
from cardroom.analysis.report.origins import provenance
from cardroom.cli.app import app
from cardroom.errors import InputError, ScriptError
from cardroom.games import all_games, left_out, plugins, where_from
from cardroom.games.declarations import find
from cardroom.games.plugins import code_digest
from cardroom.play import record, replay
from cardroom.players import play_round, random_legal
from cardroom.rulebook import game_folders
from documentation.runner import blocks

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "write-a-game.md"


def write_high_card(folder: Path) -> Path:
    """The game of the tutorial, in a game folder."""
    files = {"game.py": "", "house.toml": ""}
    for block in blocks(TUTORIAL):
        name = "house.toml" if block.name.endswith(".toml") else "game.py"
        if block.verb in ("file", "append") and not block.name.endswith("try_it.py"):
            files[name] += block.text
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    written = write_high_card(tmp_path / "games" / "high-card")
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path / "games"))
    return written


def test_a_game_in_a_folder_is_played_and_its_record_has_the_digest_of_its_code(folder):
    game = cardroom.game("high-card")
    round = play_round(game.round(2, seed=3), dict.fromkeys("12", random_legal), Random(3))
    script = json.loads(record(round).json())["opening"]["script"]
    assert script == f"high-card/1 sha256:{code_digest(folder)}"
    assert replay(record(round), game, round.shuffle).events == round.events
    assert game.replays("high-card/1 sha256:" + "0" * 64)
    assert not game.replays("high-card/2")
    assert where_from(game) == str(folder)
    assert provenance(game.rules)["digest"] == game.rules.digest


def test_a_ranking_that_a_script_calls_wrongly_is_a_fault_of_the_script_with_its_line(folder):
    code = folder / "game.py"
    text = code.read_text().replace(
        "    cards.turn(DEALER)\n", '    strength("high", "As Ks")\n    cards.turn(DEALER)\n', 1
    )
    code.write_text("from cardroom.rankings import strength\n" + text)
    line = 1 + code.read_text().splitlines().index('    strength("high", "As Ks")')
    said = f"high-card: the ranking high judges 5, 6, 7, 8 or 9 cards, not 2 (As Ks) (game.py, line {line})"
    with pytest.raises(ScriptError) as raised:
        play_round(cardroom.game("high-card").round(2, seed=3), dict.fromkeys("12", random_legal), Random(3))
    assert str(raised.value) == said
    assert not isinstance(raised.value, InputError)  # a room reports it as a broken round, not as a wrong answer
    assert said in " ".join(CliRunner().invoke(app, ["check", str(folder)]).output.split())


def test_a_lookup_looks_at_the_folder_that_had_the_game_last(folder, monkeypatch):
    """A table looks its game up many times in a round: other folders must not slow it down."""
    found = find("high-card")
    with monkeypatch.context() as patched:
        patched.setattr(plugins, "game_folders", lambda: pytest.fail("all folders were searched"))
        assert find("high-card") is found
    code = folder / "game.py"
    code.write_text(code.read_text().replace("high-card/1", "high-card/2"))
    os.utime(code, (1, 1))  # another time, even if all of this took less than a tick of the file system's clock
    assert find("high-card").version == "high-card/2"
    code.unlink()
    assert find("high-card") is None


def test_code_of_a_folder_runs_only_when_it_is_named(folder, monkeypatch):
    monkeypatch.delenv("CARDROOM_GAMES")
    assert "high-card" not in [each.slug for each in all_games()]
    assert "high-card" not in game_folders.VARIABLE
    result = CliRunner().invoke(app, ["games", "--json"])
    assert "high-card" not in result.output


def test_the_option_names_a_folder_of_games_or_one_game(folder, monkeypatch):
    for named in (folder, folder.parent):
        monkeypatch.setenv("CARDROOM_GAMES", "")
        result = CliRunner().invoke(app, ["games", "--json", "--games", str(named)])
        (listed,) = (each for each in json.loads(result.output) if each["game"] == "high-card")
        assert listed["from"] == str(folder)
        assert listed["script"].startswith("high-card/1 sha256:")
    monkeypatch.setenv("CARDROOM_GAMES", "")
    assert "no such folder" in CliRunner().invoke(app, ["games", "--games", "nowhere"]).output


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("def high_card", "def high card", "SyntaxError"),
        ("from typing import NamedTuple", "import no_such_module", "ModuleNotFoundError"),
        ("DECLARATION =", "DECLARED =", "DECLARATION: missing"),
        ('name="high-card"', 'name="stud"', "stud is a script of cardroom"),
        ("from typing import NamedTuple", "import sys; sys.exit(3)", "SystemExit: 3 (game.py, line 3)"),
    ],
)
def test_code_that_fails_is_named_and_left_out(tmp_path, monkeypatch, old, new, why):
    folder = write_high_card(tmp_path / "games" / "high-card")
    code = folder / "game.py"
    code.write_text(code.read_text().replace(old, new))
    monkeypatch.setenv("CARDROOM_GAMES", str(folder))
    first, second = left_out()
    assert first.path == code
    assert why in first.why
    assert second.path == folder / "house.toml"
    assert "unknown script 'high-card'" in second.why
    assert cardroom.game("seven-card-stud").rules.script == "stud"
    assert len(all_games()) > 30


def test_an_installed_package_adds_a_game_by_an_entry_point(tmp_path, monkeypatch):
    write_high_card(tmp_path / "their_games" / "high")
    info = tmp_path / "their_games-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-games\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[cardroom.games]\nhigh-card = their_games.high.game:DECLARATION\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    game_folders._installed.cache_clear()
    try:
        game = cardroom.game("high-card")
        assert where_from(game) == "their-games 1.2"
        assert game.version.endswith(code_digest(tmp_path / "their_games" / "high"))
    finally:
        game_folders._installed.cache_clear()
        for name in [each for each in sys.modules if each.startswith("their_games")]:
            del sys.modules[name]
