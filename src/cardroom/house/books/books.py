"""The books of a store: append entries in transactions, and read them back. `transaction` does the writing.

This is one file, because every read must use the connection of the transaction that the thread is in, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ClauseElement, Connection, Select, Table, bindparam, func, insert, select

from cardroom.errors import InvariantError
from cardroom.house.books import schema
from cardroom.house.books.clock import Clock
from cardroom.house.books.database import store_errors, write_nothing
from cardroom.house.books.store import Conflict, Store, StoreError
from cardroom.house.books.transaction import BOOK, BookHead, Draft, Fence, Transaction, append_alone, note
from cardroom.house.books.values import CAGE, LedgerAccount, LedgerEntry, Posting, check_text
from cardroom.play.table import GameSet, RoundEnded, RoundStarted, Snapshot
from cardroom.rulebook import RuleSet
from cardroom.tags import tag_of

__all__ = ["Books", "check_complete", "retry_on_conflict"]

_ROWS = 500
"""Entries that are read at a time."""
_TRIES = 5

_HAS_KEY = select(schema.lines.c.number).where(schema.lines.c.key == bindparam("key"))
_BY_KEY = (
    select(schema.books.c.name, schema.lines.c.number)
    .join(schema.books, schema.books.c.id == schema.lines.c.book)
    .where(schema.lines.c.key == bindparam("key"))
)

_LAST_BODY = (
    select(schema.lines.c.body)
    .join(schema.books, schema.books.c.id == schema.lines.c.book)
    .where(schema.books.c.name == bindparam("name"), schema.lines.c.number == schema.books.c.lines)
)
_CENTS = (
    select(schema.accounts.c.cents)
    .join(schema.books, schema.books.c.id == schema.accounts.c.book)
    .where(
        schema.books.c.name == bindparam("book"),
        schema.accounts.c.kind == bindparam("kind"),
        schema.accounts.c.owner == bindparam("owner"),
        schema.accounts.c.part == bindparam("part"),
    )
)


def _numbered(table: Table, *order: str) -> Select[Any]:
    """The rows of a book's entries from one number to another, in order."""
    within = table.c.number >= bindparam("start"), table.c.number < bindparam("end")
    return select(table).where(table.c.book == bindparam("book"), *within).order_by(*(table.c[name] for name in order))


_ENTRIES, _POSTINGS = _numbered(schema.lines, "number"), _numbered(schema.postings, "number", "item")
_ACCOUNTS = select(
    schema.accounts.c.id, schema.books.c.name, schema.accounts.c.kind, schema.accounts.c.owner, schema.accounts.c.part
).join(schema.books, schema.books.c.id == schema.accounts.c.book)


_T = TypeVar("_T")


def retry_on_conflict(act: Callable[[], _T]) -> _T:
    """Call a function again if it was rolled back because of a conflict with another transaction."""
    for _ in range(_TRIES - 1):
        with suppress(Conflict):
            return act()
    return act()


class Books:
    """The books of a store.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> books = Books(Store(f"{folder.name}/room.db", create=True))
    >>> entry, = books.append("cage", [Draft("note", b'"hello"', who="ann")])
    >>> entry.number, [each.body for each in books.entries("cage")]
    (1, [b'"hello"'])
    >>> folder.cleanup()
    """

    def __init__(self, store: Store, now: Callable[[], int] | None = None) -> None:
        self.store = store
        self.now = now or Clock()
        """The clock, in microseconds since 1970. The default is the machine's."""
        self._accounts: dict[LedgerAccount, int] = {}
        """Numbers of accounts that are known to be in the store."""
        self._heads: dict[str, BookHead] = {}
        """Tables' books as this process wrote them last, so that a step need not read them."""
        self._pinned = ContextVar[Connection | None]("pinned", default=None)
        """The connection of `at_one_moment`, for each thread."""
        self._transaction = ContextVar[Transaction | None]("transaction", default=None)
        """The transaction in progress, for each thread."""
        self.fence: Fence | None = None
        """Raises an error, within the transaction, if another process owns the book."""

    # -- writing --------------------------------------------------------------------------------------------------

    def append(self, book: str, drafts: Sequence[Draft], *, after: int | None = None) -> list[LedgerEntry]:
        """Write entries to a book, all or none. `after` is the number of entries that it must have, if that is known.

        They are on the disk when this returns. After a conflict with another transaction it tries again.
        """
        for draft in drafts:
            check_text(draft.who, "The author", least=0)
            if draft.key is not None:
                check_text(draft.key, "The request id")
        if current := self._transaction.get():
            return current.write(book, drafts, after)
        self._check_clock()
        try:
            return self._append(book, drafts, after)
        except Conflict:
            return retry_on_conflict(lambda: self._append(book, drafts, after))

    def _check_clock(self) -> None:
        """Note that the clock was set, before any entry is dated by it."""
        if isinstance(self.now, Clock) and (step := self.now.step()):
            expected, actual = step
            why = f"the machine's clock was put {'ahead' if actual > expected else 'back'}"
            retry_on_conflict(lambda: self._append(CAGE, [note("clock", "clock", why, expected, actual)], None))
            self.now.accept()

    def _append(self, book: str, drafts: Sequence[Draft], after: int | None) -> list[LedgerEntry]:
        row = self._heads.get(book) if after is not None and self.fence is None else None
        if row is None or row.lines != after or any(draft.postings for draft in drafts):
            with self._begin() as new:
                return new.write(book, drafts, after, commit=after is not None)
        try:
            with store_errors(self.store):
                written, self._heads[book] = append_alone(self.store, row, drafts, self.now())
        except BaseException:
            self._heads.clear()
            raise
        return written

    @contextmanager
    def _begin(self) -> Iterator[Transaction]:
        try:
            with self.store.transaction() as connection:
                new = Transaction(self.store, connection, self._accounts, self._heads, self.now, self.fence)
                yield new
        except BaseException:
            self._heads.clear()  # one of them may be out of date
            raise
        self._accounts.update(new.new_accounts)
        self._heads.update(new.new_heads)

    @property
    def in_transaction(self) -> bool:
        """Whether this thread is within `transaction`."""
        return self._transaction.get() is not None

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Everything read and appended within is one transaction. When this ends, all of it is stored, or nothing.

        After a `Conflict`, the caller must start the transaction again.
        """
        if current := self._transaction.get():
            yield current
            return
        self._check_clock()
        with self._begin() as new:
            before = self._transaction.set(new)
            try:
                yield new
            finally:
                self._transaction.reset(before)

    def check_writable(self) -> None:
        """Write to the store without changing the books, to prove that it can be written."""
        with self.store.transaction() as connection:
            write_nothing(connection)

    def lock_account(self, account: LedgerAccount) -> int:
        """Within a transaction: lock an account until it ends, and return its balance."""
        if (current := self._transaction.get()) is None:
            raise InvariantError("an account can only be locked within a transaction")
        return current.lock_account(account)

    def lock_book(self, book: str) -> None:
        """Within a transaction: lock a book until it ends. Otherwise do nothing."""
        if current := self._transaction.get():
            current.lock_book(book)

    def forget_account(self, account: LedgerAccount) -> None:
        """Forget the number of an account that was deleted."""
        self._accounts.pop(account, None)

    def last(self, book: str) -> LedgerEntry | None:
        """The last entry of a book, or None. Within a transaction, the book is locked until it ends."""
        with self.reading() as connection:
            current = self._transaction.get()
            row = current.lock_book(book) if current else connection.execute(BOOK, {"name": book}).first()
            return next(self._page(connection, book, row.lines, 1), None) if row else None

    def last_body(self, book: str) -> bytes | None:
        """The stored body of the last entry of a book, or None. Within a transaction, the book is locked until it ends.

        Every round of a table with a jackpot reads one, so this is a single statement through the driver.
        """
        self.lock_book(book)
        rows = self.rows(_LAST_BODY, {"name": book})
        return bytes(rows[0][0]) if rows else None

    def store_rules(self, rules: RuleSet) -> None:
        """Store the text of a rule set, unless it is stored already. An entry of the cage's book records its hash."""
        stored = select(schema.rules.c.digest).where(schema.rules.c.digest == rules.digest)
        with self.transaction() as current:
            if current.connection.execute(stored).first() is None:
                text = msgspec.json.encode(rules)
                current.connection.execute(insert(schema.rules), {"digest": rules.digest, "text": text})
                body = msgspec.json.encode({"digest": rules.digest, "sha256": sha256(text).hexdigest()})
                current.write(CAGE, [Draft("rules", body)])

    # -- reading --------------------------------------------------------------------------------------------------

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Everything read within is the state at one moment, no matter what others write. Within another one, it is
        the same moment."""
        if self._pinned.get() is not None:
            yield
            return
        with self.store.reading() as connection:
            before = self._pinned.set(connection)
            try:
                yield
            finally:
                self._pinned.reset(before)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading: that of the transaction or of `at_one_moment`, if there is one."""
        current = self._transaction.get()
        if (pinned := current.connection if current else self._pinned.get()) is not None:
            yield pinned
        else:
            with self.store.reading() as connection:
                yield connection

    def rows(self, statement: ClauseElement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The rows of one prepared statement, through the driver: a tenth of the cost of SQLAlchemy's way."""
        current = self._transaction.get()
        pinned = current.connection if current else self._pinned.get()
        if pinned is None:
            return self.store.look(statement, dict(values))
        return self.store.rows(pinned, statement, dict(values))

    def entries(self, book: str, start: int = 1) -> Iterator[LedgerEntry]:
        """The entries of a book from a number on, as they are stored."""
        while True:
            page = self.page(book, start, _ROWS)
            yield from page
            if len(page) < _ROWS:
                return
            start = page[-1].number + 1

    def page(self, book: str, start: int, limit: int) -> list[LedgerEntry]:
        """At most `limit` entries of a book from a number on."""
        with self.reading() as connection:
            return list(self._page(connection, book, start, limit))

    def entries_from_snapshot(self, book: str) -> Iterator[LedgerEntry]:
        """The entries of a table's book from its last snapshot on."""
        with self.reading() as connection:
            row = connection.execute(BOOK, {"name": book}).first()
        yield from self.entries(book, row.stands) if row else ()

    def first_at(self, book: str, at: int) -> int:
        """The number of the first entry at a time or later; the next number, if there is none.

        Times never go back in a book, so this is a binary search.
        """
        entries = schema.lines
        with self.reading() as connection:
            row = connection.execute(BOOK, {"name": book}).first()
            if row is None:
                return 1
            low, high = 1, row.lines + 1
            when = select(entries.c.at).where(entries.c.book == row.id, entries.c.number == bindparam("middle"))
            while low < high:
                middle = (low + high) // 2
                if connection.execute(when, {"middle": middle}).scalar_one() < at:
                    low = middle + 1
                else:
                    high = middle
            return low

    def number_at(self, book: str, at: int) -> int:
        """The number of the first entry at a time or later; of a round in progress, of the entry that started it."""
        entries, first = schema.lines, self.first_at(book, at)
        started = (
            select(entries.c.number)
            .join(schema.books, schema.books.c.id == entries.c.book)
            .where(schema.books.c.name == book, entries.c.number < first)
            .where(entries.c.kind.in_((tag_of(RoundStarted), tag_of(RoundEnded), tag_of(GameSet))))
        )
        with self.reading() as connection:
            return connection.execute(started.order_by(entries.c.number.desc()).limit(1)).scalar() or first

    def last_snapshot(self, book: str, number: int) -> int:
        """The number of the last snapshot up to an entry; 1 if there is none."""
        return next((entry.number for entry in self.entries_before(book, number + 1, (tag_of(Snapshot),), 1)), 1)

    def entries_before(self, book: str, number: int, kinds: Sequence[str], limit: int) -> list[LedgerEntry]:
        """At most `limit` entries of some kinds before a number, the latest first, without their postings."""
        return self._of_kinds(book, kinds, schema.lines.c.number < number, schema.lines.c.number.desc(), limit)

    def entries_after(self, book: str, number: int, kinds: Sequence[str], limit: int) -> list[LedgerEntry]:
        """At most `limit` entries of some kinds after a number, the earliest first, without their postings."""
        return self._of_kinds(book, kinds, schema.lines.c.number > number, schema.lines.c.number, limit)

    def _of_kinds(self, book: str, kinds: Sequence[str], where: Any, order: Any, limit: int) -> list[LedgerEntry]:
        with self.reading() as connection:
            row = connection.execute(BOOK, {"name": book}).first()
            if row is None:
                return []
            query = select(schema.lines).where(schema.lines.c.book == row.id, schema.lines.c.kind.in_(kinds), where)
            return [_entry(each) for each in connection.execute(query.order_by(order).limit(limit))]

    def stacks_of(self, owner: str) -> dict[str, tuple[int, int]]:
        """The tables where a player ever had chips, with the cents there and the time of their last movement."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts.c.cents, accounts.c.at)
        query = query.join(schema.books, schema.books.c.id == accounts.c.book)
        query = query.where(accounts.c.kind == "stack", accounts.c.owner == owner)
        with self.reading() as connection:
            return {row.name: (row.cents, row.at) for row in connection.execute(query)}

    def holdings(self, owner: str, *kinds: str) -> int:
        """The sum of an owner's accounts of some kinds, in all books."""
        accounts = schema.accounts
        query = select(func.sum(accounts.c.cents)).where(accounts.c.owner == owner, accounts.c.kind.in_(kinds))
        with self.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def _page(self, connection: Connection, book: str, start: int, limit: int) -> Iterator[LedgerEntry]:
        row = connection.execute(BOOK, {"name": book}).first()
        if row is None:
            return
        span = {"book": row.id, "start": start, "end": start + limit}
        entries = self.store.rows(connection, _ENTRIES, span)
        postings = self._postings(connection, span)
        for each in entries:
            yield _entry(each, tuple(postings.get(each[1], ())))

    def _postings(self, connection: Connection, span: dict[str, int]) -> dict[int, list[Posting]]:
        """The postings of some entries, by entry."""
        rows = self.store.rows(connection, _POSTINGS, span)
        if not rows:
            return {}
        # The columns are book, number, item, payer, payee, cents, cause, spot, wager, line, cite.
        numbers = [*{number for row in rows for number in row[3:5]}]  # of any type, in a damaged store
        accounts: dict[int, LedgerAccount] = {}
        for first in range(0, len(numbers), _ROWS):
            some = _ACCOUNTS.where(schema.accounts.c.id.in_(numbers[first : first + _ROWS]))
            accounts |= {number: LedgerAccount(*each) for number, *each in connection.execute(some)}
        by_number: dict[int, list[Posting]] = {}
        for row in rows:
            payer, payee = accounts.get(row[3]), accounts.get(row[4])
            if payer and payee:  # in a damaged store an account may be missing
                by_number.setdefault(row[1], []).append(Posting(payer, payee, *row[5:]))
        return by_number

    def plaintext(self, book: str, entry: LedgerEntry) -> bytes:
        """The body of an entry, decrypted if it is secret."""
        return self.store.vault.decrypt(entry.body, book, entry.number) if entry.secret else entry.body

    def by_key(self, key: str) -> tuple[str, LedgerEntry] | None:
        """The entry with a request id and its book, or None if there is none."""
        current, values = self._transaction.get(), {"key": key}
        if current:
            exists = bool(self.store.rows(current.connection, _HAS_KEY, values))
        else:
            exists = self._pinned.get() is not None or bool(self.store.look(_HAS_KEY, values))
        if not exists:
            return None  # the usual result at every step, so it must be cheap
        with self.reading() as connection:
            row = connection.execute(_BY_KEY, {"key": key}).first()
            return row and (row.name, next(self._page(connection, row.name, row.number, 1)))

    def heads(self) -> dict[str, tuple[int, str]]:
        """The books by name, with the number of entries and the hash of the last one."""
        with self.reading() as connection:
            return {
                row.name: (row.lines, row.head)
                for row in connection.execute(select(schema.books).order_by(schema.books.c.id))
            }

    def last_times(self) -> dict[str, int]:
        """The books by name, with the time of the last entry."""
        books, lines = schema.books.c, schema.lines.c
        last = (lines.book == books.id) & (lines.number == books.lines)
        with self.reading() as connection:
            rows = connection.execute(select(books.name, lines.at).select_from(schema.books.join(schema.lines, last)))
            return {row.name: row.at for row in rows}

    def last_number(self, book: str) -> int:
        """The number of the last entry that is there, whatever the head of the book says; 0 if there is none."""
        query = select(func.max(schema.lines.c.number)).join(schema.books, schema.books.c.id == schema.lines.c.book)
        with self.reading() as connection:
            return int(connection.execute(query.where(schema.books.c.name == book)).scalar() or 0)

    def snapshot_number(self, book: str) -> int:
        """The number of the last snapshot, as the head of a book records it."""
        with self.reading() as connection:
            return int(connection.execute(BOOK, {"name": book}).one().stands)

    def rule_digests(self) -> list[str]:
        """The digests of the stored rule sets."""
        with self.reading() as connection:
            return list(connection.execute(select(schema.rules.c.digest)).scalars())

    def balances(self, book: str | None = None, *, empty: bool = False) -> dict[LedgerAccount, int]:
        """The balances that are not zero, of all accounts or of one book. With `empty`, also those that are zero."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts).join(schema.books, schema.books.c.id == accounts.c.book)
        query = query.where(*() if empty else (accounts.c.cents != 0,)).order_by(accounts.c.id)
        if book is not None:
            query = query.where(schema.books.c.name == book)
        with self.reading() as connection:
            return {
                LedgerAccount(row.name, row.kind, row.owner, row.part): row.cents for row in connection.execute(query)
            }

    def moved_at(self, account: LedgerAccount) -> int:
        """The time of the last entry that moved an account; zero if none did."""
        accounts, books = schema.accounts, schema.books
        query = select(accounts.c.at).join(books, books.c.id == accounts.c.book)
        named = (account.book, account.kind, account.owner, account.part)
        columns = (books.c.name, accounts.c.kind, accounts.c.owner, accounts.c.part)
        with self.reading() as connection:
            found = connection.execute(
                query.where(*(column == value for column, value in zip(columns, named, strict=True)))
            ).scalar()
        return int(found or 0)

    def last_moved(self) -> dict[LedgerAccount, int]:
        """The stored time of the last movement of each account."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts).join(schema.books, schema.books.c.id == accounts.c.book)
        with self.reading() as connection:
            return {LedgerAccount(row.name, row.kind, row.owner, row.part): row.at for row in connection.execute(query)}

    def balance(self, account: LedgerAccount) -> int:
        """The balance of an account, or 0."""
        return self._cents(account) or 0

    def has_account(self, account: LedgerAccount) -> bool:
        """Whether anything was ever posted to an account."""
        return self._cents(account) is not None

    def _cents(self, account: LedgerAccount) -> int | None:
        rows = self.rows(_CENTS, account._asdict())
        return int(rows[0][0]) if rows else None

    def rules_text(self, digest: str) -> bytes | None:
        """The text of a stored rule set, or None."""
        with self.reading() as connection:
            text = connection.execute(select(schema.rules.c.text).where(schema.rules.c.digest == digest)).scalar()
        return bytes(text) if text is not None else None


def _entry(row: Any, postings: tuple[Posting, ...] = ()) -> LedgerEntry:
    """The entry of a row of `lines`, whose second column is its number."""
    _, number, at, kind, who, key, secret, body, digest = row
    if type(secret) is int and secret in (0, 1):  # as SQLite stores it
        secret = secret == 1
    return LedgerEntry(number, at, kind, who, key, secret, bytes(body), postings, digest)


def check_complete(books: Books) -> None:
    """Raise an error if a book does not have exactly the entries that its head counts. An audit says which differ."""
    entries = schema.lines
    counts = select(
        schema.books.c.name, func.count(entries.c.number), func.min(entries.c.number), func.max(entries.c.number)
    )
    counts = counts.join(entries, schema.books.c.id == entries.c.book, isouter=True).group_by(schema.books.c.name)
    with books.reading() as connection:
        stored = {row[0]: tuple(row[1:]) for row in connection.execute(counts)}
    for name, (expected, _) in books.heads().items():
        there = stored.get(name, (0, None, None))
        if there != ((expected, 1, expected) if expected else (0, None, None)):
            raise StoreError(
                f'Book "{name}": expected {expected} entries, found {there[0]}. Run `cardroom audit` for details.'
            )
