"""Check a database against the schema, and find rows that belong to nothing. SQL lives here, no rules of the house."""

import re
from collections.abc import Iterator
from warnings import catch_warnings, simplefilter

from sqlalchemy import (
    CheckConstraint,
    Connection,
    ForeignKeyConstraint,
    Inspector,
    Table,
    UniqueConstraint,
    and_,
    exists,
    func,
    inspect,
    not_,
    or_,
    select,
    text,
)
from sqlalchemy.exc import SAWarning

from cardroom.house.books import schema

__all__ = ["orphaned_rows", "schema_problems"]

_VERSION = "alembic_version"
_TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal UNION ALL "
    "SELECT rulename FROM pg_rules WHERE schemaname = current_schema() UNION ALL "
    "SELECT viewname FROM pg_views WHERE schemaname = current_schema()",
}


def schema_problems(connection: Connection) -> Iterator[str]:
    """Differences between a database and the schema: tables, columns, keys, checks. Also damage to an SQLite file."""
    inspector = inspect(connection)
    tables = set(inspector.get_table_names())
    for name in sorted(tables - schema.metadata.tables.keys() - {_VERSION}):
        yield f"unknown table {name}"
    for name, table in schema.metadata.tables.items():
        if name not in tables:
            yield f"the table {name} is missing"
            continue
        columns = {each["name"] for each in inspector.get_columns(name)}
        for column in sorted(columns ^ set(table.c.keys())):
            yield (
                f"the table {name} has an unknown column {column}"
                if column in columns
                else (f"the table {name} lacks the column {column}")
            )
        for missing in sorted(_constraints(table) - _stored_constraints(inspector, name)):
            yield f"the table {name} lacks the constraint {missing}"
    for row in connection.execute(text(_TRIGGERS[connection.dialect.name])):
        yield f"unknown trigger, rule or view {row[0]}"
    if connection.dialect.name == "sqlite":
        for (result,) in connection.execute(text("PRAGMA integrity_check")):
            if result != "ok":
                yield f"the file is damaged: {result}"


def _constraints(table: Table) -> set[str]:
    """The constraints of a table: primary and foreign keys, unique columns, checks."""
    constraints = {f"primary key ({', '.join(table.primary_key.columns.keys())})"}
    for each in table.constraints:
        if isinstance(each, UniqueConstraint):
            constraints.add(f"unique ({', '.join(each.columns.keys())})")
        elif isinstance(each, ForeignKeyConstraint):
            constraints.add(f"({', '.join(each.column_keys)}) refers to {each.referred_table.name}")
        elif isinstance(each, CheckConstraint):
            constraints.add(f"{each.name}: {_plain(str(each.sqltext))}")
    return constraints


def _stored_constraints(inspector: Inspector, name: str) -> set[str]:
    """The constraints that a table has in the database."""
    with catch_warnings():
        simplefilter("ignore", SAWarning)  # it is reported as a missing constraint
        keys = inspector.get_foreign_keys(name)
    return {
        f"primary key ({', '.join(inspector.get_pk_constraint(name)['constrained_columns'])})",
        *(f"unique ({', '.join(map(str, each['column_names']))})" for each in inspector.get_unique_constraints(name)),
        *(f"({', '.join(each['constrained_columns'])}) refers to {each['referred_table']}" for each in keys),
        *(f"{each['name']}: {_plain(each['sqltext'])}" for each in inspector.get_check_constraints(name)),
    }


def _plain(text: str) -> str:
    """A condition without what databases add to it: parentheses, spaces, type casts."""
    return re.sub(r"::[a-z ]+|[()\s]", "", text.lower())


def orphaned_rows(connection: Connection) -> Iterator[tuple[str, int, str]]:
    """Rows that reading the books would not reach, as book, entry and problem."""
    books, entries, accounts, postings = schema.books, schema.lines, schema.accounts, schema.postings
    names = {row.id: row.name for row in connection.execute(select(books.c.id, books.c.name))}

    def of(book: int) -> str:
        return str(names.get(book, f"book {book}"))

    orphaned = select(entries.c.book, entries.c.number).where(entries.c.book.not_in(select(books.c.id)))
    for book, number in connection.execute(orphaned):
        yield of(book), number, "the entry belongs to a book that does not exist"
    entry = exists().where(entries.c.book == postings.c.book, entries.c.number == postings.c.number)
    posting = select(postings.c.book, postings.c.number, postings.c.item)
    for book, number, nth in connection.execute(posting.where(not_(entry))):
        yield of(book), number, f"posting {nth + 1} belongs to an entry that does not exist"
    unknown = or_(*(column.not_in(select(accounts.c.id)) for column in (postings.c.payer, postings.c.payee)))
    for book, number, nth in connection.execute(posting.where(unknown)):
        yield of(book), number, f"posting {nth + 1} refers to an account that does not exist"
    item = postings.c.item
    numbered = and_(func.min(item) == 0, func.max(item) == func.count() - 1)
    grouped = select(postings.c.book, postings.c.number).group_by(postings.c.book, postings.c.number)
    for book, number in connection.execute(grouped.having(not_(numbered))):
        yield of(book), number, "its postings are not numbered consecutively"
    same = accounts.c.book, accounts.c.kind, accounts.c.owner, accounts.c.part
    for book, kind, owner, _ in connection.execute(select(*same).group_by(*same).having(func.count() > 1)):
        yield of(book), 0, f"the account {kind} {owner} exists more than once"
    nowhere = select(accounts.c.id, accounts.c.book).where(accounts.c.book.not_in(select(books.c.id)))
    for account, book in connection.execute(nowhere):
        yield of(book), 0, f"account {account} belongs to a book that does not exist"
