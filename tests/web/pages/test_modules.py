"""The pages' modules without a browser: which imports which, that no imports form a circle, and that they join."""

import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from posixpath import dirname, join, normpath

import pytest

from cardroom.web.pages.assets import pages
from cardroom.web.pages.joining import declared

MODULE = re.compile(r"(?<!\.all)\.js$")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.S | re.M)
"""Comments go first: a type that JSDoc imports is only read by TypeScript, and nothing is loaded for it."""
IMPORT = re.compile(
    r"""^(?:import|export)\b[^"';]*["'](\.{1,2}/[\w./-]+)["'] | \bimport\(\s*["'](\.{1,2}/[\w./-]+)["']""", re.M | re.X
)


def imported(name, text):
    """The modules that a module loads.

    >>> text = 'import { b } from "../b.js";\\n/** @type {import("./c.js").C} */ await import("./d.js");'
    >>> sorted(imported("a/a.js", text))
    ['a/d.js', 'b.js']
    """
    paths = (always or later for always, later in IMPORT.findall(COMMENT.sub("", text)))
    return {normpath(join(dirname(name), path)) for path in paths}


def circle(graph):
    """The modules of a circle in their order, or none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.fixture(scope="module")
def graph():
    found = {name: imported(name, file.plain.decode()) for name, file in pages().items() if MODULE.search(name)}
    assert len(found) > 50
    return found


def test_no_modules_import_each_other_in_a_circle(graph):
    assert not circle(graph)


def test_a_circle_of_imports_is_found(graph):
    dom, table = "parts/dom.js", "table/table.js"
    assert {dom, table} <= set(circle(graph | {dom: {table}}))


def test_every_imported_module_exists(graph):
    assert set().union(*graph.values()) <= graph.keys()


@pytest.mark.parametrize("files", [["lobby/lobby.all.js"], ["table/start.all.js", "table/table.all.js"]], ids=" ".join)
def test_modules_that_are_joined_declare_every_name_once(files):
    texts = [pages()[name].plain for name in files]
    names = [name for text in texts for name in declared(text)]
    assert len(names) > 100
    assert not [name for name, times in Counter(names).items() if times > 1]
    lines = [line for text in texts for line in re.findall(rb"^(?:import|export)\b.*|await import\(", text, re.M)]
    assert len(lines) == 2 * (len(files) - 1), "the second file imports from the first, and nothing else is loaded"
