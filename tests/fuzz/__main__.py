"""`python -m fuzz`: hostile inputs of every kind, for any number and time.

From the root of the project: `PYTHONPATH=src:tests python -m fuzz --inputs 1000000 --seconds 600`, or `make fuzz`.
"""

import argparse
import sys
from pathlib import Path

from fuzz import doors
from fuzz.harness import SECONDS, again, bound_memory, fuzz, peak
from fuzz.kinds import KINDS


def main() -> int:
    """Fuzz, or repeat stored inputs; exit code 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="fuzz", description="Gives hostile inputs, and keeps those that break it.")
    parser.add_argument("--inputs", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--seconds", type=float, default=60, help="stop after so long (60)")
    parser.add_argument("--seed", default="0", help="the same seed makes the same inputs")
    parser.add_argument("--first", type=int, default=0, help="the number to begin with, to go on where a run ended")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; may be repeated")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where failing inputs go (build/fuzz)")
    parser.add_argument("--again", type=Path, nargs="+", metavar="FILE", help="give these kept inputs again")
    options = parser.parse_args()
    if options.again:
        failed = [failure for file in options.again if (failure := again(file, KINDS))]
        for failure in failed:
            print(f"{failure.kind}: {failure.what}\n{failure.why}")
        print(f"{len(options.again)} given again, {len(failed)} failed")
        return 1 if failed else 0
    kinds = {name: KINDS[name] for name in options.kind or KINDS}
    bound_memory()
    tally = fuzz(kinds, options.seed, options.inputs, options.seconds, options.keep, _tell, options.first)
    doors.close()
    for name in kinds:
        print(f"{name:<10} {tally.given[name]:>12,} inputs   slowest {tally.worst[name]:6.3f} s of {SECONDS:g}")
    for (kind, what), times in tally.failures.most_common():
        print(f"FAILED {times} times   {kind}: {what}")
    print(f"{sum(tally.given.values()):,} inputs, {sum(tally.failures.values())} failed, at most {peak():.0f} MB")
    return 1 if tally.failures else 0


def _tell(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
