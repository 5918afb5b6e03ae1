"""Exact mathematics of the games: every figure a fraction, none of them simulated."""

from collections.abc import Callable
from importlib import import_module

from cardroom.analysis.engine import LOCAL, Engine, Local
from cardroom.analysis.report import Outcome, Report, WagerReport
from cardroom.errors import Mistaken
from cardroom.money import FixedAmount
from cardroom.play import Game
from cardroom.rulebook import RuleBookError

__all__ = ["Engine", "Local", "Outcome", "Report", "WagerReport", "analyze"]

COUNTERS = {
    "ez-baccarat": "cardroom.analysis.baccarat:baccarat_report",
    "face-up-pai-gow": "cardroom.analysis.pai_gow_bonus:pai_gow_bonus_report",
    "fortune-pai-gow": "cardroom.analysis.pai_gow_bonus:pai_gow_bonus_report",
    "four-card-frenzy": "cardroom.analysis.four_card:four_card_report",
    "heads-up-holdem": "cardroom.analysis.holdem_games:heads_up_report",
    "pure-21.5-blackjack": "cardroom.analysis.twenty_one_bonus:twenty_one_bonus_report",
    "pure-spanish-21.5": "cardroom.analysis.twenty_one_bonus:twenty_one_bonus_report",
    "three-card-poker": "cardroom.analysis.three_card:three_card_report",
    "ultimate-texas-holdem": "cardroom.analysis.holdem_games:ultimate_report",
}
"""What counts the deals of a script, loaded when first used."""


def analyze(game: Game, engine: Engine = LOCAL) -> Report:
    """The exact figures of every wager of a game, under its rule set and house rules.

    >>> import cardroom
    >>> report = analyze(cardroom.game("three-card-poker-6-card-bonus"))
    >>> report.wager("pair-plus").edge
    Fraction(242, 5525)
    """
    rules = game.rules
    if rules.script not in COUNTERS:
        raise Mistaken(f"{game.slug} has no exact analysis yet")
    module, _, name = COUNTERS[rules.script].partition(":")
    count: Callable[..., tuple[WagerReport, ...]] = getattr(import_module(module), name)
    house_rules = {name: rules.house(name) for name in rules.house_rules}
    try:
        wagers = count(rules, engine)
    except FixedAmount as error:
        raise RuleBookError(f"{game.slug}: {error}, so no edge can be said per unit of it") from None
    return Report(game.slug, rules.name, rules.rules, rules.digest, house_rules, wagers)
