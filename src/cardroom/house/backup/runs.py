"""Runs of the server: when each process started and stopped, and which ones ended without an orderly stop.

Each start and stop is a note in the cage's book. Its `after` names the processes that run. So the latest note tells
which processes should be running, and a process that is named there but not alive has had an outage (GLI-19 v3.0,
2.8.8).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from cardroom.house.books import CAGE, Books, latest_note, note, retry_on_conflict

__all__ = ["AUTHOR", "WHAT", "Runs"]

WHAT = "server"
"""The subject of these notes."""
AUTHOR = "cardroom serve"
"""The author of what the server itself notes. No user can have this name."""


class Runs:
    """The runs of one process, by a name that no other run has.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> first, second = Runs(house.books, "host 1"), Runs(house.books, "host 2")
    >>> first.start()
    >>> second.start()
    >>> second.note_outages({"host 2"})  # the first one was killed
    ['host 1']
    >>> second.stop()
    >>> latest_note(house.books, WHAT).fields["why"]
    'stopped: host 2'
    >>> folder.cleanup()
    """

    def __init__(self, books: Books, name: str) -> None:
        self._books, self.name = books, name

    def start(self) -> None:
        """Note that this process started."""
        self._change(f"started: {self.name}", add=[self.name])

    def stop(self) -> None:
        """Note that this process stopped in an orderly way."""
        self._change(f"stopped: {self.name}", remove=[self.name])

    def note_outages(self, alive: Collection[str]) -> list[str]:
        """Note each process that should be running and is not. Return their names."""
        dead = sorted(set(self._running()) - {*alive, self.name})
        for name in dead:
            seen = f"the last entry before was made at {_time(self._last_entry())}"
            self._change(f"outage: {name} ended without stopping; {seen}", remove=[name])
        return dead

    def _running(self) -> list[str]:
        fields = latest_note(self._books, WHAT).fields
        return list(fields["after"]) if fields else []

    def _change(self, why: str, *, add: Sequence[str] = (), remove: Collection[str] = ()) -> None:
        def act() -> None:
            with self._books.transaction():
                self._books.last(CAGE)  # locks the cage, so that no other process writes such a note meanwhile
                before = self._running()
                after = [*(each for each in before if each not in remove), *add]
                self._books.append(CAGE, [note(WHAT, AUTHOR, why, before, after)])

        retry_on_conflict(act)

    def _last_entry(self) -> int:
        """When the last entry of any book was made."""
        with self._books.at_one_moment():
            return max((last.at for name in self._books.heads() if (last := self._books.last(name))), default=0)


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000, UTC).isoformat(timespec="seconds")
