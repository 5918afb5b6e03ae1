"""Backups of a store, and what the books note about the program that serves it.

It offers copies of a store, their restoration, runs of the server, and the program's check of itself.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.backup.copies import (
        Progress,
        Restore,
        StoreCheck,
        backup,
        check_store,
        copy_rows,
        publish,
        restore,
        restore_note,
        restore_remarks,
        restores,
    )
    from cardroom.house.backup.program import WHAT, Program, program_change, program_digest
    from cardroom.house.backup.runs import AUTHOR, Runs
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
