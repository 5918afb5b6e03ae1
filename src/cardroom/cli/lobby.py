"""`cardroom` alone: what there is, how to go on, and on a terminal a game to play."""

import sys

from rich.console import Console
from rich.text import Text

from cardroom.cli.common import chosen_game, console
from cardroom.cli.human import Quit
from cardroom.cli.keys import keyboard
from cardroom.cli.play import Settings, play_command
from cardroom.rulebook import rule_set, slugs

__all__ = ["lobby"]

COMMANDS = (
    ("play GAME", "play in the terminal"),
    ("games", "list the games and their rule sets"),
    ("rules GAME", "wagers, pay tables, house rules"),
    ("analyze GAME", "what each wager costs, exactly"),
    ("deal GAME", "let bots play, and write records"),
    ("replay FILE", "run a record again, step by step"),
    ("verify-shuffle FILE", "check that the cards were dealt as committed to"),
)


def lobby() -> int:
    """Greet; then, where somebody sits at a terminal, let them choose a game."""
    screen = console()
    _greet(screen)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return 0
    games = slugs()
    chosen = games[0] if len(games) == 1 else _choose(screen, games)
    return play_command(chosen_game(chosen), Settings()) if chosen else 0


def _greet(screen: Console) -> None:
    screen.print(
        Text("cardroom", style="bold").append(", an executable rulebook for casino card games", style="not bold")
    )
    screen.print()
    for command, about in COMMANDS:
        screen.print(Text(f"  cardroom {command:<22}", style="cyan").append(about, style="default"))
    screen.print(Text("\nEvery command takes --help; those that print results take --json.", style="dim"))


def _choose(screen: Console, games: tuple[str, ...]) -> str:
    """A game by its number; nothing if the person leaves."""
    screen.print()
    for number, slug in enumerate(games, 1):
        screen.print(Text(f"  {number:>3}  ", style="bold cyan").append(rule_set(slug).name, style="default"))
    with keyboard() as keys:
        try:
            while True:
                screen.print("  Which game, by its number? (q to leave) ", end="")
                typed = keys.line()
                if typed.lower() in ("q", "quit"):
                    raise Quit
                if not typed:
                    continue
                if typed.isdecimal() and 1 <= int(typed) <= len(games):
                    return games[int(typed) - 1]
                screen.print(Text(f"  {typed!r} is not a number from 1 to {len(games)}", style="yellow"))
        except (Quit, EOFError, KeyboardInterrupt):
            screen.print()
            return ""
