"""Background tasks of an event loop. Failures are logged, and all tasks can be cancelled together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

__all__ = ["Tasks"]


class Tasks:
    """The background tasks of one owner."""

    def __init__(self, log: logging.Logger) -> None:
        """Failures go to `log`."""
        self._log = log
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log.error("background task failed", exc_info=error)

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

    async def end(self, seconds: float) -> None:
        """Cancel all tasks, and wait for them for at most `seconds`."""
        self.cancel()
        if self._tasks:
            await asyncio.wait([*self._tasks], timeout=seconds)
