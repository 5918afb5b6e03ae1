"""Strategies in words, and what simpler ones cost.

It offers the choices of a strategy and its cost against the best one.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.strategy.choices import Cards, DecisionArrays, Strategy, StrategyError, check_times
    from cardroom.analysis.strategy.lines import (
        RANK_WORDS,
        Bounds,
        Cells,
        Condition,
        Feature,
        FoundLines,
        Line,
        Lines,
        follow,
        lines_strategy,
        search,
        with_article,
    )
    from cardroom.analysis.strategy.plain import (
        MOST_LINES,
        LinesGame,
        PlainStrategies,
        has_lines,
        known_lines,
        named_lines,
        plain_strategies,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
