"""Version 2: a book stores the number of its last snapshot, so that rebuilding a table does not search all entries."""

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
    """Add the column, and fill it for every book."""
    op.add_column("books", sa.Column("stands", sa.BigInteger, nullable=False, server_default="1"))
    op.execute(_BEGINS)
