"""A submission: everything about one game that a test laboratory reads, as one plain value, a page and a signed list.

`submission` assembles it. The page and the JSON are written from that value alone, so they say the same, and two runs
with the same seed give the same bytes. It reads no file of a card room and knows no terminal.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.submission.page import submission_page
    from cardroom.submission.played import PlayedRounds, ResettledRound, play_rounds
    from cardroom.submission.readings import READINGS, FactRow, ReadingSummary, readings_of
    from cardroom.submission.sealing import MANIFEST, SIGNATURE_FILE, check_files, manifest, sealed
    from cardroom.submission.value import FORMAT, submission, to_json
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
