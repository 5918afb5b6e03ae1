"""Looks up declarations by the name of their script, in several sources.

A source knows some games. The package's own games are found by file name, so adding a game means adding its module:
nothing here lists them, and looking one up loads no other. A program adds its own games with `add_source`. Game folders
and installed packages add games too (`plugins`). All then work everywhere, like the package's own.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Protocol

from cardroom.clean import quoted
from cardroom.games.plugins import Plugins
from cardroom.play.game import Declaration, DeclarationError, Stages, did_you_mean
from cardroom.rulebook import RuleSet

__all__ = [
    "SOURCES",
    "GameSource",
    "Given",
    "Packages",
    "add_source",
    "declaration",
    "declarations",
    "find",
    "in_program",
    "remove_source",
    "stages_of",
]


class GameSource(Protocol):
    """A source of declarations."""

    def find(self, name: str) -> Declaration | None:
        """The declaration of a script; None if the source does not have it."""

    def all(self) -> Iterator[Declaration]:
        """All declarations of the source."""


class Packages:
    """Packages in which each game is a module named like its script, with a `DECLARATION`. Other modules are ignored.

    >>> Packages("cardroom.games.poker").find("stud").version
    'stud/1'
    """

    def __init__(self, *packages: str) -> None:
        self.packages = packages

    def find(self, name: str) -> Declaration | None:
        """The declaration in the module named like the script, with underscores."""
        module = module_of(name)
        candidates = (
            _declared(f"{package}.{module}")
            for package in self.packages
            if module.isidentifier() and find_spec(f"{package}.{module}")
        )
        return next((each for each in candidates if each and each.name == name), None)

    def all(self) -> Iterator[Declaration]:
        """Every declaration in these packages, which loads all their modules."""
        for package in self.packages:
            for module in iter_modules(import_module(package).__path__):
                if declared := _declared(f"{package}.{module.name}"):
                    yield declared


class Given:
    """Declarations that a program passes in itself."""

    def __init__(self, *declared: Declaration) -> None:
        self.declared = {each.name: each for each in declared}

    def find(self, name: str) -> Declaration | None:
        """The declaration with this name."""
        return self.declared.get(name)

    def all(self) -> Iterator[Declaration]:
        """All declarations passed in."""
        return iter(self.declared.values())


SOURCES: list[GameSource] = [Packages("cardroom.games.banked", "cardroom.games.chinese", "cardroom.games.poker")]
"""The sources of games. Change it with `add_source` and `remove_source`, because lookups are cached."""


PLUGINS = Plugins()
"""Games from game folders and installed packages. They never replace a game of the other sources."""


def add_source(source: GameSource) -> None:
    """Add a source of games."""
    SOURCES.append(source)
    _find.cache_clear()


def remove_source(source: GameSource) -> None:
    """Undo `add_source`. Games already made from its declarations keep working."""
    SOURCES.remove(source)
    _find.cache_clear()


def in_program(name: str) -> bool:
    """Whether the package or the running program itself declares a script."""
    return _find(name) is not None


def declaration(name: str) -> Declaration:
    """The declaration of a script.

    >>> declaration("three-card-poker").version
    'three-card-poker/1'
    >>> declaration("three-card")
    Traceback (most recent call last):
    cardroom.play.DeclarationError: no game declares the script 'three-card': did you mean three-card-poker?
    """
    declared = find(name)
    if declared is None:
        known = [each.name for each in declarations()]
        near = did_you_mean(name, known) or f": there are {', '.join(known)}"
        raise DeclarationError(f"no game declares the script {quoted(name)}{near}")
    return declared


def find(name: str) -> Declaration | None:
    """The declaration of a script; None if there is none. Games of the package and of the program come first.

    >>> find("snap") is None
    True
    """
    return _find(name) or PLUGINS.find(name)


def stages_of(rules: RuleSet) -> Stages | None:
    """The stages of a game under a rule set; None if it declares none.

    >>> from cardroom.rulebook import rule_set
    >>> stages_of(rule_set("three-card-poker-6-card-bonus")).shown, stages_of(rule_set("razz"))
    ((1,), None)
    """
    declared = find(rules.script)
    stages = declared.stages if declared else None
    return stages(rules) if callable(stages) else stages


@lru_cache(maxsize=256)
def _find(name: str) -> Declaration | None:
    declared = [each for source in SOURCES if (each := source.find(name))]
    if len(declared) > 1:
        where = " and ".join(each.script.__module__ for each in declared)
        raise DeclarationError(f"{name}: name: declared more than once, in {where}; rename one of them")
    return declared[0] if declared else None


def declarations() -> tuple[Declaration, ...]:
    """Every game's declaration, sorted by name.

    >>> [each.name for each in declarations()][:3]
    ['community', 'draw', 'ez-baccarat']
    """
    names = sorted({each.name for source in (*SOURCES, PLUGINS) for each in source.all()})
    return tuple(each for each in map(find, names) if each)


def module_of(name: str) -> str:
    """The name of a script's module.

    >>> module_of("pure-spanish-21.5")
    'pure_spanish_21_5'
    """
    return name.replace("-", "_").replace(".", "_")


@cache
def _declared(module: str) -> Declaration | None:
    declared = getattr(import_module(module), "DECLARATION", None)
    if declared is None:
        return None
    if not isinstance(declared, Declaration):
        raise DeclarationError(f"{module}: DECLARATION: must be a Declaration, not {type(declared).__name__}")
    if module_of(declared.name) != module.rpartition(".")[2]:
        right = module_of(declared.name)
        raise DeclarationError(f"{module}: name: it declares {declared.name}, so the module must be named {right}")
    return declared
