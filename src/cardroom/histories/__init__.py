"""Hand histories: read, replay and compare poker hands that other programs recorded; write our own.

`phh` is the open hand history format. Every other reader converts to it. Each site has its own package: a reader of
lines, a conversion to PHH, and the results that the log prints. The terminal reads files and finds the hands in them
(`cli/round_files.py`).
"""

from cardroom.histories.phh import PHHError, RecordedHand, play_recorded, read_phh, write_phh
from cardroom.histories.pokerstars import LogHand, check_results, read_log

__all__ = [
    "LogHand",
    "PHHError",
    "RecordedHand",
    "check_results",
    "play_recorded",
    "read_log",
    "read_phh",
    "write_phh",
]
