"""Mixed games: lists of poker games that a table plays in turn, each for an orbit or for so many hands."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec

from cardroom.errors import InputError
from cardroom.limits import LONGEST_NAME, RULES_BYTES, read_text, toml_table
from cardroom.rulebook.finding import plain
from cardroom.rulebook.loading import RuleBookError

__all__ = ["Mix", "MixTurn", "holds_mix", "load_mix", "mixes"]


class MixTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the games in turn, and what the house says of it."""

    game: str
    house: dict[str, bool | int | str] = {}


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games that take turns."""

    name: str
    game: tuple[MixTurn, ...]
    each: Literal["orbit"] | int = "orbit"
    """How long a game's turn is: an orbit, which is as many hands as there were players in the first of them, or so
    many hands."""


def mixes() -> dict[str, Path]:
    """The mixes that there are, by what they are called on a command line.

    >>> list(mixes())
    ['eight-game', 'horse']
    """
    folder = Path(str(files("cardroom.rulebook"))) / "mixed"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def holds_mix(path: Path) -> bool:
    """Whether a file lists games, and is no rule set of one game."""
    try:
        return isinstance(toml_table(read_text(path, RULES_BYTES), RULES_BYTES).get("game"), list)
    except (OSError, InputError):
        return False  # whatever is wrong with it is told by who reads it


def load_mix(path: Path) -> Mix:
    """The mix that a file holds.

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
        raise RuleBookError(f"{path.name}: {plain(str(error))}") from None
    if not (mix.name.strip() and mix.name.isprintable() and len(mix.name) <= LONGEST_NAME):
        raise RuleBookError(f"{path.name}: name: write 1 to {LONGEST_NAME} letters that can be printed")
    if len(mix.game) < 2:
        raise RuleBookError(f"{path.name}: game: a mix has two games at least")
    if isinstance(mix.each, int) and mix.each < 1:
        raise RuleBookError(f'{path.name}: each: "orbit", or how many hands, from 1 on')
    return mix
