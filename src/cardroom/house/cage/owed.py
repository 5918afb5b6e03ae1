"""Liabilities: how much of the money in the books belongs to players, to jackpots and to the house."""

from __future__ import annotations

import msgspec

from cardroom.house.books import Books, is_table
from cardroom.house.cage.roles import one_person_remarks, switches

__all__ = ["Liabilities", "liabilities"]

_POOLS = ("meter", "reserve", "overflow", "claim")


class Liabilities(msgspec.Struct, frozen=True):
    """Totals in cents. All accounts together sum to zero."""

    balances: int
    """Players' balances in the cage."""
    chips: int
    """Players' chips at tables."""
    pools: int
    """Money of jackpots: meters, reserves, overflows, and what rounds in progress have won."""
    owed: int
    """All money that belongs to players."""
    banks: int
    collection: int
    other: int
    outside: int
    """Money that came in and did not go out, as a negative number."""
    tables: dict[str, int]
    """Players' chips by table."""
    meters: dict[str, int]
    """Money of each jackpot. A table's own jackpot is named with its table."""
    remarks: list[str] = []
    """What a reader must know, for example that one person can give every order alone."""


def liabilities(books: Books) -> Liabilities:
    """The current totals."""
    held = books.balances()

    def of(*kinds: str) -> int:
        return sum(cents for account, cents in held.items() if account.kind in kinds)

    known = ("balance", "stack", *_POOLS, "house", "collection", "outside")
    tables: dict[str, int] = {}
    meters: dict[str, int] = {}
    for account, cents in held.items():
        if account.kind == "stack":
            tables[account.book] = tables.get(account.book, 0) + cents
        if account.kind in _POOLS:
            name = f"{account.book}: {account.owner}" if is_table(account.book) else account.owner
            meters[name] = meters.get(name, 0) + cents
    pools = of(*_POOLS)
    return Liabilities(
        of("balance"),
        of("stack"),
        pools,
        of("balance", "stack") + pools,
        of("house"),
        of("collection"),
        sum(cents for account, cents in held.items() if account.kind not in known),
        of("outside"),
        tables,
        meters,
        one_person_remarks(switches(books)),
    )
