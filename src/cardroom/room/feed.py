"""Patches from one scene to the next, and the last few of them for viewers who reconnect."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from itertools import compress
from operator import is_not
from typing import Any, TypeAlias, cast

import msgspec
from msgspec.structs import astuple

from cardroom.room.messages import Scene, ScenePatch

__all__ = ["Difference", "Feed", "SceneMessage", "apply_change", "difference"]

Path = list[str | int]

Difference: TypeAlias = tuple[list[tuple[Path, Any]], list[Path]]

SceneMessage: TypeAlias = Scene | ScenePatch


_ROWS = frozenset((list, tuple))
_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types without parts."""

PATCHES_STORED = 20
"""Patches that are stored for viewers who reconnect."""


def difference(old: Any, new: Any) -> Difference:
    """Return the values to set and the paths to remove that turn one value into another. Items of a row are replaced.

    >>> difference({"pot": 5, "bets": [1, 2], "x": 1}, {"pot": 7, "bets": [1, 3, 4]})
    ([(['pot'], 7), (['bets', 1], 3), (['bets', 2], 4)], [['x']])
    """
    changes: list[tuple[Path, Any]] = []
    removed: list[Path] = []
    _compare(old, new, [], changes, removed)
    return changes, removed


def _compare(old: Any, new: Any, path: Path, changes: list[tuple[Path, Any]], removed: list[Path]) -> None:
    """Add the differences of two values that are not the same object. Parts that are the same object cost nothing."""
    kind = type(new)
    if kind in _PLAIN:
        if old != new:
            changes.append((path, new))
    elif kind is dict and type(old) is dict:
        if old.keys() != new.keys():
            removed += [[*path, name] for name in old if name not in new]
        for name, value in new.items():
            if name not in old:
                changes.append(([*path, name], value))
            elif (was := old[name]) is not value:
                _compare(was, value, [*path, name], changes, removed)
    elif kind in _ROWS and type(old) in _ROWS and len(old) <= len(new) and path:
        for place in compress(range(len(old)), map(is_not, old, new)):
            if old[place] != new[place]:
                changes.append(([*path, place], new[place]))
        if len(old) < len(new):
            changes += [([*path, place], new[place]) for place in range(len(old), len(new))]
    elif type(old) is kind and (fields := _fields(new.__class__)):
        before, after = astuple(old), astuple(new)
        for place in compress(range(len(fields)), map(is_not, before, after)):
            (name, usual), was, now = fields[place], before[place], after[place]
            if now == usual:  # it is not written
                if was != usual:
                    removed.append([*path, name])
            elif was == usual:
                changes.append(([*path, name], now))
            elif type(now) in _PLAIN:
                if was != now:
                    changes.append(([*path, name], now))
            else:
                _compare(was, now, [*path, name], changes, removed)
    elif old != new:
        changes.append((path, new))


@cache
def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct, each with the value that is not written; none unless it is written field by field."""
    if not issubclass(kind, msgspec.Struct):
        return ()
    config = kind.__struct_config__
    if config.array_like or config.tag is not None:
        return ()
    fields = msgspec.structs.fields(kind)
    if not config.omit_defaults:
        return tuple((field.encode_name, msgspec.UNSET) for field in fields)
    empty = {factory: factory() for field in fields if (factory := field.default_factory) is not msgspec.NODEFAULT}
    return tuple((field.encode_name, empty.get(field.default_factory, field.default)) for field in fields)


def apply_change(scene: dict[str, Any], change: ScenePatch) -> dict[str, Any]:
    """Return the scene after a change; the old one stays unchanged.

    >>> change = ScenePatch("table 7", "e", 1, 2, [(["pot"], 7)], [["x"]])
    >>> apply_change({"pot": 5, "x": 1}, change)
    {'pot': 7}
    """
    root: list[Any] = [scene]
    copied: set[int] = set()
    """Ids of containers that are copies already."""
    for path, value in change.set:
        part, name = _container_at(root, path, copied)
        if isinstance(part, list) and name == len(part):  # one more
            part.append(value)
        else:
            part[name] = value
    for path in change.gone:
        part, name = _container_at(root, path, copied)
        del part[name]
    return cast("dict[str, Any]", root[0])


def _container_at(part: Any, path: Path, copied: set[int]) -> tuple[Any, Any]:
    """The container that the last step of a path is in, and that step. Containers on the way are copied once."""
    name: Any = 0
    for step in path:
        inner = part[name]
        if id(inner) not in copied:
            inner = part[name] = inner.copy()
            copied.add(id(inner))
        part, name = inner, step
    return part, name


class Feed:
    """What one viewer was shown of a table.

    >>> feed = Feed("table 7", "e")
    >>> feed.show(feed.message({"pot": 5}, 1), {"pot": 5})
    >>> feed.show(feed.message({"pot": 7}, 2), {"pot": 7})
    >>> [*feed.since("e", 1)], [*feed.since("old", 9)]
    ([ScenePatch(table='table 7', epoch='e', after=1, seq=2, set=[(['pot'], 7)], gone=[])], \
[Scene(table='table 7', epoch='e', seq=2, scene={'pot': 7})])
    """

    def __init__(self, table: str, epoch: str) -> None:
        self._table, self._epoch = table, epoch
        self.seq = 0
        """The number of the last scene. Viewers with the same number were shown the same state of the table."""
        self.bettor: str | None = None
        """The bettor that the last scene was for, or None. With the number it says what was in the scene."""
        self._scene: Any = None
        self._changes: deque[ScenePatch] = deque(maxlen=PATCHES_STORED)

    def message(
        self, scene: Any, seq: int, compare: Callable[[Any, Any], Difference] = difference
    ) -> SceneMessage | None:
        """The message that takes the viewer from the last scene to this one, with its number; None if it is equal."""
        if not self.seq:
            return Scene(self._table, self._epoch, seq, scene)
        changes, removed = compare(self._scene, scene)
        if changes or removed:
            return ScenePatch(self._table, self._epoch, self.seq, seq, changes, removed)
        return None

    def show(self, message: SceneMessage, scene: Any, bettor: str | None = None) -> None:
        """Note the scene to which the message has taken the viewer, and the bettor that it is for."""
        self.seq, self._scene, self.bettor = message.seq, scene, bettor
        if isinstance(message, ScenePatch):
            self._changes.append(message)

    def since(self, epoch: str, seq: int) -> Iterator[SceneMessage]:
        """Return the messages that are missing after scene `seq`."""
        if not self.seq:
            return  # nothing was shown yet
        missed = [each for each in self._changes if each.after >= seq]
        if epoch == self._epoch and (missed[0].after if missed else self.seq) == seq:
            yield from missed
        else:
            yield Scene(self._table, self._epoch, self.seq, self._scene)
