"""The room's own data in the people database: secrets, and the configuration of each table."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import delete, insert, select, update

from cardroom.house.books import StoreError
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.schema import SECRETS, TABLES, WEBHOOKS

__all__ = ["RoomStore"]


class RoomStore:
    """Secrets by purpose, and the configurations of tables by hall and name.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     database = PeopleDatabase(f"{folder}/people.db")
    ...     store = RoomStore(database)
    ...     store.save_config("play", "table 7", "{}")
    ...     store.configs("play"), store.secret("tokens") == store.secret("tokens")
    ...     database.close()
    ({'table 7': '{}'}, True)
    """

    def __init__(self, database: PeopleDatabase) -> None:
        self._database = database

    def secret(self, what: str) -> str:
        """Return a secret that all processes of the room share. It is created on first use."""
        query = select(SECRETS.c.secret).where(SECRETS.c.what == what)
        with self._database.reading() as database:
            secret = database.execute(query).scalar()
        if secret is None:
            secret = secrets.token_hex(32)
            try:
                with self._database.writing() as database:
                    database.execute(insert(SECRETS), {"what": what, "secret": secret})
            except StoreError:  # another process was first
                with self._database.reading() as database:
                    secret = database.execute(query).scalar_one()
        return str(secret)

    def positions(self) -> dict[str, int]:
        """How far the events of each book were sent to the webhook."""
        with self._database.reading() as database:
            return {row.book: row.number for row in database.execute(select(WEBHOOKS))}

    def save_position(self, book: str, number: int) -> None:
        """Store how far the events of a book were sent."""
        with self._database.writing() as database:
            database.execute(delete(WEBHOOKS).where(WEBHOOKS.c.book == book))
            database.execute(insert(WEBHOOKS), {"book": book, "number": number})

    def save_config(self, hall: str, table: str, text: str) -> None:
        """Store the configuration of a table."""
        with self._database.writing() as database:
            database.execute(delete(TABLES).where(TABLES.c.hall == hall, TABLES.c.name == table))
            database.execute(insert(TABLES), {"hall": hall, "name": table, "how": text})

    def change_config(self, hall: str, table: str, change: Callable[[str], str]) -> str:
        """Replace the configuration of a table by what `change` makes of it, in one transaction; return it."""
        here = (TABLES.c.hall == hall) & (TABLES.c.name == table)
        with self._database.writing() as database:
            text: str = change(database.execute(self._database.locking(select(TABLES.c.how).where(here))).scalar_one())
            database.execute(update(TABLES).where(here).values(how=text))
        return text

    def delete_config(self, hall: str, table: str) -> None:
        """Delete the configuration of a table."""
        with self._database.writing() as database:
            database.execute(delete(TABLES).where(TABLES.c.hall == hall, TABLES.c.name == table))

    def config(self, hall: str, table: str) -> str | None:
        """The configuration of a table, or None if the table never existed."""
        query = select(TABLES.c.how).where(TABLES.c.hall == hall, TABLES.c.name == table)
        with self._database.reading() as database:
            text: str | None = database.execute(query).scalar()
        return text

    def configs(self, hall: str) -> dict[str, str]:
        """The configurations of all tables of a hall, by name."""
        with self._database.reading() as database:
            rows = database.execute(select(TABLES).where(TABLES.c.hall == hall))
            return {row.name: row.how for row in rows}
