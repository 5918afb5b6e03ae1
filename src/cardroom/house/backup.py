"""Copies of a store, made while it is in use, and a quick look at whether a store is sound.

A backup is an SQLite store, whatever it is a backup of; it can be opened, audited, and restored to either database. It
is under the same key: without that nobody can go on from it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, insert, select, text

from cardroom.errors import CardroomError, Mistaken
from cardroom.house import schema
from cardroom.house.books import Books
from cardroom.house.migrations import newest
from cardroom.house.store import Store, StoreError, read_only
from cardroom.house.values import CAGE, first_hash

__all__ = ["StoreCheck", "backup", "check_store", "restore"]

Progress = Callable[[str, int, int], None]
"""Is told what is done, how much of it is, and how much there is."""

_ROWS = 1000
_PAGES = 256


class StoreCheck(NamedTuple):
    """What a store holds, and what is wrong with it."""

    version: str
    rows: dict[str, int]
    """How many of what."""
    problems: list[str]


def check_store(books: Books, progress: Progress = lambda *_: None) -> StoreCheck:
    """Look a store over: the database itself, counts, heads and sums. An audit goes through every line and round."""
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
    return StoreCheck(newest(), rows, problems)


def _check_database(books: Books) -> list[str]:
    """What SQLite says of its file; PostgreSQL watches over its own."""
    if not books.store.sqlite:
        return []
    with books.reading() as connection:
        said = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check"))]
        loose = list(connection.execute(text("PRAGMA foreign_key_check")))
    problems = [f"the file is damaged: {each}" for each in said if each != "ok"]
    return problems + ([f"{len(loose)} rows refer to others that are not there"] if loose else [])


def _check_books(books: Books) -> list[str]:
    """Whether each book has the lines that it says, to the last."""
    entries, problems = schema.lines, []
    counted = select(func.count(), func.max(entries.c.number)).join(schema.books, schema.books.c.id == entries.c.book)
    for name, (said, head) in books.heads().items():
        with books.reading() as connection:
            there, last = connection.execute(counted.where(schema.books.c.name == name)).one()
        end = next(books.entries(name, last), None) if last else None
        if (there, last or 0) != (said, said):
            problems.append(f"{name}: it says that it has {said} lines, and {there} are there")
        elif head != (end.hash if end else first_hash(name)):
            problems.append(f"{name}: its last line is not the one that was written last")
    return problems


def _check_money(books: Books) -> list[str]:
    if CAGE not in books.heads():
        return ["there is no book of the cage: its making or a restore was cut short, or the store is damaged"]
    total = sum(books.balances().values())
    return [f"all accounts together come to {total} cents, and not to nothing"] if total else []


def _check_key(books: Books) -> list[str]:
    try:
        for entry in books.entries(CAGE):
            books.plaintext(CAGE, entry)
            break
    except CardroomError as error:
        return [str(error)]
    return []


def backup(store: Store, file: Path, progress: Progress = lambda *_: None) -> StoreCheck:
    """Copy a store into a new file, as it is at this moment, whatever is written meanwhile; the copy is checked."""
    if os.path.lexists(file):
        raise Mistaken(f"{file}: there is something of that name; a backup goes into a new file")
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        if store.file:
            _copy_file(store.file, part, progress)
        else:
            with closing(store.beside(part, create=True)) as copy:
                _copy_rows(store, copy, progress)
        with closing(store.beside(part)) as copy:
            checked = check_store(Books(copy), progress)
        if checked.problems:
            raise StoreError(f"the copy is not sound, and was not kept: {'; '.join(checked.problems)}")
        _publish(part, file)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, FileExistsError):
            raise Mistaken(f"{file}: there is something of that name now; a backup goes into a new file") from None
        raise StoreError(f"{file}: the backup could not be written: {error}") from error
    finally:
        for each in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + each).unlink(missing_ok=True)
    return checked


def restore(copy: Store, where: str | Path, progress: Progress = lambda *_: None) -> StoreCheck:
    """Make a new store from a backup, under the same key; one that is there already is never written over."""
    if problems := _check_key(Books(copy)):
        raise Mistaken(f"{copy}: {problems[0]}")
    with closing(copy.beside(where, create=True, new=True)) as store:
        _copy_rows(copy, store, progress)
        return check_store(Books(store), progress)


def _copy_file(file: Path, part: Path, progress: Progress) -> None:
    """Copy an SQLite file page by page."""
    with (
        closing(sqlite3.connect(read_only(file), uri=True, isolation_level=None)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        # Within a transaction of its own the source is seen as it is now, so that writers neither wait nor make the
        # copying begin anew.
        source.execute("BEGIN")
        source.execute("SELECT COUNT(*) FROM books").fetchone()
        source.backup(
            target, pages=_PAGES, progress=lambda _, left, total: progress("copying pages", total - left, total)
        )


def _copy_rows(store: Store, copy: Store, progress: Progress) -> None:
    """Copy every row, in one transaction: as it is at this moment, all or nothing."""
    done = 0
    with store.reading() as source, copy.transaction() as target:
        tables = schema.metadata.sorted_tables
        total = sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
        for table in tables:
            rows = source.execute(select(table).order_by(*table.primary_key).execution_options(yield_per=_ROWS))
            for some in rows.mappings().partitions(_ROWS):
                target.execute(insert(table), [dict(row) for row in some])
                done += len(some)
                progress(f"copying {table.name}", done, total)
        if not copy.sqlite:
            for name in ("books", "accounts"):  # where PostgreSQL numbers rows, it goes on behind these
                query = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), MAX(id)) FROM {name} HAVING MAX(id) > 0"
                target.execute(text(query))


def _publish(part: Path, file: Path) -> None:
    """Give a finished file its name, if nothing else has it, and see that both last."""
    os.link(part, file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
