"""Commands that prove something: exact edges, certificates, simulations, traceability, fair shuffles.

This is one file, because it only declares the commands and their options, as the help lists them.
"""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.store_app import Force
from cardroom.cli.terminal.options import (
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
from cardroom.cli.terminal.words import parse_count

__all__ = ["analyze", "certify", "diff", "evaluate", "keys", "risk", "sign", "simulate", "trace", "verify"]


SetPay = Annotated[
    list[str] | None,
    typer.Option(
        "--set-pay", metavar="LINE=ODDS", help="Change what a pay line pays (odds.flush=2). Repeat for several."
    ),
]

Recount = Annotated[
    bool, typer.Option("--recount", help="Count all deals again, even if the result is already stored.")
]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Write a plot (.svg, .png, .pdf).")]


def analyze(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    set_pay: SetPay = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE[=ODDS]",
            help="Find this line's odds for --target-edge, or list edges over odds (odds.flush=2..5). Repeat.",
        ),
    ] = None,
    target_edge: Annotated[
        str | None, typer.Option("--target-edge", metavar="EDGE", help="The edge to reach with --vary (2.5%).")
    ] = None,
    action: Annotated[
        str | None,
        typer.Option("--action", metavar="$", help="Include the posted collection, at this total table action."),
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="With --action: the base wager of one player.")
    ] = None,
    pace: Annotated[
        str | None,
        typer.Option("--pace", metavar="HANDS", help="Poker: hands an hour, for the cost of the collection."),
    ] = None,
    coverage: Annotated[
        str | None,
        typer.Option("--coverage", metavar="$", help="The player-dealer's gain by seat, if the bank has this much."),
    ] = None,
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bets", metavar="WAGER=$,...", help="With --coverage: the bets of a seat. Repeat for each seat."
        ),
    ] = None,
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="N", help="With --coverage: the rounds to simulate (2000).")
    ] = None,
    plot: Plot = None,
    engine: Engine = "local",
    workers: Workers = None,
    recount: Recount = False,
    as_json: Json = False,
) -> int:
    """Compute the exact edge of each wager, the best strategy, and how often each line or poker hand occurs."""
    if coverage is not None:
        from cardroom.cli.prove.coverage import coverage_command  # noqa: PLC0415

        if set_pay or vary or target_edge or action or wager or pace or plot:
            raise UsageError("--coverage goes with --bets, --rounds, --rules, --set and --json, and no other option.")
        chosen = game_named(game, rules, house)
        return coverage_command(chosen, coverage, tuple(bets or ()), optional_count("--rounds", rounds), as_json)
    if bets or rounds:
        raise UsageError("--bets and --rounds need --coverage, the player-dealer's bank.")
    from cardroom.cli.prove.analyze import WhatIf, analyze_command  # noqa: PLC0415

    hands = optional_count("--pace", pace)
    what_if = WhatIf(tuple(set_pay or ()), tuple(vary or ()), target_edge, action, wager, hands, plot)
    return analyze_command(game_named(game, rules, house), as_json, what_if, engine, workers_of(workers), recount)


def certify(
    game: Annotated[str | None, NAME] = None,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to; created if missing.")],
    every: Annotated[
        bool, typer.Option("--all", help="Certify every game and rule set with an exact analysis.")
    ] = False,
    rules: Rules = None,
    house: Set = None,
    engine: Engine = "local",
    workers: Workers = None,
    simulate_rounds: Annotated[
        str | None,
        typer.Option("--simulate", metavar="ROUNDS", help="Add a simulation of this many rounds (1e7), with errors."),
    ] = None,
    recount: Recount = False,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Write a game's exact figures as a certificate (HTML, JSON, CSV), compared with printed figures."""
    from cardroom.cli.prove.certify import certify_command, every_game  # noqa: PLC0415

    if every and (game or rules or house):
        raise UsageError("--all certifies every game with its own rule sets. Leave out GAME, --rules and --set.")
    if not every and not game:
        raise UsageError("Give a GAME to certify, or --all. `cardroom games` lists the games.")
    chosen = every_game() if every else (game_named(game or "", rules, house),)
    rounds = optional_count("--simulate", simulate_rounds)
    return certify_command(chosen, out, every, engine, workers_of(workers), as_json, force, rounds, recount)


def diff(
    game: Game,
    first: Annotated[
        str | None, typer.Argument(metavar="SET", help="A rule set: its name, GAME/SET, or a TOML file.")
    ] = None,
    second: Annotated[
        str | None,
        typer.Argument(metavar="SET", help="The other rule set. Default: the one that the first is based on."),
    ] = None,
    *,
    house: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house rule for both. Repeat for several.")
    ] = None,
    set_first: Annotated[
        list[str] | None, typer.Option("--set-first", metavar="NAME=VALUE", help="A house rule for the first only.")
    ] = None,
    set_second: Annotated[
        list[str] | None, typer.Option("--set-second", metavar="NAME=VALUE", help="A house rule for the second only.")
    ] = None,
    no_edges: Annotated[bool, typer.Option("--no-edges", help="Compare only the rules.")] = False,
    engine: Engine = "local",
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Compare two rule sets in words, with the exact edges of both."""
    from cardroom.cli.prove.diff import Sides, diff_command  # noqa: PLC0415

    sides = Sides(game, (first, second), house or (), set_first or (), set_second or ())
    return diff_command(sides, not no_edges, as_json, engine, workers_of(workers))


def evaluate(
    game: Game,
    *,
    hand: Annotated[str, typer.Option("--hand", metavar="CARDS", help="Your cards ('As 7d').")],
    board: Annotated[str, typer.Option("--board", metavar="CARDS", help="The board so far ('Kh 7c 2s').")] = "",
    dealer: Annotated[str, typer.Option("--dealer", metavar="CARDS", help="The dealer's cards that are shown.")] = "",
    seen: Annotated[
        str, typer.Option("--seen", metavar="CARDS", help="Other cards that you have seen and that cannot come.")
    ] = "",
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="Your first wager. Default: the table minimum.")
    ] = None,
    chips: Annotated[
        str | None, typer.Option("--chips", metavar="$", help="Your chips behind. Default: enough for every option.")
    ] = None,
    hands: Annotated[
        str, typer.Option("--hands", metavar="COUNT", help="21.5: the hands in your circle, after splits.")
    ] = "1",
    doubled: Annotated[
        str, typer.Option("--doubled", metavar="COUNT", help="21.5: how often this hand was doubled.")
    ] = "0",
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Compute the exact value of every option of a decision, and the cost of a wrong one."""
    from cardroom.cli.study.evaluate import GivenFacts, evaluate_command  # noqa: PLC0415

    given = GivenFacts(
        hand,
        board,
        dealer,
        seen,
        wager,
        chips,
        parse_count("--hands", hands, 4),
        parse_count("--doubled", doubled, 3, 0),
    )
    return evaluate_command(game_named(game, rules, house), given, as_json)


def risk(
    game: Game,
    *,
    bankroll: Annotated[str, typer.Option("--bankroll", metavar="$", help="The money at the start.")],
    rounds: Annotated[str, typer.Option("--rounds", "-n", metavar="COUNT", help="Rounds to play.")] = "1000",
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="NAME", help="The wager to play. Default: the game's first one.")
    ] = None,
    bet: Annotated[
        str | None, typer.Option("--bet", metavar="$", help="The amount of each wager. Default: the table minimum.")
    ] = None,
    stop: Annotated[
        str | None,
        typer.Option("--stop", metavar="$", help="Stop with less than this. Default: the most that a round can lose."),
    ] = None,
    wanted: Annotated[
        str | None, typer.Option("--risk", metavar="SHARE", help="Also find the bankroll for this risk of ruin (5%).")
    ] = None,
    set_pay: SetPay = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Write a plot (.svg, .png, .pdf).")
    ] = None,
    engine: Engine = "local",
    workers: Workers = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Compute the risk of ruin, the bankroll after n rounds, and the bankroll for a wanted risk."""
    from cardroom.cli.prove.risk import RiskOptions, risk_command  # noqa: PLC0415

    count = parse_count("--rounds", rounds)
    given = RiskOptions(bankroll, count, wager, bet, stop, wanted, tuple(set_pay or ()), plot)
    return risk_command(game_named(game, rules, house), given, as_json, engine, workers_of(workers))


def simulate(
    game: Game,
    *,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            "-n",
            metavar="COUNT",
            help="Rounds to play (1e8). Default: 1e7, or 1e4 for games played by script.",
        ),
    ] = None,
    shoes: Annotated[
        str | None,
        typer.Option("--shoes", metavar="COUNT", help="EZ Baccarat: deal this many shoes to the cut card instead."),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same rounds.")] = "0",
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="optimal, usual, house-way, or a Python file that defines decide or strategy."
        ),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            metavar="local|ray",
            help="Run on this machine, or also on the Ray cluster that RAY_ADDRESS names. It is used only if this "
            "machine alone would need more than 15 seconds.",
        ),
    ] = "local",
    workers: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Number of parallel workers. Default: one per core.")
    ] = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Simulate millions of rounds, and compare the results with the exact figures."""
    from cardroom.cli.prove.simulate import SimulateOptions, simulate_command  # noqa: PLC0415

    many = optional_count("--shoes", shoes)
    simulating = SimulateOptions(optional_count("--rounds", rounds), seed, strategy, engine, workers_of(workers), many)
    return simulate_command(game_named(game, rules, house), simulating, as_json)


def trace(
    document: Annotated[
        str | None, typer.Argument(metavar="DOCUMENT", help="A rule document (brook-huh). Default: list all.")
    ] = None,
    section: Annotated[str | None, typer.Argument(metavar="SECTION", help="One section, by number or name.")] = None,
    *,
    as_json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML page.")] = None,
    force: Force = False,
) -> int:
    """Show where each rule of a document is implemented and tested, or why it is not."""
    from cardroom.cli.prove.trace import trace_command  # noqa: PLC0415

    return trace_command(document, section, as_json, html, force)


def verify(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Records, shuffles and proofs (JSON); - is standard input.")
    ],
    *,
    as_json: Json = False,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you saved before the cards were dealt.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="The hash of the last record, if you saved it.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The public key of the house's signatures.")] = None,
    evidence: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="What your client was shown of the rounds.")
    ] = None,
) -> int:
    """Check that cards came from the committed shuffle and that records are chained; replay each round."""
    from cardroom.cli.prove.verify import verify_command  # noqa: PLC0415

    return verify_command(files, as_json, commitment, head, key, evidence or ())


def sign(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records (JSON) of one or more tables.")],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The house's private key; created if missing.")],
) -> int:
    """Sign the last record of each table, which covers all earlier ones. The signature is added to the file."""
    from cardroom.cli.operate.sign import sign_command  # noqa: PLC0415

    return sign_command(files, key)


def keys(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The list of the house's earlier keys; created if missing.")
    ],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The new private key; created if missing.")],
    retire: Annotated[Path, typer.Option(metavar="FILE", help="The private key that is no longer used.")],
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="The retired key was stolen: its signatures prove nothing any more.")
    ] = False,
) -> int:
    """Retire the house's signing key. Give the list to `cardroom verify` with the new key to check old signatures."""
    from cardroom.cli.operate.sign import keys_command  # noqa: PLC0415

    return keys_command(file, key, retire, withdraw=withdraw)
