"""`cardroom rules`: the rules page, printed for a terminal, as Markdown or as data."""

from cardroom.cli import UsageError
from cardroom.cli.common import console, print_json
from cardroom.cli.rules_page import markdown_page, print_page
from cardroom.play import Game
from cardroom.show.rules import page

__all__ = ["rules_command"]


def rules_command(game: Game, as_json: bool, markdown: bool) -> int:
    """Print the rules page."""
    if as_json and markdown:
        raise UsageError("--json and --markdown: choose one of them")
    if as_json:
        print_json(page(game), indent=2)
    elif markdown:
        print(*markdown_page(page(game)), sep="\n")
    else:
        print_page(console(), page(game))
    return 0
