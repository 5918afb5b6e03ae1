"""A live table of a server, in the terminal."""

import json
import subprocess
import sys

import msgspec
import pytest

import cardroom
from cardroom.house.audit.store import audit
from cardroom.house.tables.recall import Recall
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.verifier import EVIDENCE, HOLDS, check_lines
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.server import running


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


def test_the_terminal_mixes_seeds_and_writes_what_it_was_shown(room, tmp_path):
    """Of some rounds at least one has the player's own link: the first may start before the anchor is there."""
    file = tmp_path / "evidence.jsonl"
    said = play(room, "three card", "--evidence", str(file), typed=("10 0 0\n" + "p\n") * 3 + "q\ny\n")
    assert said.returncode == 0, said.stderr
    assert "Seeds in this shuffle: yours." in said.stdout
    notes = [json.loads(line) for line in file.read_text().splitlines()]
    mine = [note for note in notes if [note["viewer"], note["link"]] in note["seeds"] and note["head"]]
    assert mine
    recall = Recall(room.server.halls[PLAY].house.books)
    lines = [msgspec.json.encode(note).decode() for note in notes]
    for number in sorted(each.number for each in recall.of_table("Three Card 1").rounds):
        recalled = recall.round("Three Card 1", number)
        if recalled.outcome:
            lines += [json.dumps(recalled.shuffle.transcript()), recalled.record().json()]
    found = check_lines([(str(at), line) for at, line in enumerate(lines)])
    heads = {each.where: each.verdict.word for each in found if each.kind == EVIDENCE}
    assert all(heads[str(notes.index(note))] == HOLDS for note in mine)


def test_evidence_that_cannot_be_written_is_reported_first(room, tmp_path):
    said = play(room, "three card", "--evidence", str(tmp_path / "none" / "file"), typed="")
    assert said.returncode == 2
    assert "--evidence" in said.stderr


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("snap",), "No table with a free seat is called"),
        (("three", "--seed", "1"), "only --name, --buy-in, --bank, --hall and --evidence can be used"),
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
