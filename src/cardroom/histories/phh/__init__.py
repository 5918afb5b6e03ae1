"""PHH, the open poker hand history format.

`format` reads files, `replay` plays their hands, `compare` checks the results, `export` writes finished rounds.
"""

from cardroom.histories.phh.compare import HandComparison, StackTracker, compare
from cardroom.histories.phh.export import write_phh
from cardroom.histories.phh.format import STANDARD, VARIANTS, PHHError, RecordedHand, read_phh
from cardroom.histories.phh.replay import play_recorded

__all__ = [
    "STANDARD",
    "VARIANTS",
    "HandComparison",
    "PHHError",
    "RecordedHand",
    "StackTracker",
    "compare",
    "play_recorded",
    "read_phh",
    "write_phh",
]
