"""The command `cardroom`: people come in here. Nothing is decided in this room; it asks, shows and prints.

Importing it loads nothing: what a command needs is loaded when that command runs.
"""

from collections.abc import Callable

from cardroom.errors import Mistaken

__all__ = ["Mistake", "main"]


class Mistake(Mistaken):
    """Something that a person can put right; the message says what was wrong and what would be right."""


def main(serve: Callable[..., None] | None = None) -> None:
    """Run the command line; `serve` opens the card room to browsers."""
    from cardroom.cli.app import app  # noqa: PLC0415

    app(prog_name="cardroom", obj=serve)
