"""`cardroom analyze`: the exact figures of a game, as JSON or for people's eyes."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis import COUNTERS, analyze
from cardroom.cli import Mistake
from cardroom.cli.common import console, print_json
from cardroom.play import Game

__all__ = ["analyze_command"]


def analyze_command(game: Game, as_json: bool) -> int:
    """Print what each wager costs, how often each line hits, and how to play."""
    if game.rules.script not in COUNTERS:
        raise Mistake(f"{game.slug} has no exact analysis yet; `cardroom deal` plays it with bots")
    report = analyze(game).to_dict()
    if as_json:
        print_json(report, indent=2)
        return 0
    screen = console()
    screen.print(Text(report["name"], style="bold").append(f"  rule set {report['rules']}", style="not bold dim"))
    screen.print(Text("Every figure is exact, counted over all deals; per unit of the wager named.", style="dim"))
    for wager in report["wagers"]:
        _print_wager(screen, wager)
    return 0


def _print_wager(screen: Console, wager: dict[str, Any]) -> None:
    edge = wager["edge"]
    title = Text(f"\n{wager['label']}", style="bold cyan")
    if wager["house_rules"]:
        settings = ", ".join(f"{name} {_shown(value)}" for name, value in wager["house_rules"].items())
        title.append(f"  with {settings}" + ("" if wager["in_force"] else ", not in force here"), style="not bold dim")
    screen.print(title)
    says = f"costs {_percent(edge['decimal'])} of the {edge['of']}"
    if edge["decimal"] < 0:
        says = f"favours the player by {_percent(-edge['decimal'])} of the {edge['of']}"
    screen.print(Text("  ").append(says, style="bold").append(f"  {edge['exact']}", style="dim"))
    for line in _figures(wager):
        screen.print(f"  {line}")
    if wager["outcomes"]:
        screen.print(Padding(_outcomes(wager), (1, 0, 0, 2), expand=False))
    if wager["strategy"]:
        screen.print(Text("\n  How to play", style="bold"))
        for line in _shortened(wager["strategy"]):
            screen.print(Padding(Text(line), (0, 0, 0, 2), expand=False))


def _figures(wager: dict[str, Any]) -> Iterator[str]:
    wins = f"wins {_percent(wager['hit_frequency']['decimal'])} of the time, " if wager["hit_frequency"] else ""
    yield f"{wins}standard deviation {wager['standard_deviation']:.4f}"
    average = wager["average_wager"]
    if average["exact"] != "1/1":
        risk = _percent(wager["element_of_risk"]["decimal"])
        yield f"{average['decimal']:.4f} units wagered on average, of which it costs {risk}"
    for decision, share in wager["decisions"].items():
        yield f"{decision}: {_percent(share['decimal'])}"


def _outcomes(wager: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    printed = any(outcome["pays"] for outcome in wager["outcomes"])
    table.add_column("")
    table.add_column("pays" if printed else "net", justify="right")
    for heading in ("deals", "probability", "return"):
        table.add_column(heading, justify="right")
    for outcome in wager["outcomes"]:
        table.add_row(
            outcome["line"],
            (outcome["pays"] or "loses") if printed else f"{outcome['net']['decimal']:+g}",
            f"{outcome['combinations']:,}",
            _percent(outcome["probability"]["decimal"]),
            f"{outcome['return']['decimal']:+.6f}",
        )
    total = sum(outcome["return"]["decimal"] for outcome in wager["outcomes"])
    table.add_row(Text("all", style="dim"), "", f"{wager['deals']:,}", _percent(1), f"{total:+.6f}")
    return table


def _shortened(lines: Sequence[str]) -> Iterator[str]:
    """Lines that end alike as one.

    >>> list(_shortened(["Dealer shows 3: play", "Dealer shows 2: play", "Dealer shows A: fold"]))
    ['Dealer shows 3 2: play', 'Dealer shows A: fold']
    """
    for end, group in groupby(lines, key=lambda line: line.partition(": ")[2]):
        cases = [line.partition(": ")[0].rpartition(" ") for line in group]
        if end and len(cases) > 1 and len({case[0] for case in cases}) == 1:
            yield f"{cases[0][0]} {' '.join(case[2] for case in cases)}: {end}"
        else:
            yield from ("".join(case) + (f": {end}" if end else "") for case in cases)


def _percent(share: float) -> str:
    return f"{100 * share:.6f} %"


def _shown(value: Any) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
