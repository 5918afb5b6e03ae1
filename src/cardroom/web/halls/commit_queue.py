"""The queue of a hall's commits. Threads store them in the books, several in one transaction if that is faster."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from cardroom.room import Commit, CommitFailed, Committer, Outcome
from cardroom.web import current, span

__all__ = ["CommitQueue"]

_log = logging.getLogger("cardroom.hall")

MOST_AT_ONCE = 16
"""The most commits, all of different tables, that one transaction stores."""


class CommitQueue:
    """Waiting commits, and the tasks that store them."""

    def __init__(
        self,
        committer: Committer,
        run: Callable[[Callable[[], list[Outcome]]], Awaitable[list[Outcome]]],
        writers: int,
    ) -> None:
        """`run` calls a function in a thread; `writers` is the most tasks that store at the same time."""
        self._committer, self._run, self._most_writers = committer, run, writers
        self._waiting: list[tuple[Commit, asyncio.Future[Outcome], Any]] = []
        """Commits with their futures, and the contexts of their spans."""
        self._writers: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """The number of commits that wait."""
        return len(self._waiting)

    def put(self, commit: Commit) -> asyncio.Future[Outcome]:
        """Queue a commit; return a future of its outcome."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((commit, future, current()))
        if len(self._writers) < self._most_writers:
            self._writers.add(asyncio.get_running_loop().create_task(self._write()))
        return future

    async def _write(self) -> None:
        """Store the waiting commits.

        A single writer stores all commits that arrived during its last write in one transaction. Several writers take
        one commit each, because the database groups them itself.
        """
        most = MOST_AT_ONCE if self._most_writers == 1 else 1
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:most], self._waiting[most:]
                with span("transaction", {"cardroom.commits": len(batch)}, links=[each[2] for each in batch]):
                    outcomes = await self._store([commit for commit, _, _ in batch])
                for (_, future, _), outcome in zip(batch, outcomes, strict=True):
                    if not future.done():
                        future.set_result(outcome)
        finally:  # not in a callback, which would run too late for a commit that arrives in between
            self._writers = {each for each in self._writers if each is not asyncio.current_task()}

    async def _store(self, commits: list[Commit]) -> list[Outcome]:
        """Store commits; return their outcomes. Each has one after any error, so that no table waits forever."""
        try:
            return await self._run(partial(self._committer.do_all, commits))
        except Exception as error:
            _log.exception("commits failed", extra={"tables": [each.table for each in commits]})
            return [CommitFailed(str(error)) for _ in commits]
