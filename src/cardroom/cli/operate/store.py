"""`cardroom store`: create, check, back up, restore and export a store."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, note, print_json
from cardroom.cli.terminal.progress import progress_bar
from cardroom.cli.terminal.words import plural
from cardroom.errors import CardroomError
from cardroom.house import Books, House, Store
from cardroom.house.backup import (
    WHAT,
    Program,
    StoreCheck,
    backup,
    check_store,
    program_change,
    program_digest,
    restore,
    restore_note,
)
from cardroom.house.books import CAGE, KEY, database_url, entry_hash, first_hash, key_in, migrate, room_books, rotate
from cardroom.house.cage import LOCAL

__all__ = [
    "LOCAL",
    "backup_command",
    "check_command",
    "init_command",
    "migrate_command",
    "open_store",
    "people_location",
    "restore_command",
    "rotate_key_command",
    "store_files",
    "store_location",
]

LOCATION = "CARDROOM_STORE"
"""The environment variable with the location of the store."""
_COUNTED = {"rules": ("rule set", "rule sets"), "lines": ("entry", "entries")}


def store_location(given: str | None) -> str:
    """The location of the store: as given, from the environment, or in this user's data folder.

    The URL of a served room in PostgreSQL stands for its money books.
    """
    if location := given or os.environ.get(LOCATION):
        if not location.startswith("postgres"):
            return location
        return room_books(database_url(location)).render_as_string(hide_password=False)
    usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return str(Path(os.environ.get("XDG_DATA_HOME") or Path.home() / usual) / "cardroom/room.db")


def people_location(given: str | None) -> str | None:
    """The people database of the room whose money books are in a store, or None if there is none."""
    location = given or os.environ.get(LOCATION) or ""
    if location.startswith("postgres"):
        url = database_url(location)
        if room_books(url) == url:
            return None  # a store of its own, or one schema of a room
        return url.update_query_dict({"options": "-csearch_path=people"}).render_as_string(hide_password=False)
    file = Path(store_location(given).removeprefix("sqlite:///")).with_suffix(".people.db")
    return str(file) if file.is_file() else None


def store_files(where: str | None, key: Path | None = None) -> list[Path]:
    """The files of a store, which must never be overwritten."""
    location = store_location(where).removeprefix("sqlite:///")
    if "://" in location:
        return [key] if key else []
    beside = [Path(location + end) for end in ("", "-wal", "-shm", "-journal")]
    return [*beside, Path(location).with_suffix(".key"), *([key] if key else [])]


@contextmanager
def open_store(
    where: str | None, key: Path | None = None, *, writes: bool = False, stopped: str = "nothing was written"
) -> Iterator[Store]:
    """Open an existing store with its key, and close it in the end. It is read-only, unless `writes` is set.

    `stopped` is printed after Ctrl-C: what the interruption left behind.
    """
    store = Store(store_location(where), key=key_in(key, make=False) if key else None, read_only=not writes)
    try:
        _check_key(store, key)
        yield store
    except KeyboardInterrupt:
        note(f"cardroom: stopped: {stopped}")
        raise
    finally:
        store.close()


def _check_key(store: Store, key: Path | None) -> None:
    """Raise an error for a wrong key. If the first entry itself was changed, an audit reports that."""
    try:
        first = next(Books(store).entries(CAGE), None)
        if first is None or not first.secret or entry_hash(first_hash(CAGE), first) != first.hash:
            return
    except (CardroomError, TypeError, ValueError):
        return
    try:
        store.vault.decrypt(first.body, CAGE, first.number)
    except CardroomError:
        named = key or (KEY if os.environ.get(KEY) else store.key_file)
        raise UsageError(f"{named}: this is not the key of {store}. Give --key FILE, or set {KEY}.") from None


def init_command(where: str | None, as_json: bool) -> int:
    """Create a store."""
    location = store_location(where)
    if "://" not in location:
        Path(location).parent.mkdir(parents=True, exist_ok=True)
    store = Store(location, create=True, new=True)
    try:
        Program(House(Books(store), create=True), who="store init")
        own = None if os.environ.get(KEY) else store.key_file
        if as_json:
            print_json({"store": repr(store), "key": own and str(own)})
            return 0
        screen = console()
        screen.print(f"Created: {store}", soft_wrap=True)
        screen.print(_key_words(own), soft_wrap=True)
    finally:
        store.close()
    return 0


def rotate_key_command(where: str | None, why: str) -> int:
    """Put a new part before the key of a store. The old parts stay, to read what they encrypted."""
    from cardroom.web.halls import Databases, lock_room  # noqa: PLC0415

    if os.environ.get(KEY):
        raise UsageError(
            f"The key comes from {KEY}. Set it to 64 new hexadecimal digits, a comma and the old key, "
            "and start every process again."
        )
    location = store_location(where)
    with open_store(where, writes=True) as store:
        file = store.key_file
        if file is None:
            raise UsageError(f"{store}: a PostgreSQL store has its key in {KEY}.")
    unlock = lock_room(Databases(location, "", ""))  # a server would go on with the old key
    try:
        rotate(file)
        with open_store(where, writes=True) as store:
            House(Books(store)).note("key", who=LOCAL, why=why, after="a new key is in use")
    finally:
        unlock()
    console().print(f"{file} has a new key. Copy it to a safe place, apart from backups.", soft_wrap=True)
    return 0


def migrate_command(where: str | None, as_json: bool) -> int:
    """Upgrade a store of an older version."""
    with progress_bar() as progress:
        progress("migrating", 0, 1)
        before, after = migrate(store_location(where))
    if as_json:
        print_json({"before": before, "after": after})
    else:
        same = f"The store already has version {after}."
        console().print(same if before == after else f"Upgraded the store from version {before} to {after}.")
    return 0


def check_command(where: str | None, key: Path | None, as_json: bool) -> int:
    """Check a store, and the files of this program."""
    with open_store(where, key) as store:
        with progress_bar() as progress:
            result = check_store(Books(store), progress)
        changed = program_change(Books(store)) if not result.problems else None
        name = repr(store)
    if changed:
        result = result._replace(problems=[_note_change(where, key, *changed)])
    _print_result(name, result, as_json, program_digest())
    return 1 if result.problems else 0


def _note_change(where: str | None, key: Path | None, before: str, after: str) -> str:
    """Note that the program changed. Returns the message about it."""
    change = f"The program changed since it was last recorded, from {before[:16]} to {after[:16]}."
    try:
        with open_store(where, key, writes=True) as store:
            House(Books(store)).note(WHAT, who="store check", why="the program changed", before=before, after=after)
    except CardroomError as error:
        return f"{change} This could not be recorded: {error}"
    return f"{change} The change is recorded now. If no one installed a different version, stop play."


def backup_command(file: Path, where: str | None, key: Path | None, as_json: bool) -> int:
    """Copy a store that is in use."""
    with open_store(where, key) as store:
        with progress_bar() as progress:
            result = backup(store, file, progress)
        own = key or (None if os.environ.get(KEY) else store.key_file)
    if as_json:
        print_json({"file": str(file), "key": own and str(own), **result._asdict()})
    else:
        _print_result(str(file), result, False)
        console().print(_key_words(own), soft_wrap=True)
    return 0


def restore_command(file: Path, where: str | None, key: Path | None, as_json: bool) -> int:
    """Create a new store from a backup."""
    to = store_location(where)
    with open_store(str(file), key, stopped=f"the new store {to} is incomplete; remove it") as copy:
        if "://" not in to:
            Path(to).parent.mkdir(parents=True, exist_ok=True)
            if not os.environ.get(KEY):
                copy.write_key(Path(to).with_suffix(".key"))
        with progress_bar() as progress:
            made = datetime.fromtimestamp(max(_last_times(copy), default=0) // 1_000_000, UTC).isoformat()
            result = restore(copy, to, progress, restore_note(file, made, LOCAL))
    _print_result(to if "://" not in to else "PostgreSQL", result, as_json)
    return 1 if result.problems else 0


def _last_times(store: Store) -> Iterator[int]:
    """The time of the last entry of each book."""
    books = Books(store)
    for name in books.heads():
        if last := books.last(name):
            yield last.at


def _key_words(file: Path | None) -> str:
    where = f"Its key is in {file}." if file else f"Its key is in {KEY}."
    return f"{where} Keep a separate copy: without the key, the store is useless."


def _print_result(what: str, result: StoreCheck, as_json: bool, program: str = "") -> None:
    if as_json:
        print_json({"store": what, **result._asdict(), **({"program": program} if program else {})})
        return
    screen = console()
    words = {name: (name.removesuffix("s"), name) for name in result.rows} | _COUNTED
    rows = ", ".join(plural(count, *words[name]) for name, count in result.rows.items())
    screen.print(f"{what}: version {result.version}; {rows}", soft_wrap=True)
    if program:
        screen.print(f"Program digest: {program}", soft_wrap=True)
    for problem in result.problems:
        screen.print(f"  {problem}", style="red", soft_wrap=True)
    if not result.problems:
        screen.print("No problems found. For a full check of every entry and round, run `cardroom audit`.")
