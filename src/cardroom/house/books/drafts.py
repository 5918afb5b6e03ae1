"""Drafts of ledger entries, and the entries that they become after the last entry of a book. No database is used.

A round whose bank lacks money gets its fill here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import InputError
from cardroom.house.books.secrets import Vault
from cardroom.house.books.values import (
    CAGE,
    OUTSIDE,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
    check_text,
    entry_hash,
    peak_change,
)

__all__ = ["BookHead", "Draft", "account_words", "entries_after", "note"]


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


class BookHead(NamedTuple):
    """A book and its last entry."""

    id: int
    name: str
    lines: int
    head: str
    stands: int
    at: int | None
    """The time of its last entry; None for an empty book."""


def entries_after(
    row: BookHead, drafts: Sequence[Draft], at: int, vault: Vault, held: Mapping[LedgerAccount, int]
) -> tuple[list[LedgerEntry], dict[LedgerAccount, int], BookHead]:
    """The entries that drafts become after the last entry of a book, what they change, and the book with them.

    `held` are the balances of the accounts that the drafts move.
    """
    written: list[LedgerEntry] = []
    changes: dict[LedgerAccount, int] = {}
    book, number, head, last = row.name, row.lines, row.head, row.stands
    for draft in drafts:
        number += 1
        kind, body, who, postings, key, secret, banked, caps, snapshot = draft
        if callable(body):
            body = body({each: held[each] for each in changes_of(postings)})
        body = vault.encrypt(body, book, number) if secret else body
        if postings:
            postings = _with_fill(postings, LedgerAccount(book, "house"), held) if banked else postings
            postings = _with_overflow(postings, caps, held) if caps else postings
            for account, by in changes_of(postings).items():
                changes[account] = changes.get(account, 0) + by
        last = number if snapshot else last
        fields = number, at, kind, who, key, secret, body, postings
        head = entry_hash(head, fields)
        written.append(LedgerEntry(*fields, head))
    return written, changes, BookHead(row.id, book, number, head, last, at)


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


def account_words(account: LedgerAccount) -> str:
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
