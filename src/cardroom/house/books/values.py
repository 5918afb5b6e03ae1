"""The contents of the books as small values: accounts, postings, ledger entries, and the hash that chains entries.

No database is used here, so a chain can be checked from the values alone, for example from an export.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import LONGEST_ARGUMENT, MOST_CENTS
from cardroom.play.round import Account, Transfer

__all__ = [
    "CAGE",
    "CORRECTABLE",
    "DROPPED",
    "JACKPOT",
    "OUTSIDE",
    "PLAY_MONEY",
    "RETURNED_DROP",
    "SHARED",
    "WAGERED",
    "LedgerAccount",
    "LedgerEntry",
    "Posting",
    "changes_of",
    "check_amount",
    "check_slip",
    "check_text",
    "drops_of",
    "entry_hash",
    "first_hash",
    "is_table",
    "ledger_account",
    "peak_change",
    "player",
    "postings_of_transfers",
]

CAGE = "cage"
"""The name of the cage's book. A table's book has the table's name."""
JACKPOT = "jackpot: "
"""The prefix of the name of a house jackpot's book."""

_CHAIN = "cardroom-book-1"
_ENCODE = msgspec.json.Encoder().encode


class LedgerAccount(NamedTuple):
    """An account in the books, of a table or of the cage.

    >>> player("ann")
    LedgerAccount(book='cage', kind='balance', owner='ann', part='')
    """

    book: str
    kind: str
    """In the cage, `outside` for the world beyond it and `balance` for players; at a table, as in `play.places`."""
    owner: str = ""
    part: str = ""


OUTSIDE = LedgerAccount(CAGE, "outside")

PLAY_MONEY = "play money"
"""The author of deposits and withdrawals that the program makes with play money. They are not cash."""

SHARED = frozenset({"balance", "house", "collection", "meter", "reserve", "overflow"})
"""Kinds of accounts that several books move. Only the table's own book moves the others."""

CORRECTABLE = frozenset({"balance", "outside", "house", "collection", "meter", "reserve", "overflow"})
"""Kinds of accounts that a correction may change. It cannot change a stack, because the table counts its own chips.
Instead, void the round or add chips."""

DROPPED = "dropped"
"""The cause of what a round put into linked jackpots, in its last entry. It was posted when the bets closed."""
RETURNED_DROP = "returned drop"
"""The cause of what a voided round gets back from linked jackpots."""

WAGERED = {"wager": 1, "bet": 1, "ante": 1, "dead": 1, "uncovered": -1, "uncalled": -1}
"""Causes of transfers that put money at risk, and of those that return money that was never at risk: a bet that a
bank did not cover or that no one called."""


def player(name: str) -> LedgerAccount:
    """A player's account in the cage."""
    return LedgerAccount(CAGE, "balance", name)


def is_table(book: str) -> bool:
    """Whether a book belongs to a table.

    >>> is_table("table 7"), is_table("cage"), is_table("jackpot: Galaxy")
    (True, False, False)
    """
    return book != CAGE and not book.startswith(JACKPOT)


def ledger_account(table: str, account: Account, links: Mapping[str, str] | None = None) -> LedgerAccount:
    """The account in the books for an account of a round: at the table, or in the cage for a linked jackpot.

    >>> from cardroom.play.round.places import stack_of
    >>> ledger_account("table 7", stack_of("ann"))
    LedgerAccount(book='table 7', kind='stack', owner='ann', part='')
    """
    if links and account.kind in ("meter", "reserve") and account.owner in links:
        return LedgerAccount(CAGE, account.kind, links[account.owner])
    return LedgerAccount(table, account.kind, account.owner, account.part)


def check_text(text: str, what: str, *, least: int = 1) -> str:
    """Return a text that can be stored: one printable line, not too long. Otherwise raise an error.

    >>> check_text("a chip was miscounted", "The reason")
    'a chip was miscounted'
    """
    fits = isinstance(text, str) and least <= len(text.strip()) and len(text) <= LONGEST_ARGUMENT
    if not fits or not (text.isprintable() or not text):
        raise InputError(
            f"{what} must be one line of {least} to {LONGEST_ARGUMENT} printable characters, not {quoted(text)}."
        )
    return text


def check_slip(text: str) -> str:
    """Return the id of a request that a person gives. Ids that begin with a slash are those of the server.

    >>> check_slip("/decision 7")
    Traceback (most recent call last):
    cardroom.errors.InputError: The request id must not begin with a slash: '/decision 7'.
    """
    if check_text(text, "The request id").startswith("/"):
        raise InputError(f"The request id must not begin with a slash: {quoted(text)}.")
    return text


def check_amount(cents: int) -> int:
    """Return an amount of money that can be posted: whole cents, more than zero. Otherwise raise an error.

    >>> check_amount(500)
    500
    """
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise InputError(f"An amount must be a whole number of cents from 1 to {MOST_CENTS:,}, not {cents!r}.")
    return cents


class Posting(NamedTuple):
    """One movement of money: payer, payee, cents, cause and details."""

    payer: LedgerAccount
    payee: LedgerAccount
    cents: int
    cause: str
    spot: str = ""
    wager: str = ""
    line: str = ""
    cite: str = ""


def postings_of_transfers(
    table: str, transfers: Iterable[Transfer], links: Mapping[str, str] | None = None
) -> tuple[Posting, ...]:
    """The postings for all transfers of a round, at its end. Each account is named once.

    What went into linked jackpots was posted when the bets closed (`drops_of`). Here it returns to the stack, as
    `dropped`.
    """
    accounts: dict[Account, LedgerAccount] = {}
    bettors: dict[Account, Account] = {}
    postings = []
    for moved in transfers:
        payer, payee = moved.payer, moved.payee
        cause: str = moved.cause
        if links and cause == "wager":
            bettors[payee] = payer
        elif links and _is_linked_drop(moved, links):
            payee, cause = bettors[payer], DROPPED
        if (pays := accounts.get(payer)) is None:
            pays = accounts[payer] = ledger_account(table, payer, links)
        if (paid := accounts.get(payee)) is None:
            paid = accounts[payee] = ledger_account(table, payee, links)
        postings.append(Posting(pays, paid, moved.amount, cause, moved.spot, moved.wager, moved.line, moved.cite))
    return tuple(postings)


def drops_of(table: str, transfers: Iterable[Transfer], links: Mapping[str, str]) -> tuple[Posting, ...]:
    """The postings when the bets of a round close: from stacks to the meters and reserves of linked jackpots."""
    bettors: dict[Account, Account] = {}
    postings = []
    for moved in transfers:
        if moved.cause == "wager":
            bettors[moved.payee] = moved.payer
        elif _is_linked_drop(moved, links):
            pays, paid = (ledger_account(table, each, links) for each in (bettors[moved.payer], moved.payee))
            postings.append(Posting(pays, paid, moved.amount, "drop", moved.spot, moved.wager, "", moved.cite))
    return tuple(postings)


def _is_linked_drop(moved: Transfer, links: Mapping[str, str]) -> bool:
    return moved.cause == "drop" and moved.payee.kind in ("meter", "reserve") and moved.payee.owner in links


def changes_of(postings: Iterable[Posting]) -> dict[LedgerAccount, int]:
    """The net change of each account by postings, in cents."""
    changes: dict[LedgerAccount, int] = {}
    for posting in postings:
        changes[posting.payer] = changes.get(posting.payer, 0) - posting.cents
        changes[posting.payee] = changes.get(posting.payee, 0) + posting.cents
    return changes


def peak_change(postings: Iterable[Posting], account: LedgerAccount) -> int:
    """The highest net change of an account while postings are applied in order, or 0.

    >>> meter, stack = LedgerAccount(CAGE, "meter", "Big"), LedgerAccount("table 7", "stack", "ann")
    >>> peak_change([Posting(stack, meter, 20, "drop"), Posting(meter, stack, 500, "jackpot")], meter)
    20
    """
    change = most = 0
    for posting in postings:
        change += posting.cents * ((posting.payee == account) - (posting.payer == account))
        most = max(most, change)
    return most


class LedgerEntry(NamedTuple):
    """One fact in a book."""

    number: int
    at: int
    """Microseconds since 1970, UTC."""
    kind: str
    who: str
    key: str | None
    """The request id that the client chose. The same request takes effect once."""
    secret: bool
    body: bytes
    """JSON, encrypted if it is secret."""
    postings: tuple[Posting, ...]
    hash: str = ""

    def chained(self, before: str) -> LedgerEntry:
        """The entry with its hash, after the entry with the hash `before`."""
        return self._replace(hash=entry_hash(before, self))


def first_hash(book: str) -> str:
    """The hash before the first entry of a book.

    >>> first_hash("cage") == first_hash("table 7")
    False
    """
    return sha256(f"{_CHAIN}\n{book}".encode()).hexdigest()


def entry_hash(before: str, entry: tuple[Any, ...]) -> str:
    """The hash of an entry after the one with the hash `before`: SHA-256 over all fields of the entry.

    `entry` is a `LedgerEntry`, or its fields without the hash.
    """
    number, at, kind, who, key, secret, body, postings = entry[:8]
    digest = sha256(before.encode())
    digest.update(_ENCODE((number, at, kind, who, key, secret, sha256(body).hexdigest(), postings)))
    return digest.hexdigest()
