"""Computations of the workshop: one process, a short queue, and one computation for each operator at a time.

The process stays warm between computations, so that the next one is fast. A cancelled computation has a second to
end; then the process is killed. It is also killed when a computation takes too long, and when the server closes. It
ends by itself if the server is killed.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import deque
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

import msgspec

from cardroom.errors import InputError
from cardroom.web.workshop.job import CANCEL, DraftJob, WorkshopFigures, serve_jobs

__all__ = ["DraftRuns", "Run"]

_log = logging.getLogger("cardroom.workshop")

MOST_WAITING = 4
"""The most computations that wait for the process."""
MOST_SECONDS = 1800.0
"""The longest computation."""
GRACE = 1.0
"""Seconds that a cancelled computation has to end."""
_POLL = 0.05
"""Seconds between looks at whether a computation was cancelled."""
_ENDED = ("done", "failed", "cancelled")


class Run(msgspec.Struct):
    """A computation."""

    who: str
    job: DraftJob
    name: str
    """The name of the draft, for file names."""
    id: str = msgspec.field(default_factory=lambda: secrets.token_hex(8))
    state: str = "waiting"
    about: str = ""
    """What is being counted."""
    done: int = 0
    total: int = 0
    why: str = ""
    """Why it failed."""
    figures: WorkshopFigures | None = None
    files: dict[str, str] = {}
    began: float = 0

    @property
    def ended(self) -> bool:
        """Whether it is done, failed or cancelled."""
        return self.state in _ENDED


class DraftRuns:
    """All computations, and the process that makes them."""

    def __init__(self, most_seconds: float = MOST_SECONDS) -> None:
        self._most_seconds = most_seconds
        self._queue: deque[Run] = deque()
        self._last: dict[tuple[str, bool], Run] = {}
        """The last computation of each operator: of figures, and of a certificate."""
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: SpawnProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._closed = False

    def start(self, who: str, job: DraftJob, name: str) -> Run:
        """Add a computation. The operator's unfinished one is cancelled."""
        with self._changed:
            if self._closed:
                raise InputError("The room is closing.")
            for kind in (False, True):
                if old := self._last.get((who, kind)):
                    self._cancel(old)
            if len(self._queue) >= MOST_WAITING:
                raise InputError(
                    f"{MOST_WAITING} computations of other operators are waiting. Try again in a few minutes."
                )
            run = self._last[who, job.certificate] = Run(who, job, name)
            self._queue.append(run)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="workshop", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return run

    def find(self, who: str, run: str) -> Run | None:
        """An operator's computation by its id. No one sees those of others."""
        return next((each for (name, _), each in [*self._last.items()] if (name, each.id) == (who, run)), None)

    def cancel(self, run: Run) -> None:
        """Cancel a computation, and wait until it has ended."""
        with self._changed:
            self._cancel(run)
            self._changed.wait_for(lambda: run.ended, timeout=10)

    def _cancel(self, run: Run) -> None:
        if run in self._queue:
            self._queue.remove(run)
            run.state = "cancelled"
        elif not run.ended:
            run.state = "cancelling"

    def close(self) -> None:
        """Kill the process, and stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(10)

    # -- the thread -----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            while run := self._next():
                state, why = self._compute(run)
                with self._changed:
                    run.state, run.why = state, why
                    self._changed.notify_all()
        finally:
            self._kill()

    def _next(self) -> Run | None:
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closed)
            if self._closed:
                return None
            run = self._queue.popleft()
            run.state, run.began = "in progress", time.monotonic()
            return run

    def _compute(self, run: Run) -> tuple[str, str]:
        """Compute; return the state at the end, and why it failed."""
        try:
            connection = self._started()
            connection.send_bytes(msgspec.msgpack.encode(run.job))
            told: float | None = None
            while True:
                if run.state == "cancelling" and told is None:
                    connection.send_bytes(CANCEL)
                    told = time.monotonic()
                if self._closed or (told is not None and time.monotonic() - told > GRACE):
                    self._kill()
                    return "cancelled", ""
                if time.monotonic() - run.began > self._most_seconds:
                    self._kill()
                    return "failed", f"It took longer than {self._most_seconds / 60:g} minutes, the limit."
                if not connection.poll(_POLL):
                    continue
                kind, *values = connection.recv()
                if told is not None and kind != "progress":
                    return "cancelled", ""
                if kind == "progress":
                    run.about, run.done, run.total = values
                elif kind == "failed":
                    return "failed", values[0]
                else:
                    self._finish(run, values[0])
                    return "done", ""
        except Exception as error:  # the thread must survive, for the computations of others
            if not isinstance(error, EOFError | OSError):
                _log.error("computation failed", exc_info=error)
            self._kill()
            return "failed", "The computation ended unexpectedly. Start it again."

    def _finish(self, run: Run, answer: bytes) -> None:
        if run.job.certificate:
            run.files = msgspec.msgpack.decode(answer, type=dict[str, str])
        else:
            run.figures = msgspec.msgpack.decode(answer, type=WorkshopFigures)

    def _started(self) -> Connection[Any, Any]:
        """The connection to a living process."""
        if self._process is not None and self._connection is not None and self._process.is_alive():
            return self._connection
        self._kill()
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve_jobs, args=(theirs,), name="workshop", daemon=True)
        try:
            process.start()  # fails, for example, if the machine has no memory for another process
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._process, self._connection = process, ours
        return ours

    def _kill(self) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if process is not None:
            process.kill()
            process.join(10)
        if connection is not None:
            connection.close()
