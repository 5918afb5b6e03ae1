"""The audit of a store: check every entry and every balance, and replay every round.

It follows the hash chain of each book, computes every balance from the postings, replays every finished round from its
record and compares the result with what was posted. It trusts nothing in the store that it can compute. It cannot
detect a rewritten end of a book whose hashes and balances were recomputed. A checkpoint that is stored elsewhere
detects that: an audit with a checkpoint compares the store with it, and may resume from it. An audit writes nothing to
the store.

The books of tables are checked in several processes. Each opens the store itself. It reads the entries that were there
at the moment of the audit and no later ones, so an audit of a live store is still one of a single moment.
"""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from cardroom.errors import CardroomError
from cardroom.house.audit.accounts import AccountHistory
from cardroom.house.audit.book import BookReport, Finding, Past, check_book
from cardroom.house.audit.cage import CageAudit
from cardroom.house.audit.checkpoints import Checkpoint
from cardroom.house.audit.jackpot_orders import JackpotOrder
from cardroom.house.audit.orders import PayoutAudit, VoidedRound
from cardroom.house.audit.soundness import orphaned_rows, schema_problems
from cardroom.house.books import CAGE, OUTSIDE, Books, FoldAudit, LedgerAccount, Store, first_hash, is_table
from cardroom.house.cage import duties
from cardroom.house.tables import stored_game
from cardroom.play.table import FindGame

__all__ = ["Audit", "Finding", "audit", "check_books", "collect_rarely"]

STORE = "store"
"""The place of findings that belong to no single book."""
ENOUGH = 100_000
"""Entries of tables from which more processes are worth starting."""


class Audit(NamedTuple):
    """The result of an audit."""

    entries: int
    """How many entries were checked."""
    rounds: int
    """How many rounds were replayed."""
    findings: tuple[Finding, ...]
    checkpoint: Checkpoint
    """The state of the books after this audit."""
    remarks: tuple[str, ...] = ()
    """What an examiner must know, although it is no problem: see `duties`."""

    @property
    def holds(self) -> bool:
        """Whether no problem was found."""
        return not self.findings


def audit(
    books: Books,
    checkpoint: Checkpoint | None = None,
    *,
    resume: bool = False,
    find: FindGame | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    workers: int | None = 1,
    clauses: bool = False,
) -> Audit:
    """Audit a store, and compare it with a checkpoint if one is given.

    With `resume`, start at the checkpoint: entries before it are checked by their hash alone. `progress` receives the
    book, the number of entries done and the total.

    With more `workers`, that many processes check the books of tables, and the result is the same. A script that asks
    for them must be safe to import. With None, there is one for each core, if there is enough to check.
    With `clauses`, each replayed round is also read by the clauses of its documents.
    """
    with books.at_one_moment():
        walk = _Walk(books, find, checkpoint, resume and checkpoint is not None, progress, clauses)
        walk.run(workers)
        remarks = walk.remarks()
        now = time.time_ns() // 1000
        after = Checkpoint(dict(walk.heads), sorted(walk.balances.items()), now)
        return Audit(walk.entries, walk.rounds, tuple(sorted(walk.findings)), after, remarks)


class _Walk:
    """One pass over all books."""

    def __init__(
        self,
        books: Books,
        find: FindGame | None,
        checkpoint: Checkpoint | None,
        resume: bool,
        progress: Callable[[str, int, int], None],
        clauses: bool = False,
    ) -> None:
        self._clauses = clauses
        self._books, self._find, self._checkpoint, self._resume = books, find, checkpoint, resume
        self._progress = progress
        self.entries = self.rounds = self._total = 0
        self.findings: set[Finding] = set()
        self.heads: dict[str, tuple[int, str]] = {}
        self.accounts = AccountHistory(dict(checkpoint.balances) if checkpoint and resume else {})
        self.balances: dict[LedgerAccount, int] = {}
        """The balances after all books, without those of folded guests."""
        self._folding = FoldAudit(books)
        self._payouts = PayoutAudit()
        self._voided: list[VoidedRound] = []
        """Rounds that were voided after a card was dealt."""
        self._jackpot_orders: list[JackpotOrder] = []
        self._by_tables: Counter[tuple[Any, ...]] = Counter()
        """Links and hits of house jackpots, as the books of tables record them."""
        self._by_pools: Counter[tuple[Any, ...]] = Counter()
        """The same, as the books of the jackpots record them."""

    def report(self, book: str, number: int, what: str) -> None:
        """Add a finding."""
        self.findings.add(Finding(book, number, what))

    def run(self, workers: int | None) -> None:
        """Check everything."""
        with self._books.reading() as connection:
            for what in schema_problems(connection):
                self.report(STORE, 0, what)
            for row in orphaned_rows(connection):
                self.report(*row)
        heads = self._books.heads()
        done = {name: self._head_at_checkpoint(name)[0] if self._resume else 0 for name in heads}
        self._total = sum(count - done[name] for name, (count, _) in heads.items())
        pasts = {
            name: Past(self._head_at_checkpoint(name), self._resume, self.accounts.start, self._clauses)
            for name in heads
        }
        tables = {name: count - done[name] for name, (count, _) in heads.items() if is_table(name)}
        if workers is None:
            workers = (os.cpu_count() or 1) if sum(tables.values()) >= ENOUGH else 1
        if workers > 1 and len(tables) > 1 and self._find is None:
            for name, report in check_books(self._books, {name: pasts.pop(name) for name in tables}, workers):
                self._add(name, report, heads[name])
                self._progress(name, self.entries, self._total)
        find = self._find or partial(stored_game, self._books)
        for name, past in pasts.items():
            tell = partial(self._tell, name, self.entries)
            self._add(name, check_book(self._books, find, name, past, progress=tell), heads[name])
        self.heads = {name: self.heads[name] for name in heads if name in self.heads}
        for name in self._checkpoint.heads if self._checkpoint else ():
            if name not in heads:
                self.report(name, 0, "the book is missing")
        if CAGE not in heads:
            self.report(CAGE, 0, "the cage has no book")
        self._check_accounts()
        for void in self._voided:
            if what := self._payouts.void_problem(void):
                self.report(void.table, void.number, what)
        for order in self._jackpot_orders:
            if what := self._payouts.jackpot_problem(order):
                self.report(order.book, order.number, what)

    def remarks(self) -> tuple[str, ...]:
        """What the notes say about duties."""
        count = self._folding.entries
        folded = [f"{count} entries of guests who never sat down were folded."] if count else []
        try:
            return (*duties(self._books).remarks(), *self._payouts.remarks, *folded)
        except (CardroomError, TypeError, ValueError) as error:
            self.report(CAGE, 0, f"the notes about users cannot be read: {error}")
            return ()

    def _head_at_checkpoint(self, book: str) -> tuple[int, str]:
        """How many entries a book had at the checkpoint, and the hash of the last one."""
        empty = 0, first_hash(book)
        return self._checkpoint.heads.get(book, empty) if self._checkpoint else empty

    def _tell(self, name: str, before: int, done: int) -> None:
        self._progress(name, before + done, self._total)

    def _add(self, name: str, report: BookReport, head: tuple[int, str]) -> None:
        """Add what the audit of a book found."""
        self.findings |= report.findings
        self.entries, self.rounds = self.entries + report.entries, self.rounds + report.rounds
        self.accounts.add(report.accounts)
        self._by_tables.update(report.table_facts)
        self._by_pools.update(report.pool_facts)
        self._voided += report.voided
        self._jackpot_orders += report.orders
        if report.head is not None:
            self._check_end(name, report.head, head, report.snapshot)
            self.heads[name] = report.head
        if report.cage:
            self._check_cage(report.cage)

    def _check_cage(self, cage: CageAudit) -> None:
        """Check what depends on the whole book of the cage."""
        if not self._resume:
            self._check_rules(cage.rules)
        self._folding, self._payouts = cage.folding, cage.payouts
        for number, what in cage.folding.problems():
            self.report(CAGE, number, what)

    def _check_end(self, name: str, end: tuple[int, str], head: tuple[int, str], snapshot: int) -> None:
        number, (known, _) = end[0], self._head_at_checkpoint(name)
        if end != head:
            self.report(name, 0, f"the head of the book ({head[0]} entries) differs from its last entry, {number}")
        if not number:
            self.report(name, 0, "the book has no entry")
        if number < known:
            self.report(name, 0, f"expected at least {known} entries, as at the checkpoint; found {number}")
        if (stored := self._books.snapshot_number(name)) != snapshot:
            self.report(name, 0, f"its last snapshot should be entry {snapshot}, not {stored}")

    def _check_rules(self, recorded: dict[str, str]) -> None:
        """Find rule sets in the store that no entry records."""
        for name in self._books.rule_digests():
            if name not in recorded:
                self.report(CAGE, 0, f"the rule set {name[:12]} is stored, but no entry records it")

    def _check_accounts(self) -> None:
        """Check the stored balances and times, and the sum of all money."""
        for problem in self.accounts.problems():
            self.report(*problem)
        differing = (self._by_tables - self._by_pools) + (self._by_pools - self._by_tables)
        for what, name, table, number, *_ in sorted(differing, key=repr):
            self.report(table, number, f'{what}: this book and the book of the jackpot "{name}" differ')
        computed = self.balances = self.accounts.balances
        stored = self._books.balances(empty=True)
        self._folding.without_guests(computed, stored)
        for account in stored.keys() | computed.keys():
            what = f"the account {account.kind} {account.owner} {account.part}".rstrip()
            if account not in computed:
                self.report(account.book, 0, f"{what} exists, but nothing was ever posted to it")
            elif account not in stored:
                self.report(account.book, 0, f"{what} is missing; its postings sum to {computed[account]} cents")
            elif computed[account] != stored[account]:
                figures = f"{stored[account]} cents stored, its postings sum to {computed[account]}"
                self.report(account.book, 0, f"{what}: {figures}")
        for account, at in self._books.last_moved().items():
            computed_at = self.accounts.times.get(account, at if self._resume else 0)
            # The last movement of `outside` may have been one that was folded.
            if at != computed_at and not (account == OUTSIDE and self._folding.folds):
                what = f"the account {account.kind} {account.owner}"
                self.report(account.book, 0, f"{what}: its time differs from its last entry")
        if total := sum(computed.values()):
            self.report(CAGE, 0, f"all postings sum to {total} cents instead of zero")


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
