"""How a game's rules depart from its document, and where the document leaves a choice.

Both follow from the house rules: each value has a standing.
"""

from typing import NamedTuple

from cardroom.play import Game
from cardroom.rulebook import AS_PRINTED, HouseRule, with_house_rules
from cardroom.show.rules.data import page

__all__ = ["RuleChoice", "departing_choices", "silent_choices"]


class RuleChoice(NamedTuple):
    """A house rule in force, with what else it could be."""

    name: str
    says: str
    value: str
    """The value in force, as people write it."""
    printed: str
    """The value that the document prints; empty if it prints none that can be played."""
    others: tuple[str, ...]
    """The other values, if they are few."""
    cite: str


def departing_choices(game: Game) -> list[RuleChoice]:
    """The house rules whose value in force departs from the document.

    >>> from cardroom.games import game
    >>> [(each.name, each.value, each.printed) for each in departing_choices(game("razz"))]
    [('ace_brings_in', 'off', 'on'), ('collection', 'none', '31/41/51')]
    """
    return _with_standing(game, "departure")


def silent_choices(game: Game) -> list[RuleChoice]:
    """The house rules whose value in force is our reading, because the document is silent or unclear."""
    return _with_standing(game, "ruling")


def _with_standing(game: Game, standing: str) -> list[RuleChoice]:
    rules = game.rules
    shown = [each for each in page(game)["house_rules"] if each["applies"] and each["standing"] == standing]
    return [_choice(game, each["name"], rules.house_rules[each["name"]]) for each in shown]


def _choice(game: Game, name: str, rule: HouseRule) -> RuleChoice:
    value = rule.written(game.rules.house(name))
    as_printed = with_house_rules(game.rules, {AS_PRINTED: True}).settings
    printed = rule.written(as_printed[name]) if name in as_printed else rule.printed or ""
    values = rule.choices or (("on", "off") if isinstance(rule.default, bool) else ())
    others = tuple(each for each in values if each != value) if len(values) < 10 else ()
    return RuleChoice(name, rule.says, value, printed if printed != value else "", others, game.rules.cite(rule.cite))
