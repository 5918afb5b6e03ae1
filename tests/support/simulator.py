"""A whole simulated card room in one process, from one seed: players, connections, books, clock and failures.

`World(seed).run(seconds)` runs it and raises `Wrong` if a check fails. The seed decides everything except the cards,
which come from the operating system, so running a seed again nearly repeats a failure.

Simulated are players who join, bet, answer well or badly, leave, return and repeat requests; connections that are slow,
break, or lose, duplicate and reorder messages; books that are slow, or fail before, during and after a commit; a clock
that jumps; a process that dies and another that takes over; seed chains, with links that are withheld; and staff whose
orders wait for a second person (`simulated_staff`). The room, the house, the people and their books in SQLite files
are real.
"""

import atexit
import heapq
import itertools
import logging
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from copy import copy
from functools import cache, partial
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.progress import Progress

import cardroom
from cardroom.cards.chain import check_chains
from cardroom.cards.stream import Seed
from cardroom.evidence import EvidenceKeeper
from cardroom.house import House, StoreError
from cardroom.house.audit.store import audit
from cardroom.house.backup.runs import Runs
from cardroom.house.tables.entries import entry_of
from cardroom.play import Option
from cardroom.play.table import (
    AddSeed,
    CloseTable,
    Join,
    Leave,
    OpenTable,
    Pause,
    Return,
    SitOut,
    SubmitAnswer,
    TopUp,
    Void,
)
from cardroom.play.table.log import Snapshot
from cardroom.play.table.table import Table
from cardroom.players.at_random import Impossible, random_value
from cardroom.room import Commit, CommitFailed, Committed, Committer, Person, Rejected, Room, Send, TableTiming
from cardroom.room.committer import FAULT
from cardroom.room.feed import apply_change
from cardroom.room.messages import (
    Accepted,
    Denied,
    NewTable,
    Offered,
    Queue,
    RequestMessage,
    RoomOutput,
    Scene,
    ScenePatch,
    Unqueue,
    Unwatch,
    Watch,
    command_of,
    message_of,
    request,
)
from cardroom.room.scene import TableScene
from cardroom.show.pictures.draw import picture
from support.memory import memory_folder
from support.simulated_staff import Staff, hire

NAMES = ("ann", "bob", "cy", "dee")
GAMES = ("texas-holdem", "three-card-poker-6-card-bonus", "heads-up-holdem", "ez-baccarat", "2-7-triple-draw")
CHIPS = 40_000
QUICK = TableTiming(answer_time=10, time_bank=5, pause_between=2, disconnect_grace=20, offer_time=8, retry_delay=2)
OUTAGE = 8.0
"""The longest time that the books fail."""
LOOKS = 0.1
"""How often, after a step, all viewers' scenes are compared with new ones."""
LATEST = QUICK.answer_time + QUICK.time_bank + 2 * OUTAGE + 10
"""The time within which every question must be answered, whatever fails."""


def wire(value):
    """A value after encoding and decoding."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Wrong(AssertionError):
    """A check failed."""


@cache
def template():
    """A store with money in it, created once."""
    folder = Path(tempfile.mkdtemp(prefix="room-", dir=memory_folder()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    house = House.at(folder / "room.db", create=True)
    for name in NAMES:
        house.cage.deposit(name, 5_000_000, who="cage", key=f"for {name}")
    hire(house, folder, NAMES)
    Runs(house.books, "simulated").start()  # from here on an audit looks for payouts without an approval
    house.books.store.close()
    return folder


class World:
    """Everything."""

    def __init__(self, seed, trouble=1.0):
        self.rng, self.eyes = Random(f"room {seed}"), Random(f"eyes {seed}")
        self.trouble = trouble
        """The rate of failures; 0 for none."""
        self.now = 1000.0
        self.events = []
        self._order = itertools.count()
        self.counts = Counter()
        self.folder = Path(tempfile.mkdtemp(prefix="room-", dir=template().parent))
        for file in template().iterdir():
            shutil.copy(file, self.folder / file.name)
        self.epoch = 0
        self.doing, self.unkept = {}, {}
        """The running commits of each process, by table, and those that are not written yet."""
        self.accepted = {}
        """Keys that were confirmed as committed, with their requests."""
        self.asked_at = {}
        """Questions, with the time when they were first asked."""
        self.shown_seeds = {}
        """Chains and seeds of each round, as a client was shown them first."""
        self.seen = []
        """Scenes that were shown: viewer and scene."""
        self._kept_lines, self.shown_at = {}, {}
        self.jumped = self._idle = 0
        self.people = {name: Client(self, name) for name in NAMES}
        self.floor = Floor(self)
        self.staff = Staff(self, NAMES)
        self._begin()

    # -- time -----------------------------------------------------------------------------------------------------

    def at(self, seconds, what):
        """Schedule a call after some time. It is dropped if its process has died."""
        heapq.heappush(self.events, (self.now + seconds, next(self._order), what))

    def run(self, seconds):
        """Run for some time. Then run for a while without failures; at the end everything must be in order."""
        try:
            for calm, until in ((False, self.now + seconds), (True, self.now + seconds + 20)):
                self.trouble = 0 if calm else self.trouble
                while self.now < until + self.jumped:
                    self._step()
            self._check_end()
        finally:
            self.staff.close()
            self.house.books.store.close()
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.counts

    def _step(self):
        wakes = self.room.wakes
        if wakes is not None and (not self.events or wakes <= self.events[0][0]):
            self._idle = self._idle + 1 if wakes <= self.now else 0
            if self._idle > 50:
                raise Wrong("the room is woken again and again, and does nothing")
            self.now = max(self.now, wakes)
            self.counts["woken"] += 1
            self.take(self.room.wake(self.now))
        elif self.events:
            at, _, what = heapq.heappop(self.events)
            self.now = max(self.now, at)
            self._idle = 0
            what()
        if self.chance(0.004):
            self.die()
        if self.chance(0.003):
            self.counts["jumped"] += 1
            by = self.rng.choice((1, 30, 4000))
            self.now += by
            self.jumped += by
            self.asked_at = dict.fromkeys(self.asked_at, self.now)  # no one could have acted meanwhile
        self._check_going()
        if self.eyes.random() < LOOKS:
            self._check_shown()

    def chance(self, p):
        """Whether a failure happens now."""
        return self.trouble and self.rng.random() < p * self.trouble

    # -- the process ----------------------------------------------------------------------------------------------

    def _begin(self):
        self.epoch += 1
        self.house = House.at(self.folder / "room.db")
        self.committer = Committer(self.house)
        self.failing_until = 0.0
        tables = self.committer.open_tables()
        self.room = Room(f"e{self.epoch}", tables, dict.fromkeys(tables, QUICK))
        self.lines = {}
        self.take(self.room.begin(self.now))
        for client in (*self.people.values(), self.floor, self.staff):
            client.begin()

    def die(self):
        """Kill the process. Its running commits happen or not, and all connections break."""
        self.counts["died"] += 1
        self.house.books.store.close()
        self.asked_at = {}
        self._begin()

    # -- what the room wants --------------------------------------------------------------------------------------

    def take(self, effects):
        """Run the effects of the room."""
        for effect in effects:
            match effect:
                case Commit():
                    self._keep(effect)
                case Send(line, message):
                    self._check_told(line, message)
                    if isinstance(message, Scene | ScenePatch):
                        self.shown_at[message.table] = self.now
                    if line in self.lines:
                        self.lines[line].to_client(message)
                    elif line.startswith("order "):
                        self.staff.reply(line, message)

    def _keep(self, do):
        """Commit something, which takes time and may fail in every way. Other commits may share its transaction."""
        epoch, slow = self.epoch, self.rng.random() * (2 if self.chance(0.05) else 0.01)
        if (epoch, do.table) in self.doing:
            raise Wrong(f"two things are kept at once at {do.table}")
        self.doing[epoch, do.table] = self.unkept[epoch, do.table] = do

        def written():
            if epoch != self.epoch or self.unkept.get((epoch, do.table)) is not do:
                return
            together = [each for (of, _), each in self.unkept.items() if of == epoch and each is not do]
            some = [do, *together] if self.rng.random() < 0.7 else [do]
            for each, outcome in zip(some, self._written(some), strict=True):
                del self.unkept[epoch, each.table]
                self.at(slow, lambda each=each, outcome=outcome: report(each, outcome))

        def report(do, outcome):
            if epoch == self.epoch:
                del self.doing[epoch, do.table]
                self.take(self.room.committed(self.now, do.table, outcome))

        self.at(slow, written)

    def _written(self, dos):
        self.counts["kept together"] += len(dos) > 1
        if self.chance(0.02):
            self.failing_until = self.now + self.rng.random() * OUTAGE
        fate = (
            self.rng.choice(("before", "within", "after")) if self.now < self.failing_until or self.chance(0.03) else ""
        )
        if fate:
            self.counts[f"failed {fate}"] += 1
        if fate == "before":
            return [CommitFailed("the disk is full") for _ in dos]
        work = partial(self.committer.do_all, dos)
        outcomes = self._broken_within(work) if fate == "within" else work()
        if fate == "after":
            self.committer = Committer(self.house)
            return [CommitFailed("the line to the books is dead") for _ in dos]
        for do, outcome in zip(dos, outcomes, strict=True):
            self.counts[type(outcome).__name__] += 1
            self.counts[type(do.command).__name__] += 1
            if isinstance(outcome, Committed):
                self._check_chips(do.table, outcome.state)
            elif isinstance(outcome, Rejected) and outcome.why == FAULT:
                raise Wrong(f"{do} failed")
        return outcomes

    def with_failures(self, work):
        """Do something with the books, which may fail before it, within it or after it."""
        fate = (
            self.rng.choice(("before", "within", "after")) if self.now < self.failing_until or self.chance(0.05) else ""
        )
        if fate == "before":
            raise StoreError("the disk is full")
        self._broken_within(work) if fate == "within" else work()
        if fate == "after":
            raise StoreError("the line to the books is dead")

    def _broken_within(self, work):
        """Let transactions fail at their end and be rolled back: all of them, or only the first."""
        store = self.house.books.store
        real, breaks = store.transaction, self.rng.choice((1, 99))

        def broken():
            nonlocal breaks
            manager, breaks = real(), breaks - 1
            if breaks < 0:
                return manager

            class Breaks:
                def __enter__(self):
                    return manager.__enter__()

                def __exit__(self, *_):
                    error = StoreError("the disk is full")
                    with suppress(StoreError):
                        manager.__exit__(StoreError, error, None)
                    raise error

            return Breaks()

        alone = store.run_alone

        def broken_alone(write):
            nonlocal breaks
            breaks -= 1
            if breaks >= 0:
                raise StoreError("the disk is full")
            return alone(write)

        store.transaction, store.run_alone = broken, broken_alone
        try:
            return work()
        finally:
            store.transaction, store.run_alone = real, alone

    # -- what must hold -------------------------------------------------------------------------------------------

    def keeper(self, notes):
        """All who see a round see the same seeds and chains, from its start to its end, and links of those chains."""
        for note in notes:
            if note.changed:
                raise Wrong(f"{note.viewer} was shown other seeds of {note.table} than at the start")
            if note.seeds is None:
                continue
            shown = note.asked, note.seeds
            if self.shown_seeds.setdefault((note.commitment, note.previous), shown) != shown:
                raise Wrong(f"{note.viewer} was shown other seeds of {note.table} than others were")
            check_chains(note.asked, [Seed(*each) for each in note.seeds])
            if note.link and (note.viewer, note.link) in note.seeds:
                self.counts["links used"] += 1

    def _check_chips(self, name, table):
        booked = {each.owner: cents for each, cents in self.house.books.balances(name).items() if each.kind == "stack"}
        if booked != {who: cents for who, cents in table.stacks.items() if cents}:
            raise Wrong(f"{name}: the table counts {table.stacks}, the books {booked}")

    def _check_told(self, line, message):
        """Check that nothing uncommitted was sent."""
        owner = self.lines[line].client if line in self.lines else None
        match message:
            case Accepted(id) if owner:
                self.accepted[f"{owner.name}/{id}"] = owner.sent.get(id)
                self._check_kept(owner, id)
            case Scene(table=table, scene=scene):
                self._check_lines(table, scene.lines)
            case ScenePatch(table=table, set=found):
                for path, value in found:
                    if path == ["lines"]:
                        self._check_lines(table, value)

    def _check_kept(self, owner, number):
        message, key = owner.sent.get(number), f"{owner.name}/{number}"
        request = command_of(message, owner.name) if isinstance(message, RequestMessage) else None
        if isinstance(request, Pause) and not owner.floor:
            raise Wrong(f"{owner.name} gave an order of the floor")
        if isinstance(request, SubmitAnswer) and request.question == "0.0.0":
            raise Wrong(f"{owner.name} has answered what nobody asked")
        known = isinstance(request, SubmitAnswer | Join | TopUp | Leave | Void) and self.house.books.by_key(key)
        if (
            isinstance(request, Join | TopUp)
            and known
            and [posting.cents for posting in known[1].postings] != [request.cents]
        ):
            raise Wrong(f"{owner.name} asked for {request.cents} cents, and other chips came")
        if known is None:
            raise Wrong(f"{owner.name} got a confirmation of {request}, which is not committed")

    def _check_lines(self, table, lines):
        if lines <= self._kept_lines.get(table, 0):
            return
        self._kept_lines = {name: has for name, (has, _) in self.house.books.heads().items()}
        if lines > self._kept_lines.get(table, 0):
            raise Wrong(f"{table}: somebody is shown what is not kept")

    def _check_going(self):
        """Check that no table is stuck."""
        asked = {}
        for name, live in self.room.tables.items():
            table = live.state
            if table is None:
                asked |= {key: at for key, at in self.asked_at.items() if key[0] == name}
                continue
            if live.broken:
                raise Wrong(f"{name}: {live.broken}")
            for ask in live.round.waiting if live.round else ():
                key = name, ask.spot, table.question(ask.spot)
                asked[key] = self.asked_at.get(key, self.now)
            idle = not (table.opening or table.paused or live.closing or table.missing)
            if idle:
                asked[name, "", table.rounds] = self.asked_at.get((name, "", table.rounds), self.now)
        self.asked_at = asked
        for key, at in asked.items():
            if self.now - at > LATEST and not (key[1] == "" and self.now - at < 20 * LATEST):
                raise Wrong(f"{key} has waited since {at}, and it is {self.now}")

    def _check_shown(self):
        """Check that the room has shown all viewers the tables as they are, when no commit is running."""
        for (table, viewer), feed in self.room._viewers._feeds.items():
            live = self.room.tables[table]
            if live.busy is None and wire(feed._scene) != drawn_anew(live, viewer):
                raise Wrong(f"{viewer} is shown another {table} than there is")

    def _check_end(self):
        for key, message in self.accepted.items():
            asked = message.asks_for if isinstance(message, RequestMessage) else None
            if asked in (SubmitAnswer, Join, TopUp, Leave) and not self.house.books.by_key(key):
                raise Wrong(f"{key} was said to be kept, and is lost")
        for client in self.people.values():
            client.check()
        self.staff.check()
        audited = audit(self.house.books)
        if not audited.holds:
            raise Wrong(f"the audit finds {audited.findings[:3]}")
        if sum(self.house.books.balances().values()):
            raise Wrong("money was made or lost")
        self._check_scenes()

    def _check_scenes(self):
        """Check that each viewer was shown exactly what the book says they may see."""
        shown = [(viewer, scene) for viewer, scene in self.seen if scene.get("picture")]
        self.counts["scenes"] += len(shown)
        for viewer, scene in self.rng.sample(shown, min(len(shown), 6)):
            name, lines = scene["name"], scene["lines"]
            entries = [entry_of(self.house.books.plaintext(name, line)) for line in self.house.entries(name)[:lines]]
            if any(isinstance(entry, Snapshot) for entry in entries):
                entries = entries[max(n for n, each in enumerate(entries) if isinstance(each, Snapshot)) :]
            round = Table.from_log(entries, self.house.find).round
            if round is None:
                continue  # the round is over, and its end is shown
            mine = viewer if viewer in {spot.bettor for spot in round.spots} else None
            if wire(picture(round.view(mine))) != scene["picture"]:
                raise Wrong(f"{viewer} was shown something else at {name}, line {lines}, than what was there to see")


class Line:
    """A connection between a client and the room, with its failures."""

    def __init__(self, world, client, name):
        self.world, self.client, self.name = world, client, name
        self.open = True
        self._epoch = world.epoch

    def _delay(self):
        rng = self.world.rng
        return rng.random() * (3 if self.world.chance(0.05) else 0.05)

    def _goes(self, what):
        """Transfer a message: late, twice, out of order or not at all."""
        world = self.world
        if world.chance(0.03):
            world.counts["lost"] += 1
            return
        for _ in range(2 if world.chance(0.04) else 1):
            world.at(self._delay(), what)

    def to_room(self, message):
        """Send a message to the room."""

        def arrives():
            if self.open and self._epoch == self.world.epoch:
                self.world.take(self.world.room.receive(self.world.now, self.name, message))

        self._goes(arrives)

    def to_client(self, message):
        """Send a message to the client. Messages arrive in order, as over a socket, but may never arrive."""
        message = (
            msgspec.convert(wire(message), type=RoomOutput) if isinstance(message, Scene | ScenePatch) else message
        )
        self._goes(lambda: self.client.receive(message, self) if self.open else None)

    def breaks(self):
        """Break the connection, and notify the room."""
        if self.open:
            self.open = False
            if self._epoch == self.world.epoch:
                del self.world.lines[self.name]
                self.world.take(self.world.room.disconnect(self.world.now, self.name))


class Client:
    """A simulated player."""

    floor = False

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.sent, self.pending = {}, {}
        self.scenes = {}
        """By table: epoch, seq and scene."""
        self.line = None
        self.keepers = {}
        """What was seen of each table, and the seed chains there."""
        self.looks = 0
        """How often tables were watched since failures ended."""
        self._numbers = itertools.count()

    def begin(self):
        """Connect to a new room."""
        self.line = None
        self.world.at(self.world.rng.random() * 2, self._connect)

    def _connect(self):
        world = self.world
        if self.line is not None and self.line.open:
            return
        self.line = Line(world, self, f"{self.name} {world.epoch} {next(self._numbers)}")
        world.lines[self.line.name] = self.line
        if world.chance(0.3):
            self.keepers = {}  # another browser: the chains are lost, and so is what was seen
        for keeper in self.keepers.values():
            keeper.reconnected()
        world.take(world.room.connect(world.now, self.line.name, Person(self.name, self.floor, alone=not self.floor)))
        self._look()
        self._live(self.line)

    def _look(self):
        """Watch all tables, from the last known scenes."""
        for table in list(self.world.room.tables):
            if not self.floor and self.world.rng.random() < 0.5 and table not in self.scenes:
                continue
            epoch, seq, _ = self.scenes.get(table, ("", 0, None))
            self.line.to_room(Watch(table, epoch, seq))

    def _live(self, line):
        """Do something now and then, while the connection lasts."""
        if line is not self.line or not line.open:
            return
        world = self.world
        if world.chance(0.03):
            world.counts["broke"] += 1
            line.breaks()
            world.at(world.rng.random() * 30, self._connect)
            return
        for number in [number for number, since in self.pending.items() if world.now - since > 4]:
            self.pending[number] = world.now
            line.to_room(self.sent[number])  # no reply: send it again
        self.act()
        pause = world.rng.choice((1,) * 9 + (5 * QUICK.answer_time,)) if world.trouble else 1  # some fall asleep
        world.at(pause * (0.3 + 1.4 * world.rng.random()), lambda: self._live(line))

    def ask(self, message):
        """Repeat a request until it is answered."""
        self.sent[message.id] = message
        self.pending[message.id] = self.world.now
        if self.line is not None:
            self.line.to_room(message)

    def new_id(self):
        return f"{next(self._numbers)}"

    def act(self):
        """Answer what is asked, or do something else."""
        rng = self.world.rng
        if rng.random() < (0.1 if self.world.trouble else 0.4):
            self._look()
            self.looks += not self.world.trouble
        for table, (_, _, scene) in list(self.scenes.items()):
            if self.world.chance(0.05):
                self.line.to_room(Unwatch(table))
            if scene and scene.get("questions") and rng.random() < 0.8:
                self._answer(table, scene)
            elif scene and rng.random() < 0.08:
                self._other(table, scene)

    def _answer(self, table, scene):
        rng = self.world.rng
        for prompt in (scene["picture"] or {}).get("prompts", ()):
            question = scene["questions"].get(prompt["spot"])
            offer = rng.choice(prompt["offers"])
            if question is None:
                continue
            value = None
            if offer.get("option") is not None:
                try:
                    value = random_value(msgspec.convert(offer["option"], Option), rng)
                except Impossible:
                    continue
            if rng.random() < 0.03:
                question = "0.0.0"
            self.ask(request(SubmitAnswer, table, self.new_id(), prompt["spot"], question, offer["action"], value))

    def _other(self, table, scene):
        rng = self.world.rng
        here = scene.get("people", {}).get(self.name)
        if here is None:
            answer = rng.choice(
                (request(Join, table, self.new_id(), CHIPS), request(Join, table, self.new_id(), CHIPS), Queue(table))
            )
        elif here["away"]:
            answer = request(Return, table, self.new_id())
        elif here["stack"] < CHIPS // 8:
            answer = request(TopUp, table, self.new_id(), CHIPS)
        else:
            answer = rng.choice(
                (
                    request(Leave, table, self.new_id()),
                    request(SitOut, table, self.new_id(), rng.random() < 0.3),
                    request(TopUp, table, self.new_id(), 100),
                    request(AddSeed, table, self.new_id(), "lucky"),
                    request(Pause, table, self.new_id(), "mine"),
                    request(SubmitAnswer, table, self.new_id(), str(rng.randrange(1, 4)), "0.0.0", "fold"),
                    Unqueue(table),
                )
            )
        if hasattr(answer, "id"):
            self.ask(answer)
        else:
            self.line.to_room(answer)

    def receive(self, message, line):
        """Handle a message of the room."""
        if line is not self.line and isinstance(message, Scene | ScenePatch):
            return  # nobody reads a socket after it has broken
        match message:
            case Accepted(id) | Denied(id):
                self.pending.pop(id, None)
            case Scene(table, epoch, seq, scene):
                have = self.scenes.get(table, ("", 0, None))
                if have[0] != epoch or seq >= have[1]:
                    self._see(table, epoch, seq, scene)
            case ScenePatch(table, epoch, after, seq):
                have = self.scenes.get(table, ("", 0, None))
                if have[:2] == (epoch, after):
                    self._see(table, epoch, seq, apply_change(have[2], message))
                elif have[0] != epoch or seq > have[1]:
                    line.to_room(Watch(table, have[0], have[1]))  # a message was lost
            case Offered(table):
                self.ask(request(Join, table, self.new_id(), CHIPS))

    def _see(self, table, epoch, seq, scene):
        self.scenes[table] = epoch, seq, scene
        self._mix(table, scene)
        self.world.seen.append((self.name, scene))
        if len(self.world.seen) > 500:
            del self.world.seen[:-400]

    def _mix(self, table, scene):
        """Reveal the next link of the seed chain, or withhold it."""
        keeper = self.keepers.setdefault(table, EvidenceKeeper(table, self.name, mix=not self.floor))
        for command in keeper.see(scene):
            if self.world.chance(0.1):
                self.world.counts["withheld"] += 1
            elif self.line is not None:
                self.world.counts[f"sent {type(command).__name__}"] += 1
                self.line.to_room(message_of(command, table, self.new_id()))
        self.world.keeper(keeper.rounds[-2:])

    def check(self):
        """Check, at the end, that a client that watches a table sees its current state."""
        if self.looks < 3:
            return
        for table, (epoch, seq, scene) in self.scenes.items():
            live = self.world.room.tables.get(table)
            if live is None or live.state is None or epoch != f"e{self.world.epoch}":
                continue
            feed = self.world.room._viewers.feed(table, self.name)
            on_its_way = self.world.now - self.world.shown_at.get(table, 0) < 5
            if feed is None or (on_its_way and feed.seq != seq):
                continue
            if scene != drawn_anew(live, self.name):
                raise Wrong(f"{self.name} sees another {table} than there is")


def drawn_anew(live, viewer):
    """A viewer's scene, without anything that was drawn before."""
    anew = copy(live)
    anew._cache, anew._common = None, TableScene(live.name, "opening")
    return wire(anew.scene(viewer if viewer in live.bettors() else None))


class Floor(Client):
    """The floor: opens, pauses and closes tables, and voids rounds."""

    floor = True

    def __init__(self, world):
        super().__init__(world, "floor")
        self._opened = 0

    def act(self):
        rng, room = self.world.rng, self.world.room
        if len(room.tables) < 2 and self._opened < 8:
            self._opened += 1
            game = cardroom.game(rng.choice(GAMES))
            name = f"table {self._opened}"
            self.ask(NewTable(name, self.new_id(), OpenTable(game, name=name), QUICK))
        for name, live in list(room.tables.items()):
            if live.state is None or rng.random() > 0.03:
                continue
            if live.state.paused:
                self.ask(request(Pause, name, self.new_id(), "and on", paused=False))
            else:
                self.ask(
                    rng.choice(
                        (
                            request(Pause, name, self.new_id(), "a moment"),
                            request(Void, name, self.new_id(), "a card fell", live.state.round_id),
                            request(Void, name, self.new_id(), "a card fell", live.state.round_id),
                            *([request(CloseTable, name, self.new_id())] if self._opened > 3 else []),
                        )
                    )
                )


TROUBLE = (0.3, 1.0, 2.0)
"""The rates of failures, used in turn."""


def lived(seed, seconds=90):
    """Run the world of a seed; return what happened."""
    try:
        return World(seed, TROUBLE[seed % len(TROUBLE)]).run(seconds)
    except Exception as error:
        raise Wrong(f"seed {seed}: {error}") from error


def main(first, last):
    """Run the worlds of these seeds, and print the results."""
    logging.disable(logging.WARNING)  # failures are expected here
    counts, wrong = Counter(), 0
    with Progress(*Progress.get_default_columns(), "{task.completed} worlds", console=Console(stderr=True)) as shown:
        for seed in shown.track(range(first, last), description="Living"):
            try:
                counts += lived(seed)
            except Wrong as error:
                wrong += 1
                shown.console.print(str(error), style="red", markup=False)
    for what, count in counts.most_common():
        print(f"{count:>9,}  {what}")
    print(f"{last - first} worlds, {wrong} in which something did not hold")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
