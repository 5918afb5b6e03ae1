"""The matrix of requirements: what becomes of every rule, table, note and prescribed text of a document.

One file a document in the folder `trace`, or a folder of files that are read one after another: first the document's
own sections with the numbers in them, then a row for each. Where a rule is kept is named here and not imported: code
of ours by `module:name`, a rule set's text by `rules/GAME/SET.toml#key`, a schedule by `fees/BOOK/FILE.toml#key`. That
these names lead somewhere, and that every test named exists, is the suite's to check.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from cardroom.rulebook.finding import plain
from cardroom.rulebook.loading import RuleBookError

__all__ = [
    "STANDINGS",
    "Trace",
    "TraceRow",
    "TraceSection",
    "TraceStanding",
    "documents",
    "problems",
    "read",
    "text_at",
    "trace",
]

TraceStanding = Literal["implemented", "data", "ruling", "room", "outside", "missing"]
"""What becomes of a rule: code does it, a rule set's text says it, we decided how to read it, it waits for the live
room or the house's own software, it is no matter for software, or it ought to be here and is not."""
STANDINGS: tuple[TraceStanding, ...] = get_args(TraceStanding)
_KEPT = ("implemented", "data", "ruling")
"""Standings of rules that are kept here, so that it can be said where, and which test holds them."""
_NAMED = ("table:", "note:", "text:")
"""How the name of a thing begins that bears no number."""
_NUMBER = re.compile(r"[\w.()-]+")
_WHERE = re.compile(r"cardroom(\.\w+)*:\w+(\.\w+)*|(rules|fees)/[\w.-]+/[\w.-]+\.toml#.+")
_TEST = re.compile(r"tests/[\w/]+\.py::\w+")
_STEP = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^.]+))\s*(?:\.|$)""")
_TITLES = ("option", "title", "id", "cite")
"""Fields by which one of several tables of the same name is told from the others."""


class TraceSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a document, and what stands in it, in its order."""

    at: str
    """As the document numbers it, or calls it where it has no number."""
    title: str
    rules: tuple[str, ...]


class TraceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of one rule."""

    section: str
    rule: str
    says: str
    """In a line of our own."""
    standing: TraceStanding
    where: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    why: str = ""
    """What was decided, what it waits for, or why it is not here."""


class Trace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document's rules, all of them, in its order.

    >>> found = trace("wpt-huh")
    >>> found.rows("PROGRESSIVE")[0].standing
    'implemented'
    >>> sum(found.counts().values()) == len(found.row)
    True
    """

    document: str
    title: str
    section: tuple[TraceSection, ...]
    row: tuple[TraceRow, ...]

    def rows(self, section: str | None = None) -> tuple[TraceRow, ...]:
        """The rows of one section, or all of them."""
        return tuple(row for row in self.row if section in (None, row.section))

    def counts(self, section: str | None = None) -> dict[TraceStanding, int]:
        """How many rules have each standing."""
        found = Counter(row.standing for row in self.rows(section))
        return {standing: found[standing] for standing in STANDINGS}


def documents() -> tuple[str, ...]:
    """The documents that have a matrix.

    >>> "brook-huh" in documents()
    True
    """
    return tuple(sorted({path.name.removesuffix(".toml") for path in _folder("trace").iterdir()}))


@cache
def trace(document: str) -> Trace:
    """A document's matrix; one that leaves a rule out is refused."""
    known = documents()
    if document not in known:
        raise RuleBookError(f"no document is called {document!r}: there are {', '.join(known)}")
    whole = _folder("trace") / document
    return read(whole if whole.is_dir() else whole.with_name(f"{document}.toml"))


def read(path: Path) -> Trace:
    """The matrix that a file holds, or a folder of files in the order of their names."""
    parts = [_part(each, path) for each in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    if not parts:
        raise RuleBookError(f"{path.name}: there is no file in it")
    section, row = (tuple(each for part in parts for each in getattr(part, name)) for name in ("section", "row"))
    found = msgspec.structs.replace(parts[0], section=section, row=row)
    for problem in problems(found):
        raise RuleBookError(f"{path.name}: {problem}")
    return found


def _part(file: Path, whole: Path) -> Trace:
    try:
        found = msgspec.convert(_table(file), Trace)
    except msgspec.ValidationError as error:
        raise RuleBookError(f"{file.name}: {plain(str(error))}") from None
    if found.document != whole.name.removesuffix(".toml"):
        raise RuleBookError(f"{file.name}: document: {found.document!r} does not live in {whole.name}")
    return found


def problems(found: Trace) -> Iterator[str]:
    """What is wrong with a matrix as it is written, by section and rule."""
    listed = [(section.at, rule) for section in found.section for rule in section.rules]
    written = [(row.section, row.rule) for row in found.row]
    for at, times in Counter(section.at for section in found.section).items():
        if times > 1:
            yield f"section {at}: it is listed twice"
    for (at, rule), times in Counter(listed).items():
        if times > 1:
            yield f"rule {at}, {rule}: it is listed twice"
        if not (_NUMBER.fullmatch(rule) or (rule.startswith(_NAMED) and rule.partition(":")[2].strip())):
            yield f"rule {at}, {rule}: write its number, or table:, note: or text: and a name"
        if (at, rule) not in written:
            yield f"rule {at}, {rule}: it has no row"
    for (at, rule), times in Counter(written).items():
        if times > 1:
            yield f"row {at}, {rule}: it is there twice"
        if (at, rule) not in listed:
            yield f"row {at}, {rule}: its section does not list it"
    if sorted(written) == sorted(listed) and written != listed:
        place, wanted = next(pair for pair in zip(written, listed, strict=True) if pair[0] != pair[1])
        yield f"row {', '.join(place)}: in the document's order {', '.join(wanted)} comes here"
    for row in found.row:
        yield from (f"row {row.section}, {row.rule}: {problem}" for problem in _problems(row))


def _problems(row: TraceRow) -> Iterator[str]:
    if not row.says.strip() or "\n" in row.says:
        yield "says: one line, in our own words"
    kept = row.standing in _KEPT
    for key, names, form in (
        ("where", row.where, "module:name or rules/GAME/SET.toml#key"),
        ("tests", row.tests, "tests/FOLDER/test_FILE.py::test_name"),
    ):
        if kept and not names:
            yield f"{key}: what is {row.standing} names at least one"
        for name in names:
            if not (_WHERE if key == "where" else _TEST).fullmatch(name):
                yield f"{key}: {name!r} is not written as {form}"
    if not row.why and row.standing not in ("implemented", "data"):
        yield f"why: what is {row.standing} says why"


# -- texts of rule sets -----------------------------------------------------------------------------------------------


def text_at(where: str) -> Any:
    """What stands under a key in a file of a rule set or of schedules; one of several tables is named by its place, or
    by its printed option, title, id or citation.

    >>> text_at("rules/heads-up-holdem/brook.toml#wager.odds.equals")
    'ante'
    >>> text_at("rules/heads-up-holdem/brook.toml#printed.'Table 5'.title")
    'Bet Summary'
    >>> text_at("rules/heads-up-holdem/brook.toml#wager.blind")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: rules/heads-up-holdem/brook.toml: there is no key wager.blind
    """
    name, _, key = where.partition("#")
    found: Any = _rules(_folder("games") / name.removeprefix("rules/") if name.startswith("rules/") else _folder(name))
    for step in ["".join(parts) for parts in _STEP.findall(key)] or [""]:
        inside = found
        if isinstance(found, list):
            inside = {str(place): each for place, each in enumerate(found)}
            inside |= {str(each[title]): each for title in _TITLES for each in reversed(found) if title in each}
        if not isinstance(inside, dict) or step not in inside:
            raise RuleBookError(f"{name}: there is no key {key}")
        found = inside[step]
    return found


def _folder(name: str) -> Path:
    return Path(str(files("cardroom.rulebook"))) / name


@cache
def _rules(path: Path) -> dict[str, Any]:
    """A rule set's file, which many rows name."""
    return _table(path)


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleBookError(f"{path.name}: {error}") from None
