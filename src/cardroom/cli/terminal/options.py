"""Options and arguments that several commands share."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from cardroom.cli.terminal.words import parse_count
from cardroom.limits import MOST_WORKERS

__all__ = [
    "NAME",
    "Each",
    "Engine",
    "Game",
    "Json",
    "Records",
    "Rules",
    "Set",
    "Workers",
    "game_named",
    "game_or_mix",
    "optional_count",
    "seats_of",
    "workers_of",
]

NAME = typer.Argument(metavar="GAME", help="The game's name as `cardroom games` lists it, or part of it.")
Game = Annotated[str, NAME]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="SET", help="The rule set, by its short name. Default: the first one.")
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set a house rule. Repeat for several.")
]
Each = Annotated[
    str | None,
    typer.Option("--each", metavar="orbit|HANDS", help="In a mix of games: how long to play each."),
]
Json = Annotated[bool, typer.Option("--json", help="Print only JSON.")]
Engine = Annotated[
    str,
    typer.Option(
        metavar="local|ray",
        help="Compute on this machine, or also on the Ray cluster that RAY_ADDRESS names. It is used only if this "
        "machine alone would need more than 15 seconds.",
    ),
]
Workers = Annotated[
    str | None, typer.Option(metavar="COUNT", help="Number of parallel workers. Default: one per core.")
]
Records = Annotated[
    str, typer.Argument(metavar="FILE", help="JSON, one value or one per line; - reads standard input.")
]


def optional_count(option: str, text: str | None) -> int | None:
    """Parse a count that may be missing."""
    return None if text is None else parse_count(option, text)


def seats_of(text: str | None) -> int | None:
    """Parse --seats. The game checks the number later."""
    return None if text is None else parse_count("--seats", text, least=0)


def workers_of(text: str | None) -> int | None:
    """Parse --workers."""
    return None if text is None else parse_count("--workers", text, MOST_WORKERS)


def game_or_mix(name: str, rules: str | None, house: Sequence[str] | None, each: str | None) -> Any:
    """Find a game or a mix of games by name, under these rules."""
    from cardroom.cli.terminal.common import find_mix  # noqa: PLC0415

    return find_mix(name, rules, house or (), each) or game_named(name, rules, house)


def game_named(name: str, rules: str | None, house: Sequence[str] | None) -> Any:
    """Find a game by its name or part of it, under these rules."""
    from cardroom.cli.terminal.common import find_game  # noqa: PLC0415

    return find_game(name, rules, house or ())
