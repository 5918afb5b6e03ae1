"""The second reading: facts of the documents, and for each the code that finds the same in the product.

The facts in `facts` were read from the documents by people who never saw this project. Nobody changes a value to make a
test pass: `differences.toml` lists where the product says something else, who is right, and why.

A comparer is a function that answers the question of one or more ids. It looks at the rule set, plays a round that
shows the answer, or reads the rules page. `words` says what a fact's sentence means in the comparer's terms.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import cardroom
from cardroom.rulebook import rule_set
from cardroom.rulebook.traces import trace

FOLDER = Path(__file__).parent
SLUGS = {
    "crazy-pineapple-high-low-split": "crazy-pineapple-high-low",
    "omaha-high-low-split": "omaha-high-low",
    "pineapple-high-low-split": "pineapple-high-low",
    "pot-limit-omaha-8-or-better": "pot-limit-omaha-8",
    "pure-21-5-blackjack": "pure-21.5-blackjack",
    "pure-spanish-21-5-blackjack": "pure-spanish-21.5",
    "seven-card-stud-high-low-split": "seven-card-stud-high-low",
}
"""Readings whose name is not the game's in the product."""
KINDS = {
    "face-up-chinese-poker": "chinese",
    "ez-baccarat": "baccarat",
    "fortune-pai-gow-poker": "pai-gow",
    "face-up-pai-gow-poker": "pai-gow",
    "pure-21.5-blackjack": "21.5",
    "pure-spanish-21.5": "21.5",
}
"""The kinds of games that are neither poker nor one hand against a dealer's."""
SECTIONS = {"face-up-pai-gow-poker": "Face Up Pai Gow Poker"}
"""Chapters whose number cannot be read."""
DOCUMENTS = {"brook": "brook-huh", "washington": "washington-huh", "wpt": "wpt-huh"}


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of the document."""

    id: str
    value: Any
    cite: str
    unclear: str = ""
    """Why the text may be read otherwise; empty if it is plain."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The facts of one game in one document."""

    game: str
    document: str
    chapter: str
    fact: tuple[Fact, ...]
    name: str = ""

    @property
    def slug(self) -> str:
        """The game's name in the product."""
        plain = self.name.partition(".")[0]
        return SLUGS.get(plain, plain)

    @property
    def set(self) -> str:
        """The rule set's name."""
        return self.name.partition(".")[2] or ("brook" if self.slug == "four-card-frenzy" else "500-club")

    @property
    def document_id(self) -> str:
        """The document's name in the trace."""
        return "brook-fcf" if self.slug == "four-card-frenzy" else DOCUMENTS.get(self.set, self.set)

    @cached_property
    def rules(self):
        """The rule set, as it comes."""
        return rule_set(self.slug, self.set)

    @property
    def family(self) -> str:
        """The kind of game that comparers ask for."""
        return "poker" if self.rules.poker else KINDS.get(self.slug, "dealer")

    def game_with(self, **house: Any):
        """The game under some settings of the house."""
        return cardroom.game(self.slug, rules=self.set, **house)


@cache
def readings() -> dict[str, Reading]:
    """All readings by the name of their file."""
    found = {}
    for path in sorted((FOLDER / "facts").glob("*.toml")):
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        found[path.stem] = msgspec.convert(written | {"name": path.stem}, Reading)
    return found


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact on which the product and the reading differ."""

    id: str
    games: tuple[str, ...]
    ours: Any
    """The comparer's answer."""
    right: str
    """Who is right: the product, the reading, or neither; or it is a question that the text leaves open."""
    why: str


@cache
def differences() -> tuple[Difference, ...]:
    """The differences that have been looked at in the document."""
    written = tomllib.loads((FOLDER / "differences.toml").read_text(encoding="utf-8"))
    return msgspec.convert(written["difference"], tuple[Difference, ...])


class Comparer(NamedTuple):
    """How the ids of one pattern are answered in the games of some families."""

    answer: Callable[[Reading, Fact], Any]
    words: Mapping[str, Any] | Callable[[Any], Any] | None
    families: frozenset[str]
    looks_at: str


COMPARERS: dict[str, list[Comparer]] = {}
FAMILIES = ("poker", "chinese", "dealer", "baccarat", "pai-gow", "21.5")


def compares(*ids: str, words: Any = None, family: str | Iterable[str] = FAMILIES, looks_at: str = "behaviour"):
    """Register a comparer. `looks_at` says what it compares with: behaviour, rules (the rule set) or page."""

    def register(answer: Callable[[Reading, Fact], Any]) -> Callable[[Reading, Fact], Any]:
        families = frozenset((family,) if isinstance(family, str) else family)
        for each in ids:
            known = COMPARERS.setdefault(each, [])
            assert not any(other.families & families for other in known), f"{each} has two comparers"
            known.append(Comparer(answer, words, families, looks_at))
        return answer

    return register


def comparer_of(reading: Reading, fact: Fact) -> Comparer | None:
    """The comparer of a fact: that of its id, or of the longest pattern that fits it."""
    patterns = [fact.id, *sorted((each for each in COMPARERS if "*" in each), key=len, reverse=True)]
    fits = (each for pattern in patterns if fnmatchcase(fact.id, pattern) for each in COMPARERS.get(pattern, ()))
    return next((each for each in fits if reading.family in each.families), None)


def plain(value: Any) -> Any:
    """A value as TOML and JSON have it, for comparison."""
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value), key=json.dumps)
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return {str(key): plain(each) for key, each in value.items()} if isinstance(value, dict) else value


def said(comparer: Comparer, fact: Fact) -> Any:
    """What a fact says, in the comparer's terms."""
    if callable(comparer.words):
        return comparer.words(fact.value)
    if comparer.words is None or not isinstance(fact.value, str):
        return fact.value
    assert fact.value in comparer.words, f"{fact.id}: no meaning is given to {fact.value!r}"
    return comparer.words[fact.value]


def disagreement(reading: Reading, fact: Fact) -> str:
    """What is wrong with a fact; empty if the product agrees, or differs exactly as the list says."""
    comparer = comparer_of(reading, fact)
    if comparer is None:
        return f"{fact.id}: nothing compares it"
    ours, theirs = plain(comparer.answer(reading, fact)), plain(said(comparer, fact))
    listed = [each for each in differences() if each.id == fact.id and reading.name in each.games]
    if not listed:
        return "" if ours == theirs else f"{fact.id}: the document says {theirs!r} ({fact.cite}), the product {ours!r}"
    if ours == theirs:
        return f"{fact.id}: listed as a difference, but the product agrees: {ours!r}"
    return "" if ours == plain(listed[0].ours) else f"{fact.id}: the product says {ours!r}, not {listed[0].ours!r}"


@cache
def _rows(document: str) -> tuple[tuple[str, str], ...]:
    """The rows of a document's trace: section, and what the page says in lower case."""
    rows = trace(document).row
    return tuple((row.section, f"{row.says} {row.why}".lower()) for row in rows)


def told(reading: Reading, *words: str, section: str = "") -> bool:
    """Whether a rule of the traced document, as the rules page tells it, has all these words."""
    at = section or (SECTIONS.get(reading.slug, reading.rules.id) if reading.set == "500-club" else "")
    rows = [says for where, says in _rows(reading.document_id) if not at or where.startswith(at)]
    return any(all(word.lower() in says for word in words) for says in rows)
