"""`cardroom equity`: print what share of the pot hands or ranges win."""

from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.study.range_command import Board, Dead, poker_dealing
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import GameName, Json, Rules, Set, parse_count
from cardroom.errors import InputError
from cardroom.figures import Estimate, Figure
from cardroom.poker import Equity, equity

__all__ = ["equity_command"]

MOST_SECONDS = 86_400


def equity_command(
    name: GameName,
    hands: Annotated[
        list[str], typer.Argument(metavar="HAND...", help="A hand or a range for each of 2 to 10 players.")
    ],
    *,
    board: Board = "",
    dead: Dead = "",
    draws: Annotated[
        str,
        typer.Option(
            "--draws", metavar="COUNT,...", help="Draw games: the cards each player draws, if discards are unknown."
        ),
    ] = "",
    seconds: Annotated[
        str, typer.Option("--seconds", metavar="SECONDS", help="The most time to count all deals; then a sample.")
    ] = "5",
    seed: Annotated[str, typer.Option("--seed", metavar="NUMBER", help="The seed of a sample.")] = "0",
    trials: Annotated[
        str | None, typer.Option("--trials", metavar="COUNT", help="Sample this many deals instead of counting.")
    ] = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Compute what share of the pot hands or ranges win.

    The result is exact if all deals can be counted in time. Otherwise it is an estimate, with its error.
    """
    dealing = poker_dealing(name, rules, house)
    counts = [parse_count("--draws", each, 10, 0) for each in draws.split(",")] if draws else None
    time = parse_count("--seconds", seconds, MOST_SECONDS, 0)
    start = parse_count("--seed", seed, least=0)
    tries = None if trials is None else parse_count("--trials", trials, 10**10, 2)
    try:
        found = equity(
            dealing,
            *hands,
            board=board,
            dead=dead,
            draws=counts,
            seconds=time,
            seed=start,
            trials=tries,
        )
    except InputError as error:
        raise UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    if as_json:
        print_json(found.to_dict(), indent=2)
    else:
        _print(dealing.name, found)
    return 0


def _print(game: str, found: Equity) -> None:
    screen = console()
    screen.print(Text(game, style="bold"))
    split = found.players[0].high is not None
    pieces = found.players[0].scoop is not None
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("hand", overflow="fold")
    headings = ["equity", "win", "tie", *(("high", "low") if split else ())]
    headings += ["scoop", "3/4", "1/2", "1/4"] if pieces else []
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for player in found.players:
        figures: list[Figure | None] = [player.equity, player.win]
        row = [_percent(each) for each in figures]
        row.append(f"{sum(float(each) for each in player.tie.values()):.4%}")
        row += [_percent(each) for each in ((player.high, player.low) if split else ())]
        if pieces:
            row += [_percent(each) for each in (player.scoop, player.three_quarters, player.half, player.quarter)]
        table.add_row(Text(player.hand), *row)
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    if found.exact:
        screen.print(Text(f"Exact: all {found.deals:,} deals are counted."))
    else:
        screen.print(
            Text(
                f"Estimates from {found.deals:,} sampled deals with seed {found.seed}; "
                f"the largest standard error of an equity is {found.error:.4%}."
            )
        )
    for note in found.notes:
        screen.print(Text(f"{note}."))


def _percent(value: Figure | None) -> str:
    if value is None:
        return ""
    return f"{float(value):.2%}" if isinstance(value, Estimate) else f"{float(value):.4%}"
