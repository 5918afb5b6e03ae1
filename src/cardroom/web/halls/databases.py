"""The three databases of a card room: the books of money, the books of play money, and the people database.

They are separate databases, so that play money can never become money.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from cardroom.errors import InputError
from cardroom.house.books import StoreError

__all__ = ["Databases", "databases_for", "home", "lock_room", "one_at_a_time"]


class Databases(NamedTuple):
    """The databases of a room, as files or PostgreSQL URLs."""

    money: str
    play: str
    people: str

    @property
    def shared(self) -> bool:
        """Whether several processes can serve the room."""
        return "://" in self.money


def home() -> Path:
    """The folder of the card room if `--db` is not given."""
    if folder := os.environ.get("CARDROOM_HOME"):
        return Path(folder)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cardroom"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cardroom"


def databases_for(db: str | None, *, create: bool = True) -> Databases:
    """Return the databases of a room for a value of `--db`. With `create`, create the folder or the schemas.

    >>> databases_for("sqlite:////srv/room.db").play
    '/srv/room.play.db'
    """
    if db is None:
        if create:
            home().mkdir(parents=True, exist_ok=True, mode=0o700)
        return _files(home() / "room.db")
    if "://" not in db:
        raise InputError(f"{db}: use sqlite:///FILE or postgresql://USER@HOST/DATABASE.")
    try:
        url = make_url(db)
    except (ArgumentError, ValueError):
        raise InputError(
            "The database URL is not valid. Use sqlite:///FILE or postgresql://USER@HOST/DATABASE."
        ) from None
    if url.get_backend_name() == "sqlite" and url.database:
        return _files(Path(url.database))
    if url.get_backend_name() != "postgresql":
        raise InputError(f"Use SQLite or PostgreSQL, not {url.get_backend_name()}.")
    return _schemas(url.set(drivername="postgresql+psycopg"), create)


@contextmanager
def one_at_a_time(databases: Databases) -> Iterator[None]:
    """Make the processes of a room open its databases one after another. The first one creates the tables."""
    if not databases.shared:
        yield
        return
    engine = create_engine(databases.people, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as database:
            database.execute(text("SELECT pg_advisory_lock(hashtext('cardroom start'))"))
            yield
    finally:
        engine.dispose()  # also releases the lock


def lock_room(databases: Databases) -> Callable[[], None]:
    """Prevent other processes from serving a room in SQLite; return a function that releases the lock.

    The lock also ends with this process, even in a crash. Without it, two processes could serve the same tables.
    """
    if databases.shared:
        return lambda: None
    file = Path(databases.money).resolve().with_suffix(".lock")
    try:
        file.touch(mode=0o600)
        lock = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            lock.close()
            raise
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_BUSY:
            raise StoreError(f"{file}: {error}") from None
        raise InputError(
            f"Another `cardroom serve` already serves {databases.money}. Only one process can serve a room in SQLite. "
            "Stop the other one, or use PostgreSQL for several processes (--db postgresql://...)."
        ) from None
    return lock.close


def _files(file: Path) -> Databases:
    if not file.parent.is_dir():
        raise InputError(f"The folder {file.parent} does not exist.")
    return Databases(str(file), str(file.with_suffix(".play.db")), str(file.with_suffix(".people.db")))


def _schemas(url: URL, create: bool) -> Databases:
    names = ("money", "play", "people")
    engine = create_engine(url)
    try:
        with engine.begin() as database:
            if create:
                database.execute(text("SELECT pg_advisory_xact_lock(hashtext('cardroom places'))"))
                for name in names:
                    database.execute(text(f"CREATE SCHEMA IF NOT EXISTS {name}"))
    except SQLAlchemyError as error:
        why = next(iter(str(getattr(error, "orig", error)).strip().splitlines()), "no answer")
        raise StoreError(f"PostgreSQL: {why}") from None
    finally:
        engine.dispose()
    urls = [url.update_query_dict({"options": f"-csearch_path={name}"}) for name in names]
    return Databases(*(each.render_as_string(hide_password=False) for each in urls))
