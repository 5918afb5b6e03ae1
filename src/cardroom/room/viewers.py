"""The viewers of live tables: who watches which table on which connection, and what each was shown."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import count

import msgspec

from cardroom.room.feed import Difference, Feed, SceneMessage, difference
from cardroom.room.live import LiveTable
from cardroom.room.scene import TableScene

__all__ = ["Viewers"]

_log = logging.getLogger("cardroom.room")


class _Update:
    """The scenes and messages of one update of a table. Viewers who see the same get the same message.

    It is then encoded once for all of them.
    """

    def __init__(self, live: LiveTable, numbers: Iterator[int]) -> None:
        self._live, self._number = live, next(numbers)
        self._common, self._bettors = live.common(), live.bettors()
        self._scenes: dict[str | None, TableScene] = {}
        """By bettor, or None for all other viewers."""
        self._messages: dict[tuple[int, str | None, str | None], SceneMessage | None] = {}
        """By the number and bettor of the last scene, which say what was in it, and the bettor."""
        self._shared: dict[int, Difference] = {}
        """The differences in what all viewers see, by the number of the last scene: compared once, not for each."""

    def show(self, feed: Feed, viewer: str) -> SceneMessage | None:
        """The message that brings a viewer up to date, if anything changes for them."""
        bettor = viewer if viewer in self._bettors else None
        if bettor not in self._scenes:
            self._scenes[bettor] = self._live.scene(bettor, self._common)
        scene, key = self._scenes[bettor], (feed.seq, feed.bettor, bettor)
        if key not in self._messages:
            self._messages[key] = feed.message(scene, self._number, partial(self._difference, feed.seq))
        if message := self._messages[key]:
            feed.show(message, scene, bettor)
        return message

    def _difference(self, seq: int, old: TableScene, new: TableScene) -> Difference:
        """The difference between the scene with this number and a new one."""
        was, now = old.own(), new.own()
        if seq not in self._shared:
            self._shared[seq] = difference(msgspec.structs.replace(old, **now), new)
        (shared, gone), (changes, removed) = self._shared[seq], difference(was, now)
        return shared + changes, gone + removed


class Viewers:
    """Scenes for all viewers of a room. A viewer with several connections has one feed for all of them."""

    def __init__(self, epoch: str) -> None:
        """`epoch` is unique to the room. Clients use it to recognize scenes of an earlier room."""
        self._epoch = epoch
        self._watching: defaultdict[str, dict[str, set[str]]] = defaultdict(dict)
        """Connections by table and viewer."""
        self._feeds: dict[tuple[str, str], Feed] = {}
        """What each viewer was shown, by table and viewer."""
        self._numbers = count(1)

    def feed(self, table: str, viewer: str) -> Feed | None:
        """The feed of a viewer, if they watch the table."""
        return self._feeds.get((table, viewer))

    def connections(self, table: str) -> list[str]:
        """The connections on which a table is shown."""
        return sorted(each for connections in self._watching.get(table, {}).values() for each in connections)

    def watch(self, live: LiveTable, viewer: str, connection: str, epoch: str, seq: int) -> list[SceneMessage]:
        """Show a table on a connection from now on; return the messages since the scene that the client has."""
        key = live.name, viewer
        self._watching[live.name].setdefault(viewer, set()).add(connection)
        if key not in self._feeds:
            self._feeds[key] = Feed(live.name, self._epoch)
            if live.busy is None:
                self._show(_Update(live, self._numbers), live, viewer)
        return [*self._feeds[key].since(epoch, seq)]

    def unwatch(self, table: str, viewer: str, connection: str) -> None:
        """Stop showing a table on a connection."""
        viewers = self._watching[table]
        connections = viewers.get(viewer, set())
        connections.discard(connection)
        if not connections and viewer in viewers:
            del viewers[viewer], self._feeds[table, viewer]
        if not viewers:
            del self._watching[table]

    def disconnect(self, viewer: str, connection: str) -> None:
        """Stop showing all tables on a connection."""
        for table in list(self._watching):
            self.unwatch(table, viewer, connection)

    def forget(self, table: str) -> None:
        """Forget all viewers of a table."""
        for viewer in self._watching.pop(table, {}):
            del self._feeds[table, viewer]

    def update(self, live: LiveTable) -> Iterator[tuple[str, SceneMessage]]:
        """Return what is new for all viewers of a table, by connection."""
        watching = self._watching.get(live.name)
        if not watching:
            return
        update = _Update(live, self._numbers)
        for viewer, connections in watching.items():
            if message := self._show(update, live, viewer):
                for connection in sorted(connections):
                    yield connection, message

    def _show(self, update: _Update, live: LiveTable, viewer: str) -> SceneMessage | None:
        """The message that updates a viewer. A fault in drawing affects only this viewer and stops no game."""
        try:
            return update.show(self._feeds[live.name, viewer], viewer)
        except Exception:  # with the next update the viewer gets a whole scene
            _log.exception("a table could not be shown", extra={"table": live.name, "viewer": viewer})
            self._feeds[live.name, viewer] = Feed(live.name, self._epoch)
            return None
