"""Mutation results: whether the tests of a trace row fail when the code or the data of its rule is broken.

`make mutants` breaks one rule at a time, runs the tests that its rows name, and writes the counts to `mutants.json`. A
digest of the code and data that a row names tells whether its result is still current. A checkout also has what
survived and examples of what was killed, in `tests/mutants/results`.
"""

import ast
import json
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import msgspec

from cardroom.errors import RuleBookError
from cardroom.rulebook.traces import TraceRow, text_at

__all__ = [
    "DETAILS",
    "READING",
    "RESULTS",
    "Details",
    "Evidence",
    "RowResult",
    "RowState",
    "details",
    "digest",
    "evidence",
    "module_of",
    "node_of",
    "results",
    "row_digest",
    "row_key",
    "source_of",
    "state",
]

RESULTS = Path(__file__).with_name("mutants.json")
"""By document, the date and the counts; under each, the rows with this result: seven characters of a row's key, and
four of its digest."""
DETAILS = Path(__file__).parents[3] / "tests" / "mutants" / "results"
"""Where a checkout has the details of a document's rows."""
_KEY, _DIGEST = 7, 4

RowState = Literal["killed", "survived", "stale", "not run", "none"]
"""Whether a row's tests were shown to fail: they were; a mutant survived; the code, the data or the list of tests
changed since; they were not run; or the row names no code or data."""
_SHORT = 16
"""Characters of the digest of a place."""
READING = "tests/reading/"
"""Where the tests are that compare the product with the second reading of the documents."""
Evidence = Literal["tested", "pinned", "neither"]
"""What holds a row: tests of behaviour alone notice each break of its rule; the second reading must notice one, or is
named and no current result says that it need not; or nothing does."""


class RowResult(msgspec.Struct, frozen=True):
    """What happened when the rule of a row was broken."""

    date: str
    killed: int
    """Mutants for which one of the row's own tests failed."""
    mutants: int
    """Mutants that the row's own tests were run against."""
    detected: bool
    """Whether the tests failed for every mutant that they must detect."""
    digest: str = ""
    """The code, data and tests that the row named at that time."""
    pinned: int = 0
    """Of the killed mutants, those that only the second reading noticed."""


class Details(msgspec.Struct, frozen=True, array_like=True):
    """Which mutants survived a row's tests, and one that was killed."""

    example: str
    survivors: tuple[str, ...] = ()


@cache
def results(document: str) -> dict[str, RowResult]:
    """The results of a document by the keys of its rows. Empty if it was never run."""
    stored = msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, dict[str, str]])
    found = {}
    for counts, rows in stored.get(document, {}).items():
        date, killed, _, mutants, *more = counts.split()
        pinned = int(more[1]) if more[:1] == ["pinned"] else 0
        for row in rows.split():
            detected = "survived" not in more
            found[row[:_KEY]] = RowResult(date, int(killed), int(mutants), detected, row[_KEY:], pinned)
    return found


@cache
def details(document: str) -> dict[str, dict[str, Details]]:
    """The details of a document's rows by section and rule. Empty outside a checkout."""
    file = DETAILS / f"{document}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Details]]) if file.exists() else {}


def state(document: str, row: TraceRow) -> tuple[RowState, RowResult | None]:
    """Whether a row's tests were shown to fail, with the result.

    >>> from cardroom.rulebook.traces import trace
    >>> state("washington-huh", trace("washington-huh").rows("Tribal Casinos")[0])  # for people, not for software
    ('none', None)
    """
    if not row.where or not row.tests:
        return "none", None
    found = results(document).get(row_key(row.section, row.rule))
    if found is None:
        return "not run", None
    if found.digest != row_digest(row):
        return "stale", found
    return ("killed" if found.detected and found.killed else "survived"), found


def evidence(document: str, row: TraceRow) -> Evidence:
    """What holds a row.

    >>> from cardroom.rulebook.traces import trace
    >>> {evidence("wpt-huh", row) for row in trace("wpt-huh").rows()} <= {"tested", "pinned", "neither"}
    True
    """
    found, result = state(document, row)
    if found in ("none", "survived"):
        return "neither"
    if found == "killed" and result:
        return "pinned" if result.pinned else "tested"
    return "pinned" if any(name.startswith(READING) for name in row.tests) else "tested"


# -- digests ----------------------------------------------------------------------------------------------------------


def row_key(section: str, rule: str) -> str:
    """The short name of a row in the stored results."""
    return _short([section, rule])[:_KEY]


@cache
def row_digest(row: TraceRow) -> str:
    """A digest of the code and data that a row names, and of the names of its tests and breaks."""
    made = [(name, digest(name)) for name in row.where]
    return _short([made, row.tests, row.breaks])[:_DIGEST]


@cache
def digest(where: str) -> str:
    """A digest of the code or data at a place. Comments, docstrings and line breaks do not count."""
    if "#" in where:
        return _short(text_at(where))
    node = node_of(where)
    return _short(ast.dump(_without_docstrings(ast.parse(ast.unparse(node)))))


def _short(value: object) -> str:
    text = json.dumps(value, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:_SHORT]


def _without_docstrings(tree: ast.AST) -> ast.AST:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            texts = [each for each in node.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
            node.body = [each for each in node.body if each not in texts] or [ast.Pass()]
    return tree


# -- code by name -----------------------------------------------------------------------------------------------------


def source_of(where: str) -> tuple[Path, str]:
    """The file of the code at a place, and its text."""
    file = _found(where)[0]
    return file, _text(file)


def module_of(where: str) -> str:
    """The module that defines the name at a place, which may be imported from there."""
    return _found(where)[2]


def node_of(where: str) -> ast.stmt:
    """The definition of a function, class or constant that is named as `module:name`, without importing it.

    >>> node_of("cardroom.games.poker.hand:Hand.put").name
    'put'
    """
    return _found(where)[1]


@cache
def _found(where: str) -> tuple[Path, ast.stmt, str]:
    module, _, path = where.partition(":")
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise RuleBookError(f"{where}: there is no module {module}")
    file = Path(spec.origin)
    body = ast.parse(_text(file)).body
    for depth, name in enumerate(path.split(".")):
        node = _named(body, name)
        if isinstance(node, ast.ImportFrom) and depth == 0 and node.module and not node.level:
            original = next(each.name for each in node.names if name in (each.asname, each.name))
            return _found(f"{node.module}:{original}{path[len(name) :]}")
        if node is None:
            raise RuleBookError(f"{where}: there is no name {path}")
        body = node.body if isinstance(node, ast.ClassDef) else []
        last = node
    return file, last, module


def _named(body: list[ast.stmt], name: str) -> ast.stmt | None:
    for node in body:
        match node:
            case ast.FunctionDef(name=found) | ast.ClassDef(name=found) if found == name:
                return node
            case ast.Assign(targets=targets):
                names = {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
                if name in names:
                    return node
            case ast.AnnAssign(target=ast.Name(id=found)) if found == name:
                return node
            case ast.ImportFrom(names=imported) if any(name == (each.asname or each.name) for each in imported):
                return node
    return None


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
