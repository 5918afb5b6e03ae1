"""The section of a certificate's page that compares printed figures with exact ones, in the document's layout."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from cardroom.analysis.certificate.markup import Child, Markup, element, grid
from cardroom.analysis.certificate.value import place

__all__ = ["comparison_section"]

MARKS = {
    "reproduced": ("✓", "reproduced"),
    "within sampling error": ("≈", "within"),
    "not reproduced": ("✗", "differs"),
}
SAYS = {
    "reproduced": "the exact figure, rounded like the printed one, is the same",
    "within sampling error": "a simulated figure within 2.576 standard errors of the exact one (99 per cent)",
    "not reproduced": "the exact figure is different",
}


def comparison_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """Every printed table with a verdict on each figure, and remarks on those that differ."""
    figures = cert["comparison"]["figures"]
    if not figures:
        yield element("p", "No printed figures are recorded for this rule set, so there is nothing to compare.")
        return
    tally = [(verdict, count) for verdict, count in cert["comparison"]["summary"].items() if count]
    yield element("ul", (_tallied(verdict, count) for verdict, count in tally), class_="tally")
    yield element("p", "; ".join(f"{MARKS[verdict][0]} {SAYS[verdict]}" for verdict, _ in tally) + ".", class_="small")
    if changed := _changed(cert):
        about = "The document's figures are for its own house rules. Here these house rules differ from the default: "
        yield element("p", element("b", about), ", ".join(changed), ".")
    for (cite, title), group in groupby(figures, key=lambda each: (each["cite"], each["title"])):
        table = list(group)
        yield element("h3", title if title in cite else f"{place(cert, cite)}: {title}")
        games = table[0]["games"]
        simulated = f" From a simulation of {games:,} games; distances are in standard errors (s.e.)." if games else ""
        yield element("p", f"{cite}.{simulated}", class_="soft small")
        yield _table(table)
        yield from _remarks(table)


def _changed(cert: dict[str, Any]) -> list[str]:
    """House rules that differ from the document's defaults, except those of which every value is certified."""
    shown = {name for wager in cert["wagers"] for name in wager["chosen_by"]}
    rules = [rule for rule in cert["house_rules"] if rule["value"] != rule["default"] and rule["name"] not in shown]
    return [f"{rule['name']} {rule['value']}" for rule in rules]


def _tallied(verdict: str, count: int) -> Markup:
    return element("li", element("b", count), f"{MARKS[verdict][0]} {verdict}", class_=MARKS[verdict][1])


def _table(figures: Sequence[dict[str, Any]]) -> Markup:
    """The figures as in the document: a column for each pay table, after one for the figures that they share."""
    columns = sorted(dict.fromkeys(each["table"] for each in figures), key=bool)
    kinds = {each["figure"] for each in figures if each["table"] == ""}
    shared = kinds.pop() if len(kinds) == 1 else "all tables"
    rows: list[list[Child]] = []
    for row, group in groupby(sorted(figures, key=_place(figures)), key=lambda each: str(each["row"])):
        cells = {each["table"]: each for each in group}
        means = dict.fromkeys(each["figure"] for each in cells.values() if each["table"])
        name = (row, element("small", ", ".join(means))) if means else row
        rows.append([name, *(_cell(cells.get(column)) for column in columns)])
    return grid(["", *(column or shared for column in columns)], rows)


def _place(figures: Sequence[dict[str, Any]]) -> Any:
    """A sort key: the order in which rows first occur."""
    order = {row: number for number, row in enumerate(dict.fromkeys(each["row"] for each in figures))}
    return lambda each: order[each["row"]]


def _cell(each: dict[str, Any] | None) -> Child:
    if each is None:
        return ""
    mark, kind = MARKS[each["verdict"]]
    further: list[Child] = []
    if each["verdict"] != "reproduced":
        further.append(element("small", f"exact {_minus(each['rounded'])}"))
    if each["standard_errors"] is not None:
        further.append(element("small", f"{_minus(format(each['standard_errors'], '+.2f'))} s.e."))
    return [_minus(each["printed"]), " ", element("span", mark, class_=kind, title=each["verdict"]), *further]


def _minus(number: str) -> str:
    return number.replace("-", "−")


def _remarks(figures: Sequence[dict[str, Any]]) -> Iterator[Markup]:
    """For each row that differs, by how much, and the recorded remark."""
    for row, group in groupby(
        (each for each in figures if each["verdict"] == "not reproduced"), key=lambda each: each["row"]
    ):
        cells = list(group)
        off = ", ".join(_off(each) for each in cells)
        remark = f" {cells[0]['remark']}" if cells[0]["remark"] else ""
        yield element("p", element("b", row, class_="differs"), f" differs by {off}.{remark}", class_="small")


def _off(each: dict[str, Any]) -> str:
    """The difference, with as many decimals as the printed figure."""
    scale, unit = (100, " %") if each["printed"].endswith("%") else (1, "")
    places = len(each["printed"].rstrip("%").partition(".")[2])
    difference = _minus(f"{each['difference']['decimal'] * scale:+,.{places}f}{unit}")
    return difference + (f" ({each['table']})" if each["table"] else "")
