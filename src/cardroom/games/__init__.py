"""The games. Each is a short script that reads like its chapter, with its declaration at the end of the module.

Games are looked up by slug, declarations by the name of the script (`declarations`). A rule set that its script cannot
play is rejected (`contract`).
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.games.contract import problems
from cardroom.games.declarations import add_source, declaration, declarations, find, in_program
from cardroom.games.plugins import LoadedFolder, failure_words, loaded_plugins, version_of
from cardroom.play import Declaration, Game, Layout
from cardroom.play.game import Lesson, load_part
from cardroom.play.records import RulesOf
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
from cardroom.rulebook.files import BUILT_IN, all_files
from cardroom.rulebook.game_folders import CODE
from cardroom.rulebook.pages import place_in

__all__ = [
    "LeftOut",
    "add_source",
    "all_games",
    "declaration",
    "declarations",
    "game",
    "game_by_digest",
    "game_of",
    "layout",
    "left_out",
    "lesson",
    "moments",
    "other_names",
    "where_from",
]


class LeftOut(NamedTuple):
    """A file that cannot be used, and why."""

    path: Path
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


def all_games() -> tuple[Game, ...]:
    """Every game in every valid rule set. `left_out` names the others.

    >>> ("three-card-poker-6-card-bonus", "500-club") in [(game.slug, game.rules.rules) for game in all_games()]
    True
    """
    return tuple(each for each in _games_and_problems() if isinstance(each, Game))


def left_out() -> tuple[LeftOut, ...]:
    """The rule sets, and the code of game folders, that cannot be used, with the reasons.

    >>> left_out()
    ()
    """
    return (*_code_left_out(), *(each for each in _games_and_problems() if isinstance(each, LeftOut)))


def _code_left_out() -> Iterator[LeftOut]:
    names: dict[str, Path] = {}
    for each in loaded_plugins():
        path = each.folder.code or each.folder.path
        if each.declared is None:
            yield LeftOut(path, each.problem)
        elif in_program(each.declared.name):
            yield LeftOut(path, f"name: {each.declared.name} is a script of cardroom: choose a different name")
        elif each.declared.name in names:
            other = names[each.declared.name]
            yield LeftOut(path, f"name: {each.declared.name} is also declared in {other}: rename one of them")
        else:
            names[each.declared.name] = path


def where_from(game: Game) -> str:
    """Where a game comes from, in words: empty for the package, else a folder or an installed package.

    >>> where_from(game("razz"))
    ''
    """
    declared = find(game.rules.script)
    plugin = next((each for each in loaded_plugins() if each.declared is declared), None) if declared else None
    if plugin and plugin.declared:
        return plugin.folder.origin
    path = rule_sets(game.slug).get(game.rules.rules)
    return "" if path is None or path.is_relative_to(BUILT_IN) else str(path.parent)


def _games_and_problems() -> Iterator[Game | LeftOut]:
    for slug in slugs():
        for name, path in rule_sets(slug).items():
            try:
                yield game(slug, rules=name)
            except InputError as error:
                yield LeftOut(path, str(error).removeprefix(f"{path.name}: "))
            except Exception as error:
                if path.is_relative_to(BUILT_IN):
                    raise
                yield LeftOut(path, failure_words(error))  # code of a game folder, such as its own check


def game(slug: str, rules: str | None = None, **house_rules: Any) -> Game:
    """A game by its slug, under a rule set and a house's settings.

    >>> game("three-card-poker-6-card-bonus", rules="500-club", exposed_card=False).version
    'three-card-poker/1'
    >>> game("snap")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: there is no game 'snap': choose from ...
    """
    return game_of(rule_set(slug, rules, **house_rules))


def game_by_digest(slug: str, rules: RulesOf) -> Game:
    """The game of a record, by the digest of its rules.

    This is the named rule set with the recorded house rules, if its binding rules have not changed. Otherwise it is any
    rule set with that digest, in the rulebook or among the texts that the operator has stored.

    >>> played = game("three-card-poker-6-card-bonus", exposed_card=False)
    >>> game_by_digest(played.slug, RulesOf.game(played)) is played
    True
    """
    why = "its rules have changed"
    try:
        named = with_house_rules(rule_set(slug, rules.set), rules.house)
        if named.digest == rules.digest:
            return game_of(named)
    except RuleBookError as error:
        why = str(error)
    try:
        return game_of(by_digest(rules.digest, game=slug))
    except RuleBookError as error:
        raise RuleBookError(f"{slug}, {rules.set}: {why}; {error}") from None


def game_of(rules: RuleSet) -> Game:
    """The game that a rule set describes, if its script can play it."""
    declared = find(rules.script)
    if declared is None:
        raise RuleBookError(f"{rules.rules}.toml: script: unknown script {quoted(rules.script)}{_scripts(rules)}")
    return _game(rules, declared)


def _scripts(rules: RuleSet) -> str:
    """What to do about an unknown script: mend the code in the game's folder, use its name, or choose another."""
    beside = next((each for each in loaded_plugins() if each.folder.game == rules.game), None)
    if beside and beside.declared is None:
        return f": {_code(beside)} in its folder cannot be used"
    if beside and beside.declared:
        return f": {_code(beside)} in its folder declares {quoted(beside.declared.name)}; use one name in both files"
    return f": choose from {', '.join(each.name for each in declarations())}"


def _code(beside: LoadedFolder) -> str:
    return beside.folder.code.name if beside.folder.code else CODE


def _line(rules: RuleSet, problem: str) -> str:
    """The end of a message about the rule set of a page: the line, if it can be found."""
    path = all_files().get(rules.game, {}).get(rules.rules)
    return place_in(path, problem) if path else ""


@lru_cache(maxsize=512)
def _game(rules: RuleSet, declared: Declaration) -> Game:
    for problem in problems(rules, declared):
        raise RuleBookError(f"{rules.rules}.toml: {problem}{_line(rules, problem)}")
    if declared.check:
        try:
            declared.check(rules)
        except RuleBookError as error:
            raise RuleBookError(f"{rules.rules}.toml: {error}") from None
    return Game(rules, declared.script, version_of(declared), declared.carried)


def moments(rules: RuleSet) -> tuple[Moment, ...]:
    """The moments at which a game's script may collect a fee.

    >>> from cardroom.rulebook import rule_set
    >>> moments(rule_set("texas-holdem"))
    ('flop', 'turn', 'river', 'modified')
    """
    return declaration(rules.script).moments


def layout(rules: RuleSet) -> Layout:
    """The table layout that a game's script declares.

    >>> from cardroom.rulebook import rule_set
    >>> [raised.most for raised in layout(rule_set("ultimate-texas-holdem")).raises(None)]
    [4, 2, 1]
    """
    return declaration(rules.script).layout


def lesson(rules: RuleSet) -> Lesson:
    """The lesson of a game's rules page, under the house rules in force.

    >>> from cardroom.rulebook import rule_set
    >>> lesson(rule_set("razz")).steps[0].says
    'Each player puts in the ante: $1.'
    """
    teach = load_part(declaration(rules.script), "lesson", f"{__name__}.lessons")
    taught: Lesson = teach(rules)
    return taught


def other_names(slug: str) -> tuple[str, ...]:
    """Other names of a game.

    >>> other_names("ultimate-texas-holdem")
    ('uth',)
    """
    return tuple(name for each in declarations() for name in each.other_names.get(slug, ()))
