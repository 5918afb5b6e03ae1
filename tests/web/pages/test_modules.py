"""The pages' modules without a browser: which imports which, that no imports form a circle, and that they join."""

import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files

import pytest

from cardroom.web.pages.assets import pages
from cardroom.web.pages.joining import declared

FOLDER = files("cardroom.web").joinpath("pages")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.S | re.M)
"""Comments go first: a type that JSDoc imports is only read by TypeScript, and nothing is loaded for it."""
IMPORT = re.compile(
    r"""^(?:import|export)\b[^"';]*["']\./([\w.-]+)["'] | \bimport\(\s*["']\./([\w.-]+)["']""", re.M | re.X
)


def imported(text):
    """The modules that a module loads.

    >>> sorted(imported('import { a } from "./a.js";\\n/** @type {import("./b.js").B} */\\nawait import("./c.js");'))
    ['a.js', 'c.js']
    """
    return {always or later for always, later in IMPORT.findall(COMMENT.sub("", text))}


def circle(graph):
    """The modules of a circle in their order, or none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.fixture(scope="module")
def graph():
    text = {each.name: imported(each.read_text()) for each in FOLDER.iterdir() if each.name.endswith(".js")}
    assert len(text) > 50
    return text


def test_no_modules_import_each_other_in_a_circle(graph):
    assert not circle(graph)


def test_a_circle_of_imports_is_found(graph):
    assert {"dom.js", "table.js"} <= set(circle(graph | {"dom.js": {"table.js"}}))


def test_every_imported_module_exists(graph):
    assert set().union(*graph.values()) <= graph.keys()


@pytest.mark.parametrize("files", [["lobby.all.js"], ["table-start.all.js", "table-main.all.js"]], ids=" ".join)
def test_modules_that_are_joined_declare_every_name_once(files):
    texts = [pages()[name].plain for name in files]
    names = [name for text in texts for name in declared(text)]
    assert len(names) > 100
    assert not [name for name, times in Counter(names).items() if times > 1]
    lines = [line for text in texts for line in re.findall(rb"^(?:import|export)\b.*|await import\(", text, re.M)]
    assert len(lines) == 2 * (len(files) - 1), "the second file imports from the first, and nothing else is loaded"
