"""The games: each a short script that reads like its chapter, found by slug.

Here rule sets meet scripts and rankings, so here is checked that every line of a pay table is a hand of its ranking.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from cardroom.play import Game
from cardroom.rankings import RANKINGS, categories, jackpots
from cardroom.rulebook import RuleBookError, RuleSet, rule_set, rule_sets, slugs

__all__ = ["game", "games"]


class _Script(NamedTuple):
    module: str
    function: str


SCRIPTS = {
    "community": _Script("cardroom.games.poker.community", "community"),
    "draw": _Script("cardroom.games.poker.draw", "draw"),
    "stud": _Script("cardroom.games.poker.stud", "stud"),
    "ez-baccarat": _Script("cardroom.games.banked.ez_baccarat", "ez_baccarat"),
    "face-up-pai-gow": _Script("cardroom.games.banked.face_up_pai_gow", "face_up_pai_gow"),
    "fortune-pai-gow": _Script("cardroom.games.banked.fortune_pai_gow", "fortune_pai_gow"),
    "four-card-frenzy": _Script("cardroom.games.banked.four_card_frenzy", "four_card_frenzy"),
    "heads-up-holdem": _Script("cardroom.games.banked.heads_up_holdem", "heads_up_holdem"),
    "pure-21.5-blackjack": _Script("cardroom.games.banked.pure_21_5", "pure_21_5_blackjack"),
    "pure-spanish-21.5": _Script("cardroom.games.banked.pure_21_5", "pure_spanish_21_5"),
    "ultimate-texas-holdem": _Script("cardroom.games.banked.ultimate_texas_holdem", "ultimate_texas_holdem"),
    "three-card-poker": _Script("cardroom.games.banked.three_card_poker", "three_card_poker"),
}
"""A rule set names its script; scripts load when first used."""

LINES = {
    "pocket-bonus": jackpots.POCKET_LINES,
    "all-6": jackpots.ALL_SIX_LINES,
    "galaxy": jackpots.GALAXY_LINES,
    "progressive": jackpots.PROGRESSIVE_LINES,
    "ace-high": ("player and player-dealer ace-high", "player-dealer ace-high with joker", "player-dealer ace-high"),
    "prime": ("five cards same color", "four cards same color"),
    "red-flex": ("8 or more red cards", *(f"{count} red cards" for count in range(7, 1, -1))),
    "buster": ("bust with 8 or more cards", *(f"bust with {count} cards" for count in range(7, 2, -1))),
    "match-the-dealer": (
        "2 suited matches",
        "1 suited + 1 non-suited match",
        "1 suited match",
        "2 non-suited matches",
        "1 non-suited match",
    ),
}
"""Lines of bonus bets that are not the categories of a ranking, best first."""


def games() -> tuple[Game, ...]:
    """Every game in every rule set.

    >>> ("three-card-poker-6-card-bonus", "500-club") in [(game.slug, game.rules.rules) for game in games()]
    True
    """
    return tuple(game(slug, rules=name) for slug in slugs() for name in rule_sets(slug))


def game(slug: str, rules: str | None = None, **house_rules: Any) -> Game:
    """A game by its slug, under a rule set and a house's settings.

    >>> game("three-card-poker-6-card-bonus", rules="500-club", exposed_card=False).version
    'three-card-poker/1'
    >>> game("snap")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: no game is called 'snap': there are ...
    """
    return game_of(rule_set(slug, rules, **house_rules))


def game_of(rules: RuleSet) -> Game:
    """The game that a rule set describes."""
    if rules.script not in SCRIPTS:
        raise RuleBookError(f"{rules.rules}.toml: script: {rules.script!r} is none of {', '.join(SCRIPTS)}")
    for name, table in rules.pay.items():
        _check_lines(rules, name, table.ranking, table.lines)
    module = import_module(SCRIPTS[rules.script].module)
    script: Callable[..., Any] = getattr(module, SCRIPTS[rules.script].function)
    return Game(rules, script, module.VERSION, getattr(module, "settle", None))


def _check_lines(rules: RuleSet, table: str, ranking: str, lines: dict[str, str]) -> None:
    if not ranking:
        return
    place = f"{rules.rules}.toml: pay.{table}"
    known = LINES.get(ranking) or (ranking in RANKINGS and categories(ranking)[::-1])
    if not known:
        raise RuleBookError(f"{place}.ranking: {ranking!r} is none of {', '.join([*RANKINGS, *LINES])}")
    for line in lines:
        if line not in known:
            raise RuleBookError(f"{place}.lines: {line!r} is no hand of the ranking {ranking}: {', '.join(known)}")


class _Room(ModuleType):
    """`cardroom.games` is this room once it is imported, and calling it must still list the games."""

    def __call__(self) -> tuple[Game, ...]:
        return games()


sys.modules[__name__].__class__ = _Room
