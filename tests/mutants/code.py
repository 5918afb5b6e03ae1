"""Mutants of code: a function, a class or a constant that a trace row names, with one change.

A changed function gets new code in the same function object, so every module that imported it runs the change. A
constant cannot be changed after its module was imported. Its mutants need a new process: `fresh` is then true.
"""

import ast
import functools
import gc
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from cardroom.rulebook.mutants import module_of, node_of, source_of
from mutants.breaks import Break
from mutants.changes import changed, changes

__all__ = ["CodeMutant", "apply", "by_hand", "caches", "code_mutants", "mutated_source"]

MOST, MOST_FRESH = 60, 8
"""Mutants of one place, and of one that needs new processes. Of a longer list, this many are chosen at even
distances."""


class CodeMutant(NamedTuple):
    """One change of the code that a row names."""

    place: str
    """The code, as `module:name`."""
    text: str
    line: int
    number: int
    """The number of the change in its piece of code; -1 for a break that is written by hand."""
    fresh: bool
    """Whether it needs a new process."""
    broken: str = ""
    """The whole text of the module, if the break is written by hand."""


def code_mutants(place: str) -> list[CodeMutant]:
    """The mutants of a place, subtle ones first: a statement that is left out tends to break everything."""
    node = node_of(place)
    fresh = _fresh(node)
    target = node if isinstance(node, ast.FunctionDef | ast.ClassDef) else _value(node)
    found = [CodeMutant(place, each.text, each.line, each.number, fresh) for each in changes(target)]
    most = MOST_FRESH if fresh else MOST
    if len(found) > most:
        found = [found[place * len(found) // most] for place in range(most)]
    return sorted(found, key=lambda mutant: (mutant.text.startswith(("without", "if ")), mutant.number))


def by_hand(given: Break) -> CodeMutant:
    """The mutant that a break describes."""
    node = node_of(given.where)
    return CodeMutant(given.where, f"break {given.name}", node.lineno, -1, _fresh(node), given.broken()[1])


def _fresh(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef):
        return False
    return not (isinstance(node, ast.ClassDef) and any(isinstance(each, ast.FunctionDef) for each in node.body))


def _value(node: ast.stmt) -> ast.AST:
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        return node.value
    raise LookupError(f"{ast.unparse(node)[:60]} is neither a function nor a class nor a constant")


def _tree(mutant: CodeMutant) -> tuple[Path, ast.Module]:
    """The whole module with the change in it."""
    file, text = source_of(mutant.place)
    node = node_of(mutant.place)
    if mutant.broken:
        return file, ast.parse(mutant.broken)
    tree = ast.parse(text)
    for each in ast.walk(tree):
        if type(each) is type(node) and (each.lineno, each.col_offset) == (node.lineno, node.col_offset):  # type: ignore[attr-defined]
            if isinstance(each, ast.FunctionDef | ast.ClassDef):
                each.body = changed(each, mutant.number).body  # type: ignore[attr-defined]
            else:
                each.value = changed(each.value, mutant.number)  # type: ignore[attr-defined]
            return file, ast.fix_missing_locations(tree)
    raise LookupError(mutant.place)


def mutated_source(mutant: CodeMutant) -> tuple[Path, str]:
    """The file of the module, and its text with the change, for a new process."""
    file, tree = _tree(mutant)
    return file, ast.unparse(tree)


def apply(mutant: CodeMutant) -> None:
    """Change the code of this process."""
    file, tree = _tree(mutant)
    codes = dict(_codes(compile(tree, str(file), "exec", dont_inherit=True)))
    for function in _functions(mutant.place):
        if function.__qualname__ in codes:
            function.__code__ = codes[function.__qualname__]
    rules_too = mutant.place.startswith("cardroom.rulebook")
    for each in caches():
        if rules_too or not str(each.__module__).startswith("cardroom.rulebook"):
            each.cache_clear()


@functools.cache
def caches() -> list[Any]:
    """All caches of cardroom's functions, found once before the first fork. Nothing changes the traces."""
    found = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    return [each for each in found if str(each.__module__).startswith("cardroom") and each.__name__ != "trace"]


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each.co_qualname, each
            yield from _codes(each)


def _functions(place: str) -> Iterator[FunctionType]:
    """The function objects of a place."""
    module, _, path = place.partition(":")
    found: Any = import_module(module)
    module = module_of(place)
    for part in path.split("."):
        found = vars(found)[part] if isinstance(found, type) else getattr(found, part)
    inside = vars(found).values() if isinstance(found, type) else [found]
    for each in inside:
        function = _unwrapped(each)
        if isinstance(function, FunctionType) and function.__module__ == module:
            yield function


def _unwrapped(thing: Any) -> Any:
    """The function in a property, a method or a cache."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        while isinstance(inside := getattr(thing, name, None), FunctionType) and inside is not thing:
            thing = inside
    return thing
