"""A store is one database: SQLite in a file, or PostgreSQL. Transactions and plain errors live here, and nothing of
what is kept.

What is written is on the disk before `writing` ends, or nothing of it is: SQLite with a write-ahead log and full
synchronization, PostgreSQL as it is set up.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl, quote

from sqlalchemy import ClauseElement, Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from cardroom.errors import CardroomError, Mistaken
from cardroom.house.secrets import Vault, key_in, key_in_force, write_key

__all__ = ["CommitUnknown", "Conflict", "Store", "StoreError", "Values", "migrated", "opened", "plainly", "read_only"]

Values = Mapping[str, Any] | list[dict[str, Any]] | tuple[()]
"""What a statement is run with: values by name, or several of them."""

_BUSY_SECONDS = 30
_FRESH_SECONDS = 1
"""So long a connection is not asked whether it is sound."""
_MOST_IDLE = 4
"""So many connections of a kind are kept at hand."""
_COLLISIONS = frozenset({"23505", "40001", "40P01"})
"""PostgreSQL: a row is there already, or transactions wait for each other. SQLite has one writer at a time."""


class StoreError(CardroomError):
    """The database could not do it: nothing was changed, and the message says why."""


class CommitUnknown(StoreError):
    """The database failed at a transaction's very end: all of it was kept, or nothing. Who asks again by the same key
    is safe in either case."""


class Conflict(StoreError):
    """Two were at the same thing at once, and this one gave way: to try again is right."""


class Store:
    """A database, and the key of what is secret in it.

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
        """`where` is a file for SQLite or the URL of a PostgreSQL database; with `new` there must be no store yet, or
        an empty one. With `read_only` nothing is written, not even beside the file: it may be where nobody can write.

        Without a key given it is that of the environment, or of the file beside an SQLite store, which is made with
        the store.
        """
        from cardroom.house.migrations import bring_up_to_date, check_version  # noqa: PLC0415

        self.url = _url(where)
        self.file = Path(self.url.database) if self.sqlite and self.url.database else None
        if self.file and not create and not self.file.exists():
            raise Mistaken(f"{self.file}: there is no store; `cardroom store init` makes one")
        if self.file and self.file.is_dir():
            raise Mistaken(f"{self.file}: this is a folder; a store is a file in it")
        if self.file and create and self.file.parent.is_dir() and not read_only:
            self.file.touch(mode=0o600)  # before SQLite makes it: its log beside it is for the same eyes as the file
        self._engine = _engine(self.url, read_only=read_only)
        self._writers: list[tuple[Connection, float]] = []
        """Connections that have written, and until when they are taken to be sound ..."""
        self._lookers: list[tuple[Connection, float]] = []
        """... and some that have looked, without a transaction."""
        try:
            with plainly(self):
                there = inspect(self._engine).has_table("books")
                if there and new and _holds_something(self._engine):
                    raise Mistaken(f"{self}: there is a store already; name a new place")
                new = create and not there
                if not new:
                    check_version(self._engine)
            # Before the tables: a store must not be without its key, whenever its making is cut short.
            self._key = key or key_in_force(self.key_file, make=new)
            self.vault = Vault(self._key)
            if new:
                with plainly(self):
                    bring_up_to_date(self._engine)
                if self.file:
                    self.file.chmod(0o600)
        except BaseException:
            self.close()
            raise

    @property
    def sqlite(self) -> bool:
        """Whether it is a file."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def key_file(self) -> Path | None:
        """Where the key of an SQLite store lies, if it is not in the environment."""
        return self.file and self.file.with_suffix(".key")

    def beside(self, where: str | Path, *, create: bool = False, new: bool = False) -> Store:
        """Another store under the same key."""
        return Store(where, create=create, new=new, key=self._key)

    def write_key(self, file: Path) -> None:
        """Write the key into a new file that only its owner can read; one that holds it already is left as it is."""
        if not file.exists():
            write_key(file, self._key)
        elif key_in(file, make=False) != self._key:
            raise Mistaken(f"{file}: this is another key than that of {self}; move it away first")

    def __repr__(self) -> str:
        return _name(self.url)

    def close(self) -> None:
        """Let go of the database."""
        for idle in (self._writers, self._lookers):
            while idle:
                idle.pop()[0].close()
        self._engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction: all of it is kept when this ends, or nothing."""
        with plainly(self):
            connection = _fresh(self._writers) or self._engine.connect()
            try:
                connection.begin()
                yield connection
                try:
                    connection.commit()
                except SQLAlchemyError as error:  # it may have failed on the way back
                    said = "whether it was kept is not known: ask again by the same key"
                    raise CommitUnknown(f"{self}: {_words(error)}; {said}") from error
            except BaseException:
                connection.close()
                raise
            _keep(connection, self._writers)

    def look(self, statement: ClauseElement, values: Values) -> list[tuple[Any, ...]]:
        """What a single statement finds at this moment, by the driver itself and without a transaction."""
        with plainly(self):
            connection = _fresh(self._lookers)
            if connection is None:
                alone = {} if self.sqlite else {"isolation_level": "AUTOCOMMIT"}
                connection = self._engine.connect().execution_options(**alone)
            try:
                found = self.rows(connection, statement, values)
            except BaseException:
                connection.invalidate()  # it may wait for an answer still, and cannot be set back so
                connection.close()
                raise
            _keep(connection, self._lookers)
            return found

    def run(self, connection: Connection, statement: ClauseElement, values: Values) -> None:
        """Have the driver itself run a statement, once or for each of several values.

        What is run at every step of every table goes this way: it is put into words once, and costs a tenth.
        """
        _driven(connection, _text(statement, self.url.drivername), values)

    def rows(self, connection: Connection, statement: ClauseElement, values: Values) -> list[tuple[Any, ...]]:
        """What the driver itself finds."""
        found: list[tuple[Any, ...]] = _driven(connection, _text(statement, self.url.drivername), values, found=True)
        return found

    def not_waiting(self, connection: Connection) -> AbstractContextManager[object]:
        """Send what is run meanwhile to a database elsewhere without waiting for each answer; all have come when this
        ends, and only the driver may be used within."""
        return nullcontext() if self.sqlite else _pipeline(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment, and is not to be written through."""
        level = {} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
        with plainly(self), self._engine.connect() as connection:
            connection.execution_options(reads=True, **level)
            with connection.begin():
                try:
                    yield connection
                except TypeError as error:  # a column of a damaged file holds another kind of value
                    raise StoreError(f"{self}: it holds what nobody wrote, and is damaged: {error}") from error


def migrated(where: str | Path) -> tuple[str, str]:
    """Bring a store of an older version up to date, all of it or nothing; gives the versions before and after."""
    from cardroom.house.migrations import bring_up_to_date, check_version, newest, version_of  # noqa: PLC0415

    url = _url(where)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        raise Mistaken(f"{where}: there is no store; `cardroom store init` makes one")
    engine = _engine(url)
    try:
        with plainly(_name(url)):
            check_version(engine, older=True)
            before = str(version_of(engine))
            bring_up_to_date(engine)
            return before, newest()
    finally:
        engine.dispose()


def _keep(connection: Connection, idle: list[tuple[Connection, float]]) -> None:
    """Keep a connection at hand, if there are not enough: the others go back into the pool, which has only so many."""
    if len(idle) < _MOST_IDLE:
        idle.append((connection, monotonic() + _FRESH_SECONDS))
    else:
        connection.close()


def _fresh(idle: list[tuple[Connection, float]]) -> Connection | None:
    """A connection that was used just now; others go back into the pool, which asks whether they are sound."""
    while idle:
        connection, until = idle.pop()
        if monotonic() < until:
            return connection
        connection.close()
    return None


@cache
def _text(statement: ClauseElement, driver: str) -> str:
    """A statement in the words of a database, with named values."""
    named = "named" if driver == "sqlite" else "pyformat"
    return str(statement.compile(dialect=URL.create(driver).get_dialect()(paramstyle=named)))  # type: ignore[call-arg]


def _driven(connection: Connection, text: str, values: Values = (), *, found: bool = False) -> Any:
    """Run a statement by the driver; gives the rows that it has found, if it finds any."""
    cursor = connection.connection.cursor()
    try:
        if isinstance(values, list) and len(values) > 1:
            cursor.executemany(text, values)
        else:
            cursor.execute(text, values[0] if isinstance(values, list) else values)
        return cursor.fetchall() if found else []
    except connection.dialect.loaded_dbapi.Error as error:
        raise _as_if_sqlalchemys(connection, error) from error


@contextmanager
def _pipeline(connection: Connection) -> Iterator[None]:
    driver: Any = connection.connection.driver_connection
    try:
        with driver.pipeline():
            yield
    except connection.dialect.loaded_dbapi.Error as error:
        raise _as_if_sqlalchemys(connection, error) from error


def _as_if_sqlalchemys(connection: Connection, error: Any) -> DBAPIError:
    """An error of the driver as if SQLAlchemy had run what failed."""
    dialect = connection.dialect
    if lost := dialect.is_disconnect(error, connection.connection, None):
        connection.invalidate(error)
    kinds = dialect.loaded_dbapi.Error
    made: DBAPIError = DBAPIError.instance("", None, error, kinds, connection_invalidated=lost, dialect=dialect)
    return made


def opened(where: str | Path) -> Engine:
    """The database of a file or URL, set up as a store's is."""
    return _engine(_url(where))


@contextmanager
def plainly(name: object) -> Iterator[None]:
    """Errors of the database as one of ours."""
    try:
        yield
    except SQLAlchemyError as error:
        collided = isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _COLLISIONS
        raised = Conflict if collided else StoreError
        if isinstance(error, IntegrityError):
            raise raised(f"{name}: refused, and nothing was changed: {_words(error)}") from error
        raise raised(f"{name}: {_words(error)}; nothing was changed") from error
    except (UnicodeError, OverflowError) as error:  # the driver's own, where a damaged file holds what nobody wrote
        raise StoreError(f"{name}: this cannot be written or read; the store may be damaged: {error}") from error


def _name(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return f"SQLite, {Path(url.database or '').name}"
    return f"PostgreSQL, {url.set(drivername='postgresql').render_as_string(hide_password=True)}"


def _words(error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)


def _url(where: str | Path) -> URL:
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise Mistaken("a store is a file, or a URL as in postgresql://user@host/room") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise Mistaken(f"a store is SQLite or PostgreSQL, not {url.get_backend_name()}")
    return url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg")


def _holds_something(engine: Engine) -> bool:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT 1 FROM books LIMIT 1").first() is not None


def read_only(file: Path) -> str:
    """The address of a file that is only read; where nobody can write beside it, nobody changes it either."""
    ways = "mode=ro" if os.access(file.parent, os.W_OK) else "mode=ro&immutable=1"
    return f"file:{quote(str(file.absolute()))}?{ways}"


def _read_only(url: URL) -> URL:
    place, _, ways = read_only(Path(url.database or "")).partition("?")
    return url.set(database=place, query={"uri": "true", **dict(parse_qsl(ways))})


def _engine(url: URL, *, read_only: bool = False) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    place = _read_only(url) if read_only else url
    engine = create_engine(place, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, below
        writes = () if read_only else ("journal_mode = WAL", "synchronous = FULL")
        for pragma in (*writes, "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get("reads")
        _driven(connection, "BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine
