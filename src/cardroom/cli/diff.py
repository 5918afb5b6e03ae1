"""`cardroom diff`: what tells two rule sets apart, in words, with the exact edges of both."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis import WagerReport
from cardroom.analysis.edges import Edges, edges, unproved
from cardroom.analysis.provenance import difference_fields, provenance
from cardroom.cli import UsageError
from cardroom.cli.common import console, find_game, print_json
from cardroom.cli.progress import engine_progress
from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.rulebook import Difference, RuleSet, differences, origin

__all__ = ["Sides", "diff_command"]


class Sides(NamedTuple):
    """What is to be compared: sets by name, as GAME/SET or in a file; settings of both, or of one."""

    game: str
    sets: tuple[str | None, str | None]
    both: Sequence[str] = ()
    first: Sequence[str] = ()
    second: Sequence[str] = ()


class Side(NamedTuple):
    """One of the two, and what it is called in the table."""

    name: str
    rules: RuleSet


def diff_command(sides: Sides, with_edges: bool, as_json: bool, engine: str, workers: int | None) -> int:
    """Print what is otherwise in the second of two rule sets."""
    first, second = _sides(sides)
    found = differences(first.rules, second.rules)
    why = unproved(first.rules, second.rules) if found and with_edges else ""
    proved: tuple[Edges, ...] = ()
    if found and with_edges:
        with engine_progress(engine, workers, games=2) as engine_for:
            proved = edges(first.rules, second.rules, engine_for)
    if as_json:
        said = {
            "same": not found,
            "first": _about(first),
            "second": _about(second),
            "differences": [difference_fields(each) for each in found],
        }
        print_json(said | {"edges": [each.to_dict() for each in proved], "no_edges": why or None}, indent=2)
        return 0
    screen = console()
    names = _called(first, second)
    screen.print(Text(_title(first, second), style="bold"))
    for name, side in zip(names, (first, second), strict=True):
        screen.print(Text(f"{name}: {origin(side.rules).source}", style="dim"))
    if not found:
        screen.print("\nThe two bind the same: they deal, take wagers, settle and charge alike.")
        screen.print(Text(f"Rules digest {first.rules.digest}", style="dim"), soft_wrap=True)
        return 0
    _print_differences(screen, names, found)
    if proved:
        _print_edges(screen, names, proved)
    if why:
        screen.print(Text(why, style="dim"))
    return 0


# -- what is compared -----------------------------------------------------------------------------------------------


def _sides(sides: Sides) -> tuple[Side, Side]:
    """The two rule sets; where one is named it is held to itself under other settings, or to what it departs from."""
    one, two = sides.sets
    if sides.game.endswith(".toml") and one is not None:
        raise UsageError(
            f"{sides.game} is a rule set: name the game first, as in cardroom diff GAME {one} {sides.game}"
        )
    first, second = [*sides.both, *sides.first], [*sides.both, *sides.second]
    if two is not None or sides.first or sides.second:
        return _side(sides.game, one, first), _side(sides.game, one if two is None else two, second)
    alone = _side(sides.game, one, second)
    made = origin(alone.rules)
    if made.base is None or made.base is alone.rules:
        raise UsageError(
            f"{alone.name} is not a departure from another set: name a second SET, or settings of one side, "
            "as in --set-second minimum=10"
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
    said = Path(name).stem if name and name.endswith(".toml") else chosen.rules.rules
    return Side(" ".join([said, *house]), chosen.rules)


def _of_file(game: str, name: str, house: Sequence[str]) -> Game:
    """A file's rule set, of whatever game it says; where it says none, of the game that is compared."""
    try:
        return find_game(name, None, house)
    except InputError:
        return find_game(name if game.endswith(".toml") else game, None if game.endswith(".toml") else name, house)


def _called(first: Side, second: Side) -> tuple[str, str]:
    """Names under which the two can be told apart."""
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


# -- for people's eyes ----------------------------------------------------------------------------------------------


def _print_differences(screen: Console, names: tuple[str, str], found: Iterable[Difference]) -> None:
    table = _table("Differences", *names)
    for topic, group in groupby(found, key=lambda each: each.topic):
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
    screen.print(Text("What the bank gains per unit, with the best play; below zero the player gains.", style="dim"))


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
