"""Stores for the tests of the house, each in a new place: in a file and in a real PostgreSQL."""

import os
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest

from cardroom.house import House


class Clock:
    """A clock that the test sets."""

    def __init__(self):
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self):
        return int(self.at.timestamp() * 1_000_000)


@pytest.fixture
def clock():
    return Clock()


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
