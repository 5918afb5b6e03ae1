"""Secrets are encrypted in the file and in the rows, and a wrong key is refused with a clear message."""

import json
import sqlite3
import stat
from random import Random

import pytest
from sqlalchemy import text

from cardroom.cards import text as cards_text
from cardroom.errors import InputError
from cardroom.house import CAGE, House, Store, StoreError
from cardroom.house.audit.store import audit
from cardroom.house.books import schema
from cardroom.house.books.secrets import Vault
from cardroom.web.halls.databases import Databases, lock_room
from cli.command import mistake, run
from support.houses import BANKED, DRAW, GAME, SHOE, play, play_into, seated, step


def raw(house):
    """Every byte that a thief of the store could read: the file and its log, or every row."""
    store = house.books.store
    if store.file:
        return b"".join(file.read_bytes() for file in sorted(store.file.parent.glob("room.db*")))
    with store.reading() as connection:
        rows = [row for table in schema.metadata.sorted_tables for row in connection.execute(table.select())]
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row)


def secrets_of(shuffle):
    """The secret parts of a shuffle: its secrets, and its order."""
    stored = shuffle.kept()
    words = [stored["secret"], stored.get("draws", stored["secret"]), *stored.get("salts", ())]
    order = shuffle.order
    return [
        *(word.encode() for word in words),
        *(bytes.fromhex(word) for word in words),
        bytes(order),
        cards_text(order).encode(),
        cards_text(order[:5]).encode(),
        ",".join(map(str, order[:5])).encode(),
    ]


@pytest.mark.parametrize(("slug", "rules"), [(GAME, {}), (DRAW, {}), (SHOE, {})])
def test_no_secret_of_a_shuffle_can_be_read_from_a_store(house, slug, rules):
    table, random = seated(house, "table 7", slug, **rules), Random(1)
    secrets = secrets_of(table.table.shuffle)
    for _ in range(3):
        play_into(table, 2, random)
        contents = raw(house)
        secrets += secrets_of(table.table.shuffle)
        assert table.table.commitment.encode() in contents  # public parts are found this way
        assert not [secret for secret in secrets if secret in contents]
        while table.round is not None:
            step(table, random)


def test_cards_in_answers_are_encrypted(house):
    table, random = seated(house, "table 7", DRAW), Random(2)
    play_into(table, 8, random)
    answers = [line for line in house.entries("table 7") if line.kind == "answered"]
    named = [line for line in answers if b'"discard"' in house.books.plaintext("table 7", line)]
    assert named
    assert all(line.secret for line in named)
    assert b'"action":"discard"' not in raw(house)


def test_a_wrong_key_gives_a_clear_error(house, store_url, monkeypatch):
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    with pytest.raises(InputError, match="cage, entry 1: the secret cannot be decrypted: the key is wrong"):
        House.at(store_url)
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 31)
    with pytest.raises(InputError, match="CARDROOM_KEY: each part of a key must have 64 hexadecimal digits"):
        House.at(store_url)


def test_the_key_may_come_from_the_environment(tmp_path, monkeypatch, open_house):
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    house = open_house(tmp_path / "room.db", create=True)
    assert not (tmp_path / "room.key").exists()
    house.books.store.write_key(tmp_path / "room.key")
    monkeypatch.delenv("CARDROOM_KEY")
    assert open_house(tmp_path / "room.db").entries(CAGE) == house.entries(CAGE)
    (tmp_path / "other.key").write_text("cd" * 32)
    with pytest.raises(InputError, match=r"other\.key holds a different key"):
        house.books.store.write_key(tmp_path / "other.key")


def test_a_store_without_its_key_names_the_missing_key(tmp_path, monkeypatch, open_house):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    house = open_house(tmp_path / "room.db", create=True)
    key = tmp_path / "room.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    output = key.read_text()
    key.unlink()
    for create in (False, True):  # opening a store again does not create a new key
        with pytest.raises(InputError, match=r"Cannot read the store's key from .*room\.key"):
            open_house(tmp_path / "room.db", create=create)
        assert not key.exists()
    key.write_text("no key")
    with pytest.raises(InputError, match="each part of a key must have 64 hexadecimal digits"):
        open_house(tmp_path / "room.db")
    key.write_text(output)
    assert open_house(tmp_path / "room.db").entries(CAGE) == house.entries(CAGE)


def test_a_postgresql_store_without_a_key_is_not_created(database, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    with pytest.raises(InputError, match="Set CARDROOM_KEY to 64 hexadecimal digits"):
        House.at(database, create=True)
    monkeypatch.setenv("CARDROOM_KEY", "00" * 32)
    with pytest.raises(InputError, match="is not a store"):
        House.at(database)


def test_a_moved_or_changed_secret_cannot_be_decrypted():
    vault = Vault(bytes(32))
    sealed = vault.encrypt(b"a shuffle", "table 7", 3)
    for book, number, body in (
        ("table 8", 3, sealed),
        ("table 7", 4, sealed),
        ("table 7", 3, sealed[:-1]),
        ("table 7", 3, bytes([sealed[0] ^ 1]) + sealed[1:]),
        ("table 7", 3, b""),
    ):
        with pytest.raises(InputError, match="cannot be decrypted"):
            vault.decrypt(body, book, number)
    assert vault.encrypt(b"a shuffle", "table 7", 3) != sealed


@pytest.mark.parametrize("where", ["mysql://room@host/room", "://", "oracle://x"])
def test_other_databases_are_rejected(where):
    with pytest.raises(InputError, match="A store is"):
        Store(where)


def test_a_file_that_is_not_a_database_is_rejected(tmp_path):
    file = tmp_path / "room.db"
    file.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(file)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE notes (words)").connection.close()
    with pytest.raises(InputError, match="is not a store of cardroom"):
        Store(tmp_path / "other.db")


def test_the_store_waits_for_the_disk(tmp_path):
    store = Store(tmp_path / "room.db", create=True)
    with store.reading() as connection:
        assert [connection.execute(text(f"PRAGMA {each}")).scalar() for each in ("journal_mode", "synchronous")] == [
            "wal",
            2,
        ]
    store.close()


def test_a_rotated_key_encrypts_anew_and_reads_what_is_old(tmp_path, monkeypatch, open_house):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    where, key = tmp_path / "room.db", tmp_path / "room.key"
    house = open_house(where, create=True)
    play(seated(house, "table 7", BANKED), 1, Random(1))
    old = key.read_text()
    house.books.store.close()
    run("store", "rotate-key", where, "--why", "a clerk left")
    assert key.read_text().splitlines()[1:] == old.splitlines()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    again = open_house(where)
    play(again.table("table 7"), 1, Random(2))
    assert audit(again.books).holds
    assert json.loads(again.entries(CAGE)[-1].body)["what"] in ("key", "big bet", "big win")
    new = again.entries("table 7")[-1].number
    again.books.store.close()
    key.write_text(old)  # a thief who has the old key alone
    secret = next(line for line in reversed(open_house(where).entries("table 7")) if line.secret and line.number <= new)
    with pytest.raises(InputError, match="cannot be decrypted"):
        Vault(bytes.fromhex(old)).decrypt(secret.body, "table 7", secret.number)


def test_a_key_is_not_rotated_while_the_room_is_served(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    where = tmp_path / "room.db"
    House.at(where, create=True).books.store.close()
    unlock = lock_room(Databases(str(where), "", ""))
    before = (tmp_path / "room.key").read_text()
    assert "already serves" in mistake("store", "rotate-key", where)
    unlock()
    assert (tmp_path / "room.key").read_text() == before
