"""Hand histories: read poker hands that other programs recorded, replay and compare them, and write our own.

`phh` is the open hand history format, which every other reader converts to. `sites` has a reader for each site whose
logs we read: it defines what the lines mean. `logs` has what the readers share, the conversion to PHH, and the check of
the results that a log prints. The terminal reads files and finds the hands in them (`cli/study/round_files.py`).
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.histories.encodings import as_utf8
    from cardroom.histories.logs import LogHand, check_results
    from cardroom.histories.openhh import hands_of, is_openhh, read_openhh, write_openhh
    from cardroom.histories.phh import PHHError, RecordedHand, play_recorded, read_phh, write_phh
    from cardroom.histories.sites import read_log
    from cardroom.histories.write_pokerstars import write_pokerstars
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
