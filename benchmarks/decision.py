"""One decision at a table of seven with seven viewers, in CPU time: received, committed, drawn for all and encoded.

It goes through the room and the books as in a server, without sockets. The store is in a folder of the machine's
memory if there is one, so that no disk is part of it.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

import cardroom
from benchmarks.bench import Case, Group, gauge
from cardroom.house import House
from cardroom.play.table import Join, SubmitAnswer
from cardroom.players import random_legal
from cardroom.room.committer import Commit, Committer
from cardroom.room.messages import Watch, request
from cardroom.room.room import Effect, Person, Room, Send
from cardroom.room.timing import TableTiming

SEATS = 7
DECISIONS, QUICK_DECISIONS = 300, 60
GAMES = {"texas-holdem": {"limit": "fixed"}, "heads-up-holdem": {}}
_MEMORY = Path("/dev/shm")


def groups(quick: bool) -> Iterator[Group]:
    """A poker table and a banked one, each with all its players watching."""
    decisions = QUICK_DECISIONS if quick else DECISIONS
    os.environ.setdefault("CARDROOM_KEY", os.urandom(32).hex())
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        cases = []
        for slug in GAMES:
            for viewers in (SEATS, 0):
                room = FullRoom(f"{folder}/{slug} {viewers}.db", slug, viewers)
                name = f"{slug}, {viewers} viewers"
                cases.append(Case(name, lambda room=room: room.decide(decisions), decisions, limit=not viewers))
        cases.append(gauge())
        yield Group(f"decisions at a table of {SEATS}, CPU time", cases, "decisions", time.process_time)


def memory_folder() -> Path | None:
    """A folder in the machine's memory, if it has one."""
    return _MEMORY if _MEMORY.is_dir() else None


class FullRoom:
    """A room with one full table, driven by messages. Time is counted in steps, so no clock ever runs out."""

    def __init__(self, store: str, slug: str, viewers: int, seats: int = SEATS) -> None:
        house = House.at(store, create=True)
        self.committer = Committer(house)
        self.rng, self.now, self.number, self.bytes = Random(1), 0.0, 0, 0
        self._encode = msgspec.json.Encoder().encode
        table = house.open_table("table", cardroom.game(slug, **GAMES[slug]), who="floor")
        committed = self.committer.open_tables()
        timing = TableTiming(answer_time=10**9, pause_between=0.0)
        self.room = Room("e1", committed, {"table": timing})
        self._run(self.room.begin(self.now))
        self.people = [f"player {number}" for number in range(1, seats + 1)]
        for who in self.people:
            house.cage.deposit(who, 10**10, who="cage", key=f"deposit {who}")
            self._run(self.room.connect(self.now, who, Person(who)))
            if int(who.split()[1]) <= viewers:
                self._run(self.room.receive(self.now, who, Watch(table.name)))
        for who in self.people:
            self._run(self.room.receive(self.now, who, request(Join, table.name, self._id(), 10**7)))

    def _id(self) -> str:
        self.number += 1
        return f"request {self.number}"

    def _run(self, effects: list[Effect]) -> None:
        """Carry out what the room asks for: commit, and encode each message once."""
        todo = list(effects)
        while todo:
            effect = todo.pop(0)
            if isinstance(effect, Commit):
                todo += self.room.committed(self.now, effect.table, self.committer.do(effect))
            elif isinstance(effect, Send):
                self.bytes += len(self._encode(effect.message))

    def decide(self, decisions: int) -> None:
        """Give this many answers; rounds start between them."""
        live, waited = self.room.tables["table"], 0
        while decisions:
            asked = live.asked()
            if not asked:
                if (waited := waited + 1) > 100:
                    raise RuntimeError(f"no round starts: {live.summary()}")
                self.now += 1.0
                self._run(self.room.wake(self.now))
                continue
            who, ask, question = asked[0]
            waited = 0
            answer = random_legal(live.round.view(who), ask, self.rng)
            message = request(SubmitAnswer, "table", self._id(), ask.spot, question, answer.action, answer.value)
            self._run(self.room.receive(self.now, who, message))
            decisions -= 1
