"""The room: lines to people, tables, and what goes between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple, TypeAlias

from cardroom.room.acts import Do, Open
from cardroom.room.feed import Feed
from cardroom.room.keeper import Broken, Failed, Kept, Outcome
from cardroom.room.live import Live, Request
from cardroom.room.messages import (
    Accepted,
    CallOff,
    CloseTable,
    Denied,
    Halt,
    Heard,
    Offered,
    OpenTable,
    Queue,
    Said,
    Sit,
    Unqueue,
    Unwatch,
    Watch,
)
from cardroom.room.settings import Settings

__all__ = ["Effect", "Person", "Room", "Send"]

MOST_WAITING = 50
"""Requests of one person that may wait at a table."""


class Person(NamedTuple):
    """Somebody at the end of a line."""

    name: str
    floor: bool = False
    """Whether they give the floor's orders."""


class Send(NamedTuple):
    """Something to be sent down a line."""

    line: str
    message: Said


Effect: TypeAlias = Do | Send


class Room:
    """All that lives in a card room.

    >>> room = Room("e1")
    >>> room.connect(0.0, "line 1", Person("ann"))
    []
    >>> room.hear(0.0, "line 1", Watch("table 7"))
    [Send(line='line 1', message=Denied(id='', why='there is no table table 7'))]
    """

    def __init__(self, epoch: str, found: Mapping[str, Kept] | None = None, settings: Settings | None = None) -> None:
        """`epoch` is like no other room's; `found` are the tables that the books have."""
        self._epoch = epoch
        self._settings = settings or Settings()
        self.tables = {name: Live(name, self._settings, kept) for name, kept in (found or {}).items()}
        self._people: dict[str, Person] = {}
        self._watching: dict[tuple[str, str | None], set[str]] = {}
        """Lines by table and viewer ..."""
        self._feeds: dict[tuple[str, str | None], Feed] = {}
        """... and what they are shown."""
        self._numbers = count(1)
        self._draining = False

    # -- what comes in ------------------------------------------------------------------------------------------------

    def begin(self, now: float) -> list[Effect]:
        """Take the tables up that were found: nobody has a line yet."""
        for live in self.tables.values():
            live.gone = dict.fromkeys(live.table.stacks if live.table else (), now)
        return [effect for live in self.tables.values() for effect in self._go_on(live, now)]

    def connect(self, now: float, line: str, person: Person) -> list[Effect]:
        """Somebody has a line to the room."""
        self._people[line] = person
        return self._at_home(now, person.name)

    def disconnect(self, now: float, line: str) -> list[Effect]:
        """A line is gone."""
        person = self._people.pop(line, None)
        for key, lines in list(self._watching.items()):
            lines.discard(line)
            if not lines:
                del self._watching[key], self._feeds[key]
        return self._at_home(now, person.name) if person else []

    def _at_home(self, now: float, who: str) -> list[Effect]:
        """Whether somebody has a line is seen where they sit."""
        here = any(person.name == who for person in self._people.values())
        effects: list[Effect] = []
        for live in self.tables.values():
            sits = live.table is not None and who in live.table.stacks
            if here == (who in live.gone) and (sits or here):
                live.gone.pop(who) if here else live.gone.setdefault(who, now)
                effects += self._go_on(live, now)
        return effects

    def hear(self, now: float, line: str, message: Heard) -> list[Effect]:
        """Somebody says something."""
        person = self._people[line]
        live = self.tables.get(message.table)
        if live is None and isinstance(message, OpenTable) and person.floor and not self._draining:
            return self._open(now, person, message)
        if live is None:
            return [Send(line, Denied(getattr(message, "id", ""), f"there is no table {message.table}"))]
        match message:
            case Watch(epoch=epoch, seq=seq):
                return self._watch(live, line, person, epoch, seq)
            case Unwatch():
                return self._unwatch(live, line, person)
            case Queue() | Unqueue():
                live.queue = [who for who in live.queue if who != person.name]
                live.queue += [person.name] if isinstance(message, Queue) else []
                return self._go_on(live, now)
        if why := self._not_now(live, person, message):
            return [Send(line, Denied(message.id, why))]
        request = Request(person.name, message)
        if request not in live.requests:
            live.requests.append(request)
        live.closing |= isinstance(message, CloseTable)
        return self._go_on(live, now)

    def _not_now(self, live: Live, person: Person, message: Heard) -> str:
        """Why a request is not even tried."""
        if isinstance(message, OpenTable | CloseTable | Halt | CallOff) and not person.floor:
            return "that is for the floor"
        if isinstance(message, OpenTable):
            return f"there is a table {live.name}"
        if sum(request.who == person.name for request in live.requests) >= MOST_WAITING:
            return "too many requests wait here"
        if isinstance(message, Sit) and live.closing:
            return "this table closes"
        if isinstance(message, Sit) and not message.behind and person.name not in live.offers and live.offers:
            return "others wait for this seat: join the waiting list"
        return ""

    def _open(self, now: float, person: Person, message: OpenTable) -> list[Effect]:
        request = Request(person.name, message)
        live = self.tables[message.table] = Live(message.table, message.settings)
        do = Do(message.table, Open(message.game), person.name, request.key)
        live.begin(do, request)
        return [do]

    def outcome(self, now: float, table: str, outcome: Outcome) -> list[Effect]:
        """What came of something that was to be kept."""
        live = self.tables[table]
        match outcome:
            case Failed():
                live.failed(now)
                return []
            case Kept():
                request, why = live.kept(outcome, now), ""
            case Broken(why, kept):
                request, live.broken = live.refused(kept, now), why
            case _:
                request, why = live.refused(outcome.kept, now), outcome.why
        effects: list[Effect] = []
        if request is not None:
            said = Denied(request.message.id, why) if why else Accepted(request.message.id)
            effects += [Send(line, said) for line in self._lines(request.who)]
        self._follow(live, now)
        if live.table is None or live.table.ended:
            effects += self._publish(live)
            del self.tables[table]
            self._forget(table)
            return effects
        return effects + self._go_on(live, now)

    def drain(self, now: float) -> list[Effect]:
        """Deal no more rounds: those that are played go on to their end."""
        self._draining = True
        for live in self.tables.values():
            live.draining = True
        return [effect for live in self.tables.values() for effect in self._go_on(live, now)]

    @property
    def quiet(self) -> bool:
        """Whether no round is being played and nothing is being kept."""
        return all(live.table is not None and live.table.round is None for live in self.tables.values())

    def wake(self, now: float) -> list[Effect]:
        """Time has passed."""
        due = [live for live in self.tables.values() if (at := live.wakes()) is not None and at <= now]
        return [effect for live in due for effect in self._go_on(live, now)]

    @property
    def wakes(self) -> float | None:
        """When the room is to be woken though nothing happens."""
        return min((at for live in self.tables.values() if (at := live.wakes()) is not None), default=None)

    # -- what goes out ------------------------------------------------------------------------------------------------

    def _follow(self, live: Live, now: float) -> None:
        """Who has no line is gone, from when they sat down, or lost it while something was being kept."""
        here = {person.name for person in self._people.values()}
        for who in live.table.stacks if live.table else ():
            if who not in here:
                live.gone.setdefault(who, now)

    def _go_on(self, live: Live, now: float) -> list[Effect]:
        """Do what is next at a table, and show what has changed."""
        effects: list[Effect] = []
        if live.busy is None:
            for who in live.offer(now):
                effects += [Send(line, Offered(live.name, live.settings.offer)) for line in self._lines(who)]
            do = live.next(now)
            effects += self._publish(live)  # as it is kept: nobody has begun with what is next
        else:
            do = live.next(now)
        return effects + ([do] if do else [])

    def _publish(self, live: Live) -> Iterator[Effect]:
        """Show a table to all who watch it."""
        for (table, viewer), lines in self._watching.items():
            if table == live.name and (said := self._feeds[table, viewer].show(live.scene(viewer))):
                yield from (Send(line, said) for line in sorted(lines))

    def _watch(self, live: Live, line: str, person: Person, epoch: str, seq: int) -> list[Effect]:
        key = live.name, person.name
        self._watching.setdefault(key, set()).add(line)
        if key not in self._feeds:
            feed = self._feeds[key] = Feed(live.name, self._epoch, self._numbers)
            if live.busy is None:
                feed.show(live.scene(person.name))
        return [Send(line, said) for said in self._feeds[key].since(epoch, seq)]

    def _unwatch(self, live: Live, line: str, person: Person) -> list[Effect]:
        key = live.name, person.name
        lines = self._watching.get(key, set())
        lines.discard(line)
        if not lines:
            self._watching.pop(key, None)
            self._feeds.pop(key, None)
        return []

    def _lines(self, who: str) -> Iterable[str]:
        return [line for line, person in self._people.items() if person.name == who]

    def _forget(self, table: str) -> None:
        for key in [key for key in self._watching if key[0] == table]:
            del self._watching[key], self._feeds[key]
