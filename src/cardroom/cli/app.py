"""What can be typed: every command with its options, and what happens when something goes wrong.

Each command's work is in a module of its own, loaded when it is asked for. A command returns its exit code: 0, or
1 for a check that failed. What a person got wrong, or a database cannot do, is raised as an error of ours and becomes
one line and exit code 2; what must never happen is a `Fault`, and keeps its traceback.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cardroom.clean import decoded, short, told, visible
from cardroom.cli import Mistake
from cardroom.cli.jackpots_app import jackpots
from cardroom.cli.store_app import Force, Key, Where, store
from cardroom.cli.words import count
from cardroom.errors import CardroomError, Fault
from cardroom.limits import LONGEST_ARGUMENT, MOST_WORKERS
from cardroom.version import version as version_in_words

__all__ = ["app"]


class _Commands(TyperGroup):
    """The group of all commands; it ends the program in one way, whatever happened."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit: 0, 1 for a failed check, 2 for what a person can put right."""
        _speak_any_language()
        args = sys.argv[1:] if args is None else args
        try:
            for argument in args:
                _check(argument)
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough, as in `| head`
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            code = 1
        except (typer.Abort, EOFError):
            code = _complain("the input ended")
        except KeyboardInterrupt:
            code = 130
        except Exception as error:
            message = _plain(error)
            if message is None:
                raise
            code = _complain(message)
        sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> int:
    print("cardroom: " + visible(short(" ".join(message.split()))), file=sys.stderr)
    return 2


def _check(argument: str) -> None:
    """Refuse an argument that no command can make anything of; a file may be called by bytes that are no letters."""
    if len(argument) > LONGEST_ARGUMENT:
        raise Mistake(f"{told(argument)}: an argument has at most {LONGEST_ARGUMENT} letters, not {len(argument)}")
    letters = not ("\0" in argument or any("\ud800" <= letter <= "\udfff" for letter in argument))
    if not letters and ("\0" in argument or not os.path.lexists(argument)):
        raise Mistake(f"{told(argument)}: this argument is not text in UTF-8, and there is no file of that name")


def _plain(error: Exception) -> str | None:
    """What a person did wrong, in a line; None if it was not a person's doing."""
    if isinstance(error, CardroomError) and not isinstance(error, Fault):
        return decoded(str(error))
    if isinstance(error, OSError) and error.strerror is not None:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    if hasattr(error, "format_message"):  # what the parser refuses
        return f"{error.format_message().rstrip('.')}; `cardroom --help` shows what there is"
    return None


def _speak_any_language() -> None:
    """Card suits are not in every character set: print a question mark rather than break, and read one."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(store, name="store")
app.add_typer(jackpots, name="jackpots")

_NAME = typer.Argument(metavar="GAME", help="The game's name as `cardroom games` lists it, or a part of it.")
Game = Annotated[str, _NAME]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="SET", help="The rule set, by its short name; else the first.")
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house rule's value; may be repeated.")
]
Each = Annotated[
    str | None,
    typer.Option("--each", metavar="orbit|HANDS", help="Of several poker games in turn: how long each is played."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Engine = Annotated[
    str, typer.Option(metavar="local|ray", help="Where to count: on this machine's cores, or on a Ray cluster.")
]
Workers = Annotated[str | None, typer.Option(metavar="COUNT", help="How many at once; else one a core.")]
Records = Annotated[str, typer.Argument(metavar="FILE", help="JSON, one value or one a line; - is standard input.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> int:
    """An executable rulebook for casino card games: played, proved and explained from one text."""
    if version:
        print(f"cardroom {version_in_words()}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return 0
    from cardroom.cli.lobby import lobby  # noqa: PLC0415

    return lobby()


@app.command()
def play(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    each: Each = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="What you are called in the records.")] = "guest",
    seats: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Seats taken, yours and the bank's among them.")
    ] = None,
    circles: Annotated[
        str, typer.Option(metavar="COUNT", help="Circles you bet at, where the rules give a player several.")
    ] = "1",
    behind: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Stand behind a bot's seat and bet on its hand.")
    ] = None,
    buy_in: Annotated[
        str | None,
        typer.Option("--buy-in", metavar="$", help="The chips you sit down with: 500, at poker 100 big blinds."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Deal a simulation that can be repeated.")] = None,
    my_seed: Annotated[
        bool, typer.Option("--my-seed", help="Be asked for your own part in every shuffle, once it is committed to.")
    ] = False,
    bank: Annotated[bool, typer.Option("--bank", help="Be offered the player-dealer position too.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add each round's record to a file, with the shuffles' secrets.")
    ] = None,
    ask_to_show: Annotated[
        bool, typer.Option("--ask-to-show", help="Poker: be asked at the showdown whether to show or muck.")
    ] = False,
    room: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at a live table of a server: one of this name or game.")
    ] = None,
    hall: Annotated[str, typer.Option(metavar="play|money", help="With --room: for what.")] = "play",
) -> int:
    """Play in the terminal, at seat 1, or with --room at a live table."""
    if room is not None:
        from cardroom.cli.remote import Visit, play_in_room  # noqa: PLC0415

        if rules or house or each or seats or behind or seed or my_seed or out or circles != "1":
            raise Mistake(
                "--room: the table is as the house runs it; leave out all but --name, --buy-in, --bank and --hall"
            )
        return play_in_room(Visit(room, game, name, hall, buy_in, bank))
    from cardroom.cli.games import with_bank  # noqa: PLC0415
    from cardroom.cli.play import Settings, play_command  # noqa: PLC0415
    from cardroom.cli.seating import Places  # noqa: PLC0415
    from cardroom.play import Game as OneGame  # noqa: PLC0415

    chosen = _game_or_mix(game, rules, house, each)
    places = Places(name, _seats(seats), count("--circles", circles), _count("--behind", behind), bank, buy_in)
    settings = Settings(places, seed, my_seed, out, ask_to_show)
    return play_command(with_bank(chosen) if bank and isinstance(chosen, OneGame) else chosen, settings)


@app.command()
def games(as_json: Json = False) -> int:
    """List the games and their rule sets."""
    from cardroom.cli.games import games_command  # noqa: PLC0415

    return games_command(as_json)


@app.command()
def rules(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page as Markdown.")] = False,
) -> int:
    """Print a game's rules: wagers, pay tables, house rules, sources."""
    from cardroom.cli.rules import rules_command  # noqa: PLC0415

    return rules_command(_game(game, rules, house), as_json, markdown)


@app.command()
def fees(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    option: Annotated[
        str | None, typer.Option("--option", metavar="NUMBER", help="One schedule by its printed option, as in 7.")
    ] = None,
    action: Annotated[
        str | None, typer.Option("--action", metavar="$", help="What it takes at this total table action.")
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="What it takes from a player with this base wager.")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="COUNT", help="Poker: what it takes with so many dealt in.")
    ] = None,
    reached: Annotated[
        str | None,
        typer.Option(
            "--reached",
            metavar="STREET",
            help="Poker: how far the hand went: preflop, flop, turn, river; or none, first, second, third round.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Print a game's collection schedules, or what one of them takes, from whom, when and why."""
    from cardroom.cli.fees import Asked, fees_command  # noqa: PLC0415

    asked = Asked(option, action, wager, players, reached)
    return fees_command(_game(game, rules, house), asked, as_json)


@app.command()
def analyze(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    set_pay: Annotated[
        list[str] | None,
        typer.Option("--set-pay", metavar="LINE=ODDS", help="What if a line paid otherwise, as in odds.flush=2."),
    ] = None,
    vary: Annotated[
        str | None, typer.Option(metavar="LINE", help="Seek the odds of a line that give --target-edge.")
    ] = None,
    target_edge: Annotated[
        str | None, typer.Option("--target-edge", metavar="EDGE", help="The edge wanted, as in 2.5%.")
    ] = None,
    action: Annotated[
        str | None,
        typer.Option("--action", metavar="$", help="The edge after the posted collection, at this total table action."),
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="With --action: one player's base wager.")
    ] = None,
    engine: Engine = "local",
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Say exactly what each wager costs, how often each line hits, and how to play best."""
    from cardroom.cli.analyze import WhatIf, analyze_command  # noqa: PLC0415

    what_if = WhatIf(tuple(set_pay or ()), vary, target_edge, action, wager)
    return analyze_command(_game(game, rules, house), as_json, what_if, engine, _workers(workers))


@app.command()
def certify(
    game: Annotated[str | None, _NAME] = None,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to; made if there is none.")],
    every: Annotated[bool, typer.Option("--all", help="Every game and rule set with an exact analysis.")] = False,
    rules: Rules = None,
    house: Set = None,
    engine: Engine = "local",
    workers: Workers = None,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Write a game's mathematics as a certificate: a page, JSON and CSV, held to the figures that documents print."""
    from cardroom.cli.certify import certify_command, every_game  # noqa: PLC0415

    if every and (game or rules or house):
        raise Mistake("--all certifies every game as its rule sets say: leave out GAME, --rules and --set")
    if not every and not game:
        raise Mistake("name a GAME to certify, or --all; `cardroom games` lists what there is")
    chosen = every_game() if every else (_game(game or "", rules, house),)
    return certify_command(chosen, out, every, engine, _workers(workers), as_json, force)


@app.command()
def diff(
    game: Game,
    first: Annotated[
        str | None, typer.Argument(metavar="SET", help="A rule set by its name, as GAME/SET, or a TOML file.")
    ] = None,
    second: Annotated[
        str | None, typer.Argument(metavar="SET", help="The other; left out, what the first departs from.")
    ] = None,
    *,
    house: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house rule of both; may be repeated.")
    ] = None,
    set_first: Annotated[
        list[str] | None, typer.Option("--set-first", metavar="NAME=VALUE", help="A house rule of the first alone.")
    ] = None,
    set_second: Annotated[
        list[str] | None, typer.Option("--set-second", metavar="NAME=VALUE", help="A house rule of the second alone.")
    ] = None,
    no_edges: Annotated[bool, typer.Option("--no-edges", help="Compare the rules alone.")] = False,
    engine: Engine = "local",
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Tell two rule sets apart in words, with the exact edges of both."""
    from cardroom.cli.diff import Sides, diff_command  # noqa: PLC0415

    sides = Sides(game, (first, second), house or (), set_first or (), set_second or ())
    return diff_command(sides, not no_edges, as_json, engine, _workers(workers))


@app.command()
def simulate(
    game: Game,
    *,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds", "-n", metavar="COUNT", help="How many, as in 1e8; else 1e7, 1e4 where a script plays."
        ),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed deals and plays the same.")] = "0",
    strategy: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="optimal, usual, house-way, or a Python file that defines decide."),
    ] = None,
    engine: Annotated[str, typer.Option(metavar="local|ray", help="This machine, or a Ray cluster.")] = "local",
    workers: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Rounds played side by side: as many as cores.")
    ] = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Simulate rounds by the million, and say how far their figures lie from the exact ones."""
    from cardroom.cli.simulate import Simulating, simulate_command  # noqa: PLC0415

    simulating = Simulating(_count("--rounds", rounds), seed, strategy, engine, _workers(workers))
    return simulate_command(_game(game, rules, house), simulating, as_json)


@app.command()
def deal(
    game: Game,
    *,
    rounds: Annotated[str, typer.Option("--rounds", "-n", metavar="COUNT", help="How many rounds, as in 1e6.")] = "10",
    seats: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Seats taken, the player-dealer's among them.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed deals and plays the same.")] = "0",
    bots: Annotated[str, typer.Option(metavar="usual|random", help="How the bots play.")] = "usual",
    rules: Rules = None,
    house: Set = None,
    each: Each = None,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the records to a file.")] = None,
) -> int:
    """Let bots play rounds, and write their records, one a line."""
    from cardroom.cli.deal import Dealing, deal_command  # noqa: PLC0415

    dealing = Dealing(count("--rounds", rounds), _seats(seats), seed, bots, out)
    return deal_command(_game_or_mix(game, rules, house, each), dealing, as_json)


@app.command()
def replay(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Records (JSON), hands (PHH), PokerStars logs; a folder; - is standard input."
        ),
    ],
    *,
    as_json: Json = False,
    viewer: Annotated[str | None, typer.Option("--as", metavar="NAME", help="Show what this player could see.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say which rounds do not replay, and why.")] = False,
    phh: Annotated[bool, typer.Option("--phh", help="Write poker hands as PHH, where it has the variant.")] = False,
    shuffles: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the shuffles are, if not beside the records.")
    ] = None,
) -> int:
    """Run round records or recorded poker hands again, and show them step by step."""
    from cardroom.cli.replay import Replaying, replay_command  # noqa: PLC0415

    return replay_command(files, Replaying(as_json, viewer, check, phh, shuffles))


@app.command()
def trace(
    document: Annotated[
        str | None, typer.Argument(metavar="DOCUMENT", help="A rule document, as in brook-huh; none: list them.")
    ] = None,
    section: Annotated[
        str | None, typer.Argument(metavar="SECTION", help="One section of it, by number or name.")
    ] = None,
    *,
    as_json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write it as one HTML page.")] = None,
    force: Force = False,
) -> int:
    """Say of every rule of a document where it is kept, which test holds it, or why it is not here."""
    from cardroom.cli.trace import trace_command  # noqa: PLC0415

    return trace_command(document, section, as_json, html, force)


@app.command()
def verify(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Records, shuffles and proofs (JSON); - is standard input.")
    ],
    *,
    as_json: Json = False,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="What was published before the cards were used, as you noted it.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="The hash of the last record that you know of.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The key that the house signs with.")] = None,
) -> int:
    """Check that cards were dealt as committed to, that records follow each other, and play each round again."""
    from cardroom.cli.verify import verify_command  # noqa: PLC0415

    return verify_command(files, as_json, commitment, head, key)


@app.command()
def sign(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records (JSON) of one or more tables.")],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The house's key; it is made if there is none.")],
) -> int:
    """Sign the last record of each table, and with it all before it; the signature is added to the file."""
    from cardroom.cli.sign import sign_command  # noqa: PLC0415

    return sign_command(files, key)


@app.command()
def audit(
    where: Where = None,
    *,
    key: Key = None,
    mark: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="How far the last audit came: held to and gone on from, then written anew."),
    ] = None,
    sign: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Sign the mark with this key; it is made if there is none.")
    ] = None,
    verify: Annotated[
        str | None, typer.Option(metavar="HEX", help="The public key that the mark must be signed with.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all/--go-on", help="Walk through what was before the mark as well, or go on from it.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Go through a store's books: every hash, every cent, every round played again; say where they do not hold."""
    from cardroom.cli.audit import Auditing, audit_command  # noqa: PLC0415

    return audit_command(where, Auditing(key, mark, sign, verify, every), as_json)


@app.command()
def report(
    where: Where = None,
    *,
    key: Key = None,
    day: Annotated[str | None, typer.Option(metavar="DATE", help="One gaming day; else today.")] = None,
    first: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first gaming day.")] = None,
    last: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The last gaming day; else today.")] = None,
    table: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A table; may be repeated. Else all.")] = None,
    begins: Annotated[str, typer.Option(metavar="HH:MM", help="When a gaming day begins.")] = "06:00",
    zone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Whose clock, as in America/Los_Angeles; else this machine's.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write it as CSV.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write it as one HTML page.")] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="Signals of collusion between players at poker.")] = False,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Report drop, handle, win and hold by gaming day and table, beside what the exact edges let expect."""
    from cardroom.cli.report import Reporting, report_command  # noqa: PLC0415

    if day and (first or last):
        raise Mistake("--day is one day: leave out --from and --to")
    if pairs and (csv or html or table):
        raise Mistake("--pairs is of all tables, as text or --json: leave out --table, --csv and --html")
    said = Reporting(day or first, day or last, table or (), begins, zone, csv, html, force, pairs)
    return report_command(where, key, said, as_json)


@app.command()
def serve(
    context: typer.Context,
    *,
    port: Annotated[str, typer.Option(metavar="PORT", help="The port; 0 takes any that is free.")] = "8080",
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen at.")] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="What browsers call it beside its address; may be repeated."),
    ] = None,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; else a folder of its own.")
    ] = None,
    tables: Annotated[bool, typer.Option(help="Have a table of each game ready, with bots, for play money.")] = True,
    forget: Annotated[
        str, typer.Option(metavar="DAYS", help="Forget guests after so many days, when their session is over.")
    ] = "30",
    browser: Annotated[bool, typer.Option("--open", help="Open the lobby in the browser.")] = False,
    log: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = "warning",
) -> int:
    """Open the card room: live tables in the browser, with people and bots."""
    if context.obj is None:
        raise Mistake("the card room is opened by the command `cardroom serve`")
    if log not in ("debug", "info", "warning", "error"):
        raise Mistake(f"--log {log}: say debug, info, warning or error")
    context.obj(
        host=host,
        port=count("--port", port, 65_535, least=0),
        db=db,
        names=host_name or (),
        tables=tables,
        forget=count("--forget", forget, 36_500, least=0),
        browser=browser,
        log=log,
        tell=lambda said: print(said, flush=True),
    )
    return 0


def _count(option: str, text: str | None) -> int | None:
    return None if text is None else count(option, text)


def _seats(text: str | None) -> int | None:
    return None if text is None else count("--seats", text, least=0)  # how many there must be, the game says


def _workers(text: str | None) -> int | None:
    return None if text is None else count("--workers", text, MOST_WORKERS)


def _game_or_mix(name: str, rules: str | None, house: Sequence[str] | None, each: str | None) -> Any:
    from cardroom.cli.common import chosen_mix  # noqa: PLC0415

    return chosen_mix(name, rules, house or (), each) or _game(name, rules, house)


def _game(name: str, rules: str | None, house: Sequence[str] | None) -> Any:
    from cardroom.cli.common import chosen_game  # noqa: PLC0415

    return chosen_game(name, rules, house or ())
