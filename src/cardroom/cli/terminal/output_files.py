"""Write the output files of commands, whole or not at all, without overwriting foreign files.

An existing file is replaced only if it is of the same kind as the output, so that the command probably wrote it before,
or with `--force`. A database, and the files of a store, are never replaced.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardroom.analysis.certificate import MADE
from cardroom.cli import UsageError
from cardroom.errors import InputError
from cardroom.limits import OUTPUT_BYTES, json_value, read_text

__all__ = ["check_outputs", "write_files"]

_DATABASE = b"SQLite format 3\0"


def check_outputs(
    wanted: Mapping[str, tuple[Path | None, str]], *, never: Iterable[Path] = (), force: bool = False
) -> dict[str, Path]:
    """Check that output files can be written, before a long computation. Returns the files by option.

    `wanted` has, for each option, the file and how its content begins. `never` are files that must not be replaced,
    such as a store and its key.
    """
    files = {option: file for option, (file, _) in wanted.items() if file is not None}
    protected = {each.resolve() for each in never}
    named: dict[Path, str] = {}
    for option, file in files.items():
        where = f"{option} {file}"
        if other := named.get(file.resolve()):
            raise UsageError(f"{where}: {other} names the same file. Choose a different one.")
        named[file.resolve()] = option
        if file.resolve() in protected:
            raise UsageError(f"{where}: this is the store, its key or a signing key. Choose a different file.")
        _check_folder(where, file.parent)
        _check(where, file, wanted[option][1], force)
    return files


def write_files(out: Path, files: Mapping[str, str], *, force: bool = False) -> None:
    """Write files under temporary names, and rename them when all are complete."""
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
        raise UsageError(f"{where}: the folder {folder} does not exist. Create it first.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{where}: cannot write to the folder {folder}.")


def _check(where: str, file: Path, text: str, force: bool) -> None:
    """Raise an error if a file may not be replaced by a text."""
    if file.is_dir():
        raise UsageError(f"{where}: this is a folder. Give a file name.")
    if not os.path.lexists(file):
        return
    if file.exists() and not file.is_file():
        raise UsageError(f"{where}: this is not a regular file. Choose a different one.")
    if file.exists() and _first_bytes(file) == _DATABASE:
        raise UsageError(f"{where}: this is a database and is never overwritten. Choose a different file.")
    if not force and not _is_same_kind(file, text):
        raise UsageError(f"{where}: a file of a different kind exists. Choose a different name, or use --force.")


def _first_bytes(file: Path) -> bytes:
    with file.open("rb") as source:
        return source.read(len(_DATABASE))


def _is_same_kind(file: Path, text: str) -> bool:
    """Whether a file is of the same kind as a text: a page of ours, JSON with the same fields, or CSV with the same
    columns."""
    try:
        there = read_text(file, OUTPUT_BYTES)
        if text.startswith(MADE):
            return there.startswith(MADE)
        if text.startswith("{"):
            value = json_value(there)
            return isinstance(value, dict) and value.keys() == json_value(text).keys()
    except (InputError, OSError):
        return False
    return bool(text) and there.partition("\n")[0] == text.partition("\n")[0]
