"""`cardroom rules`: print the rules page for a terminal, as Markdown or as JSON."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.clean import markdown
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import (
    GameName,
    Json,
    Rules,
    Set,
)
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.show.rules import (
    Grid,
    PrintedPayTable,
    Section,
    allowed_values,
    closing,
    conditions,
    deciding,
    page,
    places,
    printed_pay_tables,
    short,
    source,
    teaching,
    terms,
    value_text,
)

__all__ = ["rules_command"]


def rules_command(
    name: GameName,
    *,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> int:
    """Print the rules of a game: wagers, pay tables, house rules."""
    game = find_game(name, rules, house)
    if as_json and markdown:
        raise UsageError("Choose one of --json and --markdown.")
    if as_json:
        print_json(page(game), indent=2)
    elif markdown:
        print(*markdown_page(page(game)), sep="\n")
    else:
        print_page(console(), page(game))
    return 0


NARROW = 7
"""The width of an id in a table with many columns."""


def print_page(screen: Console, page: dict[str, Any]) -> None:
    """Print the page on a terminal."""
    screen.print(Text(page["name"], style="bold"))
    screen.print(Text(f"{source(page)}, rule set {page['rules']}\n", style="dim"))
    screen.print(page["summary"])
    for section in teaching(page):
        _print_section(screen, section)
    for notice in page["display"]:
        screen.print(_heading("Required text on the display"))
        screen.print(Padding(Text(notice["text"]).append(f" ({short(notice['cite'], page)})", style="dim"), (0, 2)))
    if page["wagers"]:
        screen.print(_heading("Wagers"))
        screen.print(_wagers(page))
    for section in deciding(page):
        _print_section(screen, section)
    if page["pay_tables"]:
        screen.print(_heading("Pay tables\n"))
    for pay in printed_pay_tables(page["pay_tables"]):
        screen.print(Padding(_pay_table(pay, screen.width - 2, page), (0, 0, 1, 2)))
    for section in closing(page):
        _print_section(screen, section)
    screen.print(_heading("House rules\n"))
    for rule in (rule for rule in page["house_rules"] if rule["applies"]):
        screen.print(Padding(_house_rule(rule, page), (0, 0, 1, 2)))
    screen.print(_heading("Sources"))
    screen.print(source(page))
    for place in places(page):
        screen.print(_point(place, "dim"))


def _print_section(screen: Console, section: Section) -> None:
    screen.print(_heading(section.heading))
    for number, (text, cite) in enumerate(section.points, 1):
        screen.print(_point(text, cite=cite, mark=f"{number:2}." if section.numbered else "•"))
    for grid in section.grids:
        screen.print(Padding(_grid(grid), (1, 0, 0, 2)))


def _grid(grid: Grid) -> RenderableType:
    parts: list[RenderableType] = []
    if grid.title:
        parts.append(Text(grid.title, style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in grid.headings:
        table.add_column(heading, header_style="dim")
    for row in grid.rows:
        table.add_row(*row)
    parts.append(table)
    note = Text(grid.note)
    if grid.cite:
        note.append(f"{' ' if grid.note else ''}({grid.cite})", style="dim")
    return Group(*parts, note) if note else Group(*parts)


def _house_rule(rule: dict[str, Any], page: dict[str, Any]) -> RenderableType:
    value = Text(rule["name"], style="bold").append(" is ", style="not bold")
    value.append(value_text(rule, rule["value"]))
    if rule["standing"] != NO_DOCUMENT:
        value.append(f" ({rule['standing']})", style="not bold")
    value.append(f", may be {allowed_values(rule)}", style="not bold")
    if terms := conditions(rule):
        value.append(f"; {terms}", style="not bold")
    about = Text(rule["says"]).append(f"\n{short(rule['cite'], page)}", style="dim")
    return Group(value, Padding(about, (0, 0, 0, 2)))


def _wagers(page: dict[str, Any]) -> RenderableType:
    table = _table("Wager", "", "When")
    for wager in page["wagers"]:
        style = "bold" if wager["offered"] else "dim"
        says = Text(terms(wager, page)).append(f" ({short(wager['cite'], page)})", style="dim")
        table.add_row(Text(wager["label"], style=style), says, wager["when"])
    return table


def _point(text: str, style: str = "", cite: str = "", mark: str = "•") -> RenderableType:
    point = Table.grid(padding=(0, 1))
    line = Text(text, style=style)
    if cite:
        line.append(f" ({cite})", style="dim")
    point.add_row(mark, line)
    return point


def _heading(text: str) -> RenderableType:
    return Text(f"\n{text}", style="bold cyan")


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(headings))
    for heading in headings:
        table.add_column(heading)
    return table


def _pay_table(pay: PrintedPayTable, width: int, page: dict[str, Any]) -> RenderableType:
    title = Text(pay.title, style="bold")
    if len(pay.ids) == 1 and pay.ids[0]:
        title.append(f"  {pay.ids[0]}", style="not bold dim")
    if pay.note:
        title.append(f"  {pay.note}", style="not bold dim")
    wide = 24 + sum(max(len(each), 5) + 3 for each in pay.ids) > width
    several = len(pay.ids) > 1
    headings = [wrap_id(name, NARROW) if wide else name for name in pay.ids]
    tallest = max(heading.count("\n") for heading in headings)
    table = Table(box=None, show_header=several, pad_edge=False, padding=(0, 1 if wide else 3, 0, 0))
    table.add_column("", min_width=0 if wide else 20)
    for heading, marked in zip(headings, pay.marked, strict=True):
        low = "\n" * (tallest - heading.count("\n")) + heading
        mark = Text(low, style="bold green" if marked else "dim")
        table.add_column(mark, justify="right", style="bold" if marked and several else "")
    if several:
        table.add_row("", *(Text("▼" if marked else "", style="bold green") for marked in pay.marked))
    for line, cells in pay.rows:
        table.add_row(line, *cells)
    if pay.others:
        table.add_row(Text("all other", style="dim"), *(Text(each, style="dim") for each in pay.others))
    return Group(title, table, Text(f"({short(pay.cite, page)})", style="dim"))


def wrap_id(heading: str, width: int) -> str:
    """Break a long id into several lines, at the ends of its parts.

    >>> wrap_id("PT-FLT-FCF-4CB-07", 7).split()
    ['PT-FLT-', 'FCF-', '4CB-07']
    """
    lines = [""]
    for part in heading.replace("-", "-\n").replace(" ", " \n").split("\n"):
        if lines[-1] and len(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


# -- Markdown ---------------------------------------------------------------------------------------------------


def markdown_page(page: dict[str, Any]) -> Iterator[str]:
    """The page as lines of Markdown."""
    page = _escaped(page)
    yield f"# {page['name']}\n\n{source(page)}, rule set `{page['rules']}`\n\n{page['summary']}\n"
    for section in teaching(page):
        yield from _markdown_section(section)
    for notice in page["display"]:
        yield f"\nRequired text on the display: {notice['text']} ({short(notice['cite'], page)})"
    if page["wagers"]:
        yield "\n## Wagers\n\n| wager | | when | source |\n|---|---|---|---|"
    for wager in page["wagers"]:
        row = (f"**{wager['label']}**", terms(wager, page), wager["when"], short(wager["cite"], page))
        yield f"| {' | '.join(row)} |"
    for section in deciding(page):
        yield from _markdown_section(section)
    if page["pay_tables"]:
        yield "\n## Pay tables"
    for pay in printed_pay_tables(page["pay_tables"]):
        yield from _markdown_table(pay, page)
    for section in closing(page):
        yield from _markdown_section(section)
    yield "\n## House rules\n\n| rule | in force | standing | default | may be | | source |"
    yield "|---|---|---|---|---|---|---|"
    for rule in (rule for rule in page["house_rules"] if rule["applies"]):
        in_force, default = value_text(rule, rule["value"]), value_text(rule, rule["default"])
        values = f"{in_force} | {rule['standing']} | {default} | {allowed_values(rule)}"
        yield f"| `{rule['name']}` | {values} | {rule['says']} | {short(rule['cite'], page)} |"
    yield f"\n## Sources\n\n{source(page)}\n"
    yield from (f"- {place}" for place in places(page))


def _markdown_section(section: Section) -> Iterator[str]:
    yield f"\n## {section.heading}" + ("\n" if section.points else "")
    for number, (text, cite) in enumerate(section.points, 1):
        yield f"{f'{number}.' if section.numbered else '-'} {text}" + (f" ({cite})" if cite else "")
    for grid in section.grids:
        yield f"\n### {grid.title}\n" if grid.title else ""
        yield f"| {' | '.join(grid.headings)} |\n|{'---|' * len(grid.headings)}"
        yield from (f"| {' | '.join(row)} |" for row in grid.rows)
        if note := " ".join(filter(None, (grid.note, f"({grid.cite})" if grid.cite else ""))):
            yield f"\n{note}"


def _markdown_table(pay: PrintedPayTable, page: dict[str, Any]) -> Iterator[str]:
    single = f" ({pay.ids[0]})" if len(pay.ids) == 1 and pay.ids[0] else ""
    yield f"\n### {pay.title}{single}\n" + (f"\n{pay.note}\n" if pay.note else "")
    headings = [f"**{name}**" if marked else name for name, marked in zip(pay.ids, pay.marked, strict=True)]
    yield "| | " + (" | ".join(headings) if len(pay.ids) > 1 else "pays") + " |"
    yield "|---|" + "---:|" * len(pay.ids)
    yield from (f"| {line} | {' | '.join(cells)} |" for line, cells in pay.rows)
    if pay.others:
        yield f"| all other | {' | '.join(pay.others)} |"
    yield f"\n({short(pay.cite, page)})"


def _escaped(value: Any) -> Any:
    """The page with Markdown escaped in every text. Texts come from rule sets, which are not trusted."""
    match value:
        case str():
            return markdown(value)
        case dict():
            return {name: _escaped(value) for name, value in value.items()}
        case list():
            return [_escaped(value) for value in value]
    return value
