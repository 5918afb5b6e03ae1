"""The room: people's connections and live tables. It routes messages and starts commits; `viewers` shows the tables.

This is one file, because every message, order and outcome changes the same tables and connections.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from cardroom.house.cage import Approval
from cardroom.play.table import (
    ORDERS,
    SERVER_COMMANDS,
    AddSeed,
    CloseTable,
    Command,
    CommitChain,
    Join,
    Leave,
    SubmitAnswer,
    TakeCircle,
    TopUp,
    Void,
)
from cardroom.room.committer import Commit, CommitFailed, Committed, Outcome, RoundBroken
from cardroom.room.live import BOT, LiveTable, Request
from cardroom.room.messages import (
    Accepted,
    Denied,
    NewTable,
    Offered,
    Queue,
    Ready,
    RoomInput,
    RoomOutput,
    SayWord,
    Unqueue,
    Unwatch,
    Watch,
    WordSaid,
    command_of,
    id_of,
)
from cardroom.room.timing import TableTiming
from cardroom.room.viewers import Viewers

__all__ = ["NEEDS_SECOND", "NOT_A_PLAYER", "OWN_TABLE", "Effect", "Order", "Person", "Room", "Send", "Sender"]

MOST_UNSHOWN = 8
"""Answers in a row that are committed before any of them is shown."""
MOST_WAITING = 20
"""Requests of one person that may wait at a table."""
NOT_A_PLAYER = "only users with the role player may sit at a money table"
NEEDS_SECOND = "cards were dealt: a second person must approve this on the floor page"
ONLY_SERVER = "the coach is asked by HTTP, at a practice table"
OWN_TABLE = "you sit at this table, so another person must give its orders"


class Person(NamedTuple):
    """A user as the room knows them."""

    name: str
    floor: bool = False
    """Whether they may give orders of the floor."""
    plays: bool = True
    """Whether they may sit down. In a money hall only users with the role `player` may."""
    alone: bool = True
    """Whether they may void a round after cards were dealt without a second person."""
    approval: Approval | None = None
    """The approval of a second person for this order."""


class Order(NamedTuple):
    """Where a message comes from that has no connection: one that the server itself sends for a person."""

    id: str
    """The reply is sent to this id, as if it were a connection."""
    person: Person


Sender: TypeAlias = str | Order
"""A connection, or an order."""


class Send(NamedTuple):
    """A message to be sent to a connection, or as the reply to an order."""

    connection: str
    message: RoomOutput


Effect: TypeAlias = Commit | Send


class Room:
    """The live tables of a hall.

    >>> room = Room("e1")
    >>> room.connect(0.0, "connection 1", Person("ann"))
    []
    >>> room.receive(0.0, "connection 1", Watch("table 7"))
    [Send(connection='connection 1', message=Denied(id='', why='There is no table table 7.'))]
    """

    def __init__(
        self,
        epoch: str,
        open_tables: Mapping[str, Committed] | None = None,
        timing: Mapping[str, TableTiming] | None = None,
    ) -> None:
        """`epoch` is unique to this room; `open_tables` are those of the books, `timing` their clocks by name."""
        self._viewers = Viewers(epoch)
        clocks, tables = timing or {}, open_tables or {}
        self.tables = {name: LiveTable(name, clocks.get(name, TableTiming()), each) for name, each in tables.items()}
        self._people: dict[str, Person] = {}
        """People by connection."""
        self._connections: defaultdict[str, list[str]] = defaultdict(list)
        """Connections by name."""
        self._unshown: Counter[str] = Counter()
        """Answers committed at a table since its scene was last sent."""
        self._replies: defaultdict[str, list[tuple[Request, RoomOutput]]] = defaultdict(list)
        """Replies to requests at a table that are sent with its next scene."""
        self._stops: Mapping[str, str] = {}
        """Why a game, or "all", is not dealt."""
        self._barred: dict[str, str] = {}
        """Why a person may not play."""
        self._unseated: frozenset[str] = frozenset()
        """People who lose their seat when the round is over: those who are barred or not players any more."""
        self._wakes: dict[str, float] = {}
        """When each table is to be woken."""
        self._alarms: list[tuple[float, str]] = []
        """A heap of these times. It may hold old ones."""
        self._draining = False

    def begin(self, now: float) -> list[Effect]:
        """Resume the open tables. No one is connected yet."""
        for live in self.tables.values():
            live.gone = dict.fromkeys(live.state.stacks if live.state else (), now)
        return [effect for live in self.tables.values() for effect in self._continue(live, now)]

    def take(self, now: float, name: str, committed: Committed, timing: TableTiming) -> list[Effect]:
        """Resume a table that was another process's until now."""
        live = self.tables[name] = LiveTable(name, timing, committed)
        live.draining, live.barred, live.stopped = self._draining, self._unseated, self._stop_of(live.game)
        self._follow(live, now)
        return self._continue(live, now)

    def release(self, name: str) -> None:
        """Release a table to another process. Send nothing more about it."""
        if self.tables.pop(name, None) is not None:
            self._forget(name)

    def connect(self, now: float, connection: str, person: Person) -> list[Effect]:
        """A person has a new connection."""
        self._people[connection] = person
        self._connections[person.name].append(connection)
        return self._note_presence(now, person.name)

    def disconnect(self, now: float, connection: str) -> list[Effect]:
        """A connection is closed."""
        person = self._people.pop(connection, None)
        if person is None:
            return []
        self._connections[person.name].remove(connection)
        if not self._connections[person.name]:
            del self._connections[person.name]
        self._viewers.disconnect(person.name, connection)
        return self._note_presence(now, person.name)

    def _note_presence(self, now: float, who: str) -> list[Effect]:
        """Note at a person's tables whether they are connected."""
        here = who in self._connections
        effects: list[Effect] = []
        for live in self.tables.values():
            sits = live.state is not None and who in live.state.stacks
            if here == (who in live.gone) and (sits or here):
                live.gone.pop(who) if here else live.gone.setdefault(who, now)
                effects += self._continue(live, now)
        return effects

    def receive(self, now: float, sender: Sender, message: RoomInput) -> list[Effect]:
        """A message from a connection, or an order."""
        person: Person | None
        if isinstance(sender, Order):
            connection, order, person = sender.id, sender.id, sender.person
        else:
            connection, order, person = sender, "", self._people.get(sender)
        if person is None:
            return []  # the connection is closed by now
        live = self.tables.get(message.table)
        if isinstance(message, NewTable):
            return self._open(now, connection, person, message)
        if live is None:
            return [Send(connection, Denied(id_of(message), f"There is no table {message.table}."))]
        match message:
            case Watch(epoch=epoch, seq=seq):
                live.visited = True
                shown = self._viewers.watch(live, person.name, connection, epoch, seq)
                return [Send(connection, each) for each in shown]
            case Unwatch():
                self._viewers.unwatch(live.name, person.name, connection)
                return []
            case Queue() if why := self._may_not(person.name):
                return [Send(connection, Denied("", why))]
            case Queue() if not person.plays:
                return [Send(connection, Denied("", NOT_A_PLAYER))]
            case Queue() | Unqueue():
                live.queue = [who for who in live.queue if who != person.name]
                live.queue += [person.name] if isinstance(message, Queue) else []
                return self._continue(live, now)
            case Ready():
                live.ready(person.name)
                return self._continue(live, now)
            case SayWord(word=word):
                if why := self._may_not(person.name) or live.say(person.name, now):
                    return [Send(connection, Denied("", why))]
                said = WordSaid(live.name, person.name, word)
                return [Send(each, said) for each in self._viewers.connections(live.name)]
        command = command_of(message, person.name)
        if isinstance(command, SERVER_COMMANDS) and not order:
            return [Send(connection, Denied(message.id, ONLY_SERVER))]
        if why := self._refusal(live, person, command):
            return [Send(connection, Denied(message.id, why))]
        alone = person.alone or person.approval is not None
        request = Request(person.name, message.id, command, order, person.approval, alone)
        if request not in live.requests:
            live.requests.append(request)
        live.closing |= isinstance(command, CloseTable)
        return self._continue(live, now)

    def _refusal(self, live: LiveTable, person: Person, command: Command) -> str:
        """Why a request is not even tried."""
        if (why := self._may_not(person.name)) and not isinstance(command, SubmitAnswer | Leave):
            return why
        if isinstance(command, Join | TopUp | TakeCircle) and not person.plays:
            return NOT_A_PLAYER
        if isinstance(command, ORDERS) and not person.floor:
            return "Only the floor may do this."
        if isinstance(command, ORDERS) and person.name in live.seated:
            return OWN_TABLE
        if isinstance(command, Void) and not person.approval and live.needs_second(command, person.alone):
            return NEEDS_SECOND
        if sum(request.who == person.name for request in live.requests) >= MOST_WAITING:
            return "You have too many requests waiting at this table. Try again in a moment."
        if isinstance(command, CommitChain | AddSeed) and person.name.startswith(BOT):
            return "Bots belong to the house and have no seeds."
        if isinstance(command, Join) and live.closing:
            return "This table is closing. Choose another one."
        offered = live.offers and person.name not in live.offers and live.left() <= 0
        if isinstance(command, Join) and not command.behind and offered:
            return "Other players are waiting for this seat. Join the waiting list."
        return ""

    def _may_not(self, who: str) -> str:
        """Why a person may not play; empty if they may."""
        return f"You are barred from playing: {self._barred[who]}" if who in self._barred else ""

    def _open(self, now: float, connection: str, person: Person, message: NewTable) -> list[Effect]:
        refusals = {
            f"There is already a table {message.table}. Choose a different name.": message.table in self.tables,
            "Only the floor may do this.": not person.floor,
            f"There is no table {message.table}.": self._draining,
        }
        for why, applies in refusals.items():
            if applies:
                return [Send(connection, Denied(message.id, why))]
        request = Request(person.name, message.id, message.command, connection)
        live = self.tables[message.table] = LiveTable(message.table, message.timing)
        live.barred = self._unseated
        live.stopped = self._stop_of(message.command.game.slug)
        commit = Commit(message.table, message.command, person.name, request.key)
        live.begin(commit, request)
        return [commit]

    def committed(self, now: float, table: str, outcome: Outcome) -> list[Effect]:
        """The outcome of the commit that a table waits for."""
        live = self.tables[table]
        match outcome:
            case CommitFailed():
                live.failed(now)
                self._set_alarm(live)
                return self._send_replies(table)
            case Committed():
                request, why = live.committed(outcome, now), ""
            case RoundBroken(why, committed):
                request = live.refused(committed, now)
                live.broken = why if committed.state.opening is not None else ""  # without a round, none to void
            case _:
                request, why = live.refused(outcome.committed, now), outcome.why
        if request is not None:
            self._replies[table].append((request, Denied(request.id, why) if why else Accepted(request.id)))
        self._follow(live, now)
        if live.state is None or live.state.closed:
            shown = [*self._publish(live)]
            del self.tables[table]
            self._forget(table)
            return shown
        return self._continue(live, now)

    def drain(self, now: float) -> list[Effect]:
        """Deal no new rounds. Those that are being played continue to their end."""
        self._draining = True
        for live in self.tables.values():
            live.draining = True
        return [effect for live in self.tables.values() for effect in self._continue(live, now)]

    def connections_of(self, who: str) -> int:
        """The number of a person's connections."""
        return len(self._connections.get(who, ()))

    def deserted(self, table: str) -> bool:
        """Whether people have looked at a table, and nobody does any more."""
        return self.tables[table].visited and not self._viewers.connections(table)

    def stop(self, now: float, stops: Mapping[str, str]) -> list[Effect]:
        """Deal no new rounds of these games, by slug, or of "all". Rounds that are being played continue."""
        self._stops = dict(stops)
        for live in self.tables.values():
            live.stopped = self._stop_of(live.game)
        return [effect for live in self.tables.values() for effect in self._continue(live, now)]

    def _stop_of(self, slug: str) -> str:
        return self._stops.get("all") or self._stops.get(slug, "")

    def bar(self, now: float, barred: Mapping[str, str], not_players: Collection[str] = ()) -> list[Effect]:
        """Bar these people. Where they sit, they are paid out when the round is over.

        So are people who are not players any more. They may still give orders, if they have the role for that.
        """
        self._barred, self._unseated = dict(barred), frozenset((*barred, *not_players))
        for live in self.tables.values():
            live.barred = self._unseated
        return [effect for live in self.tables.values() for effect in self._continue(live, now)]

    def read_meters(self, now: float, meters: Mapping[str, int]) -> list[Effect]:
        """Show the current meters of house jackpots, by their names, at the tables that are linked to them."""
        changed = [live for live in self.tables.values() if live.read_meters(meters)]
        return [effect for live in changed for effect in self._continue(live, now)]

    @property
    def quiet(self) -> bool:
        """Whether no round is being played and nothing is being committed."""
        return all(live.state is not None and live.state.opening is None for live in self.tables.values())

    def wake(self, now: float) -> list[Effect]:
        """Time has passed."""
        due = []
        while self.wakes is not None and self.wakes <= now:
            _, name = heappop(self._alarms)
            del self._wakes[name]
            due.append(self.tables[name])
        return [effect for live in due for effect in self._continue(live, now)]

    @property
    def wakes(self) -> float | None:
        """When `wake` must be called, if nothing else happens before."""
        while self._alarms and self._wakes.get(self._alarms[0][1]) != self._alarms[0][0]:
            heappop(self._alarms)  # it was set again, or its table is gone
        return self._alarms[0][0] if self._alarms else None

    def _set_alarm(self, live: LiveTable) -> None:
        """Remember when a table is to be woken."""
        at = live.wakes()
        if at is None:
            self._wakes.pop(live.name, None)
        elif self._wakes.get(live.name) != at:
            self._wakes[live.name] = at
            heappush(self._alarms, (at, live.name))

    def _follow(self, live: LiveTable, now: float) -> None:
        """Note players without a connection, who lost it while a commit was running or never had one."""
        for who in live.state.stacks if live.state else ():
            if who not in self._connections:
                live.gone.setdefault(who, now)

    def _continue(self, live: LiveTable, now: float) -> list[Effect]:
        """Start the next commit at a table, and show what has changed."""
        effects: list[Effect] = []
        idle = live.busy is None
        if idle and (live.queue or live.offers):
            live.queue = [who for who in live.queue if who in self._connections]
            for who in live.offer(now):
                offered = Offered(live.name, live.timing.offer_time)
                effects += [Send(connection, offered) for connection in self._connections.get(who, ())]
        if idle and any(isinstance(each.command, Void) for each in live.requests):
            denied = [(each, Denied(each.id, NEEDS_SECOND)) for each in live.late_voids()]
            self._replies[live.name] += denied
        commit = live.next(now)
        if commit:
            self._wakes.pop(live.name, None)  # there is nothing to do before its outcome
        else:
            self._set_alarm(live)
        answers = commit is not None and isinstance(commit.command, SubmitAnswer)
        if idle and answers and self._unshown[live.name] < MOST_UNSHOWN:
            self._unshown[live.name] += 1  # another answer is there already: show them together when it is committed
        elif idle:
            effects += self._publish(live)  # before the next commit begins to change the round
        return effects + ([commit] if commit else [])

    def _publish(self, live: LiveTable) -> Iterator[Effect]:
        """Send a table's changes to all its viewers, if there are any, and then the replies to requests."""
        self._unshown.pop(live.name, None)
        for connection, message in self._viewers.update(live):
            yield Send(connection, message)
        yield from self._send_replies(live.name)  # a client that receives "accepted" has seen the result

    def _send_replies(self, table: str) -> list[Effect]:
        """The replies to requests, to all connections of the person or to the order."""
        return [
            Send(connection, reply)
            for request, reply in self._replies.pop(table, [])
            for connection in ([request.order] if request.order else self._connections.get(request.who, ()))
        ]

    def _forget(self, table: str) -> None:
        self._wakes.pop(table, None)
        self._unshown.pop(table, None)
        self._replies.pop(table, None)
        self._viewers.forget(table)
