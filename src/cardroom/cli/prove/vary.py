"""`cardroom analyze --vary LINE=ODDS`: the edge of a wager over the odds of some of its lines."""

import re
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from cardroom.analysis.engine import Engine
from cardroom.analysis.report import GridPoint, edge_grid, figure
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, note, print_json
from cardroom.play import Game

__all__ = ["parse_choices", "vary_command"]


def parse_choices(typed: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Parse lines with their odds: `odds.flush=2,5/2,3`, or a range of whole odds, `odds.flush=2..5`.

    >>> parse_choices(["odds.flush=2..4", "odds.straight=1,3/2"])
    {'odds.flush': ('2', '3', '4'), 'odds.straight': ('1', '3/2')}
    """
    choices = {}
    for text in typed:
        place, equals, odds = text.partition("=")
        if not equals or not odds.strip():
            raise UsageError(
                f"--vary {text}: write a line with its odds, for example odds.flush=2..5 or odds.flush=2,3."
            )
        if span := re.fullmatch(r"\s*(\d{1,6})\s*\.\.\s*(\d{1,6})\s*", odds):
            least, most = int(span[1]), int(span[2])
            if least > most:
                raise UsageError(f"--vary {text}: the range ends before it begins.")
            choices[place.strip()] = tuple(map(str, range(least, most + 1)))
        else:
            choices[place.strip()] = tuple(each.strip() for each in odds.split(","))
    return choices


def vary_command(game: Game, typed: Sequence[str], as_json: bool, plot: Path | None, engine: Engine) -> int:
    """Print the edge for all combinations of odds, and write the plot."""
    points = edge_grid(game.rules, parse_choices(typed), engine)
    if plot is not None:
        _plot(game, points, plot)
        note(f"Written to {plot}")
    if as_json:
        rows = [
            {"odds": point.odds, "edge": figure(point.wager.edge), "hit_frequency": figure(point.wager.hit_frequency)}
            for point in points
        ]
        wager = points[0].wager
        value = {"game": game.slug, "rules": game.rules.rules, "wager": wager.wager, "label": wager.label}
        print_json(value | {"lines": list(points[0].odds), "points": rows}, indent=2)
        return 0
    screen = console()
    screen.print(
        Text(points[0].wager.label, style="bold").append(f"  edge of the {points[0].wager.of}", style="not bold")
    )
    screen.print(_grid(points))
    return 0


def _grid(points: Sequence[GridPoint]) -> Table:
    """A row for each combination of odds; with two lines, the second one across."""
    places = list(points[0].odds)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    if len(places) == 2:
        across = list(dict.fromkeys(point.odds[places[1]] for point in points))
        table.add_column(f"{places[0]} \\ {places[1]}")
        for odds in across:
            table.add_column(odds, justify="right")
        for odds in dict.fromkeys(point.odds[places[0]] for point in points):
            table.add_row(odds, *(_edge(point) for point in points if point.odds[places[0]] == odds))
        return table
    for place in places:
        table.add_column(place)
    table.add_column("edge", justify="right")
    table.add_column("exactly", justify="right")
    for point in points:
        table.add_row(*point.odds.values(), _edge(point), str(point.wager.edge))
    return table


def _edge(point: GridPoint) -> str:
    return f"{100 * float(point.wager.edge):.4f} %"


def _plot(game: Game, points: Sequence[GridPoint], path: Path) -> None:
    """The edge over the first line's odds, a curve for each combination of the others."""
    from cardroom.cli.prove.plots import vary_plot  # noqa: PLC0415  the plotting library is optional

    first, *others = points[0].odds
    curves: dict[str, tuple[list[float], list[float]]] = {}
    for point in points:
        label = ", ".join(f"{place} {point.odds[place]}" for place in others) or first
        xs, ys = curves.setdefault(label, ([], []))
        xs.append(_number(point.odds[first]))
        ys.append(100 * float(point.wager.edge))
    title = f"{game.rules.name}: {points[0].wager.label}"
    vary_plot([(label, xs, ys) for label, (xs, ys) in curves.items()], f"{first} pays", "edge (%)", title, path)


def _number(odds: str) -> float:
    """Odds as a number; a line that loses or pushes is 0."""
    match = re.match(r"(\d+) (?:to|for) (\d+)", odds)
    return int(match[1]) / int(match[2]) if match else 0.0
