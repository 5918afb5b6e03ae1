"""The people database: older versions are upgraded, and newer ones refused."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from cardroom.errors import InputError
from cardroom.web.people import migrations
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.migrations import NEWEST
from cardroom.web.people.schema import METADATA
from cardroom.web.people.store import PeopleStore


def described(place):
    """The columns and indexes of all tables of a database."""
    engine = create_engine(place)
    found = inspect(engine)
    tables = {
        name: (
            sorted((each["name"], str(each["type"]), each["nullable"]) for each in found.get_columns(name)),
            sorted(str(sorted(each["column_names"])) for each in found.get_indexes(name)),
            found.get_pk_constraint(name)["constrained_columns"],
        )
        for name in found.get_table_names()
    }
    engine.dispose()
    return tables


def test_the_newest_version_is_that_of_the_last_migration():
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST


def test_a_database_of_before_versions_is_upgraded_and_keeps_its_users(new_place):
    new, old = new_place(), new_place()
    PeopleDatabase(new).close()
    people = PeopleStore(PeopleDatabase(old))
    people.sign_up("ann", "correct horse")
    people.database.close()
    engine = create_engine(old)
    with engine.begin() as database:
        for name in ("access_tokens", "webhook_positions", "rate_limits", "alembic_version", "second_factors"):
            database.execute(text(f"DROP TABLE {name}"))
    engine.dispose()
    assert described(old) != described(new)
    people = PeopleStore(PeopleDatabase(old))
    assert [each.name for each in people.users()] == ["ann"]
    people.database.close()
    assert described(old) == described(new)
    assert {*described(old)} == {*METADATA.tables, "alembic_version"}
    PeopleDatabase(old).close()


def test_processes_that_start_together_upgrade_once(new_place):
    place = new_place()
    PeopleDatabase(place).close()
    engine = create_engine(place)
    with engine.begin() as database:
        database.execute(text("DROP TABLE rate_limits"))
        database.execute(text("UPDATE alembic_version SET version_num = '1'"))
    engine.dispose()
    with ThreadPoolExecutor(3) as threads:
        for each in threads.map(PeopleDatabase, [place] * 3):
            each.close()
    assert "rate_limits" in described(place)


def test_a_newer_database_is_refused(new_place):
    place = new_place()
    PeopleDatabase(place).close()
    engine = create_engine(place)
    with engine.begin() as database:
        database.execute(text("UPDATE alembic_version SET version_num = '99'"))
    engine.dispose()
    with pytest.raises(InputError, match="newer cardroom"):
        PeopleDatabase(place)
