"""A transaction that writes entries to books. This is the only code that writes to the store's tables.

An entry, its postings, the balances and the head of the book are written together or not at all. Nothing here changes
or removes an entry or a posting. Every step of every table runs one statement for each table of the schema, no matter
how many entries, postings and accounts there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import ClauseElement, Connection, Insert, Select, Table, bindparam, case, insert, select, text, update

from cardroom.errors import InputError
from cardroom.house import schema
from cardroom.house.store import Store, StoreError, Values
from cardroom.house.values import (
    CAGE,
    OUTSIDE,
    SHARED,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
    check_text,
    first_hash,
    peak_change,
)
from cardroom.money import dollars

__all__ = ["BOOK", "MOST_HELD", "Draft", "Fence", "Stale", "Transaction", "note"]


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
_SET_HEAD = (
    update(schema.books)
    .where(schema.books.c.id == bindparam("book"))
    .values(lines=bindparam("n"), head=bindparam("h"), stands=bindparam("s"))
)
_ADD_ENTRY = insert(schema.lines)
_ADD_POSTING = insert(schema.postings)
_ADD_ACCOUNT = _insert(schema.accounts, "book", "kind", "owner", "part", "cents", "at")
_ACCOUNT = select(schema.accounts.c.id).where(
    schema.accounts.c.book == schema.books.c.id,
    schema.books.c.name == bindparam("book"),
    schema.accounts.c.kind == bindparam("kind"),
    schema.accounts.c.owner == bindparam("owner"),
    schema.accounts.c.part == bindparam("part"),
)
_BALANCE = select(schema.accounts.c.cents).where(schema.accounts.c.id == bindparam("account"))
_ADD_TO_BALANCE = (
    update(schema.accounts)
    .where(schema.accounts.c.id == bindparam("account"))
    .values(
        cents=schema.accounts.c.cents + bindparam("by"),
        at=case((schema.accounts.c.at > bindparam("t"), schema.accounts.c.at), else_=bindparam("t")),
    )
)

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


class Draft(NamedTuple):
    """An entry to be written."""

    kind: str
    body: bytes | Callable[[dict[LedgerAccount, int]], bytes]
    """The body, or a function that makes it from the balances of the accounts that its postings change."""
    who: str = ""
    postings: tuple[Posting, ...] = ()
    key: str | None = None
    secret: bool = False
    banked: bool = False
    """Whether to fill the house's bank from outside first if it lacks money for the payouts."""
    caps: tuple[tuple[LedgerAccount, int, LedgerAccount], ...] = ()
    """Accounts with a maximum balance, the maximum, and the account that gets the rest."""
    snapshot: bool = False
    """Whether the state of the book's table or jackpot can be read from this entry on."""


def note(what: str, who: str, why: str, before: Any = None, after: Any = None) -> Draft:
    """A draft of a note: an entry of the cage's book that matters to a regulator and moves no money."""
    body = {
        "what": check_text(what, "The kind of note"),
        "why": check_text(why, "The reason"),
        "before": before,
        "after": after,
    }
    try:
        text = msgspec.json.encode(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"The values before and after must be plain JSON values: {error}") from None
    return Draft("note", text, check_text(who, "The author"))


class _Book(NamedTuple):
    """A locked book: no one else can write to it before the transaction ends."""

    id: int
    name: str
    lines: int
    head: str
    stands: int
    at: int | None
    """The time of its last entry; None for an empty book."""


Fence: TypeAlias = Callable[[Connection, str], None]
"""Raises an error, within a transaction, if another process owns the book."""


class Transaction:
    """A transaction in progress."""

    def __init__(
        self,
        store: Store,
        connection: Connection,
        known: Mapping[LedgerAccount, int],
        now: Callable[[], int],
        fence: Fence | None = None,
    ):
        self.connection = connection
        self.new_accounts: dict[LedgerAccount, int] = {}
        """Numbers of accounts that this transaction read or created. They are valid if it is committed."""
        self.changes = 0
        """The number of statements that wrote something."""
        self._saved: tuple[dict[LedgerAccount, int], int] = {}, 0
        self._store, self._known, self._now, self._fence = store, known, now, fence

    def _run(self, statement: ClauseElement, values: Values) -> None:
        self.changes += 1
        self._store.run(self.connection, statement, values)

    def _first(self, statement: ClauseElement, values: Values) -> tuple[Any, ...] | None:
        return next(iter(self._store.rows(self.connection, statement, values)), None)

    def savepoint(self) -> None:
        """Set a savepoint for `roll_back`."""
        self._store.run(self.connection, _SAVEPOINT, {})
        self._saved = dict(self.new_accounts), self.changes

    def roll_back(self) -> bool:
        """Undo everything since the last savepoint. Returns whether there was anything."""
        (self.new_accounts, before), after = self._saved, self.changes
        if after != before:
            self._store.run(self.connection, _ROLL_BACK, {})
        return after != before

    # -- entries ----------------------------------------------------------------------------------------------------

    def write(self, book: str, drafts: Sequence[Draft], after: int | None = None) -> list[LedgerEntry]:
        """Write entries to a book. `after` is the number of entries that it must have, if that is known."""
        if self._fence is not None:
            self._fence(self.connection, book)
        with self._store.pipelined(self.connection):
            return self._write(book, drafts, after)

    def _write(self, book: str, drafts: Sequence[Draft], after: int | None) -> list[LedgerEntry]:
        row = self.lock_book(book) or self._new_book(book)
        if after not in (None, row.lines):
            raise Stale(f"{book} has {row.lines} entries, not {after}. Another process wrote to it.")
        held, times = self._lock_touched(book, drafts) if any(draft.postings for draft in drafts) else ({}, [])
        # Times never go back, even if the clock does: not in a book, and not between books that move the same account.
        head, at = row.head, max(self._now(), row.at or 0, *times)
        written: list[LedgerEntry] = []
        changes: dict[LedgerAccount, int] = {}
        for number, draft in enumerate(drafts, row.lines + 1):
            body = (
                draft.body({each: held[each] for each in changes_of(draft.postings)})
                if callable(draft.body)
                else draft.body
            )
            body = self._store.vault.encrypt(body, book, number) if draft.secret else body
            postings = (
                _with_fill(draft.postings, LedgerAccount(book, "house"), held) if draft.banked else draft.postings
            )
            postings = _with_overflow(postings, draft.caps, held) if draft.caps else postings
            for account, by in changes_of(postings).items():
                changes[account] = changes.get(account, 0) + by
            entry = LedgerEntry(number, at, draft.kind, draft.who, draft.key, draft.secret, body, postings)
            entry = entry.chained(head)
            head = entry.hash
            written.append(entry)
        balances = self._balance_changes(changes, held, at)
        self._run(_ADD_ENTRY, [(row.id, *entry[:7], entry.hash) for entry in written])
        if changes:
            rows = [self._posting(row.id, entry, *each) for entry in written for each in enumerate(entry.postings)]
            self._run(_ADD_POSTING, rows)
        if balances:
            self._run(_ADD_TO_BALANCE, balances)
        snapshots = [entry.number for entry, draft in zip(written, drafts, strict=True) if draft.snapshot]
        last = max(snapshots, default=row.stands)
        self._run(_SET_HEAD, {"n": row.lines + len(written), "h": head, "s": last, "book": row.id})
        return written

    def lock_book(self, book: str) -> _Book | None:
        """Lock a book until the transaction ends. Returns None if it does not exist."""
        row = self._first(_LOCK_BOOK, {"name": book})
        return _Book(*row) if row else None

    def _new_book(self, book: str) -> _Book:
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

    def _lock(self, accounts: Iterable[LedgerAccount]) -> dict[LedgerAccount, tuple[int, int]]:
        """Lock accounts until the transaction ends, and return their balances and times."""
        numbers = {self._account(account): account for account in accounts}
        if not numbers:
            return {}
        values = {f"a{nth}": each for nth, each in enumerate(numbers)}
        rows = self._store.rows(self.connection, _lock_balances(len(numbers)), values)
        if len(rows) != len(numbers):
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
    ) -> list[dict[str, int]]:
        """The rows that change balances. Raises an error if a balance would become negative."""
        nonzero = {account: by for account, by in changes.items() if by}
        if late := nonzero.keys() - held.keys():
            held |= {account: cents for account, (cents, _) in self._lock(late).items()}
        for account, by in nonzero.items():
            if abs(held[account] + by) > MOST_HELD:
                raise InputError(f"The balance of {_words(account)} cannot exceed {dollars(MOST_HELD)}.")
            if held[account] + by < 0 and account.kind != OUTSIDE.kind:
                has = dollars(held[account])
                raise InputError(f"Insufficient funds: {_words(account)} has {has}, and this needs {dollars(-by)}.")
        return [{"account": self._account(account), "by": by, "t": at} for account, by in nonzero.items()]

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


def _with_fill(
    postings: tuple[Posting, ...], bank: LedgerAccount, held: Mapping[LedgerAccount, int]
) -> tuple[Posting, ...]:
    """The postings of a round, after a fill if the house's bank lacks money for them."""
    change = changes_of(postings).get(bank, 0)
    lacks = -(held[bank] + change) if change < 0 else 0
    return (Posting(OUTSIDE, bank, lacks, "fill"), *postings) if lacks > 0 else postings


def _with_overflow(
    postings: tuple[Posting, ...],
    caps: tuple[tuple[LedgerAccount, int, LedgerAccount], ...],
    held: Mapping[LedgerAccount, int],
) -> tuple[Posting, ...]:
    """Postings, followed by overflows from accounts that would exceed their maximum at any moment."""
    for account, most, overflow in caps:
        if (by := peak_change(postings, account)) and (over := held[account] + by - most) > 0:
            postings = (*postings, Posting(account, overflow, over, "overflow"))
    return postings


def _words(account: LedgerAccount) -> str:
    """An account in words."""
    if account.kind == "balance":
        return account.owner
    if account.kind == "stack":
        return f"{account.owner}'s stack at {account.book}"
    if account.kind == "house":
        return f"the house bank of {account.book}"
    if not account.owner:
        return f"the {account.kind} account of {account.book}"
    return f"the {account.kind} of {account.owner}" + (f" at {account.book}" if account.book != CAGE else "")
