"""Everything about learning that a server offers."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from cardroom.web import Tasks
from cardroom.web.halls import PLAY, Server, Workers, read_config
from cardroom.web.learning.deals import DailyDeals
from cardroom.web.learning.puzzles import PuzzleFinder
from cardroom.web.learning.store import LearningStore

__all__ = ["Learning"]

_log = logging.getLogger("cardroom.learning")


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

    def close(self) -> None:
        """Stop the search."""
        self._tasks.cancel()
