"""Hand histories: read poker hands that other programs recorded, replay and compare them, and write our own.

`phh` is the open hand history format, which every other reader converts to. `sites` has a reader for each site whose
logs we read: it defines what the lines mean. `logs` has what the readers share, the conversion to PHH, and the check of
the results that a log prints. The terminal reads files and finds the hands in them (`cli/round_files.py`).
"""

from cardroom.histories.logs.results import LogHand, check_results
from cardroom.histories.phh import PHHError, RecordedHand, play_recorded, read_phh, write_phh
from cardroom.histories.sites import read_log

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
