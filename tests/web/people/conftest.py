"""Places for people databases: files, and schemas of a real PostgreSQL."""

from itertools import count

import pytest

_numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request, tmp_path):
    """A function that returns the URL of a new, empty people database."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path}/people {next(_numbers)}.db"
    databases = request.getfixturevalue("databases")
    return lambda: databases().replace("postgresql:", "postgresql+psycopg:")
