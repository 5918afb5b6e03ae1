"""Reports from the books: gaming days, hold, the cage, collusion, significant events, exports.

It offers figures as values and as tables for other programs. It reads the books and never writes to them, except for
notes about results that luck does not explain.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.reports.cage import cage_report
    from cardroom.house.reports.cage_day import Drawer, Holdings, drawer, holdings
    from cardroom.house.reports.collusion import NOTABLE_SIGNAL, Pair, hands, pairs
    from cardroom.house.reports.exporting import FORMATS, export, follow
    from cardroom.house.reports.gaming_day import GameFacts, TableDay, table_days, table_hours
    from cardroom.house.reports.hold import ABNORMAL, NOTABLE, Theory, note_abnormal, report_of, theories, why_unproved
    from cardroom.house.reports.significant import SignificantEvent, events_after, significant_events
    from cardroom.house.reports.today import (
        DayFacts,
        DayOfPlay,
        TableResult,
        TheoryBar,
        day_facts,
        day_of_play,
        rounds_by_day,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
