"""`python -m mutants.faults`: break the product once for each clause of docs/examine/compliance.md.

The test that a fault in `faults.toml` names must then fail.

From the root of the project: `PYTHONPATH=src:tests python -m mutants.faults --point 31`, or `make faults`.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable
from functools import partial

from mutants.breaks import ROOT, Break, faults
from mutants.copies import run_broken, run_tests
from mutants.server import in_parallel

PAGE = ROOT / "docs" / "examine" / "compliance.md"
POINTS = range(1, 47)
NOT_APPLICABLE = {12: "cardroom drives no physical shuffler"}
"""Requirements that ask for nothing here, so no fault can be planted."""
START, END = "<!-- faults -->\n", "<!-- end of faults -->"
"""The part of the page that `--write` writes."""
SECONDS = 600
"""Seconds after which the tests of one fault are stopped."""


def table(rows: Iterable[Break]) -> str:
    """The faults as a table for the page."""
    lines = ["| # | fault | test that fails |", "|---|---|---|"]
    lines += [f"| {fault.point} | {fault.says} | `{fault.test.rpartition('::')[2]}` |" for fault in rows]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Plant faults; exit code 1 if a test does not notice one."""
    parser = argparse.ArgumentParser(prog="mutants.faults", description="Breaks the product, and runs the tests.")
    parser.add_argument("--point", type=int, action="append", help="only this point; may be repeated")
    parser.add_argument("--match", default="", help="only faults whose words or test match this expression")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--no-baseline", action="store_true", help="skip the run without a fault")
    parser.add_argument("--write", action="store_true", help="only write the table of faults into the page")
    given = parser.parse_args()
    if given.write:
        before, _, rest = PAGE.read_text("utf-8").partition(START)
        PAGE.write_text(before + START + table(faults()) + END + rest.partition(END)[2], "utf-8")
        return 0
    chosen = [
        fault
        for fault in faults()
        if (not given.point or fault.point in given.point) and re.search(given.match, f"{fault.says} {fault.test}")
    ]
    names = {fault.test for fault in chosen}
    web = {name for name in names if name.startswith("tests/web/")}  # these need a run of their own
    for group in (names - web, web) if not given.no_baseline else ():
        if group and (done := run_tests(ROOT, group, SECONDS)).code:
            print(done.output, file=sys.stderr)
            return 2
    survived: list[Break] = []

    def report(number: int, result: dict[str, object]) -> None:
        fault, died = chosen[number], result["code"] == 1  # other codes prove nothing
        print(
            f"{fault.point:>2}  {'dies' if died else 'SURVIVES'}  {result['seconds']:5.1f} s  {fault.says}", flush=True
        )
        if not died:
            survived.append(fault)
            print(result["output"], file=sys.stderr)

    in_parallel(
        given.jobs, [partial(run_broken, *each.broken(), [each.test], SECONDS, "-x") for each in chosen], report
    )
    points = {fault.point for fault in chosen}
    held = points - {fault.point for fault in survived}
    print(f"{len(chosen) - len(survived)} of {len(chosen)} faults die; {len(held)} of {len(points)} points hold")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
