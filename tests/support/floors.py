"""The floors: which package may import which. `test_floors.py` and the map in CONTRIBUTING use this.

`make map` writes the map into CONTRIBUTING.md.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

import cardroom
from cardroom.lazy import offers_of

SOURCE = Path(cardroom.__file__).parent
CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
T = TypeVar("T", bound=ast.AST)
BEGIN, END = "<!-- the map: written by `make map` -->\n", "<!-- end of the map -->"


class Package(NamedTuple):
    """A package, or a module of its own, below `cardroom`."""

    name: str
    holds: str


class Floor(NamedTuple):
    """Packages that do not import each other. If a floor has several rows, an upper row may import a lower one."""

    number: int
    rows: tuple[tuple[Package, ...], ...]


FLOORS = (
    Floor(9, ((Package("cli", "the terminal"),),)),
    Floor(8, ((Package("web", "HTTP, WebSocket and the browser's pages"),),)),
    Floor(
        7,
        (
            (Package("client", "the connection of a program to a live room"),),
            (Package("evidence", "a client's part in a fair deal: seed chains and evidence; no I/O"),),
        ),
    ),
    Floor(
        6,
        (
            (
                Package(
                    "room", "live tables: people, seats, clocks, lobby, feeds, recovery; no socket, no SQL, no clock"
                ),
                Package(
                    "submission", "what a test laboratory is sent about one game: one value, a page, a signed list"
                ),
            ),
        ),
    ),
    Floor(
        5,
        (
            (
                Package("house", "the books: ledger, store, collection, jackpots, audit, reports, backups"),
                Package("players", "bots that play at random, or as most people play"),
            ),
        ),
    ),
    Floor(
        4,
        (
            (
                Package("analysis", "exact mathematics, simulation, certificates"),
                Package("show", "what a table looks like, as data"),
                Package("poker", "ranges, equity and ICM: tools for those who study poker"),
                Package("histories", "poker hands from and for other programs: PHH, logs of poker sites"),
            ),
        ),
    ),
    Floor(
        3,
        (
            (
                Package("games", "a short script and a lesson for each game"),
                Package("clauses", "what the documents say of a round, as properties of its record"),
            ),
        ),
    ),
    Floor(2, ((Package("play", "the script driver: Round, Ask, Event, chips and cards; records, tables, logs"),),)),
    Floor(
        1,
        (
            (
                Package("rankings", "what beats what"),
                Package("rulebook", "rule sets: wagers, pay tables, fees, jackpots, editions (data)"),
            ),
        ),
    ),
    Floor(
        0,
        (
            (
                Package("cards", "cards, decks, the fair shuffle"),
                Package("money", "cents and odds"),
            ),
            (Package("figures", "figures by type: exact, rounded, estimates"),),
            (Package("limits", "limits on input from outside"),),
            (Package("clean", "safe display of input"),),
            (Package("errors", "the exceptions that cardroom raises"),),
            (Package("commands", "what a client may ask of a table"),),
            (
                Package("tags", "one name for each kind of value"),
                Package("lazy", "packages whose names load on first use"),
                Package("version", "the version of cardroom, with its commit"),
                Package("verifier", "an independent check of shuffles and records: it imports nothing of ours"),
            ),
        ),
    ),
)
ALONE = "verifier"
DEALERS = ("cards", "rankings", "rulebook", "play", "games", "house", "room")
"""Packages that deal, or store what was dealt. They must not import the program that checks them."""

HEIGHT = {
    package.name: (floor.number, -row)
    for floor in FLOORS
    for row, packages in enumerate(floor.rows)
    for package in packages
}
"""The position of each package: its floor, and its row there from the top."""


# -- imports -----------------------------------------------------------------------------------------------------------


@cache
def modules() -> Mapping[str, Path]:
    """Every module of the package, by its full name."""
    by_name = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("cardroom", *path.relative_to(SOURCE).with_suffix("").parts)
        by_name[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return by_name


def module_of(name: str) -> str | None:
    """The module that a dotted name is in.

    >>> module_of("cardroom.cards.text"), module_of("numpy.array"), module_of("cardroom.house.books.Store")
    ('cardroom.cards', None, 'cardroom.house.books.store')
    """
    parts = name.split(".")
    while parts and ".".join(parts) not in modules():
        last = parts.pop()
    module = ".".join(parts)
    offered = offers(module).get(last) if module and module != name else None
    return module_of(f"{offered}.{last}") if offered else module or None


@cache
def offers(module: str) -> Mapping[str, str]:
    """The names that a package offers and that load on first use, each with the module it comes from."""
    path = modules()[module]
    return offers_of(path.read_text(encoding="utf-8")) if path.name == "__init__.py" else {}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of a module's syntax tree, outer ones first, found once for all tests of a process."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def nodes_of(kind: type[T], word: str) -> Iterator[tuple[str, T]]:
    """All syntax nodes of a kind, with their paths, in the files that contain a word. Other files are not parsed."""
    for path in modules().values():
        if word in path.read_text(encoding="utf-8"):
            for node in nodes(path):
                if isinstance(node, kind):
                    yield str(path.relative_to(SOURCE)), node


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of cardroom that a module imports anywhere: at the top, in a function, for types, or by name.

    What a package offers counts where it is used.
    """
    if offers(module):
        return frozenset()
    imported = {module_of(name) for name in _imported_names(nodes(modules()[module]))}
    return frozenset(each for each in imported if each and each != module)


_MODULE_NAME = re.compile(r"cardroom(?:\.\w+)+")
_NOT_IMPORTED = ("getLogger", "files")
"""Functions whose argument is a module's name, but that do not import it."""


def _imported_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    spared: set[ast.AST] = set()
    for node in nodes:
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str() as source):
                yield from (f"{source}.{alias.name}" for alias in node.names)
            case ast.Call(func=ast.Name(id="lazily"), args=[ast.Constant(value=str() as place)]):
                yield f"cardroom.rankings.{place.partition(':')[0]}"
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _NOT_IMPORTED:
                spared.update(node.args)
            case ast.Assign(targets=[ast.Name(id="__module__")]):
                spared.add(node.value)
            case ast.Constant(value=str() as text) if node not in spared and _MODULE_NAME.fullmatch(text):
                yield text  # a module named in text, to be loaded when first used


def package_of(module: str) -> str:
    """The package that a module belongs to. `cardroom` itself belongs to none."""
    return [*module.split("."), ""][1]


def circles() -> list[list[str]]:
    """Groups of modules that import each other in a circle (strongly connected components, by Tarjan)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    groups = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for other in sorted(imports(module)):
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            at = stack.index(module)
            groups.append(sorted(stack[at:]))
            del stack[at:]

    for module in modules():
        if module not in number:
            visit(module)
    return sorted(group for group in groups if len(group) > 1)


# -- the map -----------------------------------------------------------------------------------------------------------


def inner_packages(package: str) -> Iterator[tuple[str, str]]:
    """The packages inside a package, each with the first sentence of its `__init__`."""
    for path in sorted((SOURCE / package).glob("*/__init__.py")):
        says = ast.get_docstring(nodes(path)[0]) or ""
        yield path.parent.name, says.partition("\n")[0].rstrip(".").partition(". ")[0]


def drawn_map() -> str:
    """The floors as text, from the top down."""
    lines = []
    for floor in FLOORS:
        packages = [package for row in floor.rows for package in row]
        for place, package in enumerate(packages):
            lines.append(f"{'' if place else floor.number:>2}  {package.name:<12}{package.holds}")
            lines += [f"      {name:<16}{holds}" for name, holds in inner_packages(package.name)]
    return "```\n" + "\n".join(lines) + "\n```\n"


def with_map(text: str) -> str:
    """A text with the map between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{drawn_map()}{END}{after}"


if __name__ == "__main__":
    CONTRIBUTING.write_text(with_map(CONTRIBUTING.read_text()))
    print(f"The map in {CONTRIBUTING.name} is up to date.")
