"""`cardroom store`: what it creates, prints and refuses."""

import json
from random import Random

import pytest

from cardroom.house import House
from cardroom.house.reports.exporting import COLUMNS
from cli.command import json_lines, mistake, run
from support.houses import play_into, seated


@pytest.fixture
def key(tmp_path, store_url, monkeypatch):
    """A store with some contents, and its key file."""
    house = House.at(store_url, create=True)
    play_into(seated(house, "table 7"), 1, Random(1))
    house.books.store.write_key(tmp_path / "the.key")
    house.books.store.close()
    return tmp_path / "the.key"


def test_a_store_is_created_once(store_url):
    assert "Created: " in run("store", "init", store_url).stdout
    assert "a store already exists there" in mistake("store", "init", store_url)
    [result] = json_lines(run("store", "check", store_url, "--json"))
    assert (result["version"], result["rows"]["lines"], result["problems"]) == ("1", 2, [])
    assert "already has version 1" in run("store", "migrate", store_url).stdout


def test_the_store_is_where_the_environment_says_or_in_the_data_folder(tmp_path, monkeypatch):
    for name in ("CARDROOM_KEY", "CARDROOM_STORE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    [result] = json_lines(run("store", "init", "--json"))
    assert result["key"] == str(tmp_path / "data/cardroom/room.key")
    assert (tmp_path / "data/cardroom/room.db").exists()
    monkeypatch.setenv("CARDROOM_STORE", str(tmp_path / "other.db"))
    run("store", "init")
    assert (tmp_path / "other.db").exists()


def test_a_store_is_backed_up_restored_and_exported(store_url, key, tmp_path, monkeypatch):
    [result] = json_lines(run("store", "backup", tmp_path / "b.db", store_url, "--json"))
    assert (result["problems"], result["rows"]["books"]) == ([], 2)
    assert "Choose a new file for the backup" in mistake("store", "backup", tmp_path / "b.db", store_url)
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    assert "Cannot read the store's key from" in mistake("store", "check", tmp_path / "b.db")
    run("store", "check", tmp_path / "b.db", "--key", key)
    run("store", "restore", tmp_path / "b.db", tmp_path / "r.db", "--key", key)
    assert (tmp_path / "r.key").read_text() == key.read_text()
    assert "a store already exists there" in mistake(
        "store", "restore", tmp_path / "b.db", tmp_path / "r.db", "--key", key
    )
    run("store", "check", tmp_path / "r.db")
    house = House.at(tmp_path / "r.db")
    assert house.table("table 7").round is not None
    house.books.store.close()
    written = json.loads(run("store", "export", tmp_path / "out", tmp_path / "r.db", "--json").stdout)
    assert sorted(written) == sorted(
        str(tmp_path / "out" / f"{name}.{form}") for name in COLUMNS for form in ("parquet", "csv")
    )
    assert "lines.csv: " in run("store", "export", tmp_path / "csv", tmp_path / "r.db", "--format", "csv").stdout
    assert {each.stem for each in (tmp_path / "csv").iterdir()} == {*COLUMNS, "cursor"}


def test_the_check_of_a_damaged_store_fails_and_names_the_problem(store_url, key):
    house = House.at(store_url)
    with house.books.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE accounts SET cents = cents + 5 WHERE kind = 'balance' AND owner = 'ann'")
    house.books.store.close()
    assert "all balances sum to 5 cents" in run("store", "check", store_url, code=1).stdout


def test_a_wrong_key_is_reported(store_url, key, tmp_path):
    (tmp_path / "other.key").write_text("ab" * 32)
    assert "other.key: this is not the key of" in mistake("store", "check", store_url, "--key", tmp_path / "other.key")


def test_errors_are_one_line(tmp_path):
    assert "no such store. Create one with `cardroom store init`." in mistake("store", "check", tmp_path / "no.db")
    assert "not mysql" in mistake("store", "check", "mysql://host/room")
    assert "Cannot read the store's key" in mistake("store", "check", tmp_path / "x.db", "--key", tmp_path / "none")
    (tmp_path / "file").write_text("")
    assert "is a file. Give a folder." in mistake("store", "export", tmp_path / "file", tmp_path / "x.db")
    assert "--format must be both, parquet or csv, not xlsx" in mistake(
        "store", "export", tmp_path / "d", "x.db", "--format", "xlsx"
    )
    assert "Missing command" in mistake("store")
    nobody = f"postgresql://nobody:hush@/room?host={tmp_path}"
    message = mistake("store", "check", nobody)
    assert "PostgreSQL" in message
    assert "hush" not in message
