"""Commands to play, and to look at games: rules, fees, bot rounds, replays."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.terminal.options import (
    NAME,
    Each,
    Game,
    Json,
    Rules,
    Set,
    game_named,
    game_or_mix,
    optional_count,
    seats_of,
)
from cardroom.cli.terminal.words import parse_count

__all__ = ["deal", "fees", "games", "play", "replay", "rules"]


def play(
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
        str | None, typer.Option(help="Deal repeatable rounds from this seed, instead of fair shuffles.")
    ] = None,
    my_seed: Annotated[
        bool, typer.Option("--my-seed", help="Add a seed of your own to each shuffle, after it is committed.")
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
    """Play in the terminal, or with --room at a live table. Without GAME, choose one from a list."""
    if room is not None:
        from cardroom.cli.play.remote import Visit, play_in_room  # noqa: PLC0415

        if rules or house or each or seats or behind or seed or my_seed or out or circles != "1":
            raise UsageError("With --room, only --name, --buy-in, --bank, --hall and --evidence can be used.")
        if game is None:
            raise UsageError("--room needs the name of a table or a game: `cardroom play GAME --room URL`.")
        return play_in_room(Visit(room, game, name, hall, buy_in, bank, evidence))
    if evidence is not None:
        raise UsageError("--evidence needs --room: at a local table, --out writes records with their secrets.")
    from cardroom.cli.play.games import with_bank  # noqa: PLC0415
    from cardroom.cli.play.seating import SeatOptions  # noqa: PLC0415
    from cardroom.cli.play.table import PlayOptions, play_command  # noqa: PLC0415
    from cardroom.games.mixed import Mixed  # noqa: PLC0415
    from cardroom.show.rules import takes_whole_pots  # noqa: PLC0415

    if game is None:
        from cardroom.cli.play.lobby import ask_for_game  # noqa: PLC0415

        choice = ask_for_game(rules=rules is None)
        if choice is None:
            return 0
        game, rules = choice.slug, rules or choice.rules.rules
    chosen = game_or_mix(game, rules, house, each)
    for playing in () if accept_whole_pots else chosen.games if isinstance(chosen, Mixed) else (chosen,):
        for warning in takes_whole_pots(playing.rules):
            raise UsageError(f"Collection {warning}. Add --accept-whole-pots to play with it.")
    places = SeatOptions(
        name, seats_of(seats), parse_count("--circles", circles), optional_count("--behind", behind), bank, buy_in
    )
    settings = PlayOptions(places, seed, my_seed, out, ask_to_show)
    return play_command(with_bank(chosen) if bank and not isinstance(chosen, Mixed) else chosen, settings)


def train(
    game: Game,
    *,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help='Practise one kind of decision, such as "On the flop". Default: all.')
    ] = "",
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same decisions.")] = None,
    rules: Rules = None,
    house: Set = None,
) -> int:
    """Practise the decisions of a game: each answer is valued exactly, and mistakes cost what they cost on average."""
    from cardroom.cli.study.train import train_command  # noqa: PLC0415

    return train_command(game_named(game, rules, house), kind, seed)


def games(as_json: Json = False) -> int:
    """List the games and their rule sets."""
    from cardroom.cli.play.games import games_command  # noqa: PLC0415

    return games_command(as_json)


def rules(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> int:
    """Print the rules of a game: wagers, pay tables, house rules, sources."""
    from cardroom.cli.play.rules import rules_command  # noqa: PLC0415

    return rules_command(game_named(game, rules, house), as_json, markdown)


def fees(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    option: Annotated[
        str | None, typer.Option("--option", metavar="NUMBER", help="One schedule, by its printed option number (7).")
    ] = None,
    action: Annotated[
        str | None, typer.Option("--action", metavar="$", help="Compute the fee at this total table action.")
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="Compute the fee of a player with this base wager.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="COUNT", help="Poker: compute the fee with this many players dealt in."),
    ] = None,
    reached: Annotated[
        str | None,
        typer.Option(
            "--reached",
            metavar="STREET",
            help="Poker: the last street reached (preflop, flop, turn, river, or none, first, second, third).",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Print the collection schedules of a game, or compute the fees of one of them."""
    from cardroom.cli.play.fees import FeeQuery, fees_command  # noqa: PLC0415

    query = FeeQuery(option, action, wager, players, reached)
    return fees_command(game_named(game, rules, house), query, as_json)


def deal(
    game: Game,
    *,
    rounds: Annotated[str, typer.Option("--rounds", "-n", metavar="COUNT", help="Number of rounds (1e6).")] = "10",
    seats: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Number of occupied seats, including the player-dealer's.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same rounds.")] = "0",
    bots: Annotated[str, typer.Option(metavar="usual|random", help="How the bots play.")] = "usual",
    rules: Rules = None,
    house: Set = None,
    each: Each = None,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the records to a file.")] = None,
) -> int:
    """Let bots play rounds, and print or save their records, one per line."""
    from cardroom.cli.play.deal import DealOptions, deal_command  # noqa: PLC0415

    dealing = DealOptions(parse_count("--rounds", rounds), seats_of(seats), seed, bots, out)
    return deal_command(game_or_mix(game, rules, house, each), dealing, as_json)


def replay(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Records (JSON), hands (PHH, Open Hand History), poker sites' logs, a folder, or - (standard input).",
        ),
    ],
    *,
    as_json: Json = False,
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Show only what this player could see.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Report only the rounds that fail to replay, with the reason.")
    ] = False,
    phh: Annotated[
        bool, typer.Option("--phh", help="Print poker hands in the PHH format, if it supports the variant.")
    ] = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print poker statistics of each player: VPIP, PFR, 3-bet, bb/100.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="With --stats: print comma-separated values.")] = False,
    ohh: Annotated[
        bool, typer.Option("--ohh", help="Print poker hands as Open Hand History, one JSON value per line.")
    ] = False,
    shuffles: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the shuffles, if they are not with the records.")
    ] = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="In a folder, ignore files without rounds, and exit with 0.")
    ] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Print what each decision of a player was worth, and how lucky they were.")
    ] = False,
) -> int:
    """Replay records or recorded poker hands, and show them step by step."""
    from cardroom.cli.study.replay import ReplayOptions, replay_command  # noqa: PLC0415

    wanted = ReplayOptions(as_json, viewer, check, phh, shuffles, lenient, ohh, stats, as_csv, review)
    return replay_command(files, wanted)
