"""`cardroom games`: list the games. Also the games of a mix, which a table plays in turn."""

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, print_json, valid_games
from cardroom.cli.terminal.options import (
    Json,
)
from cardroom.games import where_from
from cardroom.games.mixed import Mixed, mixed, next_game
from cardroom.play import Game, Table
from cardroom.play.table import ChangeGame
from cardroom.rulebook.mixes import mixes
from cardroom.show.rules import summary

__all__ = ["Mixed", "Rotation", "games_command", "rotation_words"]


def games_command(as_json: Json = False) -> int:
    """List the games and their rule sets."""
    listed = [summary(each) | {"script": each.version, "from": where_from(each)} for each in valid_games()]
    if as_json:
        print_json(listed, indent=2)
        return 0
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
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


def rotation_words(mix: Mixed) -> str:
    """The games of a mix in their order, and how long each is played.

    >>> from cardroom.games.mixed import mixed
    >>> rotation_words(mixed("horse"))[:60]
    "Texas Hold'em, Omaha High-Low Split, Razz, Seven Card Stud, "
    """
    lasts = f"{mix.hands} hands" if mix.hands else "an orbit"
    return f"{', '.join(each.rules.name for each in mix.games)}: each for {lasts}"


class Rotation:
    """One game, or the games of a mix in turn."""

    def __init__(self, playing: Game | Mixed, seats: int | None) -> None:
        self._mix = playing if isinstance(playing, Mixed) else None
        if self._mix and (seats or 0) > self._mix.seats:
            raise UsageError(f"--seats: {self._mix.name} is played with at most {self._mix.seats} seats.")
        self.games: tuple[Game, ...] = playing.games if isinstance(playing, Mixed) else (playing,)
        self.name = self._mix.name if self._mix else ""
        self.words = rotation_words(self._mix) if self._mix else ""
        """The games in order, and how long each lasts."""

    def change(self, table: Table) -> bool:
        """Change to the game whose turn it is. Returns whether the game changed."""
        turn = next_game(self._mix, table) if self._mix else table.game
        changed = turn != table.game
        if changed:
            table.do(ChangeGame(turn))
        return changed
