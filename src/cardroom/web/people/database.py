"""The people database: opened, created where it is missing, read and written. No money is in it.

It is a database of its own beside the books, and nothing that is written about money depends on it. What is stored in
it is the business of `store` and `room_store`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from cardroom.house.database import store_errors
from cardroom.house.store import open_engine
from cardroom.web.people.schema import METADATA, PEOPLE
from cardroom.web.people.user import GUEST

__all__ = ["PeopleDatabase", "user_row"]


class PeopleDatabase:
    """The database at a path or a URL of PostgreSQL."""

    def __init__(self, where: str | Path) -> None:
        self._engine = open_engine(where)
        if self._engine.dialect.name == "sqlite" and self._engine.url.database:
            Path(self._engine.url.database).touch(mode=0o600)
        with self.writing() as database:
            if self._engine.dialect.name == "postgresql":
                database.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('cardroom register'))")
            METADATA.create_all(database)
            if not database.execute(select(PEOPLE.c.name).where(PEOPLE.c.folded == "")).first():
                # A row that stands for unknown users: see `PeopleStore.sign_in`.
                database.execute(insert(PEOPLE), user_row("", "", "", (GUEST,), int(time.time())))

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with store_errors("the people database"), self._engine.begin() as database:
            yield database

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that reads, and waits for no writer."""
        with store_errors("the people database"), self._engine.connect() as database:
            yield database.execution_options(reads=True)

    def locking(self, query: Select[Any]) -> Select[Any]:
        """A query whose rows no one else changes until the transaction ends. SQLite has one writer at a time anyway."""
        return query if self._engine.dialect.name == "sqlite" else query.with_for_update()


def user_row(
    normalized: str, name: str, password: str, roles: tuple[str, ...], made: int, *, must_change_password: bool = False
) -> dict[str, object]:
    """A new user as a row of the database."""
    row = {"folded": normalized, "name": name, "password": password, "roles": json.dumps(roles), "failures": "[]"}
    return row | {"made": made, "once": must_change_password, "barred": ""}
