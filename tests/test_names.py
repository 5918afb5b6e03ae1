"""One name, one meaning: no class name is used twice, and our own names are not renamed on import."""

import ast
from collections import defaultdict

from support.floors import modules, nodes_of

ONE_MEANING = {"Showdown"}
"""Class names that several scripts define with one meaning: the facts for a banked game's settlement."""

GENERATED = "client/answers.py"
"""Types of the classes that the server sends, under their names."""


def test_no_class_name_has_two_meanings():
    defined = defaultdict(list)
    for path, node in nodes_of(ast.ClassDef, "class "):
        if path == GENERATED:
            continue
        defined[node.name].append(path)
    assert len(defined) > 400
    assert {name: paths for name, paths in defined.items() if len(paths) > 1 and name not in ONE_MEANING} == {}
    assert all(path.startswith("games/banked/") for name in ONE_MEANING for path in defined[name])


def test_no_module_renames_what_it_imports_from_us():
    """Only a whole module may get a longer name: the kernels of hold'em are `holdem_kernels` beside other kernels."""
    renamed = [
        f"{path}:{node.lineno}: {each.name} as {each.asname}"
        for path, node in nodes_of(ast.ImportFrom, " as ")
        if (node.module or "").startswith("cardroom")
        for each in node.names
        if each.asname not in (None, each.name) and f"{node.module}.{each.name}" not in modules()
    ]
    assert renamed == []
