"""The audit: every line, every cent and every round of a store, gone through again.

It walks the chain of each book, adds every account anew, runs every finished round again from its record and compares
what that moves with what was posted. It trusts nothing in the store that it can work out; what it cannot is a tail
that was rewritten with all its hashes, and for that a *mark* is kept outside: how far each book had come, and the hash
there. An audit with a mark holds the store to it, and may go on from it. It writes nothing into the store.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from cardroom.errors import CardroomError
from cardroom.house.accounts import Accounts
from cardroom.house.books import Books
from cardroom.house.checkpoints import Checkpoint, digest
from cardroom.house.entries import kept_game
from cardroom.house.kept import KeptPool
from cardroom.house.retold import Cage, Retold
from cardroom.house.soundness import loose_rows, unsound
from cardroom.house.values import CAGE, JACKPOT, LedgerEntry, Posting, chained, first_hash, is_table
from cardroom.play.table import FindGame

__all__ = ["Audit", "Checkpoint", "Finding", "audit", "digest"]

STORE = "store"
"""The place of what is wrong with no single book."""


class Finding(NamedTuple):
    """Something that is not as it must be, and where."""

    book: str
    number: int
    """The line; 0 for the book or the store as a whole."""
    what: str

    def __str__(self) -> str:
        return f"{self.book}{f', line {self.number}' if self.number else ''}: {self.what}"


class Audit(NamedTuple):
    """What an audit went through, and found."""

    lines: int
    rounds: int
    findings: tuple[Finding, ...]
    mark: Checkpoint

    @property
    def holds(self) -> bool:
        """Whether everything is as it must be."""
        return not self.findings


def audit(
    books: Books,
    mark: Checkpoint | None = None,
    *,
    go_on: bool = False,
    find: FindGame | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Audit:
    """Go through a store; `go_on` begins where the mark was made, whatever was before it is held by its hash alone.

    `progress` is told the book, lines done and lines there are.
    """
    with books.at_one_moment():
        walk = _Walk(books, find or partial(kept_game, books), mark, go_on and mark is not None, progress)
        walk.all()
        now = time.time_ns() // 1000
        noted = Checkpoint(dict(walk.heads), sorted(walk.accounts.balances.items()), now)
        return Audit(walk.lines, walk.rounds, tuple(sorted(walk.findings)), noted)


class _Walk:
    """An audit on its way."""

    def __init__(
        self,
        books: Books,
        find: FindGame,
        mark: Checkpoint | None,
        go_on: bool,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self._books, self._find, self._mark, self._go_on, self._progress = books, find, mark, go_on, progress
        self.lines = self.rounds = self._total = 0
        self.findings: set[Finding] = set()
        self.heads: dict[str, tuple[int, str]] = {}
        self.accounts = Accounts(dict(mark.balances) if mark and go_on else {})
        self._tables: Counter[tuple[Any, ...]] = Counter()
        """What tables have done to jackpots of the house ..."""
        self._pools: Counter[tuple[Any, ...]] = Counter()
        """... and what the jackpots' books say of it."""

    def found(self, book: str, number: int, what: str) -> None:
        """Note what is wrong."""
        self.findings.add(Finding(book, number, what))

    def all(self) -> None:
        """Go through everything."""
        with self._books.reading() as connection:
            for what in unsound(connection):
                self.found(STORE, 0, what)
            for loose in loose_rows(connection):
                self.found(*loose)
        there = self._books.heads()
        done = {name: self._marked(name)[0] if self._go_on else 0 for name in there}
        self._total = sum(count - done[name] for name, (count, _) in there.items())
        for name, (count, head) in there.items():
            try:
                self._book(name, count, head)
            except (CardroomError, TypeError, ValueError) as error:
                self.found(name, 0, f"it cannot be read: {error}")
        for name in self._mark.heads if self._mark else ():
            if name not in there:
                self.found(name, 0, "the book is gone")
        if CAGE not in there:
            self.found(CAGE, 0, "there is no book of the cage")
        self._sums()

    def _marked(self, book: str) -> tuple[int, str]:
        """How far a book had come at the mark, and the hash there."""
        nothing = 0, first_hash(book)
        return self._mark.heads.get(book, nothing) if self._mark else nothing

    def _book(self, name: str, count: int, head: str) -> None:
        """One book, from its beginning or from the mark."""
        marked = self._marked(name)
        number, before = marked if self._go_on else (0, first_hash(name))
        table = Retold(name, self._books, self._find, self.accounts, self.found) if is_table(name) else None
        pool = KeptPool(name, self._books, self.found) if name.startswith(JACKPOT) else None
        cage = Cage(self._books, self.accounts, self.found) if name == CAGE else None
        at, stands = 0, 1
        if number:
            at, stands = self._catch_up(name, number, before, table or pool)
        for entry in self._books.entries(name, number + 1):
            number += 1
            if entry.number != number:
                self.found(name, number, f"lines {number} to {entry.number - 1} are gone")
                number = entry.number
            if not _sound(entry):
                self.found(name, number, "a number, a text or a time of it is none")
                return
            if chained(before, entry) != entry.hash:
                self.found(name, number, "it is not what was written: its hash does not follow from it and the last")
            before = entry.hash
            if number == marked[0] and before != marked[1]:
                self.found(name, number, "it has another hash than was noted outside: what came before was rewritten")
            if entry.at < at:
                self.found(name, number, "it is older than the line before it")
            at = entry.at
            stands = number if pool or entry.kind == "stands" else stands
            if cage:
                cage.line(entry)
            if table or pool:
                (table or pool).line(entry)  # type: ignore[union-attr]
            for what in self.accounts.post(name, entry):
                self.found(name, number, what)
            if table:
                table.after(entry)
            self.lines += 1
            if self.lines % 64 == 0:
                self._progress(name, self.lines, self._total)
        if table:
            table.end(number)
            self.rounds += table.rounds
            self._tables.update(table.told)
        if pool:
            self._pools.update(pool.told)
        self._check_end(name, number, before, count, head, stands)
        if cage and not self._go_on:
            self._check_rules(cage.rules)
        self.heads[name] = number, before
        self._progress(name, self.lines, self._total)

    def _check_end(self, name: str, number: int, before: str, count: int, head: str, stands: int) -> None:
        if (number, before) != (count, head):
            self.found(name, 0, f"it says that it has {count} lines, and ends otherwise than its line {number} does")
        if not number:
            self.found(name, 0, "it has no line")
        if number < self._marked(name)[0]:
            self.found(name, 0, f"it had {self._marked(name)[0]} lines when the mark was made, and has {number}")
        if self._books.snapshot_number(name) != stands:
            self.found(
                name, 0, f"it is rebuilt from line {self._books.snapshot_number(name)}, and should be from {stands}"
            )

    def _catch_up(self, name: str, number: int, noted: str, table: Retold | KeptPool | None) -> tuple[int, int]:
        """Have a table as it was at the mark, from where it last said how it stands; gives the time and that line.

        What is read for it is chained up to the mark: nobody has told the table otherwise since.
        """
        start = self._books.last_snapshot(name, number) if isinstance(table, Retold) else number
        before, at = "", 0
        for entry in self._books.entries(name, max(start - 1, 1)):
            if entry.number > number:
                break
            if entry.number == start - 1:
                before = entry.hash
                continue
            if entry.number == start == 1:
                before = first_hash(name)
            before, at = chained(before, entry), entry.at
            if table:
                table.line(entry, again=False)
        if before != noted:
            self.found(name, number, "it is gone or not what was noted outside: what came before was rewritten")
        return at, start if table else 1

    def _check_rules(self, told: dict[str, str]) -> None:
        """Whether rules lie in the store that no line tells of."""
        for name in self._books.rule_digests():
            if name not in told:
                self.found(CAGE, 0, f"the rules {name[:12]} are kept, and no line says so")

    def _sums(self) -> None:
        """The accounts as a whole."""
        for wrong in self.accounts.wrong():
            self.found(*wrong)
        for what, name, table, number, *_ in sorted(
            (self._tables - self._pools) + (self._pools - self._tables), key=repr
        ):
            self.found(table, number, f"it and the book of the jackpot {name} do not tell the same of what was {what}")
        added = self.accounts.balances
        said = self._books.balances(empty=True)
        for account in said.keys() | added.keys():
            what = f"the account {account.kind} {account.owner} {account.part}".rstrip()
            if account not in added:
                self.found(account.book, 0, f"{what} is there, and nothing was ever posted to it")
            elif added[account] != said.get(account):
                kept = f"says {said[account]} cents" if account in said else "is gone"
                self.found(account.book, 0, f"{what} {kept}, and its postings come to {added[account]}")
        for account, at in self._books.last_moved().items():
            if at != self.accounts.times.get(account, at if self._go_on else 0):
                self.found(
                    account.book, 0, f"the account {account.kind} {account.owner} has another time than its last line"
                )
        if sum(added.values()):
            self.found(CAGE, 0, f"all postings together come to {sum(added.values())} cents, and not to nothing")


def _sound(entry: LedgerEntry) -> bool:
    """Whether every field has the type that it must have: SQLite keeps letters in a column of numbers."""
    texts = (entry.kind, entry.who, entry.hash)
    fields = all(isinstance(each, str) for each in texts) and type(entry.at) is int and type(entry.secret) is bool
    return fields and isinstance(entry.key, str | None) and all(_sound_posting(posting) for posting in entry.postings)


def _sound_posting(posting: Posting) -> bool:
    return type(posting.cents) is int and posting.cents > 0 and all(isinstance(each, str) for each in posting[3:])
