"""The report of gaming days as files.

The HTML page is self-contained, without scripts, ready to print. The CSV file has rows for the report, its remarks,
each day of a table, each wager, the cash and the racks; a column of cents is filled in one kind of row only, so that
its sum is right.
"""

import csv
import io
from collections.abc import Iterator
from typing import Any

from cardroom.analysis.certificate import STYLE, Child, Markup, element, grid, page
from cardroom.clean import cell
from cardroom.cli.operate.report_words import cage_sentences, cage_tables, cells, day_sentences, luck_words, totals

__all__ = ["COLUMNS", "HEADING", "report_page", "report_sheet"]

HEADINGS = ("Wager", "Pay table", "Handle", "Win", "Hold", "Exact", "Expected", "Error", "z", "Luck")
_REPORT = ("title", "from", "to", "gaming_day", "made")
_EXACT = ("expected_win", "standard_error", "standard_error_most", "z", "luck")
_MONEY = ("drop", "cash_out", "fills", "credits", "corrections", "collection", "jackpot_in", "jackpot_out")
_DAY = ("rounds", "voided", *_MONEY, "handle", "win", "hold_of_drop", "exact_win", *_EXACT)
_GAME = ("game", "rules", "digest")
_WAGER = ("name", "pay_table", "placed", "handle", "win", "hold_of_handle", "edge", *_EXACT, "note")
_CASH = ("kind", "account", "by", "times", "cents", "net")
_RACK = ("cents", "closed")
COLUMNS = (
    "row",
    *_REPORT,
    "activity",
    "day",
    "table",
    *_DAY,
    *_GAME,
    *(f"wager_{name}" for name in _WAGER),
    *(f"cash_{name}" for name in _CASH),
    *(f"rack_{name}" for name in _RACK),
    "remark",
)
"""The columns. Those that do not apply to a row are empty."""
HEADING = ",".join(COLUMNS)


def report_page(value: dict[str, Any]) -> str:
    """The page of a report."""
    header = element(
        "header",
        element("p", "Report", class_="over"),
        element("h1", value["title"]),
        element("p", f"{value['from']} to {value['to']}; gaming day: {value['gaming_day']}", class_="under"),
        [element("p", remark) for remark in value["remarks"]],
    )
    none = None if value["activity"] else element("p", "No Activity")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{value['title']}, {value['from']} to {value['to']}"),
        element("style", STYLE),
    )
    main = element(
        "main", none, _cage(value["cage"]), (_day(day, day["day"]) for day in value["tables"]), _sums(value), _key()
    )
    return page(head, element("body", header, main, element("footer", element("p", f"Made {value['made']}"))))


def _cage(cage: dict[str, Any]) -> Markup:
    parts: list[Child] = [element("h2", "Cage"), *(element("p", words) for words in cage_sentences(cage))]
    parts += [grid(headings, rows, left=left) for headings, rows, left in cage_tables(cage)]
    return element("section", parts)


def _sums(value: dict[str, Any]) -> Iterator[Markup]:
    for day in totals(value):
        yield _day(day, f"{day['from']} to {day['to']}")


def _day(day: dict[str, Any], when: str) -> Markup:
    parts: list[Child] = [element("h2", f"{day['table']}, {when}")]
    if not day["activity"]:
        return element("section", parts, element("p", "No Activity"))
    parts += [element("p", words) for words in day_sentences(day)]
    for game in day["games"]:
        parts.append(element("h3", f"{game['name']}, {game['rules']}"))
        parts.append(element("p", game["note"], class_="soft") if game["note"] else None)
        lines = (*game["wagers"], game | {"name": "Total", "pay_table": ""})
        rows = [[line["name"], line["pay_table"], *cells(line), line["luck"] or line["note"]] for line in lines]
        parts.append(grid(HEADINGS, rows, left=2, total=True))
    if len(day["games"]) > 1 and day["z"] is not None:
        parts.append(element("p", f"All games: {luck_words(day)}"))
    return element("section", parts)


def _key() -> Iterator[Markup]:
    yield element("h2", "How to read it")
    facts = {
        "Drop": "buy-ins at the table",
        "Handle": "all wagers that were covered",
        "Win": "what the house bank collected minus what it paid, without the results of player-dealers",
        "Hold": "win divided by handle; win divided by drop is above each table",
        "Exact": "the expected hold from the exact edges of the pay tables in force, weighted by handle, "
        "against players who play optimally",
        "Error": "the standard error of the win, from the exact variance of each wager and the measured "
        "correlation of results within a round",
        "z": "the difference of win and expected win, in standard errors",
    }
    yield element("dl", ((element("dt", name), element("dd", words)) for name, words in facts.items()))


def report_sheet(value: dict[str, Any]) -> str:
    """The report as CSV, with amounts in cents."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()

    def row(kind: str, **cells: Any) -> None:
        writer.writerow({"row": kind} | {name: cell(content) for name, content in cells.items()})

    row("report", activity=_activity(value), **{name: value[name] for name in _REPORT})
    for remark in value["remarks"]:
        row("remark", remark=remark)
    for day in value["tables"]:
        place = {"day": day["day"], "table": day["table"]}
        row("day", activity=_activity(day), **place, **{name: day[name] for name in _DAY})
        for game in day["games"]:
            about = place | {name: game[name] for name in _GAME}
            for wager in game["wagers"]:
                row("wager", **about, **{f"wager_{name}": wager[name] for name in _WAGER})
    for cash in value["cage"]["rows"]:
        row("cash", day=cash["day"], **{f"cash_{name}": cash[name] for name in _CASH})
    for rack in value["cage"]["racks"]:
        row("rack", day=value["to"], table=rack["table"], **{f"rack_{name}": rack[name] for name in _RACK})
    return out.getvalue()


def _activity(part: dict[str, Any]) -> str:
    return "Activity" if part["activity"] else "No Activity"
