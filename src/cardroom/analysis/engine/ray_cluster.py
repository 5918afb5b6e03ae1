"""An engine that shares chunks between this machine and a Ray cluster, and is not slower than this machine alone.

This machine starts at once. The cluster is connected in the background, and only if the first chunks show that enough
work is left. Its nodes then take chunks from the same queue.
"""

import os
import socket
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from time import perf_counter, process_time
from typing import Any, TypeVar

from cardroom.analysis.engine.progress import Progress, with_progress
from cardroom.errors import InputError

__all__ = ["PAYS", "Ray", "pays"]

PAYS = 15.0
"""Seconds of work that must be left for this machine alone before a cluster is connected. A connection and the start of
the program on the nodes take up to ten."""
REACHABLE_SECONDS = 10.0
"""How long to wait for the address of a cluster."""
MOMENT = 0.02
"""How many seconds to wait for this machine's own chunks before asking the cluster."""
BUSY = 0.6
"""The share of this machine's cores that threads must use at least. Otherwise they wait for each other, as plain Python
does, and a cluster of processes on this machine is worth its start."""

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


class Ray:
    """A Ray cluster: at the given address, else at RAY_ADDRESS, else on this machine.

    Every node needs cardroom. Install Ray with `pip install 'cardroom[ray]'`. Without an address, a cluster has the
    cores that this machine's own threads use already. So it is started only for work that threads do not speed up.
    """

    seconds = 0.5

    def __init__(
        self,
        workers: int | None = None,
        progress: Progress | None = None,
        address: str | None = None,
        *,
        threads: int | None = None,
    ) -> None:
        """`threads` is how many chunks this machine computes at once, by default `workers`, or one per core. With zero,
        it leaves all chunks to the nodes."""
        if find_spec("ray") is None:
            raise ModuleNotFoundError("Ray is not installed. Run: pip install 'cardroom[ray]'")
        self._address = address or os.environ.get("RAY_ADDRESS", "")
        _check_reachable(self._address)
        self.workers = workers or os.cpu_count() or 1
        """How many chunks run at once: on this machine, and on the nodes when they are connected."""
        self._threads = self.workers if threads is None else threads
        self._progress = progress
        self._ray: Any = None
        self._nodes = 0
        """How many chunks the nodes run at once; 0 before they are connected."""
        self._connecting: Thread | None = None
        if not self._threads:
            self.connect()

    def connect(self, *, elsewhere: bool = False) -> None:
        """Connect the cluster, or start one on this machine, and wait until it is there.

        With `elsewhere`, only nodes on other machines count, because this machine's cores are busy already.
        """
        ray = import_module("ray")
        if not ray.is_initialized():
            ray.init(
                self._address or None,
                num_cpus=None if self._address else self.workers,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"env_vars": {"NUMBA_NUM_THREADS": "1"}},
            )
        own = ray.util.get_node_ip_address() if elsewhere else None
        nodes = [node for node in ray.nodes() if node["Alive"] and node["NodeManagerAddress"] != own]
        self._ray, self._nodes = ray, int(sum(node["Resources"].get("CPU", 0) for node in nodes))
        self.workers = self._threads + self._nodes

    def _connect_later(self, *, elsewhere: bool) -> None:
        def attempt() -> None:
            try:
                self.connect(elsewhere=elsewhere)
            except Exception as error:
                warnings.warn(f"The Ray cluster is not used: {error}", RuntimeWarning, stacklevel=2)

        self._connecting = Thread(target=attempt, daemon=True)
        self._connecting.start()

    def map(self, about: str, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Share the chunks between this machine and the nodes."""
        yield from with_progress(self._results(work, chunks), self._progress, about, len(chunks))

    def _results(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Any]:
        """Yield the results in order. Nodes get only a few chunks at a time.

        When no chunk is left, this machine starts on those that nodes have not finished, the last one first. The first
        result counts.
        """
        remote: Any = None
        left = deque(range(len(chunks)))
        sent: dict[Any, int] = {}
        here: dict[Future[Result], int] = {}
        done: dict[int, Any] = {}
        started, spent = perf_counter(), process_time()
        pool = ThreadPoolExecutor(max(1, self._threads))
        try:
            for number in range(len(chunks)):
                while number not in done:
                    if remote is None and self._nodes:
                        remote = self._ray.remote(num_cpus=1)(work)
                    while left and len(sent) < 2 * self._nodes:
                        chunk = left.popleft()
                        sent[remote.remote(chunks[chunk])] = chunk
                    free = [*left] or [chunk for chunk in reversed(sent.values()) if chunk not in here.values()]
                    for chunk in free[: self._threads - len(here)]:
                        here[pool.submit(work, chunks[chunk])] = chunk
                        if left:
                            left.popleft()
                    done |= self._finished(sent, here)
                    if self._connecting is None and not self._nodes and done:
                        elapsed, cpu = perf_counter() - started, process_time() - spent
                        busy = cpu >= BUSY * elapsed * min(self._threads, os.cpu_count() or 1)
                        if pays(len(left) * elapsed / (number + len(done)), busy=busy, address=self._address):
                            self._connect_later(elsewhere=busy)
                yield done.pop(number)
        finally:
            pool.shutdown(cancel_futures=True)
            for reference in sent:
                self._ray.cancel(reference)

    def _finished(self, sent: dict[Any, int], here: dict[Future[Result], int]) -> dict[int, Any]:
        """Wait until a chunk is finished or a moment has passed. Take what is finished out of both lists."""
        done, pause = {}, 0.0 if here else MOMENT
        for future in wait(here, MOMENT if sent or self._connecting else None, FIRST_COMPLETED).done:
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


def pays(seconds: float, *, busy: bool, address: str) -> bool:
    """Whether to connect a cluster while this machine alone would need these seconds more.

    `busy` says whether its threads use its cores. Without an address, the cluster would have only these cores.

    >>> pays(60, busy=True, address="10.0.0.7:6379"), pays(5, busy=True, address="10.0.0.7:6379")
    (True, False)
    >>> pays(60, busy=True, address=""), pays(60, busy=False, address="")
    (False, True)
    """
    return seconds >= PAYS and (bool(address) or not busy)


def _check_reachable(address: str, seconds: float = REACHABLE_SECONDS) -> None:
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
