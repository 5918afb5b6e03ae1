"""A store as tables that other programs read, in Parquet and CSV: what happened, never what is secret.

Nothing is decrypted here. Of a round that is not over there are lines and no more; of any line there is the hash of its
body, so that a chain can be checked from the files alone.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from cardroom.clean import cell
from cardroom.errors import Mistaken
from cardroom.house.books import Books
from cardroom.house.completeness import check_complete
from cardroom.house.entries import entry_of
from cardroom.house.values import WAGERED, LedgerAccount, LedgerEntry, is_table
from cardroom.play.log import RoundEnded, RoundStarted, RoundVoided
from cardroom.play.record import Opening

__all__ = ["COLUMNS", "FORMATS", "export"]

FORMATS = ("parquet", "csv")

_ACCOUNTS = {f"{side}_{part}": "text" for side in ("payer", "payee") for part in LedgerAccount._fields}
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "rounds": {
        "book": "text",
        "round": "int",
        "opened_line": "int",
        "line": "int",
        "opened_at": "time",
        "ended_at": "time",
        "ended": "text",
        "why": "text",
        "game": "text",
        "rules": "text",
        "digest": "text",
        "script": "text",
        "shuffle": "text",
        "previous": "text",
        "spots": "int",
        "answers": "int",
        "wagered": "int",
        "collected": "int",
        "house": "int",
        "jackpots": "int",
    },
    "wagers": {
        "book": "text",
        "round": "int",
        "item": "int",
        "ended_at": "time",
        "spot": "text",
        "bettor": "text",
        "wager": "text",
        "stake": "int",
        "due": "int",
        "net": "int",
        "pay_line": "text",
        "won": "bool",
        "breakage": "text",
    },
    "postings": {
        "book": "text",
        "line": "int",
        "item": "int",
        "written_at": "time",
        "kind": "text",
        "round": "int",
        **_ACCOUNTS,
        "cents": "int",
        "cause": "text",
        "spot": "text",
        "wager": "text",
        "pay_line": "text",
        "cite": "text",
    },
    "lines": {
        "book": "text",
        "line": "int",
        "written_at": "time",
        "kind": "text",
        "who": "text",
        "key": "text",
        "secret": "bool",
        "body_sha256": "text",
        "hash": "text",
    },
    "accounts": {"book": "text", "kind": "text", "owner": "text", "part": "text", "cents": "int"},
}
"""The tables, and of each column the type: `text`, `int`, `bool`, or `time`, which is UTC to the microsecond."""

_ROWS = 5000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Writer(Protocol):
    def write(self, rows: Sequence[tuple[Any, ...]]) -> None: ...

    def close(self) -> None: ...


class _Csv:
    """Text in UTF-8 with a heading; nothing is an empty field, a time is written as in 2026-11-15T20:00:00.000000Z."""

    def __init__(self, file: Path, columns: Mapping[str, str]) -> None:
        self._out = open(file, "w", encoding="utf-8", newline="")  # noqa: SIM115
        self._rows = csv.writer(self._out, lineterminator="\n")
        self._rows.writerow(columns)

    def write(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self._rows.writerows([[_written(each) for each in row] for row in rows])

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
) -> dict[Path, int]:
    """Write all tables into a folder, as they are at this moment; gives the files, with how many rows each has.

    They are written under other names and renamed when all are there. A file that is there and is no export is left,
    and all of it refused, unless `force` is said; a store is never written over.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Mistaken(f"{folder}: this folder cannot be written to")
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
                    writer = _opened(form, parts[file], columns)
                    stack.callback(writer.close)
                    writers[name].append(writer)
            waiting: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
            for name, row in _rows(books, progress):
                waiting[name].append(row)
                counts[name] += 1
                if len(waiting[name]) == _ROWS:
                    _flush(writers[name], waiting[name])
            for name, rows in waiting.items():
                _flush(writers[name], rows)
        for file, part in parts.items():
            part.replace(file)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return {file: counts[file.stem] for file in parts}


def _check(file: Path, columns: Mapping[str, str], force: bool) -> None:
    """Whether an export may take a file's name."""
    if not os.path.lexists(file):
        return
    if not file.is_file():
        raise Mistaken(f"{file}: this is no ordinary file; name another folder")
    with file.open("rb") as source:
        head = source.read(4096)
    if head.startswith(b"SQLite format 3\0"):
        raise Mistaken(f"{file}: this is a database, and is never written over; name another folder")
    if not force and not _alike(file, head, columns):
        raise Mistaken(f"{file}: a file that is no export has this name; name another folder, or force it")


def _alike(file: Path, head: bytes, columns: Mapping[str, str]) -> bool:
    """Whether a file has the columns of an export."""
    if file.suffix == ".csv":
        return head.partition(b"\n")[0].decode(errors="replace").split(",") == list(columns)
    try:
        from pyarrow import ArrowException, parquet  # noqa: PLC0415
    except ModuleNotFoundError:
        return True  # it cannot be written over without either
    try:
        return list(parquet.read_schema(file).names) == list(columns)
    except (ArrowException, OSError):
        return False


def _opened(form: str, file: Path, columns: Mapping[str, str]) -> _Writer:
    try:
        return _WRITERS[form](file, columns)
    except KeyError:
        raise Mistaken(f"an export is {' or '.join(FORMATS)}, not {form}") from None
    except ModuleNotFoundError:
        raise Mistaken("Parquet needs pyarrow: install cardroom[data], or export CSV alone") from None


def _flush(writers: Sequence[_Writer], rows: list[tuple[Any, ...]]) -> None:
    for writer in writers if rows else ():
        writer.write(rows)
    rows.clear()


def _rows(books: Books, progress: Callable[[str, int, int], None]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The rows of all tables, each with the table's name."""
    names = books.heads()
    done, total = 0, sum(entries for entries, _ in names.values())
    for name in names:
        rounds = _Rounds(name)
        for entry in books.entries(name):
            at = _time(entry.at)
            said = sha256(entry.body).hexdigest()
            yield "lines", (name, entry.number, at, entry.kind, entry.who, entry.key, entry.secret, said, entry.hash)
            over = rounds.after(entry) if is_table(name) else None
            for item, posting in enumerate(entry.postings):
                where = name, entry.number, item, at, entry.kind, over and over.number
                yield "postings", (*where, *posting.payer, *posting.payee, *posting[2:])
            if over:
                yield "rounds", over.row()
                for row in over.wagers():
                    yield "wagers", row
            done += 1
            if done % 100 == 0:
                progress(f"reading {name}", done, total)
    for account, cents in books.balances().items():
        yield "accounts", (*account, cents)
    progress("reading", total, total)


class _Rounds:
    """The rounds of a table's book, as its lines come."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._number = self._answers = 0
        self._opening: tuple[LedgerEntry, Opening] | None = None

    def after(self, entry: LedgerEntry) -> _Over | None:
        """The round that a line ends, if it ends one."""
        if entry.kind == "answered":
            self._answers += 1
        if entry.kind not in ("opened", "closed", "voided"):
            return None
        log_entry = entry_of(entry.body)
        if isinstance(log_entry, RoundStarted):
            self._number, self._answers, self._opening = self._number + 1, 0, (entry, log_entry.opening)
        elif isinstance(log_entry, RoundEnded | RoundVoided) and self._opening:
            return _Over(self._table, self._number, *self._opening, self._answers, entry, log_entry)
        return None


class _Over:
    """A round that is over."""

    def __init__(
        self,
        table: str,
        number: int,
        opened: LedgerEntry,
        opening: Opening,
        answers: int,
        entry: LedgerEntry,
        log_entry: RoundEnded | RoundVoided,
    ) -> None:
        self.table, self.number, self.opened, self.opening = table, number, opened, opening
        self.answers, self.line, self.entry = answers, entry, log_entry

    def row(self) -> tuple[Any, ...]:
        """Of `rounds`."""
        opening, postings = self.opening, [posting for posting in self.line.postings if posting.cause != "fill"]

        def change(*kinds: str) -> int:
            came = sum(posting.cents for posting in postings if posting.payee.kind in kinds)
            return came - sum(posting.cents for posting in postings if posting.payer.kind in kinds)

        return (
            self.table,
            self.number,
            self.opened.number,
            self.line.number,
            _time(self.opened.at),
            _time(self.line.at),
            self.line.kind,
            self.entry.why if isinstance(self.entry, RoundVoided) else None,
            opening.game,
            opening.rules.set,
            opening.rules.digest,
            opening.script,
            opening.shuffle,
            opening.previous,
            len(opening.spots),
            self.answers,
            sum(posting.cents * WAGERED.get(posting.cause, 0) for posting in postings),
            change("collection"),
            change("house"),
            change("meter", "reserve", "overflow", "claim"),
        )

    def wagers(self) -> Iterator[tuple[Any, ...]]:
        """Of `wagers`: what became of each at a banked game."""
        if isinstance(self.entry, RoundVoided):
            return
        bettors = {spot.id: spot.bettor for spot in self.opening.spots}
        for posting in self.line.postings:  # a hand that was split off has a spot of its own
            if posting.payer.kind == "stack" and posting.spot:
                bettors.setdefault(posting.spot, posting.payer.owner)
        for item, each in enumerate(self.entry.outcome.settled):
            yield (
                self.table,
                self.number,
                item,
                _time(self.line.at),
                each.spot,
                bettors.get(each.spot),
                each.wager,
                each.stake,
                each.due,
                each.net,
                each.line,
                each.won,
                each.breakage or None,
            )


def _time(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at)


def _written(said: Any) -> Any:
    if isinstance(said, datetime):
        return said.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    if isinstance(said, bool):
        return str(said).lower()
    return cell(said)
