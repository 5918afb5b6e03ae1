"""Backups are made while others write, are complete, and can be restored to either database."""

import sqlite3
import threading
from contextlib import closing
from random import Random

import pytest
from sqlalchemy import text

from cardroom.errors import InputError
from cardroom.house import Books, House, StoreError
from cardroom.house.audit.store import audit
from cardroom.house.backup.copies import backup, check_store, restore
from cardroom.house.books import schema
from support.houses import DRAW, GAME, play, play_into, seated


def rows(store):
    """Everything in a store."""
    with store.reading() as connection:
        tables = schema.metadata.sorted_tables
        return {each.name: connection.execute(each.select().order_by(*each.primary_key)).all() for each in tables}


@pytest.fixture
def store(house):
    """A store with two tables, one of them in the middle of a round."""
    random = Random(1)
    play(seated(house, "table 7", GAME), 2, random)
    play_into(seated(house, "table 8", DRAW), 4, random)
    return house.books.store


def test_a_backup_contains_the_whole_store(store, tmp_path):
    result = backup(store, tmp_path / "copy.db")
    with closing(store.beside(tmp_path / "copy.db")) as copy:
        assert rows(copy) == rows(store)
        assert result.problems == []
        assert result.rows == {name: len(each) for name, each in rows(store).items()}
        house = House(Books(copy))
        assert audit(house.books).holds
        play(house.table("table 8"), 1, Random(2))
    assert not list(tmp_path.glob(".*"))


def test_a_backup_never_overwrites_a_file(store, tmp_path):
    (tmp_path / "copy.db").write_text("mine")
    (tmp_path / "link.db").symlink_to(tmp_path / "nowhere")
    for name in ("copy.db", "link.db"):
        with pytest.raises(InputError, match="Choose a new file for the backup"):
            backup(store, tmp_path / name)
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_failed_backup_leaves_no_file(store, tmp_path):
    with pytest.raises(StoreError):
        backup(store, tmp_path / "no" / "copy.db")
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_backup_is_restored_to_either_database(store, tmp_path, to, request):
    where = tmp_path / "again.db" if to == "sqlite" else request.getfixturevalue("databases")()
    backup(store, tmp_path / "copy.db")
    with closing(store.beside(tmp_path / "copy.db")) as copy:
        assert restore(copy, where).problems == []
        with pytest.raises(InputError, match="a store already exists there"):
            restore(copy, where)
    with closing(store.beside(where)) as again:
        assert rows(again) == rows(store)
        house = House(Books(again))
        assert audit(house.books).holds
        house.cage.deposit("dee", 70_000, who="cage 1", key="new")  # new accounts get new numbers
        play(house.table("table 8"), 1, Random(3))
        play(seated(house, "table 9", GAME), 1, Random(4))


def test_a_backup_is_consistent_while_others_write(house, store, tmp_path, store_url, monkeypatch):
    """Play continues during the copy. The copy is the state between two steps, and passes an audit."""
    monkeypatch.setattr("cardroom.house.backup.copies._PAGES", 4)
    monkeypatch.setattr("cardroom.house.backup.copies._ROWS", 10)
    going, began, written = threading.Event(), threading.Event(), []

    def write():
        other = House.at(store_url)
        number = 0
        while not going.is_set():
            number += 1
            other.cage.deposit("eve", 100 + number, who="cage 2", key=f"eve {number}")
            play(other.table("table 8"), 1, Random(number)) if number % 5 == 0 else None
            written.append(number)
            began.set()
        other.books.store.close()

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    seen = []
    try:
        began.wait(20)
        for number in range(3):
            before = len(written)
            backup(store, tmp_path / f"copy {number}.db", lambda *_: seen.append(len(written)))
            with closing(store.beside(tmp_path / f"copy {number}.db")) as copy:
                again = House(Books(copy))
                audited = audit(again.books)
                assert audited.findings == ()
                deposits = [line for line in again.entries("cage") if line.who == "cage 2"]
                assert len(deposits) >= before
    finally:
        going.set()
        thread.join()
    assert len(set(seen)) > 1, "nobody wrote while the copies were made"
    assert audit(house.books).holds


def test_a_check_finds_missing_entries_and_wrong_sums(house, store):
    assert check_store(house.books).problems == []
    with store.transaction() as connection:
        connection.execute(text("UPDATE accounts SET cents = cents + 1 WHERE owner = 'ann' AND kind = 'balance'"))
        connection.execute(text("UPDATE books SET lines = lines + 1 WHERE name = 'table 7'"))
        connection.execute(text("UPDATE books SET head = 'ab' WHERE name = 'table 8'"))
    lines = len(house.entries("table 7"))
    assert check_store(house.books).problems == [
        f"table 7: expected {lines + 1} entries, found {lines}",
        "table 8: the last entry differs from the head of the book",
        "all balances sum to 1 cents instead of zero",
    ]


def test_a_check_finds_a_damaged_file(tmp_path, open_house):
    house = open_house(tmp_path / "room.db", create=True)
    seated(house, "table 7")
    house.books.store.close()
    with closing(sqlite3.connect(tmp_path / "room.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM accounts WHERE kind = 'stack' AND owner = 'bob'")
        connection.commit()
    problems = check_store(open_house(tmp_path / "room.db").books).problems
    assert any("rows refer to rows that do not exist" in each for each in problems)
