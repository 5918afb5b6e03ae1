"""The house: the ledger and the store, the tables and jackpots in them, audits and reports.

`House` opens the tables; its `cage` posts deposits, withdrawals, fills, credits and corrections.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.books import (
        CAGE,
        OUTSIDE,
        Books,
        Draft,
        LedgerAccount,
        LedgerEntry,
        Posting,
        Stale,
        Store,
        StoreError,
        player,
    )
    from cardroom.house.house import House
    from cardroom.house.tables import HouseTable
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
