"""The tables of the people database, and its migrations."""

from pathlib import Path

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, String, Table, Text

from cardroom.house.books import Migrations

__all__ = [
    "ACCESS_TOKENS",
    "CODES",
    "FACTORS",
    "FAILED",
    "JUDGED",
    "KNOWN",
    "LEARNING",
    "LIMITS",
    "METADATA",
    "MIGRATIONS",
    "MISTAKES",
    "PEOPLE",
    "PUZZLES",
    "RATINGS",
    "SECRETS",
    "SEEDS",
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

JUDGED = Table(
    "judged_decisions",
    METADATA,
    Column("folded", String, primary_key=True),
    Column("origin", String, primary_key=True),
    Column("ref", String, primary_key=True),
    Column("day", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("answer", Text, nullable=False),
    Column("yours", String, nullable=False),
    Column("best", String, nullable=False),
    Column("cost", Double, nullable=False),
    Column("stake", BigInteger, nullable=False),
    Index("judged_by_day", "origin", "day"),
)
"""Decisions of users with what they cost, in cents: daily deals, puzzles, repeated mistakes. Each is judged once."""
MISTAKES = Table(
    "mistakes",
    METADATA,
    Column("folded", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("source", Text, nullable=False),
    Column("origin", String, nullable=False),
    Column("game", String, nullable=False),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("hand", String, nullable=False),
    Column("yours", String, nullable=False),
    Column("best", String, nullable=False),
    Column("cost", Double, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Mistakes of users that are asked again, each in a box until a day."""
PUZZLES = Table(
    "puzzles",
    METADATA,
    Column("id", String, primary_key=True),
    Column("source", Text, nullable=False),
    Column("game", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("day", Integer, nullable=False, index=True),
    Column("cost", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
)
"""Decisions of recorded rounds that cost their player something, with their rating. No player is named."""
RATINGS = Table(
    "ratings",
    METADATA,
    Column("folded", String, primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
)
"""The rating of each user at the end of each day with a puzzle."""
SEEDS = Table(
    "daily_seeds",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("seed", String, nullable=False),
)
"""The seed of the daily deal of each day. It is drawn the day before."""
LEARNING = (JUDGED, MISTAKES, RATINGS)
"""Tables with what users learn. Rows go with their user."""

MIGRATIONS = Migrations("the people database", METADATA, Path(__file__).parent / "migrations")
"""A server upgrades the database when it starts."""
