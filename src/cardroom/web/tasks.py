"""Work that goes on in an event loop while nobody waits for it: what fails is written down."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

__all__ = ["Tasks"]


class Tasks:
    """Some work that somebody has begun, and can cancel."""

    def __init__(self, log: logging.Logger) -> None:
        """`log` is told what fails."""
        self._log = log
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log.error("something that nobody waits for failed", exc_info=error)

    def cancel(self) -> None:
        """Leave off all of it."""
        for task in self._tasks:
            task.cancel()

    async def end(self, seconds: float) -> None:
        """Leave off all of it, and wait until it is, for so long at most."""
        self.cancel()
        if self._tasks:
            await asyncio.wait([*self._tasks], timeout=seconds)
