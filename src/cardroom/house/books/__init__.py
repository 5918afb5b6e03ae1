"""The books: ledger entries in hash chains, the store that holds them, and transactions that write them.

It offers `Books`, `Store`, and the values in them. Only this package contains SQL that writes to the store; it knows no
games and no jackpots.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.books.books import Books, check_complete, retry_on_conflict
    from cardroom.house.books.clock import BEGINS, SLACK, GamingDays
    from cardroom.house.books.database import database_url, read_only_address, room_books, store_errors, write_nothing
    from cardroom.house.books.folding import FOLD, FOLDED, FoldAudit, fold_guests
    from cardroom.house.books.migrations import Migrations
    from cardroom.house.books.notes import body_fields, latest_note, notes_about
    from cardroom.house.books.schema import metadata
    from cardroom.house.books.secrets import KEY, KEY_FILE, Vault, earlier_keys, key_in, key_in_force, rotate
    from cardroom.house.books.store import CommitUnknown, Conflict, Store, StoreError, migrate, open_engine
    from cardroom.house.books.stored_rules import stored_rules
    from cardroom.house.books.transaction import Draft, Stale, Transaction, note
    from cardroom.house.books.values import (
        CAGE,
        CORRECTABLE,
        DROPPED,
        JACKPOT,
        OUTSIDE,
        PLAY_MONEY,
        RETURNED_DROP,
        SHARED,
        WAGERED,
        LedgerAccount,
        LedgerEntry,
        Posting,
        changes_of,
        check_amount,
        check_slip,
        check_text,
        drops_of,
        entry_hash,
        first_hash,
        is_table,
        ledger_account,
        peak_change,
        player,
        postings_of_transfers,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
