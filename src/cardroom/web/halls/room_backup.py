"""Back up a whole card room as of one moment, while it is served, and restore it.

A backup is one zip file with the books of both halls, the people database and a list of contents. It does not contain
the keys of the books, and cannot be restored without them. It contains their check values, by which a restore finds
the right keys. Sessions, access tokens and the room's own secrets are left out, so that a thief cannot use them. All
users must sign in again after a restore.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import msgspec
from sqlalchemy import Connection, Engine, inspect, text

from cardroom.errors import InputError
from cardroom.house import Books, Store, StoreError
from cardroom.house.audit import Checkpoint, digest
from cardroom.house.backup import Progress, StoreCheck, check_store, copy_rows, publish, restore, restore_note
from cardroom.house.books import KEY, KEY_FILE, earlier_keys, key_in, key_in_force, open_engine, schema, store_errors
from cardroom.house.cage import LOCAL
from cardroom.version import version
from cardroom.web.halls.databases import Databases
from cardroom.web.halls.table_config import MONEY, PLAY
from cardroom.web.people import ACCESS_TOKENS, METADATA, MIGRATIONS, PEOPLE, SECRETS, SESSIONS

__all__ = ["Contents", "HallContents", "Signer", "backup_room", "read_contents", "restore_room"]

_FORMAT = "cardroom-room-1"
_CONTENTS = "contents.json"
_HALLS = (MONEY, PLAY)
_PEOPLE = "people"
_LEFT_OUT = SESSIONS.name, ACCESS_TOKENS.name, SECRETS.name
"""Tables of the people database that are not in a backup."""
_MEMBERS = tuple(f"{name}.db" for name in (*_HALLS, _PEOPLE))


class HallContents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The books of a hall in a backup."""

    version: str
    """The version of the store."""
    rows: dict[str, int]
    heads: str
    """One hash for the heads of all books: `cardroom audit` prints the same."""
    key: str
    """The check value of the store's key."""


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a backup contains."""

    made: str
    program: str
    halls: dict[str, HallContents]
    people: dict[str, int]
    """The number of rows by table."""
    format: str = _FORMAT


def backup_room(
    databases: Databases, file: Path, progress: Progress = lambda *_: None, checkpoint: Path | None = None
) -> Contents:
    """Write a backup of a room to a new file, which only its owner can read. It is checked after it is written.

    `checkpoint` is a second new file, for the heads and balances of the money books. Keep it elsewhere: an audit of the
    restored room with `--checkpoint` shows whether the backup was changed in the meantime.
    """
    for each in (file, checkpoint):
        if each and os.path.lexists(each):
            raise InputError(f"{each} already exists. Choose a new file.")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as folder:
            contents, state = _copy(databases, Path(folder), progress)
            part = Path(folder) / "backup.zip"
            _pack(part, contents, progress)
            if checkpoint:
                _write_new(checkpoint, state.json())
            publish(part, file)
    except FileExistsError:
        raise InputError(f"{file} exists now. Choose a new file for the backup.") from None
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"Cannot write the backup to {file}: {error}") from error
    return contents


def _copy(databases: Databases, folder: Path, progress: Progress) -> tuple[Contents, Checkpoint]:
    with ExitStack() as opened:
        stores = {name: Store(getattr(databases, name), read_only=True) for name in _HALLS}
        for store in stores.values():
            opened.callback(store.close)
        people = open_engine(databases.people)
        opened.callback(people.dispose)
        sources = opened.enter_context(_one_moment([*(store.engine for store in stores.values()), people]))
        halls, checkpoint = {}, Checkpoint({}, [])
        for (name, store), source in zip(stores.items(), sources, strict=False):
            with closing(store.beside(folder / f"{name}.db", create=True)) as copy:
                with copy.transaction() as target:
                    copy_rows(source, target, schema.metadata, progress)
                books = Books(copy)
                checked = check_store(books, progress)
                if checked.problems:
                    raise StoreError(f"The copy of {name} is faulty: {'; '.join(checked.problems)}")
                halls[name] = HallContents(checked.version, checked.rows, digest(books.heads()), _check_value(copy.key))
                if name == MONEY:
                    now = int(datetime.now(UTC).timestamp() * 1_000_000)
                    checkpoint = Checkpoint(books.heads(), sorted(books.balances(empty=True).items()), now)
        rows = _copy_people(sources[-1], folder / f"{_PEOPLE}.db", progress)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return Contents(made, version(), halls, rows), checkpoint


@contextmanager
def _one_moment(engines: Sequence[Engine]) -> Iterator[list[Connection]]:
    """A reading connection to each database. All see the same moment.

    PostgreSQL: the first transaction exports its snapshot to the others. SQLite: writers wait for an instant, until
    every reading transaction has begun.
    """
    with store_errors("the room"), ExitStack() as readers:
        if engines[0].dialect.name == "sqlite":
            with ExitStack() as writers:
                for engine in engines:
                    writers.enter_context(closing(_locked(engine)))
                yield_to = [readers.enter_context(_reading(engine)) for engine in engines]
                for connection in yield_to:
                    connection.exec_driver_sql("SELECT COUNT(*) FROM sqlite_master").scalar()
        else:
            yield_to = [readers.enter_context(_reading(engines[0]))]
            moment = yield_to[0].exec_driver_sql("SELECT pg_export_snapshot()").scalar()
            for engine in engines[1:]:
                connection = readers.enter_context(_reading(engine))
                connection.exec_driver_sql(f"SET TRANSACTION SNAPSHOT '{moment}'")
                yield_to.append(connection)
        yield yield_to


def _locked(engine: Engine) -> sqlite3.Connection:
    """A connection to an SQLite file that prevents writes by others until it is closed."""
    file = (engine.url.database or "").removeprefix("file:").partition("?")[0]
    lock = sqlite3.connect(file, timeout=30, isolation_level=None)
    try:
        lock.execute("BEGIN IMMEDIATE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


@contextmanager
def _reading(engine: Engine) -> Iterator[Connection]:
    level = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect() as connection:
        connection.execution_options(reads=True, **level)
        with connection.begin():
            yield connection


def _copy_people(source: Connection, where: str | Path, progress: Progress) -> dict[str, int]:
    """Copy the people database without sessions and secrets to a new place. Return the number of rows by table."""
    engine = open_engine(where)
    try:
        with engine.begin() as target:
            MIGRATIONS.bring_up_to_date(target)
            if _count(target, PEOPLE.name):
                raise InputError("The people database of that room has users already. Choose a new place.")
            return copy_rows(source, target, METADATA, progress, without=_LEFT_OUT)
    finally:
        engine.dispose()


def _count(connection: Connection, table: str) -> int:
    return int(connection.execute(text(f"SELECT COUNT(*) FROM {table}")).scalar_one())


def _pack(part: Path, contents: Contents, progress: Progress) -> None:
    """Write the copies beside `part` into one file, and read it again."""
    out = os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")
    with out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(_CONTENTS, msgspec.json.format(msgspec.json.encode(contents), indent=1))
        for number, name in enumerate(_MEMBERS):
            progress("packing", number, len(_MEMBERS))
            archive.write(part.parent / name, name)
        archive.close()
        out.flush()
        os.fsync(out.fileno())
    read_contents(part)


def read_contents(file: Path) -> Contents:
    """Return the contents of a backup, after checking every byte against its checksum."""
    try:
        with zipfile.ZipFile(file) as archive:
            damaged = _damaged_member(archive)
            contents = msgspec.json.decode(archive.read(_CONTENTS), type=Contents)
            missing = {*_MEMBERS} - {*archive.namelist()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError) as error:
        raise InputError(f"{file} is not a backup of a card room: {error}") from None
    if damaged or missing or contents.format != _FORMAT:
        problem = f"{damaged} is damaged" if damaged else f"{', '.join(sorted(missing))} missing" if missing else ""
        raise InputError(f"{file} cannot be restored: {problem or f'its format is {contents.format!r}'}.")
    return contents


def _damaged_member(archive: zipfile.ZipFile) -> str | None:
    """The first member of an archive that cannot be read."""
    try:
        return archive.testzip()
    except OSError as error:  # a damaged offset may point to before the file
        raise zipfile.BadZipFile(str(error)) from None


Signer: TypeAlias = Callable[[Store, str], str]
"""Returns the author of a restore, who is a user of the backed-up room: by its money books and its people database."""


def restore_room(
    file: Path,
    databases: Databases,
    keys: Sequence[Path] = (),
    progress: Progress = lambda *_: None,
    signer: Signer = lambda *_: LOCAL,
) -> dict[str, StoreCheck]:
    """Create a room from a backup. An existing room is never overwritten. The books of both halls note the restore.

    The keys of the books are searched in the environment, in the files `keys`, and beside the new room.
    """
    contents = read_contents(file)
    _check_free(databases)
    store_keys = {name: _find_key(name, contents.halls[name], getattr(databases, name), keys) for name in _HALLS}
    near = file.parent if databases.shared else Path(databases.money).parent
    with tempfile.TemporaryDirectory(prefix=".restoring.", dir=near) as folder, zipfile.ZipFile(file) as archive:
        archive.extractall(folder, _MEMBERS)
        new = databases if databases.shared else Databases(*(f"{folder}/new.{name}.db" for name in (*_HALLS, _PEOPLE)))
        results = {}
        with closing(Store(Path(folder) / f"{MONEY}.db", key=store_keys[MONEY])) as copy:
            noted = restore_note(file, contents.made, signer(copy, f"{folder}/{_PEOPLE}.db"))
        for name in _HALLS:
            with closing(Store(Path(folder) / f"{name}.db", key=store_keys[name])) as copy:
                results[name] = restore(copy, getattr(new, name), progress, noted)
                if not databases.shared and not os.environ.get(KEY):
                    copy.write_key(Path(getattr(databases, name)).with_suffix(".key"))
            if problems := results[name].problems:
                raise StoreError(f"The restored books of {name} are faulty: {'; '.join(problems)}")
        people = open_engine(Path(folder) / f"{_PEOPLE}.db")
        try:
            with people.begin() as copied:
                MIGRATIONS.bring_up_to_date(copied)
            with _one_moment([people]) as (source,):
                _copy_people(source, new.people, progress)
        finally:
            people.dispose()
        if not databases.shared:
            for here, there in zip(new, databases, strict=True):
                Path(here).chmod(0o600)
                os.link(here, there)
    return results


def _check_free(databases: Databases) -> None:
    """Refuse a place that is not empty."""
    for where in databases:
        if "://" not in where:
            if os.path.lexists(where):
                raise InputError(f"{where} already exists. Restore to a new place.")
            continue
        engine = open_engine(where)
        try:
            with store_errors("PostgreSQL"), engine.connect() as connection:
                for table in ("books", "people"):
                    if inspect(connection).has_table(table) and _count(connection, table):
                        raise InputError("There is a card room in that database already. Restore to a new one.")
        finally:
            engine.dispose()


def _find_key(hall: str, contents: HallContents, where: str, keys: Sequence[Path]) -> bytes:
    """Find the key that matches the check value in a backup."""
    candidates = [*keys]
    if "://" not in where and (beside := Path(where).with_suffix(".key")).exists():
        candidates.append(beside)
    given = [key_in_force(None, make=False)] if os.environ.get(KEY) or os.environ.get(KEY_FILE) else []
    given += [key_in(each, make=False) for each in candidates]
    for key in given:
        if any(_check_value(earlier) == contents.key for earlier in earlier_keys(key)):  # it may be rotated since
            return key
    raise InputError(
        f"The key of the {hall} books is missing: none of the {len(given)} given keys fits. "
        f"Give each key file with --key FILE, or set {KEY}."
    )


def _check_value(key: bytes) -> str:
    """A short hash that identifies a key without revealing it."""
    return sha256(b"cardroom key check\n" + key).hexdigest()[:16]


def _write_new(file: Path, content: bytes) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
