"""A house whose process is killed again and again: `python tests/support/mortal.py live WHERE LIVES SEED`.

The program is imported once; each life is a fork of it that opens the store, takes up its tables and plays at full
speed. It writes its requests and their confirmations to a pipe, and is killed with SIGKILL: from outside after a random
time, or at a random database statement. The next life repeats the one unanswered request with its key. At the end the
store is compared with everything that was confirmed. A result is printed as JSON.

`python tests/support/mortal.py make FOLDER STEPS` kills the creation of a store instead, at each of its first steps.
"""

import json
import os
import select
import signal
import sys
import time
import traceback
from functools import partial
from random import Random

from sqlalchemy import event, text

import cardroom
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.audit.store import audit
from cardroom.house.books.migrations import STORE
from cardroom.play.table import Join, StartRound, SubmitAnswer, TopUp
from cardroom.players.at_random import random_legal
from support.houses import WatchedCursor, play

SLUGS = ("three-card-poker-6-card-bonus", "texas-holdem", "ez-baccarat", "2-7-triple-draw")
NAMES = ("ann", "bob", "cy")
CHIPS = 2_000_000
FIRST = 2
"""Rounds at each table before the first kill."""
MOST_SECONDS = 60
"""The maximum time of a life that kills itself."""


class Server:
    """The state that survives all lives: requests and confirmations."""

    def __init__(self, where, rng):
        self.where, self.rng = where, rng
        self.pending = None
        self.confirmed = []
        self.rounds = {}
        """The confirmed answers of the round in progress, by table."""
        self.wrong = []
        self.kills = self.starts = 0

    def begin(self):
        """Set up the house before the first life."""
        house = House.at(self.where, create=True)
        for slug in SLUGS:
            table = house.open_table(slug, cardroom.game(slug), who="floor", key=f"open {slug}")
            for name in NAMES:
                house.cage.deposit(name, CHIPS, who="cage", key=f"for {name} at {slug}")
                table.do(Join(name, CHIPS), key=f"join {name} {slug}")
            play(table, FIRST, self.rng)  # cached computations are done before the first fork
        self.begun, self.paid = kept(house.books)
        house.books.store.close()

    def life(self):
        """Run one life, from a fork to its kill."""
        reader, writer = os.pipe()
        inner = self.rng.random() < 0.5
        statements, seed = self.rng.randrange(1, 120), self.rng.getrandbits(32)
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                Life(self, writer, Random(seed), statements if inner else None).live()
            except BaseException:
                os.write(writer, (json.dumps(["wrong", traceback.format_exc()]) + "\n").encode())
            os._exit(0)
        os.close(writer)
        answer = self._listen(reader, None if inner else self.rng.choice((0.02, 0.1, 0.3)) * self.rng.random())
        try:
            os.kill(child, signal.SIGKILL)
        finally:
            _, status = os.waitpid(child, 0)
        while more := os.read(reader, 1 << 16):
            answer += more
        os.close(reader)
        self.kills += os.WIFSIGNALED(status)
        for line in answer.decode().splitlines():
            self._hear(json.loads(line))

    def _listen(self, reader, seconds):
        """Read until the child has died, or for some time after it started."""
        received, end = b"", None if seconds is None else time.monotonic() + MOST_SECONDS
        hard = time.monotonic() + MOST_SECONDS
        while time.monotonic() < (end or hard):
            ready, _, _ = select.select([reader], [], [], 0.001 if end else 0.05)
            if ready:
                some = os.read(reader, 1 << 16)
                if not some:
                    break
                first, received = not received, received + some
                if first and end:
                    end = time.monotonic() + seconds
        return received

    def _hear(self, line):
        what, *values = line
        if what == "ask":
            self.pending = values[0]
        elif what in ("done", "refused"):
            request, self.pending = self.pending, None
            if what == "done":
                self.confirmed.append(request)
                if request[0] == "start":
                    self.rounds[request[1]] = []
                elif request[0] == "answer":
                    self.rounds[request[1]].append([request[3], request[4]])
        elif what == "up":
            self.starts += 1
        elif what == "wrong":
            self.wrong.append(values[0])

    def check(self):
        """Compare the store with what was confirmed."""
        house = House.at(self.where)
        books = house.books
        if self.pending:
            try:
                perform(house, {}, self.pending)
                self.confirmed.append(self.pending)
            except InputError as error:
                self.wrong += [f"{self.pending}: {error}"] if self.pending[0] in ("start", "answer") else []
        keys, paid = kept(books)
        confirmed = {request[-1] for request in self.confirmed}
        self.wrong += [f"lost: {key}" for key in confirmed - keys]
        self.wrong += [f"nobody asked for {key}" for key in keys - confirmed - self.begun]
        due = self.paid + sum(request[2] for request in self.confirmed if request[0] == "deposit")
        self.wrong += [f"{paid} was deposited, but {due} was confirmed"] if paid != due else []
        done = audit(books)
        self.wrong += map(str, done.findings)
        house.books.store.close()
        return {
            "kills": self.kills,
            "starts": self.starts,
            "told": len(self.confirmed),
            "rounds": done.rounds - len(SLUGS) * FIRST,
            "lines": done.entries,
            "wrong": self.wrong,
        }


def kept(books):
    """The keys of all requests in a store, and the deposits, read from its rows."""
    with books.store.reading() as rows:
        keys = {key for (key,) in rows.execute(text("SELECT key FROM lines WHERE key IS NOT NULL"))}
        return keys, rows.execute(text("SELECT sum(cents) FROM postings WHERE cause = 'deposit'")).scalar()


def perform(house, tables, request):
    """Carry out a request."""
    what, *given, key = request
    if what == "deposit":
        name, cents = given
        return house.cage.deposit(name, cents, who="cage", key=key)
    name, *given = given
    table = tables.get(name) or house.table(name)
    if what == "start":
        (who,) = given
        return table.do(StartRound(), who, key)
    if what == "rebuy":
        return table.do(TopUp(*given), key=key)
    who, spot, action, value = given
    return table.do(SubmitAnswer(who, spot, None, action, value), key=key)


class Life:
    """One process's life."""

    def __init__(self, server, pipe, rng, statements):
        self.server, self.pipe, self.rng, self.left = server, pipe, rng, statements

    def say(self, *line):
        """Write to the pipe, and flush it."""
        os.write(self.pipe, (json.dumps(line) + "\n").encode())

    def live(self):
        """Rebuild the tables, and play until the end."""
        house = House.at(self.server.where)
        if self.left is not None:
            store = house.books.store
            for moment in ("before_cursor_execute", "after_cursor_execute", "begin", "commit"):
                event.listen(store.engine, moment, self._die_here)
            store.run, store.rows = partial(self._running, store.run), partial(self._running, store.rows)
            store.begin, store.commit = partial(self._running, store.begin), partial(self._running, store.commit)
            cursor = store.cursor
            store.cursor = lambda connection: WatchedCursor(cursor(connection), self._die_here, self._die_here)
        tables = {name: house.table(name) for name in SLUGS}
        self.say("up")
        self._goes_on(tables)
        if self.server.pending:
            self.ask(house, tables, self.server.pending)
        while True:
            self.ask(house, tables, self._next(tables))

    def _running(self, run, *statement):
        self._die_here()
        result = run(*statement)
        self._die_here()
        return result

    def _die_here(self, *_, **__):
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def _goes_on(self, tables):
        """Check that an interrupted round has all confirmed answers, and at most one unconfirmed answer."""
        for name, table in tables.items():
            begun = (self.server.pending or [])[:2] == ["start", name]  # a new round, which was not confirmed yet
            if table.round is None or begun:
                continue
            has = [[answer.spot, answer.action] for answer in table.round.answers]
            for confirmed in self.server.rounds.get(name, ()):
                if confirmed not in has:
                    self.say("wrong", f"{name}: {confirmed} was confirmed, but the round in progress has {has}")
                else:
                    del has[: has.index(confirmed) + 1]

    def ask(self, house, tables, request):
        """Make a request, and report when it is done."""
        self.say("ask", request)
        try:
            perform(house, tables, request)
        except InputError as error:
            if request[0] in ("start", "answer"):
                self.say("wrong", f"{request}: {error}")
            self.say("refused")
        else:
            self.say("done")

    def _next(self, tables):
        """The next request."""
        key = f"{self.rng.getrandbits(64):x}"
        if self.rng.random() < 0.05:
            return ["deposit", self.rng.choice(NAMES), self.rng.randrange(1, 1000), key]
        name = self.rng.choice(SLUGS)
        round = tables[name].round
        if round is None:
            poor = [who for who, chips in tables[name].table.stacks.items() if chips < CHIPS // 10]
            return ["rebuy", name, poor[0], CHIPS // 10, key] if poor else ["start", name, "dealer", key]
        ask = self.rng.choice(round.waiting)
        who = round.spot(ask.spot).bettor
        answer = random_legal(round.view(who), ask, self.rng)
        return ["answer", name, who, ask.spot, answer.action, answer.value, key]


def live(where, lives, seed):
    """Run a number of lives; return the result."""
    _ = STORE.newest  # read once what every life would read again
    server = Server(where, Random(seed))
    server.begin()
    for _ in range(int(lives)):
        server.life()
        if server.wrong:
            break
    return server.check()


def make(folder, steps):
    """Kill the creation of a store at each of its steps, and create it again. Return its contents then."""
    kills, balances = 0, []
    for step in range(int(steps)):
        where = f"{folder}/{step}.db"
        child = os.fork()
        if child == 0:
            try:
                _die_at(step % 40)
                House.at(where, create=True).cage.deposit("ann", 500, who="cage", key="1")
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        kills += os.WIFSIGNALED(status)
        house = House.at(where, create=True)
        house.cage.deposit("ann", 500, who="cage", key="1")
        balances.append(house.balance("ann"))
        house.books.store.close()
    return {"kills": kills, "balances": balances}


def _die_at(count):
    """Kill this process at the n-th audited call to the operating system."""
    left = [count]

    def hook(event, _):
        if event in ("open", "os.rename", "sqlite3.connect", "sqlite3.connect/handle", "os.chmod", "os.link"):
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


if __name__ == "__main__":
    print(json.dumps({"live": live, "make": make}[sys.argv[1]](*sys.argv[2:])))
