"""`cardroom risk`: print the risk of ruin, the distribution of a bankroll, and the bankroll for a target risk."""

from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.bankroll import Risk, risk
from cardroom.analysis.report import Estimate, Rounded, repriced
from cardroom.cli import UsageError
from cardroom.cli.prove.analyze import parse_share, pay_changes
from cardroom.cli.prove.plots import check_plot, risk_plot
from cardroom.cli.terminal.common import console, find_game, note, print_json
from cardroom.cli.terminal.options import (
    EngineName,
    GameName,
    Json,
    Plot,
    Rules,
    Set,
    SetPay,
    Workers,
    parse_cents,
    parse_count,
    workers_of,
)
from cardroom.cli.terminal.progress import engine_progress
from cardroom.games import game_of
from cardroom.money import dollars

__all__ = ["risk_command"]

CLASSES = 20
"""Rows of the plot in the terminal."""


def risk_command(
    name: GameName,
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
    target: Annotated[
        str | None, typer.Option("--risk", metavar="SHARE", help="Also find the bankroll for this risk of ruin (5%).")
    ] = None,
    set_pay: SetPay = None,
    plot: Plot = None,
    engine: EngineName = "local",
    workers: Workers = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Compute the risk of ruin, and the bankroll for a target risk.

    Also compute the bankroll after a number of rounds.
    """
    game = find_game(name, rules, house)
    changed = game_of(repriced(game.rules, pay_changes(set_pay or ())))
    share = None if target is None else parse_share("--risk", target)
    if share is not None and not 0 < share < 1:
        raise UsageError(f"--risk {target}: write a share between 0 and 1, for example 5% or 0.05.")
    if plot is not None:
        check_plot(plot)
    with engine_progress(engine, workers_of(workers)) as engine_for:
        found = risk(
            changed,
            parse_cents("--bankroll", bankroll),
            parse_count("--rounds", rounds),
            wager=wager,
            bet=None if bet is None else parse_cents("--bet", bet),
            stop=None if stop is None else parse_cents("--stop", stop),
            wanted=share,
            engine=engine_for(game.rules.name),
        )
    if plot is not None:
        risk_plot(found, plot)
        note(f"Written to {plot}")
    if as_json:
        print_json(found.to_dict(), indent=2)
    else:
        _print(found, changed.rules.name)
    return 0


def _print(found: Risk, name: str) -> None:
    screen = console()
    screen.print(Text(name, style="bold").append(f"  rule set {found.rules}", style="not bold dim"))
    screen.print(
        f"{found.label}: {dollars(found.bet)} a round, {found.rounds:,} rounds, from {dollars(found.bankroll)}"
    )
    screen.print(Text(f"The player stops with less than {dollars(found.stop)}: that is ruin.", style="dim"))
    if found.stop < found.most_lost:
        screen.print(
            Text(f"A round can lose {dollars(found.most_lost)}. The player may owe a part of it.", style="yellow")
        )
    if found.estimated:
        about = f"Estimated: the results of splits come from {found.estimated.rounds:,} simulated rounds (seed "
        about += f"“{found.estimated.seed}”); ± is a standard error. The edge and the most that a round can lose are "
        screen.print(Text(f"{about}exact.", style="yellow"))
    rows = {
        "ruin": _percent(found.ruin),
        "ahead at the end": _percent(found.ahead),
        "even at the end": _percent(found.even),
        "average at the end": dollars(round(float(found.mean))),
        "average rounds played": f"{float(found.rounds_played):,.1f}",
    }
    if found.ruin_in_the_long_run.value < 1:
        rows["ruin ever, at most"] = _percent(found.ruin_in_the_long_run)
    if found.wanted is not None and found.needed is not None and found.needed_risk is not None:
        rows[f"bankroll for a risk of {100 * float(found.wanted):.4f} %"] = (
            f"{dollars(found.needed)} (risk {_percent(found.needed_risk)})"
        )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for label, figure in rows.items():
        table.add_row(label, Text(figure, style="bold"))
    screen.print(Padding(table, (1, 0, 1, 2), expand=False))
    quantiles = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    quantiles.add_column("quantile")
    for share in found.quantiles:
        quantiles.add_column(f"{100 * float(share):g} %", justify="right")
    cells = (f"above {dollars(found.top)}" if each is None else dollars(each) for each in found.quantiles.values())
    quantiles.add_row("bankroll", *cells)
    screen.print(Padding(quantiles, (0, 0, 1, 2), expand=False))
    screen.print(Padding(_bars(found), (0, 0, 0, 2), expand=False))


def _bars(found: Risk) -> Table:
    """The distribution of the bankroll at the end as bars."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(justify="right", no_wrap=True)
    classes = found.histogram(CLASSES)
    most = max(float(share) for _, _, share in classes)
    for low, high, share in classes:
        style = "red" if high < found.bankroll else "green" if low > found.bankroll else "yellow"
        bar = Text("█" * round(40 * float(share) / most), style=style)
        amounts = dollars(low) if low == high else f"{dollars(low)} to {dollars(high)}"
        table.add_row(amounts, f"{100 * float(share):.2f} %", bar)
    return table


def _percent(share: Rounded | Estimate) -> str:
    """A share in per cent; an estimate with its standard error."""
    error = f" ± {100 * share.standard_error:.4f} %" if isinstance(share, Estimate) else ""
    return f"{100 * float(share):.4f} %{error}"
