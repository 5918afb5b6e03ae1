"""`cardroom rules`: print the rules page for a terminal, as Markdown or as JSON."""

from cardroom.cli import UsageError
from cardroom.cli.play.rules_page import markdown_page, print_page
from cardroom.cli.terminal.common import console, print_json
from cardroom.play import Game
from cardroom.show.rules import page

__all__ = ["rules_command"]


def rules_command(game: Game, as_json: bool, markdown: bool) -> int:
    """Print the rules page."""
    if as_json and markdown:
        raise UsageError("Choose one of --json and --markdown.")
    if as_json:
        print_json(page(game), indent=2)
    elif markdown:
        print(*markdown_page(page(game)), sep="\n")
    else:
        print_page(console(), page(game))
    return 0
