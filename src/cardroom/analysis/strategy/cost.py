"""What any strategy costs against the best one, exactly."""

from fractions import Fraction
from typing import NamedTuple

from cardroom.analysis.report import WagerReport, cost_counter_of
from cardroom.analysis.store import report_in_force
from cardroom.analysis.strategy.choices import Strategy
from cardroom.errors import InputError
from cardroom.play import Game

__all__ = ["StrategyCost", "strategy_cost"]


class StrategyCost(NamedTuple):
    """The exact figures of a strategy beside those of the best one."""

    report: WagerReport
    best: WagerReport

    @property
    def cost(self) -> Fraction:
        """What the strategy loses against the best one, per unit of the first wager."""
        return self.report.edge - (self.best.best_play or self.best).edge


def strategy_cost(game: Game, strategy: Strategy) -> StrategyCost:
    """The exact cost of a strategy in a game with an Ante, or of the House Way in the pai gow games.

    >>> import cardroom
    >>> import numpy as np
    >>> blind = cardroom.game("three-card-poker-6-card-bonus", exposed_card=False)
    >>> found = strategy_cost(blind, Strategy("play everything", np.ones(22100, int)))
    >>> print(f"{float(found.report.edge):.4%}, {float(found.cost):.4%} more than the best")
    12.9389%, 4.2808% more than the best
    """
    count = cost_counter_of(game.rules)
    if count is None:
        raise InputError(f"{game.slug}: the exact cost of a strategy is not computed; `simulate` estimates it")
    return StrategyCost(count(game.rules, strategy), report_in_force(game).wagers[0])
