"""The audit of a store: check every entry and every balance, and replay every round.

It follows the hash chain of each book, computes every balance from the postings, replays every finished round from its
record and compares the result with what was posted. It trusts nothing in the store that it can compute. It cannot
detect a rewritten end of a book whose hashes and balances were recomputed. A checkpoint that is stored elsewhere
detects that: an audit with a checkpoint compares the store with it, and may resume from it. An audit writes nothing to
the store.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from cardroom.errors import CardroomError
from cardroom.house.audit_accounts import AccountHistory
from cardroom.house.audit_cage import CageAudit
from cardroom.house.audit_jackpot_orders import JackpotOrder
from cardroom.house.audit_payouts import CalledOff, PayoutAudit
from cardroom.house.audit_pools import PoolAudit
from cardroom.house.audit_tables import TableAudit
from cardroom.house.books import Books
from cardroom.house.checkpoints import Checkpoint
from cardroom.house.duties import duties
from cardroom.house.entries import stored_game
from cardroom.house.folding import FOLDED, FoldAudit
from cardroom.house.soundness import orphaned_rows, schema_problems
from cardroom.house.values import CAGE, JACKPOT, OUTSIDE, LedgerEntry, Posting, entry_hash, first_hash, is_table
from cardroom.play.table import FindGame

__all__ = ["Audit", "Finding", "audit"]

STORE = "store"
"""The place of findings that belong to no single book."""


class Finding(NamedTuple):
    """A problem, and where it is."""

    book: str
    number: int
    """The number of the entry; 0 for the book or the store as a whole."""
    what: str

    def __str__(self) -> str:
        return f"{self.book}{f', entry {self.number}' if self.number else ''}: {self.what}"


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
) -> Audit:
    """Audit a store, and compare it with a checkpoint if one is given.

    With `resume`, start at the checkpoint: entries before it are checked by their hash alone. `progress` receives the
    book, the number of entries done and the total.
    """
    with books.at_one_moment():
        walk = _Walk(
            books, find or partial(stored_game, books), checkpoint, resume and checkpoint is not None, progress
        )
        walk.run()
        remarks = walk.remarks()
        now = time.time_ns() // 1000
        after = Checkpoint(dict(walk.heads), sorted(walk.accounts.balances.items()), now)
        return Audit(walk.entries, walk.rounds, tuple(sorted(walk.findings)), after, remarks)


class _Walk:
    """One pass over all books."""

    def __init__(
        self,
        books: Books,
        find: FindGame,
        checkpoint: Checkpoint | None,
        resume: bool,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self._books, self._find, self._checkpoint, self._resume = books, find, checkpoint, resume
        self._progress = progress
        self.entries = self.rounds = self._total = 0
        self.findings: set[Finding] = set()
        self.heads: dict[str, tuple[int, str]] = {}
        self.accounts = AccountHistory(dict(checkpoint.balances) if checkpoint and resume else {})
        self._folding = FoldAudit(books)
        self._payouts = PayoutAudit()
        self._called_off: list[CalledOff] = []
        """Rounds that were called off after a card was dealt."""
        self._jackpot_orders: list[JackpotOrder] = []
        self._by_tables: Counter[tuple[Any, ...]] = Counter()
        """Links and hits of house jackpots, as the books of tables record them."""
        self._by_pools: Counter[tuple[Any, ...]] = Counter()
        """The same, as the books of the jackpots record them."""

    def report(self, book: str, number: int, what: str) -> None:
        """Add a finding."""
        self.findings.add(Finding(book, number, what))

    def run(self) -> None:
        """Check everything."""
        with self._books.reading() as connection:
            for what in schema_problems(connection):
                self.report(STORE, 0, what)
            for row in orphaned_rows(connection):
                self.report(*row)
        heads = self._books.heads()
        done = {name: self._head_at_checkpoint(name)[0] if self._resume else 0 for name in heads}
        self._total = sum(count - done[name] for name, (count, _) in heads.items())
        for name, (count, head) in heads.items():
            try:
                self._check_book(name, count, head)
            except (CardroomError, TypeError, ValueError) as error:
                self.report(name, 0, f"cannot be read: {error}")
        for name in self._checkpoint.heads if self._checkpoint else ():
            if name not in heads:
                self.report(name, 0, "the book is missing")
        if CAGE not in heads:
            self.report(CAGE, 0, "the cage has no book")
        self._check_accounts()
        for void in self._called_off:
            if what := self._payouts.call_off_problem(void):
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

    def _check_book(self, name: str, count: int, head: str) -> None:
        """Check one book, from its first entry or from the checkpoint."""
        known = self._head_at_checkpoint(name)
        number, previous = known if self._resume else (0, first_hash(name))
        table = TableAudit(name, self._books, self._find, self.accounts, self.report) if is_table(name) else None
        pool = PoolAudit(name, self._books, self.report) if name.startswith(JACKPOT) else None
        cage = CageAudit(self._books, self.accounts, self.report) if name == CAGE else None
        at, snapshot = 0, 1
        if number:
            at, snapshot = self._catch_up(name, number, previous, table or pool)
            if cage:
                cage.follow(number)
        for entry in self._books.entries(name, number + 1):
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
            snapshot = number if pool or entry.kind == "stands" else snapshot
            for part in (cage, table, pool):
                if part:
                    part.check(entry)
            for what in self.accounts.post(name, entry):
                self.report(name, number, what)
            if table:
                table.check_stacks(entry)
            self.entries += 1
            if self.entries % 64 == 0:
                self._progress(name, self.entries, self._total)
        if table:
            table.end(number)
            self.rounds += table.rounds
            self._by_tables.update(table.jackpot_facts)
            self._called_off += table.called_off
        if pool:
            self._by_pools.update(pool.jackpot_facts)
            self._jackpot_orders += pool.orders
        self._check_end(name, (number, previous), (count, head), snapshot)
        if cage:
            self._check_cage(cage)
        self.heads[name] = number, previous
        self._progress(name, self.entries, self._total)

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

    def _catch_up(self, name: str, number: int, known: str, part: TableAudit | PoolAudit | None) -> tuple[int, int]:
        """Bring a table or jackpot to its state at the checkpoint. Returns the time there and its last snapshot.

        The entries that are read for this, from the last snapshot on, are chained up to the checkpoint. So they are
        the entries that were audited.
        """
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
        computed, stored = self.accounts.balances, self._books.balances(empty=True)
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
            # Earlier versions dated `outside` by the entry that came last, also when the clock had been set back.
            # The last movement of `outside` may have been one that was folded.
            if at != computed_at and not (account == OUTSIDE and (at < computed_at or self._folding.folds)):
                what = f"the account {account.kind} {account.owner}"
                self.report(account.book, 0, f"{what}: its time differs from its last entry")
        if total := sum(computed.values()):
            self.report(CAGE, 0, f"all postings sum to {total} cents instead of zero")


def _has_valid_types(entry: LedgerEntry) -> bool:
    """Whether every field has its type. SQLite stores text in number columns without complaint."""
    kinds = [type(each) for each in (entry.kind, entry.who, entry.hash, entry.at, entry.secret)]
    fields = kinds == [str, str, str, int, bool] and (entry.key is None or type(entry.key) is str)
    return fields and all(map(_is_valid_posting, entry.postings))


def _is_valid_posting(posting: Posting) -> bool:
    return type(posting.cents) is int and posting.cents > 0 and {*map(type, posting[3:])} == {str}
