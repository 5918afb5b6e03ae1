"""`cardroom stats` and `cardroom replay --stats`: hands of files are counted in a store, by group, in four forms."""

import csv
import io
import os
import signal
import subprocess
import sys
import time

import pytest

from cardroom.poker.statistics import StatisticsStore
from cli.command import json_lines, mistake, run
from histories.site_hands import GGPOKER
from poker.statistics.hand_texts import HAND_1, HAND_2, HAND_3

HANDS = "\n".join(f"[{number}]\n{text}" for number, text in enumerate((HAND_1, HAND_2, HAND_3), 1))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "hands.phhs"
    path.write_text(HANDS)
    return path


@pytest.fixture
def store(file, tmp_path):
    result = run("stats", "add", file, "--store", tmp_path / "s.db")
    assert result.stdout == "3 hands added. The store has 3 hands.\n"
    return tmp_path / "s.db"


def test_a_hand_counts_once(store, file):
    assert run("stats", "add", file, file, "--store", store).stdout == (
        "0 hands added, 6 already counted. The store has 3 hands.\n"
    )


def test_a_site_numbers_its_hands_so_other_spaces_make_no_other_hand(tmp_path):
    """Two players export the same hand: the number of the site tells that it is one."""
    (tmp_path / "a.txt").write_text(GGPOKER)
    (tmp_path / "b.txt").write_text(GGPOKER.replace("ann", "hero"))
    (tmp_path / "c.txt").write_text(GGPOKER.replace("HD7001", "HD7002"))
    assert run("stats", "add", tmp_path, "--store", tmp_path / "s.db").stdout.startswith("2 hands added, 1 already")


@pytest.mark.parametrize("order", ["ab", "ba", "aabb"])
def test_a_good_copy_of_a_damaged_hand_counts_in_any_order(tmp_path, order):
    (tmp_path / "a.txt").write_text(GGPOKER.replace("Total pot", "Total"))
    (tmp_path / "b.txt").write_text(GGPOKER)
    files = [tmp_path / f"{name}.txt" for name in order]
    run("stats", "add", *files, "--store", tmp_path / "s.db", code=int(order != "ba"))
    with StatisticsStore(tmp_path / "s.db") as store:
        ((_, sums),) = store.query()
        assert (store.hands, sums["hands"]) == (1, 3)


def test_hands_of_two_sources_that_were_written_as_pokerstars_text_all_count(tmp_path):
    for name, hand in (("a", HAND_1), ("b", HAND_2)):
        (tmp_path / f"{name}.phh").write_text(hand)
        (tmp_path / f"{name}.txt").write_text(run("replay", tmp_path / f"{name}.phh", "--stars").stdout)
    added = run("stats", "add", tmp_path / "a.txt", tmp_path / "b.txt", "--store", tmp_path / "s.db")
    assert added.stdout == "2 hands added. The store has 2 hands.\n"


def test_all_statistics_of_a_player(store):
    lines = run("stats", "--store", store, "--only", "player=seat 1").stdout.splitlines()
    rows = {line[:24].strip(): line[24:].split() for line in lines[1:]}
    assert rows["VPIP"] == ["100%", "1", "1", "20.7%", "to", "100%"]
    assert rows["C-bet flop"][:3] == ["0.0%", "0", "1"]
    assert rows["bb/100"][:2] == ["4,600.0", "1"]
    assert "Steal" not in rows, "no chance, no row"


def test_a_line_for_each_position_in_the_order_of_play(store):
    lines = run("stats", "--store", store, "--by", "position").stdout.splitlines()
    assert lines[0].split() == [
        "position", "Hands", "VPIP", "PFR", "3-bet", "Steal", "C-bet", "AF", "WTSD", "W$SD", "bb/100", "±",
    ]  # fmt: skip
    assert [line.split()[0] for line in lines[1:]] == ["SB", "BB", "LJ", "HJ", "CO", "BTN"]
    assert max(map(len, lines)) <= 80
    assert lines[-1].split()[:6] == ["BTN", "3", "33.3%", "33.3%", "0.0%", "50.0%"]


def test_json_csv_and_parquet_have_every_count(store, tmp_path):
    (value,) = json_lines(run("stats", "--store", store, "--by", "seats", "--by", "stakes", "--json"))
    assert [(each["seats"], each["stakes"], each["hands"]) for each in value["groups"]] == [
        (6, "0.05/0.1", 6), (3, "0.5/1", 3), (4, "0.5/1", 4),
    ]  # fmt: skip
    assert value["groups"][0]["statistics"]["squeeze"] | {"low": 0, "high": 0} == {
        "made": 0, "of": 3, "value": 0.0, "low": 0, "high": 0,
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(run("stats", "--store", store, "--by", "player,day", "--csv").stdout)))
    (pfr,) = [row for row in rows if (row["player"], row["statistic"]) == ("seat 1", "pfr")]
    assert (pfr["day"], pfr["made"], pfr["of"], pfr["value"]) == ("2009-12-04", "1", "1", "1.0")
    parquet = pytest.importorskip("pyarrow.parquet")
    run("stats", "--store", store, "--by", "player,day", "--parquet", tmp_path / "s.parquet")
    read = parquet.read_table(tmp_path / "s.parquet").to_pylist()
    assert [str(row["made"] if row["made"] is not None else "") for row in read] == [row["made"] for row in rows]


def test_mistakes_are_one_sentence(store, tmp_path):
    assert mistake("stats", "--store", tmp_path / "none.db") == (
        f"cardroom: {tmp_path}/none.db: there is no store of statistics; add hands with `cardroom stats add`\n"
    )
    assert "no statistics by 'mood': choose from player, game" in mistake("stats", "--store", store, "--by", "mood")
    assert "write NAME=VALUE" in mistake("stats", "--store", store, "--only", "ann")
    assert "--only seats x is not a number" in mistake("stats", "--store", store, "--only", "seats=x")
    assert "No such file" in mistake("stats", "add", tmp_path / "none.phh", "--store", store)
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    assert "picture.txt" in mistake("stats", "add", tmp_path / "picture.txt", "--store", store)
    (tmp_path / "file").write_text("my only copy")
    taken = mistake("stats", "--store", store, "--parquet", tmp_path / "file")
    assert "--parquet" in taken
    assert "--force" in taken
    assert (tmp_path / "file").read_text() == "my only copy"


def test_replay_counts_the_hands_of_files_at_once(file):
    result = run("replay", "--stats", file).stdout.splitlines()
    assert result[0] == "3 hands, 10 players"
    assert result[1].split()[:3] == ["player", "Hands", "VPIP"]
    (value,) = json_lines(run("replay", "--stats", "--json", file))
    assert sum(group["hands"] for group in value["groups"]) == 13


def test_rake_is_part_of_the_result_and_logs_count_by_name(tmp_path):
    (tmp_path / "log.txt").write_text(GGPOKER)
    (value,) = json_lines(run("replay", "--stats", "--json", tmp_path))
    gains = {group["player"]: group["statistics"]["bb_per_100"]["value"] for group in value["groups"]}
    assert gains == {"ann": -2000, "bob": -50, "cy": 2000}


def test_our_own_rounds_are_counted_and_other_games_left_out(tmp_path):
    run("deal", "razz", "--rounds", "3", "--seats", "3", "--out", tmp_path / "razz.jsonl")
    run("deal", "three-card-poker-6-card-bonus", "--rounds", "2", "--out", tmp_path / "other.jsonl")
    added = run("stats", "add", tmp_path, "--store", tmp_path / "s.db", "--lenient")
    assert added.stdout == "3 hands added, 2 not poker. The store has 3 hands.\n"
    (value,) = json_lines(run("stats", "--store", tmp_path / "s.db", "--by", "player", "--json"))
    assert [group["hands"] for group in value["groups"]] == [3, 3, 3]


def test_hands_that_cannot_be_played_are_named_and_can_be_added_later(file, tmp_path):
    file.write_text(HANDS.replace("p4 cbr 0.30", "p4 cbr 300", 1))
    result = run("stats", "add", file, "--store", tmp_path / "s.db", code=1)
    assert f"{file}, hand 1: actions[7]" in result.stderr
    assert result.stdout == "2 hands added, 1 failed. The store has 2 hands.\n"
    file.write_text(HANDS)
    again = run("stats", "add", file, "--store", tmp_path / "s.db")
    assert again.stdout == "1 hand added, 2 already counted. The store has 3 hands.\n"


@pytest.mark.proof
def test_a_killed_command_leaves_whole_files_and_continues(tmp_path):
    """The command is killed while the second file is written. The store has the first file or nothing of it."""
    for name in ("a", "b"):
        hands = [f"[{number}]\n{HAND_2}hand = {number}\ntable = '{name}'\n" for number in range(1, 601)]
        (tmp_path / f"{name}.phhs").write_text("\n".join(hands))
    command = [sys.executable, "-m", "cardroom", "stats", "add", tmp_path, "--store", tmp_path / "s.db"]
    command += ["--workers", "1", "--lenient"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": "src"})
    for _ in range(6000):
        if process.poll() is not None or _hands(tmp_path / "s.db"):
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert _hands(tmp_path / "s.db") in (0, 600, 1200)
    run("stats", "add", tmp_path, "--store", tmp_path / "s.db", "--lenient", "--workers", "1")
    assert _hands(tmp_path / "s.db") == 1200


def _hands(file):
    try:
        with StatisticsStore(file, create=False) as store:
            return store.hands
    except Exception:
        return 0
