"""The books of tables, checked in several processes.

Each process opens the store itself. It reads the entries that were there at the moment of the audit and no later ones,
so an audit of a live store is still one of a single moment.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context

from cardroom.house.audit.book import BookReport, Past, check_book
from cardroom.house.books import Books, Store
from cardroom.house.tables import stored_game

__all__ = ["check_books", "collect_rarely"]

_OPEN: list[Books] = []
"""In a process of its own: the books of its store."""


def check_books(books: Books, pasts: Mapping[str, Past], workers: int) -> Iterator[tuple[str, BookReport]]:
    """Check these books, the longest first. Returns each report when it is there, with the name of the book."""
    store, ends = books.store, {name: books.last_number(name) for name in pasts}
    where = str(store.file) if store.file else store.url.render_as_string(hide_password=False)
    # A fork of a process with threads may hang.
    with ProcessPoolExecutor(min(workers, len(pasts)), get_context("spawn"), _open, (where, store.key)) as pool:
        order = sorted(pasts, key=lambda name: pasts[name].known[0] - ends[name])
        waiting = {pool.submit(_check, name, pasts[name], ends[name]): name for name in order}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def collect_rarely() -> None:
    """Collect garbage rarely, because audits and reports read many postings, which form no cycles."""
    gc.set_threshold(50_000, 20, 100)


def _open(where: str, key: bytes) -> None:
    collect_rarely()
    _OPEN.append(Books(Store(where, key=key, read_only=True)))


def _check(name: str, past: Past, last: int) -> BookReport:
    (books,) = _OPEN
    report = check_book(books, partial(stored_game, books), name, past, last)
    report.accounts.start = {}  # the receiver has it
    return report
