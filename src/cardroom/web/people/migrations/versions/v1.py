"""Version 1: the tables of the time before versions. A database of that time has them, or some of them."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

_BEFORE = sa.MetaData()
sa.Table(
    "people",
    _BEFORE,
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
    _BEFORE,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("folded", sa.String, nullable=False, index=True),
    sa.Column("seen", sa.BigInteger, nullable=False),
)
sa.Table(
    "failed_sign_ins",
    _BEFORE,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("folded", sa.String, nullable=False, index=True),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "known_addresses",
    _BEFORE,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("address", sa.String, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "one_time_codes",
    _BEFORE,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
sa.Table(
    "second_factors",
    _BEFORE,
    sa.Column("folded", sa.String, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("step", sa.BigInteger, nullable=False),
)
sa.Table(
    "stops",
    _BEFORE,
    sa.Column("what", sa.String, primary_key=True),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
sa.Table(
    "tables",
    _BEFORE,
    sa.Column("hall", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("how", sa.Text, nullable=False),
)
sa.Table(
    "secrets", _BEFORE, sa.Column("what", sa.String, primary_key=True), sa.Column("secret", sa.String, nullable=False)
)


def upgrade() -> None:
    """Create what is missing."""
    _BEFORE.create_all(op.get_bind(), checkfirst=True)
