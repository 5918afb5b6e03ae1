"""Games in stages, solved: every option of every decision has its exact value.

It offers the solution of a game that is declared in stages, and the report made from it. It knows no game by name.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.stages.course import asked, columns_of, every_history, option_of, paths, times_of
    from cardroom.analysis.stages.dealer import CHOOSE
    from cardroom.analysis.stages.payoffs import (
        RESULTS,
        History,
        Numbers,
        Payoffs,
        StagedEnd,
        StagedOption,
        every_option,
        options_of,
        payoffs_of,
        placed,
        result_of,
        units_need,
    )
    from cardroom.analysis.stages.report import choice_in_force, choices, report_of
    from cardroom.analysis.stages.sets import cards_of, codes_of, masks_of, sets_of
    from cardroom.analysis.stages.solver import NOT_ALLOWED, StagedSolution, WorldSolution, solved
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
