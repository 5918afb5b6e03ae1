"""Engines run chunks of counting work on this machine's cores or on a cluster.

A job is a function and a list of chunks. Results are integers that are added up, so any number of workers gives exactly
the same answer.
"""

import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import redirect_stdout
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from cardroom.errors import InputError

__all__ = ["ENGINES", "LOCAL", "Engine", "Local", "Processes", "Progress", "Ray", "parts"]

RAY_SECONDS = 10.0
"""How long to wait for the address of a Ray cluster."""
MOMENT = 0.02
"""How many seconds to wait for this machine's own chunks before asking the cluster."""

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

Progress = Callable[[str, int, int], None]
"""Called with the name of the job, the number of finished chunks and the total number of chunks."""


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


class Ray:
    """A Ray cluster: at the given address, else at RAY_ADDRESS, else a local one with this machine's cores.

    This machine computes too, because nodes first load the program. So a cluster does not delay short work. Every node
    needs cardroom. Install Ray with `pip install 'cardroom[ray]'`.
    """

    seconds = 2.0

    def __init__(
        self, workers: int | None = None, progress: Progress | None = None, address: str | None = None
    ) -> None:
        try:
            ray = import_module("ray")
        except ModuleNotFoundError:
            raise ModuleNotFoundError("Ray is not installed. Run: pip install 'cardroom[ray]'") from None
        if not ray.is_initialized():
            _check_reachable(address or os.environ.get("RAY_ADDRESS", ""))
            ray.init(
                address,
                num_cpus=None if address or os.environ.get("RAY_ADDRESS") else workers,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"env_vars": {"NUMBA_NUM_THREADS": "1"}},
            )
        self._ray, self._progress = ray, progress
        self.workers = int(ray.cluster_resources()["CPU"])
        self._threads = os.cpu_count() or 1

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Share the chunks between the nodes and this machine."""
        yield from with_progress(self._results(work, chunks), self._progress, about, len(chunks))

    def _results(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Any]:
        """Yield the results in order. Nodes get only a few chunks at a time.

        When no chunk is left, this machine starts on those that nodes have not finished, the last one first. The first
        result counts.
        """
        remote = self._ray.remote(num_cpus=1)(work)
        left = deque(range(len(chunks)))
        sent: dict[Any, int] = {}
        here: dict[Future[Result], int] = {}
        done: dict[int, Any] = {}
        pool = ThreadPoolExecutor(max(1, self._threads))
        try:
            for number in range(len(chunks)):
                while number not in done:
                    while left and len(sent) < 2 * self.workers:
                        chunk = left.popleft()
                        sent[remote.remote(chunks[chunk])] = chunk
                    free = [*left] or [chunk for chunk in reversed(sent.values()) if chunk not in here.values()]
                    for chunk in free[: self._threads - len(here)]:
                        here[pool.submit(work, chunks[chunk])] = chunk
                        if left:
                            left.popleft()
                    done |= self._finished(sent, here)
                yield done.pop(number)
        finally:
            pool.shutdown(cancel_futures=True)
            for reference in sent:
                self._ray.cancel(reference)

    def _finished(self, sent: dict[Any, int], here: dict[Future[Result], int]) -> dict[int, Any]:
        """Wait until a chunk is finished or a moment has passed. Take what is finished out of both lists."""
        done, pause = {}, 0.0 if here else MOMENT
        for future in wait(here, MOMENT if sent else None, FIRST_COMPLETED).done:
            done[here.pop(future)] = future.result()
        for reference in self._ray.wait([*sent], num_returns=len(sent), timeout=pause)[0] if sent else ():
            done[sent.pop(reference)] = self._get(reference)
        for reference in [reference for reference, chunk in sent.items() if chunk in done]:
            del sent[reference]
            self._ray.cancel(reference)
        return done

    def _get(self, reference: Any) -> Any:
        """Wait for a result. What Ray prints about dead workers goes to standard error, never among the results."""
        with redirect_stdout(sys.stderr):
            return self._ray.get(reference)


def _check_reachable(address: str, seconds: float = RAY_SECONDS) -> None:
    """Refuse the address of a cluster that does not answer. Ray itself would wait for minutes.

    >>> _check_reachable("127.0.0.1:9")
    Traceback (most recent call last):
    cardroom.errors.InputError: Cannot reach the Ray cluster at 127.0.0.1:9: ...
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdecimal()):
        return  # "auto", "local", or none
    try:
        socket.create_connection((host, int(port)), seconds).close()
    except OSError as error:
        raise InputError(f"Cannot reach the Ray cluster at {address}: {error}. Check RAY_ADDRESS.") from None


ENGINES: dict[str, Callable[..., Engine]] = {"local": Local, "ray": Ray}


def parts(engine: Engine, seconds: float) -> list[slice]:
    """Split a job that takes one core about this many seconds into n chunks of every n-th piece.

    >>> parts(Local(2), 0.3)
    [slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)]
    """
    many = max(1, round(seconds / engine.seconds))
    return [slice(start, None, many) for start in range(many)]


def with_progress(results: Iterator[Result], progress: Progress | None, about: str, total: int) -> Iterator[Result]:
    """Yield the results, calling `progress` after each."""
    for done, result in enumerate(results):
        if progress:
            progress(about, done + 1, total)
        yield result


LOCAL = Local()
