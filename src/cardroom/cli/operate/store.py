"""`cardroom store`: create, check, back up, restore and export a store."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.common import open_store, store_location
from cardroom.cli.operate.events import alerts_command, events_command
from cardroom.cli.operate.export import export_command
from cardroom.cli.terminal.common import console, plural, print_json
from cardroom.cli.terminal.options import BackupFile, CommandGroup, Json, Key, Where
from cardroom.cli.terminal.progress import progress_bar
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
from cardroom.house.books import KEY, migrate, rotate
from cardroom.house.cage import LOCAL

__all__ = ["app", "check_command", "init_command"]

app = CommandGroup("Create, check, migrate, copy or export a store of books.")
_COUNTED = {"rules": ("rule set", "rule sets"), "lines": ("entry", "entries")}


@app.command("init")
def init_command(where: Where = None, *, as_json: Json = False) -> int:
    """Create a store and its key."""
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


@app.command("migrate")
def migrate_command(where: Where = None, *, as_json: Json = False) -> int:
    """Upgrade a store of an older version. If it fails, nothing changes."""
    with progress_bar() as progress:
        progress("migrating", 0, 1)
        before, after = migrate(store_location(where))
    if as_json:
        print_json({"before": before, "after": after})
    else:
        same = f"The store already has version {after}."
        console().print(same if before == after else f"Upgraded the store from version {before} to {after}.")
    return 0


@app.command("rotate-key")
def rotate_key_command(
    where: Where = None,
    *,
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the books.")] = "routine",
) -> int:
    """Give a store a new key. Old entries stay readable, because the key file keeps the old keys."""
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


@app.command("check")
def check_command(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Check a store quickly, and the files of this program.

    It checks database, version, key, counts and sums. `cardroom audit` checks everything.
    """
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


app.command("events")(events_command)
app.command("alerts")(alerts_command)


@app.command("backup")
def backup_command(file: BackupFile, where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Copy a store to a new file, while it is in use."""
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


@app.command("restore")
def restore_command(file: BackupFile, where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Create a store from a backup, in a file or in PostgreSQL."""
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


app.command("export")(export_command)


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
