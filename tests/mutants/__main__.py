"""`python -m mutants`: break each rule on purpose and see whether the tests of its trace rows fail.

From the root of the project: `PYTHONPATH=src:tests python -m mutants --document brook-huh`, or `make mutants`.
"""

import argparse
import fnmatch
import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from cardroom.rulebook.mutants import state
from cardroom.rulebook.traces import TraceRow, documents, trace
from mutants.engine import Failing, PlaceResult, plan, run
from mutants.store import Store

PASSED = Path("build/mutants-passed.json")
"""The tests that passed without a mutant, with their seconds."""


def main() -> int:
    """Try mutants; exit code 1 if the tests of a row missed one."""
    sys.dont_write_bytecode = False  # each child imports test modules, and must not compile them again
    sys.pycache_prefix = str(Path("build/pycache").resolve())
    parser = argparse.ArgumentParser(prog="mutants", description="Breaks rules, and runs the tests that should fail.")
    parser.add_argument("--document", action="append", choices=documents(), help="only this document; may be repeated")
    parser.add_argument("--section", action="append", help="only this section; may be repeated")
    parser.add_argument(
        "--place", action="append", help="only places that match: '*poker*', 'break:*'; may be repeated"
    )
    parser.add_argument("--stale", action="store_true", help="only rows whose result is missing, stale or survived")
    parser.add_argument("--sample", type=int, default=0, help="only this number of places")
    parser.add_argument("--seed", default="0", help="the same seed chooses the same sample")
    parser.add_argument("--most", type=int, default=0, help="at most this number of mutants of a place")
    parser.add_argument("--rows", action="store_true", help="leave a place as soon as its rows are killed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--log", type=Path, default=Path("build/mutants.jsonl"), help="each place's result, at once")
    parser.add_argument("--trust", action="store_true", help="skip tests without a mutant that passed in the last run")
    parser.add_argument("--resume", action="store_true", help="take from the log what an earlier run has found")
    parser.add_argument("--no-run", action="store_true", help="with --resume: write what the log has, and try no more")
    parser.add_argument("--no-write", action="store_true", help="leave the stored results as they are")
    given = parser.parse_args()
    rows = [
        (name, row)
        for name in given.document or documents()
        for row in trace(name).row
        if (not given.section or row.section in given.section) and not (given.stale and _current(name, row))
    ]
    made = plan(rows)
    if given.place:
        made = made.only(name for name in made.places if any(fnmatch.fnmatch(name, each) for each in given.place))
    made = made.sampled(given.sample, given.seed)
    store = Store(datetime.now(UTC).date().isoformat())
    began, found = time.monotonic(), []
    given.log.parent.mkdir(parents=True, exist_ok=True)
    lines = given.log.read_bytes().splitlines() if given.resume and given.log.exists() else []
    earlier = [msgspec.json.decode(line, type=PlaceResult) for line in lines]
    found += [each for each in earlier if each.place in made.places and each.digest == made.digest(each.place)]
    for each in found:
        store.add(each)
    others = [each for each in earlier if each.place not in made.places]
    given.log.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (*found, *others)))
    made = made.only([name for name in made.places if name not in store.places])

    def done(result: PlaceResult) -> None:
        found.append(result)
        store.add(result)
        with given.log.open("ab") as log:
            log.write(msgspec.json.encode(result) + b"\n")
        _progress(found, len(store.places.keys() | made.places.keys()), time.monotonic() - began)

    try:
        known = msgspec.json.decode(PASSED.read_bytes()) if given.trust and PASSED.exists() else {}
        if made.places and not given.no_run:
            passed = _write_passed if not given.no_write else _forget
            run(made, given.jobs, done, given.most, _say, known, given.rows, passed)
    except Failing as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    finally:
        if not given.no_write and found:
            store.write()
    print(file=sys.stderr)
    return store.report(found, time.monotonic() - began)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _write_passed(seconds: dict[str, float]) -> None:
    before = msgspec.json.decode(PASSED.read_bytes()) if PASSED.exists() else {}
    PASSED.parent.mkdir(parents=True, exist_ok=True)
    PASSED.write_bytes(msgspec.json.encode(before | seconds))


def _forget(_: dict[str, float]) -> None:
    pass


def _current(document: str, row: TraceRow) -> bool:
    return state(document, row)[0] in ("killed", "none")


def _progress(found: list[PlaceResult], places: int, took: float) -> None:
    mutants, killed = sum(each.mutants for each in found), sum(each.killed for each in found)
    share = f"{killed / mutants:.1%}" if mutants else "none"
    full = 24 * len(found) // max(places, 1)
    bar = "#" * full + "." * (24 - full)
    text = f"\r[{bar}] {len(found)}/{places} places, {mutants:,} mutants, {share} killed, {took:.0f} s"
    sys.stderr.write(f"{text:<100}")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
