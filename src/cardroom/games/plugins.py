"""Games from game folders and installed packages (`rulebook.game_folders`).

The code of a folder runs when a game is looked up that is not part of the package, and again after it was edited. A
folder whose code fails is left out, with the reason, and never stops other games. The digest of a folder's code is
stored with the version of its script, in records and certificates.
"""

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, NamedTuple

from cardroom.errors import CardroomError
from cardroom.games.page import page
from cardroom.play.game import Declaration, DeclarationError
from cardroom.rulebook.game_folders import VARIABLE, GameFolder, game_folders
from cardroom.rulebook.pages import PAGE

__all__ = ["LoadedFolder", "Plugins", "code_digest", "failure_words", "loaded_plugins", "version_of"]


class LoadedFolder(NamedTuple):
    """The declaration in a folder, or why there is none."""

    folder: GameFolder
    declared: Declaration | None
    digest: str = ""
    """The digest of the code that was loaded."""
    problem: str = ""


_LOADED: dict[tuple[Any, ...], LoadedFolder] = {}
"""The folders whose code has run, by the path of the code and the state of the files. Edited code is a new entry."""


_FOUND: dict[tuple[str, str], tuple[Path, tuple[Any, ...], Declaration]] = {}
"""Where a script was found last, by the folders that are named and its name: the code, its state, the declaration."""


class Plugins:
    """The source of all games that are not part of the package."""

    def find(self, name: str) -> Declaration | None:
        """The declaration of a script.

        Every table looks its game up many times in a round. So only the files of the folder that had it last are
        looked at, not all folders.
        """
        named = os.environ.get(VARIABLE, "")
        code, state, known = _FOUND.get((named, name), (None, (), None))
        if code and _state(code) == state:
            return known
        declared = next((each for each in self.all() if each.name == name), None)
        if declared is None:
            return None
        for key, each in _LOADED.items():
            if each.declared is declared and not each.folder.entry:
                _FOUND[named, name] = key[0], key[1:], declared
        return declared

    def all(self) -> Iterator[Declaration]:
        """The declarations of all folders whose code runs. If two have one name, the first counts."""
        names = set()
        for each in loaded_plugins():
            if each.declared and each.declared.name not in names:
                names.add(each.declared.name)
                yield each.declared


def loaded_plugins() -> Iterator[LoadedFolder]:
    """Every game folder with code, after running it."""
    for folder in game_folders():
        if folder.code:
            code = folder.code.resolve()
            key = (code, *_state(code))
            if key not in _LOADED:
                _LOADED[key] = _load(folder, code)
            yield _LOADED[key]


def _state(code: Path) -> tuple[tuple[str, int, int], ...]:
    """The state of the Python files of a folder; it is empty if the folder is gone."""
    try:
        with os.scandir(code.parent) as entries:
            files = sorted(
                (each.name, each.stat()) for each in entries if each.name.endswith(".py") or each.name == PAGE
            )
    except FileNotFoundError:
        return ()
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files)


def _load(folder: GameFolder, code: Path) -> LoadedFolder:
    digest = code_digest(code.parent)
    try:
        if folder.entry:
            module, _, attribute = folder.entry.partition(":")
            declared = getattr(import_module(module), attribute or "DECLARATION", None)
        elif code.name == PAGE:
            declared = page(code)
        else:
            declared = getattr(_module(code, digest), "DECLARATION", None)
        if not isinstance(declared, Declaration):
            raise DeclarationError("DECLARATION: missing: it must be a Declaration")
    except (Exception, SystemExit) as error:  # code that calls sys.exit must not end the program
        return LoadedFolder(folder, None, digest, failure_words(error))
    return LoadedFolder(folder, declared, digest)


def failure_words(error: BaseException) -> str:
    """An error in the code of a game, with the line where it was raised.

    >>> failure_words(ValueError("no such hand"))
    'ValueError: no such hand'
    """
    if isinstance(error, SyntaxError):  # it names the place itself
        return f"{type(error).__name__}: {error}"
    if isinstance(error, CardroomError) and not isinstance(error, DeclarationError):
        return str(error)
    code = {each.folder.code.resolve().parent for each in _LOADED.values() if each.folder.code}
    code |= {each.code.resolve().parent for each in game_folders() if each.code}
    frames = [each for each in extract_tb(error.__traceback__) if Path(each.filename).resolve().parent in code]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    kind = "" if isinstance(error, DeclarationError) else f"{type(error).__name__}: "
    return f"{kind}{error}{where}"


def _module(code: Path, digest: str) -> ModuleType:
    """Load the code of a folder as a package of its own, so that it can import modules beside it."""
    package = "cardroom_game_" + sha256(f"{code} {digest}".encode()).hexdigest()[:12]
    spec = spec_from_file_location(package, code, submodule_search_locations=[str(code.parent)])
    if spec is None or spec.loader is None:
        raise DeclarationError("it is not a Python module")
    module = module_from_spec(spec)
    sys.modules[package] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[package]
        raise
    return module


def code_digest(folder: Path) -> str:
    """SHA-256 of a folder's Python files and its page: the relative path and the digest of each, in order."""
    total = sha256()
    for path in sorted((*folder.rglob("*.py"), *folder.glob(PAGE))):
        total.update(f"{path.relative_to(folder).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def version_of(declared: Declaration) -> str:
    """The version of a script as records store it. For a game from outside the package, it includes the digest."""
    found = next((each for each in _LOADED.values() if each.declared is declared), None)
    return f"{declared.version} sha256:{found.digest}" if found else declared.version
