"""A live table of a server, in the terminal."""

import subprocess
import sys

import pytest

import cardroom
from cardroom.house.audit import audit
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from server import running


@pytest.fixture
def room(tmp_path):
    with running(tmp_path) as there:
        game = cardroom.game("three-card-poker-6-card-bonus")
        how = TableConfig(TableTiming(pause_between=0.1), 2)
        there.call(there.server.tables.open(PLAY, "Three Card 1", game, how, Person("floor", floor=True)))
        yield there


def play(room, *args, typed):
    command = [sys.executable, "-m", "cardroom", "play", *args, "--room", room.address]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)


def test_a_player_plays_a_round_at_a_live_table_and_leaves(room):
    output = play(room, "three card", typed="10 0 0\n" + "p\n" * 3 + "q\ny\n")
    assert output.returncode == 0, output.stderr
    assert "You sit down with $1,000" in output.stdout
    assert "You bet Ante $10" in output.stdout
    assert "You leave" in output.stdout
    assert audit(room.server.halls[PLAY].house.books).holds


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("snap",), "No table with a free seat is called"),
        (("three", "--seed", "1"), "only --name, --buy-in, --bank and --hall can be used"),
        (("three", "--hall", "money"), "No table in this hall has a free seat"),
    ],
)
def test_invalid_requests_give_clear_errors(room, args, says):
    output = play(room, *args, typed="")
    assert output.returncode == 2
    assert says in output.stderr


def test_an_unreachable_server_gives_a_clear_error():
    command = [sys.executable, "-m", "cardroom", "play", "razz", "--room", "http://127.0.0.1:9"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert "does not answer" in result.stderr
