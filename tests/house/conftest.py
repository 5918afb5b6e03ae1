"""Stores for the tests of the house: a new place for each, in a file and in a real PostgreSQL."""

import os
from itertools import count

import psycopg
import pytest

from cardroom.house import House
from postgres import Unavailable, served

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for the session: the URL of its databases, with `{}` for the name."""
    try:
        with served() as url:
            yield url
    except Unavailable as error:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {error}")


@pytest.fixture
def database(postgres):
    """The URL of a new and empty database of the server."""
    name = f"room_{next(_numbers)}"
    with psycopg.connect(postgres.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield postgres.format(name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request, tmp_path, monkeypatch):
    """Where a new store can be made: a file, whose key lies beside it, or a database, whose key the environment has."""
    if request.param == "sqlite":
        monkeypatch.delenv("CARDROOM_KEY", raising=False)
        return str(tmp_path / "room.db")
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    return request.getfixturevalue("database")


@pytest.fixture
def house(store_url):
    """A house in a new store."""
    house = House.at(store_url, create=True)
    yield house
    house.books.store.close()
