"""Files that commands write: whole or not at all, and never over what somebody else keeps there.

A file that is there already is replaced only if it is of the same kind as what is to be written, which the command
then wrote before, or if `--force` was said; a database, and what belongs to a store, never.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardroom.analysis.certificate.markup import MADE
from cardroom.cli import UsageError
from cardroom.errors import Mistaken
from cardroom.limits import OUTPUT_BYTES, json_value, whole

__all__ = ["check_outputs", "write_files"]

_DATABASE = b"SQLite format 3\0"


def check_outputs(
    wanted: Mapping[str, tuple[Path | None, str]], *, never: Iterable[Path] = (), force: bool = False
) -> dict[str, Path]:
    """See that what is wanted can be written, before minutes are spent on it: by option, the file and how it begins.

    What is `never` to be written over are a store, its key and the like. Gives the files that are wanted.
    """
    files = {option: file for option, (file, _) in wanted.items() if file is not None}
    kept = {each.resolve() for each in never}
    named: dict[Path, str] = {}
    for option, file in files.items():
        where = f"{option} {file}"
        if other := named.get(file.resolve()):
            raise UsageError(f"{where}: {other} names the same file; they need one each")
        named[file.resolve()] = option
        if file.resolve() in kept:
            raise UsageError(f"{where}: this is the store, its key or a key to sign with; name another file")
        _check_folder(where, file.parent)
        _check(where, file, wanted[option][1], force)
    return files


def write_files(out: Path, files: Mapping[str, str], *, force: bool = False) -> None:
    """Write files under other names and rename them when all are there: nobody finds half of one."""
    parts = {out / name: out / f".{name}.{os.getpid()}.part" for name in files}
    for path, text in zip(parts, files.values(), strict=True):
        _check(str(path), path, text, force)
    _check_folder(str(out), out)
    try:
        for part, text in zip(parts.values(), files.values(), strict=True):
            part.write_bytes(text.encode())
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _check_folder(where: str, folder: Path) -> None:
    if not folder.is_dir():
        raise UsageError(f"{where}: there is no folder {folder}; make it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{where}: the folder {folder} cannot be written to")


def _check(where: str, file: Path, text: str, force: bool) -> None:
    """Whether a file may be written over by a text."""
    if file.is_dir():
        raise UsageError(f"{where}: this is a folder; a file of this name is to be written")
    if not os.path.lexists(file):
        return
    if file.exists() and not file.is_file():
        raise UsageError(f"{where}: this is no ordinary file; name another")
    if file.exists() and _begins(file) == _DATABASE:
        raise UsageError(f"{where}: this is a database, and is never written over; name another file")
    if not force and not _alike(file, text):
        raise UsageError(f"{where}: a file that is not ours has this name; name another, or say --force to replace it")


def _begins(file: Path) -> bytes:
    with file.open("rb") as source:
        return source.read(len(_DATABASE))


def _alike(file: Path, text: str) -> bool:
    """Whether what a file holds is of the kind of a text: a page of ours, JSON of the same fields, a sheet of the same
    columns."""
    try:
        there = whole(file, OUTPUT_BYTES)
        if text.startswith(MADE):
            return there.startswith(MADE)
        if text.startswith("{"):
            value = json_value(there)
            return isinstance(value, dict) and value.keys() == json_value(text).keys()
    except (Mistaken, OSError):
        return False
    return bool(text) and there.partition("\n")[0] == text.partition("\n")[0]
