"""One transaction that writes lines into books. The only code that writes to the store's tables.

A line, its postings, the balances and the head of the book are written together, or nothing is. Nothing here edits or
removes a line or a posting. What every step of every table needs is one statement for each table of the schema, however
many lines, postings and accounts there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import ClauseElement, Connection, Insert, Select, Table, bindparam, insert, select, text, update

from cardroom.errors import Mistaken
from cardroom.house import schema
from cardroom.house.store import Store, StoreError, Values
from cardroom.house.values import (
    OUTSIDE,
    SHARED,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
    check_text,
    first_hash,
    lifted,
)
from cardroom.money import dollars

__all__ = ["BOOK", "MOST_HELD", "Draft", "Fence", "Stale", "Transaction", "note"]


def _inserted(table: Table, *names: str) -> Insert:
    """A new row of a table, to which the database gives its number."""
    return insert(table).inline().values({name: bindparam(name) for name in names})


MOST_HELD = 2**62
"""Cents that no account comes to, nor what has come in from outside."""

BOOK = select(schema.books).where(schema.books.c.name == bindparam("name"))
"""A book by its name."""
_LAST = (
    select(schema.lines.c.at)
    .where(schema.lines.c.book == schema.books.c.id, schema.lines.c.number == schema.books.c.lines)
    .scalar_subquery()
)
_LOCKED = BOOK.add_columns(_LAST.label("at")).with_for_update(of=schema.books, key_share=True)
_ADD_BOOK = _inserted(schema.books, "name", "lines", "head", "stands")
_TURN = (
    update(schema.books)
    .where(schema.books.c.id == bindparam("book"))
    .values(lines=bindparam("n"), head=bindparam("h"), stands=bindparam("s"))
)
_ADD_LINE = insert(schema.lines)
_ADD_POSTING = insert(schema.postings)
_ADD_ACCOUNT = _inserted(schema.accounts, "book", "kind", "owner", "part", "cents", "at")
_ACCOUNT = select(schema.accounts.c.id).where(
    schema.accounts.c.book == schema.books.c.id,
    schema.books.c.name == bindparam("book"),
    schema.accounts.c.kind == bindparam("kind"),
    schema.accounts.c.owner == bindparam("owner"),
    schema.accounts.c.part == bindparam("part"),
)
_HAS = select(schema.accounts.c.cents).where(schema.accounts.c.id == bindparam("account"))
_CHANGE = (
    update(schema.accounts)
    .where(schema.accounts.c.id == bindparam("account"))
    .values(cents=schema.accounts.c.cents + bindparam("by"), at=bindparam("t"))
)

_SAVEPOINT, _ROLL_BACK = text("SAVEPOINT mark"), text("ROLLBACK TO mark")


@cache
def _held(many: int) -> Select[Any]:
    """What some accounts hold and when they were last moved. They are locked in the order of their numbers, as by all
    others, so that nobody waits in a ring."""
    accounts = schema.accounts.c
    numbers = [bindparam(f"a{number}", type_=schema.Id) for number in range(many)]
    query = select(accounts.id, accounts.cents, accounts.at).where(accounts.id.in_(numbers))
    return query.order_by(accounts.id).with_for_update(key_share=True)


class Stale(StoreError):
    """Somebody else has written to the book since it was last read."""


class Draft(NamedTuple):
    """A line to be written."""

    kind: str
    body: bytes | Callable[[dict[LedgerAccount, int]], bytes]
    """What it says; or how that is made from what the accounts hold that its postings will change."""
    who: str = ""
    postings: tuple[Posting, ...] = ()
    key: str | None = None
    secret: bool = False
    banked: bool = False
    """Whether a house bank that is short is filled from outside first, so that what was won is paid."""
    caps: tuple[tuple[LedgerAccount, int, LedgerAccount], ...] = ()
    """Accounts that hold so much at most, and where goes what is more."""
    stands: bool = False
    """Whether whoever rebuilds the book's table may begin at this line."""


def note(what: str, who: str, why: str, before: Any = None, after: Any = None) -> Draft:
    """A line of the cage's book that matters to a regulator and moves no money."""
    body = {
        "what": check_text(what, "The kind of note"),
        "why": check_text(why, "The reason"),
        "before": before,
        "after": after,
    }
    try:
        text = msgspec.json.encode(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise Mistaken(f"what was before and after must be plain values: {error}") from None
    return Draft("note", text, check_text(who, "The author"))


class _Book(NamedTuple):
    """A book that nobody else can write to before the transaction is over."""

    id: int
    name: str
    lines: int
    head: str
    stands: int
    at: int | None
    """The time of its last line, if it has one."""


Fence: TypeAlias = Callable[[Connection, str], None]
"""Refuses, within a transaction, to write into a book that is another process's to write."""


class Transaction:
    """A transaction, as far as it has come."""

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
        """Numbers of accounts that are in the store if this transaction is."""
        self.changes = 0
        """How often something was written."""
        self._saved: tuple[dict[LedgerAccount, int], int] = {}, 0
        self._store, self._known, self._now, self._fence = store, known, now, fence

    def _run(self, statement: ClauseElement, values: Values) -> None:
        self.changes += 1
        self._store.run(self.connection, statement, values)

    def _first(self, statement: ClauseElement, values: Values) -> tuple[Any, ...] | None:
        return next(iter(self._store.rows(self.connection, statement, values)), None)

    def savepoint(self) -> None:
        """From here on what is written can be taken `back`."""
        self._store.run(self.connection, _SAVEPOINT, {})
        self._saved = dict(self.new_accounts), self.changes

    def roll_back(self) -> bool:
        """Take back what was written since the last mark; gives whether there was anything."""
        (self.new_accounts, before), after = self._saved, self.changes
        if after != before:
            self._store.run(self.connection, _ROLL_BACK, {})
        return after != before

    # -- lines ----------------------------------------------------------------------------------------------------

    def write(self, book: str, drafts: Sequence[Draft], after: int | None = None) -> list[LedgerEntry]:
        """Write lines into a book; `after` is how many it must have, where that is known."""
        if self._fence is not None:
            self._fence(self.connection, book)
        with self._store.not_waiting(self.connection):
            return self._write(book, drafts, after)

    def _write(self, book: str, drafts: Sequence[Draft], after: int | None) -> list[LedgerEntry]:
        row = self.lock_book(book) or self._new_book(book)
        if after not in (None, row.lines):
            raise Stale(f"{book}: it has {row.lines} lines, not {after}: another process has written to it")
        held, moved = self._touched(book, drafts) if any(draft.postings for draft in drafts) else ({}, [])
        # A clock that is put back turns no line round: not in a book, and not where books move the same account.
        head, at = row.head, max(self._now(), row.at or 0, *moved)
        written: list[LedgerEntry] = []
        changes: dict[LedgerAccount, int] = {}
        for number, draft in enumerate(drafts, row.lines + 1):
            body = (
                draft.body({each: held[each] for each in changes_of(draft.postings)})
                if callable(draft.body)
                else draft.body
            )
            body = self._store.vault.encrypt(body, book, number) if draft.secret else body
            postings = _filled(draft.postings, LedgerAccount(book, "house"), held) if draft.banked else draft.postings
            postings = _capped(postings, draft.caps, held) if draft.caps else postings
            for account, by in changes_of(postings).items():
                changes[account] = changes.get(account, 0) + by
            entry = LedgerEntry(number, at, draft.kind, draft.who, draft.key, draft.secret, body, postings)
            entry = entry.chained(head)
            head = entry.hash
            written.append(entry)
        moves = self._moves(changes, held, at)
        self._run(_ADD_LINE, [_row(entry, row.id) for entry in written])
        if changes:
            rows = [self._posting(row.id, entry, *each) for entry in written for each in enumerate(entry.postings)]
            self._run(_ADD_POSTING, rows)
        if moves:
            self._run(_CHANGE, moves)
        stands = [entry.number for entry, draft in zip(written, drafts, strict=True) if draft.stands]
        turned = {"n": row.lines + len(written), "h": head, "s": max(stands, default=row.stands), "book": row.id}
        self._run(_TURN, turned)
        return written

    def lock_book(self, book: str) -> _Book | None:
        """A book, if there is one, which nobody else can write to before the transaction is over."""
        row = self._first(_LOCKED, {"name": book})
        return _Book(*row) if row else None

    def _new_book(self, book: str) -> _Book:
        self._run(_ADD_BOOK, {"name": book, "lines": 0, "head": first_hash(book), "stands": 1})
        return self.lock_book(book) or self._new_book(book)

    def _posting(self, book: int, entry: LedgerEntry, item: int, posting: Posting) -> dict[str, Any]:
        between = {"payer": self._account(posting.payer), "payee": self._account(posting.payee)}
        return {"book": book, "number": entry.number, "item": item, **posting._asdict(), **between}

    # -- accounts -------------------------------------------------------------------------------------------------

    def lock_account(self, account: LedgerAccount) -> int:
        """What an account holds, which nobody else can change before the transaction is over."""
        return self._hold({account})[account][0] if self._number(account) else 0

    def _hold(self, accounts: Iterable[LedgerAccount]) -> dict[LedgerAccount, tuple[int, int]]:
        """What accounts hold and when they were last moved; none of it can change before the transaction is over."""
        numbers = {self._account(account): account for account in accounts}
        if not numbers:
            return {}
        asked = {f"a{nth}": each for nth, each in enumerate(numbers)}
        rows = self._store.rows(self.connection, _held(len(numbers)), asked)
        if len(rows) != len(numbers):
            raise StoreError(f"{self._store}: an account is gone that was there; the store is damaged")
        return {numbers[number]: (cents, at) for number, cents, at in rows}

    def _touched(self, book: str, drafts: Sequence[Draft]) -> tuple[dict[LedgerAccount, int], list[int]]:
        """What the accounts hold that drafts change or of which they must know the time; and those times: of accounts
        that lines of several books move."""
        changes = changes_of([posting for draft in drafts for posting in draft.postings])
        touched = {account for account, by in changes.items() if by or account.kind in SHARED}
        bank = LedgerAccount(book, "house")
        if any(draft.banked for draft in drafts) and (lost := -changes.get(bank, 0)) > 0:
            # It may be filled, and is not yet locked: all accounts are locked together, in their order.
            has = self._first(_HAS, {"account": self._account(bank)})
            touched |= {OUTSIDE} if has and has[0] < lost else set()
        found = self._hold(touched)
        return {each: cents for each, (cents, _) in found.items()}, [
            found[each][1] for each in touched if each.kind in SHARED
        ]

    def _moves(
        self, changes: Mapping[LedgerAccount, int], held: dict[LedgerAccount, int], at: int
    ) -> list[dict[str, int]]:
        """How balances change by what was posted; none may fall below nothing."""
        nonzero = {account: by for account, by in changes.items() if by}
        if late := nonzero.keys() - held.keys():
            held |= {account: cents for account, (cents, _) in self._hold(late).items()}
        for account, by in nonzero.items():
            if abs(held[account] + by) > MOST_HELD:
                raise Mistaken(f"{_words(account)} cannot come to more than {dollars(MOST_HELD)}")
            if held[account] + by < 0 and account.kind != OUTSIDE.kind:
                raise Mistaken(f"{_words(account)} holds {dollars(held[account])}, and {dollars(-by)} was to go")
        return [{"account": self._account(account), "by": by, "t": at} for account, by in nonzero.items()]

    def _number(self, account: LedgerAccount) -> int | None:
        """The number of an account, if there is one."""
        number = self._known.get(account) or self.new_accounts.get(account)
        if number is None and (row := self._first(_ACCOUNT, account._asdict())):
            number = self.new_accounts[account] = int(row[0])
        return number

    def _account(self, account: LedgerAccount) -> int:
        """The number of an account, which is made if there is none."""
        number = self._number(account)
        if number is None:
            book = self._first(BOOK, {"name": account.book}) or self._new_book(account.book)
            self._run(_ADD_ACCOUNT, account._asdict() | {"book": book[0], "cents": 0, "at": 0})
        return number or self._account(account)


def _row(entry: LedgerEntry, book: int) -> dict[str, Any]:
    row = entry._asdict() | {"book": book}
    del row["postings"]
    return row


def _filled(
    postings: tuple[Posting, ...], bank: LedgerAccount, held: Mapping[LedgerAccount, int]
) -> tuple[Posting, ...]:
    """The postings of a round; before them a fill, where the house's bank lacks what it pays."""
    change = changes_of(postings).get(bank, 0)
    lacks = -(held[bank] + change) if change < 0 else 0
    return (Posting(OUTSIDE, bank, lacks, "fill"), *postings) if lacks > 0 else postings


def _capped(
    postings: tuple[Posting, ...],
    caps: tuple[tuple[LedgerAccount, int, LedgerAccount], ...],
    held: Mapping[LedgerAccount, int],
) -> tuple[Posting, ...]:
    """Postings; after them what goes over the top of an account that may hold so much at most, at any moment."""
    for account, most, overflow in caps:
        if (by := lifted(postings, account)) and (over := held[account] + by - most) > 0:
            postings = (*postings, Posting(account, overflow, over, "overflow"))
    return postings


def _words(account: LedgerAccount) -> str:
    """An account in words."""
    if account.kind == "balance":
        return f"the balance of {account.owner}"
    if account.kind == "stack":
        return f"{account.owner} at {account.book}"
    return f"{account.kind} {account.owner}".strip() + f" of {account.book}"
