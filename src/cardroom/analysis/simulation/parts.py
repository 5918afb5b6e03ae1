"""A game's part of a simulation: its compiled rounds and its named strategies.

Each game's module here has one such value. The game's `Analysis` refers to it, and it is loaded on first use.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cardroom.analysis.engine import Engine
from cardroom.analysis.report import ANALYSIS_FOLDER, WagerReport, analysis_of
from cardroom.analysis.simulation.counts import Cards, EndKey, Ends
from cardroom.analysis.strategy import Strategy
from cardroom.cards import Card
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Decide
from cardroom.play.game import load_named
from cardroom.rulebook import RuleSet

__all__ = ["OPTIMAL", "Compiled", "SimulatedGame", "compiled_rounds", "simulated_game"]

OPTIMAL = "optimal"
"""The name of the best strategy."""


class Compiled(NamedTuple):
    """The compiled rounds of a game."""

    cards: Callable[[RuleSet], int]
    """The number of cards in a round."""
    ends: Callable[[RuleSet, Cards, Strategy | None], Ends]
    """The end of every round under a strategy; None is the best one, or the exact figures' own if that is not known."""
    reports: Callable[[RuleSet, Counter[EndKey], Strategy | None], tuple[WagerReport, ...]]
    """The report of every wager, from the counts of ends under this strategy."""
    shuffled: Callable[[RuleSet, Sequence[Card]], Shuffle] | None = None
    """The shuffle with which the script deals the cards of a round, if it is not these cards in their order."""


class SimulatedGame(NamedTuple):
    """A game's part of a simulation, beyond its script, which any strategy can play."""

    compiled: Compiled | None = None
    """Its compiled rounds under the best strategy."""
    strategies: Mapping[str, Decide] = {}
    """Strategies that play its script, by name."""
    rounds: Callable[[RuleSet, int, str, Engine, Strategy | None], tuple[WagerReport, ...]] | None = None
    """Compiled rounds of a game that takes a varying number of cards: reports of its wagers from the number of rounds
    and the seed, under a strategy; None is the best one."""
    follows: type[Strategy] | None = None
    """The class of strategies that `rounds` can follow besides the best one."""
    exact: Mapping[str, Callable[[RuleSet], WagerReport]] = {}
    """By the name of a strategy other than the best one: the exact report of the base game under it."""
    check_best: Callable[[RuleSet], object] | None = None
    """Raises an error if the best strategy is not known under these rules."""


def simulated_game(rules: RuleSet) -> SimulatedGame:
    """A game's part of a simulation; empty if it has only its script."""
    known = analysis_of(rules)
    if known is None or not known.simulated:
        return SimulatedGame(None, {OPTIMAL: known.best} if known and known.best else {})
    part: SimulatedGame = (
        load_named(known.simulated, ANALYSIS_FOLDER, f"{rules.script}: simulated")
        if isinstance(known.simulated, str)
        else known.simulated
    )
    return part


def compiled_rounds(rules: RuleSet) -> Compiled | None:
    """A game's compiled rounds, if it has them."""
    return simulated_game(rules).compiled
