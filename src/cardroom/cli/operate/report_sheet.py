"""The report of gaming days as CSV: rows for the report, its remarks, each day of a table, each wager, the cash and the
racks.

A column of cents is filled in one kind of row only, so that its sum is right."""

import csv
import io
from typing import Any

from cardroom.clean import cell

__all__ = ["COLUMNS", "HEADING", "report_sheet"]

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
