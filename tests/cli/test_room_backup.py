"""`cardroom backup` and `cardroom restore`, and commands on the URL of a served room."""

import json
import os
from contextlib import closing
from hashlib import sha256

import psycopg
from typer.testing import CliRunner

from cardroom.cli.app import app
from cardroom.house import House
from cardroom.house.cage.roles import LOCAL
from cardroom.web.halls.databases import databases_for
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.store import PeopleStore
from cli.command import run
from support.server import QUICK


def make_room(url):
    """A room with a deposit in the money books."""
    databases = databases_for(url)
    for where in (databases.money, databases.play):
        House.at(where, create=True).books.store.close()
    house = House.at(databases.money)
    house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    house.books.store.close()
    PeopleDatabase(databases.people).close()


def test_a_room_is_backed_up_and_restored_by_commands(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    room, new, file, mark = (tmp_path / name for name in ("room.db", "new.db", "room.backup", "mark.json"))
    make_room(f"sqlite:///{room}")
    text = run("backup", f"sqlite:///{room}", file, "--checkpoint", mark).output
    assert "money: 1 book, 2 entries" in text
    assert f"SHA-256 {sha256(file.read_bytes()).hexdigest()}" in text
    assert "Without them, the backup is useless" in text
    keys = ("--key", tmp_path / "room.key", "--key", tmp_path / "room.play.key")
    assert "none of the 0 given keys fits" in run("restore", file, f"sqlite:///{new}", code=2).output
    restored = json.loads(run("restore", file, f"sqlite:///{new}", *keys, "--json").output)
    checked = json.loads(run("audit", new, "--json", "--checkpoint", mark).output)
    assert (checked["holds"], checked["held_to"]) == (True, restored["halls"]["money"]["heads"])
    for said in (checked, json.loads(run("report", new, "--json").output)):
        assert any("local, unauthenticated restored the books from the backup of" in each for each in said["remarks"])
    for hall in (new, tmp_path / "new.play.db"):
        [event] = [each for each in json.loads(run("store", "events", hall, "--json").output) if each["who"] == LOCAL]
        assert (event["what"], event["after"]["file"]) == ("restored", "room.backup")
        assert event["after"]["sha256"] == sha256(file.read_bytes()).hexdigest()
    assert "already exists" in run("restore", file, f"sqlite:///{new}", *keys, code=2).output
    assert "already exists" in run("backup", f"sqlite:///{room}", file, code=2).output
    assert "no such" in run("backup", f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "x", code=2).output


def test_an_operator_restores_a_room_under_their_own_name(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    room, new, file = (tmp_path / name for name in ("room.db", "new.db", "room.backup"))
    make_room(f"sqlite:///{room}")
    with closing(PeopleDatabase(databases_for(f"sqlite:///{room}").people)) as database:
        for name, role in (("olga", "operator"), ("cass", "cashier")):
            PeopleStore(database, hasher=QUICK).sign_up(name, "a long password", (role,))
    run("backup", f"sqlite:///{room}", file)
    keys = ("--key", tmp_path / "room.key", "--key", tmp_path / "room.play.key")
    monkeypatch.setenv("CARDROOM_PASSWORD", "a guess")
    assert "Wrong name or password" in run("restore", file, f"sqlite:///{new}", *keys, "--who", "olga", code=2).output
    monkeypatch.setenv("CARDROOM_PASSWORD", "a long password")
    assert "cass is not operator" in run("restore", file, f"sqlite:///{new}", *keys, "--who", "cass", code=2).output
    assert not new.exists()
    run("restore", file, f"sqlite:///{new}", *keys, "--who", "olga")
    assert "olga restored the books" in run("report", new).output


def test_backups_of_a_server_need_a_folder_and_a_time(tmp_path):
    served = []

    def serve(*arguments):
        return CliRunner().invoke(app, ["serve", *map(str, arguments)], obj=lambda **how: served.append(how)).output

    assert "Give both --backup-every" in serve("--backup-every", "6")
    assert "no such folder" in serve("--backup-every", "6", "--backup-to", tmp_path / "no")
    assert "--backup-every" in serve("--backup-every", "0", "--backup-to", tmp_path)
    assert served == []
    assert serve("--backup-every", "6", "--backup-to", tmp_path) == ""
    assert served[0]["backups"] == (6, tmp_path)


def test_commands_find_the_books_of_a_served_room_by_its_url(postgres, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    name = f"served_{os.getpid()}"
    with psycopg.connect(postgres.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = postgres.format(name)
    make_room(url)
    assert json.loads(run("audit", url, "--json").output)["lines"] == 2
    assert json.loads(run("report", url, "--json").output)["title"]
    assert json.loads(run("store", "backup", tmp_path / "copy.db", url, "--json").output)["rows"]["lines"] == 2
    assert "already exists" in run("store", "init", url, code=2).output
    contents = json.loads(run("backup", url, tmp_path / "room.backup", "--json").output)
    assert contents["halls"]["money"]["rows"]["lines"] == 2
