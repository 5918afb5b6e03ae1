"""Version 1: the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

_TABLES = sa.MetaData()
sa.Table(
    "people",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("roles", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("failures", sa.Text, nullable=False),
    sa.Column("once", sa.Boolean, nullable=False),
    sa.Column("barred", sa.Text, nullable=False),
)
sa.Table(
    "sessions",
    _TABLES,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("folded", sa.String, nullable=False, index=True),
    sa.Column("seen", sa.BigInteger, nullable=False),
)
sa.Table(
    "failed_sign_ins",
    _TABLES,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("folded", sa.String, nullable=False, index=True),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "known_addresses",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("address", sa.String, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "one_time_codes",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
sa.Table(
    "second_factors",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("step", sa.BigInteger, nullable=False),
)
sa.Table(
    "stops",
    _TABLES,
    sa.Column("what", sa.String, primary_key=True),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "tables",
    _TABLES,
    sa.Column("hall", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("how", sa.Text, nullable=False),
)
sa.Table(
    "secrets", _TABLES, sa.Column("what", sa.String, primary_key=True), sa.Column("secret", sa.String, nullable=False)
)
sa.Table(
    "access_tokens",
    _TABLES,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    sa.Column("folded", sa.String, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
)
sa.Table(
    "webhook_positions",
    _TABLES,
    sa.Column("book", sa.String, primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
)
sa.Table(
    "rate_limits",
    _TABLES,
    sa.Column("what", sa.String, primary_key=True),
    sa.Column("caller", sa.String, primary_key=True),
    sa.Column("minute", sa.BigInteger, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
)
sa.Table(
    "judged_decisions",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("origin", sa.String, primary_key=True),
    sa.Column("ref", sa.String, primary_key=True),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("yours", sa.String, nullable=False),
    sa.Column("best", sa.String, nullable=False),
    sa.Column("cost", sa.Double, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Index("judged_by_day", "origin", "day"),
)
sa.Table(
    "mistakes",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("origin", sa.String, nullable=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("hand", sa.String, nullable=False),
    sa.Column("yours", sa.String, nullable=False),
    sa.Column("best", sa.String, nullable=False),
    sa.Column("cost", sa.Double, nullable=False),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("due", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "puzzles",
    _TABLES,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("day", sa.Integer, nullable=False, index=True),
    sa.Column("cost", sa.Double, nullable=False),
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
)
sa.Table(
    "ratings",
    _TABLES,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False),
)
sa.Table(
    "daily_seeds",
    _TABLES,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seed", sa.String, nullable=False),
)


def upgrade() -> None:
    """Create the tables. A migration never changes, so it does not use the current schema."""
    _TABLES.create_all(op.get_bind(), checkfirst=False)
