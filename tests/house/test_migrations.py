"""Stores of older versions are upgraded with their contents; those of newer versions are refused."""

from random import Random

import pytest
from sqlalchemy import text

from cardroom.errors import InputError
from cardroom.house import House, Store
from cardroom.house.books import migrations, store
from cardroom.house.books.database import database_url, engine_for
from cardroom.house.books.migrations import STORE, version_of
from cardroom.house.books.store import migrate
from support.houses import GAME, play, play_into, seated
from support.migrating import check_migrations_give_the_schema, next_version


@pytest.fixture
def engine(store_url):
    engine = engine_for(database_url(store_url))
    yield engine
    engine.dispose()


@pytest.fixture
def release(monkeypatch, tmp_path):
    """Makes this program the next release, whose stores have one more version."""

    def release():
        later = next_version(STORE, "accounts", tmp_path / "later")
        for module in (migrations, store):
            monkeypatch.setattr(module, "STORE", later)
        return later

    return release


def test_the_migrations_give_the_tables_of_the_schema(engine):
    check_migrations_give_the_schema(STORE, engine)


def test_a_store_of_an_older_version_is_migrated_with_all_its_data(house, store_url, release):
    table, random = seated(house, "table 7", GAME), Random(1)
    play(table, 2, random)
    play_into(table, 1, random)
    books, balances = house.books.heads(), house.books.balances()
    later = release()
    with pytest.raises(InputError, match=r"has version 1, but version 2 is needed\. Run `cardroom store migrate`"):
        Store(store_url)
    assert migrate(store_url) == ("1", later.newest) == ("1", "2")
    assert migrate(store_url) == ("2", "2")
    again = House.at(store_url)
    assert (again.books.heads(), again.books.balances()) == (books, balances)
    with again.books.reading() as connection:
        assert {*connection.execute(text("SELECT later FROM accounts")).scalars()} == {7}
    play(again.table("table 7"), 1, random)
    again.books.store.close()


def test_a_store_of_a_newer_version_is_rejected(house, store_url):
    with house.books.store.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    for refused in (lambda: Store(store_url), lambda: Store(store_url, create=True), lambda: migrate(store_url)):
        with pytest.raises(InputError, match=r"newer cardroom \(version 99\)\. This one reads up to version 1"):
            refused()


def test_a_database_that_is_not_a_store_is_not_migrated(engine, store_url, tmp_path):
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE books (words TEXT)"))
    with pytest.raises(InputError, match="this database is not a store of cardroom"):
        migrate(store_url)
    with pytest.raises(InputError, match="no such store"):
        migrate(tmp_path / "none.db")
    with engine.connect() as connection:
        assert version_of(connection) is None


def test_a_failed_migration_leaves_the_store_unchanged(house, store_url, release, monkeypatch):
    release()
    with monkeypatch.context() as broken:
        broken.setattr("alembic.op.execute", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            migrate(store_url)
    assert migrate(store_url) == ("1", "2")
