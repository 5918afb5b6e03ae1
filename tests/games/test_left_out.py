"""One bad rule file does not stop the others: it is named with its path and left out."""

import gzip
import json
import os
import subprocess
import sys

import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.games import all_games, left_out
from cardroom.play import BOARD
from cardroom.web.api.lobby import listed_games
from cardroom.web.halls.table_directory import _first_of_each
from cardroom.web.pages import routes


@pytest.fixture
def bad_file(monkeypatch, tmp_path):
    """An operator's folder with one rule set that cannot be used."""
    path = tmp_path / "razz" / "ours.toml"
    path.parent.mkdir()
    path.write_text('extends = "500-club"\n[pay.none]\nlines = {}\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    listed_games.cache_clear()
    yield path
    listed_games.cache_clear()


def test_a_bad_rule_file_is_named_with_its_path_and_left_out(bad_file):
    (skipped,) = left_out()
    assert skipped.path == bad_file
    assert str(skipped).startswith(f"{bad_file}: pay.none: ")
    assert ("razz", "ours") not in [(each.slug, each.rules.rules) for each in all_games()]
    assert "razz" in [each.slug for each in _first_of_each()]
    (razz,) = (each for each in listed_games() if each.game == "razz")
    assert "ours" not in [each.set for each in razz.sets]


def test_the_server_opens_beside_a_bad_rule_file_and_says_open_last(bad_file, tmp_path):
    command = [sys.executable, "-m", "cardroom", "serve", "--port", "0", "--no-tables"]
    command += ["--db", f"sqlite:///{tmp_path}/room.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as served:
        try:
            assert str(bad_file) in served.stdout.readline()
            assert served.stdout.readline().startswith("cardroom is open at http://")
        finally:
            served.terminate()
        assert served.wait(30) == 0


def test_an_error_in_a_table_of_tables_names_the_entry(bad_file):
    bad_file.write_text('extends = "500-club"\n[house_rules.colour]\ndefault = 3\nsays = 4\ncite = "x"\n')
    with pytest.raises(InputError, match=r"house_rules\.colour\.says: a text is expected"):
        cardroom.game("razz", rules="ours")


def test_a_view_names_places_and_refuses_unknown_ones():
    round = cardroom.game("heads-up-holdem").round({"ann": 50_000}, seed=5)
    round.answer(1, "bet", {"ante": 500, "odds": 500})
    round.answer(1, "check")
    view = round.view("ann")
    assert view.hand("board")[:3] == round.cards.hand(BOARD)[:3]
    assert len(view.hand("dealer")) == 2
    with pytest.raises(InputError, match="no place 'bord': choose a spot"):
        view.hand("bord")


BROKEN = """
from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, by_hand, raise_

STAGES = Stages("high", (Stage((raise_("raise"), FOLDING), own=5),), {"ante": by_hand(), "raise": by_hand()})
DECLARATION = staged("mississippi-stud", STAGES, PART=lambda *of: 1 / 0)
"""


@pytest.fixture
def broken_part(monkeypatch, tmp_path, request):
    """A game folder with code that loads, and a part that fails when it is used."""
    folder = tmp_path / "mississippi-stud"
    folder.mkdir()
    wagers = "".join(
        f'[wager.{name}]\nlabel = "{name}"\npays = "hands"\n{more}\n'
        for name, more in (("ante", "required = true"), ("raise", 'equals = "ante"\nwhen = "after the deal"'))
    )
    (folder / "house.toml").write_text(
        'game = "mississippi-stud"\nrules = "house"\nname = "Broken"\nid = "ours"\nscript = "mississippi-stud"\n'
        'source = { document = "House rules", section = "Broken" }\ndeck = { name = "standard" }\n'
        'seats = { most = 2, least = 1 }\nsummary = "It breaks."\n'
        'order = { start = "house dealer", by = "seat", wagers = ["ante", "raise"] }\n'
        f'{wagers}[pay.hands]\ntitle = "Hands"\nranking = "high"\nlines = {{ "pair" = "1 to 1" }}\n'
        '[house_rules]\nminimum = { default = "$5", money = ["$5", "$25"], says = "Least.", cite = "" }\n'
        'maximum = { default = "$100", money = ["$25", "$500"], says = "Most.", cite = "" }\n'
    )
    (folder / "game.py").write_text(BROKEN.replace("PART", request.param))
    monkeypatch.setenv("CARDROOM_GAMES", str(folder))
    return folder


@pytest.mark.parametrize("broken_part", ["check"], indirect=True)
def test_a_game_whose_own_check_fails_is_left_out(broken_part):
    (skipped,) = left_out()
    assert skipped.why == "ZeroDivisionError: division by zero (game.py, line 6)"
    assert len(all_games()) > 30


@pytest.mark.parametrize("broken_part", ["lesson"], indirect=True)
def test_a_game_without_a_rules_page_does_not_hide_the_rules_of_others(broken_part, monkeypatch):
    games = [cardroom.game("mississippi-stud"), cardroom.game("razz")]
    monkeypatch.setattr(routes, "all_games", lambda: games)
    monkeypatch.setattr(routes, "listed_games", list)
    answers = json.loads(gzip.decompress(routes._all_rules.__wrapped__(None)))["answers"]
    assert [path for path in answers if path.endswith(("house", "500-club"))] == ["/api/v1/games/razz/500-club"]
