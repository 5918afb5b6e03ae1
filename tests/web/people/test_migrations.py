"""The people database: older versions are upgraded, and newer ones refused."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from cardroom.errors import InputError
from cardroom.web.people import database
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.schema import MIGRATIONS
from cardroom.web.people.store import PeopleStore
from support.migrating import check_migrations_give_the_schema, next_version


@pytest.fixture
def engine(new_place):
    engine = create_engine(new_place())
    yield engine
    engine.dispose()


def place_of(engine):
    """The URL of an engine's database."""
    return engine.url.render_as_string(hide_password=False)


def test_the_migrations_give_the_tables_of_the_schema(engine):
    check_migrations_give_the_schema(MIGRATIONS, engine)


def test_processes_that_start_together_upgrade_once_and_keep_the_users(engine, monkeypatch, tmp_path):
    people = PeopleStore(PeopleDatabase(place_of(engine)))
    people.sign_up("ann", "correct horse")
    people.database.close()
    monkeypatch.setattr(database, "MIGRATIONS", next_version(MIGRATIONS, "people", tmp_path / "later"))
    with ThreadPoolExecutor(3) as threads:
        for each in threads.map(PeopleDatabase, [place_of(engine)] * 3):
            each.close()
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT name, later FROM people WHERE name <> ''")).all()
        assert rows == [("ann", 7)]
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == ["2"]


def test_a_newer_database_is_refused(engine):
    PeopleDatabase(place_of(engine)).close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    with pytest.raises(InputError, match=r"people database was written by a newer cardroom \(version 99\)"):
        PeopleDatabase(place_of(engine))
