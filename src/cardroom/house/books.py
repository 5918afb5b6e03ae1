"""The books of a store: lines are appended, in transactions, and read back. How they are written is in `writing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Select, bindparam, func, insert, select

from cardroom.errors import Fault
from cardroom.house import schema
from cardroom.house.clock import Clock
from cardroom.house.store import Conflict, Store
from cardroom.house.transaction import BOOK, Draft, Fence, Transaction, note
from cardroom.house.values import CAGE, LedgerAccount, LedgerEntry, Posting, check_text
from cardroom.rulebook import RuleSet

__all__ = ["Books", "retry_on_conflict"]

_ROWS = 500
"""Lines that are read at a time."""
_TRIES = 5

_HAS_KEY = select(schema.lines.c.number).where(schema.lines.c.key == bindparam("key"))
_BY_KEY = (
    select(schema.books.c.name, schema.lines.c.number)
    .join(schema.books, schema.books.c.id == schema.lines.c.book)
    .where(schema.lines.c.key == bindparam("key"))
)


def _postings() -> Select[Any]:
    """The postings of some lines, with the accounts of both sides and their books."""
    payer, payee, of_payer, of_payee = (
        each.alias() for each in (schema.accounts, schema.accounts, schema.books, schema.books)
    )
    postings = schema.postings
    columns = [*payer.c, of_payer.c.name, *payee.c, of_payee.c.name]
    return (
        select(postings, *(column.label(f"x{number}") for number, column in enumerate(columns)))
        .join(payer, payer.c.id == postings.c.payer)
        .join(payee, payee.c.id == postings.c.payee)
        .join(of_payer, of_payer.c.id == payer.c.book)
        .join(of_payee, of_payee.c.id == payee.c.book)
        .where(
            postings.c.book == bindparam("book"),
            postings.c.number >= bindparam("start"),
            postings.c.number < bindparam("end"),
        )
        .order_by(postings.c.number, postings.c.item)
    )


_POSTINGS = _postings()


_T = TypeVar("_T")


def retry_on_conflict(act: Callable[[], _T]) -> _T:
    """Do something, and again if it gave way to others at the same moment: then it has not happened."""
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
        """The clock, in microseconds since 1970; that of the machine, unless another is given."""
        self._accounts: dict[LedgerAccount, int] = {}
        """Numbers of accounts that are surely in the store."""
        self._pinned = ContextVar[Connection | None]("pinned", default=None)
        """Each thread's own."""
        self._transaction = ContextVar[Transaction | None]("transaction", default=None)
        """Each thread's own."""
        self.fence: Fence | None = None
        """Refuses, within the transaction, to write into a book that is not for this process to write."""

    # -- writing --------------------------------------------------------------------------------------------------

    def append(self, book: str, drafts: Sequence[Draft], *, after: int | None = None) -> list[LedgerEntry]:
        """Write lines into a book, all or none; `after` is how many it must have, where that is known.

        They are on the disk when this returns. Where two made the same account at once, or waited for each other,
        the one that gave way tries again.
        """
        for draft in drafts:
            check_text(draft.who, "The author", least=0)
            check_text("?" if draft.key is None else draft.key, "The request id")
        if now := self._transaction.get():
            return now.write(book, drafts, after)
        self._check_clock()
        return retry_on_conflict(lambda: self._append(book, drafts, after))

    def _check_clock(self) -> None:
        """Note that the clock was set, before any entry is dated by it."""
        if isinstance(self.now, Clock) and (step := self.now.step()):
            expected, actual = step
            why = f"the machine's clock was put {'ahead' if actual > expected else 'back'}"
            retry_on_conflict(lambda: self._append(CAGE, [note("clock", "clock", why, expected, actual)], None))
            self.now.accept()

    def _append(self, book: str, drafts: Sequence[Draft], after: int | None) -> list[LedgerEntry]:
        with self._begin() as now:
            return now.write(book, drafts, after)

    @contextmanager
    def _begin(self) -> Iterator[Transaction]:
        with self.store.transaction() as connection:
            now = Transaction(self.store, connection, self._accounts, self.now, self.fence)
            yield now
        self._accounts |= now.new_accounts

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """All that is read and appended meanwhile is one transaction: all of it is kept when this ends, or nothing.

        Whoever gives way to another (`Conflict`) has to begin the turn anew.
        """
        if already := self._transaction.get():
            yield already
            return
        self._check_clock()
        with self._begin() as now:
            before = self._transaction.set(now)
            try:
                yield now
            finally:
                self._transaction.reset(before)

    def lock_account(self, account: LedgerAccount) -> int:
        """In a turn: what an account holds, which nobody else can change before the turn is over."""
        if (now := self._transaction.get()) is None:
            raise Fault("an account is locked in a turn")
        return now.lock_account(account)

    def last(self, book: str) -> LedgerEntry | None:
        """The last line of a book; in a turn nobody else can write another before the turn is over."""
        with self.reading() as connection:
            now = self._transaction.get()
            row = now.lock_book(book) if now else connection.execute(BOOK, {"name": book}).first()
            return next(self._some(connection, book, row.lines, 1), None) if row else None

    def store_rules(self, rules: RuleSet) -> None:
        """Keep the text of a rule set, if it is not kept; a line of the cage's book holds the text to what it is."""
        have = select(schema.rules.c.digest).where(schema.rules.c.digest == rules.digest)
        with self.transaction() as now:
            if now.connection.execute(have).first() is None:
                text = msgspec.json.encode(rules)
                now.connection.execute(insert(schema.rules), {"digest": rules.digest, "text": text})
                said = msgspec.json.encode({"digest": rules.digest, "sha256": sha256(text).hexdigest()})
                now.write(CAGE, [Draft("rules", said)])

    # -- reading --------------------------------------------------------------------------------------------------

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read meanwhile is of one moment, whatever others write."""
        with self.store.reading() as connection:
            before = self._pinned.set(connection)
            try:
                yield
            finally:
                self._pinned.reset(before)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment: that of `at_one_moment`, where there is one."""
        now = self._transaction.get()
        if (pinned := now.connection if now else self._pinned.get()) is not None:
            yield pinned
        else:
            with self.store.reading() as connection:
                yield connection

    def entries(self, book: str, start: int = 1) -> Iterator[LedgerEntry]:
        """The lines of a book from a number on, as they lie in the store."""
        while True:
            some = self.page(book, start, _ROWS)
            yield from some
            if len(some) < _ROWS:
                return
            start = some[-1].number + 1

    def page(self, book: str, start: int, many: int) -> list[LedgerEntry]:
        """So many lines of a book from a number on, or as many as there are."""
        with self.reading() as connection:
            return list(self._some(connection, book, start, many))

    def entries_from_snapshot(self, book: str) -> Iterator[LedgerEntry]:
        """The lines of a table's book from the last one that says how the table stands."""
        with self.reading() as connection:
            row = connection.execute(BOOK, {"name": book}).first()
        yield from self.entries(book, row.stands) if row else ()

    def number_at(self, book: str, at: int) -> int:
        """The first line of a time, which never runs back in a book; that at which its round began, if one was on."""
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
            opened = select(entries.c.number).where(
                entries.c.book == row.id, entries.c.number < low, entries.c.kind.in_(("opened", "closed", "plays"))
            )
            return connection.execute(opened.order_by(entries.c.number.desc()).limit(1)).scalar() or low

    def last_snapshot(self, book: str, number: int) -> int:
        """The last line up to a number at which rebuilding the book's table may begin."""
        return next((entry.number for entry in self.entries_before(book, number + 1, ("stands",), 1)), 1)

    def entries_before(self, book: str, number: int, kinds: Sequence[str], many: int) -> list[LedgerEntry]:
        """So many lines of some kinds before a number, the latest first, without what they moved."""
        return self._of_kinds(book, kinds, schema.lines.c.number < number, schema.lines.c.number.desc(), many)

    def entries_after(self, book: str, number: int, kinds: Sequence[str], many: int) -> list[LedgerEntry]:
        """So many lines of some kinds after a number, the earliest first, without what they moved."""
        return self._of_kinds(book, kinds, schema.lines.c.number > number, schema.lines.c.number, many)

    def _of_kinds(self, book: str, kinds: Sequence[str], where: Any, order: Any, many: int) -> list[LedgerEntry]:
        with self.reading() as connection:
            row = connection.execute(BOOK, {"name": book}).first()
            if row is None:
                return []
            query = select(schema.lines).where(schema.lines.c.book == row.id, schema.lines.c.kind.in_(kinds), where)
            return [_entry(each) for each in connection.execute(query.order_by(order).limit(many))]

    def stacks_of(self, owner: str) -> dict[str, tuple[int, int]]:
        """The tables where somebody ever had chips, with how many they have there and when those last moved."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts.c.cents, accounts.c.at)
        query = query.join(schema.books, schema.books.c.id == accounts.c.book)
        query = query.where(accounts.c.kind == "stack", accounts.c.owner == owner)
        with self.reading() as connection:
            return {row.name: (row.cents, row.at) for row in connection.execute(query)}

    def holdings(self, owner: str, *kinds: str) -> int:
        """What lies on all accounts of these kinds that are somebody's, in all books together."""
        accounts = schema.accounts
        query = select(func.sum(accounts.c.cents)).where(accounts.c.owner == owner, accounts.c.kind.in_(kinds))
        with self.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def _some(self, connection: Connection, book: str, start: int, many: int) -> Iterator[LedgerEntry]:
        row = connection.execute(BOOK, {"name": book}).first()
        if row is None:
            return
        end = start + many
        kept = connection.execute(
            select(schema.lines)
            .where(schema.lines.c.book == row.id, schema.lines.c.number >= start, schema.lines.c.number < end)
            .order_by(schema.lines.c.number)
        )
        postings = self._postings(connection, row.id, start, end)
        for entry in kept:
            yield _entry(entry, tuple(postings.get(entry.number, ())))

    def _postings(self, connection: Connection, book: int, start: int, end: int) -> dict[int, list[Posting]]:
        """The postings of some lines, by line."""
        found: dict[int, list[Posting]] = {}
        for row in connection.execute(_POSTINGS, {"book": book, "start": start, "end": end}):
            # The columns of an account are id, book, kind, owner, part, cents, at; then its book's name.
            source = LedgerAccount(row.x7, row.x2, row.x3, row.x4)
            target = LedgerAccount(row.x15, row.x10, row.x11, row.x12)
            posting = Posting(source, target, row.cents, row.cause, row.spot, row.wager, row.line, row.cite)
            found.setdefault(row.number, []).append(posting)
        return found

    def plaintext(self, book: str, entry: LedgerEntry) -> bytes:
        """What a line says, opened if it is secret."""
        return self.store.vault.decrypt(entry.body, book, entry.number) if entry.secret else entry.body

    def by_key(self, key: str) -> tuple[str, LedgerEntry] | None:
        """The line that a client's id stands for, if there is one, and its book."""
        now, asked = self._transaction.get(), {"key": key}
        if now:
            has = bool(self.store.rows(now.connection, _HAS_KEY, asked))
        else:
            has = self._pinned.get() is not None or bool(self.store.look(_HAS_KEY, asked))
        if not has:
            return None  # as is found at every step, so that it must cost little
        with self.reading() as connection:
            row = connection.execute(_BY_KEY, {"key": key}).first()
            return row and (row.name, next(self._some(connection, row.name, row.number, 1)))

    def heads(self) -> dict[str, tuple[int, str]]:
        """The books, with how many lines each has and the hash of its last."""
        with self.reading() as connection:
            return {
                row.name: (row.lines, row.head)
                for row in connection.execute(select(schema.books).order_by(schema.books.c.id))
            }

    def snapshot_number(self, book: str) -> int:
        """The line at which rebuilding the book's table begins."""
        with self.reading() as connection:
            return int(connection.execute(BOOK, {"name": book}).one().stands)

    def rule_digests(self) -> list[str]:
        """The digests of the rule sets whose text is kept."""
        with self.reading() as connection:
            return list(connection.execute(select(schema.rules.c.digest)).scalars())

    def balances(self, book: str | None = None, *, empty: bool = False) -> dict[LedgerAccount, int]:
        """What lies on every account that holds anything, or on those of a book; on `empty` ones too, if wished."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts).join(schema.books, schema.books.c.id == accounts.c.book)
        query = query.where(*() if empty else (accounts.c.cents != 0,)).order_by(accounts.c.id)
        if book is not None:
            query = query.where(schema.books.c.name == book)
        with self.reading() as connection:
            return {
                LedgerAccount(row.name, row.kind, row.owner, row.part): row.cents for row in connection.execute(query)
            }

    def last_moved(self) -> dict[LedgerAccount, int]:
        """When each account was last moved, as is kept beside it."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts).join(schema.books, schema.books.c.id == accounts.c.book)
        with self.reading() as connection:
            return {LedgerAccount(row.name, row.kind, row.owner, row.part): row.at for row in connection.execute(query)}

    def balance(self, account: LedgerAccount) -> int:
        """What lies on an account."""
        return self._cents(account) or 0

    def has_account(self, account: LedgerAccount) -> bool:
        """Whether anything was ever posted to an account."""
        return self._cents(account) is not None

    def _cents(self, account: LedgerAccount) -> int | None:
        query = select(schema.accounts.c.cents).join(schema.books, schema.books.c.id == schema.accounts.c.book)
        where = [schema.accounts.c[name] == value for name, value in account._asdict().items() if name != "book"]
        with self.reading() as connection:
            return connection.execute(query.where(schema.books.c.name == account.book, *where)).scalar()

    def rules_text(self, digest: str) -> bytes | None:
        """The text of a rule set that was kept."""
        with self.reading() as connection:
            text = connection.execute(select(schema.rules.c.text).where(schema.rules.c.digest == digest)).scalar()
        return bytes(text) if text is not None else None


def _entry(row: Any, postings: tuple[Posting, ...] = ()) -> LedgerEntry:
    return LedgerEntry(row.number, row.at, row.kind, row.who, row.key, row.secret, bytes(row.body), postings, row.hash)
