"""The stored results: counts of each row, which the package has; details of each row, and what survives at a place.

A row is **killed** if its own tests failed for each mutant that they must detect, and for one of every place in code.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from cardroom.rulebook.mutants import DETAILS, RESULTS, Details, RowResult, details, results, row_digest, row_key
from cardroom.rulebook.traces import documents, trace
from mutants.engine import Key, PlaceResult, RowAt

__all__ = ["Store"]

PLACES = DETAILS / "places.json"


class Store:
    """Collects results place by place, and writes them row by row."""

    def __init__(self, date: str) -> None:
        self.date = date
        self.rows: dict[Key, list[tuple[str, RowAt]]] = defaultdict(list)
        self.places: dict[str, PlaceResult] = {}

    def add(self, result: PlaceResult) -> None:
        """Add what happened at a place."""
        self.places[result.place] = result
        for row in result.rows:
            self.rows[row.row].append((result.place, row))

    def survivors(self, key: Key) -> list[str]:
        """What a row's own tests did not detect, by place."""
        left = []
        for place, row in self.rows[key]:
            every = ["every mutant"] if row.tried and not row.killed and not row.survivors else []
            left += [f"{place}: {each}" for each in (*row.survivors, *every)]
        return left

    def write(self) -> None:
        """Write the rows all of whose places were tried, and the survivors by place."""
        counts: dict[str, dict[str, str]] = {}
        for document in documents():
            by_count: dict[str, list[str]] = defaultdict(list)
            told: dict[str, dict[str, Details]] = defaultdict(dict)
            for row in trace(document).row:
                key, short = (document, row.section, row.rule), row_key(row.section, row.rule)
                result = results(document).get(short)
                detail = details(document).get(row.section, {}).get(row.rule)
                places = {*row.where, *(f"break:{name}" for name in row.breaks)}
                if row.tests and places and places == {place for place, _ in self.rows.get(key, [])}:
                    at = [each for _, each in self.rows[key]]
                    left = self.survivors(key)
                    tried, killed = sum(each.tried for each in at), sum(each.killed for each in at)
                    pinned = sum(each.pinned for each in at)
                    result = RowResult(self.date, killed, tried, not left, row_digest(row), pinned)
                    detail = Details(next((each.example for each in at if each.example), ""), tuple(left))
                if result:
                    more = f" pinned {result.pinned}" if result.pinned else ""
                    more += "" if result.detected else " survived"
                    by_count[f"{result.date} {result.killed} of {result.mutants}{more}"].append(short + result.digest)
                if detail:
                    told[row.section][row.rule] = detail
            counts[document] = {name: " ".join(by_count[name]) for name in sorted(by_count)}
            _write(DETAILS / f"{document}.json", told)
        RESULTS.write_text(json.dumps(counts, indent=0) + "\n", encoding="utf-8")
        before = json.loads(PLACES.read_text()) if PLACES.exists() else {}
        for place, found in self.places.items():
            if not found.rows_only:
                module, mark, name = _parted(place)
                before.setdefault(module, {})[mark + name] = [found.killed, found.mutants, *found.survivors]
        rows = [row for document in documents() for row in trace(document).row]
        named = {name for row in rows for name in (*row.where, *(f"break:{each}" for each in row.breaks))}
        kept = {
            module: left
            for module in sorted(before)
            if (left := {name: before[module][name] for name in before[module] if f"{module}{name}" in named})
        }
        _write(PLACES, kept)

    def report(self, found: list[PlaceResult], seconds: float) -> int:
        """Print figures by document and all survivors. Return 1 if a row's tests missed one."""
        bad = 0
        by_document: dict[str, list[bool]] = defaultdict(list)
        for key, parts in self.rows.items():
            left = self.survivors(key)
            shown = not left and any(at.killed for _, at in parts)
            by_document[key[0]].append(shown)
            if not shown:
                bad += 1
                print(f"ROW {' | '.join(key)}")
                for each in left or ["no mutant"]:
                    print(f"    {each}")
        code_left = 0
        for result in sorted(found, key=lambda each: each.place):
            if "#" not in result.place:
                code_left += len(result.survivors)
            if result.broken:
                bad += 1
                print(f"PLACE {result.place}: {result.broken}")
            elif result.survivors:
                print(f"PLACE {result.place}: {result.killed} of {result.mutants} killed")
                for each in result.survivors:
                    print(f"    {each}")
        for document, rows in sorted(by_document.items()):
            parts = [at for key, at in self.rows.items() if key[0] == document]
            pinned = sum(any(each.pinned for _, each in at) for at in parts)
            print(
                f"{document}: {sum(rows)} of {len(rows)} rows killed, {sum(rows) / len(rows):.1%}: "
                f"{sum(rows) - pinned} by behaviour, {pinned} need the second reading"
            )
        mutants, killed = sum(each.mutants for each in found), sum(each.killed for each in found)
        print(f"{mutants:,} mutants in {seconds:.0f} s, {killed:,} killed, {code_left} of code survive")
        return 1 if bad else 0


def _parted(place: str) -> tuple[str, str, str]:
    """The module or file of a place, the mark, and the name or key in it."""
    return place.partition("#" if "#" in place else ":")


def _write(file: Path, value: dict[str, Any]) -> None:
    """Write JSON with a section or a module in each line, so that differences are easy to read."""
    lines = ",\n".join(f"{json.dumps(key)}: {msgspec.json.encode(value[key]).decode()}" for key in value)
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
