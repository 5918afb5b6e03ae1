"""Migrations: upgrade a database of an older version, with Alembic. The store and the people database use this.

A migration is a file `vN.py` with the number of its version. A new database is created directly in the newest version,
and Alembic is loaded only for an upgrade, because it takes a while to load.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
)

from cardroom.errors import InputError
from cardroom.house.books import metadata

__all__ = ["STORE", "Migrations", "check_version", "version_of"]

_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic stores the version."""


class Migrations(NamedTuple):
    """The newest tables of a kind of database, and the folder of its migrations."""

    what: str
    """The name of such a database in messages."""
    metadata: MetaData
    folder: Path

    def bring_up_to_date(self, connection: Connection) -> None:
        """Create the tables, or apply the missing migrations, in the current transaction."""
        if connection.dialect.name == "postgresql":  # processes that start together do this one after the other
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('cardroom migrations'))")
        version = version_of(connection)
        if version is None:
            self.metadata.create_all(connection, checkfirst=False)
            _VERSION.create(connection, checkfirst=True)
            connection.execute(insert(_VERSION), {"version_num": self.newest})
            return
        self.check_known(version)
        if version != self.newest:
            self.migrate(connection)

    def migrate(self, connection: Connection) -> None:
        """Apply the missing migrations, in the current transaction."""
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent))
        config.set_main_option("version_locations", str(self.folder))
        config.set_main_option("path_separator", "newline")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

    def check_known(self, version: str) -> None:
        """Refuse a version that has no migration."""
        if version not in _versions(self.folder):
            raise InputError(
                f"{self.what} was written by a newer cardroom (version {version}). "
                f"This one reads up to version {self.newest}"
            )

    @property
    def newest(self) -> str:
        """The version that this program writes."""
        return max(_versions(self.folder), key=int)


STORE = Migrations("this store", metadata, Path(__file__).parent / "versions")


@cache
def _versions(folder: Path) -> frozenset[str]:
    """All versions that have a migration."""
    return frozenset(file.stem[1:] for file in folder.glob("v*.py"))


def version_of(connection: Connection) -> str | None:
    """The version of a database; None if it has none yet."""
    known = inspect(connection).has_table(_VERSION.name)
    heads = list(connection.execute(select(_VERSION.c.version_num)).scalars()) if known else []
    if len(heads) > 1:
        raise InputError(f"this database has several versions: {', '.join(map(str, heads))}; it is damaged")
    return heads[0] if heads else None


def check_version(engine: Engine, *, older: bool = False) -> str:
    """The version of a store. Refuse any other database, and a different version; with `older`, accept older ones."""
    with engine.connect() as connection:
        version = version_of(connection) if inspect(connection).has_table("books") else None
    if version is None:
        raise InputError("this database is not a store of cardroom. Create one with `cardroom store init`")
    STORE.check_known(version)
    if version != STORE.newest and not older:
        raise InputError(
            f"this store has version {version}, but version {STORE.newest} is needed. Run `cardroom store migrate`"
        )
    return version
