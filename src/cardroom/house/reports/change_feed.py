"""A change feed for a warehouse: a folder of numbered increments, each an export of what is new.

An increment is complete when it has its `cursor.json`, which is written last. A feed that was interrupted continues
from the last complete increment and writes the incomplete one again. So a loader that reads the complete increments in
order gets each row once.

The cursor is a position in every book, not a time or a number that the database assigns. The numbers of a book have no
gaps, and a transaction locks the book that it writes to until it commits. So an entry never appears before a position
that was exported, whatever other transactions do meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardroom.errors import InputError
from cardroom.house.books import Books
from cardroom.house.reports.exporting import CURSOR, FORMATS, export, read_cursor

__all__ = ["follow", "last_increment"]

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
