"""`cardroom games`: list the games."""

from rich import box
from rich.table import Table
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.play.rotation import rotation_words
from cardroom.cli.terminal.common import console, print_json, valid_games
from cardroom.games import where_from
from cardroom.games.mixed import mixed
from cardroom.play import Game
from cardroom.rulebook.mixes import mixes
from cardroom.show.rules import banked_by, summary

__all__ = ["games_command", "with_bank"]


def games_command(as_json: bool) -> int:
    """Print every game with its rule sets."""
    listed = [summary(each) | {"script": each.version, "from": where_from(each)} for each in valid_games()]
    if as_json:
        print_json(listed, indent=2)
        return 0
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Game", no_wrap=True)
    table.add_column("Rules", overflow="fold")
    for heading in ("Bank", "Seats"):
        table.add_column(heading, no_wrap=True)
    for each in listed:
        name = Text(each["game"], style="bold").append(f"\n{each['name']}", style="not bold dim")
        rules = Text(each["rules"]).append(f"\n{each['source']['document']}, {each['id']}", style="dim")
        if edition := each["edition"]:
            approved = f", approved {edition['approved']}" if edition["approved"] else ", not approved"
            rules.append(f"\nedition from {edition['effective']}{approved}", style="dim")
        if each["from"]:
            rules.append(f"\nfrom {each['from']}", style="dim")
        table.add_row(name, rules, each["bank"], f"{each['seats']['least']} to {each['seats']['most']}")
    screen = console()
    screen.print(table)
    for mix in mixes():
        screen.print(Text(f"{mix}: ", style="bold").append(rotation_words(mixed(mix)), style="not bold dim"))
    screen.print("Next: cardroom play GAME, cardroom rules GAME, cardroom analyze GAME")
    return 0


def with_bank(game: Game) -> Game:
    """Return the game if a player can bank it; raise an error otherwise.

    >>> from cardroom.games import game
    >>> with_bank(game("razz"))
    Traceback (most recent call last):
    cardroom.cli.UsageError: --bank: razz has no bank, because players play against each other. Leave it out.
    """
    bank = banked_by(game.rules)
    if bank == "none":
        raise UsageError(f"--bank: {game.slug} has no bank, because players play against each other. Leave it out.")
    if bank == "house":
        raise UsageError(f"--bank: the house banks {game.slug} under these rules. Leave it out.")
    return game
