"""Clauses: what a document says of a round, as a property of its record.

A clause is a function that reads the facts of a finished round and yields each violation in plain words. Its first
line says the rule; `clause` adds where it is printed and which rule sets it is about. Each family has a module.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple, TypeAlias

from cardroom.clauses.facts import RoundHistory, facts_of
from cardroom.play.round import Round
from cardroom.rulebook import RuleSet

__all__ = ["FAMILIES", "Clause", "Violation", "all_clauses", "clause", "clauses_of", "scripts", "violations"]

FAMILIES = (
    "chips",
    "cards",
    "wagers",
    "bank",
    "fees",
    "jackpots",
    "three_card",
    "four_card",
    "holdem",
    "baccarat",
    "pai_gow",
    "house_way",
    "twenty_one",
    "chinese",
    "poker.dealing",
    "poker.opening",
    "poker.betting",
    "poker.pots",
    "poker.showdown",
    "poker.collection",
    "between",
)
"""The modules with clauses, in the order of the documentation."""

Find: TypeAlias = Callable[[RoundHistory], Iterable[str]]
FindBetween: TypeAlias = Callable[[RoundHistory, RoundHistory], Iterable[str]]
Applies: TypeAlias = Callable[[RuleSet], bool]


class Clause(NamedTuple):
    """One rule of a document."""

    name: str
    family: str
    says: str
    """The rule in a sentence."""
    cite: str
    games: str
    """The games it is about, in words."""
    applies: Applies
    find: Find | None
    between: FindBetween | None = None
    """For a rule about what goes from one round to the next: it reads both."""


class Violation(NamedTuple):
    """A round that a clause does not allow."""

    clause: str
    says: str
    cite: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.says} ({self.cite})"


_REGISTER: dict[str, Clause] = {}


def clause(applies: Applies, games: str, cite: str) -> Callable[[Find], Find]:
    """Register a clause about one round."""

    def add(find: Find) -> Find:
        _add(find, applies, games, cite, find, None)
        return find

    return add


def clause_between(applies: Applies, games: str, cite: str) -> Callable[[FindBetween], FindBetween]:
    """Register a clause about a round and the one after it at the same table."""

    def add(find: FindBetween) -> FindBetween:
        _add(find, applies, games, cite, None, find)
        return find

    return add


def _add(
    told: Callable[..., Iterable[str]],
    applies: Applies,
    games: str,
    cite: str,
    find: Find | None,
    between: FindBetween | None,
) -> None:
    name = told.__name__.replace("_", "-")
    says = " ".join((told.__doc__ or "").partition("\n\n")[0].split())
    if name in _REGISTER:
        raise ValueError(f"two clauses are called {name}")
    family = told.__module__.partition("cardroom.clauses.")[2]
    _REGISTER[name] = Clause(name, family, says, cite, games, applies, find, between)


def scripts(*names: str) -> Applies:
    """Rule sets of these scripts."""
    known = frozenset(names)
    return lambda rules: rules.script in known


@lru_cache(maxsize=1)
def all_clauses() -> tuple[Clause, ...]:
    """All clauses, family by family."""
    for family in FAMILIES:
        import_module(f"cardroom.clauses.{family}")
    order = {family: place for place, family in enumerate(FAMILIES)}
    return tuple(sorted(_REGISTER.values(), key=lambda each: order[each.family]))


@lru_cache(maxsize=1024)
def clauses_of(rules: RuleSet) -> tuple[Clause, ...]:
    """The clauses about a rule set.

    >>> from cardroom.rulebook import rule_set
    >>> any(each.name == "the-dealer-qualifies" for each in clauses_of(rule_set("razz")))
    False
    """
    return tuple(each for each in all_clauses() if each.applies(rules))


def violations(played: Round | RoundHistory, before: RoundHistory | None = None) -> list[Violation]:
    """Find what the documents do not allow in a finished round, and in its succession to the round `before`.

    >>> import random
    >>> from cardroom.clauses import violations
    >>> # a round of a game that was played to its end gives an empty list
    """
    facts = facts_of(played) if isinstance(played, Round) else played
    return [*_found(facts, before)]


def _found(facts: RoundHistory, before: RoundHistory | None) -> Iterator[Violation]:
    for each in clauses_of(facts.rules):
        try:
            if each.find is not None:
                for says in each.find(facts):
                    yield Violation(each.name, says, each.cite)
            elif before is not None and each.between is not None:
                for says in each.between(before, facts):
                    yield Violation(each.name, says, each.cite)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            yield Violation(each.name, f"the round cannot be read: {type(error).__name__}: {error}", each.cite)
