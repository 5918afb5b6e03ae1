"""`cardroom store`: the house's store made, looked over, copied and written out."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardroom.cli import UsageError
from cardroom.cli.common import console, note, print_json
from cardroom.cli.progress import progress_bar
from cardroom.cli.words import plural
from cardroom.errors import CardroomError
from cardroom.house import Books, House, Store
from cardroom.house.backup import StoreCheck, backup, check_store, restore
from cardroom.house.export import FORMATS, export
from cardroom.house.program import WHAT, Program, program_change, program_digest
from cardroom.house.secrets import KEY, key_in
from cardroom.house.store import migrate
from cardroom.house.values import CAGE, chained, first_hash

__all__ = [
    "backup_command",
    "check_command",
    "export_command",
    "init_command",
    "migrate_command",
    "open_store",
    "restore_command",
    "store_files",
    "store_location",
]

LOCATION = "CARDROOM_STORE"
"""The environment variable that says where the store is."""


def store_location(said: str | None) -> str:
    """Where the store is: as was said, as the environment says, or where programs of this user keep their data."""
    if said or os.environ.get(LOCATION):
        return said or os.environ[LOCATION]
    usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return str(Path(os.environ.get("XDG_DATA_HOME") or Path.home() / usual) / "cardroom/room.db")


def store_files(where: str | None, key: Path | None = None) -> list[Path]:
    """The files that are a store's own: nothing is ever written over them."""
    found = store_location(where).removeprefix("sqlite:///")
    if "://" in found:
        return [key] if key else []
    beside = [Path(found + end) for end in ("", "-wal", "-shm", "-journal")]
    return [*beside, Path(found).with_suffix(".key"), *([key] if key else [])]


@contextmanager
def open_store(
    where: str | None, key: Path | None = None, *, writes: bool = False, stopped: str = "nothing was written"
) -> Iterator[Store]:
    """A store that is there, under its own key, closed in the end; to be read, unless one `writes`.

    Whoever stops it is told in what way that leaves things.
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
    """Refuse a key that is another's. Where the first line is not what was written, an audit has to say so."""
    try:
        first = next(Books(store).entries(CAGE), None)
        if first is None or not first.secret or chained(first_hash(CAGE), first) != first.hash:
            return
    except (CardroomError, TypeError, ValueError):
        return
    try:
        store.vault.decrypt(first.body, CAGE, first.number)
    except CardroomError:
        named = key or (KEY if os.environ.get(KEY) else store.key_file)
        raise UsageError(f"{named}: this is not the key of {store}; --key FILE names it, or {KEY} holds it") from None


def init_command(where: str | None, as_json: bool) -> int:
    """Make a store."""
    found = store_location(where)
    if "://" not in found:
        Path(found).parent.mkdir(parents=True, exist_ok=True)
    store = Store(found, create=True, new=True)
    try:
        Program(House(Books(store), create=True), who="store init")
        own = None if os.environ.get(KEY) else store.key_file
        if as_json:
            print_json({"store": repr(store), "key": own and str(own)})
            return 0
        screen = console()
        screen.print(f"Made: {store}", soft_wrap=True)
        screen.print(_key_words(own), soft_wrap=True)
    finally:
        store.close()
    return 0


def migrate_command(where: str | None, as_json: bool) -> int:
    """Bring an older store up to date."""
    with progress_bar() as progress:
        progress("migrating", 0, 1)
        before, after = migrate(store_location(where))
    if as_json:
        print_json({"before": before, "after": after})
    else:
        said = f"it has version {after} already" if before == after else f"version {before} became {after}"
        console().print(f"{said[0].upper()}{said[1:]}.")
    return 0


def check_command(where: str | None, key: Path | None, as_json: bool) -> int:
    """Look a store over, and the program that does it."""
    with open_store(where, key) as store:
        with progress_bar() as progress:
            found = check_store(Books(store), progress)
        changed = program_change(Books(store)) if not found.problems else None
        name = repr(store)
    if changed:
        said = _noted_change(where, key, *changed)
        found = found._replace(problems=[said])
    _print_checked(name, found, as_json, program_digest())
    return 1 if found.problems else 0


def _noted_change(where: str | None, key: Path | None, before: str, after: str) -> str:
    """Note that the program is another; gives what to say of it."""
    said = f"the program is another than was noted last: it was {before[:16]}, and is {after[:16]}"
    try:
        with open_store(where, key, writes=True) as store:
            House(Books(store)).note(WHAT, who="store check", why="it is another", before=before, after=after)
    except CardroomError as error:
        return f"{said}; this could not be noted: {error}"
    return f"{said}; this is noted. If nobody has installed another one, play must stop"


def backup_command(file: Path, where: str | None, key: Path | None, as_json: bool) -> int:
    """Copy a store that is in use."""
    with open_store(where, key) as store:
        with progress_bar() as progress:
            found = backup(store, file, progress)
        own = key or (None if os.environ.get(KEY) else store.key_file)
    if as_json:
        print_json({"file": str(file), "key": own and str(own), **found._asdict()})
    else:
        _print_checked(str(file), found, False)
        console().print(_key_words(own), soft_wrap=True)
    return 0


def restore_command(file: Path, where: str | None, key: Path | None, as_json: bool) -> int:
    """Make a new store from a backup."""
    to = store_location(where)
    with open_store(str(file), key, stopped=f"the new store {to} is not whole: remove it") as copy:
        if "://" not in to:
            Path(to).parent.mkdir(parents=True, exist_ok=True)
            if not os.environ.get(KEY):
                copy.write_key(Path(to).with_suffix(".key"))
        with progress_bar() as progress:
            found = restore(copy, to, progress)
    _print_checked(to if "://" not in to else "PostgreSQL", found, as_json)
    return 1 if found.problems else 0


def export_command(
    folder: Path, where: str | None, key: Path | None, form: str, as_json: bool, force: bool = False
) -> int:
    """Write a store out as tables."""
    if form not in ("both", *FORMATS):
        raise UsageError(f"--format {form} is none of both, {', '.join(FORMATS)}")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: this is a file; name a folder")
    with open_store(where, key) as store, progress_bar() as progress:
        files = export(Books(store), folder, FORMATS if form == "both" else (form,), progress, force=force)
    if as_json:
        print_json({str(file): rows for file, rows in files.items()})
    else:
        for file, rows in files.items():
            console().print(f"{file}: {rows:,} rows", soft_wrap=True)
    return 0


def _key_words(file: Path | None) -> str:
    lies = f"its key is in {file}" if file else f"its key is what {KEY} says"
    return f"{lies[0].upper()}{lies[1:]}. Keep a copy of it, apart: without it nobody can go on from the store."


def _print_checked(what: str, found: StoreCheck, as_json: bool, program: str = "") -> None:
    if as_json:
        print_json({"store": what, **found._asdict(), **({"program": program} if program else {})})
        return
    screen = console()
    rows = ", ".join(plural(count, name.removesuffix("s")) for name, count in found.rows.items())
    screen.print(f"{what}: version {found.version}; {rows}", soft_wrap=True)
    if program:
        screen.print(f"The program's digest is {program}", soft_wrap=True)
    for problem in found.problems:
        screen.print(f"  {problem}", style="red", soft_wrap=True)
    if not found.problems:
        screen.print("Nothing is wrong at a first look; `cardroom audit` goes through every line and round.")
