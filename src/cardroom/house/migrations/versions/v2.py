"""Where rebuilding a table may begin is kept with its book: it was looked for among all lines."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

_BEGINS = """
    UPDATE books SET stands = COALESCE(
        (SELECT MAX(number) FROM lines WHERE lines.book = books.id AND lines.kind = 'stands'), 1
    )
"""


def upgrade() -> None:
    """Add the column, and find for every book what it says."""
    op.add_column("books", sa.Column("stands", sa.BigInteger, nullable=False, server_default="1"))
    op.execute(_BEGINS)
