"""`python -m support.compliance_faults`: break the product once for each clause of docs/examine/compliance.md.

Each fault in `compliance_faults.toml` changes one text of the product. The test that the fault names must then fail.
The change is made in a copy of the project, so nothing needs to be restored, and servers that a test starts see it too.

From the root of the project: `PYTHONPATH=src:tests python -m support.compliance_faults --point 31`, or `make faults`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from mutants.server import OPTIONS, in_parallel

ROOT = Path(__file__).parents[2]
FAULTS = Path(__file__).with_suffix(".toml")
PAGE = ROOT / "docs" / "examine" / "compliance.md"
POINTS = range(1, 47)
NOT_APPLICABLE = {12: "cardroom drives no physical shuffler"}
"""Requirements that ask for nothing here, so no fault can be planted."""
START, END = "<!-- faults -->\n", "<!-- end of faults -->"
"""The part of the page that `--write` writes."""
COPIED = ("src", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
SECONDS = 600
"""Seconds after which the tests of one fault are stopped."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to break the product."""

    point: int
    what: str
    """What the broken product does, in a few words."""
    file: str
    """Below the root of the project."""
    old: str
    new: str
    test: str
    """The test that must fail, as `FILE::NAME`."""

    def broken_text(self) -> str:
        """The text of the file with the fault."""
        text = (ROOT / self.file).read_text("utf-8")
        if text.count(self.old) != 1:
            raise LookupError(f"{self.file} contains {self.old!r} {text.count(self.old)} times, not once")
        return text.replace(self.old, self.new)


class Run(NamedTuple):
    """What a test run did."""

    code: int
    """The exit code of pytest: 0 if all passed, 1 if some failed. Anything else proves nothing."""
    seconds: float
    output: str


def faults() -> tuple[Fault, ...]:
    """All faults, in the order of the points."""
    return msgspec.toml.decode(FAULTS.read_bytes(), type=dict[str, tuple[Fault, ...]])["fault"]


def run_tests(project: Path, tests: Iterable[str], *options: str) -> Run:
    """Run tests of a copy of the project in a new process."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(project / "src"), str(project / "tests")])}
    given = ["-o", "pythonpath=", "-o", "timeout=120", "--rootdir", str(project), "-c", str(project / "pyproject.toml")]
    command = [sys.executable, "-m", "pytest", *OPTIONS, *given, *options, *sorted(tests)]
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return Run(-1, time.monotonic() - start, "the tests took too long")
    return Run(done.returncode, time.monotonic() - start, done.stdout[-3000:] + done.stderr[-1000:])


def copy_project(folder: Path) -> Path:
    """Copy what tests need."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("node_modules", ".hypothesis"))
        elif source.exists():
            shutil.copy2(source, folder / name)
    return folder


def plant(fault: Fault) -> Run:
    """Run the test of a fault in a copy of the project that has the fault."""
    with tempfile.TemporaryDirectory(prefix="fault-") as folder:
        project = copy_project(Path(folder))
        broken = project / fault.file
        broken.write_text(fault.broken_text(), "utf-8")
        for cached in (broken.parent / "__pycache__").glob(f"{broken.stem}.*"):
            cached.unlink()
        return run_tests(project, [fault.test], "-x")


def baseline(chosen: Sequence[Fault]) -> list[Run]:
    """Run the tests of all faults without a fault. Tests of the web need a run of their own."""
    names = {fault.test for fault in chosen}
    web = {name for name in names if name.startswith("tests/web/")}
    return [run_tests(ROOT, group) for group in (names - web, web) if group]


def table(rows: Iterable[Fault]) -> str:
    """The faults as a table for the page."""
    lines = ["| # | fault | test that fails |", "|---|---|---|"]
    for fault in rows:
        lines.append(f"| {fault.point} | {fault.what} | `{fault.test.rpartition('::')[2]}` |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Plant faults; exit code 1 if a test does not notice one."""
    parser = argparse.ArgumentParser(prog="compliance_faults", description="Breaks the product, and runs the tests.")
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
        if (not given.point or fault.point in given.point) and re.search(given.match, f"{fault.what} {fault.test}")
    ]
    if not given.no_baseline:
        for done in baseline(chosen):
            if done.code:
                print(done.output, file=sys.stderr)
                return 2
    survived: list[Fault] = []

    def report(number: int, result: list[object]) -> None:
        fault, (code, seconds, output) = chosen[number], result
        died = code == 1
        print(f"{fault.point:>2}  {'dies' if died else 'SURVIVES'}  {seconds:5.1f} s  {fault.what}", flush=True)
        if not died:
            survived.append(fault)
            print(output, file=sys.stderr)

    works: list[Callable[[], Run]] = [partial(plant, fault) for fault in chosen]
    in_parallel(given.jobs, works, report)
    points = {fault.point for fault in chosen}
    held = points - {fault.point for fault in survived}
    print(f"{len(chosen) - len(survived)} of {len(chosen)} faults die; {len(held)} of {len(points)} points hold")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
