"""Statistics: how players play, counted over poker hands.

`definitions` lists the statistics, `counting` counts one hand, `luck` finds what its all-in pots were worth, `hands`
puts both together, `shares` turns counts into figures, and `store` keeps the counts of many hands in a file.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.poker.statistics.definitions import STATISTICS, PlayerGroup, Statistic, Totals
    from cardroom.poker.statistics.hands import HandSource, count_hand
    from cardroom.poker.statistics.shares import figures_of
    from cardroom.poker.statistics.store import DIMENSIONS, StatisticsError, StatisticsStore
    from cardroom.poker.statistics.streets import ShownStreet, StreetEquity, equity_by_street, shown_streets
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
