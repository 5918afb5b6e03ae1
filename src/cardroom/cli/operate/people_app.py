"""The commands of `cardroom people`."""

from typing import Annotated

import typer

from cardroom.cli.operate.commands import RoomUrl

__all__ = ["people"]

people = typer.Typer(
    help="Help users of a card room on the machine itself; list users and change roles.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@people.callback()
def group() -> None:
    """Help users of a card room on the machine itself; list users and change roles."""


@people.command()
def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The user's name.")],
    room: RoomUrl = None,
    *,
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the books.")] = "the password was lost",
    factor: Annotated[bool, typer.Option("--factor", help="Also remove the user's second factor.")] = False,
) -> int:
    """Replace a user's password by a one-time code. The books record it as local and unauthenticated.

    A room with two operators refuses it while the two-person rule is on: there, ask for it on the Floor page."""
    from cardroom.cli.operate.people import reset_command  # noqa: PLC0415

    return reset_command(name, room, why, factor)
