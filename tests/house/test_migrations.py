"""Stores of older versions are upgraded with their contents; those of newer versions are refused."""

from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, select, text

from cardroom.errors import InputError
from cardroom.house import House, Store
from cardroom.house.audit.store import audit
from cardroom.house.books.database import database_url, engine_for
from cardroom.house.books.migrations import bring_up_to_date, newest, version_of
from cardroom.house.books.schema import metadata
from cardroom.house.books.store import migrate
from cardroom.house.tables import table as tables
from support.houses import DRAW, GAME, play, play_into, seated


@pytest.fixture
def engine(store_url):
    engine = engine_for(database_url(store_url))
    yield engine
    engine.dispose()


def described(engine):
    """The description of a database's tables. Of a check constraint only its existence, because its text differs by
    database."""
    tool = inspect(engine)
    return {
        name: (
            [(each["name"], str(each["type"]), each["nullable"], each["default"]) for each in tool.get_columns(name)],
            tool.get_pk_constraint(name),
            sorted(map(str, tool.get_foreign_keys(name))),
            sorted(map(str, tool.get_unique_constraints(name))),
            sorted(map(str, tool.get_check_constraints(name))),
            sorted(map(str, tool.get_indexes(name))),
        )
        for name in metadata.tables
    }


def test_migrating_from_the_first_version_gives_the_tables_of_the_schema(engine, tmp_path):
    bring_up_to_date(engine, "1")
    bring_up_to_date(engine)
    assert version_of(engine) == newest(), "the number of the newest file is the newest version"
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
    made = described(engine)
    with engine.begin() as connection:
        metadata.drop_all(connection)
        metadata.create_all(connection)
    assert described(engine) == made


def as_version_1(house):
    """Convert the store of a house to version 1."""
    rows = {}
    engine = house.books.store.engine
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            rows[table] = [dict(row) for row in connection.execute(select(table)).mappings()]
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    bring_up_to_date(engine, "1")
    with engine.begin() as connection:
        for table, columns in rows.items():
            names = [
                column.name for column in table.c if f"{table}.{column.name}" not in ("books.stands", "accounts.at")
            ]
            values = ", ".join(f":{name}" for name in names)
            for row in columns:
                connection.execute(text(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values})"), row)


def test_a_store_of_the_first_version_is_migrated_with_all_its_data(house, store_url, monkeypatch):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 2)
    table, random = seated(house, "table 7", DRAW), Random(1)
    play(table, 5, random)
    play_into(table, 3, random)
    play(seated(house, "table 8", GAME), 1, random)
    books, balances = house.books.heads(), house.books.balances()
    begins = house.books.last_snapshot("table 7", 10**9)
    assert begins > 1
    as_version_1(house)
    with pytest.raises(InputError, match=r"has version 1, but version 3 is needed\. Run `cardroom store migrate`"):
        Store(store_url)
    assert migrate(store_url) == ("1", newest()) == ("1", "3")
    assert migrate(store_url) == ("3", "3")
    again = House.at(store_url)
    assert (again.books.heads(), again.books.balances()) == (books, balances)
    assert next(again.books.entries_from_snapshot("table 7")).number == begins
    assert next(again.books.entries_from_snapshot("table 8")).number == 1
    audited = audit(again.books)
    assert (audited.findings, audited.rounds) == ((), 6)
    play(again.table("table 7"), 1, random)
    again.books.store.close()


def test_a_store_of_a_newer_version_is_rejected(house, store_url):
    with house.books.store.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    for refused in (lambda: Store(store_url), lambda: Store(store_url, create=True), lambda: migrate(store_url)):
        with pytest.raises(InputError, match=r"newer cardroom \(version 99\)\. This one reads up to version 3"):
            refused()


def test_a_database_that_is_not_a_store_is_not_migrated(engine, store_url, tmp_path):
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (words TEXT)"))
    with pytest.raises(InputError, match="this database is not a store of cardroom"):
        migrate(store_url)
    with pytest.raises(InputError, match="no such store"):
        migrate(tmp_path / "none.db")
    assert version_of(engine) is None


def test_a_failed_migration_leaves_the_store_unchanged(house, store_url, monkeypatch):
    as_version_1(house)
    monkeypatch.setattr("alembic.op.execute", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        migrate(store_url)
    monkeypatch.undo()
    assert migrate(store_url) == ("1", "3")
