"""A package imports only from packages below it, there are no circular imports, and `import cardroom` is fast."""

import ast
import os
import subprocess
import sys

from support import floors
from support.floors import (
    ALONE,
    CONTRIBUTING,
    DEALERS,
    HEIGHT,
    SOURCE,
    circles,
    imports,
    module_of,
    modules,
    nodes_of,
    package_of,
    with_map,
)

INNER_FLOORS = {
    "web": [
        {"people", "tasks", "tracing", "workshop"},
        {"cluster", "orders"},
        {"halls"},
        {"learning"},
        {"api"},
        {"pages"},
        {"serving"},
    ],
}
"""The packages and modules inside a package, floor by floor, with the same rule."""


def test_every_package_has_a_floor():
    packages = {package_of(module) for module in modules()} - {"", "__main__"}
    wrong = packages ^ HEIGHT.keys()
    assert not wrong, f"add to FLOORS in tests/support/floors.py, or remove there: {wrong}. Then run make map"


def test_a_package_imports_only_from_floors_below():
    broken = [
        f"{module} imports {other}"
        for module in modules()
        for other in imports(module)
        if (package := package_of(module)) in HEIGHT
        and (below := package_of(other)) not in ("", package)
        and HEIGHT[below] >= HEIGHT.get(package, HEIGHT[below])
    ]
    assert not broken


def test_clauses_share_no_code_with_what_they_check():
    """A clause may use cards, rule sets, and the events of rounds. It must not judge hands with the code of the
    games.
    """
    for module in modules():
        if package_of(module) == "clauses":
            used = {package_of(other) for other in imports(module)}
            assert used <= {"cards", "clauses", "errors", "lazy", "money", "play", "rulebook"}, module


def test_no_module_imports_the_face_of_the_package():
    """`import cardroom` is for users. The package's own modules import what is on floors below them."""
    faces = [
        module
        for module, path in modules().items()
        if module != "cardroom.house.backup.program"  # it finds the folder of the package
        for node in floors.nodes(path)
        if (isinstance(node, ast.Import) and any(alias.name == "cardroom" for alias in node.names))
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "cardroom"
            and any(f"cardroom.{alias.name}" not in modules() for alias in node.names)
        )
    ]
    assert faces == []


def test_no_modules_import_each_other_in_a_circle():
    """Lazy imports and imports for types count too."""
    assert not [*circles()]


def test_a_package_inside_a_package_imports_only_from_those_below_it():
    broken = []
    for outer, inner in INNER_FLOORS.items():
        height = {package: number for number, packages in enumerate(inner) for package in packages}
        for module in modules():
            parts = module.split(".")
            if parts[1:2] != [outer] or len(parts) < 3:
                continue
            for other in imports(module):
                below = other.split(".")
                if (
                    below[1:2] == [outer]
                    and len(below) > 2
                    and below[2] != parts[2]
                    and height[below[2]] >= height[parts[2]]
                ):
                    broken.append(f"{module} imports {other}")
    assert not broken


FRONTS = ("play", "show", "house", "analysis", "room", "players", "client", "histories", "web")
"""Packages that are used through their `__init__`, and through those of the packages inside them."""
PAST_THE_FRONT = {
    "cardroom.play.table.evolve.evolve": "the function and its module have one name",
    "cardroom.histories.sites.ipoker.games_of": "only this site's files contain several games",
    "cardroom.histories.sites.ipoker.is_ipoker": "only this site's files are XML",
}
"""What is imported from the module that defines it, and why."""


def test_a_package_is_used_through_what_its_init_offers():
    """A module of another folder is imported whole (as a namespace), or not at all."""
    deep = set()
    for module, path in modules().items():
        folder = module if path.name == "__init__.py" else module.rpartition(".")[0]
        for node in floors.nodes(path):
            if not isinstance(node, ast.ImportFrom) or package_of(node.module or "") not in FRONTS:
                continue
            source = modules().get(str(node.module))
            if source is None or source.name == "__init__.py" or str(node.module).rpartition(".")[0] == folder:
                continue
            if path.name != "__init__.py" or not floors.offers(module):
                deep.update(f"{node.module}.{each.name}" for each in node.names if not each.name.startswith("_"))
    assert deep <= PAST_THE_FRONT.keys(), f"offer it in the package's __init__: {sorted(deep - PAST_THE_FRONT.keys())}"


def test_the_verifier_stands_alone():
    assert not imports(f"cardroom.{ALONE}")
    users = {package_of(module) for module in modules() if f"cardroom.{ALONE}" in imports(module)}
    assert users.isdisjoint(DEALERS)


def test_the_checks_see_each_way_of_importing():
    """An added module imports upward lazily, for types, by name and by a kernel's name. The check sees all four."""
    text = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from cardroom.cli.app import app\n"
        "def late():\n    import cardroom.web\n    import_module('cardroom.house.audit.store')\n    lazily('batch:x')\n"
        "log = getLogger('cardroom.room.live')\n"
    )
    results = {module_of(name) for name in floors._imported_names(ast.walk(ast.parse(text)))} - {None}
    assert results == {"cardroom.cli.app", "cardroom.web", "cardroom.house.audit.store", "cardroom.rankings.batch"}


def test_the_init_of_each_package_says_what_it_is_for():
    silent = [path for path in SOURCE.rglob("__init__.py") if not ast.get_docstring(floors.nodes(path)[0])]
    assert not silent, f"write a docstring in {silent}: its first sentence is the package's line on the map"


def test_the_map_of_contributing_is_drawn_from_the_floors():
    text = CONTRIBUTING.read_text()
    assert text == with_map(text), "`make map` writes it"


def test_importing_cardroom_loads_no_numerics_and_no_compiler():
    code = "import sys, cardroom; print([name for name in ('numpy', 'numba', 'rich', 'typer') if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_playing_a_game_needs_no_compiler():
    code = (
        "import sys, cardroom\n"
        "round = cardroom.game('three-card-poker-6-card-bonus').round(2, seed=1)\n"
        "round.answer(1, 'bank', 10000); round.answer(2, 'bet', {'ante': 500}); round.answer(2, 'play')\n"
        "print(round.done, 'numba' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert result.split() == ["True", "False"]


def test_no_file_contains_a_path_of_the_build_machine():
    """No absolute path of the build machine may be in a shipped file."""
    home = os.fspath(SOURCE.parent.parent)
    for path in SOURCE.rglob("*"):
        if path.suffix in (".py", ".toml", ".md"):
            assert home not in path.read_text()


def test_invariants_are_raised_not_asserted():
    """`python -O` removes assertions."""
    assert [f"{path}:{node.lineno}" for path, node in nodes_of(ast.Assert, "assert")] == []


def test_no_code_writes_into_a_values_dict():
    """A cache is a separate value that callers pass on, or a `cached_property` of its class."""
    results = [(path, node.lineno) for path, node in nodes_of(ast.Attribute, "__dict__") if node.attr == "__dict__"]
    assert results == []
