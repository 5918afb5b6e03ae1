"""The traceability matrix: how every rule, table, note and prescribed text of a document is handled.

Each document has a file in the folder `trace`, or a folder of files that are read in order: the document's sections
with the numbers in them, and a row for each. A section that repeats another, or itself, inherits rows, and writes only
what differs. A row names the place of a rule without importing it: code as `module:name`, a rule set's text as
`rules/GAME/SET.toml#key`, a schedule as `fees/BOOK/FILE.toml#key`. The test suite checks that these names and all named
tests exist.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from cardroom.errors import RuleBookError
from cardroom.rulebook.finding import plain

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
    parts = [_part(each) for each in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    if not parts:
        raise RuleBookError(f"{path.name}: the folder is empty")
    if not parts[0].title or any(part.title for part in parts[1:]):
        raise RuleBookError(f"{path.name}: title: write it in the first file, and only there")
    try:
        joined = _joined(path.name.removesuffix(".toml"), parts)
    except RuleBookError as error:
        raise RuleBookError(f"{path.name}: {error}") from None
    for problem in problems(joined):
        raise RuleBookError(f"{path.name}: {problem}")
    return joined


def problems(matrix: Trace) -> Iterator[str]:
    """Find problems with a matrix as written, by section and rule."""
    listed = [(section.at, rule) for section in matrix.section for rule in section.rules]
    written = [(row.section, row.rule) for row in matrix.row]
    rules, rows = set(listed), set(written)
    for at, times in Counter(section.at for section in matrix.section).items():
        if times > 1:
            yield f"section {at}: it is listed twice"
    for (at, rule), times in Counter(listed).items():
        if times > 1:
            yield f"rule {at}, {rule}: it is listed twice"
        if not (_NUMBER.fullmatch(rule) or (rule.startswith(_NAMED) and rule.partition(":")[2].strip())):
            yield f"rule {at}, {rule}: write its number, or table:, note: or text: and a name"
        if (at, rule) not in rows:
            yield f"rule {at}, {rule}: it has no row"
    for (at, rule), times in Counter(written).items():
        if times > 1:
            yield f"row {at}, {rule}: it appears twice"
        if (at, rule) not in rules:
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


# -- files ------------------------------------------------------------------------------------------------------------


class _Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Consecutive rules of a section whose rows are those of another section, or of earlier rules of this one."""

    rules: str
    """One rule of this section, or the first and the last: `2 to 5a`."""
    source: str = msgspec.field(name="from", default="")
    """The other section; empty for this one."""
    at: str = ""
    """The same rules as the other section numbers them, if it numbers them differently; or the earlier rules."""


class _WrittenRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row as written. If its rule is inherited, it has only the fields that differ."""

    says: str | msgspec.UnsetType = msgspec.UNSET
    standing: TraceStanding | msgspec.UnsetType = msgspec.UNSET
    where: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    tests: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    breaks: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    why: str | msgspec.UnsetType = msgspec.UNSET


class _WrittenSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    title: str
    rules: tuple[str, ...]
    inherits: tuple[_Run, ...] = ()
    row: dict[str, _WrittenRow] = {}
    """Rows by rule."""


class _TraceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file: a whole document, or one of its chapters."""

    section: tuple[_WrittenSection, ...]
    title: str = ""
    """The title of the document, in its first file."""


def _part(file: Path) -> _TraceFile:
    table = _table(file)
    try:
        return msgspec.convert(table, _TraceFile)
    except msgspec.ValidationError as error:
        raise RuleBookError(f"{file.name}: {_wrong_row(table) or plain(str(error), _TraceFile)}") from None


def _wrong_row(table: dict[str, Any]) -> str:
    """The first row that cannot be decoded, by section and rule: the decoder does not name it."""
    try:
        written = [(each["at"], rule, row) for each in table["section"] for rule, row in each["row"].items()]
    except (TypeError, KeyError, AttributeError):
        return ""
    for section, rule, row in written:
        try:
            msgspec.convert(row, _WrittenRow)
        except msgspec.ValidationError as error:
            return f"row {section}, {rule}: {plain(str(error), _WrittenRow)}"
    return ""


def _joined(document: str, parts: list[_TraceFile]) -> Trace:
    written = [section for part in parts for section in part.section]
    rows = _Rows(written)
    return Trace(
        document=document,
        title=parts[0].title,
        section=tuple(TraceSection(section.at, section.title, section.rules) for section in written),
        row=tuple(row for section in written for row in rows.of(section)),
    )


class _Rows:
    """The rows of sections, with those that they inherit."""

    def __init__(self, sections: list[_WrittenSection]) -> None:
        self.sections = {section.at: section for section in sections}
        self.known: dict[str, dict[str, TraceRow]] = {}
        self.open: list[str] = []
        """The sections that wait for a section from which they inherit."""

    def by_rule(self, at: str) -> dict[str, TraceRow]:
        """The rows of a section by rule."""
        if at in self.open:
            raise RuleBookError(f"section {at}: it inherits from itself: {', '.join((*self.open, at))}")
        if at not in self.known:
            self.open.append(at)
            self.known[at] = {row.rule: row for row in self.of(self.sections[at])}
            self.open.pop()
        return self.known[at]

    def of(self, section: _WrittenSection) -> Iterator[TraceRow]:
        """The rows of a section in order. Rows that are written in a wrong order stay so, and `problems` finds them."""
        inherited, repeats = self.inherited(section), self.repeats(section)
        made: dict[str, TraceRow] = {}
        written = iter(section.row.items())

        def make(rule: str, row: _WrittenRow) -> TraceRow:
            made[rule] = _row(section.at, rule, row, base(rule))
            return made[rule]

        def base(rule: str) -> TraceRow | None:
            if rule not in repeats:
                return inherited.get(rule)
            if repeats[rule] not in made:
                raise RuleBookError(
                    f"section {section.at}: rule {rule} repeats {repeats[rule]}, which has no row before it"
                )
            return msgspec.structs.replace(made[repeats[rule]], rule=rule)

        for rule in section.rules:
            if rule in section.row:
                yield from (make(*row) for row in islice(written, 1))
            elif same := base(rule):
                made[rule] = same
                yield same
        yield from (make(*row) for row in written)

    def inherited(self, section: _WrittenSection) -> dict[str, TraceRow]:
        """The rows that a section inherits from others, by its own rules."""
        rows: dict[str, TraceRow] = {}
        for name, source, rule, other in self.pairs(section):
            if source is not section:
                found = self.by_rule(source.at)
                if other not in found:
                    raise RuleBookError(f"{name}: rule {other} of {source.at} has no row")
                rows[rule] = msgspec.structs.replace(found[other], section=section.at, rule=rule)
        return rows

    def repeats(self, section: _WrittenSection) -> dict[str, str]:
        """The earlier rules that rules of a section repeat."""
        return {rule: other for _, source, rule, other in self.pairs(section) if source is section}

    def pairs(self, section: _WrittenSection) -> Iterator[tuple[str, _WrittenSection, str, str]]:
        """Each rule that inherits: the name of its run, the source, the rule, and its number there."""
        seen = set[str]()
        for run in section.inherits:
            name = f"section {section.at}: inherits {run.rules}"
            source = self.sections.get(run.source) if run.source else section
            if source is None:
                raise RuleBookError(f"{name}: there is no section {run.source}")
            ours, theirs = _between(section, run.rules, name), _between(source, run.at or run.rules, name)
            if len(ours) != len(theirs):
                raise RuleBookError(f"{name}: these are {len(ours)} rules, but {len(theirs)} in {source.at}")
            for rule, other in zip(ours, theirs, strict=True):
                if rule in seen:
                    raise RuleBookError(f"{name}: rule {rule} is inherited twice")
                seen.add(rule)
                yield name, source, rule, other


def _between(section: _WrittenSection, run: str, name: str) -> tuple[str, ...]:
    """The rules of a section that a run names.

    >>> section = _WrittenSection("A", "Dealing", ("1", "1a", "2", "text:how to cut"))
    >>> _between(section, "1a to text:how to cut", "")
    ('1a', '2', 'text:how to cut')
    """
    for first, last in [(run, run), *((run[: at.start()], run[at.end() :]) for at in re.finditer(" to ", run))]:
        if first in section.rules and last in section.rules:
            rules = section.rules[section.rules.index(first) : section.rules.index(last) + 1]
            if rules:
                return rules
    raise RuleBookError(f"{name}: {section.at} has no rules {run}: write one rule, or the first and the last: 2 to 5a")


def _row(section: str, rule: str, row: _WrittenRow, inherited: TraceRow | None) -> TraceRow:
    name = f"row {section}, {rule}"
    changes = {key: value for key, value in msgspec.structs.asdict(row).items() if value is not msgspec.UNSET}
    if inherited is None:
        for key in ("says", "standing"):
            if key not in changes:
                raise RuleBookError(f"{name}: write {key}: the section does not inherit this rule")
        return TraceRow(section=section, rule=rule, **changes)
    same = [key for key in changes if changes[key] == getattr(inherited, key)]
    if len(same) == len(changes):
        raise RuleBookError(f"{name}: leave out the row: it is the same as the inherited one")
    if same:
        raise RuleBookError(f"{name}: leave out {' and '.join(same)}: the same as in the inherited row")
    return msgspec.structs.replace(inherited, **changes)


# -- texts of rule sets -----------------------------------------------------------------------------------------------


def text_at(where: str) -> Any:
    """Return the value under a key in a file of a rule set or of schedules.

    One of several values is chosen by its place; a table also by its printed option, title, id or citation.

    >>> text_at("rules/heads-up-holdem/brook.toml#wager.odds.equals")
    'ante'
    >>> text_at("rules/heads-up-holdem/brook.toml#printed.'Table 5'.title")
    'Bet Summary'
    >>> text_at("rules/face-up-chinese-poker/500-club.toml#house_rules.buy_in_points.whole.0")
    30
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
            tables = [each for each in reversed(value) if isinstance(each, dict)]
            inside |= {str(each[title]): each for title in _TITLES for each in tables if title in each}
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
