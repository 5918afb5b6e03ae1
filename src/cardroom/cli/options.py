"""Options and arguments that several commands take, and what is made of them."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from cardroom.cli.words import parse_count
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

NAME = typer.Argument(metavar="GAME", help="The game's name as `cardroom games` lists it, or a part of it.")
Game = Annotated[str, NAME]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="SET", help="The rule set, by its short name; else the first.")
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house rule's value; may be repeated.")
]
Each = Annotated[
    str | None,
    typer.Option("--each", metavar="orbit|HANDS", help="Of several poker games in turn: how long each is played."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Engine = Annotated[
    str, typer.Option(metavar="local|ray", help="Where to count: on this machine's cores, or on a Ray cluster.")
]
Workers = Annotated[str | None, typer.Option(metavar="COUNT", help="How many at once; else one a core.")]
Records = Annotated[str, typer.Argument(metavar="FILE", help="JSON, one value or one a line; - is standard input.")]


def optional_count(option: str, text: str | None) -> int | None:
    """A count that may be left away."""
    return None if text is None else parse_count(option, text)


def seats_of(text: str | None) -> int | None:
    """How many seats, if that is said: how many there must be, the game says."""
    return None if text is None else parse_count("--seats", text, least=0)


def workers_of(text: str | None) -> int | None:
    """How many work at once, if that is said."""
    return None if text is None else parse_count("--workers", text, MOST_WORKERS)


def game_or_mix(name: str, rules: str | None, house: Sequence[str] | None, each: str | None) -> Any:
    """The game of that name under these rules, or several in turn."""
    from cardroom.cli.common import find_mix  # noqa: PLC0415

    return find_mix(name, rules, house or (), each) or game_named(name, rules, house)


def game_named(name: str, rules: str | None, house: Sequence[str] | None) -> Any:
    """The game of that name, or a part of it, under these rules."""
    from cardroom.cli.common import find_game  # noqa: PLC0415

    return find_game(name, rules, house or ())
