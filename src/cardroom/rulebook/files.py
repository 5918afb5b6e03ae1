"""The files of rule sets: where they are, which of them extend which, and their tables as read from disk.

What a file changes in the text that it extends is in `merging`; checks are in `loading`.
"""

import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.clean import quoted
from cardroom.errors import InputError, RuleBookError
from cardroom.limits import MOST_EXTENDED, RULES_BYTES, read_text, toml_table
from cardroom.rulebook.game_folders import game_folders
from cardroom.rulebook.pages import PAGE, place_in, with_defaults
from cardroom.rulebook.schema import COMMON, LOSES

__all__ = [
    "BUILT_IN",
    "FILES_CACHED",
    "OWN_FOLDER",
    "FileVersion",
    "all_files",
    "built_in",
    "check_own_name",
    "file_chain",
    "is_built_in",
    "names_document",
    "own_folder",
    "read_table",
]

OWN_FOLDER = "CARDROOM_RULEBOOK"
"""The environment variable that names an operator's folder of rule sets."""

BUILT_IN = Path(str(files("cardroom.rulebook"))) / "games"

FILES_CACHED = 256
"""Files that are cached as last read."""


class FileVersion(NamedTuple):
    """The version of a file. It is a different value when the file was edited."""

    path: Path
    changed: int
    size: int
    game: str
    """The game whose folder it is in; empty if the folder names none."""


@cache
def built_in() -> dict[str, dict[str, Path]]:
    """The files of the built-in rule sets, by game and short name."""
    return _in_folder(BUILT_IN)


def all_files() -> dict[str, dict[str, Path]]:
    """All rule sets by game and short name: the built-in ones, those of game folders, and the operator's own.

    Later ones take precedence. The result must not be changed.
    """
    folders, own = game_folders(), own_folder()
    if not folders and not own:
        return built_in()
    files = {game: dict(sets) for game, sets in built_in().items()}
    for each in folders:
        files.setdefault(each.game, {}).update({path.stem: path for path in sorted(each.path.glob("*.toml"))})
    if own:
        for game, sets in _in_folder(own).items():
            files.setdefault(game, {}).update(sets)
    return files


def is_built_in(game: str, rules: str) -> bool:
    """Whether a game's rule set of a name is built in.

    >>> is_built_in("razz", "500-club"), is_built_in("razz", "riverside")
    (True, False)
    """
    path = all_files().get(game, {}).get(rules)
    return path is not None and path.is_relative_to(BUILT_IN)


def names_document(text: str) -> bool:
    """Whether a text is a name or an id of a built-in document, however it is spelled.

    >>> [names_document(each) for each in ("500-club", "500 Club", "GEGR002040", "brook-huh", "riverside", "standard")]
    [True, True, True, True, False, False]
    >>> names_document("5OO-c1ub")
    True
    """
    return _folded(text) in _document_names()


def check_own_name(game: str, name: str) -> str:
    """Why a house's own rule set of a game cannot have a name; empty if it can.

    >>> check_own_name("heads-up-holdem", "500-club")
    "'500-club' is the name of a document or of a built-in rule set: choose a name of your own"
    >>> check_own_name("heads-up-holdem", "riverside"), check_own_name("high-card", "standard")
    ('', '')
    """
    known = map(_folded, built_in().get(game, ()))
    if names_document(name) or _folded(name) in known:
        return f"{quoted(name)} is the name of a document or of a built-in rule set: choose a name of your own"
    return ""


def _folded(text: str) -> str:
    """A text without signs, and with letters and digits that look alike made equal."""
    return re.sub(r"[^a-z0-9]", "", text.casefold()).translate(_ALIKE)


_ALIKE = str.maketrans("01i", "oll")


@cache
def _document_names() -> frozenset[str]:
    """The names and ids of the built-in documents. `standard` names none: it is any game's set without a document."""
    names = {name for sets in built_in().values() for name in sets if name != "standard"}
    for path in (path for sets in built_in().values() for path in sets.values()):
        table = read_table(_version(path))
        source = table.get("source", {}).get("document", "")
        if source != COMMON:
            names |= {source, str(table.get("id", ""))}
    return frozenset({*map(_folded, names)} - {"", _folded("no document")})


def own_folder() -> Path | None:
    """The operator's folder of rule sets, by the environment; None if it names none."""
    if not (own := os.environ.get(OWN_FOLDER)):
        return None
    if not Path(own).is_dir():
        raise RuleBookError(f"{OWN_FOLDER} names {own}, which is not a folder")
    return Path(own)


def _in_folder(folder: Path) -> dict[str, dict[str, Path]]:
    files: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("*/*.toml")):
        files.setdefault(path.parent.name, {})[path.stem] = path
    return files


def _version(path: Path) -> FileVersion:
    try:
        stat = path.stat()
    except OSError as error:
        raise RuleBookError(f"{path.name}: {error.strerror}") from None
    return FileVersion(path, stat.st_mtime_ns, stat.st_size, _folder(path))


def file_chain(path: Path, over: tuple[Path, ...], game: str = "") -> tuple[FileVersion, ...]:
    """Return a file and the files that it extends, in order: a set of the same game, or of another as "GAME/SET".

    If a file has `as_in`, the changes of that set come between it and the set that it extends.
    """
    version = _version(path)
    table = read_table(version)
    if game and not version.game and "game" not in table and "/" not in str(table.get("extends")):
        version = version._replace(game=game)
        table = read_table(version)
    if table.get("extends") is None:
        return (version,)
    under = (path, *over)
    if len(over) >= MOST_EXTENDED:
        raise RuleBookError(f"{path.name}: extends: at most {MOST_EXTENDED} rule sets may extend each other in a row")
    like = (_version(_other(table, "as_in", under)),) if "as_in" in table else ()
    return (version, *like, *file_chain(_other(table, "extends", under), under))


def _other(table: Mapping[str, Any], key: str, known: tuple[Path, ...]) -> Path:
    """The other rule set that a file names."""
    name = table[key]
    game, _, chosen = (name if isinstance(name, str) else "").rpartition("/")
    own = table.get("game")
    path = all_files().get(game or (own if isinstance(own, str) else ""), {}).get(chosen)
    if path is None or path in known:
        hint = "" if game else "; outside a game's folder write GAME/SET"
        raise RuleBookError(f"{known[0].name}: {key}: {quoted(name)} is not another rule set{hint}")
    return path


def _folder(path: Path) -> str:
    """The game that a file's folder names, if any."""
    if path.parent.name in all_files():  # the fast case, without resolving paths on disk
        return path.parent.name
    for each in game_folders():
        if each.path.resolve() == path.parent.resolve():
            return each.game
    folders = [BUILT_IN, *filter(None, [own_folder()])]
    in_rulebook = path.parent.parent.resolve() in [folder.resolve() for folder in folders]
    return path.parent.name if in_rulebook else ""


@lru_cache(maxsize=FILES_CACHED)
def read_table(version: FileVersion) -> dict[str, Any]:
    """Read a file's table. It is cached and must not be changed."""
    path = version.path
    try:
        table = toml_table(read_text(path, RULES_BYTES), RULES_BYTES)
        if path.name == PAGE:
            table = _from_page(table, version)
        table["pay"] = _spread(table.get("pay", {}))
    except OSError as error:
        raise RuleBookError(f"{path.name}: {error.strerror}") from None
    except InputError as error:
        raise RuleBookError(f"{path.name}: {error}") from None
    if version.game:
        table.setdefault("game", version.game)
    table.setdefault("rules", path.stem)
    return table


def _from_page(table: dict[str, Any], version: FileVersion) -> dict[str, Any]:
    try:
        return with_defaults(table, version.game or version.path.resolve().parent.name)
    except InputError as error:
        raise InputError(f"{error}{place_in(version.path, str(error))}") from None


def _spread(pay: Any) -> Any:
    """Split a printed table with several columns into pay tables, each named by the table's name and its own id.

    Cells are as printed: a number means this many `unit` ("to 1"), a percentage a share of the meter, and an empty cell
    a loss.
    """
    if not isinstance(pay, dict):  # a wrong type is reported when the table is decoded
        return pay
    tables: dict[str, Any] = {}
    for name, printed in pay.items():
        if not isinstance(printed, dict) or "ids" not in printed:
            tables[name] = printed
            continue
        ids, unit, lines = printed["ids"], printed.get("unit"), printed.get("lines")
        if not (isinstance(ids, list) and isinstance(unit, str) and isinstance(lines, dict)):
            raise InputError(f'pay.{name}: a table with columns needs a list of ids, a unit such as "to 1", and lines')
        common = {key: value for key, value in printed.items() if key not in ("ids", "unit", "lines")}
        for line, cells in lines.items():
            if not isinstance(cells, list) or len(cells) != len(ids):
                raise InputError(
                    f"pay.{name}.lines.{quoted(line)}: there are {len(ids)} ids, so write {len(ids)} cells"
                )
        for column, table_id in enumerate(ids):
            cell = {line: _cell(cells[column], unit) for line, cells in lines.items()}
            tables[f"{name}-{table_id}"] = common | {"id": str(table_id), "lines": cell}
    return tables


def _cell(cell: Any, unit: str) -> str:
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return f"{cell:,} {unit}"
    if not isinstance(cell, str):
        return quoted(cell)
    return LOSES if cell == "" else f"{cell} of the meter" if cell.endswith("%") else cell
