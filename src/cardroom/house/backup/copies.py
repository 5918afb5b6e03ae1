"""Back up a store while it is in use, restore a backup, note that in the books, and check a store quickly.

A backup is always an SQLite store, also of a PostgreSQL database. It can be opened, audited, and restored to either
kind of database. It has the same key as the original, and is useless without it.

A restore takes back everything since its backup. The books note which backup they were restored from, by whom and when.
The note is the first entry after it, so reports and audits show it, and a checkpoint of the backup still fits.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, MetaData, func, insert, select, text

from cardroom.errors import CardroomError, InputError
from cardroom.house.books import (
    CAGE,
    Books,
    Draft,
    Store,
    StoreError,
    body_fields,
    first_hash,
    note,
    notes_about,
    read_only_address,
    schema,
)
from cardroom.house.books.migrations import STORE

__all__ = [
    "WHAT",
    "Progress",
    "Restore",
    "StoreCheck",
    "backup",
    "check_store",
    "copy_rows",
    "publish",
    "restore",
    "restore_note",
    "restore_remarks",
    "restores",
]

Progress = Callable[[str, int, int], None]
"""Receives the current step, the amount done and the total."""

_ROWS = 1000
_PAGES = 256


class StoreCheck(NamedTuple):
    """The result of a quick check of a store."""

    version: str
    rows: dict[str, int]
    """The number of rows by table."""
    problems: list[str]


def check_store(books: Books, progress: Progress = lambda *_: None) -> StoreCheck:
    """Check a store quickly: the database itself, counts, heads and sums. An audit checks every entry and round."""
    steps = (_check_database, _check_books, _check_money, _check_key)
    problems: list[str] = []
    with books.at_one_moment():
        for number, step in enumerate(steps):
            progress("checking", number, len(steps))
            problems += step(books)
        with books.reading() as connection:
            tables = {table.name: select(func.count()).select_from(table) for table in schema.metadata.sorted_tables}
            rows = {name: connection.execute(query).scalar_one() for name, query in tables.items()}
    progress("checking", len(steps), len(steps))
    return StoreCheck(STORE.newest, rows, problems)


def _check_database(books: Books) -> list[str]:
    """SQLite's own check of its file. PostgreSQL checks its files itself."""
    if not books.store.sqlite:
        return []
    with books.reading() as connection:
        results = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check"))]
        orphaned = list(connection.execute(text("PRAGMA foreign_key_check")))
    problems = [f"the file is damaged: {each}" for each in results if each != "ok"]
    return problems + ([f"{len(orphaned)} rows refer to rows that do not exist"] if orphaned else [])


def _check_books(books: Books) -> list[str]:
    """Compare the head of each book with its entries."""
    entries, problems = schema.lines, []
    counts = select(func.count(), func.max(entries.c.number)).join(schema.books, schema.books.c.id == entries.c.book)
    for name, (expected, head) in books.heads().items():
        with books.reading() as connection:
            there, last = connection.execute(counts.where(schema.books.c.name == name)).one()
        end = next(books.entries(name, last), None) if last else None
        if (there, last or 0) != (expected, expected):
            problems.append(f"{name}: expected {expected} entries, found {there}")
        elif head != (end.hash if end else first_hash(name)):
            problems.append(f"{name}: the last entry differs from the head of the book")
    return problems


def _check_money(books: Books) -> list[str]:
    if CAGE not in books.heads():
        return ["the cage has no book: creating or restoring the store was interrupted, or the store is damaged"]
    total = sum(books.balances().values())
    return [f"all balances sum to {total} cents instead of zero"] if total else []


def _check_key(books: Books) -> list[str]:
    try:
        for entry in books.entries(CAGE):
            books.plaintext(CAGE, entry)
            break
    except CardroomError as error:
        return [str(error)]
    return []


def backup(store: Store, file: Path, progress: Progress = lambda *_: None) -> StoreCheck:
    """Copy the current state of a store to a new file, while others write to it. The copy is checked."""
    if os.path.lexists(file):
        raise InputError(f"{file} already exists. Choose a new file for the backup.")
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        if store.file:
            _copy_file(store.file, part, progress)
        else:
            with (
                closing(store.beside(part, create=True)) as copy,
                store.reading() as source,
                copy.transaction() as target,
            ):
                copy_rows(source, target, schema.metadata, progress)
        with closing(store.beside(part)) as copy:
            result = check_store(Books(copy), progress)
        if result.problems:
            raise StoreError(f"The copy is faulty and was deleted: {'; '.join(result.problems)}")
        part.chmod(0o600)
        publish(part, file)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, FileExistsError):
            raise InputError(f"{file} exists now. Choose a new file for the backup.") from None
        raise StoreError(f"Cannot write the backup to {file}: {error}") from error
    finally:
        for each in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + each).unlink(missing_ok=True)
    return result


def restore(
    copy: Store, where: str | Path, progress: Progress = lambda *_: None, noted: Draft | None = None
) -> StoreCheck:
    """Create a new store from a backup, with the same key. An existing store is never overwritten.

    `noted` is a note about the restore, which becomes the first entry after those of the backup.
    """
    if problems := _check_key(Books(copy)):
        raise InputError(f"{copy}: {problems[0]}")
    with closing(copy.beside(where, create=True, new=True)) as store:
        with copy.reading() as source, store.transaction() as target:
            copy_rows(source, target, schema.metadata, progress)
        books = Books(store)
        if noted:
            books.append(CAGE, [noted])
        return check_store(books, progress)


def _copy_file(file: Path, part: Path, progress: Progress) -> None:
    """Copy an SQLite file page by page."""
    with (
        closing(sqlite3.connect(read_only_address(file), uri=True, isolation_level=None)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        # A transaction of its own keeps the source as it is now: writers need not wait, and do not restart the copy.
        source.execute("BEGIN")
        source.execute("SELECT COUNT(*) FROM books").fetchone()
        source.backup(
            target, pages=_PAGES, progress=lambda _, left, total: progress("copying pages", total - left, total)
        )


def copy_rows(
    source: Connection,
    target: Connection,
    metadata: MetaData,
    progress: Progress = lambda *_: None,
    without: Sequence[str] = (),
) -> dict[str, int]:
    """Copy every row of a database, except of the tables `without`. Returns the number of rows by table."""
    tables = [table for table in metadata.sorted_tables if table.name not in without]
    total = sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    done, counts = 0, dict[str, int]()
    for table in tables:
        rows = source.execute(select(table).order_by(*table.primary_key).execution_options(yield_per=_ROWS))
        counts[table.name] = 0
        for some in rows.mappings().partitions(_ROWS):
            target.execute(insert(table), [dict(row) for row in some])
            done, counts[table.name] = done + len(some), counts[table.name] + len(some)
            progress(f"copying {table.name}", done, total)
        if target.dialect.name == "postgresql" and table.autoincrement_column is not None and "id" in table.c:
            # later rows get higher numbers
            sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
            target.execute(text(f"SELECT setval({sequence}, MAX(id)) FROM {table.name} HAVING MAX(id) > 0"))
    return counts


def publish(part: Path, file: Path) -> None:
    """Give a finished file its name, unless that exists, and write both to the disk."""
    os.link(part, file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


WHAT = "restored"
"""The kind of these notes in the cage's book."""


class Restore(NamedTuple):
    """A restore that the books note."""

    at: int
    who: str
    backup: dict[str, Any]
    """The file, its SHA-256, and when it was made."""


def restore_note(file: Path, made: str, who: str) -> Draft:
    """The note about a restore from a file."""
    with file.open("rb") as stream:
        sha256 = file_digest(stream, "sha256").hexdigest()
    after = {"file": file.name, "sha256": sha256, "made": made}
    return note(WHAT, who, f"restored from a backup of {made}", None, after)


def restores(books: Books) -> list[Restore]:
    """The restores that the books note."""
    found = []
    for row in notes_about(books, WHAT):
        after = body_fields(row.body).get("after")
        found.append(Restore(row.at, row.who, after if isinstance(after, dict) else {}))
    return found


def restore_remarks(found: Sequence[Restore], since: int = 0, until: int = 2**62) -> list[str]:
    """A remark for each restore of a period."""
    return [
        f"On {datetime.fromtimestamp(each.at // 1_000_000, UTC):%Y-%m-%d %H:%M} UTC, {each.who} restored the books "
        f"from the backup of {each.backup.get('made')} (SHA-256 {each.backup.get('sha256')})."
        for each in found
        if since <= each.at < until
    ]
