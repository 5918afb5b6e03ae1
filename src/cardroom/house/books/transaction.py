"""A transaction that writes entries to books. This is the only code that writes to the store's tables.

An entry, its postings, the balances and the head of the book are written together or not at all. Nothing here changes
or removes an entry or a posting. The statements that every step of every table needs are in `writing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import ClauseElement, Connection, Insert, Select, Table, bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError

from cardroom.errors import InputError
from cardroom.house.books import schema
from cardroom.house.books.database import commit_transaction, driver_errors, lacks_value
from cardroom.house.books.drafts import BookHead, Draft, account_words, entries_after, note
from cardroom.house.books.store import Store, StoreError, Values
from cardroom.house.books.values import OUTSIDE, SHARED, LedgerAccount, LedgerEntry, Posting, changes_of, first_hash
from cardroom.house.books.writing import write_balances, write_entries, write_postings
from cardroom.money import dollars

__all__ = ["BOOK", "MOST_HELD", "BookHead", "Draft", "Fence", "Stale", "Transaction", "append_alone", "note"]


def _insert(table: Table, *names: str) -> Insert:
    """A statement that inserts a row. The database assigns its number."""
    return insert(table).inline().values({name: bindparam(name) for name in names})


MOST_HELD = 2**62
"""The largest balance of an account in cents, positive or negative."""

BOOK = select(schema.books).where(schema.books.c.name == bindparam("name"))
"""Selects a book by its name."""
_LAST_TIME = (
    select(schema.lines.c.at)
    .where(schema.lines.c.book == schema.books.c.id, schema.lines.c.number == schema.books.c.lines)
    .scalar_subquery()
)
_LOCK_BOOK = BOOK.add_columns(_LAST_TIME.label("at")).with_for_update(of=schema.books, key_share=True)
_ADD_BOOK = _insert(schema.books, "name", "lines", "head", "stands")
_ADD_ACCOUNT = _insert(schema.accounts, "book", "kind", "owner", "part", "cents", "at")
_ACCOUNT = select(schema.accounts.c.id).where(
    schema.accounts.c.book == schema.books.c.id,
    schema.books.c.name == bindparam("book"),
    schema.accounts.c.kind == bindparam("kind"),
    schema.accounts.c.owner == bindparam("owner"),
    schema.accounts.c.part == bindparam("part"),
)
_BALANCE = select(schema.accounts.c.cents).where(schema.accounts.c.id == bindparam("account"))

_SAVEPOINT, _ROLL_BACK = text("SAVEPOINT mark"), text("ROLLBACK TO mark")


@cache
def _lock_balances(count: int) -> Select[Any]:
    """A statement that locks accounts and selects their balances and times.

    All transactions lock accounts in the order of their numbers, so that they do not wait for each other in a circle.
    """
    accounts = schema.accounts.c
    numbers = [bindparam(f"a{number}", type_=schema.Id) for number in range(count)]
    query = select(accounts.id, accounts.cents, accounts.at).where(accounts.id.in_(numbers))
    return query.order_by(accounts.id).with_for_update(key_share=True)


class Stale(StoreError):
    """Another process wrote to the book since it was last read."""


Fence: TypeAlias = Callable[[Connection, str], None]
"""Raises an error, within a transaction, if another process owns the book."""


def append_alone(store: Store, row: BookHead, drafts: Sequence[Draft], now: int) -> tuple[list[LedgerEntry], BookHead]:
    """Write entries that move no money after the last entry of a book, in a transaction of their own.

    If the book does not end with that entry, nothing is written.
    """
    written, _, head = entries_after(row, drafts, max(now, row.at or 0), store.vault, {})
    try:
        store.run_alone(lambda cursor: write_entries(cursor, store.sqlite, row, head, written))
    except IntegrityError as error:
        if lacks_value(error):
            raise Stale(f"{row.name} does not have {row.lines} entries. Another process wrote to it.") from error
        raise
    return written, head


class Transaction:
    """A transaction in progress."""

    def __init__(
        self,
        store: Store,
        connection: Connection,
        known: Mapping[LedgerAccount, int],
        heads: Mapping[str, BookHead],
        now: Callable[[], int],
        fence: Fence | None = None,
    ):
        """`known` are the numbers of accounts in the store. `heads` are books as this process wrote them last."""
        self.connection = connection
        self.new_accounts: dict[LedgerAccount, int] = {}
        """Numbers of accounts that this transaction read or created. They are valid if it is committed."""
        self.new_heads: dict[str, BookHead] = {}
        """Books as this transaction wrote them. They are valid if it is committed."""
        self.changes = 0
        """The number of statements that wrote something."""
        self._saved: tuple[dict[LedgerAccount, int], dict[str, BookHead], int] = {}, {}, 0
        self._store, self._known, self._heads, self._now, self._fence = store, known, heads, now, fence

    def _run(self, statement: ClauseElement, values: Values) -> None:
        self.changes += 1
        self._store.run(self.connection, statement, values)

    def _first(self, statement: ClauseElement, values: Values) -> tuple[Any, ...] | None:
        return next(iter(self._store.rows(self.connection, statement, values)), None)

    def savepoint(self) -> None:
        """Set a savepoint for `roll_back`."""
        self._store.run(self.connection, _SAVEPOINT, {})
        self._saved = dict(self.new_accounts), dict(self.new_heads), self.changes

    def roll_back(self) -> bool:
        """Undo everything since the last savepoint. Returns whether there was anything."""
        (self.new_accounts, self.new_heads, before), after = self._saved, self.changes
        if after != before:
            self._store.run(self.connection, _ROLL_BACK, {})
        return after != before

    # -- entries ----------------------------------------------------------------------------------------------------

    def write(
        self, book: str, drafts: Sequence[Draft], after: int | None = None, *, commit: bool = False
    ) -> list[LedgerEntry]:
        """Write entries to a book. `after` is the number of entries that it must have, if that is known.

        With `commit`, nothing follows in this transaction. PostgreSQL then commits it in the same round trip.
        """
        if self._fence is not None:
            self._fence(self.connection, book)
        try:
            if self._store.sqlite:
                return self._write(book, drafts, after)
            with self._store.pipelined(self.connection, commits=commit):
                written = self._write(book, drafts, after)
                if commit:
                    commit_transaction(self.connection)
            return written
        except IntegrityError as error:
            if lacks_value(error):  # `_SET_HEAD`
                raise Stale(f"{book} does not have {after} entries. Another process wrote to it.") from error
            raise

    def _write(self, book: str, drafts: Sequence[Draft], after: int | None) -> list[LedgerEntry]:
        moves = any(draft.postings for draft in drafts)
        row = self._expected(book, after, moves) or self.lock_book(book) or self._new_book(book)
        if after not in (None, row.lines):
            raise Stale(f"{book} has {row.lines} entries, not {after}. Another process wrote to it.")
        held, times = self._lock_touched(book, drafts) if moves else ({}, ())
        # Times never go back, even if the clock does: not in a book, and not between books that move the same account.
        at = max(self._now(), row.at or 0, *times)
        written, changes, head = entries_after(row, drafts, at, self._store.vault, held)
        balances = self._balance_changes(changes, held, at) if changes else []
        cursor, sqlite = self._store.cursor(self.connection), self._store.sqlite
        self.changes += 1
        with driver_errors(self.connection):
            write_entries(cursor, sqlite, row, head, written)
            if changes:
                rows = [self._posting(row.id, entry, *each) for entry in written for each in enumerate(entry.postings)]
                write_postings(cursor, sqlite, rows)
            if balances:
                write_balances(cursor, sqlite, balances)
        self.new_heads[book] = head
        return written

    def _expected(self, book: str, after: int | None, moves: bool) -> BookHead | None:
        """The book as this process wrote it last, if that is what the caller expects.

        Another process may have written to it since. Then its head is a different one, and `_SET_HEAD` fails. With
        PostgreSQL, a book whose entries move money must be locked before the accounts.
        """
        if after is None or (moves and not self._store.sqlite):
            return None
        row = self.new_heads.get(book) or self._heads.get(book)
        return row if row and row.lines == after else None

    def lock_book(self, book: str) -> BookHead | None:
        """Lock a book until the transaction ends. Returns None if it does not exist."""
        row = self._first(_LOCK_BOOK, {"name": book})
        if row and row[2] and row[5] is None:
            # PostgreSQL waited for the lock. It read the book again then, but not the entry that the other one wrote.
            row = self._first(_LOCK_BOOK, {"name": book})
        return BookHead(*row) if row else None

    def _new_book(self, book: str) -> BookHead:
        self._run(_ADD_BOOK, {"name": book, "lines": 0, "head": first_hash(book), "stands": 1})
        return self.lock_book(book) or self._new_book(book)

    def _posting(self, book: int, entry: LedgerEntry, item: int, posting: Posting) -> tuple[Any, ...]:
        """The row of a posting."""
        payer, payee = self._account(posting.payer), self._account(posting.payee)
        return (book, entry.number, item, payer, payee, *posting[2:])

    # -- accounts -------------------------------------------------------------------------------------------------

    def lock_account(self, account: LedgerAccount) -> int:
        """Lock an account until the transaction ends, and return its balance."""
        return self._lock({account})[account][0] if self._number(account) else 0

    def _lock(self, accounts: AbstractSet[LedgerAccount]) -> dict[LedgerAccount, tuple[int, int]]:
        """Lock accounts until the transaction ends, and return their balances and times."""
        numbers = {self._account(account): account for account in accounts}
        if not numbers:
            return {}
        values = {f"a{nth}": each for nth, each in enumerate(numbers)}
        rows = self._store.rows(self.connection, _lock_balances(len(numbers)), values)
        if len(rows) != len(accounts):  # also if two accounts have one number, as after a lost connection
            raise StoreError(f"{self._store}: an account is missing; the store is damaged")
        return {numbers[number]: (cents, at) for number, cents, at in rows}

    def _lock_touched(self, book: str, drafts: Sequence[Draft]) -> tuple[dict[LedgerAccount, int], list[int]]:
        """Lock the accounts of drafts. Returns their balances, and the times of accounts that several books move."""
        changes = changes_of([posting for draft in drafts for posting in draft.postings])
        touched = {account for account, by in changes.items() if by or account.kind in SHARED}
        bank = LedgerAccount(book, "house")
        if any(draft.banked for draft in drafts) and (lost := -changes.get(bank, 0)) > 0:
            # The bank may need a fill. It is not locked yet, because all accounts are locked together and in order.
            balance = self._first(_BALANCE, {"account": self._account(bank)})
            touched |= {OUTSIDE} if balance and balance[0] < lost else set()
        locked = self._lock(touched)
        times = [locked[each][1] for each in touched if each.kind in SHARED]
        return {each: cents for each, (cents, _) in locked.items()}, times

    def _balance_changes(
        self, changes: Mapping[LedgerAccount, int], held: dict[LedgerAccount, int], at: int
    ) -> list[tuple[int, int, int]]:
        """The rows that change balances. Raises an error if a balance would become negative."""
        nonzero = {account: by for account, by in changes.items() if by}
        if late := nonzero.keys() - held.keys():
            held |= {account: cents for account, (cents, _) in self._lock(late).items()}
        for account, by in nonzero.items():
            if abs(held[account] + by) > MOST_HELD:
                raise InputError(f"The balance of {account_words(account)} cannot exceed {dollars(MOST_HELD)}.")
            if held[account] + by < 0 and account.kind != OUTSIDE.kind:
                has = dollars(held[account])
                raise InputError(
                    f"Insufficient funds: {account_words(account)} has {has}, and this needs {dollars(-by)}."
                )
        return [(by, at, self._account(account)) for account, by in nonzero.items()]

    def _number(self, account: LedgerAccount) -> int | None:
        """The number of an account, or None if it does not exist."""
        number = self._known.get(account) or self.new_accounts.get(account)
        if number is None and (row := self._first(_ACCOUNT, account._asdict())):
            number = self.new_accounts[account] = int(row[0])
        return number

    def _account(self, account: LedgerAccount) -> int:
        """The number of an account. Creates the account if it does not exist."""
        number = self._number(account)
        if number is None:
            book = self._first(BOOK, {"name": account.book}) or self._new_book(account.book)
            self._run(_ADD_ACCOUNT, account._asdict() | {"book": book[0], "cents": 0, "at": 0})
        return number or self._account(account)
