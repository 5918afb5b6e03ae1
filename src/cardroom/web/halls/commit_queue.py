"""The commits of a hall on their way to the books: threads store them, several at a time where that is faster."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from cardroom.room import Commit, CommitFailed, Committer
from cardroom.room.committer import Outcome

__all__ = ["CommitQueue"]

_log = logging.getLogger("cardroom.hall")

MOST_AT_ONCE = 16
"""Commits of different tables that are stored in one transaction."""


class CommitQueue:
    """Commits that wait, and the tasks that store them."""

    def __init__(
        self,
        committer: Committer,
        run: Callable[[Callable[[], list[Outcome]]], Awaitable[list[Outcome]]],
        writers: int,
    ) -> None:
        """`run` calls a function in a thread; `writers` is how many may do so at once."""
        self._committer, self._run, self._most_writers = committer, run, writers
        self._waiting: list[tuple[Commit, asyncio.Future[Outcome]]] = []
        self._writers: set[asyncio.Task[None]] = set()

    def put(self, commit: Commit) -> asyncio.Future[Outcome]:
        """Store a commit; return its outcome, once it is known."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((commit, future))
        if len(self._writers) < self._most_writers:
            self._writers.add(asyncio.get_running_loop().create_task(self._write()))
        return future

    async def _write(self) -> None:
        """Store what waits.

        A single writer takes all commits that came while it was at the disk, and stores them in one transaction. Of
        several writers each takes one commit, because the database groups them itself.
        """
        most = MOST_AT_ONCE if self._most_writers == 1 else 1
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:most], self._waiting[most:]
                outcomes = await self._store([commit for commit, _ in batch])
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    if not future.done():
                        future.set_result(outcome)
        finally:  # not in a callback, which runs later: a commit that comes in between needs another writer
            self._writers = {each for each in self._writers if each is not asyncio.current_task()}

    async def _store(self, commits: list[Commit]) -> list[Outcome]:
        """The outcomes of several commits. Whatever goes wrong, each has one, so that no table waits for ever."""
        try:
            return await self._run(partial(self._committer.do_all, commits))
        except Exception as error:
            _log.exception("nothing could be stored", extra={"tables": [each.table for each in commits]})
            return [CommitFailed(str(error)) for _ in commits]
