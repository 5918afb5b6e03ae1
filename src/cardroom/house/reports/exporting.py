"""Export a store as tables for other programs, in Parquet and CSV, once or as a feed. Secrets are never exported.

A feed is a folder of numbered increments, each an export of what is new. An increment is complete when it has its
`cursor.json`, which is written last. A feed that was interrupted continues from the last complete increment and writes
the incomplete one again. So a loader that reads the complete increments in order gets each row once.

The cursor is a position in every book, not a time or a number that the database assigns. The numbers of a book have no
gaps, and a transaction locks the book that it writes to until it commits. So an entry never appears before a position
that was exported, whatever other transactions do meanwhile.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from cardroom.clean import cell
from cardroom.errors import InputError
from cardroom.house.books import Books, check_complete
from cardroom.house.reports.export_rows import COLUMNS, Position, export_rows
from cardroom.limits import TEXT_BYTES, read_text

__all__ = ["COLUMNS", "CURSOR", "FORMATS", "export", "follow", "last_increment", "read_cursor"]

FORMATS = ("parquet", "csv")
CURSOR = "cursor.json"
"""The file that says how far an export came."""

_ROWS = 5000
"""Rows that are written at a time."""


class _Writer(Protocol):
    def write(self, rows: Sequence[tuple[Any, ...]]) -> None: ...

    def close(self) -> None: ...


class _Csv:
    """CSV in UTF-8 with a heading. None is an empty field; a time is written like 2026-11-15T20:00:00.000000Z."""

    def __init__(self, file: Path, columns: Mapping[str, str]) -> None:
        self._out = open(file, "w", encoding="utf-8", newline="")  # noqa: SIM115
        self._rows = csv.writer(self._out, lineterminator="\n")
        self._rows.writerow(columns)

    def write(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self._rows.writerows([[_csv_field(each) for each in row] for row in rows])

    def close(self) -> None:
        self._out.close()


class _Parquet:
    def __init__(self, file: Path, columns: Mapping[str, str]) -> None:
        import pyarrow  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415

        kinds = {
            "text": pyarrow.string(),
            "int": pyarrow.int64(),
            "bool": pyarrow.bool_(),
            "time": pyarrow.timestamp("us", "UTC"),
        }
        self._batch = pyarrow.record_batch
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._out = parquet.ParquetWriter(file, self._schema)

    def write(self, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = [list(column) for column in zip(*rows, strict=True)]
        self._out.write_batch(self._batch(columns, schema=self._schema))

    def close(self) -> None:
        self._out.close()


_WRITERS: Mapping[str, Callable[[Path, Mapping[str, str]], _Writer]] = {"parquet": _Parquet, "csv": _Csv}


def export(
    books: Books,
    folder: Path,
    formats: Sequence[str] = FORMATS,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    *,
    force: bool = False,
    since: Path | None = None,
) -> dict[Path, int]:
    """Write the current state of all tables to a folder. Returns the files with their numbers of rows.

    The file `cursor.json` in the folder says how far the export came. With `since`, the cursor of an earlier export,
    only newer rows are written. A round belongs to the export in which it ended.

    The files get their names when all of them are complete. If a file exists that is not an export, nothing is
    written, unless `force` is set. A database is never overwritten.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"Cannot write to the folder {folder}.")
    if since is not None and since.resolve().parent == folder.resolve():
        raise InputError(f"{folder} holds the export that you continue. Choose a different folder.")
    start = read_cursor(since) if since is not None else {}
    reached: dict[str, Position] = {}
    for name, columns in COLUMNS.items():
        for form in formats:
            _check(folder / f"{name}.{form}", columns, force)
    parts: dict[Path, Path] = {}
    counts = dict.fromkeys(COLUMNS, 0)
    try:
        with ExitStack() as stack, books.at_one_moment():
            check_complete(books)
            writers: dict[str, list[_Writer]] = {name: [] for name in COLUMNS}
            for name, columns in COLUMNS.items():
                for form in formats:
                    file = folder / f"{name}.{form}"
                    parts[file] = folder / f".{file.name}.{os.getpid()}.part"
                    writer = _writer(form, parts[file], columns)
                    stack.callback(writer.close)
                    writers[name].append(writer)
            buffers: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
            for name, row in export_rows(books, progress, start, reached):
                buffers[name].append(row)
                counts[name] += 1
                if len(buffers[name]) == _ROWS:
                    _flush(writers[name], buffers[name])
            for name, rows in buffers.items():
                _flush(writers[name], rows)
        for file, part in parts.items():
            part.replace(file)
        _write_cursor(folder / CURSOR, reached)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return {file: counts[file.stem] for file in parts}


class _Cursor(msgspec.Struct, frozen=True):
    format: Literal["cardroom-export-1"]
    books: dict[str, Position]


def read_cursor(file: Path) -> dict[str, Position]:
    """How far an export has read each book."""
    try:
        return msgspec.json.decode(read_text(file, TEXT_BYTES), type=_Cursor).books
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}.") from None
    except msgspec.MsgspecError as error:
        raise InputError(f"{file} is not the {CURSOR} of an export: {error}.") from None


def _write_cursor(file: Path, books: dict[str, Position]) -> None:
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.write_bytes(msgspec.json.encode(_Cursor("cardroom-export-1", books)))
    part.replace(file)


def _check(file: Path, columns: Mapping[str, str], force: bool) -> None:
    """Raise an error if an export may not overwrite a file."""
    if not os.path.lexists(file):
        return
    if not file.is_file():
        raise InputError(f"{file} is not a regular file. Choose a different folder.")
    with file.open("rb") as source:
        head = source.read(4096)
    if head.startswith(b"SQLite format 3\0"):
        raise InputError(f"{file} is a database and is never overwritten. Choose a different folder.")
    if not force and not _is_export(file, head, columns):
        raise InputError(f"{file} exists and is not an export. Choose a different folder, or use --force.")


def _is_export(file: Path, head: bytes, columns: Mapping[str, str]) -> bool:
    """Whether a file has the columns of an export."""
    if file.suffix == ".csv":
        return head.partition(b"\n")[0].decode(errors="replace").split(",") == list(columns)
    try:
        from pyarrow import ArrowException, parquet  # noqa: PLC0415
    except ModuleNotFoundError:
        return True  # without pyarrow it cannot be overwritten either
    try:
        return list(parquet.read_schema(file).names) == list(columns)
    except (ArrowException, OSError):
        return False


def _writer(form: str, file: Path, columns: Mapping[str, str]) -> _Writer:
    try:
        return _WRITERS[form](file, columns)
    except KeyError:
        raise InputError(f"The format must be {' or '.join(FORMATS)}, not {form}.") from None
    except ModuleNotFoundError:
        raise InputError("Parquet needs pyarrow. Install cardroom[data], or export CSV only.") from None


def _flush(writers: Sequence[_Writer], rows: list[tuple[Any, ...]]) -> None:
    for writer in writers if rows else ():
        writer.write(rows)
    rows.clear()


def _csv_field(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    if isinstance(value, bool):
        return str(value).lower()
    return cell(value)


_NAME = re.compile(r"\d{8}")


def last_increment(folder: Path) -> Path | None:
    """The last complete increment of a feed, or None."""
    names = sorted(each.name for each in folder.iterdir() if _NAME.fullmatch(each.name)) if folder.is_dir() else []
    complete = [name for name in names if (folder / name / CURSOR).is_file()]
    return folder / complete[-1] if complete else None


def follow(
    books: Books, folder: Path, formats: Sequence[str] = FORMATS, *, wait: Callable[[], bool] = lambda: False
) -> Iterator[tuple[Path, int]]:
    """Write increments to a folder. Yields each with the number of its ledger entries.

    After each look, `wait` pauses and says whether to continue. While nothing is new, nothing is written.
    """
    if (folder / CURSOR).exists():
        raise InputError(f"{folder} holds a single export. Choose a different folder for the feed.")
    while True:
        last = last_increment(folder)
        if last is None or _is_behind(books, last / CURSOR):
            new = folder / f"{int(last.name) + 1 if last else 1:08}"
            rows = export(books, new, formats, since=last / CURSOR if last else None)
            yield new, next(count for file, count in rows.items() if file.stem == "lines")
        if not wait():
            return


def _is_behind(books: Books, cursor: Path) -> bool:
    """Whether the books have entries after a cursor."""
    known = read_cursor(cursor)
    return any(lines > (known[name].line if name in known else 0) for name, (lines, _) in books.heads().items())
