"""Money over many rounds: risk of ruin, the player-dealer's gain, collections and jackpots.

It offers distributions and expectations that follow from a report. It counts no cards.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.bankroll.collection import Charged, after_collection, charged, unknown
    from cardroom.analysis.bankroll.coverage import CoverageReport, SeatCoverage, coverage_report, is_exact
    from cardroom.analysis.bankroll.hold import HoldInterval, hold_intervals
    from cardroom.analysis.bankroll.jackpots import JackpotOdds, jackpot_odds
    from cardroom.analysis.bankroll.ruin import Risk, risk
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
