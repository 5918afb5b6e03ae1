"""An account keeps the time of the last line that moved it: none that moves it later is older, whatever clocks say."""

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
    """Add the column, and find for every account what it says."""
    op.add_column("accounts", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    database = op.get_bind()
    found = [{"account": row.account, "at": row.at} for row in database.execute(sa.text(_LAST))]
    if found:
        database.execute(sa.text("UPDATE accounts SET at = :at WHERE id = :account"), found)
