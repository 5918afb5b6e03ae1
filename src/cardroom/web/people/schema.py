"""The tables of the people database, and its migrations."""

from pathlib import Path

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, MetaData, String, Table, Text

from cardroom.house.books import Migrations

__all__ = [
    "ACCESS_TOKENS",
    "CODES",
    "FACTORS",
    "FAILED",
    "KNOWN",
    "LIMITS",
    "METADATA",
    "MIGRATIONS",
    "PEOPLE",
    "SECRETS",
    "SESSIONS",
    "STOPS",
    "TABLES",
    "WEBHOOKS",
]

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
FAILED = Table(
    "failed_sign_ins",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("folded", String, nullable=False, index=True),
    Column("address", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
KNOWN = Table(
    "known_addresses",
    METADATA,
    Column("folded", String, primary_key=True),
    Column("address", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
CODES = Table(
    "one_time_codes", METADATA, Column("folded", String, primary_key=True), Column("until", BigInteger, nullable=False)
)
"""Users whose password is a one-time code, and until when it is valid."""
FACTORS = Table(
    "second_factors",
    METADATA,
    Column("folded", String, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("step", BigInteger, nullable=False),
)
"""Second factors: the sealed secret, whether its user has confirmed it, and the last time step that was used."""
ACCESS_TOKENS = Table(
    "access_tokens",
    METADATA,
    Column("id", String, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("folded", String, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
)
"""Tokens of programs, as hashes."""
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

WEBHOOKS = Table(
    "webhook_positions",
    METADATA,
    Column("book", String, primary_key=True),
    Column("number", BigInteger, nullable=False),
)
"""How far the events of each book were sent."""
LIMITS = Table(
    "rate_limits",
    METADATA,
    Column("what", String, primary_key=True),
    Column("caller", String, primary_key=True),
    Column("minute", BigInteger, primary_key=True),
    Column("count", Integer, nullable=False),
)
"""Requests of each caller in each minute, counted by all processes together."""

SECRETS = Table("secrets", METADATA, Column("what", String, primary_key=True), Column("secret", String, nullable=False))

MIGRATIONS = Migrations("the people database", METADATA, Path(__file__).parent / "migrations")
"""A server upgrades the database when it starts."""
