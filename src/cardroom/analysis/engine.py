"""Where the counting runs: the same chunks of work on this machine's cores or across a cluster.

A job is a plain function and a list of chunks; every result is made of whole numbers that are merged by adding, so any
number of workers gives the same answer to the last digit.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

__all__ = ["ENGINES", "LOCAL", "Engine", "Local", "Processes", "Progress", "Ray", "parts"]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

Progress = Callable[[str, int, int], None]
"""Told what is being counted, how many chunks are done, and of how many."""


class Engine(Protocol):
    """Runs a function over chunks and yields the results in the chunks' order."""

    workers: int
    """How many chunks run at once."""
    seconds: float
    """How long a chunk should take, about: short ones show progress, long ones are worth the trip to a cluster."""

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """The results; `work` and every chunk can be pickled, and `work` keeps nothing that a result depends on."""


class Local:
    """This machine: threads, as compiled kernels leave the interpreter to others.

    >>> list(Local(2).map("squares", lambda number: number**2, [1, 2, 3]))
    [1, 4, 9]
    """

    seconds = 0.1

    def __init__(self, workers: int | None = None, progress: Progress | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._progress = progress

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Run chunks side by side; an interrupt lets those that run finish and starts no more."""
        pool = ThreadPoolExecutor(self.workers)
        try:
            yield from with_progress(pool.map(work, chunks), self._progress, about, len(chunks))
        finally:
            pool.shutdown(cancel_futures=True)


class Processes:
    """This machine: processes, for work in plain Python, which holds the interpreter's lock.

    >>> list(Processes(1).map("roots", abs, [-1, -2]))
    [1, 2]
    """

    seconds = 0.5

    def __init__(self, workers: int | None = None, progress: Progress | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._progress = progress

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Run chunks side by side, in processes that start afresh: compiled threads do not survive a fork.

        A single chunk has nothing to run beside, and is done before another process would have started.
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
    """In a new process: an interrupt is the parent's to handle, and one core is all it has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["NUMBA_NUM_THREADS"] = "1"


class Ray:
    """A Ray cluster: the one at an address or that RAY_ADDRESS names, else one of this machine's cores.

    Every node needs cardroom installed; `pip install 'cardroom[ray]'` brings Ray.
    """

    seconds = 2.0

    def __init__(
        self, workers: int | None = None, progress: Progress | None = None, address: str | None = None
    ) -> None:
        try:
            ray = import_module("ray")
        except ModuleNotFoundError:
            raise ModuleNotFoundError("Ray is not installed here: pip install 'cardroom[ray]'") from None
        if not ray.is_initialized():
            ray.init(
                address,
                num_cpus=None if address or os.environ.get("RAY_ADDRESS") else workers,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"env_vars": {"NUMBA_NUM_THREADS": "1"}},
            )
        self._ray, self._progress = ray, progress
        self.workers = int(ray.cluster_resources()["CPU"])

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Send chunks to whichever node is free, a few ahead of what is done: who stops leaves little behind."""
        remote = self._ray.remote(num_cpus=1)(work)
        yield from with_progress(self._results(remote, chunks), self._progress, about, len(chunks))

    def _results(self, remote: Any, chunks: Sequence[Chunk]) -> Iterator[Any]:
        sent: deque[Any] = deque()
        for chunk in chunks:
            sent.append(remote.remote(chunk))
            if len(sent) > 3 * self.workers:
                yield self._ray.get(sent.popleft())
        while sent:
            yield self._ray.get(sent.popleft())


ENGINES: dict[str, Callable[..., Engine]] = {"local": Local, "ray": Ray}


def parts(engine: Engine, seconds: float) -> list[slice]:
    """Cut a job that takes a core about so long: every n-th piece of it to each of n chunks.

    >>> parts(Local(2), 0.3)
    [slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)]
    """
    many = max(1, round(seconds / engine.seconds))
    return [slice(start, None, many) for start in range(many)]


def with_progress(results: Iterator[Result], progress: Progress | None, about: str, total: int) -> Iterator[Result]:
    """The results as they come, with a call of `progress` after each."""
    for done, result in enumerate(results):
        if progress:
            progress(about, done + 1, total)
        yield result


LOCAL = Local()
