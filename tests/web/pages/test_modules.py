"""The pages' modules without a browser: their imports, that they join, and the tags that they name."""

import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from posixpath import dirname, join, normpath
from typing import get_args, get_type_hints

import pytest

from cardroom.play.round import Option
from cardroom.show.pictures.values import Offer
from cardroom.tags import tag_of
from cardroom.web.pages.assets import pages
from cardroom.web.pages.joining import declared, imports
from support.tags_js import tags, tags_text

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


def test_the_pages_do_not_need_the_generated_types():
    """Only TypeScript reads that file. A new checkout does not have it."""
    texts = {name: file.plain for name, file in pages().items()} | {"parts/types.js": b""}
    assert [name for name in texts if MODULE.search(name) and "parts/types.js" in imports(name, texts)] == []


def test_no_modules_import_each_other_in_a_circle(graph):
    assert not circle(graph)


def test_a_circle_of_imports_is_found(graph):
    dom, table = "parts/dom.js", "table/table.js"
    assert {dom, table} <= set(circle(graph | {dom: {table}}))


def test_every_imported_module_exists():
    scripts = {name: imported(name, file.plain.decode()) for name, file in pages().items() if name.endswith(".js")}
    assert scripts["lobby/lobby.all.js"] == {"parts/own-table.js"}, "a joined file still loads some modules later"
    assert set().union(*scripts.values()) <= scripts.keys()


@pytest.mark.parametrize("files", [["lobby/lobby.all.js"], ["table/start.all.js", "table/table.all.js"]], ids=" ".join)
def test_modules_that_are_joined_declare_every_name_once(files):
    texts = [pages()[name].plain for name in files]
    names = [name for text in texts for name in declared(text)]
    assert len(names) > 100
    assert not [name for name, times in Counter(names).items() if times > 1]
    lines = [line for text in texts for line in re.findall(rb"^(?:import|export)\b.*|await import\(", text, re.M)]
    assert len(lines) == 2 * (len(files) - 1), "the second file imports from the first, and nothing else is loaded"


# -- tags -------------------------------------------------------------------------------------------------------------

WITH_TAG = re.compile(r"(?:\btype: |\.type [!=]== |\bcase |\b(?:offer|each)\.kind [!=]== |\.offer\()([^,;)}\n]+)")
"""Where a script names a tag: the type of a message, or the kind of an offer."""


def test_the_tags_of_the_pages_are_those_of_the_classes():
    assert pages()["parts/tags.js"].plain.decode() == tags_text(), "run make shapes"
    assert {*get_args(get_type_hints(Offer)["kind"])} == {tag_of(each) for each in get_args(Option)}


def test_scripts_name_tags_by_their_class():
    known, used, literal = {*tags().values()}, set(), []
    for name, text in (
        (name, file.plain.decode())
        for name, file in pages().items()
        if MODULE.search(name) and name != "parts/types.js"
    ):
        used |= {*re.findall(r"\bTAGS\.(\w+)", text)}
        literal += [(name, each) for found in WITH_TAG.findall(text) for each in re.findall('"(.+?)"', found)]
    assert len(used) > 20
    assert used <= {*tags()}
    assert [(name, each) for name, each in literal if each in known] == []
