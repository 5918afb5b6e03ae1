"""The house: the ledger and the store, the tables and jackpots in them, audits and reports.

`House` moves money at the cage (deposits, withdrawals, fills, credits, corrections) and opens tables. A fill that a
round needs, because its bank lacks money, is added by `books`.
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
