"""The tables of the people database."""

from sqlalchemy import BigInteger, Boolean, Column, MetaData, String, Table, Text

__all__ = ["METADATA", "PEOPLE", "SECRETS", "SESSIONS", "STOPS", "TABLES"]

METADATA = MetaData()
PEOPLE = Table(
    "people",
    METADATA,
    Column("folded", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("password", Text, nullable=False),
    Column("roles", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("failures", Text, nullable=False),
    Column("once", Boolean, nullable=False),
    Column("barred", Text, nullable=False),
)
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("folded", String, nullable=False, index=True),
    Column("seen", BigInteger, nullable=False),
)
STOPS = Table(
    "stops",
    METADATA,
    Column("what", String, primary_key=True),
    Column("why", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("hall", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("how", Text, nullable=False),
)

SECRETS = Table("secrets", METADATA, Column("what", String, primary_key=True), Column("secret", String, nullable=False))
