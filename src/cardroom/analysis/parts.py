"""The analysis that a game declares: the counter of its deals, the method in words, and how long counting takes.

The value is small and loads no numerics, so it is cheap to ask whether a game has an analysis, and for its method. The
counter and the simulation are given by name and loaded when first used.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from cardroom.analysis.engine import Engine
from cardroom.analysis.report import WagerReport
from cardroom.games.declarations import find
from cardroom.play.declaration import load_named, load_part
from cardroom.rulebook import RuleSet

__all__ = ["ANALYSIS_FOLDER", "Analysis", "PartCounter", "analysis_of", "counter_of", "has_analysis"]

PartCounter = Callable[[RuleSet, Engine], tuple[WagerReport, ...]]
"""Counts all deals of a game and returns the report of every wager under a rule set."""
ANALYSIS_FOLDER = __name__.rpartition(".")[0]
"""The package in which a name with a leading dot is looked up."""


class Analysis(NamedTuple):
    """The analysis of a game."""

    counter: PartCounter | str
    """The function that counts the deals, or its "module:attribute"."""
    method: str
    """The method in words, for a reader who will check it. Empty lines separate paragraphs."""
    pace: Literal["quick", "usual", "slow"] = "usual"
    """The time that counting takes: quick enough to rerun at every change, usual, or slow enough to need a warning."""
    simulated: Any = None
    """The game's part of simulations (`simulation.parts.SimulatedGame`), or its "module:attribute"."""
    evaluator: Any = None
    """The function that values the options of a decision (`evaluation.Evaluator`), or its "module:attribute"."""


MANY = 5
"""The cards of a player's hand from which comparing it with a dealer's takes long."""

SIDE_BETS = Analysis(
    ".side_bets:side_bets_report",
    """
Side bets: every set of the cards that decide a bet is judged by its ranking, and each line is counted. The wagers of
the game itself have no exact analysis yet.""",
)
"""The analysis of a game that declares none: its side bets that are data."""


def analysis_of(rules: RuleSet) -> Analysis | None:
    """The analysis of a game; None if it has none.

    >>> from cardroom.rulebook import rule_set
    >>> analysis_of(rule_set("ez-baccarat")).pace, analysis_of(rule_set("razz"))
    ('quick', None)
    """
    declared = find(rules.script)
    loaded: Analysis | None = load_part(declared, "analysis", ANALYSIS_FOLDER) if declared else None
    if loaded is None and has_analysis(rules):
        return SIDE_BETS
    if loaded and declared and declared.stages and declared.stages.dealer and declared.stages.hand >= MANY:
        return loaded._replace(pace="slow")
    return loaded


def has_analysis(rules: RuleSet) -> bool:
    """Whether a game has an exact analysis: its own, or that of side bets that cards alone decide."""
    declared = find(rules.script)
    if declared is None:
        return False
    return declared.analysis is not None or any(wager.cards for wager in rules.wager.values())


def counter_of(rules: RuleSet) -> PartCounter | None:
    """The function that counts the deals of a game, loaded; None if it has none."""
    known = analysis_of(rules)
    if known is None:
        return None
    counter: PartCounter = (
        load_named(known.counter, ANALYSIS_FOLDER, f"{rules.script}: counter")
        if isinstance(known.counter, str)
        else known.counter
    )
    return counter
