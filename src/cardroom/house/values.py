"""What the books hold, as small values: accounts, movements and lines, and the hash that chains lines together.

No database is known here: whoever has the values can check a chain, and an export can be checked by the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec

from cardroom.clean import told
from cardroom.errors import Mistaken
from cardroom.limits import LONGEST_ARGUMENT, MOST_CENTS
from cardroom.play.events import Transfer
from cardroom.play.places import Account

__all__ = [
    "CAGE",
    "CORRECTABLE",
    "JACKPOT",
    "OUTSIDE",
    "SHARED",
    "WAGERED",
    "LedgerAccount",
    "LedgerEntry",
    "Posting",
    "chained",
    "changes_of",
    "check_amount",
    "check_text",
    "first_hash",
    "is_table",
    "ledger_account",
    "lifted",
    "player",
    "posting_of",
]

CAGE = "cage"
"""The book of the cage. A table's is called by the table's name ..."""
JACKPOT = "jackpot: "
"""... and that of a jackpot of the house by the jackpot's, after this."""

_CHAIN = "cardroom-book-1"


class LedgerAccount(NamedTuple):
    """Where money lies: an account of a table or of the cage.

    >>> player("ann")
    LedgerAccount(book='cage', kind='balance', owner='ann', part='')
    """

    book: str
    kind: str
    """In the cage `outside`, the world beyond it, and players' `balance`s; at a table the kinds of `play.places`."""
    owner: str = ""
    part: str = ""


OUTSIDE = LedgerAccount(CAGE, "outside")

SHARED = frozenset({"balance", "house", "collection", "meter", "reserve", "overflow"})
"""Kinds of accounts that lines of several books move: the cage's and a table's. All others are their table's alone."""

CORRECTABLE = frozenset({"balance", "outside", "house", "collection", "meter", "reserve", "overflow"})
"""Kinds of accounts that a correction may change. It cannot change a stack, because the table counts its own chips.
There, void the round or add chips."""

WAGERED = {"wager": 1, "bet": 1, "ante": 1, "dead": 1, "uncovered": -1, "uncalled": -1}
"""What is put at risk, and what of it was never: that a bank did not cover, or nobody called."""


def player(name: str) -> LedgerAccount:
    """What a player has in the cage."""
    return LedgerAccount(CAGE, "balance", name)


def is_table(book: str) -> bool:
    """Whether a book is a table's.

    >>> is_table("table 7"), is_table("cage"), is_table("jackpot: Galaxy")
    (True, False, False)
    """
    return book != CAGE and not book.startswith(JACKPOT)


def ledger_account(table: str, account: Account, links: Mapping[str, str] | None = None) -> LedgerAccount:
    """Where a round's account lies in the books: at its table, or with the house if it is a jackpot that is linked.

    >>> from cardroom.play.places import stack_of
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
        raise Mistaken(
            f"{what} must be one line of {least} to {LONGEST_ARGUMENT} printable characters, not {told(text)}."
        )
    return text


def check_amount(cents: int) -> int:
    """Return an amount of money that can be posted: whole cents, more than zero. Otherwise raise an error.

    >>> check_amount(500)
    500
    """
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise Mistaken(f"An amount must be a whole number of cents from 1 to {MOST_CENTS:,}, not {cents!r}.")
    return cents


class Posting(NamedTuple):
    """Money that moved: from where, to where, how much and why."""

    payer: LedgerAccount
    payee: LedgerAccount
    cents: int
    cause: str
    spot: str = ""
    wager: str = ""
    line: str = ""
    cite: str = ""


def posting_of(table: str, moved: Transfer, links: Mapping[str, str] | None = None) -> Posting:
    """A transfer of a round, as it is posted."""
    return Posting(
        ledger_account(table, moved.payer, links),
        ledger_account(table, moved.payee, links),
        moved.amount,
        moved.cause,
        moved.spot,
        moved.wager,
        moved.line,
        moved.cite,
    )


def changes_of(postings: Iterable[Posting]) -> dict[LedgerAccount, int]:
    """What postings change, by account."""
    changes: dict[LedgerAccount, int] = {}
    for posting in postings:
        changes[posting.payer] = changes.get(posting.payer, 0) - posting.cents
        changes[posting.payee] = changes.get(posting.payee, 0) + posting.cents
    return changes


def lifted(postings: Iterable[Posting], account: LedgerAccount) -> int:
    """How far postings lift an account on their way, one after the other, before others take out of it again.

    >>> meter, stack = LedgerAccount(CAGE, "meter", "Big"), LedgerAccount("table 7", "stack", "ann")
    >>> lifted([Posting(stack, meter, 20, "drop"), Posting(meter, stack, 500, "jackpot")], meter)
    20
    """
    stands = most = 0
    for posting in postings:
        stands += posting.cents * ((posting.payee == account) - (posting.payer == account))
        most = max(most, stands)
    return most


class LedgerEntry(NamedTuple):
    """One thing that happened, as a book keeps it."""

    number: int
    at: int
    """Microseconds since 1970, UTC."""
    kind: str
    who: str
    key: str | None
    """The id that the client made up for it: the same request given twice happens once."""
    secret: bool
    body: bytes
    """JSON; where it is secret, as it is encrypted."""
    postings: tuple[Posting, ...]
    hash: str = ""

    def chained(self, before: str) -> LedgerEntry:
        """The line with its hash, after the line that has that one."""
        return self._replace(hash=chained(before, self))


def first_hash(book: str) -> str:
    """What the first line of a book follows.

    >>> first_hash("cage") == first_hash("table 7")
    False
    """
    return sha256(f"{_CHAIN}\n{book}".encode()).hexdigest()


def chained(before: str, entry: LedgerEntry) -> str:
    """The hash of a line that follows the one with the hash `before`: SHA-256 over all that the line says."""
    digest = sha256(before.encode())
    said = (
        entry.number,
        entry.at,
        entry.kind,
        entry.who,
        entry.key,
        entry.secret,
        sha256(entry.body).hexdigest(),
        entry.postings,
    )
    digest.update(msgspec.json.encode(said))
    return digest.hexdigest()
