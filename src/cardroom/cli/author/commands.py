"""Commands for people who write games: start a new one, check one."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.terminal.options import Json

__all__ = ["check", "new"]


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name: lowercase letters, digits, hyphens.")],
    *,
    like: Annotated[
        str, typer.Option(metavar="banked|community|stud|draw", help="The kind of game to start from.")
    ] = "banked",
    to: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which the game's folder is written.")] = Path(),
) -> int:
    """Write the folder of a new game, which can be played at once."""
    from cardroom.cli.author.new_game import new_command  # noqa: PLC0415

    return new_command(name, like, to)


def check(
    path: Annotated[
        Path,
        typer.Argument(metavar="PATH", help="The game's folder, or its name, if CARDROOM_GAMES has it. Its code runs."),
    ],
    *,
    full: Annotated[bool, typer.Option("--full", help="Also run an exact analysis that takes long.")] = False,
    as_json: Json = False,
) -> int:
    """Check a game's folder: contract, rounds, replay, lesson, pictures, leaks, bot, analysis."""
    from cardroom.cli.author.check import check_command  # noqa: PLC0415

    return check_command(path, as_json, full)
