"""Find the files that a command line names. In folders, find those that may contain rounds, and say why
the others are not read."""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cardroom.cli import UsageError
from cardroom.cli.study.round_files import LOGS, SUFFIXES, suffix_of
from cardroom.cli.terminal.common import note, text_lines
from cardroom.histories import as_utf8
from cardroom.histories.sites import is_log
from cardroom.limits import MOST_FILES

__all__ = ["FoundFiles", "find_files", "note_unread"]

NO_LOG = "it contains no hand of a log"
MOST_NAMED = 1000
"""The most unread files that are listed one by one."""


class FoundFiles(NamedTuple):
    """The files to read, and the files that are not read."""

    files: list[str]
    unread: list[tuple[str, str]]
    """Each file that is not read, and why."""


def find_files(paths: Sequence[str]) -> FoundFiles:
    """Find the named files and, in named folders, the files that may contain rounds, in order; and all others."""
    files: list[str] = []
    unread: list[tuple[str, str]] = []
    for path in paths:
        if path == "-" or not Path(path).is_dir():
            files.append(path)
            continue
        inside = sorted(islice((each for each in Path(path).rglob("*") if each.is_file()), MOST_FILES + 1))
        if len(inside) > MOST_FILES:
            raise UsageError(f"{path}: there are more than {MOST_FILES:,} files in it. Give one of its subfolders")
        for each in inside:
            why = _why_not(each)
            if why:
                unread.append((str(each), why))
            else:
                files.append(str(each))
    return FoundFiles(files, unread)


def _why_not(file: Path) -> str:
    """Why a file of a folder is not read; empty if it is read. A text file may be a log, or anything else."""
    suffix = suffix_of(file)
    if suffix not in SUFFIXES:
        return f"its name does not end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
    if suffix not in LOGS:
        return ""
    try:
        if not file.stat().st_size:
            return "it is empty"
        return "" if is_log(text_lines(str(file), as_utf8)) else NO_LOG
    except UsageError as error:
        return str(error).removeprefix(f"{file}: ")
    except OSError as error:
        return error.strerror or "it cannot be read"


def note_unread(unread: Iterable[tuple[str, str]], lenient: bool) -> None:
    """Print each file that was not read, and the reason."""
    named = list(unread)
    for file, why in named[:MOST_NAMED]:
        note(f"cardroom: {file}: skipped: {why}")
    if len(named) > MOST_NAMED:
        note(f"cardroom: {len(named) - MOST_NAMED:,} more files were skipped")
    if named and not lenient:
        note("cardroom: Use --lenient to ignore skipped files")
