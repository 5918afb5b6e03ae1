"""`python -m benchmarks.check`: has anything become slower than the committed report says?

Figures of two machines cannot be compared, but ratios within one run can: to the fastest peer or, where there is none,
to a fixed loop in plain Python. A ratio below 0.85 of the report's is a failure. `make bench` writes a new report.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks import bench

PARTS = ("rounds", "decision")
"""The parts that are measured in CPU time. The others wait for disks, other processes and other cores."""
LEAST = 0.85
ROUNDS = 5


class Compared(NamedTuple):
    """A case in the report and now, as a multiple of the same yardstick."""

    group: str
    case: str
    before: float
    now: float

    @property
    def holds(self) -> bool:
        """Whether it is at least nearly as fast as the report says."""
        return self.now >= LEAST * self.before


def ratios(group: dict[str, Any]) -> dict[str, float]:
    """The best rounds of a group's own cases, as multiples of the fastest peer's or the fixed loop's.

    >>> own, loop = {"name": "ours", "best_per_second": 8.0}, {"name": "loop", "best_per_second": 4.0, "gauge": True}
    >>> ratios({"cases": [own, loop]})
    {'ours': 2.0}
    """
    cases = group["cases"]
    peers = [case for case in cases if case.get("peer")] or [case for case in cases if case.get("gauge")]
    if not peers:
        return {}
    best = max(case["best_per_second"] for case in peers)
    others = [case for case in cases if not (case.get("peer") or case.get("limit") or case.get("gauge"))]
    return {case["name"]: case["best_per_second"] / best for case in others}


def compared(part: str, now: list[dict[str, Any]]) -> Iterator[Compared]:
    """The cases that the report and this run have in common."""
    file = bench.REPORT / f"{part}.json"
    if not file.exists():
        print(f"{part} is not compared: there is no report {file.name} yet")
        return
    report = json.loads(file.read_text(encoding="utf-8"))
    before = {group["group"]: ratios(group) for group in report["groups"]}
    for group in now:
        for name, ratio in ratios(group).items():
            if known := before.get(group["group"], {}).get(name):
                yield Compared(group["group"], name, known, ratio)


def main() -> int:
    """Measure, print, and return 1 if a case is too slow or nothing could be compared."""
    console, found = Console(), list[Compared]()
    for part in PARTS:
        measured = bench.measure(import_module(f"benchmarks.{part}").groups(False), ROUNDS, console)
        found += compared(part, bench.figures(measured))
    table = Table("", "report", "now", "of the report")
    for each in found:
        style = "" if each.holds else "bold red"
        share = f"{each.now / each.before:.2f}"
        table.add_row(f"{each.group}: {each.case}", f"{each.before:.3g}", f"{each.now:.3g}", share, style=style)
    console.print(table)
    slow = [each for each in found if not each.holds]
    if slow:
        console.print(f"{len(slow)} of {len(found)} cases are below {LEAST} of the report.")
    if not found:
        console.print("Nothing could be compared: run `make bench` first, with the peers installed.")
    return 1 if slow or not found else 0


if __name__ == "__main__":
    sys.exit(main())
