"""The people database: creation, connections and transactions. It holds no money.

It is separate from the books, and no entry in the books depends on it. `store` and `room_store` define its contents.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from cardroom.house.books import open_engine, store_errors, write_nothing
from cardroom.web.people.schema import MIGRATIONS, PEOPLE
from cardroom.web.people.user import GUEST

__all__ = ["PeopleDatabase", "user_row"]

BUSY_SECONDS = 1
"""Seconds that a request waits while another program has locked the file."""


class PeopleDatabase:
    """The people database at a path or a PostgreSQL URL."""

    def __init__(self, where: str | Path) -> None:
        self._engine = open_engine(where, busy_seconds=BUSY_SECONDS)
        if self._engine.dialect.name == "sqlite" and self._engine.url.database:
            Path(self._engine.url.database).touch(mode=0o600)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        with self.writing() as database:
            MIGRATIONS.bring_up_to_date(database)
            if not database.execute(select(PEOPLE.c.name).where(PEOPLE.c.folded == "")).first():
                # The row for unknown users: see `PeopleStore.sign_in`.
                database.execute(insert(PEOPLE), user_row("", "", "", (GUEST,), int(time.time())))

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes."""
        with store_errors("the people database"), self._engine.begin() as database:
            yield database

    def check_writable(self) -> None:
        """Write to the database without changing anything, to prove that it can be written."""
        with self.writing() as database:
            write_nothing(database)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection that reads. It does not wait for writers."""
        with store_errors("the people database"), self._engine.connect() as database:
            yield database.execution_options(reads=True)

    def locking(self, query: Select[Any]) -> Select[Any]:
        """Make a query lock its rows until the transaction ends. SQLite has only one writer at a time anyway."""
        return query if self._engine.dialect.name == "sqlite" else query.with_for_update()


def user_row(
    normalized: str,
    name: str,
    password: str,
    roles: tuple[str, ...],
    created: int,
    *,
    must_change_password: bool = False,
) -> dict[str, object]:
    """The database row of a new user."""
    row = {"folded": normalized, "name": name, "password": password, "roles": json.dumps(roles), "failures": "[]"}
    return row | {"made": created, "once": must_change_password, "barred": ""}
