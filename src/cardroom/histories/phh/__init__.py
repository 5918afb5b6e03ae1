"""PHH, the open poker hand history format.

`format` reads files, `replay` plays their hands, `compare` checks the results, `export` writes finished rounds.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.histories.phh.comparison import MOST_RAKE, UNSAID_RAKE, HandComparison, StackTracker, compare
    from cardroom.histories.phh.export import write_phh
    from cardroom.histories.phh.format import STANDARD, VARIANTS, PHHError, RecordedHand, read_phh, recorded_hand
    from cardroom.histories.phh.replay import play_and_compare, play_recorded
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
