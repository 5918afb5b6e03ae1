"""The audit of one book: follow its hash chain, replay a table or jackpot, and collect what belongs to other books.

Books are checked independently of each other, so the books of tables may be checked in several processes. `audit`
compares what they say about accounts, jackpots and approvals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.audit.accounts import AccountHistory
from cardroom.house.audit.cage import CageAudit
from cardroom.house.audit.jackpot_orders import JackpotOrder
from cardroom.house.audit.orders import VoidedRound
from cardroom.house.audit.pools import PoolAudit
from cardroom.house.audit.tables import TableAudit
from cardroom.house.books import (
    CAGE,
    FOLDED,
    JACKPOT,
    Books,
    LedgerAccount,
    LedgerEntry,
    Posting,
    entry_hash,
    first_hash,
    is_table,
)
from cardroom.play.table import FindGame, Snapshot
from cardroom.tags import tag_of

__all__ = ["CHECKS", "BookReport", "Finding", "Past", "check_book", "check_of"]


class Finding(NamedTuple):
    """A problem, and where it is."""

    book: str
    number: int
    """The number of the entry; 0 for the book or the store as a whole."""
    what: str

    def __str__(self) -> str:
        return f"{self.book}{f', entry {self.number}' if self.number else ''}: {self.what}"


SEALS, CHAIN, REPLAYS, LEDGER, JACKPOTS, RULES = "seals", "chain", "replays", "ledger", "jackpots", "rules"
CHECKS = (SEALS, CHAIN, REPLAYS, LEDGER, JACKPOTS, RULES)
"""What an audit of the books proves, by name."""
_WORDS = (
    (JACKPOTS, ("jackpot", "meter")),
    (SEALS, ("shuffle", "transcript", "commitment", "deck")),
    (RULES, ("rule set",)),
    (LEDGER, ("account", "posting", "cents", "second person", "approve", "fill goes")),
    (CHAIN, ("hash", "missing", "head of the book", "checkpoint", "its time", "no entry", "the book", "snapshot")),
)
"""Words of findings, by the check that they belong to."""


def check_of(finding: Finding) -> str:
    """The check that a finding belongs to.

    >>> check_of(Finding("table 7", 3, "the hash does not match the entry and the previous hash"))
    'chain'
    >>> check_of(Finding("table 7", 9, "this cannot have happened: the Ante is too small"))
    'replays'
    """
    if finding.book.startswith(JACKPOT):
        return JACKPOTS
    found = (check for check, words in _WORDS if any(word in finding.what for word in words))
    return next(found, REPLAYS if is_table(finding.book) else LEDGER)


class Past(NamedTuple):
    """Where the audit of a book starts."""

    known: tuple[int, str]
    """The number of entries at the checkpoint, and the hash of the last one."""
    resume: bool
    """Whether earlier entries are checked by their hash alone."""
    balances: Mapping[LedgerAccount, int]
    """The balances at the checkpoint, if it resumes there."""
    clauses: bool = False
    """Whether the rounds of tables are read by the clauses of their documents too."""


class BookReport(msgspec.Struct):
    """What the audit of one book found. It can be sent from one process to another."""

    accounts: AccountHistory
    findings: set[Finding] = msgspec.field(default_factory=set)
    entries: int = 0
    """How many entries were checked."""
    rounds: int = 0
    """How many rounds were replayed."""
    head: tuple[int, str] | None = None
    """The number and the hash of the last entry; None if the book could not be read to its end."""
    snapshot: int = 1
    """The number of the last snapshot."""
    table_facts: list[tuple[Any, ...]] = []
    """Links and hits of house jackpots, in the book of a table."""
    pool_facts: list[tuple[Any, ...]] = []
    """The same, in the book of a jackpot."""
    voided: list[VoidedRound] = []
    """Rounds that were voided after a card was dealt."""
    orders: list[JackpotOrder] = []
    cage: CageAudit | None = None
    """What the cage's book says about rules, guests and payouts."""


def check_book(
    books: Books,
    find: FindGame,
    name: str,
    past: Past,
    last: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> BookReport:
    """Check one book, from its first entry or from the checkpoint, up to an entry or to its end.

    `progress` receives the number of entries done.
    """
    report = BookReport(AccountHistory(past.balances))
    try:
        _BookWalk(books, find, name, past, report).run(last, progress)
    except (CardroomError, TypeError, ValueError) as error:
        report.findings.add(Finding(name, 0, f"cannot be read: {error}"))
    return report


class _BookWalk:
    """One pass over a book."""

    def __init__(self, books: Books, find: FindGame, name: str, past: Past, report: BookReport) -> None:
        self._books, self._name, self._past, self._report = books, name, past, report
        accounts = report.accounts
        self._table = TableAudit(name, books, find, accounts, self.report, past.clauses) if is_table(name) else None
        self._pool = PoolAudit(name, books, self.report) if name.startswith(JACKPOT) else None
        self._cage = CageAudit(books, accounts, self.report) if name == CAGE else None

    def report(self, book: str, number: int, what: str) -> None:
        """Add a finding."""
        self._report.findings.add(Finding(book, number, what))

    def run(self, last: int | None, progress: Callable[[int], None]) -> None:
        """Check the entries."""
        name, known, report, table, pool, cage = (
            self._name, self._past.known, self._report, self._table, self._pool, self._cage,
        )  # fmt: skip
        number, previous = known if self._past.resume else (0, first_hash(name))
        at = 0
        if number:
            at, report.snapshot = self._catch_up(number, previous)
            if cage:
                cage.follow(number)
        for entry in self._books.entries(name, number + 1):
            if last is not None and entry.number > last:
                break
            number += 1
            if entry.number != number:
                self.report(name, number, f"entries {number} to {entry.number - 1} are missing")
                number = entry.number
            if not _has_valid_types(entry):
                self.report(name, number, "a field has the wrong type")
                return
            if cage and entry.kind == FOLDED:
                pass  # it is empty; the entry that folded it has its hash
            elif entry_hash(previous, entry) != entry.hash:
                self.report(name, number, "the hash does not match the entry and the previous hash")
            previous = entry.hash
            if number == known[0] and previous != known[1]:
                self.report(
                    name, number, "the hash differs from the checkpoint: this or an earlier entry was rewritten"
                )
            if entry.at < at:
                self.report(name, number, "its time is before that of the previous entry")
            at = entry.at
            if pool or entry.kind == tag_of(Snapshot):
                report.snapshot = number
            for part in (cage, table, pool):
                if part:
                    part.check(entry)
            if entry.postings:
                for what in report.accounts.post(name, entry):
                    self.report(name, number, what)
                if table:
                    table.check_stacks(entry)
            report.entries += 1
            if report.entries % 64 == 0:
                progress(report.entries)
        if table:
            table.end(number)
            report.rounds, report.table_facts, report.voided = table.rounds, table.jackpot_facts, table.voided
        if pool:
            report.pool_facts, report.orders = pool.jackpot_facts, pool.orders
        report.head, report.cage = (number, previous), cage
        progress(report.entries)

    def _catch_up(self, number: int, known: str) -> tuple[int, int]:
        """Bring a table or jackpot to its state at the checkpoint. Returns the time there and its last snapshot.

        The entries that are read for this, from the last snapshot on, are chained up to the checkpoint. So they are
        the entries that were audited.
        """
        name, part = self._name, self._table or self._pool
        start = self._books.last_snapshot(name, number) if isinstance(part, TableAudit) else number
        previous, at = "", 0
        for entry in self._books.entries(name, max(start - 1, 1)):
            if entry.number > number:
                break
            if entry.number == start - 1:
                previous = entry.hash
                continue
            if entry.number == start == 1:
                previous = first_hash(name)
            folded = name == CAGE and entry.kind == FOLDED
            previous, at = entry.hash if folded else entry_hash(previous, entry), entry.at
            if part:
                part.check(entry, trusted=True)
        if previous != known:
            self.report(
                name, number, "missing, or different from the checkpoint: this or an earlier entry was rewritten"
            )
        return at, start if part else 1


def _has_valid_types(entry: LedgerEntry) -> bool:
    """Whether every field has its type. SQLite stores text in number columns without complaint."""
    kinds = type(entry.kind), type(entry.who), type(entry.hash), type(entry.at), type(entry.secret)
    if kinds != (str, str, str, int, bool) or (entry.key is not None and type(entry.key) is not str):
        return False
    return not entry.postings or all(map(_is_valid_posting, entry.postings))


def _is_valid_posting(posting: Posting) -> bool:
    return type(posting.cents) is int and posting.cents > 0 and {*map(type, posting[3:])} == {str}
