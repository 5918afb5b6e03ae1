"""The report of gaming days as a sheet: one heading, and a kind of row for the report, for each day of a table and for
each wager of it. A column of cents is filled by one kind alone, so whoever adds it up has the right sum."""

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
COLUMNS = (
    "row",
    *_REPORT,
    "activity",
    "day",
    "table",
    *_DAY,
    *_GAME,
    *(f"wager_{name}" for name in _WAGER),
)
"""What the sheet has: what a row does not speak of is empty."""
HEADING = ",".join(COLUMNS)


def report_sheet(value: dict[str, Any]) -> str:
    """The sheet of a report; amounts in cents."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()

    def row(kind: str, **cells: Any) -> None:
        writer.writerow({"row": kind} | {name: cell(said) for name, said in cells.items()})

    row("report", activity=_activity(value), **{name: value[name] for name in _REPORT})
    for day in value["tables"]:
        place = {"day": day["day"], "table": day["table"]}
        row("day", activity=_activity(day), **place, **{name: day[name] for name in _DAY})
        for game in day["games"]:
            about = place | {name: game[name] for name in _GAME}
            for wager in game["wagers"]:
                row("wager", **about, **{f"wager_{name}": wager[name] for name in _WAGER})
    return out.getvalue()


def _activity(said: dict[str, Any]) -> str:
    return "Activity" if said["activity"] else "No Activity"
