"""What changes from one scene to the next, so that viewers need not be sent all of it, and what they have missed."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import compress
from operator import is_not
from typing import Any, TypeAlias, cast

import msgspec
from msgspec.structs import astuple

from cardroom.room.messages import Changed, Scene

__all__ = ["Feed", "applied", "difference"]

Path = list[str | int]

Difference: TypeAlias = tuple[list[tuple[Path, Any]], list[Path]]
Known: TypeAlias = dict[int, tuple[Difference, Any]]
"""What has come of what all were shown before, by what that was, and with it, so that nothing else gets its number."""

_ROWS = (list, tuple)

KEPT = 20
"""Changes that are kept for who comes back."""


def difference(old: Any, new: Any) -> Difference:
    """What to set and what to take away to come from one value to another; what lies in a row is set whole.

    >>> difference({"pot": 5, "bets": [1, 2], "x": 1}, {"pot": 7, "bets": [1, 3, 4]})
    ([(['pot'], 7), (['bets', 1], 3), (['bets', 2], 4)], [['x']])
    """
    found: list[tuple[Path, Any]] = []
    gone: list[Path] = []
    _compare(old, new, [], found, gone)
    return found, gone


def _compare(old: Any, new: Any, path: Path, found: list[tuple[Path, Any]], gone: list[Path]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        gone += [[*path, name] for name in old if name not in new]
        for name, value in new.items():
            if name not in old:
                found.append(([*path, name], value))
            elif (was := old[name]) is not value:
                _compare(was, value, [*path, name], found, gone)
    elif isinstance(old, _ROWS) and isinstance(new, _ROWS) and len(old) <= len(new) and path:
        if new[: len(old)] != old:
            for place in compress(range(len(old)), map(is_not, old, new)):
                if old[place] != new[place]:
                    found.append(([*path, place], new[place]))
        found += [([*path, place], new[place]) for place in range(len(old), len(new))]
    elif isinstance(old, msgspec.Struct) and type(old) is type(new) and _by_field(type(old)):
        for (name, usual), was, now in zip(_fields(type(old)), astuple(old), astuple(new), strict=True):
            if was is now or was == now:
                continue
            if now == usual:  # what is as usual is not written
                gone.append([*path, name])
            elif was == usual:
                found.append(([*path, name], now))
            else:
                _compare(was, now, [*path, name], found, gone)
    elif old != new:
        found.append((path, new))


@cache
def _by_field(kind: type[msgspec.Struct]) -> bool:
    """Whether a value is written field by field, and without those that are as usual."""
    config = kind.__struct_config__
    return config.omit_defaults and not config.array_like and config.tag is None


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a part of a picture as they are written, with the value for which they are not."""
    fields = msgspec.structs.fields(kind)
    empty = {factory: factory() for field in fields if (factory := field.default_factory) is not msgspec.NODEFAULT}
    return tuple((field.encode_name, empty.get(field.default_factory, field.default)) for field in fields)


def applied(scene: dict[str, Any], change: Changed) -> dict[str, Any]:
    """The scene after a change; the old one is not touched.

    >>> change = Changed("table 7", "e", 1, 2, [(["pot"], 7)], [["x"]])
    >>> applied({"pot": 5, "x": 1}, change)
    {'pot': 7}
    """
    whole: list[Any] = [scene]
    copied: set[int] = set()
    """The numbers of what is copied already: one that is free again is given to nothing but another copy."""
    for path, value in change.set:
        part, name = _opened(whole, path, copied)
        if isinstance(part, list) and name == len(part):  # one more
            part.append(value)
        else:
            part[name] = value
    for path in change.gone:
        part, name = _opened(whole, path, copied)
        del part[name]
    return cast("dict[str, Any]", whole[0])


def _opened(part: Any, path: Path, copied: set[int]) -> tuple[Any, Any]:
    """What the last step of a path is taken in, and that step; all on the way is copied, but once for a change."""
    name: Any = 0
    for step in path:
        inner = part[name]
        if id(inner) not in copied:
            inner = part[name] = inner.copy()
            copied.add(id(inner))
        part, name = inner, step
    return part, name


class Feed:
    """What one viewer is shown of a table: of what all are shown, and what is theirs.

    >>> from itertools import count
    >>> feed = Feed("table 7", "e", count(1))
    >>> feed.show({"pot": 5}).scene, feed.show({"pot": 7}, {"cards": [51]}).set
    ({'pot': 5}, [(['pot'], 7), (['cards'], [51])])
    >>> [type(each).__name__ for each in feed.since("e", 1)], [type(each).__name__ for each in feed.since("old", 9)]
    (['Changed'], ['Scene'])
    """

    def __init__(self, table: str, epoch: str, numbers: Iterator[int]) -> None:
        """Scenes are numbered as `numbers` come: a feed that is made anew never takes a number again."""
        self._table, self._epoch, self._numbers = table, epoch, numbers
        self.seq = 0
        self._common: dict[str, Any] = {}
        self._own: dict[str, Any] = {}
        self._changes: deque[Changed] = deque(maxlen=KEPT)

    @property
    def scene(self) -> dict[str, Any]:
        """What the viewer was shown last."""
        return self._common | self._own

    def show(
        self, common: dict[str, Any], own: dict[str, Any] | None = None, known: Known | None = None
    ) -> Scene | Changed | None:
        """The message that brings viewers from the last scene to this one; `known` is what was found for others at this
        very moment."""
        known = {} if known is None else known
        if id(self._common) not in known:
            known[id(self._common)] = difference(self._common, common), self._common
        (more, less), _ = known[id(self._common)]
        found, gone = difference(self._own, own or {})
        self._common, self._own = common, own or {}
        found, gone = more + found, less + gone
        if not (found or gone):
            return None
        before, self.seq = self.seq, next(self._numbers)
        if not before:
            return self._whole()
        change = Changed(self._table, self._epoch, before, self.seq, found, gone)
        self._changes.append(change)
        return change

    def since(self, epoch: str, seq: int) -> Iterator[Scene | Changed]:
        """What somebody lacks who has seen so much."""
        if not self.seq:
            return  # it is shown when there is something to show
        missed = [each for each in self._changes if each.after >= seq]
        if epoch == self._epoch and (missed[0].after if missed else self.seq) == seq:
            yield from missed
        else:
            yield self._whole()

    def _whole(self) -> Scene:
        return Scene(self._table, self._epoch, self.seq, self.scene)
