"""Patches from one scene to the next, and the last few of them for viewers who reconnect."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple, TypeAlias, cast

import msgspec
from msgspec.structs import astuple, replace

from cardroom.room.messages import Scene, ScenePatch
from cardroom.show.pictures import BankShown, Chair, Picture, PlacedBet, Result, Spread, ViewerPicture, put_together

__all__ = ["Feed", "apply_change", "difference"]

Path = list[str | int]

Difference: TypeAlias = tuple[list[tuple[Path, Any]], list[Path]]


class SharedChange(NamedTuple):
    """A difference that several viewers see."""

    difference: Difference
    between: tuple[Any, ...]
    """The values that differ. They are stored, so that their ids stay unique."""
    owners: frozenset[str | int] = frozenset()
    """The people, spots and seats whose chairs, cards or bets it sets."""
    waits: Difference = [], []
    """The difference in whom the table waits for. It is apart, because a viewer who is asked is "You" there."""


Known: TypeAlias = dict[tuple[int, ...], SharedChange]
"""A cache of differences for all viewers of a table, by the ids of the values that differ."""

_ROWS = (list, tuple)
_PLAIN = (str, int, float, bool, type(None))
"""Types without parts."""

_NO_PICTURE = {"picture": None}

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
            if now == usual:  # defaults are not written
                if was != usual:
                    removed.append([*path, name])
            elif was == usual:
                changes.append(([*path, name], now))
            else:
                _compare(was, now, [*path, name], changes, removed)
    elif old != new:
        changes.append((path, new))


@cache
def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct with their defaults; none unless it is written field by field and without defaults."""
    if not issubclass(kind, msgspec.Struct):
        return ()
    config = kind.__struct_config__
    if not config.omit_defaults or config.array_like or config.tag is not None:
        return ()
    fields = msgspec.structs.fields(kind)
    empty = {factory: factory() for field in fields if (factory := field.default_factory) is not msgspec.NODEFAULT}
    return tuple((field.encode_name, empty.get(field.default_factory, field.default)) for field in fields)


def _picture_change(old: ViewerPicture, new: ViewerPicture, known: Known) -> Difference:
    """The difference between two pictures of a viewer. Public parts are compared once for all viewers."""
    if old is new:
        return [], []
    if old.own is new.own:
        was, now = old.everybody.picture, new.everybody.picture
        key = id(was), id(now)
        public = known.get(key)
        if public is None:
            public = known[key] = _public_change(was, now)
        if len(old.happened) == len(was.happened) and not new.is_one_of(public.owners):
            changes, removed = _waits_change(old.waits_for, new.waits_for) if new.is_asked else public.waits
            return public.difference[0] + changes, public.difference[1] + removed
    return difference({"picture": old.picture}, {"picture": new.picture})


def _public_change(old: Picture, new: Picture) -> SharedChange:
    """The difference between two public pictures."""
    change = difference({"picture": replace(old, waits_for=new.waits_for)}, {"picture": new})
    owners = frozenset(owner for _, value in change[0] for owner in _owners(value))
    return SharedChange(change, (old, new), owners, _waits_change(old.waits_for, new.waits_for))


def _waits_change(old: tuple[str, ...], new: tuple[str, ...]) -> Difference:
    """The difference in whom the table waits for."""
    before, after = ({"picture": {"waits_for": each} if each else {}} for each in (old, new))
    return difference(before, after)


def _owners(value: Any) -> Iterator[str | int]:
    """The people, spots and seats of chairs, cards and bets."""
    match value:
        case Chair():
            yield value.bettor
        case Spread():
            yield value.place.owner
        case PlacedBet() | BankShown() | Result():
            yield value.spot
        case tuple() | list():
            for each in value:
                yield from _owners(each)


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
    """What one viewer was shown of a table: the shared part and their own part.

    >>> from itertools import count
    >>> feed = Feed("table 7", "e", count(1))
    >>> feed.show({"pot": 5}).scene, feed.show({"pot": 7}, {"cards": [51]}).set
    ({'pot': 5}, [(['pot'], 7), (['cards'], [51])])
    >>> [type(each).__name__ for each in feed.since("e", 1)], [type(each).__name__ for each in feed.since("old", 9)]
    (['ScenePatch'], ['Scene'])
    """

    def __init__(self, table: str, epoch: str, numbers: Iterator[int]) -> None:
        """Scenes take their numbers from `numbers`, so that a new feed never reuses one."""
        self._table, self._epoch, self._numbers = table, epoch, numbers
        self.seq = 0
        self._common: dict[str, Any] = {}
        self._own: dict[str, Any] = {}
        self._changes: deque[ScenePatch] = deque(maxlen=PATCHES_STORED)

    @property
    def scene(self) -> dict[str, Any]:
        """The last scene."""
        return self._common | put_together(self._own)

    def show(
        self, common: dict[str, Any], own: dict[str, Any] | None = None, known: Known | None = None
    ) -> Scene | ScenePatch | None:
        """Return the message that takes the viewer from the last scene to this one.

        A picture in `own` need not be put together yet. `known` caches differences for the other viewers.
        """
        own, known = own or {}, {} if known is None else known
        key = (id(self._common),)
        shared = known.get(key)
        if shared is None:
            shared = known[key] = SharedChange(difference(self._common, common), (self._common,))
        (more, less), (changes, removed) = shared.difference, self._own_change(own, known)
        self._common, self._own = common, own
        changes, removed = more + changes, less + removed
        if not (changes or removed):
            return None
        before, self.seq = self.seq, next(self._numbers)
        if not before:
            return self._whole()
        change = ScenePatch(self._table, self._epoch, before, self.seq, changes, removed)
        self._changes.append(change)
        return change

    def _own_change(self, own: dict[str, Any], known: Known) -> Difference:
        """The difference of the viewer's own part."""
        was, now = self._own.get("picture"), own.get("picture")
        if not (isinstance(was, ViewerPicture) and isinstance(now, ViewerPicture)):
            return difference(put_together(self._own), put_together(own))
        more, less = _picture_change(was, now, known)
        before, after = self._own | _NO_PICTURE, own | _NO_PICTURE
        if before == after:
            return more, less
        changes, removed = difference(before, after)
        return changes + more, removed + less

    def since(self, epoch: str, seq: int) -> Iterator[Scene | ScenePatch]:
        """Return the messages that are missing after scene `seq`."""
        if not self.seq:
            return  # nothing was shown yet
        missed = [each for each in self._changes if each.after >= seq]
        if epoch == self._epoch and (missed[0].after if missed else self.seq) == seq:
            yield from missed
        else:
            yield self._whole()

    def _whole(self) -> Scene:
        return Scene(self._table, self._epoch, self.seq, self.scene)
