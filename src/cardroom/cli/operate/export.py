"""`cardroom store export`: write the store as tables, once or as a feed of increments."""

import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.common import open_store
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import Force, Json, Key, Where
from cardroom.cli.terminal.progress import progress_bar
from cardroom.house.books import Books
from cardroom.house.reports import FORMATS, export, follow

__all__ = ["export_command"]


def export_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write to; created if missing.")],
    where: Where = None,
    *,
    key: Key = None,
    form: Annotated[str, typer.Option("--format", metavar="both|parquet|csv", help="The file formats.")] = "both",
    since: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Export only what is new: the cursor.json of an earlier export."),
    ] = None,
    follows: Annotated[
        bool,
        typer.Option("--follow", help="Keep running, and write what is new to DIR/00000001, DIR/00000002 and so on."),
    ] = False,
    every: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="With --follow: the pause between looks.")
    ] = 10,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Export a store as tables for other programs.

    The tables have rounds, wagers, postings, ledger entries and accounts.
    """
    if follows:
        return _follow(folder, where, key, form, as_json, every, force=force, since=since)
    formats = _formats(form, folder)
    with open_store(where, key) as store, progress_bar() as progress:
        files = export(Books(store), folder, formats, progress, force=force, since=since)
    if as_json:
        print_json({str(file): rows for file, rows in files.items()})
    else:
        for file, rows in files.items():
            console().print(f"{file}: {rows:,} rows", soft_wrap=True)
    return 0


def _follow(
    folder: Path,
    where: str | None,
    key: Path | None,
    form: str,
    as_json: bool,
    every: float,
    *,
    force: bool = False,
    since: Path | None = None,
) -> int:
    """Write increments until the process is told to stop."""
    if force or since is not None:
        raise UsageError(
            "--follow finds its own cursor and overwrites no other files. Use it without --since and --force."
        )
    formats = _formats(form, folder)
    with open_store(where, key) as store:
        for increment, entries in follow(Books(store), folder, formats, wait=_pause(every)):
            if as_json:
                print_json({"increment": str(increment), "entries": entries})
            else:
                console().print(f"{increment}: {entries:,} ledger entries", soft_wrap=True)
            sys.stdout.flush()  # a loader may wait for this
    return 0


def _pause(seconds: float) -> Callable[[], bool]:
    """Wait between two looks. The result is false after SIGTERM, so that no increment is left incomplete."""
    stopped = threading.Event()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    return lambda: not stopped.wait(seconds)


def _formats(form: str, folder: Path) -> tuple[str, ...]:
    if form not in ("both", *FORMATS):
        raise UsageError(f"--format must be both, {' or '.join(FORMATS)}, not {form}.")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file. Give a folder.")
    return tuple(FORMATS) if form == "both" else (form,)
