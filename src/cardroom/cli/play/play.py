"""`cardroom play`: its options, for a table in the terminal and for a seat in a live room."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.play.lobby import ask_for_game
from cardroom.cli.play.remote import Visit, play_in_room
from cardroom.cli.play.seating import SeatOptions
from cardroom.cli.play.table import PlayOptions, play_at_table
from cardroom.cli.terminal.common import find_game, find_mix
from cardroom.cli.terminal.options import NAME, Each, Rules, Set, optional_count, parse_count, seats_of
from cardroom.games.mixed import Mixed
from cardroom.play import Game
from cardroom.show.rules import banked_by, takes_whole_pots

__all__ = ["play_command"]


def play_command(
    game: Annotated[str | None, NAME] = None,
    *,
    rules: Rules = None,
    house: Set = None,
    each: Each = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name in the records.")] = "guest",
    seats: Annotated[
        str | None,
        typer.Option(metavar="COUNT", help="Number of occupied seats, including yours and the player-dealer's."),
    ] = None,
    circles: Annotated[
        str, typer.Option(metavar="COUNT", help="Number of circles to bet, if the rules allow several.")
    ] = "1",
    behind: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Stand behind a bot's seat and bet on its hand.")
    ] = None,
    buy_in: Annotated[
        str | None,
        typer.Option("--buy-in", metavar="$", help="Your chips. Default: $500; at poker, 100 big blinds."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Deal repeatable rounds from this seed, instead of fair shuffles."),
    ] = None,
    my_seed: Annotated[
        bool,
        typer.Option("--my-seed", help="Ask me for a seed for each shuffle, after it is committed."),
    ] = False,
    bank: Annotated[bool, typer.Option("--bank", help="Let me bank rounds as the player-dealer.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append each round's record to a file, with the secrets of the shuffles."),
    ] = None,
    ask_to_show: Annotated[
        bool, typer.Option("--ask-to-show", help="Poker: ask me at the showdown whether to show or muck.")
    ] = False,
    room: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play at a live table on this server. GAME then names a table or a game."),
    ] = None,
    hall: Annotated[
        str, typer.Option(metavar="play|money", help="With --room: the play-money hall or the money hall.")
    ] = "play",
    evidence: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --room: append what you were shown, for `cardroom verify --evidence`."),
    ] = None,
    accept_whole_pots: Annotated[
        bool, typer.Option("--accept-whole-pots", help="Poker: play with a fee that can take whole pots.")
    ] = False,
) -> int:
    """Play a game in the terminal, or at a live table.

    Without GAME, choose one from a list.
    """
    if room is not None:
        if rules or house or each or seats or behind or seed or my_seed or out or ask_to_show or circles != "1":
            raise UsageError("With --room, only --name, --buy-in, --bank, --hall and --evidence can be used.")
        if game is None:
            raise UsageError("--room needs the name of a table or a game: `cardroom play GAME --room URL`.")
        return play_in_room(Visit(room, game, name, hall, buy_in, bank, evidence))
    if evidence is not None:
        raise UsageError("--evidence needs --room: at a local table, --out writes records with their secrets.")
    if game is None:
        choice = ask_for_game(rules=rules is None)
        if choice is None:
            return 0
        game, rules = choice.slug, rules or choice.rules.rules
    chosen = find_mix(game, rules, house, each) or find_game(game, rules, house)
    for playing in () if accept_whole_pots else chosen.games if isinstance(chosen, Mixed) else (chosen,):
        for warning in takes_whole_pots(playing.rules):
            raise UsageError(f"Collection {warning}. Add --accept-whole-pots to play with it.")
    if bank and isinstance(chosen, Game):
        check_bank(chosen)
    places = SeatOptions(
        name, seats_of(seats), parse_count("--circles", circles), optional_count("--behind", behind), bank, buy_in
    )
    return play_at_table(chosen, PlayOptions(places, seed, my_seed, out, ask_to_show))


def check_bank(game: Game) -> None:
    """Raise an error if a player cannot bank a game.

    >>> from cardroom.games import game
    >>> check_bank(game("razz"))
    Traceback (most recent call last):
    cardroom.cli.UsageError: --bank: razz has no bank, because players play against each other. Leave it out.
    """
    bank = banked_by(game.rules)
    if bank == "none":
        raise UsageError(f"--bank: {game.slug} has no bank, because players play against each other. Leave it out.")
    if bank == "house":
        raise UsageError(f"--bank: the house banks {game.slug} under these rules. Leave it out.")
