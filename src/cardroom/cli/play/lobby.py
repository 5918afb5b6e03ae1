"""`cardroom` without a command: the list of commands and, on a terminal, a choice of games to play."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.commands import COMMANDS
from cardroom.cli.play.human import LeaveTable
from cardroom.cli.play.keyboard import Keys, keyboard
from cardroom.cli.play.table import PlayOptions, play_at_table
from cardroom.cli.terminal.common import console, valid_games
from cardroom.cli.terminal.name_search import find_name
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.show.rules import banked_by

__all__ = ["ask_for_game", "lobby"]

KINDS = {"player-dealer": "Banked by a player-dealer", "house": "Banked by the house", "none": "Poker"}
"""Groups of games, by who banks them."""


def lobby() -> int:
    """Print a greeting. On a terminal, let the player choose and play games until they leave."""
    screen = console()
    screen.print(
        Text("cardroom", style="bold").append(", an executable rulebook for casino card games", style="not bold")
    )
    if not _on_terminal():
        _commands(screen)
        return 0
    games = valid_games()
    while chosen := _ask(screen, games):
        play_at_table(chosen, PlayOptions())
    return 0


def ask_for_game(*, rules: bool = True) -> Game | None:
    """Ask at the keyboard which game to play and, with `rules`, under which rule set. None if the player leaves.

    Without a terminal there is no one to ask, so this raises an error.
    """
    if not _on_terminal():
        example = "for example `cardroom play three-card`"
        raise UsageError(f"Which game? Give its name, {example}. `cardroom games` lists the games.")
    return _ask(console(), valid_games(), rules=rules)


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(screen: Console, games: Sequence[Game], *, rules: bool = True) -> Game | None:
    with keyboard() as keys:
        try:
            return _choose(screen, keys, games, rules=rules)
        except (LeaveTable, EOFError, KeyboardInterrupt):
            screen.print()
            return None


def _commands(screen: Console) -> None:
    for title, commands in COMMANDS.items():
        screen.print(Text(f"\n{title}", style="bold"))
        for name, command in commands.items():
            line = Text(f"  cardroom {name:<10}", style="cyan").append(command.says, style="default")
            screen.print(line, soft_wrap=True)
    screen.print(Text("\nEvery command has --help. Commands that print results also have --json.", style="dim"))


def _choose(screen: Console, keys: Keys, games: Sequence[Game], *, rules: bool) -> Game:
    """Ask for a game by its number or name and, with `rules`, for one of its rule sets."""
    kinds = {game.slug: KINDS[banked_by(game.rules)] for game in reversed(games)}
    slugs = sorted(dict.fromkeys(game.slug for game in games), key=lambda slug: list(KINDS.values()).index(kinds[slug]))
    sets = {slug: [game for game in games if game.slug == slug] for slug in slugs}
    names = {slug: [game.rules.name for game in sets[slug]] for slug in slugs}
    screen.print()
    lines: dict[str, list[Text]] = {}
    for number, slug in enumerate(slugs, 1):
        line = Text(f"  {number:>3}  ", style="bold cyan").append(f"{names[slug][0]:<32}", style="default")
        about = ", ".join(game.rules.rules for game in sets[slug])
        if len(line) + len(about) > screen.width:
            about = f"{len(sets[slug])} rule sets"
        lines.setdefault(kinds[slug], []).append(line.append(about, style="not bold dim"))
    narrow = sum(map(len, lines.values())) + 2 * len(lines) + 4 <= screen.height
    for kind, listed in lines.items():
        screen.print(Text(f"  {kind}", style="dim"))
        for line in listed if narrow else _columns(listed, screen):
            screen.print(line)
    while True:
        typed = _line(screen, keys, "Which game, by number or name? (? for help, q to leave)")
        if typed == "?":
            _commands(screen)
        elif typed:
            try:
                chosen = sets[_which(typed, names)]
            except UsageError as mistake:
                screen.print(Text(f"  {mistake}", style="yellow"))
            else:
                return _rules(screen, keys, chosen) if rules and len(chosen) > 1 else chosen[0]


def _columns(lines: list[Text], screen: Console) -> list[Text]:
    """The lines in two columns, cut to fit; the lines as they are if the screen is too narrow."""
    half, width = (len(lines) + 1) // 2, 39
    if screen.width < 2 * width:
        return lines
    rows = []
    for left, right in zip_longest(lines[:half], lines[half:], fillvalue=Text()):
        row = left[:width]
        row.pad_right(width - len(row))
        rows.append(row.append_text(right[:width]))
    return rows


def _rules(screen: Console, keys: Keys, sets: Sequence[Game]) -> Game:
    """Ask for one of a game's rule sets. Enter chooses the first."""
    screen.print()
    for number, game in enumerate(sets, 1):
        rules = game.rules
        line = Text(f"  {number:>3}  ", style="bold cyan").append(f"{rules.rules:<28}", style="default")
        about = f"{rules.name}, {rules.source.document}"
        if "minimum" in rules.house_rules:
            about += f", {dollars(rules.minimum)} to {dollars(rules.maximum)}"
        screen.print(line.append(about, style="not bold dim"))
    named = {game.rules.rules: game for game in sets}
    while True:
        typed = _line(screen, keys, f"Under which rules? Enter is {sets[0].rules.rules}")
        try:
            return named[_which(typed, dict.fromkeys(named, ()))] if typed else sets[0]
        except UsageError as mistake:
            screen.print(Text(f"  {mistake}", style="yellow"))


def _which(typed: str, things: Mapping[str, Iterable[str]]) -> str:
    """The thing that a number in the list or a name means.

    >>> sets = {"brook": (), "washington": (), "wpt": ()}
    >>> _which("3", sets), _which("WP", sets)
    ('wpt', 'wpt')
    >>> _which("w", sets)
    Traceback (most recent call last):
    cardroom.cli.UsageError: 'w' matches more than one name: washington or wpt. Type more of it.
    """
    numbered = {str(number): name for number, name in enumerate(things, 1)}
    if typed.lstrip("0") in numbered:
        return numbered[typed.lstrip("0")]
    try:
        return find_name(typed, things, "No match for", f"Type a number from 1 to {len(things)}")
    except UsageError:
        if typed.isdecimal():
            raise UsageError(f"{typed} is not a number from 1 to {len(things)}.") from None
        raise


def _line(screen: Console, keys: Keys, question: str) -> str:
    screen.print(Text(f"\n  {question}: "), end="")
    typed = keys.line()
    if typed.lower() in ("q", "quit"):
        raise LeaveTable
    return typed
