"""A next version of a database, as a later release might have it."""

import shutil

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from cardroom.house.books.migrations import version_of

_NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{version}"
down_revision = "{before}"


def upgrade():
    op.add_column("{table}", sa.Column("later", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE {table} SET later = 7")
"""


def next_version(migrations, table, folder):
    """The migrations with one more, which adds the column `later` to a table and sets it to 7 in every row."""
    shutil.copytree(migrations.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    version = str(int(migrations.newest) + 1)
    (folder / f"v{version}.py").write_text(_NEXT.format(version=version, before=migrations.newest, table=table))
    return migrations._replace(folder=folder)


def described(inspector):
    """The description of a database's tables."""
    return {
        name: (
            [
                (each["name"], str(each["type"]), each["nullable"], each["default"])
                for each in inspector.get_columns(name)
            ],
            inspector.get_pk_constraint(name),
            sorted(map(str, inspector.get_foreign_keys(name))),
            sorted(map(str, inspector.get_unique_constraints(name))),
            sorted(map(str, inspector.get_check_constraints(name))),
            sorted(map(str, inspector.get_indexes(name))),
        )
        for name in inspector.get_table_names()
    }


def check_migrations_give_the_schema(migrations, engine):
    """Apply all migrations to an empty database, and compare it with one that was created directly."""
    with engine.begin() as connection:
        migrations.migrate(connection)
    migrated = described(inspect(engine))
    with engine.begin() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), migrations.metadata) == []
        assert version_of(connection) == migrations.newest
        migrations.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    with engine.begin() as connection:
        migrations.bring_up_to_date(connection)
        assert version_of(connection) == migrations.newest
    assert described(inspect(engine)) == migrated
