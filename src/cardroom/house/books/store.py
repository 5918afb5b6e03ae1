"""A store: one database with the books, and the key of its secrets. Transactions begin and end here.

When `transaction` ends, everything written in it is on the disk, or nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import ClauseElement, Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from cardroom.errors import InputError
from cardroom.house.books.database import (
    CommitUnknown,
    Conflict,
    StoreError,
    Values,
    begin_transaction,
    can_commit,
    commit_transaction,
    compiled,
    database_name,
    database_url,
    driver_connection,
    driver_cursor,
    driver_errors,
    engine_for,
    error_words,
    execute,
    pipelined,
    store_errors,
)
from cardroom.house.books.migrations import STORE, check_version
from cardroom.house.books.secrets import Vault, key_in, key_in_force, write_key

__all__ = ["CommitUnknown", "Conflict", "Store", "StoreError", "Values", "migrate", "open_engine"]

_FRESH_SECONDS = 1
"""How long a connection is used again without a check that it still works."""
_MOST_IDLE = 4
"""How many idle connections of a kind stay open."""


class Store:
    """A database with the books, and the key of its secrets.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(f"{folder}/room.db", create=True)
    ...     print(store)
    ...     store.close()
    SQLite, room.db
    """

    def __init__(
        self,
        where: str | Path,
        *,
        create: bool = False,
        new: bool = False,
        key: bytes | None = None,
        read_only: bool = False,
    ) -> None:
        """`where` is a file for SQLite, or the URL of a PostgreSQL database.

        With `new`, there must be no store yet, or an empty one. With `read_only`, nothing is written, not even beside
        the file, so its folder may be read-only. Without a `key`, the environment's is used, or the file beside an
        SQLite store, which is created with the store.
        """
        self.url = database_url(where)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        """Whether it is an SQLite file."""
        self.file = Path(self.url.database) if self.sqlite and self.url.database else None
        if self.file and not create and not self.file.exists():
            raise InputError(f"{self.file}: no such store. Create one with `cardroom store init`.")
        if self.file and self.file.is_dir():
            raise InputError(f"{self.file} is a folder. Name a file in it.")
        if self.file and create and self.file.parent.is_dir() and not read_only:
            self.file.touch(mode=0o600)  # before SQLite creates it, so that its log gets the same permissions
        self.engine = engine_for(self.url, read_only=read_only)
        self._texts: dict[tuple[ClauseElement, bool], str] = {}
        self._writers: list[tuple[Connection, float]] = []
        """Idle connections for transactions, each with the time until which it needs no check."""
        self._lookers: list[tuple[Connection, float]] = self._writers if self.sqlite else []
        """Idle connections for single statements, in the same form. The connection that wrote last to an SQLite file
        has its pages in memory."""
        try:
            with store_errors(self):
                there = inspect(self.engine).has_table("books")
                if there and new and _has_entries(self.engine):
                    raise InputError(f"{self}: a store already exists there. Choose a different place.")
                new = create and not there
                if not new:
                    check_version(self.engine)
            # The key comes before the tables: a store must have its key even if its creation is interrupted.
            self.key = key or key_in_force(self.key_file, make=new)
            self.vault = Vault(self.key)
            if new:
                with store_errors(self), self.engine.begin() as connection:
                    STORE.bring_up_to_date(connection)
                if self.file:
                    self.file.chmod(0o600)
        except BaseException:
            self.close()
            raise

    @property
    def key_file(self) -> Path | None:
        """The key file of an SQLite store. It is not used if the environment has the key."""
        return self.file and self.file.with_suffix(".key")

    def beside(self, where: str | Path, *, create: bool = False, new: bool = False) -> Store:
        """A different store with the same key."""
        return Store(where, create=create, new=new, key=self.key)

    def write_key(self, file: Path) -> None:
        """Write the key to a new file that only its owner can read. A file with the same key is left as it is."""
        if not file.exists():
            write_key(file, self.key)
        elif key_in(file, make=False) != self.key:
            raise InputError(f"{file} holds a different key than {self}. Move it away first.")

    def __repr__(self) -> str:
        return database_name(self.url)

    def close(self) -> None:
        """Close all connections."""
        for idle in (self._writers, self._lookers):
            while idle:
                idle.pop()[0].close()
        self.engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction. When this ends, all of it is stored, or nothing."""
        with store_errors(self):
            connection = self.begin()
            try:
                began = driver_connection(connection)
                yield connection
                if not can_commit(connection, began):
                    raise StoreError(f"{self}: the connection was lost, or a statement failed; nothing was changed")
                self.commit(connection)
            except BaseException:
                connection.close()
                raise
            self.release(connection)

    def begin(self) -> Connection:
        """A connection with a new transaction. Every step of every table begins one, so this bypasses SQLAlchemy."""
        connection = _take(self._writers) or self.engine.connect()
        try:
            begin_transaction(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def commit(self, connection: Connection) -> None:
        """Commit the transaction of a connection."""
        try:
            commit_transaction(connection)
        except SQLAlchemyError as error:  # the commit may have happened, and its reply may be lost
            raise self._unknown(error) from error

    def _unknown(self, error: SQLAlchemyError) -> CommitUnknown:
        unknown = "it is unknown whether it was stored; retry with the same key"
        return CommitUnknown(f"{self}: {error_words(error)}; {unknown}")

    def release(self, connection: Connection) -> None:
        """Keep the connection of a committed transaction for the next one."""
        _release(connection, self._writers)

    def look(self, statement: ClauseElement, values: Values) -> list[tuple[Any, ...]]:
        """The rows of a single statement, through the driver and without a transaction."""
        with store_errors(self):
            connection = self._looker()
            try:
                rows = self.rows(connection, statement, values)
            except BaseException:
                _discard(connection)
                raise
            _release(connection, self._lookers)
            return rows

    def run_alone(self, write: Callable[[Any], None]) -> None:
        """Run statements in a transaction of their own, through a cursor of the driver: nearly every step of a table.

        PostgreSQL runs a single statement in its own transaction, in one round trip. There it must be one.
        """
        connection, commits = self._looker(), not self.sqlite
        try:
            with driver_errors(connection):
                cursor = self.cursor(connection)
                if self.sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                    write(cursor)
                    commits = True
                    cursor.execute("COMMIT")
                else:
                    write(cursor)
        except DBAPIError as error:
            _discard(connection)
            if commits and (self.sqlite or error.connection_invalidated):
                raise self._unknown(error) from error  # it may have been carried out, and its reply may be lost
            raise
        except BaseException:
            _discard(connection)
            raise
        _release(connection, self._lookers)

    def cursor(self, connection: Connection) -> Any:
        """A cursor of the driver, for statements as text. Use it within `driver_errors`."""
        return driver_cursor(connection)

    def _looker(self) -> Connection:
        """A connection for single statements. Each is a transaction of its own."""
        if (known := _take(self._lookers)) is not None:
            return known
        connection = self.engine.connect()
        return connection if self.sqlite else connection.execution_options(isolation_level="AUTOCOMMIT")

    def run(self, connection: Connection, statement: ClauseElement, values: Values) -> None:
        """Run a statement through the driver, once or for each of several values.

        Every step of every table uses this. The statement is compiled once, which costs a tenth of SQLAlchemy's way.
        """
        execute(connection, self._text(statement, type(values) is list and type(values[0]) is tuple), values)

    def rows(self, connection: Connection, statement: ClauseElement, values: Values) -> list[tuple[Any, ...]]:
        """The rows of a statement, through the driver."""
        rows: list[tuple[Any, ...]] = execute(connection, self._text(statement, False), values, fetch=True)
        return rows

    def _text(self, statement: ClauseElement, rows: bool) -> str:
        """The SQL text of a statement."""
        if (text := self._texts.get((statement, rows))) is None:
            text = self._texts[statement, rows] = compiled(statement, self.url.drivername, rows=rows)
        return text

    @contextmanager
    def pipelined(self, connection: Connection, *, commits: bool) -> Iterator[None]:
        """PostgreSQL: send statements without waiting for each reply. Use only `run` and `rows` within.

        `commits` says that the commit is among them.
        """
        try:
            with pipelined(connection):
                yield
        except DBAPIError as error:
            # An error that the database reports was before the commit. A lost connection leaves the outcome unknown.
            if commits and error.connection_invalidated:
                raise self._unknown(error) from error
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading. It sees the database as it is at one moment."""
        level = {} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
        with store_errors(self), self.engine.connect() as connection:
            connection.execution_options(reads=True, **level)
            with connection.begin():
                try:
                    yield connection
                except TypeError as error:  # a column of a damaged file has a value of the wrong type
                    raise StoreError(f"{self}: the store is damaged: {error}") from error


def migrate(where: str | Path) -> tuple[str, str]:
    """Upgrade a store of an older version, whole or not at all. Returns the versions before and after."""
    url = database_url(where)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        raise InputError(f"{where}: no such store. Create one with `cardroom store init`.")
    engine = engine_for(url)
    try:
        with store_errors(database_name(url)):
            before = check_version(engine, older=True)
            with engine.begin() as connection:
                STORE.bring_up_to_date(connection)
            return before, STORE.newest
    finally:
        engine.dispose()


def open_engine(where: str | Path, *, busy_seconds: float | None = None) -> Engine:
    """The engine of a database by its file or URL, set up like a store's. `busy_seconds` is how long an SQLite file
    may be locked by others."""
    return engine_for(database_url(where), busy_seconds=busy_seconds)


def _discard(connection: Connection) -> None:
    """Close a connection after an error. It may still wait for a reply, so it cannot be reused."""
    connection.invalidate()
    connection.close()


def _release(connection: Connection, idle: list[tuple[Connection, float]]) -> None:
    """Put a connection among the idle ones. If there are enough, return it to the pool, whose size is limited."""
    if len(idle) < _MOST_IDLE:
        idle.append((connection, monotonic() + _FRESH_SECONDS))
    else:
        connection.close()


def _take(idle: list[tuple[Connection, float]]) -> Connection | None:
    """An idle connection that was used a moment ago. Older ones return to the pool, which checks that they work."""
    while True:
        try:
            connection, until = idle.pop()
        except IndexError:  # not asked before: another thread may take the last one in between
            return None
        if monotonic() < until:
            return connection
        connection.close()


def _has_entries(engine: Engine) -> bool:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT 1 FROM books LIMIT 1").first() is not None
