"""Hand histories: poker hands that others recorded, read in, played again and compared; and ours, written out.

`phh` is the open hand history format, which every other reader converts to. Each site whose logs we read has a package
of its own beside it: a reader (what the lines say), a conversion to PHH, and the results that the log prints. What
reads a file and finds the hands in it is the terminal's (`cli/round_files.py`).
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
