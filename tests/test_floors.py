"""The house keeps its floors: a room imports only from rooms below it, and the front door is light."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import cardroom

SOURCE = Path(cardroom.__file__).parent
FLOORS = [
    {"errors", "verifier", "version"},
    {"clean"},
    {"limits"},
    {"cards", "money"},
    {"rankings", "rulebook"},
    {"play"},
    {"games"},
    {"analysis", "histories", "house", "show"},
    {"hold", "players"},
    {"room"},
    {"client"},
    {"cli", "web"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def rooms_imported(path: Path) -> set[str]:
    """The rooms that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
            names = [node.value]  # modules named in text, to be loaded when first used
        found |= {parts[1] for name in names if (parts := name.split("."))[0] == "cardroom" and len(parts) > 1}
    return found & FLOOR.keys()


def test_a_room_imports_only_from_floors_below():
    broken = []
    for path in SOURCE.rglob("*.py"):
        room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if room in ("__init__", "__main__"):
            continue
        for other in rooms_imported(path) - {room}:
            if FLOOR[other] >= FLOOR[room]:
                broken.append(f"{path.relative_to(SOURCE)} imports {other}")
    assert not broken


def test_every_room_has_a_floor():
    rooms = {path.name.removesuffix(".py") for path in SOURCE.iterdir() if path.suffix in ("", ".py")}
    assert rooms - {"__init__", "__main__", "__pycache__"} <= FLOOR.keys()


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
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True", "False"]


def test_the_project_names_no_machine_of_ours():
    """No absolute path of the machine it was made on may slip into what is shipped."""
    home = os.fspath(SOURCE.parent.parent)
    for path in SOURCE.rglob("*"):
        if path.suffix in (".py", ".toml", ".md"):
            assert home not in path.read_text()


def test_what_must_hold_is_raised_and_never_asserted():
    """`python -O` leaves assertions away."""
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Assert)
    ]
    assert not found


def test_nobody_writes_into_the_dictionary_of_a_value():
    """A cache is a value of its own that callers pass on, or a `cached_property` of the class that has it."""
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "__dict__"
    ]
    assert [each for each in found if not each.startswith("web/logs.py")] == []  # it reads a log record's fields
