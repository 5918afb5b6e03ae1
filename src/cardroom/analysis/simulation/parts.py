"""What a game brings to a simulation: its compiled rounds, and the strategies that are known by name.

Each game's module here has one such value. The game's `Analysis` names it, and it is loaded on first use.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from cardroom.analysis.base_game import Decision
from cardroom.analysis.parts import ANALYSIS_FOLDER, analysis_of
from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation.counts import Cards, EndKey, Ends
from cardroom.play import Decide
from cardroom.play.declaration import load_named
from cardroom.rulebook import RuleSet

__all__ = ["OPTIMAL", "Compiled", "SimulatedGame", "compiled", "simulated"]

OPTIMAL = "optimal"
"""The name of the best strategy."""


class Compiled(NamedTuple):
    """A game whose rounds are compiled."""

    cards: Callable[[RuleSet], int]
    """How many cards a round takes."""
    ends: Callable[[RuleSet, Cards], Ends]
    """How every round ends under the best strategy."""
    reports: Callable[[RuleSet, Counter[EndKey]], tuple[WagerReport, ...]]
    """The report of every wager, from how many rounds end in each way."""
    decision: Callable[[int, int], Decision] | None = None
    """A decision to wager more, as the exact analysis names it: by which of the asks it was, and how many times."""


class SimulatedGame(NamedTuple):
    """What is known of a game beyond its script, which any strategy can play."""

    compiled: Compiled | None = None
    """Its rounds under the best strategy, many at once."""
    strategies: Mapping[str, Decide] = {}
    """Strategies that play its script, by name."""
    exact: Decide | None = None
    """The strategy that the exact figures are of, if it is one of these and not the best one."""


def simulated(rules: RuleSet) -> SimulatedGame:
    """What a game brings to a simulation; an empty value if nothing beyond its script."""
    known = analysis_of(rules)
    if known is None or not known.simulated:
        return SimulatedGame()
    found: SimulatedGame = (
        load_named(known.simulated, ANALYSIS_FOLDER, f"{rules.script}: simulated")
        if isinstance(known.simulated, str)
        else known.simulated
    )
    return found


def compiled(rules: RuleSet) -> Compiled | None:
    """A game's compiled rounds, if it has them."""
    return simulated(rules).compiled
