"""A store of counts that grows: a SQLite file with sums by group, and the digests of the hands that were counted.

Sums are integers, so the order in which hands are added does not matter. Each hand counts once. Beside the sums by all
dimensions there are sums by each single one, so that usual queries read few rows.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.poker.statistics.definitions import COLUMNS, PlayerGroup, Totals

__all__ = ["DIMENSIONS", "StatisticsError", "StatisticsStore"]

DIMENSIONS = PlayerGroup._fields
_APPLICATION, _VERSION = 0x63725374, 1
ALL, TOTAL = len(DIMENSIONS), len(DIMENSIONS) + 1
"""The sums by all dimensions, and those by none; below them, those by the dimension of that place."""
MOST_SUM = 2.0**62
"""Sums are integers of 64 bits, with room for rounding."""
MOST_PENDING = 20_000
"""The most groups in memory while hands are added."""


class StatisticsError(InputError):
    """A file is not a store of statistics, or cannot be used as one."""


class StatisticsStore:
    """A store. Use it in a `with` statement.

    >>> with StatisticsStore(":memory:") as store:
    ...     with store.adding():
    ...         store.add([b"a digest"], [(PlayerGroup("ann", "texas-holdem no", "1/2", 2, "BTN", ""), {"hands": 1})])
    ...     [(row.player, sums["hands"]) for row, sums in store.query(("player",))]
    [('ann', 1)]
    """

    def __init__(self, file: str | Path, *, create: bool = True) -> None:
        self.file = str(file)
        if self.file != ":memory:" and not create and not Path(file).exists():
            raise StatisticsError(f"{file}: there is no store of statistics; add hands with `cardroom stats add`")
        self._pending: dict[PlayerGroup, Totals] = {}
        try:
            self._db = sqlite3.connect(self.file, isolation_level=None, timeout=30)
        except sqlite3.Error as error:
            raise StatisticsError(f"{file}: {error}") from None
        try:
            self._open()
        except sqlite3.Error as error:
            self._db.close()
            raise StatisticsError(f"{file}: this is not a store of statistics ({error})") from None
        except StatisticsError:
            self._db.close()
            raise

    def _open(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            self._create()
        elif application != _APPLICATION:
            raise StatisticsError(f"{self.file}: this is another database, not a store of statistics")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        names = [row[1] for row in self._db.execute("PRAGMA table_info(sums)")]
        if version != _VERSION or names != ["rollup", *DIMENSIONS, *COLUMNS]:
            raise StatisticsError(f"{self.file}: a different version made this store; add the hands to a new one")

    def _create(self) -> None:
        keys = ", ".join(f"{name} {'INTEGER' if name == 'seats' else 'TEXT'} NOT NULL" for name in DIMENSIONS)
        counts = ", ".join(f"{name} INTEGER NOT NULL" for name in COLUMNS)
        self._db.executescript(
            f"""
            PRAGMA journal_mode = WAL;
            BEGIN IMMEDIATE;
            CREATE TABLE IF NOT EXISTS counted (digest BLOB PRIMARY KEY) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS sums (rollup INTEGER NOT NULL, {keys}, {counts},
                PRIMARY KEY (rollup, {", ".join(DIMENSIONS)})) WITHOUT ROWID, STRICT;
            PRAGMA application_id = {_APPLICATION};
            PRAGMA user_version = {_VERSION};
            COMMIT;
            """
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    # -- adding ----------------------------------------------------------------------------------------------------

    @contextmanager
    def adding(self) -> Iterator[None]:
        """Everything that is added inside is stored together, or not at all."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise StatisticsError(
                f"{self.file}: {error}: if another command adds hands to it, wait for its end and try again"
            ) from None
        try:
            yield
            self._write()
            self._db.execute("COMMIT")
        except BaseException as error:
            self._pending = {}
            if self._db.in_transaction:  # a full disk may have ended it
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise StatisticsError(f"{self.file}: {error}") from None
            raise

    def has(self, digest: bytes) -> bool:
        """Whether a hand was counted."""
        return self._db.execute("SELECT 1 FROM counted WHERE digest = ?", (digest,)).fetchone() is not None

    def add(self, digests: Iterable[bytes], counts: Iterable[tuple[PlayerGroup, Mapping[str, int]]]) -> None:
        """Add the counts and the digests of hands that the store does not have yet."""
        try:
            self._db.executemany("INSERT INTO counted VALUES (?)", ((digest,) for digest in digests))
        except sqlite3.IntegrityError:
            raise StatisticsError(
                f"{self.file}: a hand was added by another command meanwhile: add the file again"
            ) from None
        for group, sums in counts:
            self._pending.setdefault(group, Counter()).update(sums)
        if len(self._pending) > MOST_PENDING:
            self._write()

    def _write(self) -> None:
        names = ["rollup", *DIMENSIONS, *COLUMNS]
        added = ", ".join(f"{name} = {name} + excluded.{name}" for name in COLUMNS)
        try:
            self._db.executemany(
                f"INSERT INTO sums ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) "
                f"ON CONFLICT DO UPDATE SET {added}",
                _rows(self._pending),
            )
        except (OverflowError, sqlite3.IntegrityError):  # a strict table stores no sum that is not an integer
            raise StatisticsError(f"{self.file}: the results of these hands are too large to be added up") from None
        self._pending = {}

    # -- asking ----------------------------------------------------------------------------------------------------

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        (count,) = self._db.execute("SELECT count(*) FROM counted").fetchone()
        return int(count)

    def query(
        self, by: Sequence[str] = (), where: Mapping[str, Any] | None = None
    ) -> list[tuple[PlayerGroup, Counter[str]]]:
        """The sums by these dimensions, of the groups with the given values. Other fields of a group are empty."""
        chosen = where or {}
        for name in (*by, *chosen):
            if name not in DIMENSIONS:
                raise StatisticsError(f"there are no statistics by {quoted(name)}: choose from {', '.join(DIMENSIONS)}")
        needed = {*by, *chosen}
        rollup = ALL if len(needed) > 1 else DIMENSIONS.index(needed.pop()) if needed else TOTAL
        keys = [name if name in by else "0" if name == "seats" else "''" for name in DIMENSIONS]
        tests = ["rollup = ?", *(f"{name} = ?" for name in chosen)]
        sums = ", ".join(f"sum({name})" for name in COLUMNS)
        grouped = f" GROUP BY {', '.join(by)}" if by else " HAVING count(*)"
        with closing(
            self._db.execute(
                f"SELECT {', '.join(keys)}, {sums} FROM sums WHERE {' AND '.join(tests)}{grouped}",
                (rollup, *chosen.values()),
            )
        ) as cursor:
            size = len(DIMENSIONS)
            return [
                (PlayerGroup(*row[:size]), Counter(dict(zip(COLUMNS, row[size:], strict=True))))
                for row in cursor.fetchall()
            ]


def _rows(pending: Mapping[PlayerGroup, Totals]) -> Iterator[tuple[Any, ...]]:
    """The rows of groups: by all dimensions, by each single one, and by none."""
    if not pending:
        return
    import numpy as np  # noqa: PLC0415, queries do not need it

    groups = list(pending)
    counts = np.array([[totals.get(name, 0) for name in COLUMNS] for totals in pending.values()], np.int64)
    if np.abs(counts.astype(float)).sum(axis=0).max() >= MOST_SUM:
        raise OverflowError
    for group, row in zip(groups, counts.tolist(), strict=True):
        yield ALL, *group, *row
    yield TOTAL, *_NOTHING, *counts.sum(axis=0).tolist()
    for place in range(len(DIMENSIONS)):
        values: dict[Any, int] = {}
        of = [values.setdefault(group[place], len(values)) for group in groups]
        sums = np.zeros((len(values), len(COLUMNS)), np.int64)
        np.add.at(sums, of, counts)
        for value, row in zip(values, sums.tolist(), strict=True):
            yield place, *_NOTHING[:place], value, *_NOTHING[place + 1 :], *row


_NOTHING = PlayerGroup("", "", "", 0, "", "")
