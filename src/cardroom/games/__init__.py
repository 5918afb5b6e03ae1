"""The games: each a short script that reads like its chapter, found by slug. A rule set that a script cannot play is
refused (`contract`).
"""

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from cardroom.clean import told
from cardroom.games.contract import problems
from cardroom.play import Game, Layout
from cardroom.play.lesson import Lesson
from cardroom.play.record import RulesOf
from cardroom.rulebook import (
    Moment,
    RuleBookError,
    RuleSet,
    by_digest,
    rule_set,
    rule_sets,
    slugs,
    with_house_rules,
)

__all__ = ["all_games", "game", "game_by_digest", "game_of", "layout", "lesson", "moments"]


class _Script(NamedTuple):
    module: str
    function: str
    layout: str = "LAYOUT"


SCRIPTS = {
    "community": _Script("cardroom.games.poker.community", "community"),
    "draw": _Script("cardroom.games.poker.draw", "draw"),
    "mexican": _Script("cardroom.games.poker.mexican", "mexican"),
    "stud": _Script("cardroom.games.poker.stud", "stud"),
    "face-up-chinese": _Script("cardroom.games.chinese.face_up", "face_up_chinese"),
    "ez-baccarat": _Script("cardroom.games.banked.ez_baccarat", "ez_baccarat"),
    "face-up-pai-gow": _Script("cardroom.games.banked.face_up_pai_gow", "face_up_pai_gow"),
    "fortune-pai-gow": _Script("cardroom.games.banked.fortune_pai_gow", "fortune_pai_gow"),
    "four-card-frenzy": _Script("cardroom.games.banked.four_card_frenzy", "four_card_frenzy"),
    "heads-up-holdem": _Script("cardroom.games.banked.heads_up_holdem", "heads_up_holdem"),
    "pure-21.5-blackjack": _Script("cardroom.games.banked.pure_21_5", "pure_21_5_blackjack"),
    "pure-spanish-21.5": _Script("cardroom.games.banked.pure_21_5", "pure_spanish_21_5", "SPANISH_LAYOUT"),
    "ultimate-texas-holdem": _Script("cardroom.games.banked.ultimate_texas_holdem", "ultimate_texas_holdem"),
    "three-card-poker": _Script("cardroom.games.banked.three_card_poker", "three_card_poker"),
}
"""A rule set names its script; scripts load when first used."""

LESSONS = {
    **dict.fromkeys(("community", "draw", "mexican", "stud"), _Script("cardroom.games.lessons.poker", "lesson")),
    "ez-baccarat": _Script("cardroom.games.lessons.ez_baccarat", "lesson"),
    "face-up-chinese": _Script("cardroom.games.lessons.face_up_chinese", "lesson"),
    "face-up-pai-gow": _Script("cardroom.games.lessons.pai_gow", "face_up"),
    "fortune-pai-gow": _Script("cardroom.games.lessons.pai_gow", "fortune"),
    "four-card-frenzy": _Script("cardroom.games.lessons.four_card_frenzy", "lesson"),
    "heads-up-holdem": _Script("cardroom.games.lessons.heads_up_holdem", "lesson"),
    "pure-21.5-blackjack": _Script("cardroom.games.lessons.pure_21_5", "pure_21_5_blackjack"),
    "pure-spanish-21.5": _Script("cardroom.games.lessons.pure_21_5", "pure_spanish_21_5"),
    "ultimate-texas-holdem": _Script("cardroom.games.lessons.ultimate_texas_holdem", "lesson"),
    "three-card-poker": _Script("cardroom.games.lessons.three_card_poker", "lesson"),
}
"""What the rules page teaches of each script's game."""


def all_games() -> tuple[Game, ...]:
    """Every game in every rule set.

    >>> ("three-card-poker-6-card-bonus", "500-club") in [(game.slug, game.rules.rules) for game in all_games()]
    True
    """
    return tuple(game(slug, rules=name) for slug in slugs() for name in rule_sets(slug))


def game(slug: str, rules: str | None = None, **house_rules: Any) -> Game:
    """A game by its slug, under a rule set and a house's settings.

    >>> game("three-card-poker-6-card-bonus", rules="500-club", exposed_card=False).version
    'three-card-poker/3'
    >>> game("snap")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: no game is called 'snap': there are ...
    """
    return game_of(rule_set(slug, rules, **house_rules))


def game_by_digest(slug: str, rules: RulesOf) -> Game:
    """The game that a record was played under: the rules that bind are those of the digest, wherever they are kept.

    The named rule set under the recorded house rules, if nothing binding of it was changed since; else any rule set
    with that digest, in the rulebook or among the texts that the operator has kept.

    >>> played = game("three-card-poker-6-card-bonus", exposed_card=False)
    >>> game_by_digest(played.slug, RulesOf.game(played)) is played
    True
    """
    why = "it has other rules now"
    try:
        found = with_house_rules(rule_set(slug, rules.set), rules.house)
        if found.digest == rules.digest:
            return game_of(found)
    except RuleBookError as error:
        why = str(error)
    try:
        return game_of(by_digest(rules.digest, game=slug))
    except RuleBookError as error:
        raise RuleBookError(f"{slug}, {rules.set}: {why}; {error}") from None


@lru_cache(maxsize=512)
def game_of(rules: RuleSet) -> Game:
    """The game that a rule set describes, if its script can play it."""
    if rules.script not in SCRIPTS:
        raise RuleBookError(f"{rules.rules}.toml: script: {told(rules.script)} is none of {', '.join(SCRIPTS)}")
    module = import_module(SCRIPTS[rules.script].module)
    for problem in problems(rules, layout(rules), moments(rules), getattr(module, "LINES", {})):
        raise RuleBookError(f"{rules.rules}.toml: {problem}")
    if hasattr(module, "check"):
        try:
            module.check(rules)
        except RuleBookError as error:
            raise RuleBookError(f"{rules.rules}.toml: {error}") from None
    script: Callable[..., Any] = getattr(module, SCRIPTS[rules.script].function)
    return Game(rules, script, module.VERSION, getattr(module, "CARRIED", None))


def moments(rules: RuleSet) -> tuple[Moment, ...]:
    """The moments at which a game's script may collect a fee.

    >>> from cardroom.rulebook import rule_set
    >>> moments(rule_set("texas-holdem"))
    ('flop', 'turn', 'river', 'modified')
    """
    declared: tuple[Moment, ...] = import_module(SCRIPTS[rules.script].module).MOMENTS
    return declared


def layout(rules: RuleSet) -> Layout:
    """What the table of a game has, as its script declares it.

    >>> from cardroom.rulebook import rule_set
    >>> [raised.most for raised in layout(rule_set("ultimate-texas-holdem")).raises(None)]
    [4, 2, 1]
    """
    return _layout(rules.script)


@cache
def _layout(script: str) -> Layout:
    declared: Layout = getattr(import_module(SCRIPTS[script].module), SCRIPTS[script].layout)
    return declared


def lesson(rules: RuleSet) -> Lesson:
    """What a game's rules page teaches, under the house rules in force.

    >>> from cardroom.rulebook import rule_set
    >>> lesson(rule_set("razz")).steps[0].says
    'Everybody puts in the ante: $1.'
    """
    if rules.script not in LESSONS:
        raise RuleBookError(f"{rules.script} has no lesson: one belongs into games/lessons and into LESSONS")
    where = LESSONS[rules.script]
    taught: Lesson = getattr(import_module(where.module), where.function)(rules)
    return taught
