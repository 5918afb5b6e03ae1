"""`cardroom games`: what can be played."""

from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from cardroom.cli.common import console, print_json, sound_games
from cardroom.play import Game
from cardroom.players.bots import player_banked

__all__ = ["games_command"]


def games_command(as_json: bool) -> int:
    """Print every game with its rule sets."""
    listed = [summary(each) for each in sound_games()]
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
        table.add_row(name, rules, each["bank"], f"{each['seats']['least']} to {each['seats']['most']}")
    screen = console()
    screen.print(table)
    screen.print("Go on with: cardroom play GAME, cardroom rules GAME, cardroom analyze GAME")
    return 0


def summary(game: Game) -> dict[str, Any]:
    """A game in a few fields."""
    rules = game.rules
    return {
        "game": rules.game,
        "name": rules.name,
        "rules": rules.rules,
        "id": rules.id,
        "source": {"document": rules.source.document, "section": rules.source.section, "date": rules.source.date},
        "bank": bank_of(game),
        "seats": {"least": rules.seats.least, "most": rules.seats.most},
        "summary": rules.summary,
    }


def bank_of(game: Game) -> str:
    """Who stands against the players: a player-dealer, the house, or nobody."""
    if player_banked(game.rules):
        return "player-dealer"
    return "house" if game.rules.order is not None else "none"
