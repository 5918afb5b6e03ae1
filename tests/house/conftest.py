"""Stores for the tests of the house, each in a new place: in a file and in a real PostgreSQL."""

import os
from contextlib import ExitStack
from itertools import count

import psycopg
import pytest

from cardroom.house import House

_numbers = count(1)
_END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


@pytest.fixture
def databases(postgres):
    """Creates new, empty schemas in the server. They are created and dropped faster than databases."""
    names, url = [], postgres.format("postgres")
    with psycopg.connect(url, autocommit=True) as connection:

        def new():
            names.append(f"room_{next(_numbers)}")
            connection.execute(f"CREATE SCHEMA {names[-1]}")
            return f"{url}&options=-csearch_path%3D{names[-1]}"

        yield new
        connection.execute(_END_OTHERS)
        for name in names:
            connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def database(databases):
    """The URL of a new, empty schema in the server."""
    return databases()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request, tmp_path, monkeypatch):
    """A place for a new store: a file with its key beside it, or a database with its key in the environment."""
    if request.param == "sqlite":
        monkeypatch.delenv("CARDROOM_KEY", raising=False)
        return str(tmp_path / "room.db")
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    return request.getfixturevalue("database")


@pytest.fixture
def open_house():
    """Opens houses as `House.at` does, and closes them after the test."""
    with ExitStack() as closers:

        def opened(where, **how):
            house = House.at(where, **how)
            closers.callback(house.books.store.close)
            return house

        yield opened


@pytest.fixture
def house(store_url, open_house):
    """A house in a new store."""
    return open_house(store_url, create=True)
