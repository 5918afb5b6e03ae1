"""`python -m benchmarks [part ...] [--quick]`: every part, or those named; a table, a plot and files."""

import argparse
from importlib import import_module
from pathlib import Path

from rich.console import Console

from benchmarks import bench

ROUNDS, QUICK_ROUNDS = 9, 3


def parts() -> list[str]:
    """The modules here that have something to measure."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return [file.stem for file in files if "\ndef groups(" in file.read_text()]


def main() -> None:
    """Measures, prints, writes."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Speed, as ratios against peers in one run."
    )
    parser.add_argument("part", nargs="*", help=f"what to measure: {', '.join(parts())}; everything if not said")
    parser.add_argument(
        "--quick", action="store_true", help="a fast look: smaller work, fewer rounds, no files written"
    )
    chosen = parser.parse_args()
    if unknown := set(chosen.part) - set(parts()):
        parser.error(f"{', '.join(sorted(unknown))}: the parts are {', '.join(parts())}")
    rounds, console = QUICK_ROUNDS if chosen.quick else ROUNDS, Console()
    for part in chosen.part or parts():
        groups = bench.measure(import_module(f"benchmarks.{part}").groups(chosen.quick), rounds, console)
        console.rule(f"{part}: {bench.machine()['cpu']}, Python {bench.machine()['python']}, {rounds} rounds")
        for group in groups:
            console.print(bench.table(group))
        if not chosen.quick:
            for path in bench.save(part, groups, rounds):
                console.print(f"wrote {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}")


if __name__ == "__main__":
    main()
