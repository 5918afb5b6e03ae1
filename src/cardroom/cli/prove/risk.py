"""`cardroom risk`: print the risk of ruin, the distribution of a bankroll, and the bankroll for a wanted risk."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.bankroll import Risk, risk
from cardroom.analysis.report import Estimate, repriced
from cardroom.cli import UsageError
from cardroom.cli.prove.analyze import parse_share, pay_changes
from cardroom.cli.terminal.common import console, note, print_json
from cardroom.cli.terminal.progress import engine_progress
from cardroom.games import game_of
from cardroom.money import cents, dollars
from cardroom.play import Game

__all__ = ["RiskOptions", "risk_command"]

CLASSES = 20
"""Rows of the plot in the terminal."""


class RiskOptions(NamedTuple):
    """The options of `cardroom risk`."""

    bankroll: str
    rounds: int
    wager: str | None = None
    bet: str | None = None
    stop: str | None = None
    wanted: str | None = None
    pays: Sequence[str] = ()
    plot: Path | None = None


def risk_command(game: Game, given: RiskOptions, as_json: bool, engine: str, workers: int | None) -> int:
    """Print the figures, and write the plot."""
    changed = game_of(repriced(game.rules, pay_changes(given.pays)))
    wanted = None if given.wanted is None else parse_share("--risk", given.wanted)
    if wanted is not None and not 0 < wanted < 1:
        raise UsageError(f"--risk {given.wanted}: write a share between 0 and 1, for example 5% or 0.05.")
    if given.plot is not None:
        from cardroom.cli.prove.plots import check_plot  # noqa: PLC0415  the plotting library is optional

        check_plot(given.plot)
    bankroll = _cents("--bankroll", given.bankroll)
    bet, stop = (
        None if typed is None else _cents(option, typed)
        for option, typed in (("--bet", given.bet), ("--stop", given.stop))
    )
    with engine_progress(engine, workers) as engine_for:
        found = risk(
            changed,
            bankroll,
            given.rounds,
            wager=given.wager,
            bet=bet,
            stop=stop,
            wanted=wanted,
            engine=engine_for(game.rules.name),
        )
    if given.plot is not None:
        from cardroom.cli.prove.plots import risk_plot  # noqa: PLC0415

        risk_plot(found, given.plot)
        note(f"Written to {given.plot}")
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
    if isinstance(found.deviation, Estimate):
        about = f"Estimated: the results of splits come from {found.deviation.rounds:,} simulated rounds (seed "
        about += f"“{found.deviation.seed}”). The edge and the most that a round can lose are exact."
        screen.print(Text(about, style="yellow"))
    rows = {
        "ruin": _percent(found.ruin),
        "ahead at the end": _percent(found.ahead),
        "even at the end": _percent(found.even),
        "average at the end": dollars(round(found.mean)),
        "average rounds played": f"{found.rounds_played:,.1f}",
    }
    if found.ruin_in_the_long_run < 1:
        rows["ruin ever, at most"] = _percent(found.ruin_in_the_long_run)
    if found.wanted is not None and found.needed is not None and found.needed_risk is not None:
        rows[f"bankroll for a risk of {_percent(found.wanted)}"] = (
            f"{dollars(found.needed)} (risk {_percent(found.needed_risk)})"
        )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for label, figure in rows.items():
        table.add_row(label, Text(figure, style="bold"))
    screen.print(Padding(table, (1, 0, 1, 2), expand=False))
    quantiles = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    quantiles.add_column("quantile")
    for share in found.quantiles:
        quantiles.add_column(f"{100 * share:g} %", justify="right")
    cells = (f"above {dollars(found.top)}" if each is None else dollars(each) for each in found.quantiles.values())
    quantiles.add_row("bankroll", *cells)
    screen.print(Padding(quantiles, (0, 0, 1, 2), expand=False))
    screen.print(Padding(_bars(found), (0, 0, 0, 2), expand=False))


def _bars(found: Risk) -> Table:
    """The distribution of the bankroll at the end as bars."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(justify="right", no_wrap=True)
    classes = found.histogram(CLASSES)
    most = max(share for _, _, share in classes)
    for low, high, share in classes:
        style = "red" if high < found.bankroll else "green" if low > found.bankroll else "yellow"
        bar = Text("█" * round(40 * share / most), style=style)
        amounts = dollars(low) if low == high else f"{dollars(low)} to {dollars(high)}"
        table.add_row(amounts, f"{100 * share:.2f} %", bar)
    return table


def _cents(option: str, typed: str) -> int:
    try:
        return cents(typed)
    except ValueError as error:
        raise UsageError(f"{option} {typed}: {error}") from None


def _percent(share: float) -> str:
    return f"{100 * share:.4f} %"
