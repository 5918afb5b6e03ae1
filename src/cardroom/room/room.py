"""The room: lines to people, tables, and what goes between them."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from cardroom.room.acts import Answer, Do, Open
from cardroom.room.feed import Feed, Known
from cardroom.room.keeper import Broken, Failed, Kept, Outcome
from cardroom.room.live import Live
from cardroom.room.messages import (
    Accepted,
    Answers,
    CallOff,
    CloseTable,
    Denied,
    Halt,
    Heard,
    Offered,
    OpenTable,
    Queue,
    Quit,
    Said,
    Sit,
    Unqueue,
    Unwatch,
    Watch,
)
from cardroom.room.requests import Request
from cardroom.room.settings import Settings

__all__ = ["Effect", "Person", "Room", "Send"]

_log = logging.getLogger("cardroom.room")

MOST_UNSHOWN = 8
"""Answers in a row that are kept before any of them is shown."""
MOST_WAITING = 20
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

    def __init__(
        self, epoch: str, found: Mapping[str, Kept] | None = None, settings: Mapping[str, Settings] | None = None
    ) -> None:
        """`epoch` is like no other room's; `found` are the tables that the books have, `settings` how they are run."""
        self._epoch = epoch
        how = settings or {}
        self.tables = {name: Live(name, how.get(name, Settings()), kept) for name, kept in (found or {}).items()}
        self._people: dict[str, Person] = {}
        self._lines: defaultdict[str, list[str]] = defaultdict(list)
        """Everybody's lines."""
        self._watching: defaultdict[str, dict[str, set[str]]] = defaultdict(dict)
        """Lines by table and viewer ..."""
        self._feeds: dict[tuple[str, str], Feed] = {}
        """... and what they are shown."""
        self._common: dict[str, dict[str, Any]] = {}
        """What all were shown of each table ..."""
        self._unshown: Counter[str] = Counter()
        """... how many answers were kept there since ..."""
        self._untold: defaultdict[str, list[tuple[str, Said]]] = defaultdict(list)
        """... and what is to be said of them, and to whom."""
        self._stops: Mapping[str, str] = {}
        """Why a game, or "all", is not dealt any more."""
        self._barred: dict[str, str] = {}
        """Why somebody may not play."""
        self._wakes: dict[str, float] = {}
        """When each table is to be woken ..."""
        self._alarms: list[tuple[float, str]] = []
        """... and all of it in order, with what does not hold any more."""
        self._numbers = count(1)
        self._draining = False

    # -- what comes in ------------------------------------------------------------------------------------------------

    def begin(self, now: float) -> list[Effect]:
        """Take the tables up that were found: nobody has a line yet."""
        for live in self.tables.values():
            live.gone = dict.fromkeys(live.table.stacks if live.table else (), now)
        return [effect for live in self.tables.values() for effect in self._go_on(live, now)]

    def take(self, now: float, name: str, kept: Kept, settings: Settings) -> list[Effect]:
        """Take up one more table, where its book left it: until now it was another's."""
        live = self.tables[name] = Live(name, settings, kept)
        live.draining, live.barred, live.stopped = self._draining, frozenset(self._barred), self._stop_of(live.game)
        self._follow(live, now)
        return self._go_on(live, now)

    def drop(self, name: str) -> None:
        """A table is another's from now on: nothing is done at it any more, and nobody is told anything of it."""
        if self.tables.pop(name, None) is not None:
            self._forget(name)

    def connect(self, now: float, line: str, person: Person) -> list[Effect]:
        """Somebody has a line to the room."""
        self._people[line] = person
        self._lines[person.name].append(line)
        return self._at_home(now, person.name)

    def disconnect(self, now: float, line: str) -> list[Effect]:
        """A line is gone."""
        person = self._people.pop(line, None)
        if person is None:
            return []
        self._lines[person.name].remove(line)
        if not self._lines[person.name]:
            del self._lines[person.name]
        for table in list(self._watching):
            self._leave(table, person.name, line)
        return self._at_home(now, person.name)

    def _at_home(self, now: float, who: str) -> list[Effect]:
        """Whether somebody has a line is seen where they sit."""
        here = who in self._lines
        effects: list[Effect] = []
        for live in self.tables.values():
            sits = live.table is not None and who in live.table.stacks
            if here == (who in live.gone) and (sits or here):
                live.gone.pop(who) if here else live.gone.setdefault(who, now)
                effects += self._go_on(live, now)
        return effects

    def hear(self, now: float, line: str, message: Heard) -> list[Effect]:
        """Somebody says something."""
        person = self._people.get(line)
        if person is None:
            return []  # the line is gone by now
        live = self.tables.get(message.table)
        if live is None and isinstance(message, OpenTable) and person.floor and not self._draining:
            return self._open(now, person, message)
        if live is None:
            return [Send(line, Denied(getattr(message, "id", ""), f"there is no table {message.table}"))]
        match message:
            case Watch(epoch=epoch, seq=seq):
                return self._watch(live, line, person, epoch, seq)
            case Unwatch():
                self._leave(live.name, person.name, line)
                return []
            case Queue() if person.name in self._barred:
                return [Send(line, Denied("", self._may_not(person.name)))]
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
        if person.name in self._barred and not isinstance(message, Answers | Quit):
            return self._may_not(person.name)
        if isinstance(message, OpenTable | CloseTable | Halt | CallOff) and not person.floor:
            return "that is for the floor"
        if isinstance(message, OpenTable):
            return f"there is a table {live.name}"
        if sum(request.who == person.name for request in live.requests) >= MOST_WAITING:
            return "too many requests wait here"
        if isinstance(message, Sit) and live.closing:
            return "this table closes"
        offered = live.offers and person.name not in live.offers and live.left() <= 0
        if isinstance(message, Sit) and not message.behind and offered:
            return "others wait for this seat: join the waiting list"
        return ""

    def _may_not(self, who: str) -> str:
        return f"you may not play here: {self._barred[who]}"

    def _open(self, now: float, person: Person, message: OpenTable) -> list[Effect]:
        request = Request(person.name, message)
        live = self.tables[message.table] = Live(message.table, message.settings)
        live.barred = frozenset(self._barred)
        live.stopped = self._stop_of(message.game.slug)
        do = Do(message.table, Open(message.game, message.links), person.name, request.key)
        live.begin(do, request)
        return [do]

    def outcome(self, now: float, table: str, outcome: Outcome) -> list[Effect]:
        """What came of something that was to be kept."""
        live = self.tables[table]
        match outcome:
            case Failed():
                live.failed(now)
                self._set_alarm(live)
                return self._told(table)
            case Kept():
                request, why = live.kept(outcome, now), ""
            case Broken(why, kept):
                request = live.refused(kept, now)
                live.broken = why if kept.table.round is not None else ""  # with no round there is nothing to call off
            case _:
                request, why = live.refused(outcome.kept, now), outcome.why
        if request is not None:
            said = Denied(request.message.id, why) if why else Accepted(request.message.id)
            self._untold[table].append((request.who, said))
        self._follow(live, now)
        if live.table is None or live.table.ended:
            shown = [*self._publish(live)]
            del self.tables[table]
            self._forget(table)
            return shown
        return self._go_on(live, now)

    def drain(self, now: float) -> list[Effect]:
        """Deal no more rounds: those that are played go on to their end."""
        self._draining = True
        for live in self.tables.values():
            live.draining = True
        return [effect for live in self.tables.values() for effect in self._go_on(live, now)]

    def lines_of(self, who: str) -> int:
        """How many lines somebody has."""
        return len(self._lines.get(who, ()))

    def stop(self, now: float, stops: Mapping[str, str]) -> list[Effect]:
        """Deal no more rounds of these games, by slug, or of "all": what is played goes on to its end."""
        self._stops = dict(stops)
        for live in self.tables.values():
            live.stopped = self._stop_of(live.game)
        return [effect for live in self.tables.values() for effect in self._go_on(live, now)]

    def _stop_of(self, slug: str) -> str:
        return self._stops.get("all") or self._stops.get(slug, "")

    def bar(self, now: float, barred: Mapping[str, str]) -> list[Effect]:
        """These may not play: where they sit they are paid out when the round is over."""
        self._barred = dict(barred)
        for live in self.tables.values():
            live.barred = frozenset(barred)
        return [effect for live in self.tables.values() for effect in self._go_on(live, now)]

    @property
    def quiet(self) -> bool:
        """Whether no round is being played and nothing is being kept."""
        return all(live.table is not None and live.table.round is None for live in self.tables.values())

    def wake(self, now: float) -> list[Effect]:
        """Time has passed."""
        due = []
        while self.wakes is not None and self.wakes <= now:
            _, name = heappop(self._alarms)
            del self._wakes[name]
            due.append(self.tables[name])
        return [effect for live in due for effect in self._go_on(live, now)]

    @property
    def wakes(self) -> float | None:
        """When the room is to be woken though nothing happens."""
        while self._alarms and self._wakes.get(self._alarms[0][1]) != self._alarms[0][0]:
            heappop(self._alarms)  # it was set anew, or its table is gone
        return self._alarms[0][0] if self._alarms else None

    def _set_alarm(self, live: Live) -> None:
        """Remember when a table is to be woken."""
        at = live.wakes()
        if at is None:
            self._wakes.pop(live.name, None)
        elif self._wakes.get(live.name) != at:
            self._wakes[live.name] = at
            heappush(self._alarms, (at, live.name))

    # -- what goes out ------------------------------------------------------------------------------------------------

    def _follow(self, live: Live, now: float) -> None:
        """Who has no line is gone, from when they sat down, or lost it while something was being kept."""
        for who in live.table.stacks if live.table else ():
            if who not in self._lines:
                live.gone.setdefault(who, now)

    def _go_on(self, live: Live, now: float) -> list[Effect]:
        """Do what is next at a table, and show what has changed."""
        effects: list[Effect] = []
        idle = live.busy is None
        if idle:
            live.queue = [who for who in live.queue if who in self._lines]
            for who in live.offer(now):
                effects += [Send(line, Offered(live.name, live.settings.offer)) for line in self._lines.get(who, ())]
        do = live.next(now)
        self._set_alarm(live)
        if idle and do is not None and isinstance(do.act, Answer) and self._unshown[live.name] < MOST_UNSHOWN:
            self._unshown[live.name] += 1  # somebody has answered by now: when that is kept, all of it is shown at once
        elif idle:
            effects += self._publish(live)  # as it is kept: nobody has begun with what is next
        return effects + ([do] if do else [])

    def _publish(self, live: Live) -> Iterator[Effect]:
        """Show a table to all who watch it, if there is something new."""
        watching = self._watching.get(live.name)
        self._unshown.pop(live.name, None)
        common = live.common()
        if watching and common != self._common.get(live.name):
            self._common[live.name] = common
            known: Known = {}
            for viewer, lines in watching.items():
                if said := self._shown(live, viewer, common, known):
                    yield from (Send(line, said) for line in sorted(lines))
        yield from self._told(live.name)  # who hears that it is kept has seen what came of it

    def _told(self, table: str) -> list[Effect]:
        """What has come of requests, for those who made them."""
        untold = self._untold.pop(table, [])
        return [Send(line, said) for who, said in untold for line in self._lines.get(who, ())]

    def _shown(self, live: Live, viewer: str, common: dict[str, Any], known: Known) -> Said | None:
        """What somebody is to be told of a table; a fault in drawing it is theirs alone, and stops nobody's game."""
        try:
            return self._feeds[live.name, viewer].show(common, live.own(viewer), known)
        except Exception:
            _log.exception("a table could not be shown", extra={"table": live.name, "viewer": viewer})
            self._feeds[live.name, viewer] = Feed(live.name, self._epoch, self._numbers)
            self._common.pop(live.name, None)
            return None

    def _watch(self, live: Live, line: str, person: Person, epoch: str, seq: int) -> list[Effect]:
        key = live.name, person.name
        self._watching[live.name].setdefault(person.name, set()).add(line)
        if key not in self._feeds:
            self._feeds[key] = Feed(live.name, self._epoch, self._numbers)
            if live.busy is None:
                self._shown(live, person.name, live.common(), {})
            else:
                self._common.pop(live.name, None)
        return [Send(line, said) for said in self._feeds[key].since(epoch, seq)]

    def _leave(self, table: str, viewer: str, line: str) -> None:
        """A line is shown no more of a table."""
        viewers = self._watching[table]
        lines = viewers.get(viewer, set())
        lines.discard(line)
        if not lines and viewer in viewers:
            del viewers[viewer], self._feeds[table, viewer]
        if not viewers:
            del self._watching[table]
            self._common.pop(table, None)  # what happens from now on nobody is shown

    def _forget(self, table: str) -> None:
        self._wakes.pop(table, None)
        self._common.pop(table, None)
        self._unshown.pop(table, None)
        self._untold.pop(table, None)
        for viewer in self._watching.pop(table, {}):
            del self._feeds[table, viewer]
