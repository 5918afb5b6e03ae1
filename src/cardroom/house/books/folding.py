"""Fold the entries of guests who left and never sat down, so that visitors do not fill the books forever.

A guest gets play money, which is an entry of the cage's book. When the guest is deleted and never had chips at a table,
nothing depends on that entry. Folding empties it: its number, time and hash stay, its contents and postings go, and so
does the guest's account. The chain stays whole, because the next entry was chained to the hash. A new entry of the kind
`fold` names the emptied entries, with a digest of their hashes, so no other entry can be emptied unnoticed.

Guests who sat down keep their entries: the rounds that they played refer to them. Money of users is never folded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from cardroom.house.books import schema
from cardroom.house.books.books import Books, retry_on_conflict
from cardroom.house.books.transaction import BOOK, Draft
from cardroom.house.books.values import CAGE, OUTSIDE, PLAY_MONEY, LedgerAccount, LedgerEntry, player

__all__ = ["FOLD", "FOLDED", "Fold", "FoldAudit", "fold_guests"]

FOLD, FOLDED = "fold", "folded"
"""The kind of the entry that names emptied entries, and the kind of an emptied one."""
GUEST = "guest "
"""How the names of guests begin. No user can have such a name."""
MOST = 500
"""The most guests that are folded in one transaction, so that others do not wait long for the cage."""


class Fold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an entry that names emptied entries."""

    guests: tuple[str, ...]
    entries: tuple[tuple[int, int], ...]
    """The numbers of the emptied entries: the first and the last of each run."""
    digest: str
    """SHA-256 over the numbers and hashes of the emptied entries."""
    cents: int
    """Play money that the guests still had. It returned to `outside`."""

    def numbers(self) -> Iterator[int]:
        """The numbers of the emptied entries."""
        for first, last in self.entries:
            yield from range(first, last + 1)


def fold_guests(books: Books, living: Collection[str], until: int) -> int:
    """Fold the entries of guests who are not living any more and have not moved money since a time.

    Returns how many guests were folded, at most `MOST`.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.cage.deposit("guest 7", 1_000_000, who=PLAY_MONEY, key="welcome guest 7")
    >>> fold_guests(house.books, (), until=2**62), [entry.kind for entry in house.entries(CAGE)]
    (1, ['made', 'folded', 'fold'])
    >>> folder.cleanup()
    """

    def attempt() -> int:
        with books.transaction() as current:
            books.last(CAGE)  # locks the cage
            chosen = _chosen(current.connection, frozenset(living), until)
            if not chosen:
                return 0
            books.append(CAGE, [_emptied(current.connection, chosen)])
        for guest in chosen:
            books.forget_account(player(guest.name))
        return len(chosen)

    return retry_on_conflict(attempt)


class _Guest(NamedTuple):
    """A guest whose entries can be folded."""

    account: int
    name: str
    cents: int
    entries: dict[int, str]
    """The hashes of the guest's entries, by number."""


def _chosen(connection: Connection, living: frozenset[str], until: int) -> list[_Guest]:
    """Guests without chips at any table, all of whose money is play money that the program gave or took."""
    accounts, lines, postings = schema.accounts, schema.lines, schema.postings
    cage = connection.execute(BOOK, {"name": CAGE}).one().id
    sat = select(accounts.c.owner).where(accounts.c.kind == "stack")
    query = (
        select(accounts)
        .where(accounts.c.book == cage, accounts.c.kind == "balance", accounts.c.owner.startswith(GUEST))
        .where(accounts.c.at <= until, accounts.c.owner.not_in(sat))
        .order_by(accounts.c.id)
    )
    rows = [row for row in connection.execute(query) if row.owner not in living][:MOST]
    guests = {row.id: _Guest(row.id, row.owner, row.cents, {}) for row in rows}
    ids, outside = [*guests], _outside(connection, cage)
    moved = (
        select(postings.c.payer, postings.c.payee, lines)
        .join(lines, (lines.c.book == postings.c.book) & (lines.c.number == postings.c.number))
        .where(postings.c.book == cage, or_(postings.c.payer.in_(ids), postings.c.payee.in_(ids)))
    )
    for row in connection.execute(moved) if ids else ():
        own = row.payer if row.payer in guests else row.payee
        plain = {row.payer, row.payee} == {own, outside} and row.kind in ("deposit", "withdrawal")
        if own not in guests:
            continue
        if plain and row.who == PLAY_MONEY and row.at <= until:
            guests[own].entries[row.number] = row.hash
        else:
            del guests[own]
    return [guest for guest in guests.values() if guest.entries]


def _outside(connection: Connection, cage: int) -> int | None:
    accounts = schema.accounts
    where = accounts.c.book == cage, accounts.c.kind == OUTSIDE.kind, accounts.c.owner == "", accounts.c.part == ""
    return connection.execute(select(accounts.c.id).where(*where)).scalar()


def _emptied(connection: Connection, guests: list[_Guest]) -> Draft:
    """Empty the entries, delete postings and accounts, and return the entry that says so."""
    accounts, lines, postings = schema.accounts, schema.lines, schema.postings
    cage = connection.execute(BOOK, {"name": CAGE}).one().id
    hashes = {number: hash_ for guest in guests for number, hash_ in guest.entries.items()}
    cents = sum(guest.cents for guest in guests)
    for numbers in _batches(sorted(hashes)):
        connection.execute(delete(postings).where(postings.c.book == cage, postings.c.number.in_(numbers)))
        empty = update(lines).where(lines.c.book == cage, lines.c.number.in_(numbers))
        connection.execute(empty.values(kind=FOLDED, who="", key=None, body=b""))
    connection.execute(delete(accounts).where(accounts.c.id.in_([guest.account for guest in guests])))
    outside = update(accounts).where(accounts.c.id == _outside(connection, cage))
    connection.execute(outside.values(cents=accounts.c.cents + cents))
    names = tuple(sorted(guest.name for guest in guests))
    fold = Fold(names, tuple(_runs(sorted(hashes))), _digest(hashes.items()), cents)
    return Draft(FOLD, msgspec.json.encode(fold), "house")


def _batches(numbers: list[int]) -> Iterator[list[int]]:
    yield from (numbers[at : at + MOST] for at in range(0, len(numbers), MOST))


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """The first and the last number of each run.

    >>> list(_runs([2, 3, 4, 9]))
    [(2, 4), (9, 9)]
    """
    first = last = numbers[0]
    for number in numbers[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def _digest(hashes: Iterable[tuple[int, str]]) -> str:
    return sha256("".join(f"{number} {hash_}\n" for number, hash_ in sorted(hashes)).encode()).hexdigest()


class FoldAudit:
    """Follows the cage's book, and checks that each emptied entry is named by one later entry, with its hash."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self.folds: list[tuple[int, Fold]] = []
        self._empty: dict[int, str] = {}

    @property
    def entries(self) -> int:
        """How many entries were folded, as far as this audit read."""
        return sum(1 for _, fold in self.folds for _ in fold.numbers())

    def problem(self, entry: LedgerEntry) -> str:
        """What is wrong with an entry of one of the two kinds."""
        if entry.kind == FOLDED:
            self._empty[entry.number] = entry.hash
            full = entry.who or entry.key or entry.body or entry.postings or entry.secret
            return "a folded entry must be empty" if full else ""
        self.folds.append((entry.number, msgspec.json.decode(entry.body, type=Fold)))
        return "an entry of the kind fold must not move money" if entry.postings else ""

    def problems(self) -> Iterator[tuple[int, str]]:
        """After all entries: the number of an entry, and what is wrong with it."""
        named: set[int] = set()
        for at, fold in self.folds:
            numbers = {*fold.numbers()}
            hashes = {number: self._hash(number) for number in numbers}
            if numbers & named or max(numbers, default=0) >= at:
                yield at, "it folds entries that were folded before, or that come after it"
            if missing := sorted(number for number, hash_ in hashes.items() if hash_ is None):
                yield at, f"it folds entry {missing[0]}, which is not folded"
            elif _digest((number, hash_ or "") for number, hash_ in hashes.items()) != fold.digest:
                yield at, "its digest differs from the hashes of the entries that it folds"
            named |= numbers
        for number in sorted(self._empty.keys() - named):
            yield number, "it is folded, but no later entry says so"

    def _hash(self, number: int) -> str | None:
        """The hash of an emptied entry, also of one that this audit did not read."""
        if number not in self._empty:
            found = self._books.page(CAGE, number, 1)
            return found[0].hash if found and found[0].kind == FOLDED else None
        return self._empty[number]

    def without_guests(self, balances: dict[LedgerAccount, int], stored: Collection[LedgerAccount]) -> None:
        """Take the accounts of folded guests out of balances that a checkpoint has."""
        for _, fold in self.folds:
            for account in (player(name) for name in fold.guests):
                if account in balances and account not in stored:
                    balances[OUTSIDE] = balances.get(OUTSIDE, 0) + balances.pop(account)
