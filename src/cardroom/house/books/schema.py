"""The tables of the store: books, ledger entries (`lines`), postings, accounts and rule sets.

A *book* is a chain of ledger entries: one for each gaming table, one for each jackpot, and one for the cage. A *ledger
entry* is one fact, in order, chained to the previous entry by its hash. A *posting* is money that an entry moved.
Entries and postings are added and never changed. An account's balance is the sum of its postings. It is stored too, so
that the database can reject a negative one, and every audit computes it again.
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
"""A number that the database assigns. SQLite does so only for a column of this type."""

books = Table(
    "books",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("lines", BigInteger, nullable=False),
    Column("head", String(64), nullable=False),
    Column("stands", BigInteger, nullable=False, server_default="1"),
)
"""Books by name: the number of entries, the hash of the last one, and the number of the last snapshot."""

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
"""Ledger entries: time (microseconds since 1970, UTC), kind, author, the request id that the client chose, and hash.
The body is JSON, encrypted if it is secret."""

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
"""Accounts with their balances. `outside` is the world beyond the cage; it is negative by the money that came in."""

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
"""Money that an entry moved, in order: payer, payee, cents, cause, spot, wager, pay line and citation."""

rules = Table(
    "rules",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("text", LargeBinary, nullable=False),
)
"""The text of every rule set that was ever played, so that old rounds can be replayed."""
