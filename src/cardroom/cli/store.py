"""`cardroom store`: the house's store made, looked over, copied and written out."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardroom.cli import Mistake
from cardroom.cli.common import console, print_json
from cardroom.cli.progress import telling
from cardroom.house import Books, House, Store
from cardroom.house.copies import Checked, backup, check, restore
from cardroom.house.export import FORMATS, export
from cardroom.house.secrets import KEY, key_in
from cardroom.house.store import migrated

__all__ = [
    "backup_command",
    "check_command",
    "export_command",
    "init_command",
    "migrate_command",
    "opened",
    "place",
    "restore_command",
]

PLACE = "CARDROOM_STORE"
"""The environment variable that says where the store is."""


def place(said: str | None) -> str:
    """Where the store is: as was said, as the environment says, or where programs of this user keep their data."""
    if said or os.environ.get(PLACE):
        return said or os.environ[PLACE]
    usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return str(Path(os.environ.get("XDG_DATA_HOME") or Path.home() / usual) / "cardroom/room.db")


@contextmanager
def opened(where: str | None, key: Path | None = None) -> Iterator[Store]:
    """A store that is there, closed in the end."""
    store = Store(place(where), key=key_in(key, make=False) if key else None)
    try:
        yield store
    finally:
        store.close()


def init_command(where: str | None, as_json: bool) -> int:
    """Make a store."""
    found = place(where)
    if "://" not in found:
        Path(found).parent.mkdir(parents=True, exist_ok=True)
    store = Store(found, create=True, new=True)
    try:
        House(Books(store), create=True)
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
    with telling() as progress:
        progress("migrating", 0, 1)
        before, after = migrated(place(where))
    if as_json:
        print_json({"before": before, "after": after})
    else:
        said = f"it has version {after} already" if before == after else f"version {before} became {after}"
        console().print(f"{said[0].upper()}{said[1:]}.")
    return 0


def check_command(where: str | None, key: Path | None, as_json: bool) -> int:
    """Look a store over."""
    with opened(where, key) as store:
        with telling() as progress:
            found = check(Books(store), progress)
        _print_checked(repr(store), found, as_json)
    return 1 if found.problems else 0


def backup_command(file: Path, where: str | None, key: Path | None, as_json: bool) -> int:
    """Copy a store that is in use."""
    with opened(where, key) as store:
        with telling() as progress:
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
    to = place(where)
    with opened(str(file), key) as copy:
        if "://" not in to:
            Path(to).parent.mkdir(parents=True, exist_ok=True)
            if not os.environ.get(KEY):
                copy.write_key(Path(to).with_suffix(".key"))
        with telling() as progress:
            found = restore(copy, to, progress)
    _print_checked(to if "://" not in to else "PostgreSQL", found, as_json)
    return 1 if found.problems else 0


def export_command(folder: Path, where: str | None, key: Path | None, form: str, as_json: bool) -> int:
    """Write a store out as tables."""
    if form not in ("both", *FORMATS):
        raise Mistake(f"--format {form} is none of both, {', '.join(FORMATS)}")
    if folder.exists() and not folder.is_dir():
        raise Mistake(f"{folder}: this is a file; name a folder")
    with opened(where, key) as store, telling() as progress:
        files = export(Books(store), folder, FORMATS if form == "both" else (form,), progress)
    if as_json:
        print_json({str(file): rows for file, rows in files.items()})
    else:
        for file, rows in files.items():
            console().print(f"{file}: {rows:,} rows", soft_wrap=True)
    return 0


def _key_words(file: Path | None) -> str:
    lies = f"its key is in {file}" if file else f"its key is what {KEY} says"
    return f"{lies[0].upper()}{lies[1:]}. Keep a copy of it, apart: without it nobody can go on from the store."


def _print_checked(what: str, found: Checked, as_json: bool) -> None:
    if as_json:
        print_json({"store": what, **found._asdict()})
        return
    screen = console()
    rows = ", ".join(f"{count:,} {name}" for name, count in found.rows.items())
    screen.print(f"{what}: version {found.version}; {rows}", soft_wrap=True)
    for problem in found.problems:
        screen.print(f"  {problem}", style="red", soft_wrap=True)
    if not found.problems:
        screen.print("Nothing is wrong at a first look; `cardroom audit` goes through every line and round.")
