"""The audit: check every entry and balance of a store, and replay every round.

It offers `audit` and its findings, and checkpoints to keep outside the store. It repairs nothing and writes nothing.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.audit.book import CHECKS, check_of
    from cardroom.house.audit.checkpoints import Checkpoint, digest, read_checkpoint
    from cardroom.house.audit.store import Audit, Finding, audit, collect_rarely
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
