"""The harness: runs inputs up to a number or a time, watches time and memory, and stores inputs that fail.

Every input follows from the seed and its number. Inputs that fail are stored as files, which can be run again.
"""

import json
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fuzz.kinds import Broken, Kind

SECONDS = 10.0
"""Seconds of CPU time after which an input counts as hanging; six times as long if it only waits."""
MEGABYTES = 500
"""The memory limit of the program."""
KEPT = 5
"""The number of files that are stored for the same failure."""


class Hang(BaseException):
    """An input took too long. This is not an Exception, so that no handler in between catches it."""


class Failure(NamedTuple):
    """An input that failed."""

    kind: str
    data: Any
    what: str
    """The type of the error and where it was raised. Equal for inputs that fail in the same way."""
    why: str


class Tally(NamedTuple):
    """The results of a kind of input."""

    given: Counter[str]
    worst: dict[str, float]
    """The longest time of an input, in CPU seconds of this process, because the machine may be busy."""
    failures: Counter[tuple[str, str]]


def peak() -> float:
    """The peak memory of this process, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage would include the parent process
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bound_memory(megabytes: int = 2 * MEGABYTES) -> None:
    """Limit the memory, so that an input that needs too much fails."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        most = pages * resource.getpagesize() + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


@contextmanager
def timed(seconds: float) -> Iterator[None]:
    """Raise `Hang` if this takes longer."""

    def late(*_: object) -> None:
        raise Hang(f"took more than {seconds:g} seconds")

    watches = {signal.ITIMER_PROF: (signal.SIGPROF, seconds), signal.ITIMER_REAL: (signal.SIGALRM, 6 * seconds)}
    before = {sent: signal.signal(sent, late) for sent, _ in watches.values()}
    try:
        for watch, (_, limit) in watches.items():
            signal.setitimer(watch, limit)
        yield
    finally:
        for watch in watches:
            signal.setitimer(watch, 0)
        for sent, handler in before.items():
            signal.signal(sent, handler)


def given(kind: Kind, data: Any, seconds: float = SECONDS) -> tuple[int, Failure | None]:
    """Run one input. Return how many it counts for, and the failure if it failed."""
    count, large = 1, peak() > MEGABYTES
    try:
        with timed(seconds):
            count = kind.give(data)
    except (Exception, Hang) as error:
        return count, Failure(kind.name, data, _place(error), "".join(traceback.format_exception(error))[-3000:])
    if peak() > MEGABYTES and not large:
        return count, Failure(kind.name, data, "memory", f"the program has become {peak():.0f} MB large")
    return count, None


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/src/cardroom/" in frame.filename.replace("\\", "/")] or frames
    last = ours[-1]
    if isinstance(error, Broken):
        return str(error)[:80]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"


def fuzz(
    kinds: Mapping[str, Kind],
    seed: str,
    inputs: int,
    seconds: float,
    keep: Path | None = None,
    tell: Callable[[str], None] | None = None,
    first: int = 0,
) -> Tally:
    """Run inputs of all kinds by their shares, up to a number of inputs or seconds."""
    tally = Tally(Counter(), dict.fromkeys(kinds, 0.0), Counter())
    chosen = [kind for kind in kinds.values() for _ in range(kind.share)]
    began = last = time.monotonic()
    number = first
    while sum(tally.given.values()) < inputs and time.monotonic() - began < seconds:
        rng = Random(f"{seed} {number}")
        number += 1
        kind = rng.choice(chosen)
        data = kind.make(rng)
        start = time.process_time()
        count, failure = given(kind, data)
        tally.given[kind.name] += count
        tally.worst[kind.name] = max(tally.worst[kind.name], time.process_time() - start)
        if failure:
            tally.failures[failure.kind, failure.what] += 1
            if keep and tally.failures[failure.kind, failure.what] <= KEPT:
                file = write(failure, keep)
                if tell:
                    tell(f"\n{failure.kind}: {failure.what}: {file}")
        if tell and time.monotonic() - last > 1:
            last = time.monotonic()
            tell(f"\r{_line(tally, last - began)}")
    if tell:
        tell(f"\r{_line(tally, time.monotonic() - began)}\nnext number {number}\n")
    return tally


def _line(tally: Tally, took: float) -> str:
    count = sum(tally.given.values())
    slow = max(tally.worst.values(), default=0)
    failed = sum(tally.failures.values())
    return f"{count:,} inputs in {took:.0f} s, {failed} failed, slowest {slow:.2f} s, at most {peak():.0f} MB"


def write(failure: Failure, folder: Path) -> Path:
    """Store a failure as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    match = json.dumps(failure._asdict(), indent=1)
    file = folder / f"{failure.kind}-{sha256(match.encode()).hexdigest()[:12]}.json"
    file.write_text(match + "\n")
    return file


def again(file: Path, kinds: Mapping[str, Kind]) -> Failure | None:
    """Run a stored input again."""
    data = json.loads(file.read_text())
    return given(kinds[data["kind"]], data["data"])[1]
