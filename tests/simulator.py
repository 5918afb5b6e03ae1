"""A whole card room in one process and one seed: people, their lines, the books, the clock, and all that goes wrong.

`World(seed).run(seconds)` plays it and raises `Wrong` where something does not hold. Whatever happens is decided by the
seed, but for the cards, which are the operating system's: a failure is played again by its number, nearly.

What is simulated: people who sit, bet, answer well or badly, leave, come back, repeat what they said; lines that are
slow, lose, double and reorder what they carry, and break; books that fail before, within and after a commit, or are
slow; a clock that jumps; a process that dies and another that takes over. What is real: the room, the house, its
books in an SQLite file.
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
from functools import cache
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.progress import Progress

import cardroom
from cardroom.cards.chain import check_chains
from cardroom.cards.stream import Seed
from cardroom.house import House, StoreError
from cardroom.house.audit import audit
from cardroom.house.entries import entry_of
from cardroom.play import Option
from cardroom.play.commands import (
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
from cardroom.play.log import Snapshot
from cardroom.play.table import Table
from cardroom.players.random_legal import Impossible, random_value
from cardroom.room import Commit, CommitFailed, Committed, Committer, Person, Rejected, Room, Send, TableTiming
from cardroom.room.committer import FAULT
from cardroom.room.feed import applied
from cardroom.room.messages import (
    Accepted,
    Denied,
    NewTable,
    Offered,
    Queue,
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
from cardroom.show.draw import picture
from cardroom.witness import Witness
from memory import memory_folder

NAMES = ("ann", "bob", "cy", "dee")
GAMES = ("texas-holdem", "three-card-poker-6-card-bonus", "heads-up-holdem", "ez-baccarat", "2-7-triple-draw")
CHIPS = 40_000
QUICK = TableTiming(answer_time=10, time_bank=5, pause_between=2, disconnect_grace=20, offer_time=8, retry_delay=2)
OUTAGE = 8.0
"""No failure of the books lasts longer."""
LATEST = QUICK.answer_time + QUICK.time_bank + 2 * OUTAGE + 10
"""By then a question is answered, whatever goes wrong."""


def wire(value):
    """A value as it comes out of a socket."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Wrong(AssertionError):
    """Something does not hold."""


@cache
def template():
    """A store with money in it, made once."""
    folder = Path(tempfile.mkdtemp(prefix="room-", dir=memory_folder()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    house = House.at(folder / "room.db", create=True)
    for name in NAMES:
        house.deposit(name, 5_000_000, who="cage", key=f"for {name}")
    house.books.store.close()
    return folder


class World:
    """Everything."""

    def __init__(self, seed, trouble=1.0):
        self.rng = Random(f"room {seed}")
        self.trouble = trouble
        """How much goes wrong; 0 is a perfect day."""
        self.now = 1000.0
        self.events = []
        self._order = itertools.count()
        self.counts = Counter()
        self.folder = Path(tempfile.mkdtemp(prefix="room-", dir=template().parent))
        for file in template().iterdir():
            shutil.copy(file, self.folder / file.name)
        self.epoch = 0
        self.doing, self.unkept = {}, {}
        """What is being kept by each process at each table, and what of it is not yet written."""
        self.accepted = {}
        """Keys that were said to be kept, with what was asked."""
        self.asked_at = {}
        """Questions, and when they were first put."""
        self.shown_seeds = {}
        """Chains and seeds of each round, as somebody was shown them first."""
        self.seen = []
        """Scenes that somebody was shown: viewer and scene."""
        self._kept_lines, self.shown_at = {}, {}
        self.jumped = self._idle = 0
        self.people = {name: Client(self, name) for name in NAMES}
        self.floor = Floor(self)
        self._begin()

    # -- time -----------------------------------------------------------------------------------------------------

    def at(self, seconds, what):
        """Let something happen after some time, unless the process that it is for has died."""
        heapq.heappush(self.events, (self.now + seconds, next(self._order), what))

    def run(self, seconds):
        """Live for so long; then nothing goes wrong any more for a while, and all must be well."""
        try:
            for calm, until in ((False, self.now + seconds), (True, self.now + seconds + 20)):
                self.trouble = 0 if calm else self.trouble
                while self.now < until + self.jumped:
                    self._step()
            self._check_end()
        finally:
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
            self.asked_at = dict.fromkeys(self.asked_at, self.now)  # nobody could have acted meanwhile
        self._check_going()

    def chance(self, p):
        """Whether something goes wrong."""
        return self.trouble and self.rng.random() < p * self.trouble

    # -- the process ----------------------------------------------------------------------------------------------

    def _begin(self):
        self.epoch += 1
        self.house = House.at(self.folder / "room.db")
        self.committer = Committer(self.house)
        self.failing_until = 0.0
        found = self.committer.open_tables()
        self.room = Room(f"e{self.epoch}", found, dict.fromkeys(found, QUICK))
        self.lines = {}
        self.take(self.room.begin(self.now))
        for client in (*self.people.values(), self.floor):
            client.begin()

    def die(self):
        """The process is killed: what it was about to keep is kept or not, and all lines break."""
        self.counts["died"] += 1
        self.house.books.store.close()
        self.asked_at = {}
        self._begin()

    # -- what the room wants --------------------------------------------------------------------------------------

    def take(self, effects):
        """Do what the room wants."""
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

    def _keep(self, do):
        """Let the books keep something, which takes time and may fail in all ways; others' things are kept with it or
        not."""
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
                self.at(slow, lambda each=each, outcome=outcome: told(each, outcome))

        def told(do, outcome):
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
        outcomes = self._broken_within(dos) if fate == "within" else self.committer.do_all(dos)
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

    def _broken_within(self, dos):
        """Transactions break at their end, and are rolled back: all of them, or only the first."""
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

        store.transaction = broken
        try:
            return self.committer.do_all(dos)
        finally:
            store.transaction = real

    # -- what must hold -------------------------------------------------------------------------------------------

    def witness(self, notes):
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
        """Nothing is told that is not kept."""
        owner = self.lines[line].client if line in self.lines else None
        match message:
            case Accepted(id) if owner:
                self.accepted[f"{owner.name}/{id}"] = owner.sent.get(id)
                self._check_kept(owner, id)
            case Scene(table=table, scene=scene) if scene.get("lines"):
                self._check_lines(table, scene["lines"])
            case ScenePatch(table=table, set=found):
                for path, value in found:
                    if path == ["lines"]:
                        self._check_lines(table, value)

    def _check_kept(self, owner, number):
        message, key = owner.sent.get(number), f"{owner.name}/{number}"
        request = message and command_of(message, owner.name)
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
            raise Wrong(f"{owner.name} was told that {request} is kept, and it is not")

    def _check_lines(self, table, lines):
        if lines <= self._kept_lines.get(table, 0):
            return
        self._kept_lines = {name: has for name, (has, _) in self.house.books.heads().items()}
        if lines > self._kept_lines.get(table, 0):
            raise Wrong(f"{table}: somebody is shown what is not kept")

    def _check_going(self):
        """Every table goes on in time."""
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

    def _check_end(self):
        for key, message in self.accepted.items():
            if isinstance(
                message and command_of(message, ""), SubmitAnswer | Join | TopUp | Leave
            ) and not self.house.books.by_key(key):
                raise Wrong(f"{key} was said to be kept, and is lost")
        for client in self.people.values():
            client.check()
        found = audit(self.house.books)
        if not found.holds:
            raise Wrong(f"the audit finds {found.findings[:3]}")
        if sum(self.house.books.balances().values()):
            raise Wrong("money was made or lost")
        self._check_scenes()

    def _check_scenes(self):
        """What somebody was shown is what the book told then, to them and to nobody else."""
        shown = [(viewer, scene) for viewer, scene in self.seen if scene.get("picture")]
        self.counts["scenes"] += len(shown)
        for viewer, scene in self.rng.sample(shown, min(len(shown), 6)):
            name, lines = scene["name"], scene["lines"]
            entries = [entry_of(self.house.books.plaintext(name, line)) for line in self.house.entries(name)[:lines]]
            if any(isinstance(entry, Snapshot) for entry in entries):
                entries = entries[max(n for n, each in enumerate(entries) if isinstance(each, Snapshot)) :]
            round = Table.from_log(entries, self.house.find).round
            if round is None:
                continue  # it is over, and shown as it ended
            mine = viewer if viewer in {spot.bettor for spot in round.spots} else None
            if wire(picture(round.view(mine))) != scene["picture"]:
                raise Wrong(f"{viewer} was shown something else at {name}, line {lines}, than what was there to see")


class Line:
    """A line between somebody and the room, and what it does to what goes over it."""

    def __init__(self, world, client, name):
        self.world, self.client, self.name = world, client, name
        self.open = True
        self._epoch = world.epoch

    def _delay(self):
        rng = self.world.rng
        return rng.random() * (3 if self.world.chance(0.05) else 0.05)

    def _goes(self, what):
        """Over the line: late, twice, out of order or not at all."""
        world = self.world
        if world.chance(0.03):
            world.counts["lost"] += 1
            return
        for _ in range(2 if world.chance(0.04) else 1):
            world.at(self._delay(), what)

    def to_room(self, message):
        """Say something to the room."""

        def arrives():
            if self.open and self._epoch == self.world.epoch:
                self.world.take(self.world.room.receive(self.world.now, self.name, message))

        self._goes(arrives)

    def to_client(self, message):
        """What the room says: in order, for so does a socket, but it may never come."""
        message = (
            msgspec.convert(wire(message), type=RoomOutput) if isinstance(message, Scene | ScenePatch) else message
        )
        self._goes(lambda: self.client.receive(message, self) if self.open else None)

    def breaks(self):
        """The line is gone: the room hears of it now."""
        if self.open:
            self.open = False
            if self._epoch == self.world.epoch:
                del self.world.lines[self.name]
                self.world.take(self.world.room.disconnect(self.world.now, self.name))


class Client:
    """Somebody who plays."""

    floor = False

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.sent, self.pending = {}, {}
        self.scenes = {}
        """By table: epoch, seq and scene."""
        self.line = None
        self.witnesses = {}
        """What was seen of each table, and the seed chains there."""
        self.looks = 0
        """How often tables were looked at since nothing goes wrong any more."""
        self._numbers = itertools.count()

    def begin(self):
        """The room is there: get a line to it."""
        self.line = None
        self.world.at(self.world.rng.random() * 2, self._connect)

    def _connect(self):
        world = self.world
        if self.line is not None and self.line.open:
            return
        self.line = Line(world, self, f"{self.name} {world.epoch} {next(self._numbers)}")
        world.lines[self.line.name] = self.line
        if world.chance(0.3):
            self.witnesses = {}  # another browser: the chains are lost, and so is what was seen
        for witness in self.witnesses.values():
            witness.reconnected()
        world.take(world.room.connect(world.now, self.line.name, Person(self.name, self.floor)))
        self._look()
        self._live(self.line)

    def _look(self):
        """Watch all tables, from what is known of them."""
        for table in list(self.world.room.tables):
            if not self.floor and self.world.rng.random() < 0.5 and table not in self.scenes:
                continue
            epoch, seq, _ = self.scenes.get(table, ("", 0, None))
            self.line.to_room(Watch(table, epoch, seq))

    def _live(self, line):
        """Do something, now and then, as long as the line holds."""
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
            line.to_room(self.sent[number])  # nobody has answered: say it again
        self.act()
        pause = world.rng.choice((1,) * 9 + (5 * QUICK.answer_time,)) if world.trouble else 1  # some fall asleep
        world.at(pause * (0.3 + 1.4 * world.rng.random()), lambda: self._live(line))

    def ask(self, message):
        """Ask for something, until there is an answer."""
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
            said = rng.choice(
                (request(Join, table, self.new_id(), CHIPS), request(Join, table, self.new_id(), CHIPS), Queue(table))
            )
        elif here["away"]:
            said = request(Return, table, self.new_id())
        elif here["stack"] < CHIPS // 8:
            said = request(TopUp, table, self.new_id(), CHIPS)
        else:
            said = rng.choice(
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
        if hasattr(said, "id"):
            self.ask(said)
        else:
            self.line.to_room(said)

    def receive(self, message, line):
        """What the room says."""
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
                    self._see(table, epoch, seq, applied(have[2], message))
                elif have[0] != epoch or seq > have[1]:
                    line.to_room(Watch(table, have[0], have[1]))  # something was lost
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
        witness = self.witnesses.setdefault(table, Witness(table, self.name, mix=not self.floor))
        for command in witness.see(scene):
            if self.world.chance(0.1):
                self.world.counts["withheld"] += 1
            elif self.line is not None:
                self.world.counts[f"sent {type(command).__name__}"] += 1
                self.line.to_room(message_of(command, table, self.new_id()))
        self.world.witness(witness.rounds[-2:])

    def check(self):
        """At the end, when nothing goes wrong any more, what is seen by who has looked is what is there."""
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
            if scene != wire(live.common() | live.own(self.name)):
                raise Wrong(f"{self.name} sees another {table} than there is")


class Floor(Client):
    """The floor: opens tables, halts them, calls rounds off, closes them."""

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
"""How much goes wrong, by turns."""


def lived(seed, seconds=90):
    """What happened in the world of a seed."""
    try:
        return World(seed, TROUBLE[seed % len(TROUBLE)]).run(seconds)
    except Exception as error:
        raise Wrong(f"seed {seed}: {error}") from error


def main(first, last):
    """Live in the worlds of these seeds, and tell how that goes."""
    logging.disable(logging.WARNING)  # things go wrong here all the time
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
