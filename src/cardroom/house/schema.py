"""The tables of the store: books of lines, the postings of each line, and accounts.

A *book* is a chain of lines: one for each gaming table, and one for the cage. A *line* is one thing that happened, in
the order in which it happened, with the hash of the line before it. A *posting* is money that a line moved. Lines and
postings are added and never changed; an account's balance is the sum of its postings, kept beside them so that it can
be held above nothing, and added anew by every audit.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

__all__ = ["accounts", "books", "lines", "metadata", "postings", "rules"]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database gives; SQLite numbers rows by itself only in a column of this type."""

books = Table(
    "books",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("lines", BigInteger, nullable=False),
    Column("head", String(64), nullable=False),
    Column("stands", BigInteger, nullable=False, server_default="1"),
)
"""Chains by name, how many lines each has, the hash of its last one, and the line at which rebuilding may begin."""

lines = Table(
    "lines",
    metadata,
    Column("book", ForeignKey("books.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("who", String, nullable=False),
    Column("key", String, unique=True),
    Column("secret", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", String(64), nullable=False),
)
"""What happened: when (microseconds since 1970, UTC), what, by whom, under which id of the client's making. The body is
JSON, encrypted where it is secret."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("book", ForeignKey("books.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("part", String, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("book", "kind", "owner", "part"),
    CheckConstraint("cents >= 0 OR kind = 'outside'", name="not_negative"),
)
"""Where money lies; `outside` is the world beyond the cage, which owes what has come in."""

postings = Table(
    "postings",
    metadata,
    Column("book", Id, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("item", Integer, primary_key=True),
    Column("payer", ForeignKey("accounts.id"), nullable=False),
    Column("payee", ForeignKey("accounts.id"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("cause", String, nullable=False),
    Column("spot", String, nullable=False),
    Column("wager", String, nullable=False),
    Column("line", String, nullable=False),
    Column("cite", String, nullable=False),
    ForeignKeyConstraint(["book", "number"], ["lines.book", "lines.number"]),
    CheckConstraint("cents > 0", name="some"),
)
"""Money that a line moved, in order: from whom, to whom, how much, why, for which spot, wager and pay line, by which
printed rule."""

rules = Table(
    "rules",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("text", LargeBinary, nullable=False),
)
"""The text of every rule set that was ever dealt under, so that old rounds can be run again."""
