"""Mutation results: whether the tests of a trace row fail when the code or the data of its rule is broken.

`make mutants` breaks one rule at a time, runs the tests that its rows name, and writes `DOCUMENT.json` in the folder
`mutants`. Beside it, `breaks.toml` has breaks that are written by hand, and `equivalent.toml` explains changes that no
test can see. A digest of the code and data that a row names tells whether its result is still current.
"""

import ast
import json
import tomllib
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from cardroom.errors import RuleBookError
from cardroom.rulebook.traces import TraceRow, text_at

__all__ = [
    "Break",
    "Equivalent",
    "RowResult",
    "RowState",
    "breaks",
    "digest",
    "equivalents",
    "folder",
    "module_of",
    "node_of",
    "results",
    "row_digest",
    "source_of",
    "state",
]

RowState = Literal["killed", "survived", "stale", "not run", "none"]
"""Whether a row's tests were shown to fail: they were; a mutant survived; the code, the data or the list of tests
changed since; they were not run; or the row names no code or data."""
_SHORT = 16
"""Characters of a digest."""


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A break that is written by hand. The tests of each row that names it must fail."""

    name: str
    says: str
    """What is wrong in a card room that is broken like this."""
    where: str
    """The code, as `module:name`."""
    old: str
    """A text that the code has once."""
    new: str


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that survives, and why no test can fail."""

    where: str
    mutant: str
    why: str


class RowResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened when the rule of a row was broken."""

    section: str
    rule: str
    mutants: int
    """Mutants that the row's own tests were run against."""
    killed: int
    """Mutants for which one of these tests failed."""
    survivors: tuple[str, ...]
    """Mutants that the row's tests must detect and did not; without those that are explained as equivalent."""
    date: str
    digest: str
    """The code, data and tests that the row named at that time."""
    example: str = ""
    """One mutant that was killed."""


_Kind = TypeVar("_Kind", Break, Equivalent)


def folder() -> Path:
    """The folder of results, breaks and explanations."""
    return Path(str(files("cardroom.rulebook"))) / "mutants"


@cache
def breaks() -> dict[str, Break]:
    """The breaks that are written by hand, by name."""
    return {each.name: each for each in _listed("breaks.toml", "break", Break)}


@cache
def equivalents() -> tuple[Equivalent, ...]:
    """Mutants that are explained as equivalent."""
    return tuple(_listed("equivalent.toml", "equivalent", Equivalent))


def _listed(name: str, key: str, kind: type[_Kind]) -> list[_Kind]:
    table = tomllib.loads((folder() / name).read_text(encoding="utf-8"))
    try:
        return msgspec.convert(table.get(key, []), list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        raise RuleBookError(f"{name}: {error}") from None


@cache
def results(document: str) -> dict[tuple[str, str], RowResult]:
    """The results of a document by section and rule. Empty if it was never run."""
    file = folder() / f"{document}.json"
    if not file.exists():
        return {}
    found = msgspec.json.decode(file.read_bytes(), type=dict[str, list[RowResult]])
    return {(each.section, each.rule): each for each in found["rows"]}


def state(document: str, row: TraceRow) -> tuple[RowState, RowResult | None]:
    """Whether a row's tests were shown to fail, with the result.

    >>> from cardroom.rulebook.traces import trace
    >>> state("wpt-huh", trace("wpt-huh").rows("PROGRESSIVE")[0])[0] in ("killed", "stale", "not run")
    True
    """
    if not row.where or not row.tests:
        return "none", None
    found = results(document).get((row.section, row.rule))
    if found is None:
        return "not run", None
    if found.digest != row_digest(row):
        return "stale", found
    return ("survived" if found.survivors or not found.killed else "killed"), found


# -- digests ----------------------------------------------------------------------------------------------------------


@cache
def row_digest(row: TraceRow) -> str:
    """A digest of the code and data that a row names, and of the names of its tests and breaks."""
    made = [(name, digest(name)) for name in row.where]
    by_hand = [(name, *(msgspec.structs.astuple(breaks()[name]) if name in breaks() else ())) for name in row.breaks]
    return _short([made, list(row.tests), by_hand])


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
