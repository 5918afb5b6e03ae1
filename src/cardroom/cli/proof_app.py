"""What can be typed to prove something: exact edges, certificates, simulation, what documents ask, fair shuffles."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.options import (
    NAME,
    Engine,
    Game,
    Json,
    Rules,
    Set,
    Workers,
    game_named,
    optional_count,
    workers_of,
)
from cardroom.cli.store_app import Force

__all__ = ["analyze", "certify", "diff", "sign", "simulate", "trace", "verify"]


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
    return analyze_command(game_named(game, rules, house), as_json, what_if, engine, workers_of(workers))


def certify(
    game: Annotated[str | None, NAME] = None,
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
        raise UsageError("--all certifies every game as its rule sets say: leave out GAME, --rules and --set")
    if not every and not game:
        raise UsageError("name a GAME to certify, or --all; `cardroom games` lists what there is")
    chosen = every_game() if every else (game_named(game or "", rules, house),)
    return certify_command(chosen, out, every, engine, workers_of(workers), as_json, force)


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
    return diff_command(sides, not no_edges, as_json, engine, workers_of(workers))


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
    from cardroom.cli.simulate import SimulateOptions, simulate_command  # noqa: PLC0415

    simulating = SimulateOptions(optional_count("--rounds", rounds), seed, strategy, engine, workers_of(workers))
    return simulate_command(game_named(game, rules, house), simulating, as_json)


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


def sign(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records (JSON) of one or more tables.")],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The house's key; it is made if there is none.")],
) -> int:
    """Sign the last record of each table, and with it all before it; the signature is added to the file."""
    from cardroom.cli.sign import sign_command  # noqa: PLC0415

    return sign_command(files, key)
