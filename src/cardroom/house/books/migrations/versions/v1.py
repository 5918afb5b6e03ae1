"""Version 1: the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables. A migration never changes, so it does not use the current schema."""
    op.create_table(
        "books",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("lines", sa.BigInteger, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("stands", sa.BigInteger, nullable=False, server_default="1"),
        sa.PrimaryKeyConstraint("id", name="pk_books"),
        sa.UniqueConstraint("name", name="uq_books_name"),
    )
    op.create_table(
        "lines",
        sa.Column("book", _ID, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("key", sa.String),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("book", "number", name="pk_lines"),
        sa.ForeignKeyConstraint(["book"], ["books.id"], name="fk_lines_book"),
        sa.UniqueConstraint("key", name="uq_lines_key"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("book", _ID, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("part", sa.String, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.ForeignKeyConstraint(["book"], ["books.id"], name="fk_accounts_book"),
        sa.UniqueConstraint("book", "kind", "owner", "part", name="uq_accounts_book_kind_owner_part"),
        sa.CheckConstraint("cents >= 0 OR kind = 'outside'", name=op.f("ck_accounts_not_negative")),
    )
    op.create_table(
        "postings",
        sa.Column("book", _ID, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("item", sa.Integer, nullable=False),
        sa.Column("payer", _ID, nullable=False),
        sa.Column("payee", _ID, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("cause", sa.String, nullable=False),
        sa.Column("spot", sa.String, nullable=False),
        sa.Column("wager", sa.String, nullable=False),
        sa.Column("line", sa.String, nullable=False),
        sa.Column("cite", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("book", "number", "item", name="pk_postings"),
        sa.ForeignKeyConstraint(["book", "number"], ["lines.book", "lines.number"], name="fk_postings_book_number"),
        sa.ForeignKeyConstraint(["payer"], ["accounts.id"], name="fk_postings_payer"),
        sa.ForeignKeyConstraint(["payee"], ["accounts.id"], name="fk_postings_payee"),
        sa.CheckConstraint("cents > 0", name=op.f("ck_postings_some")),
    )
    op.create_table(
        "rules",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_rules"),
    )
