"""Note results that are too far from the exact expectation to be luck (GLI-19 v3.0, A.6.1-A.6.2).

A report compares the win of each game with the exact edge. What it finds for days that are over is a significant event,
noted once for each table, day and rule set, however often the report is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from cardroom.house.books import CAGE, Books, note, retry_on_conflict
from cardroom.house.reports.hold import ABNORMAL

__all__ = ["WHAT", "note_abnormal"]

WHAT = "hold"
"""The kind of its notes in the cage's book."""
WHY = "the win is too far from the exact expectation to be luck"


def note_abnormal(books: Books, report: Mapping[str, Any], today: date, *, who: str) -> int:
    """Note the abnormal results of a report, as `report_of` makes it. Return how many are new."""
    found = [
        (f"/hold {row['table']} {row['day']} {game['digest']}", row, game)
        for row in report["tables"]
        if date.fromisoformat(row["day"]) < today
        for game in row["games"]
        if abs(game["z"] or 0) >= ABNORMAL
    ]

    def attempt() -> int:
        with books.transaction():
            books.last(CAGE)  # locks the cage, so that two reports do not note the same
            drafts = []
            for key, row, game in found:
                if books.by_key(key) is None:
                    of = {"table": row["table"], "day": row["day"], "game": game["game"]}
                    after = of | {"win": game["win"], "handle": game["handle"], "z": game["z"]}
                    drafts.append(note(WHAT, who, WHY, {"expected": game["expected_win"]}, after)._replace(key=key))
            if drafts:
                books.append(CAGE, drafts)
        return len(drafts)

    return retry_on_conflict(attempt) if found else 0
