"""The exact analysis of a game, as its declaration names it: who counts the deals, how in words, and how long it takes.

Such a value is small and loads no numerics, so that anybody can ask whether a game has an analysis and what its
certificate says about the method. What counts and what simulates are named, and loaded when they are used.
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
"""Counts all deals of a game: the report of every wager under a rule set."""
ANALYSIS_FOLDER = __name__.rpartition(".")[0]
"""Where a name with a leading dot is looked up."""


class Analysis(NamedTuple):
    """What the analysis of a game consists of."""

    counter: PartCounter | str
    """What counts the deals, or its "module:attribute"."""
    method: str
    """How it counts, in words for a reader who will check it: paragraphs with an empty line between them."""
    pace: Literal["quick", "usual", "slow"] = "usual"
    """How long counting takes: quick if a person can wait for it at every change, slow if they should be warned."""
    simulated: Any = None
    """What the game brings to simulations (`simulation.parts.SimulatedGame`), or its "module:attribute"."""


def analysis_of(rules: RuleSet) -> Analysis | None:
    """The analysis of a game; None if it has none.

    >>> from cardroom.rulebook import rule_set
    >>> analysis_of(rule_set("ez-baccarat")).pace, analysis_of(rule_set("razz"))
    ('quick', None)
    """
    declared = find(rules.script)
    found: Analysis | None = load_part(declared, "analysis", ANALYSIS_FOLDER) if declared else None
    return found


def has_analysis(rules: RuleSet) -> bool:
    """Whether exact figures of a game can be counted."""
    declared = find(rules.script)
    return declared is not None and declared.analysis is not None


def counter_of(rules: RuleSet) -> PartCounter | None:
    """What counts the deals of a game, loaded; None if nothing does."""
    known = analysis_of(rules)
    if known is None:
        return None
    found: PartCounter = (
        load_named(known.counter, ANALYSIS_FOLDER, f"{rules.script}: counter")
        if isinstance(known.counter, str)
        else known.counter
    )
    return found
