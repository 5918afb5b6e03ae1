"""Exact mathematics of the games. Every figure is a fraction; none is simulated."""

from cardroom.analysis.engine import LOCAL, Engine, Local
from cardroom.analysis.parts import Analysis, analysis_of, counter_of, has_analysis
from cardroom.analysis.report import Report, WagerOutcome, WagerReport
from cardroom.errors import InputError
from cardroom.money import FixedAmount
from cardroom.play import Game
from cardroom.rulebook import RuleBookError

__all__ = [
    "Analysis",
    "Engine",
    "Local",
    "Report",
    "WagerOutcome",
    "WagerReport",
    "analysis_of",
    "analyze",
    "has_analysis",
]


def analyze(game: Game, engine: Engine = LOCAL) -> Report:
    """The exact figures of every wager of a game, under its rule set and house rules.

    >>> import cardroom
    >>> report = analyze(cardroom.game("three-card-poker-6-card-bonus"))
    >>> report.wager("pair-plus").edge
    Fraction(242, 5525)
    """
    rules = game.rules
    count = counter_of(rules)
    if count is None:
        raise InputError(f"{game.slug} has no exact analysis yet")
    house_rules = {name: rules.house(name) for name in rules.house_rules}
    try:
        wagers = count(rules, engine)
    except FixedAmount as error:
        raise RuleBookError(f"{game.slug}: {error}, so it has no edge per unit wagered") from None
    return Report(game.slug, rules.name, rules.rules, rules.digest, house_rules, wagers)
