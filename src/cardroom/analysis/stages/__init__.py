"""Games in stages, solved: every option of every decision has its exact value.

It offers the solution of a game that is declared in stages, and the report made from it. It knows no game by name.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.stages.analysis import expected_seconds
    from cardroom.analysis.stages.payoffs import (
        History,
        Numbers,
        StagedOption,
        every_option,
        options_of,
        placed,
        units_need,
    )
    from cardroom.analysis.stages.sets import cards_of, codes_of, masks_of, sets_of
    from cardroom.analysis.stages.solver import NOT_ALLOWED, StagedSolution, WorldSolution, solved
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
