"""A database, SQLite in a file or PostgreSQL: its address, its connections, statements through the driver, its errors.

Nothing here knows what a store contains.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, quote

from sqlalchemy import ClauseElement, Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, PendingRollbackError, SQLAlchemyError

from cardroom.errors import CardroomError, InputError

__all__ = [
    "CommitUnknown",
    "Conflict",
    "StoreError",
    "Values",
    "begin_transaction",
    "can_commit",
    "commit_transaction",
    "compiled",
    "database_name",
    "database_url",
    "driver_connection",
    "driver_cursor",
    "driver_errors",
    "engine_for",
    "error_words",
    "execute",
    "lacks_value",
    "pipelined",
    "read_only_address",
    "room_books",
    "store_errors",
    "write_nothing",
]

Values: TypeAlias = Mapping[str, Any] | list[dict[str, Any]] | list[tuple[Any, ...]] | tuple[()]
"""The values of a statement by name, or a list of them to run it several times. Rows of a table may be tuples."""

_BUSY_SECONDS = 30
_CONFLICTS = frozenset({"23505", "40001", "40P01"})
"""PostgreSQL's codes for a row that exists already and for transactions that wait for each other. SQLite has one writer
at a time, so it has no conflicts."""
_REQUEST_IDS = "uq_lines_key"
"""The constraint that a request id is stored once. A second try would break it again."""


class StoreError(CardroomError):
    """The database failed. Nothing was changed, and the message says why."""


class CommitUnknown(StoreError):
    """The database failed during a commit: the transaction was stored whole or not at all. Retry with the same key."""


class Conflict(StoreError):
    """Two transactions conflicted, and this one was rolled back. Retry it."""


def database_url(where: str | Path) -> URL:
    """The URL of a database, for a file name or a URL."""
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InputError("A store is a file name or a URL like postgresql://user@host/room.") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise InputError(f"A store is an SQLite file or a PostgreSQL database, not {url.get_backend_name()}.")
    return url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg")


def room_books(url: URL) -> URL:
    """The money books of a served room, if that is what the URL of a PostgreSQL database names; else the URL itself.

    A room is three schemas of one database: `money`, `play` and `people`.
    """
    if url.get_backend_name() != "postgresql" or "options" in url.query:
        return url
    engine = create_engine(url)
    try:
        with store_errors(database_name(url)):
            tables = inspect(engine)
            if tables.has_table("books", schema="money") and not tables.has_table("books"):
                return url.update_query_dict({"options": "-csearch_path=money"})
    finally:
        engine.dispose()
    return url


def database_name(url: URL) -> str:
    """A name of the database for people, without the password."""
    if url.get_backend_name() == "sqlite":
        return f"SQLite, {Path(url.database or '').name}"
    return f"PostgreSQL, {url.set(drivername='postgresql').render_as_string(hide_password=True)}"


def read_only_address(file: Path) -> str:
    """The address of an SQLite file to read it only. In a folder without write access it is opened as immutable."""
    options = "mode=ro" if os.access(file.parent, os.W_OK) else "mode=ro&immutable=1"
    return f"file:{quote(str(file.absolute()))}?{options}"


def _read_only(url: URL) -> URL:
    address, _, options = read_only_address(Path(url.database or "")).partition("?")
    return url.set(database=address, query={"uri": "true", **dict(parse_qsl(options))})


def engine_for(url: URL, *, read_only: bool = False, busy_seconds: float | None = None) -> Engine:
    """The engine of a database. SQLite writes ahead to a log, with full synchronization. `busy_seconds` is how long a
    statement waits while others have locked an SQLite file."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    address = _read_only(url) if read_only else url
    wait = _BUSY_SECONDS if busy_seconds is None else busy_seconds
    engine = create_engine(address, connect_args={"timeout": wait, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where `_begin` says, below
        writes = () if read_only else ("journal_mode = WAL", "synchronous = FULL")
        for pragma in (*writes, "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # `begin_transaction` may have begun one through the driver
        if not driver_connection(connection).in_transaction:
            reads = connection.get_execution_options().get("reads")
            execute(connection, "BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


@cache
def compiled(statement: ClauseElement, driver: str, *, rows: bool = False) -> str:
    """The SQL text of a statement for a driver, with named values. Cached, because compiling is slow.

    With `rows`, the values have no names. An insert takes them in the order of the table's columns.
    """
    named, unnamed = ("named", "qmark") if driver == "sqlite" else ("pyformat", "format")
    style = unnamed if rows else named
    return str(statement.compile(dialect=URL.create(driver).get_dialect()(paramstyle=style)))  # type: ignore[call-arg]


def driver_connection(connection: Connection) -> Any:
    """The driver's connection. If it was lost, raise an error.

    SQLAlchemy would connect again. What follows would then be stored without the first part of its transaction, which
    SQLAlchemy does not know of.
    """
    if connection.invalidated:
        raise PendingRollbackError("the connection was lost")
    return connection.connection.dbapi_connection


def begin_transaction(connection: Connection) -> None:
    """Begin a transaction that writes, bypassing SQLAlchemy. PostgreSQL's driver begins one by the first statement."""
    if connection.dialect.name == "sqlite":
        execute(connection, "BEGIN IMMEDIATE")


def commit_transaction(connection: Connection) -> None:
    """Commit a transaction that `begin_transaction` began. SQLAlchemy is bypassed if nothing in it used SQLAlchemy."""
    if connection.in_transaction():
        connection.commit()
        return
    with driver_errors(connection):
        driver_connection(connection).commit()


def can_commit(connection: Connection, driver: Any) -> bool:
    """Whether everything since the driver's connection began a transaction can be committed.

    After an error that someone ignored, SQLite may have rolled it back by itself. PostgreSQL would answer a commit with
    a roll back, and not with an error.
    """
    if driver_connection(connection) is not driver:
        return False
    if connection.dialect.name == "sqlite":
        return bool(driver.in_transaction)
    return bool(driver.info.transaction_status.name != "INERROR")


def driver_cursor(connection: Connection) -> Any:
    """A cursor of the driver. Use it within `driver_errors`."""
    return driver_connection(connection).cursor()


class driver_errors:  # noqa: N801  # used like a function
    """Raise errors of the driver as SQLAlchemy would."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None and isinstance(error, self._connection.dialect.loaded_dbapi.Error):
            raise _as_sqlalchemy_error(self._connection, error) from error


def execute(connection: Connection, text: str, values: Values = (), *, fetch: bool = False) -> Any:
    """Run a statement through the driver, bypassing SQLAlchemy. With `fetch`, return its rows."""
    cursor = driver_cursor(connection)
    with driver_errors(connection):
        if type(values) is not list:
            cursor.execute(text, values)
        elif len(values) == 1:
            cursor.execute(text, values[0])
        else:
            cursor.executemany(text, values)
        return cursor.fetchall() if fetch else []


def write_nothing(connection: Connection) -> None:
    """Write to a database without changing what it contains.

    SQLite does not write a row that stays the same, so it writes a number that nothing else uses. PostgreSQL writes a
    message to its log, which locks no row.
    """
    if connection.dialect.name == "sqlite":
        number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(int(number) + 1) % 2**31}")
    else:
        connection.exec_driver_sql("SELECT pg_logical_emit_message(true, 'cardroom', 'ready')")


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """PostgreSQL: send statements without waiting for each reply. All replies have come when this ends."""
    with driver_errors(connection), driver_connection(connection).pipeline():
        yield


def _as_sqlalchemy_error(connection: Connection, error: Any) -> DBAPIError:
    """A driver's error as SQLAlchemy would raise it."""
    dialect = connection.dialect
    if lost := dialect.is_disconnect(error, connection.connection, None):
        connection.invalidate(error)
    kinds = dialect.loaded_dbapi.Error
    wrapped: DBAPIError = DBAPIError.instance("", None, error, kinds, connection_invalidated=lost, dialect=dialect)
    return wrapped


def lacks_value(error: IntegrityError) -> bool:
    """Whether a column that needs a value would have got none."""
    codes = getattr(error.orig, "sqlstate", None), getattr(error.orig, "sqlite_errorname", None)
    return "23502" in codes or "SQLITE_CONSTRAINT_NOTNULL" in codes


def _is_conflict(error: SQLAlchemyError) -> bool:
    """Whether the same transaction may succeed if it is tried again."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    broken = getattr(getattr(cause, "diag", None), "constraint_name", None)
    return getattr(cause, "sqlstate", None) in _CONFLICTS and broken != _REQUEST_IDS


class store_errors:  # noqa: N801  # used like a function
    """Raise errors of a database as a `StoreError`. `name` says in the message which database it was.

    Every step of every table uses this several times. A class is cheaper than a generator.
    """

    __slots__ = ("_name",)

    def __init__(self, name: object) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, SQLAlchemyError):
            raised = Conflict if _is_conflict(error) else StoreError
            if isinstance(error, IntegrityError):
                words = f"{self._name}: rejected by the database, nothing was changed: {error_words(error)}"
                raise raised(words) from error
            raise raised(f"{self._name}: {error_words(error)}; nothing was changed") from error
        if isinstance(error, UnicodeError | OverflowError):  # by the driver, for values in a damaged file
            words = f"{self._name}: a value cannot be read or written; the store may be damaged: {error}"
            raise StoreError(words) from error


def error_words(error: SQLAlchemyError) -> str:
    """The first line of a database's message."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)
