"""A reason to come back: daily deals, puzzles from recorded rounds, ratings, days in a row, and mistakes that return.

Nothing here moves money, and nothing here knows about HTTP.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.learning.daily_deals import DailyDeal, DailyDeals, DealtDecision, date_of
    from cardroom.web.learning.daily_score import DailyStanding, cost_of, standing_of
    from cardroom.web.learning.learning import Learning
    from cardroom.web.learning.puzzles import PuzzleFinder
    from cardroom.web.learning.sources import (
        DealtSource,
        RoundSource,
        Source,
        SourcedDecision,
        dealt,
        encoded,
        id_of,
        judged_of,
        mistake_of,
        read_source,
        source_of_drill,
    )
    from cardroom.web.learning.store import (
        DAY_SECONDS,
        BoxedMistake,
        Judged,
        KnownPuzzle,
        LearningStore,
        Mistake,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
