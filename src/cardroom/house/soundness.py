"""Whether a database is built as the schema says, and holds nothing that hangs in the air. SQL lives here, no rules."""

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

from cardroom.house import schema

__all__ = ["loose_rows", "unsound"]

_VERSION = "alembic_version"
_TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal UNION ALL "
    "SELECT rulename FROM pg_rules WHERE schemaname = current_schema() UNION ALL "
    "SELECT viewname FROM pg_views WHERE schemaname = current_schema()",
}


def unsound(connection: Connection) -> Iterator[str]:
    """What a database has that the schema has not, or lacks: tables, columns, keys, checks; and its own damage."""
    found = inspect(connection)
    tables = set(found.get_table_names())
    for name in sorted(tables - schema.metadata.tables.keys() - {_VERSION}):
        yield f"there is a table {name} that is not the store's"
    for name, table in schema.metadata.tables.items():
        if name not in tables:
            yield f"the table {name} is gone"
            continue
        columns = {each["name"] for each in found.get_columns(name)}
        for column in sorted(columns ^ set(table.c.keys())):
            yield f"the table {name} has a column {column} too {'many' if column in columns else 'few'}"
        for missing in sorted(_rules(table) - _found_rules(found, name)):
            yield f"the table {name} has lost its rule {missing}"
    for row in connection.execute(text(_TRIGGERS[connection.dialect.name])):
        yield f"there is a trigger, rule or view {row[0]}, and the store has none"
    if connection.dialect.name == "sqlite":
        for (said,) in connection.execute(text("PRAGMA integrity_check")):
            if said != "ok":
                yield f"the file is damaged: {said}"


def _rules(table: Table) -> set[str]:
    """The rules of a table: what is unique, what refers to what, and what is checked."""
    found = {f"primary key ({', '.join(table.primary_key.columns.keys())})"}
    for each in table.constraints:
        if isinstance(each, UniqueConstraint):
            found.add(f"unique ({', '.join(each.columns.keys())})")
        elif isinstance(each, ForeignKeyConstraint):
            found.add(f"({', '.join(each.column_keys)}) refers to {each.referred_table.name}")
        elif isinstance(each, CheckConstraint):
            found.add(f"{each.name}: {_plain(str(each.sqltext))}")
    return found


def _found_rules(found: Inspector, name: str) -> set[str]:
    """Those that a table has."""
    with catch_warnings():
        simplefilter("ignore", SAWarning)  # what it warns of is found, as a rule that is lost
        keys = found.get_foreign_keys(name)
    return {
        f"primary key ({', '.join(found.get_pk_constraint(name)['constrained_columns'])})",
        *(f"unique ({', '.join(map(str, each['column_names']))})" for each in found.get_unique_constraints(name)),
        *(f"({', '.join(each['constrained_columns'])}) refers to {each['referred_table']}" for each in keys),
        *(f"{each['name']}: {_plain(each['sqltext'])}" for each in found.get_check_constraints(name)),
    }


def _plain(text: str) -> str:
    """A condition without what databases add to it: parentheses, spaces, types."""
    return re.sub(r"::[a-z ]+|[()\s]", "", text.lower())


def loose_rows(connection: Connection) -> Iterator[tuple[str, int, str]]:
    """Rows that no walk along the books meets: book, line and what is wrong."""
    books, entries, accounts, postings = schema.books, schema.lines, schema.accounts, schema.postings
    names = {row.id: row.name for row in connection.execute(select(books.c.id, books.c.name))}

    def of(book: int) -> str:
        return str(names.get(book, f"book {book}"))

    stray = select(entries.c.book, entries.c.number).where(entries.c.book.not_in(select(books.c.id)))
    for book, number in connection.execute(stray):
        yield of(book), number, "it is a line of a book that there is not"
    entry = exists().where(entries.c.book == postings.c.book, entries.c.number == postings.c.number)
    posting = select(postings.c.book, postings.c.number, postings.c.item)
    for book, number, nth in connection.execute(posting.where(not_(entry))):
        yield of(book), number, f"posting {nth + 1} belongs to a line that there is not"
    unknown = or_(*(column.not_in(select(accounts.c.id)) for column in (postings.c.payer, postings.c.payee)))
    for book, number, nth in connection.execute(posting.where(unknown)):
        yield of(book), number, f"posting {nth + 1} is of an account that there is not"
    item = postings.c.item
    numbered = and_(func.min(item) == 0, func.max(item) == func.count() - 1)
    grouped = select(postings.c.book, postings.c.number).group_by(postings.c.book, postings.c.number)
    for book, number in connection.execute(grouped.having(not_(numbered))):
        yield of(book), number, "its postings are not numbered one after the other"
    same = accounts.c.book, accounts.c.kind, accounts.c.owner, accounts.c.part
    for book, kind, owner, _ in connection.execute(select(*same).group_by(*same).having(func.count() > 1)):
        yield of(book), 0, f"the account {kind} {owner} is there more than once"
    nowhere = select(accounts.c.id, accounts.c.book).where(accounts.c.book.not_in(select(books.c.id)))
    for account, book in connection.execute(nowhere):
        yield of(book), 0, f"account {account} is of a book that there is not"
