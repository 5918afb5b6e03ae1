"""The house: the ledger and the store, the tables and jackpots in them, audits and reports."""

from cardroom.house.books import Books
from cardroom.house.house import House
from cardroom.house.store import Store, StoreError
from cardroom.house.tables import HouseTable
from cardroom.house.transaction import Draft, Stale
from cardroom.house.values import CAGE, OUTSIDE, LedgerAccount, LedgerEntry, Posting, player

__all__ = [
    "CAGE",
    "OUTSIDE",
    "Books",
    "Draft",
    "House",
    "HouseTable",
    "LedgerAccount",
    "LedgerEntry",
    "Posting",
    "Stale",
    "Store",
    "StoreError",
    "player",
]
