"""The change feed has every row once, whatever is written meanwhile and whenever it is interrupted."""

import csv
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from random import Random

import pytest

from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.reports.exporting import export, follow, last_increment
from support.houses import BANKED, DRAW, play, play_into, seated

APPENDED = ("rounds", "wagers", "postings", "lines")


def rows(*folders):
    """The rows of the tables of some exports, with how often each occurs."""
    counts = Counter()
    for folder in folders:
        for name in APPENDED:
            with (folder / f"{name}.csv").open(newline="") as file:
                counts.update((name, *row) for row in list(csv.reader(file))[1:])
    return counts


def increments(feed):
    return sorted(each for each in feed.iterdir() if (each / "cursor.json").exists())


def test_the_feed_has_every_row_once_while_several_writers_commit(store_url, tmp_path):
    """Two tables and the cage are written by three threads, with a connection each, while the feed reads."""
    house = House.at(store_url, create=True)
    tables = [seated(house, "one", BANKED), seated(house, "two", DRAW)]
    writers = [threading.Thread(target=play, args=(table, 4, Random(5))) for table in tables]

    def deposit():
        for number in range(40):
            house.cage.deposit("dan", 100, who="cage 1", key=f"slip {number}")

    writers.append(threading.Thread(target=deposit))
    for each in writers:
        each.start()
    looks = iter(range(1000))

    def wait():
        next(looks)
        return any(each.is_alive() for each in writers)

    written = list(follow(house.books, tmp_path / "feed", ("csv",), wait=wait))
    for each in writers:
        each.join()
    written += follow(house.books, tmp_path / "feed", ("csv",))
    export(house.books, tmp_path / "whole", ("csv",))
    assert len(written) > 2, "the feed read while others wrote"
    assert rows(*increments(tmp_path / "feed")) == rows(tmp_path / "whole")
    assert list(follow(house.books, tmp_path / "feed", ("csv",))) == [], "nothing is new"
    house.books.store.close()


def test_an_interrupted_increment_is_written_again(tmp_path, open_house):
    house, random, feed = open_house(tmp_path / "room.db", create=True), Random(3), tmp_path / "feed"
    table = seated(house, "one", DRAW)
    play_into(table, 4, random)  # a round is in progress at the first cursor
    list(follow(house.books, feed, ("csv",)))
    play(table, 1, random)
    list(follow(house.books, feed, ("csv",)))
    (feed / "00000002" / "cursor.json").unlink()  # killed before the end of the second increment
    assert last_increment(feed) == feed / "00000001"
    play(table, 1, random)
    [(again, _)] = follow(house.books, feed, ("csv",))
    assert again == feed / "00000002"
    export(house.books, tmp_path / "whole", ("csv",))
    assert rows(*increments(feed)) == rows(tmp_path / "whole")
    with pytest.raises(InputError, match="holds a single export"):
        list(follow(house.books, tmp_path / "whole", ("csv",)))


def test_the_command_stops_at_sigterm_after_a_complete_increment(tmp_path, open_house):
    house = open_house(tmp_path / "room.db", create=True)
    house.cage.deposit("ann", 500, who="cage 1", key="slip 1")
    command = [sys.executable, "-m", "cardroom", "store", "export", tmp_path / "feed", tmp_path / "room.db"]
    command += ["--follow", "--every", "0.1", "--format", "csv", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    assert '"entries"' in process.stdout.readline()
    house.cage.deposit("bob", 500, who="cage 1", key="slip 2")
    assert '"entries": 1' in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    process.stdout.close()
    assert len(increments(tmp_path / "feed")) == 2
    house.books.store.close()
