"""Strategies in words, and what simpler ones cost.

It offers the choices of a strategy and its cost against the best one.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.strategy.choices import Cards, DecisionArrays, Strategy, StrategyError, check_times
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
