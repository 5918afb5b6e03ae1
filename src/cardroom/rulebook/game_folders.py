"""Game folders: games from outside the package, with their rule sets.

A game folder has the name of its game. It contains `game.py`, with the declaration of the script, and a TOML file
for each rule set; or a page, `game.toml`, from which both follow. A folder with only rule sets is also possible.
There are two ways to add game folders:

- `CARDROOM_GAMES`, or the option `--games` of a command, names a game folder or a folder of game folders. Several are
  separated like the entries of PATH.
- An installed package has an entry point in the group `cardroom.games`. Its name is the game, and its value is the
  declaration, for example "my_games.high_card.game:DECLARATION". The rule sets are beside that module.

Nothing here runs the code of a folder. `games.plugins` does, when a game is looked up.
"""

import os
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cardroom.errors import RuleBookError
from cardroom.rulebook.pages import PAGE

__all__ = ["CODE", "GROUP", "VARIABLE", "GameFolder", "game_folders"]

VARIABLE = "CARDROOM_GAMES"
"""The environment variable that names folders of games."""
GROUP = "".join((__name__.partition(".")[0], ".games"))
"""The group of entry points."""
CODE = "game.py"
"""The file of a game folder that contains the declaration."""


class GameFolder(NamedTuple):
    """A folder with a game."""

    game: str
    path: Path
    code: Path | None
    """The file with the declaration; None for a folder that only has rule sets."""
    installed: str = ""
    """The name and version of the installed package; empty for a folder that a person named."""
    entry: str = ""
    """The value of the entry point."""

    @property
    def origin(self) -> str:
        """Where the game comes from, in words."""
        return self.installed or str(self.path)


def game_folders() -> tuple[GameFolder, ...]:
    """All game folders: those of installed packages, then those that the environment names.

    A folder that is named twice, for example by itself and with the folder around it, is listed once.
    """
    found = (*_installed(), *(each for name in _named() for each in _in_folder(name)))
    return tuple({(each.game, each.path.resolve()): each for each in reversed(found)}.values())[::-1]


def _named() -> list[Path]:
    folders = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    for folder in folders:
        if not folder.is_dir():
            raise RuleBookError(f"{VARIABLE} or --games names {folder}, which is not a folder")
    return folders


def _in_folder(folder: Path) -> list[GameFolder]:
    found = [each for each in (folder, *sorted(folder.iterdir())) if each.is_dir()]
    if _has_game(folder):
        found = [folder]
    return [
        GameFolder(
            each.resolve().name, each, next((code for name in (CODE, PAGE) if (code := each / name).is_file()), None)
        )
        for each in found
        if _has_game(each)
    ]


def _has_game(folder: Path) -> bool:
    return (folder / CODE).is_file() or any(folder.glob("*.toml"))


@cache
def _installed() -> tuple[GameFolder, ...]:
    """The games of installed packages. Packages do not change while the program runs."""
    return tuple(found for each in entry_points(group=GROUP) if (found := _of_entry_point(each)))


def _of_entry_point(entry: EntryPoint) -> GameFolder | None:
    try:
        spec = find_spec(entry.module)
    except ImportError:
        spec = None
    if spec is None or spec.origin is None:
        return None
    code = Path(spec.origin)
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
    return GameFolder(entry.name, code.parent, code, package, entry.value)
