"""Where declarations are found: by the name of their script, in one source after the other.

A source knows some games. The package's own are found by file name, so adding one is adding its module: nothing here
lists them, and looking one up loads no other. A program adds a source for games of its own with `add_source`; all that
play, teach, simulate or draw a game then find it as they find ours.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Protocol

from cardroom.clean import quoted
from cardroom.play.declaration import Declaration, DeclarationError, did_you_mean

__all__ = [
    "SOURCES",
    "GameSource",
    "Given",
    "Packages",
    "add_source",
    "declaration",
    "declarations",
    "find",
    "remove_source",
]


class GameSource(Protocol):
    """Something that knows the declarations of some games."""

    def find(self, name: str) -> Declaration | None:
        """The declaration of a script; None if it has none of that name."""

    def all(self) -> Iterator[Declaration]:
        """Every declaration that it knows."""


class Packages:
    """Packages in which a game is a module of its script's name, with its `DECLARATION`. Other modules may lie there
    too.

    >>> Packages("cardroom.games.poker").find("stud").version
    'stud/4'
    """

    def __init__(self, *packages: str) -> None:
        self.packages = packages

    def find(self, name: str) -> Declaration | None:
        """The declaration in the module that is called as the script is, with underscores."""
        module = module_of(name)
        found = (
            _declared(f"{package}.{module}")
            for package in self.packages
            if module.isidentifier() and find_spec(f"{package}.{module}")
        )
        return next((each for each in found if each and each.name == name), None)

    def all(self) -> Iterator[Declaration]:
        """Every declaration in these packages, which loads all their modules."""
        for package in self.packages:
            for module in iter_modules(import_module(package).__path__):
                if declared := _declared(f"{package}.{module.name}"):
                    yield declared


class Given:
    """Declarations that a program has made or loaded itself."""

    def __init__(self, *declared: Declaration) -> None:
        self.declared = {each.name: each for each in declared}

    def find(self, name: str) -> Declaration | None:
        """The one of that name."""
        return self.declared.get(name)

    def all(self) -> Iterator[Declaration]:
        """Those that were given."""
        return iter(self.declared.values())


SOURCES: list[GameSource] = [Packages("cardroom.games.banked", "cardroom.games.chinese", "cardroom.games.poker")]
"""Where games are looked up. Use `add_source` and `remove_source` to change it, because lookups are remembered."""


def add_source(source: GameSource) -> None:
    """Let games of this source be found too."""
    SOURCES.append(source)
    find.cache_clear()


def remove_source(source: GameSource) -> None:
    """Undo `add_source`. Games that were made from its declarations go on."""
    SOURCES.remove(source)
    find.cache_clear()


def declaration(name: str) -> Declaration:
    """The declaration of a script.

    >>> declaration("three-card-poker").version
    'three-card-poker/3'
    >>> declaration("three-card")
    Traceback (most recent call last):
    cardroom.play.DeclarationError: no game declares the script 'three-card': did you mean three-card-poker?
    """
    found = find(name)
    if found is None:
        known = [each.name for each in declarations()]
        near = did_you_mean(name, known) or f": there are {', '.join(known)}"
        raise DeclarationError(f"no game declares the script {quoted(name)}{near}")
    return found


@lru_cache(maxsize=256)
def find(name: str) -> Declaration | None:
    """The declaration of a script; None if there is none.

    >>> find("snap") is None
    True
    """
    found = [each for source in SOURCES if (each := source.find(name))]
    if len(found) > 1:
        where = " and ".join(each.script.__module__ for each in found)
        raise DeclarationError(f"{name}: name: it is declared more than once, in {where}: give one another name")
    return found[0] if found else None


def declarations() -> tuple[Declaration, ...]:
    """Every game's declaration, by name.

    >>> [each.name for each in declarations()][:3]
    ['community', 'draw', 'ez-baccarat']
    """
    names = sorted({each.name for source in SOURCES for each in source.all()})
    return tuple(each for each in map(find, names) if each)


def module_of(name: str) -> str:
    """The module's name for a script's.

    >>> module_of("pure-spanish-21.5")
    'pure_spanish_21_5'
    """
    return name.replace("-", "_").replace(".", "_")


@cache
def _declared(module: str) -> Declaration | None:
    found = getattr(import_module(module), "DECLARATION", None)
    if found is None:
        return None
    if not isinstance(found, Declaration):
        raise DeclarationError(f"{module}: DECLARATION: it is a Declaration, not {type(found).__name__}")
    if module_of(found.name) != module.rpartition(".")[2]:
        raise DeclarationError(f"{module}: name: it declares {found.name}, so the module is {module_of(found.name)}")
    return found
