"""Places for people databases: files, and schemas of a real PostgreSQL."""

from __future__ import annotations

from itertools import count

import psycopg
import pytest

_numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request, tmp_path):
    """A function that returns the URL of a new, empty people database."""
    if request.param == "sqlite":
        yield lambda: f"sqlite:///{tmp_path}/people {next(_numbers)}.db"
        return
    url, names = request.getfixturevalue("postgres").format("postgres"), []
    with psycopg.connect(url, autocommit=True) as connection:

        def new():
            names.append(f"people_{next(_numbers)}")
            connection.execute(f"CREATE SCHEMA {names[-1]}")
            return f"{url.replace('postgresql:', 'postgresql+psycopg:')}&options=-csearch_path%3D{names[-1]}"

        yield new
        for name in names:
            connection.execute(f"DROP SCHEMA {name} CASCADE")
