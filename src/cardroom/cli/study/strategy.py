"""`cardroom strategy`: print the best strategy of few plain lines that was found, with its exact cost."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis.strategy import MOST_LINES, PlainStrategies, plain_strategies
from cardroom.cli.terminal.common import console, find_game, plural, print_json
from cardroom.cli.terminal.options import GameName, Json, Recount, Rules, Set, parse_count
from cardroom.cli.terminal.progress import engine_progress
from cardroom.figures import how_known

__all__ = ["strategy_command"]

WIDTH = 40
"""The longest bar of the chart of costs."""


def strategy_command(
    name: GameName,
    *,
    lines: Annotated[
        str, typer.Option("--lines", metavar="COUNT", help=f"The most lines of the strategy, up to {MOST_LINES}.")
    ] = "12",
    rules: Rules = None,
    house: Set = None,
    recount: Recount = False,
    as_json: Json = False,
) -> int:
    """Print a strategy of few plain lines, with its exact cost.

    It is the best one found. Also print the costs of the best ones found of fewer and more lines.
    """
    many = parse_count("--lines", lines, MOST_LINES)
    game = find_game(name, rules, house)
    with engine_progress() as engine:
        found = plain_strategies(game, engine(game.rules.name), recount=recount)
    if as_json:
        print_json(found.to_dict(many), indent=2)
    else:
        _print(found, many)
    return 0


def _print(found: PlainStrategies, many: int) -> None:
    screen, rules = console(), found.game.rules
    unit = rules.wager[next(iter(rules.wager))].label
    chosen = found.of(many)
    screen.print(Text(rules.name, style="bold").append(f"  rule set {rules.rules}", style="not bold dim"))
    screen.print(
        f"{plural(len(chosen.lines), 'line')}: edge {_percent(chosen.edge)} of the {unit}; the best play has "
        f"{_percent(found.best)}. The lines cost {_percent(found.cost(many))}."
    )
    number = 0
    for moment, sentences in found.card(many):
        screen.print()
        if moment:
            screen.print(Text(moment, style="bold"))
        page = Table.grid(padding=(0, 1, 0, 0))
        page.add_column(justify="right", min_width=4)
        for each in sentences:
            last = each == sentences[-1]
            number += not last
            page.add_row("" if last else f"{number}.", each[0].upper() + each[1:], style="dim" if last else "")
        screen.print(page)
    if terms := found.terms(many):
        screen.print()
        for each in terms:
            screen.print(Text(each, style="dim"))
    if chart := found.pockets(many):
        screen.print()
        screen.print(Text("Antes to raise before the flop; suited pockets are above the diagonal", style="dim"))
        screen.print(_pocket_chart(chart))
    if text := found.chart(many):
        screen.print()
        for each in text:
            screen.print(Text(each, style="dim" if each == text[0] else ""))
    screen.print()
    screen.print(_cost_chart(found, many))
    how = how_known([found.best, *(each.edge for each in found.found)])
    screen.print(Text(f"Costs are {how}. Better lines may exist: the search does not try all lists.", style="dim"))


def _pocket_chart(chart: list[list[int]]) -> Table:
    """The first decision for every pocket: suited ones above the diagonal, from aces down."""
    names = "AKQJT98765432"
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", style="dim")
    for each in names:
        table.add_column(each, justify="right")
    for rank, row in zip(names, chart, strict=True):
        table.add_row(rank, *(str(times) if times else "·" for times in row))
    return table


def _cost_chart(found: PlainStrategies, many: int) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("lines", "edge", "cost"):
        table.add_column(heading, justify="right")
    table.add_column("")
    highest = max(found.cost(1), found.cost(2)) or 1
    for lines in range(1, len(found.found) + 1):
        if len(found.of(lines).lines) < lines:
            break
        bar = "█" * round(WIDTH * min(1.0, float(found.cost(lines) / highest)))
        style = "bold" if lines == len(found.of(many).lines) else ""
        table.add_row(str(lines), _percent(found.of(lines).edge), _percent(found.cost(lines)), bar, style=style)
    return table


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f} %"
