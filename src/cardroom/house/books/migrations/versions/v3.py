"""Version 3: an account stores the time of the last entry that moved it, so that a later entry never has an earlier
time."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"

_LAST = """
    SELECT account, MAX(at) AS at FROM (
        SELECT account, moved.book, moved.number, lines.at FROM (
            SELECT payee AS account, book, number, cents AS change FROM postings
            UNION ALL
            SELECT payer AS account, book, number, -cents AS change FROM postings
        ) AS moved
        JOIN lines ON lines.book = moved.book AND lines.number = moved.number
        GROUP BY account, moved.book, moved.number, lines.at
        HAVING SUM(change) <> 0
    ) AS changed
    GROUP BY account
"""


def upgrade() -> None:
    """Add the column, and fill it for every account."""
    op.add_column("accounts", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    database = op.get_bind()
    times = [{"account": row.account, "at": row.at} for row in database.execute(sa.text(_LAST))]
    if times:
        database.execute(sa.text("UPDATE accounts SET at = :at WHERE id = :account"), times)
