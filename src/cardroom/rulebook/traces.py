"""The traceability matrix: how every rule, table, note and prescribed text of a document is handled.

Each document has a file in the folder `trace`, or a folder of files that are read in order: first the document's
sections with the numbers in them, then a row for each. A row names the place of a rule without importing it: code as
`module:name`, a rule set's text as `rules/GAME/SET.toml#key`, a schedule as `fees/BOOK/FILE.toml#key`. The test suite
checks that these names and all named tests exist.
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
"""How a rule is handled: code implements it, a rule set's text contains it, we decided how to read it, it belongs to
the live room or the house's own software, it is no matter for software, or it should be here and is not."""
STANDINGS: tuple[TraceStanding, ...] = get_args(TraceStanding)
_KEPT = ("implemented", "data", "ruling")
"""Standings of rules that are implemented here, and so need a place and a test."""
_NAMED = ("table:", "note:", "text:")
"""Prefixes of the names of unnumbered rules."""
_NUMBER = re.compile(r"[\w.()-]+")
_WHERE = re.compile(r"cardroom(\.\w+)*:\w+(\.\w+)*|(rules|fees)/[\w.-]+/[\w.-]+\.toml#.+")
_TEST = re.compile(r"tests/[\w/]+\.py::\w+")
_STEP = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^.]+))\s*(?:\.|$)""")
_TITLES = ("option", "title", "id", "cite")
"""Fields that distinguish tables with the same name."""


class TraceSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a document with its rules, in order."""

    at: str
    """Its number in the document, or its name if it has none."""
    title: str
    rules: tuple[str, ...]


class TraceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one rule is handled."""

    section: str
    rule: str
    says: str
    """The rule in one line, in our own words."""
    standing: TraceStanding
    where: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    """Breaks that are written by hand for this rule, by name. Its tests must fail for each: see `mutants`."""
    why: str = ""
    """What was decided, what it waits for, or why it is not here."""


class Trace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rules of a document, in its order.

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
        """The number of rules of each standing."""
        counts = Counter(row.standing for row in self.rows(section))
        return {standing: counts[standing] for standing in STANDINGS}


def documents() -> tuple[str, ...]:
    """The documents that have a matrix.

    >>> "brook-huh" in documents()
    True
    """
    return tuple(sorted({path.name.removesuffix(".toml") for path in _folder("trace").iterdir()}))


@cache
def trace(document: str) -> Trace:
    """Read a document's matrix. Raise `RuleBookError` if it leaves out a rule."""
    known = documents()
    if document not in known:
        raise RuleBookError(f"there is no document {document!r}: choose from {', '.join(known)}")
    place = _folder("trace") / document
    return read(place if place.is_dir() else place.with_name(f"{document}.toml"))


def read(path: Path) -> Trace:
    """Read the matrix in a file, or in a folder of files in the order of their names."""
    parts = [_part(each, path) for each in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    if not parts:
        raise RuleBookError(f"{path.name}: the folder is empty")
    section, row = (tuple(each for part in parts for each in getattr(part, name)) for name in ("section", "row"))
    joined = msgspec.structs.replace(parts[0], section=section, row=row)
    for problem in problems(joined):
        raise RuleBookError(f"{path.name}: {problem}")
    return joined


def _part(file: Path, document: Path) -> Trace:
    try:
        part = msgspec.convert(_table(file), Trace)
    except msgspec.ValidationError as error:
        raise RuleBookError(f"{file.name}: {plain(str(error))}") from None
    if part.document != document.name.removesuffix(".toml"):
        raise RuleBookError(f"{file.name}: document: {part.document!r} must match {document.name}")
    return part


def problems(matrix: Trace) -> Iterator[str]:
    """Find problems with a matrix as written, by section and rule."""
    listed = [(section.at, rule) for section in matrix.section for rule in section.rules]
    written = [(row.section, row.rule) for row in matrix.row]
    for at, times in Counter(section.at for section in matrix.section).items():
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
            yield f"row {at}, {rule}: it appears twice"
        if (at, rule) not in listed:
            yield f"row {at}, {rule}: its section does not list it"
    if sorted(written) == sorted(listed) and written != listed:
        place, wanted = next(pair for pair in zip(written, listed, strict=True) if pair[0] != pair[1])
        yield f"row {', '.join(place)}: in the document, {', '.join(wanted)} comes here"
    for row in matrix.row:
        yield from (f"row {row.section}, {row.rule}: {problem}" for problem in _problems(row))


def _problems(row: TraceRow) -> Iterator[str]:
    if not row.says.strip() or "\n" in row.says:
        yield "says: write one line"
    implemented = row.standing in _KEPT
    for key, names, form in (
        ("where", row.where, "module:name or rules/GAME/SET.toml#key"),
        ("tests", row.tests, "tests/FOLDER/test_FILE.py::test_name"),
    ):
        if implemented and not names:
            yield f"{key}: a rule that is {row.standing} must name at least one"
        for name in names:
            if not (_WHERE if key == "where" else _TEST).fullmatch(name):
                yield f"{key}: {name!r} must be written as {form}"
    if not row.why and row.standing not in ("implemented", "data"):
        yield f"why: a rule that is {row.standing} must say why"


# -- texts of rule sets -----------------------------------------------------------------------------------------------


def text_at(where: str) -> Any:
    """Return the value under a key in a file of a rule set or of schedules.

    One of several tables is chosen by its place, or by its printed option, title, id or citation.

    >>> text_at("rules/heads-up-holdem/brook.toml#wager.odds.equals")
    'ante'
    >>> text_at("rules/heads-up-holdem/brook.toml#printed.'Table 5'.title")
    'Bet Summary'
    >>> text_at("rules/heads-up-holdem/brook.toml#wager.blind")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: rules/heads-up-holdem/brook.toml: there is no key wager.blind
    """
    name, _, key = where.partition("#")
    value: Any = _rules(_folder("games") / name.removeprefix("rules/") if name.startswith("rules/") else _folder(name))
    for step in ["".join(parts) for parts in _STEP.findall(key)] or [""]:
        inside = value
        if isinstance(value, list):
            inside = {str(place): each for place, each in enumerate(value)}
            inside |= {str(each[title]): each for title in _TITLES for each in reversed(value) if title in each}
        if not isinstance(inside, dict) or step not in inside:
            raise RuleBookError(f"{name}: there is no key {key}")
        value = inside[step]
    return value


def _folder(name: str) -> Path:
    return Path(str(files("cardroom.rulebook"))) / name


@cache
def _rules(path: Path) -> dict[str, Any]:
    """Read a rule set's file. It is cached, because many rows name the same one."""
    return _table(path)


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleBookError(f"{path.name}: {error}") from None
