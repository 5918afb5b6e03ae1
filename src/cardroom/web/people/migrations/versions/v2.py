"""Version 2: access tokens, positions of the webhook, and rate limits that all processes share."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

_NEW = sa.MetaData()
sa.Table(
    "access_tokens",
    _NEW,
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
    _NEW,
    sa.Column("book", sa.String, primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
)
sa.Table(
    "rate_limits",
    _NEW,
    sa.Column("what", sa.String, primary_key=True),
    sa.Column("caller", sa.String, primary_key=True),
    sa.Column("minute", sa.BigInteger, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
)


def upgrade() -> None:
    """Create the tables. A restored backup has them already."""
    _NEW.create_all(op.get_bind(), checkfirst=True)
