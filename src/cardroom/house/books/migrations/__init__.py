"""Migrations of the schema: upgrade a store of an older version, with Alembic.

Every command that opens a store checks its version, so this module loads Alembic only for an upgrade.
"""

from functools import cache
from pathlib import Path

from sqlalchemy import Column, Engine, MetaData, String, Table, inspect, select

from cardroom.errors import InputError

__all__ = ["bring_up_to_date", "check_version", "newest", "version_of"]

_VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def bring_up_to_date(engine: Engine, to: str = "head") -> None:
    """Create the tables, or upgrade those of an older version. If it fails, nothing changes."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # processes that start together do this one after the other
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('cardroom store'))")
        config.attributes["connection"] = connection
        command.upgrade(config, to)


@cache
def newest() -> str:
    """The version of the stores that this program writes."""
    return str(max(map(int, _versions())))


@cache
def _versions() -> frozenset[str]:
    """All versions: each has a file with its number. A test compares them with Alembic's."""
    return frozenset(file.stem[1:] for file in (Path(__file__).parent / "versions").glob("v*.py"))


def version_of(engine: Engine) -> str | None:
    """The version of a database; None if it is not a store."""
    with engine.connect() as connection:
        known = inspect(connection).has_table(_VERSION.name)
        heads = list(connection.execute(select(_VERSION.c.version_num)).scalars()) if known else []
    if len(heads) > 1:
        raise InputError(f"this database has several versions: {', '.join(map(str, heads))}; it is damaged")
    return heads[0] if heads else None


def check_version(engine: Engine, *, older: bool = False) -> None:
    """Refuse a database that is not a store, or that has a different version. With `older`, accept older versions."""
    if not inspect(engine).has_table("books"):
        raise InputError("this database is not a store of cardroom. Create one with `cardroom store init`")
    version = version_of(engine)
    if version == newest():
        return
    if version not in _versions():
        raise InputError(
            f"this store was written by a newer cardroom (version {version}). This one reads up to version {newest()}"
        )
    if not older:
        raise InputError(
            f"this store has version {version}, but version {newest()} is needed. Run `cardroom store migrate`"
        )
