"""Everything about learning that a server offers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from cardroom.web import Tasks
from cardroom.web.halls import PLAY, Server, Workers, read_config
from cardroom.web.learning.daily_deals import DailyDeals
from cardroom.web.learning.puzzles import PuzzleFinder
from cardroom.web.learning.store import DAY_SECONDS, LearningStore

__all__ = ["Learning"]

_log = logging.getLogger("cardroom.learning")

START_PAUSE = 5
"""Seconds after the start before a deal is drawn. The first visitors come first."""


class Learning:
    """The records of users, the daily deals, and the puzzles of a room."""

    def __init__(self, server: Server) -> None:
        rooms = server.room_store
        self.store = LearningStore(server.people.database)
        self.deals = DailyDeals(self.store.seed)

        def owned() -> Mapping[str, bool]:
            configs = {table: read_config(text) for table, text in rooms.configs(PLAY).items()}
            return {table: bool(config.private) for table, config in configs.items() if config.owner}

        self.puzzles = PuzzleFinder(self.store, rooms.secret("puzzles"), owned)
        self._tasks = Tasks(_log)

    def start_search(self, workers: Workers) -> None:
        """Search for puzzles in the background."""
        self._tasks.spawn(self.puzzles.search(workers))

    def start_deals(self, workers: Workers) -> None:
        """Draw the deal of each day in the background, before the first visitor asks for it."""
        self._tasks.spawn(self._draw_deals(workers))

    async def _draw_deals(self, workers: Workers) -> None:
        await asyncio.sleep(START_PAUSE)
        while True:
            await self.deals.deal(self.store.today(), workers)
            await asyncio.sleep(DAY_SECONDS - self.store.now() % DAY_SECONDS)

    def close(self) -> None:
        """Stop what runs in the background."""
        self._tasks.cancel()
