"""`cardroom diff`: print the differences of two rule sets in words, and the exact edges of both."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis import WagerReport
from cardroom.analysis.report import Edges, difference_fields, edges, provenance, why_unproved
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import (
    EngineName,
    GameName,
    Json,
    Workers,
    workers_of,
)
from cardroom.cli.terminal.progress import engine_progress
from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.rulebook import Difference, RuleSet, differences, origin

__all__ = ["Sides", "diff_command"]


class Sides(NamedTuple):
    """The rule sets to compare, by name, as GAME/SET or in a file, and house rules for both or for one."""

    game: str
    sets: tuple[str | None, str | None]
    both: Sequence[str] = ()
    first: Sequence[str] = ()
    second: Sequence[str] = ()


class Side(NamedTuple):
    """One of the two rule sets, and its name in the table."""

    name: str
    rules: RuleSet


def diff_command(
    name: GameName,
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
    engine: EngineName = "local",
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Compare two rule sets in words, with the exact edges of both."""
    sides = Sides(name, (first, second), house or (), set_first or (), set_second or ())
    one, other = _sides(sides)
    changes = differences(one.rules, other.rules)
    why = why_unproved(one.rules, other.rules) if changes and not no_edges else ""
    proved: tuple[Edges, ...] = ()
    if changes and not no_edges:
        with engine_progress(engine, workers_of(workers), games=2) as engine_for:
            proved = edges(one.rules, other.rules, engine_for)
    if as_json:
        result = {
            "same": not changes,
            "first": _about(one),
            "second": _about(other),
            "differences": [difference_fields(each) for each in changes],
        }
        print_json(result | {"edges": [each.to_dict() for each in proved], "no_edges": why or None}, indent=2)
        return 0
    screen = console()
    names = _set_names(one, other)
    screen.print(Text(_title(one, other), style="bold"))
    for title, side in zip(names, (one, other), strict=True):
        screen.print(Text(f"{title}: {origin(side.rules).source}", style="dim"))
    if not changes:
        screen.print("\nThe two have the same binding rules: the same deal, wagers, payouts and fees.")
        screen.print(Text(f"Rules digest {one.rules.digest}", style="dim"), soft_wrap=True)
        return 0
    _print_differences(screen, names, changes)
    if proved:
        _print_edges(screen, names, proved)
    if why:
        screen.print(Text(why, style="dim"))
    return 0


# -- what is compared -----------------------------------------------------------------------------------------------


def _sides(sides: Sides) -> tuple[Side, Side]:
    """The two rule sets. A single one is compared with itself under different house rules, or with its base."""
    one, two = sides.sets
    if sides.game.endswith(".toml") and one is not None:
        raise UsageError(f"{sides.game} is a rule set. Give the game first: cardroom diff GAME {one} {sides.game}")
    first, second = [*sides.both, *sides.first], [*sides.both, *sides.second]
    if two is not None or sides.first or sides.second:
        return _side(sides.game, one, first), _side(sides.game, one if two is None else two, second)
    alone = _side(sides.game, one, second)
    made = origin(alone.rules)
    if made.base is None or made.base is alone.rules:
        raise UsageError(
            f"{alone.name} does not extend a rule set. Give a second SET, or house rules for one side, "
            "for example --set-second minimum=10."
        )
    return Side(made.base.rules, made.base), alone


def _side(game: str, name: str | None, house: Sequence[str]) -> Side:
    """A rule set by its name, as GAME/SET, or in a file."""
    if name is None:
        chosen = find_game(game, None, house)
    elif name.endswith(".toml"):
        chosen = _of_file(game, name, house)
    elif "/" in name:
        other, _, rules = name.partition("/")
        chosen = find_game(other, rules, house)
    else:
        chosen = find_game(game, name, house)
    label = Path(name).stem if name and name.endswith(".toml") else chosen.rules.rules
    return Side(" ".join([label, *house]), chosen.rules)


def _of_file(game: str, name: str, house: Sequence[str]) -> Game:
    """The rule set in a file. Its game is the one in the file, or else the compared one."""
    try:
        return find_game(name, None, house)
    except InputError:
        return find_game(name if game.endswith(".toml") else game, None if game.endswith(".toml") else name, house)


def _set_names(first: Side, second: Side) -> tuple[str, str]:
    """Two different names for the rule sets."""
    if first.name != second.name:
        return first.name, second.name
    if first.rules.game != second.rules.game:
        return f"{first.rules.game}/{first.name}", f"{second.rules.game}/{second.name}"
    return f"{first.name} (first)", f"{second.name} (second)"


def _title(first: Side, second: Side) -> str:
    return " and ".join(dict.fromkeys(side.rules.name for side in (first, second)))


def _about(side: Side) -> dict[str, Any]:
    rules = side.rules
    house = {name: rules.house(name) for name in rules.house_rules}
    return {"game": rules.game, "rules": rules.rules, "called": side.name} | provenance(rules) | {"house_rules": house}


# -- printing ------------------------------------------------------------------------------------------------------


def _print_differences(screen: Console, names: tuple[str, str], changes: Iterable[Difference]) -> None:
    table = _table("Differences", *names)
    for topic, group in groupby(changes, key=lambda each: each.topic):
        table.add_row(Text(topic, style="bold"))
        for each in group:
            table.add_row(_indented(each.what), each.first, each.second)
            if each.about:
                table.add_row(_indented(each.about, "dim"))
    screen.print(table)


def _print_edges(screen: Console, names: tuple[str, str], proved: Iterable[Edges]) -> None:
    table = _table("Exact edges", *names, "change")
    for column in table.columns[1:]:
        column.justify = "right"
    for each in proved:
        of = " or ".join(dict.fromkeys(side.of for side in (each.first, each.second) if side))
        label = Text(each.label).append(f", of the {of}" if of != each.label else "", style="dim")
        cells = [_edge(side) for side in (each.first, each.second)]
        change = each.change
        table.add_row(label, *cells, "" if change is None else _percent(float(change), "+") if change else "none")
    screen.print(table)
    screen.print(
        Text(
            "Edge: the bank's expected gain per unit of the wager named, against the best play. A negative edge "
            "favours the player.",
            style="dim",
        )
    )


def _edge(report: WagerReport | None) -> str:
    if report is None:
        return "not offered"
    return _percent(float(report.edge)) + (f"\nwith {dollars(report.meter)} on the meter" if report.meter else "")


def _indented(text: str, style: str = "") -> Padding:
    return Padding(Text(text, style=style), (0, 0, 0, 2))


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _percent(share: float, sign: str = "") -> str:
    return f"{100 * share:{sign}.4f} %"
