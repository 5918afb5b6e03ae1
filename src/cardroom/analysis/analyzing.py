"""Analyze a game: the exact figures of every wager, from the count that its declaration names."""

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import Report, counter_of, frequencies_of
from cardroom.errors import InputError
from cardroom.money import FixedAmount
from cardroom.play import Game
from cardroom.rulebook import RuleBookError

__all__ = ["analyze"]


def analyze(game: Game, engine: Engine = LOCAL) -> Report:
    """The exact figures of every wager of a game, under its rule set and house rules.

    A game without a bank has no wagers with an edge. Its report says how often each hand occurs (`hands`).

    >>> import cardroom
    >>> report = analyze(cardroom.game("three-card-poker-6-card-bonus"))
    >>> report.wager("pair-plus").edge
    Fraction(242, 5525)
    """
    rules = game.rules
    count = counter_of(rules)
    if count is None:
        hands = frequencies_of(rules)
        if not hands:
            raise InputError(f"{game.slug} has no exact analysis yet")
        return Report.of(rules, (), hands)
    try:
        wagers = count(rules, engine)
    except FixedAmount as error:
        raise RuleBookError(f"{game.slug}: {error}, so it has no edge per unit wagered") from None
    return Report.of(rules, wagers)
