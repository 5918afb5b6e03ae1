"""Migrations of the people database, with Alembic. A server upgrades the database when it starts.

A new database is created directly in the newest version, because Alembic takes a while to load.
"""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select

from cardroom.errors import InputError
from cardroom.web.people import METADATA

__all__ = ["NEWEST", "bring_people_up_to_date"]

NEWEST = "2"
"""The version that this program writes. A test compares it with the migrations."""
_VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def bring_people_up_to_date(database: Connection) -> None:
    """Create the tables, or upgrade those of an older version, in the current transaction."""
    existing = {*inspect(database).get_table_names()}
    if "people" not in existing:
        METADATA.create_all(database)
        _VERSION.create(database, checkfirst=True)
        database.execute(insert(_VERSION), {"version_num": NEWEST})
        return
    version = database.execute(select(_VERSION.c.version_num)).scalar() if _VERSION.name in existing else None
    if version == NEWEST:
        return
    if version is not None and int(version) > int(NEWEST):
        raise InputError(
            f"the people database was written by a newer cardroom (version {version}). This one reads up to {NEWEST}."
        )
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = database
    command.upgrade(config, "head")
