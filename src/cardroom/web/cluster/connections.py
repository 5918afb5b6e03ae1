"""The connections of all processes. Each process tells the others about its own, so that every process knows them all.

A connection of another process has the id `NUMBER/ID` in the room, with the number of that process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from cardroom.room import BOT, ClientMessage, Person, Unwatch, Watch
from cardroom.web.cluster.bus import BusMessage, Connected, Disconnected, Roster, RosterEntry
from cardroom.web.cluster.host import HostedHall, TableKey

__all__ = ["SharedConnections", "remote_id"]


def remote_id(process: int, connection: str) -> str:
    """The id in this process's room of a connection of another process, or of an order from there."""
    return f"{process}/{connection}"


class SharedConnections:
    """The connections of this process, and those of the others."""

    def __init__(self, put: Callable[[int, BusMessage], None]) -> None:
        """`put` sends a message to another process."""
        self._put = put
        self.halls: Mapping[str, HostedHall] = {}
        """The halls of this process; empty until it starts."""
        self._here: dict[tuple[str, str], Person] = {}
        """The connections of this process, by hall and id."""
        self._watched: dict[tuple[str, str], set[str]] = {}
        """The tables that each connection of this process watches."""
        self._remote: dict[tuple[int, str], set[str]] = {}
        """The connections of other processes, by process and hall."""
        self._others: set[int] = set()
        """The other processes that were told about the connections of this one."""

    # -- of this process --------------------------------------------------------------------------------------------

    def connected(self, hall: str, connection: str, person: Person) -> None:
        """Tell the others about a new connection. Bots are not announced: every process has its own."""
        if not person.name.startswith(BOT):
            self._here[hall, connection] = person
            for number in self._others:
                self._put(number, Connected(hall, connection, *_rights(person)))

    def disconnected(self, hall: str, connection: str) -> None:
        """Tell the others that a connection ended."""
        self._watched.pop((hall, connection), None)
        if self._here.pop((hall, connection), None):
            for number in self._others:
                self._put(number, Disconnected(hall, connection))

    def note_watch(self, hall: str, connection: str, message: ClientMessage, *, known: bool) -> None:
        """Remember which tables a connection watches; `known` is whether the table exists."""
        if isinstance(message, Watch) and known and (hall, connection) in self._here:
            self._watched.setdefault((hall, connection), set()).add(message.table)
        elif isinstance(message, Unwatch):
            self._watched.get((hall, connection), set()).discard(message.table)

    def watching(self, key: TableKey) -> list[str]:
        """The connections of this process that watch a table."""
        return [each for (hall, each), tables in self._watched.items() if hall == key[0] and key[1] in tables]

    def announce(self, others: set[int]) -> None:
        """Tell new processes about all connections of this one."""
        for number in others - self._others:
            for name in self.halls:
                people = [
                    RosterEntry(each, *_rights(person)) for (hall, each), person in self._here.items() if hall == name
                ]
                self._put(number, Roster(name, people))
        self._others = others

    # -- of the others ----------------------------------------------------------------------------------------------

    def receive(self, source: int, message: Roster | Connected | Disconnected) -> None:
        """Apply what another process reports about its connections."""
        hall, remote = self.halls[message.hall], self._remote.setdefault((source, message.hall), set())
        match message:
            case Roster(_, connections):
                for connection in remote - {each.connection for each in connections}:
                    self.receive(source, Disconnected(message.hall, connection))
                for each in connections:
                    self.receive(source, Connected(message.hall, *msgspec.structs.astuple(each)))
            case Connected(_, connection, name, floor, plays) if connection not in remote:
                remote.add(connection)
                person = Person(name, floor, plays)
                hall.run(lambda now: hall.room.connect(now, remote_id(source, connection), person))
            case Disconnected(_, connection) if connection in remote:
                remote.remove(connection)
                hall.run(lambda now: hall.room.disconnect(now, remote_id(source, connection)))

    def forget_dead(self, living: set[int], newest: int) -> None:
        """Drop the connections of dead processes. Those newer than `newest` are not known yet, so they are kept."""
        for number, hall in [each for each in self._remote if each[0] not in living and each[0] <= newest]:
            self._forget(number, hall)

    def end_life(self) -> None:
        """Drop the connections of all other processes."""
        for number, hall in [*self._remote]:
            self._forget(number, hall)
        self._others = set()

    def _forget(self, number: int, name: str) -> None:
        hall = self.halls[name]
        for connection in self._remote.pop((number, name)):
            hall.run(lambda now: hall.room.disconnect(now, remote_id(number, connection)))  # noqa: B023


def _rights(person: Person) -> tuple[str, bool, bool]:
    """The parts of a person that other processes must know."""
    return person.name, person.floor, person.plays
