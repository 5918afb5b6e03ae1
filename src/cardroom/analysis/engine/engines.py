"""Engines run chunks of counting work on this machine's cores or on a cluster.

A job is a function and a list of chunks. Results are integers that are added up, so any number of workers gives exactly
the same answer.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Protocol, TypeVar

from cardroom.analysis.engine.progress import Progress, with_progress
from cardroom.analysis.engine.ray_cluster import Ray

__all__ = ["ENGINES", "LOCAL", "Engine", "Local", "Processes", "Progress", "Ray", "parts"]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


class Engine(Protocol):
    """Runs a function over chunks and yields the results in the chunks' order."""

    workers: int
    """How many chunks run at once."""
    seconds: float
    """The target duration of a chunk. Short chunks show progress; long ones are worth sending to a cluster."""

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Yield the results. `work` and the chunks must be picklable, and `work` must not depend on earlier calls."""


class Local:
    """Threads on this machine, for compiled kernels, which release the interpreter's lock.

    >>> list(Local(2).map("squares", lambda number: number**2, [1, 2, 3]))
    [1, 4, 9]
    """

    seconds = 0.1

    def __init__(self, workers: int | None = None, progress: Progress | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._progress = progress

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Run chunks in parallel. After an interrupt, running chunks finish and no new ones start."""
        pool = ThreadPoolExecutor(self.workers)
        try:
            yield from with_progress(pool.map(work, chunks), self._progress, about, len(chunks))
        finally:
            pool.shutdown(cancel_futures=True)


class Processes:
    """Processes on this machine, for work in plain Python, which holds the interpreter's lock.

    >>> list(Processes(1).map("roots", abs, [-1, -2]))
    [1, 2]
    """

    seconds = 0.5

    def __init__(self, workers: int | None = None, progress: Progress | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._progress = progress

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Run chunks in parallel, in spawned processes, because compiled threads do not survive a fork.

        A single chunk runs in this process, which is faster than starting another.
        """
        if len(chunks) < 2:
            yield from with_progress(map(work, chunks), self._progress, about, len(chunks))
            return
        workers = min(self.workers, len(chunks))
        pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin)
        try:
            yield from with_progress(pool.map(work, chunks), self._progress, about, len(chunks))
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Set up a new process: leave interrupts to the parent, and use one core."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["NUMBA_NUM_THREADS"] = "1"


ENGINES: dict[str, Callable[..., Engine]] = {"local": Local, "ray": Ray}


def parts(engine: Engine, seconds: float) -> list[slice]:
    """Split a job that takes one core about this many seconds into n chunks of every n-th piece.

    >>> parts(Local(2), 0.3)
    [slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)]
    """
    many = max(1, round(seconds / engine.seconds))
    return [slice(start, None, many) for start in range(many)]


LOCAL = Local()
