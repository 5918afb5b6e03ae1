"""The stored results: one file a document with a row each, and one file with the mutants that survive at a place."""

import json
from collections import defaultdict
from typing import Any

import msgspec

from cardroom.rulebook.mutants import RowResult, equivalents, folder, results, row_digest
from cardroom.rulebook.traces import TraceRow, documents, trace
from mutants.engine import Key, PlaceResult, RowAt

__all__ = ["Store"]

PLACES = "places.json"


class Store:
    """Collects results place by place, and writes them row by row."""

    def __init__(self, date: str) -> None:
        self.date = date
        self.rows: dict[Key, list[tuple[str, RowAt]]] = defaultdict(list)
        self.places: dict[str, PlaceResult] = {}
        self.explained = {(each.where, each.mutant): each.why for each in equivalents()}

    def add(self, result: PlaceResult) -> None:
        """Add what happened at a place."""
        self.places[result.place] = result
        for row in result.rows:
            self.rows[row.row].append((result.place, row))

    def survivors(self, place: str, row: RowAt) -> list[str]:
        """What a row's own tests did not detect at a place, without what is explained."""
        left = [each for each in row.survivors if (place, each) not in self.explained]
        if row.tried and not row.killed and not row.survivors and (place, "every mutant") not in self.explained:
            left.append("every mutant")
        return [f"{place}: {each}" for each in left]

    def row_result(self, key: Key, row: TraceRow) -> RowResult:
        """The result of a row from all of its places."""
        parts = self.rows[key]
        return RowResult(
            section=row.section,
            rule=row.rule,
            mutants=sum(at.tried for _, at in parts),
            killed=sum(at.killed for _, at in parts),
            survivors=tuple(each for place, at in parts for each in self.survivors(place, at)),
            date=self.date,
            digest=row_digest(row),
            example=next((at.example for _, at in parts if at.example), ""),
        )

    def write(self) -> None:
        """Write the rows all of whose places were tried, and the survivors by place."""
        for document in documents():
            kept = dict(results(document))
            for row in trace(document).row:
                key = (document, row.section, row.rule)
                places = {*row.where, *(f"break:{name}" for name in row.breaks)}
                if row.tests and places and places == {place for place, _ in self.rows.get(key, [])}:
                    kept[row.section, row.rule] = self.row_result(key, row)
            listed = [kept[at] for row in trace(document).row if (at := (row.section, row.rule)) in kept]
            if listed:
                _write(f"{document}.json", {"rows": [msgspec.to_builtins(each) for each in listed]})
        before = _read(PLACES)
        named = {name for document in documents() for row in trace(document).row for name in row.where}
        for place, result in self.places.items():
            if result.rows_only:
                continue
            before[place] = {
                "place": place,
                "mutants": result.mutants,
                "killed": result.killed,
                "survivors": [each for each in result.survivors if (place, each) not in self.explained],
            }
        left = [before[name] for name in sorted(before) if name in named or name.startswith("break:")]
        _write(PLACES, {"places": left})

    def report(self, found: list[PlaceResult], seconds: float) -> int:
        """Print figures by document and all survivors. Return 1 if one is left unexplained."""
        bad = 0
        by_document: dict[str, list[bool]] = defaultdict(list)
        for key, parts in self.rows.items():
            left = [each for place, at in parts for each in self.survivors(place, at)]
            shown = not left and any(at.killed for _, at in parts)
            by_document[key[0]].append(shown)
            if not shown:
                bad += 1
                print(f"ROW {' | '.join(key)}")
                for each in left or ["no mutant"]:
                    print(f"    {each}")
        code_left = 0
        for result in sorted(found, key=lambda each: each.place):
            left = [each for each in result.survivors if (result.place, each) not in self.explained]
            if "#" not in result.place:
                code_left += len(left)
            if result.broken:
                bad += 1
                print(f"PLACE {result.place}: {result.broken}")
            elif left:
                print(f"PLACE {result.place}: {result.killed} of {result.mutants} killed")
                for each in left:
                    print(f"    {each}")
        for document, rows in sorted(by_document.items()):
            print(f"{document}: {sum(rows)} of {len(rows)} rows killed, {sum(rows) / len(rows):.1%}")
        mutants, killed = sum(each.mutants for each in found), sum(each.killed for each in found)
        print(f"{mutants:,} mutants in {seconds:.0f} s, {killed:,} killed, {code_left} of code survive unexplained")
        return 1 if bad else 0


def _read(name: str) -> dict[str, Any]:
    file = folder() / name
    return {each["place"]: each for each in json.loads(file.read_text())["places"]} if file.exists() else {}


def _write(name: str, value: dict[str, list[Any]]) -> None:
    """Write JSON with one row a line, so that differences are easy to read."""
    ((key, rows),) = value.items()
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (folder() / name).write_text(f'{{"{key}": [\n{lines}\n]}}\n', encoding="utf-8")
