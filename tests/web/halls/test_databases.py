"""The databases of a room: only one process may serve those in SQLite."""

import sqlite3

import pytest

from cardroom.errors import InputError
from cardroom.web.halls import databases as places
from cardroom.web.halls.databases import Databases, databases_for, lock_room
from cardroom.web.halls.server import Server
from support.browser import Browser
from support.processes import Process
from support.server import QUICK, running


@pytest.mark.proof
def test_a_room_in_a_file_is_served_by_one_process(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    where = f"sqlite:///{tmp_path}/room.db"
    with running(tmp_path):
        (tmp_path / "same.db").symlink_to(tmp_path / "room.db")
        with pytest.raises(InputError, match="Only one process can serve a room in SQLite"):
            Server(databases_for(f"sqlite:///{tmp_path}/same.db"), hasher=QUICK)
    first = Process(where, "", tmp_path / "log", "--no-tables")  # a process that closes releases the lock ...
    first.await_open()
    with pytest.raises(InputError, match="Another `cardroom serve` already serves"):
        Server(databases_for(where), hasher=QUICK)
    first.clear()
    with running(tmp_path) as room:  # ... and so does one that dies
        assert Browser(room).get("/ready").status_code == 200


def test_a_refused_lock_leaves_no_connection_open(tmp_path, monkeypatch):
    opened, connect = [], sqlite3.connect

    def watched(*where, **how):
        opened.append(connect(*where, **how))
        return opened[-1]

    monkeypatch.setattr(places.sqlite3, "connect", watched)
    room = Databases(str(tmp_path / "room.db"), "", "")
    unlock = lock_room(room)
    with pytest.raises(InputError, match="Only one process can serve a room in SQLite"):
        lock_room(room)
    unlock()
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
    assert len(opened) == 2
