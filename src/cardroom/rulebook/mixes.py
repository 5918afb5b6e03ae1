"""Mixed games: lists of poker games that a table plays in turn, each for an orbit or a number of hands."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec

from cardroom.errors import InputError, RuleBookError
from cardroom.limits import LONGEST_NAME, RULES_BYTES, read_text, toml_table
from cardroom.rulebook.finding import plain

__all__ = ["Mix", "MixTurn", "holds_mix", "load_mix", "mixes"]


class MixTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of a mix, with its house rules."""

    game: str
    house: dict[str, bool | int | str] = {}


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games that take turns."""

    name: str
    game: tuple[MixTurn, ...]
    each: Literal["orbit"] | int = "orbit"
    """The length of a turn: a number of hands, or an orbit, which is as many hands as the first of them has players."""


def mixes() -> dict[str, Path]:
    """The mixes, by their names on the command line.

    >>> list(mixes())
    ['eight-game', 'horse']
    """
    folder = Path(str(files("cardroom.rulebook"))) / "mixed"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def holds_mix(path: Path) -> bool:
    """Whether a file lists games, rather than being the rule set of one game."""
    try:
        return isinstance(toml_table(read_text(path, RULES_BYTES), RULES_BYTES).get("game"), list)
    except (OSError, InputError):
        return False  # the code that reads it reports the problem


def load_mix(path: Path) -> Mix:
    """Read the mix in a file.

    >>> [turn.game for turn in load_mix(mixes()["horse"]).game][2]
    'razz'
    """
    try:
        mix = msgspec.convert(toml_table(read_text(path, RULES_BYTES), RULES_BYTES), Mix)
    except OSError as error:
        raise RuleBookError(f"{path.name}: {error.strerror}") from None
    except InputError as error:
        raise RuleBookError(f"{path.name}: {error}") from None
    except msgspec.ValidationError as error:
        raise RuleBookError(f"{path.name}: {plain(str(error), Mix)}") from None
    if not (mix.name.strip() and mix.name.isprintable() and len(mix.name) <= LONGEST_NAME):
        raise RuleBookError(f"{path.name}: name: write 1 to {LONGEST_NAME} printable characters")
    if len(mix.game) < 2:
        raise RuleBookError(f"{path.name}: game: a mix needs at least two games")
    if isinstance(mix.each, int) and mix.each < 1:
        raise RuleBookError(f'{path.name}: each: write "orbit" or a number of hands, at least 1')
    return mix
