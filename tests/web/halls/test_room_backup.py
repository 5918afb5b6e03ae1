"""A backup of a whole room: one moment of all databases, whole, private, and restorable to either kind of database."""

import json
import os
import stat
import threading
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from cardroom.errors import InputError
from cardroom.house import Books, House, Store, player
from cardroom.house.audit.checkpoints import read_checkpoint
from cardroom.house.audit.store import audit
from cardroom.web.halls.backups import KEPT, Backups
from cardroom.web.halls.databases import Databases, databases_for
from cardroom.web.halls.room_backup import backup_room, read_contents, restore_room
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.room_store import RoomStore
from cardroom.web.people.store import PeopleStore
from support.server import QUICK


def make_room(databases: Databases) -> None:
    """A room with money, play money, a barred player, a stopped game and a table's configuration."""
    for name, cents in (("money", 50_000), ("play", 7)):
        house = House.at(getattr(databases, name), create=True)
        house.cage.deposit("ann", cents, who="cage 1", key="slip 1")
        house.books.store.close()
    database = PeopleDatabase(databases.people)
    people = PeopleStore(database, hasher=QUICK)
    people.sign_up("ann", "a long password")
    people.sign_in("ann", "a long password")
    people.bar("ann", "self-excluded")
    people.stop("omaha", "a misprint", "floor 1")
    RoomStore(database).save_config("money", "table 7", "{}")
    RoomStore(database).secret("private tables")
    database.close()


def contents_of(databases: Databases):
    """What must be the same after a restore."""
    results = {}
    for name in ("money", "play"):
        with closing(Store(getattr(databases, name))) as store:
            books = Books(store)
            assert audit(books).holds
            entries = [each for each in books.entries("cage") if b'"what":"restored"' not in each.body]
            results[name] = entries, books.balances(empty=True)
    database = PeopleDatabase(databases.people)
    people = PeopleStore(database, hasher=QUICK)
    results["people"] = people.users(), people.barred(), people.stops(), RoomStore(database).configs("money")
    database.close()
    return results


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path, monkeypatch):
    """Makes new places for rooms: files with keys beside them, or databases with a key in the environment."""
    if request.param == "sqlite":
        monkeypatch.delenv("CARDROOM_KEY", raising=False)
        return lambda name: databases_for(f"sqlite:///{tmp_path}/{name}.db")
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    postgres, made = request.getfixturevalue("postgres"), []

    def new(name):
        made.append(f"backup_{name}_{os.getpid()}")
        with psycopg.connect(postgres.format("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {made[-1]} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {made[-1]}")
        return databases_for(postgres.format(made[-1]))

    return new


def keys_of(databases: Databases) -> list[Path]:
    """The key files of a room in SQLite."""
    return [] if databases.shared else [Path(each).with_suffix(".key") for each in (databases.money, databases.play)]


def test_a_restored_room_is_the_room_that_was_backed_up(place, tmp_path):
    room, file, mark = place("one"), tmp_path / "room.backup", tmp_path / "mark.json"
    make_room(room)
    before = contents_of(room)
    contents = backup_room(room, file, checkpoint=mark)
    assert read_contents(file) == contents
    assert contents.people["people"] == len(before["people"][0]) + 1  # and the row for unknown users
    restored = place("two")
    restore_room(file, restored, keys_of(room))
    assert contents_of(restored) == before
    with closing(Store(restored.money)) as store:
        done = audit(Books(store), read_checkpoint(mark.read_bytes()))
    assert done.holds
    digest = sha256(file.read_bytes()).hexdigest()
    assert [each for each in done.remarks if f"the backup of {contents.made} (SHA-256 {digest})" in each]
    database = PeopleDatabase(restored.people)
    people = PeopleStore(database, hasher=QUICK)
    assert people.user("ann").barred == "self-excluded"
    people.sign_in("ann", "a long password")
    database.close()


def test_a_backup_is_private_and_has_neither_keys_nor_sessions(place, tmp_path):
    room, file = place("one"), tmp_path / "room.backup"
    make_room(room)
    backup_room(room, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    keys = [os.environ["CARDROOM_KEY"]] if room.shared else [each.read_text().strip() for each in keys_of(room)]
    with zipfile.ZipFile(file) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
        (tmp_path / "people.db").write_bytes(archive.read("people.db"))
    assert not any(key.encode() in content or bytes.fromhex(key) in content for key in keys)
    copy = PeopleDatabase(tmp_path / "people.db")
    with copy.reading() as database:
        assert database.execute(text("SELECT COUNT(*) FROM sessions")).scalar() == 0
        assert database.execute(text("SELECT COUNT(*) FROM secrets")).scalar() == 0, "no keys of links"
    copy.close()


def test_all_databases_of_a_backup_are_of_one_moment(place, tmp_path):
    """Someone writes to the three databases in turn, all the time: no backup has a later write without an earlier."""
    room = place("one")
    make_room(room)
    stop = threading.Event()

    def write():
        money, play = House.at(room.money), House.at(room.play)
        database = PeopleDatabase(room.people)
        store = RoomStore(database)
        number = 0
        while not stop.is_set():
            number += 1
            money.cage.deposit("ann", 1, who="cage 1", key=f"money {number}")
            play.cage.deposit("ann", 1, who="cage 1", key=f"play {number}")
            store.save_config("money", f"new {number}", "{}")
        for house in (money, play):
            house.books.store.close()
        database.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        files = [tmp_path / f"{number}.backup" for number in range(4)]
        for file in files:
            backup_room(room, file)
    finally:
        stop.set()
        writer.join()
    for file in files:
        restored = place(f"r{file.stem}")
        restore_room(file, restored, keys_of(room))
        counts = []
        for name, first in (("money", 50_000), ("play", 7)):
            with closing(Store(getattr(restored, name))) as store:
                counts.append(Books(store).balances()[player("ann")] - first)
        database = PeopleDatabase(restored.people)
        counts.append(len(RoomStore(database).configs("money")) - 1)
        database.close()
        assert counts[0] >= counts[1] >= counts[2] >= counts[0] - 1


def test_nothing_is_overwritten(place, tmp_path):
    room, file = place("one"), tmp_path / "room.backup"
    make_room(room)
    backup_room(room, file)
    was = file.read_bytes()
    with pytest.raises(InputError, match="already exists"):
        backup_room(room, file)
    before = contents_of(room)
    with pytest.raises(InputError, match="already"):
        restore_room(file, room, keys_of(room))
    assert contents_of(room) == before
    assert file.read_bytes() == was


def test_a_wrong_key_is_found_before_anything_is_written(place, tmp_path, monkeypatch):
    room, file = place("one"), tmp_path / "room.backup"
    make_room(room)
    backup_room(room, file)
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    restored = place("two")
    with pytest.raises(InputError, match="key of the money books is missing"):
        restore_room(file, restored)
    if not restored.shared:
        assert not [each for each in tmp_path.iterdir() if each.name.startswith("two")]


@pytest.mark.parametrize("damage", ["cut", "flip", "format", "not a zip"])
def test_a_damaged_backup_is_refused(tmp_path, damage, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    room, file = databases_for(f"sqlite:///{tmp_path}/one.db"), tmp_path / "room.backup"
    make_room(room)
    backup_room(room, file)
    content = bytearray(file.read_bytes())
    if damage == "format":
        with zipfile.ZipFile(file) as archive:
            texts = {name: archive.read(name) for name in archive.namelist()}
        contents = json.loads(texts["contents.json"]) | {"format": "cardroom-room-9"}
        with zipfile.ZipFile(file, "w") as archive:
            for name, each in (texts | {"contents.json": json.dumps(contents)}).items():
                archive.writestr(name, each)
    else:
        if damage == "flip":
            with zipfile.ZipFile(file) as archive:
                largest = max(archive.infolist(), key=lambda each: each.compress_size)
            content[largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2] ^= 1
        file.write_bytes({"cut": content[:-100], "flip": content, "not a zip": b"hello"}[damage])
    with pytest.raises(InputError, match=r"not a backup|cannot be restored"):
        restore_room(file, databases_for(f"sqlite:///{tmp_path}/two.db"), keys_of(room))
    assert not (tmp_path / "two.db").exists()


@pytest.mark.proof
def test_a_server_backs_up_regularly_and_keeps_the_newest(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    room, folder, clock = databases_for(f"sqlite:///{tmp_path}/one.db"), tmp_path / "backups", [1_000_000_000.0]
    make_room(room)
    folder.mkdir()
    (folder / "room-mine.backup").write_text("not the server's")
    backups = Backups(room, 2, folder, now=lambda: clock[0])
    first = backups.run_if_due()
    clock[0] += 2 * 3600 - 1
    assert first in backups.files()
    assert backups.run_if_due() is None
    assert Backups(room, 2, folder, now=lambda: clock[0]).run_if_due() is None, "a restart makes no extra backup"
    for _ in range(KEPT):
        clock[0] += 2 * 3600
        assert backups.run_if_due() is not None
    assert len(backups.files()) == KEPT
    assert first not in backups.files()
    assert len([*folder.glob("*.checkpoint.json")]) == KEPT
    assert (folder / "room-mine.backup").exists()
    assert read_contents(backups.files()[-1]).people["people"] == 2


def test_no_changed_byte_of_a_backup_goes_unnoticed(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    room, file = databases_for(f"sqlite:///{tmp_path}/one.db"), tmp_path / "room.backup"
    make_room(room)
    contents, before = backup_room(room, file), file.read_bytes()
    inside = members(file)
    for place in range(0, len(before), 41):
        changed = bytearray(before)
        changed[place] ^= 0x55
        file.write_bytes(changed)
        try:
            accepted = read_contents(file)
        except InputError:
            continue
        # Only the dates and flags of the archive itself may differ.
        assert (accepted, members(file)) == (contents, inside), place


def members(file):
    """The files in a backup."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
