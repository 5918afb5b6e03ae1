"""The rules page in words: for a terminal, or as Markdown. It reads the page's data and nothing else."""

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cli.columns import Printed, folded, printed
from cardroom.money import dollars

__all__ = ["markdown_page", "print_page"]

NARROW = 7
"""Columns that an id may take where a table has many."""


def print_page(screen: Console, said: dict[str, Any]) -> None:
    """The page on a terminal."""
    screen.print(Text(said["name"], style="bold"))
    screen.print(Text(f"{said['id']}, rule set {said['rules']}\n", style="dim"))
    screen.print(said["summary"])
    screen.print()
    for text in _facts(said):
        screen.print(_point(text))
    for notice in said["display"]:
        screen.print(_heading("On the display, word for word"))
        screen.print(Padding(Text(notice["text"]).append(f" ({_short(notice['cite'], said)})", style="dim"), (0, 2)))
    screen.print(_heading("Wagers"))
    wagers = _table("Wager", "", "When")
    for wager in said["wagers"]:
        style = "bold" if wager["offered"] else "dim"
        wagers.add_row(Text(wager["label"], style=style), _terms(wager, said), wager["when"])
    screen.print(wagers)
    screen.print(_heading("Pay tables\n"))
    for pay in printed(said["pay_tables"]):
        screen.print(Padding(_pay_table(pay, screen.width - 2), (0, 0, 1, 2)))
    screen.print(_heading("House rules\n"))
    for rule in said["house_rules"]:
        value = Text(rule["name"], style="bold").append(" is ", style="not bold")
        value.append(_shown(rule, rule["value"]))
        value.append(f", may be {_allowed(rule)}", style="not bold")
        if rule["needs"]:
            choice = rule["needs"][0].rpartition(": ")[0]
            needed = " and ".join(need.rpartition(": ")[2] for need in rule["needs"])
            value.append(f"; {choice} needs {needed} to be set first".replace("  ", " "), style="not bold")
        if rule["value"] != rule["default"]:
            value.append(f"; the default is {_shown(rule, rule['default'])}", style="not bold")
        about = Text(rule["says"]).append(f"\n{_short(rule['cite'], said)}", style="dim")
        screen.print(Padding(Group(value, Padding(about, (0, 0, 0, 2))), (0, 0, 1, 2)))
    screen.print(_heading("Sources"))
    screen.print(_source(said))
    for place in _places(said):
        screen.print(_point(place, "dim"))


def _point(text: str, style: str = "") -> RenderableType:
    point = Table.grid(padding=(0, 1))
    point.add_row("•", Text(text, style=style))
    return point


def _heading(text: str) -> RenderableType:
    return Text(f"\n{text}", style="bold cyan")


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(headings))
    for heading in headings:
        table.add_column(heading)
    return table


def _pay_table(pay: Printed, width: int) -> RenderableType:
    title = Text(pay.title, style="bold")
    if len(pay.ids) == 1 and pay.ids[0]:
        title.append(f"  {pay.ids[0]}", style="not bold dim")
    if pay.note:
        title.append(f"  {pay.note}", style="not bold dim")
    wide = 24 + sum(max(len(each), 5) + 3 for each in pay.ids) > width
    several = len(pay.ids) > 1
    headings = [folded(name, NARROW) if wide else name for name in pay.ids]
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
    if pay.others_lose:
        table.add_row(Text("any other hand", style="dim"), Text("loses", style="dim"))
    return Group(title, table)


# -- Markdown ---------------------------------------------------------------------------------------------------


def markdown_page(said: dict[str, Any]) -> Iterator[str]:
    """The page as lines of Markdown."""
    yield f"# {said['name']}\n\n{said['id']}, rule set `{said['rules']}`\n\n{said['summary']}\n"
    yield from (f"- {fact}" for fact in _facts(said))
    yield from (f"\nOn the display, word for word: {notice['text']}" for notice in said["display"])
    yield "\n## Wagers\n\n| wager | | when |\n|---|---|---|"
    yield from (f"| **{wager['label']}** | {_terms(wager, said)} | {wager['when']} |" for wager in said["wagers"])
    yield "\n## Pay tables"
    for pay in printed(said["pay_tables"]):
        single = f" ({pay.ids[0]})" if len(pay.ids) == 1 and pay.ids[0] else ""
        yield f"\n### {pay.title}{single}\n" + (f"\n{pay.note}\n" if pay.note else "")
        headings = [f"**{name}**" if marked else name for name, marked in zip(pay.ids, pay.marked, strict=True)]
        yield "| | " + (" | ".join(headings) if len(pay.ids) > 1 else "pays") + " |"
        yield "|---|" + "---:|" * len(pay.ids)
        yield from (f"| {line} | {' | '.join(cells)} |" for line, cells in pay.rows)
        if pay.others_lose:
            yield "| any other hand | loses |"
    yield "\n## House rules\n\n| rule | in force | default | may be | | source |\n|---|---|---|---|---|---|"
    for rule in said["house_rules"]:
        values = f"{_shown(rule, rule['value'])} | {_shown(rule, rule['default'])} | {_allowed(rule)}"
        yield f"| `{rule['name']}` | {values} | {rule['says']} | {_short(rule['cite'], said)} |"
    yield f"\n## Sources\n\n{_source(said)}\n"
    yield from (f"- {place}" for place in _places(said))


# -- sentences --------------------------------------------------------------------------------------------------


def _facts(said: dict[str, Any]) -> Iterator[str]:
    seats, cards, bank = said["seats"], said["deck"], said["bank"]
    yield f"{seats['least']} to {seats['most']} seats" + (
        ", the player-dealer's among them" if bank["who"] == "player-dealer" else ""
    )
    packs = f"a shoe of {cards['packs']} {cards['name']} decks" if cards["packs"] > 1 else f"a {cards['name']} deck"
    several = f"; {cards['decks']} decks take turns" if cards["decks"] > 1 else ""
    yield f"{packs} of {cards['cards']} cards{several}"
    if bank["who"] == "player-dealer":
        yield f"a player banks; the position is offered clockwise after every {bank['rounds']} rounds"
    elif bank["who"] == "house":
        yield "the house banks"
    if said["limits"]:
        yield f"wagers from {dollars(said['limits']['minimum'])} to {dollars(said['limits']['maximum'])}"
    if order := said["settlement"]:
        how = "seat by seat" if order["by"] == "seat" else "wager by wager"
        yield f"settled {how} from the left of the {order['start']}: {', '.join(order['wagers'])}"


def _terms(wager: dict[str, Any], said: dict[str, Any]) -> str:
    """What must be so for a wager to be placed."""
    required = "required" if wager["required"] else "optional"
    if not wager["offered"]:
        return f"not on the layout: {wager['offered_by']} is off"
    if wager["times"]:
        return f"{required}; {wager['times']}"
    if wager["equals"]:
        return f"{required}; equals {wager['equals']}"
    required += f", while {wager['offered_by']} is on" if wager["offered_by"] else ""
    needs = f"; only with {' and '.join(wager['needs'])}" if wager["needs"] else ""
    needs += f"; not beside {wager['excludes']}" if wager["excludes"] else ""
    own = (wager["least"], wager["most"]) != (said["limits"]["minimum"], said["limits"]["maximum"])
    limits = f"; {_between(wager['least'], wager['most'])}" if own else ""
    return f"{required}{needs}{limits}"


def _between(least: int, most: int) -> str:
    return dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"


def _shown(rule: dict[str, Any], value: Any) -> str:
    if rule["kind"] == "money":
        return dollars(value)
    return ("on" if value else "off") if rule["kind"] == "switch" else str(value)


def _allowed(rule: dict[str, Any]) -> str:
    if rule["kind"] in ("money", "number"):
        least, most = rule["allowed"]
        return f"{_shown(rule, least)} to {_shown(rule, most)}"
    return " or ".join(rule["allowed"])


def _source(said: dict[str, Any]) -> str:
    source = said["source"]
    return ", ".join(filter(None, (source["document"], source["section"], said["id"], source["date"])))


def _short(cite: str, said: dict[str, Any]) -> str:
    """A citation without the document and section that the whole page is from."""
    return cite.removeprefix(f"{said['source']['document']}, {said['source']['section']}, ")


def _places(said: dict[str, Any]) -> Iterator[str]:
    """Where each part of the page is printed."""
    for part in ("seats", "deck", "bank"):
        yield f"{part}: {_short(said[part]['cite'], said)}"
    for wager in said["wagers"]:
        yield f"{wager['label']}: {_short(wager['cite'], said)}"
    titles: set[str] = set()
    for pay in said["pay_tables"]:
        if pay["title"] in titles:
            continue
        titles.add(pay["title"])
        yield f"{pay['title']}, what it pays: {_short(pay['cite'], said)}"
    if said["settlement"]:
        yield f"settlement order: {_short(said['settlement']['cite'], said)}"
