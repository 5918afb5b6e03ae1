"""A house with random activity: all requests, at tables of all games, with failures.

A `Life` remembers what was confirmed, outside the store, so that the store can be compared with it. Requests have keys
and are repeated until they are answered. Whatever fails in between, each must take effect once.
"""

from collections import Counter
from contextlib import contextmanager
from functools import partial
from random import Random

from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from cardroom.errors import InputError
from cardroom.house import House, LedgerAccount, StoreError, player
from cardroom.house.audit.store import audit
from cardroom.house.books.store import CommitUnknown
from cardroom.house.books.values import OUTSIDE
from cardroom.play.table import (
    AddSeed,
    Join,
    Leave,
    Return,
    SitOut,
    StartRound,
    StepAway,
    SubmitAnswer,
    TakeCircle,
    TopUp,
    UseDefault,
    Void,
)
from cardroom.players.at_random import random_legal
from support.houses import WatchedCursor

NAMES = ("ann", "bob", "cy", "dee", "eve")


class Flaky:
    """Makes a store fail at random: at a statement, before a commit, or after it."""

    def __init__(self, store, rng, often):
        self._rng, self._often = rng, often
        self._real = store.transaction
        self.failures = 0
        self._after = None
        """The number of statements until the connection breaks."""
        event.listen(store.engine, "before_cursor_execute", self._statement)
        store.transaction = self._transaction
        store.run, store.rows = partial(self._running, store.run), partial(self._running, store.rows)
        store.run_alone = partial(self._alone, store.run_alone)
        cursor = store.cursor
        store.cursor = lambda connection: WatchedCursor(cursor(connection), self._statement)

    def _statement(self, *_):
        if self._after is None:
            if self._rng.random() < self._often / 20:
                self._fail()
        elif self._after == 0:
            self._after = None
            self._fail()
        else:
            self._after -= 1

    def _running(self, run, *statement):
        self._statement()
        return run(*statement)

    def _alone(self, run_alone, write):
        """A step in a transaction of its own."""
        fate = self._rng.choice(("statement", "before", "after")) if self._rng.random() < self._often else ""
        if fate == "before":
            self._fail()
        if fate == "statement":
            self._after = self._rng.randrange(4)
        try:
            run_alone(write)
        finally:
            self._after = None
        if fate == "after":
            self.failures += 1
            raise CommitUnknown("the line is dead, after all was kept")

    def _fail(self):
        self.failures += 1
        raise OperationalError("", {}, Exception("the line is dead"))

    @contextmanager
    def _transaction(self):
        fate = self._rng.choice(("statement", "before", "after")) if self._rng.random() < self._often else ""
        if fate == "statement":
            self._after = self._rng.randrange(1, 12)
        with self._real() as connection:
            try:
                yield connection
            finally:
                self._after = None
            if fate == "before":
                self._fail()
        if fate == "after":
            self.failures += 1
            raise StoreError("the line is dead, after all was kept")


class Life:
    """A house, its players, and what was confirmed to them."""

    def __init__(self, url, games, rng: Random, failing=0.0, tables=3, patience=None):
        """`patience` waits until a database that is down is back."""
        self.url, self.games, self.rng, self._failing, self._tables = url, games, rng, failing, tables
        self._patience = patience
        self.failures = 0
        self._flaky = None
        self.house = None
        self._open(create=True)
        self.confirmed = Counter()
        """Cents that the cage confirmed, by cause and player."""
        self.keys = []
        """Confirmed requests: the key, and the function that repeats the request."""
        self.tables = {}
        self.refused = Counter()

    def _open(self, create=False):
        """Open the store again, like a starting process."""
        if self.house:
            self.house.books.store.close()
            self.failures += self._flaky.failures
        self.house = self._through(lambda: House.at(self.url, create=create))
        self._flaky = Flaky(self.house.books.store, self.rng, self._failing)
        self.tables = dict.fromkeys(getattr(self, "tables", {}))

    def table(self, name):
        """A table, rebuilt from its book if the process has lost it."""
        if self.tables[name] is None:
            self.tables[name] = self.house.table(name)
        return self.tables[name]

    def look(self, name):
        """The current state of a table, read without failures."""
        with self.quiet():
            return self._through(lambda: self.table(name).table)

    def _through(self, ask):
        """Repeat a call until the database answers."""
        while True:
            try:
                return ask()
            except StoreError as error:
                self._wait(error)

    def _wait(self, error):
        """After a real failure, wait until the database is back."""
        if "the line is dead" not in str(error):
            if self._patience is None:
                raise error
            self.failures += 1
            self._patience()

    def surely(self, ask, key=None):
        """Repeat a request until it is answered. Return False if it was refused."""
        for _ in range(100):
            try:
                ask()
            except StoreError as error:
                self._wait(error)
                if key is None:
                    return False  # done or not: without a key no one can know, and nothing was confirmed
                if self.rng.random() < 0.3:
                    self._open()
            except InputError as error:
                if "was used for" in str(error):
                    raise
                self.refused[str(error).split(":")[0][:30]] += 1
                return False
            else:
                if key is not None:
                    self.keys.append((key, ask))
                return True
        raise AssertionError("it never gets done")

    def key(self):
        """A new request id."""
        return f"{self.rng.getrandbits(64):x}"

    # -- what can be asked ----------------------------------------------------------------------------------------

    def act(self, what):
        """Do one random thing."""
        getattr(self, f"do_{what}")()

    def begin(self, tables=2, chips=40_000):
        """Deposit money, and open tables with players."""
        for name in NAMES:
            self._cage("deposit", name, 10**7, partial(self.house_do, "deposit", name, 10**7))
        for number in range(tables):
            self.do_open()
            self.seat(f"table {number + 1}", self.rng.sample(NAMES, 3), chips)

    def seat(self, name, people, chips=40_000):
        """Seat some players."""
        for who in people:
            key = self.key()
            self.surely(partial(self._join, name, who, chips, key), key)

    def refill(self, name, chips):
        """Top up players with few chips, so that play can continue."""
        for who, has in self.look(name).stacks.items():
            if has < chips:
                key = self.key()
                self.surely(lambda who=who, key=key: self.table(name).do(TopUp(who, chips), key=key), key)

    def house_do(self, what, *given):
        """Call the current house. After a crash it is a different object."""
        *given, key = given
        getattr(self.house.cage, what)(*given, who="cage 1", key=key)

    def _join(self, name, who, chips, key):
        self.table(name).do(Join(who, chips), key=key)

    def _cage(self, cause, who, cents, ask):
        key = self.key()
        if self.surely(lambda: ask(key), key):
            self.confirmed[cause, who] += cents

    def do_deposit(self):
        name, cents = self.rng.choice(NAMES), self.rng.choice((1, 999, 50_000, 400_000))
        self._cage("deposit", name, cents, lambda key: self.house.cage.deposit(name, cents, who="cage 1", key=key))

    def do_withdraw(self):
        name = self.rng.choice(NAMES)
        cents = self.rng.choice((1, 30_000, 10**7))
        self._cage("withdrawal", name, cents, lambda key: self.house.cage.withdraw(name, cents, who="cage 1", key=key))

    def _some_table(self):
        return self.rng.choice(list(self.tables)) if self.tables else None

    def do_fill(self):
        name = self._some_table()
        if name:
            self._cage("fill", name, 5_000, lambda key: self.house.cage.fill(name, 5_000, who="floor", key=key))

    def do_credit(self):
        name, cents = self._some_table(), self.rng.choice((1, 4_000, 10**9))
        if name:
            self._cage("credit", name, cents, lambda key: self.house.cage.credit(name, cents, who="floor", key=key))

    def do_correct(self):
        table, one = self._some_table(), player(self.rng.choice(NAMES))
        other = self.rng.choice(
            [OUTSIDE, LedgerAccount(table, "house"), LedgerAccount(table, "collection"), player("ann")]
        )
        if other.book is None:
            return
        payer, payee = self.rng.sample((one, other), 2)
        cents = self.rng.choice((1, 250, 10**9))

        def ask(key):
            self.house.cage.correct(payer, payee, cents, who="floor", why="a chip was miscounted", key=key)

        self._cage("correction", f"{payer} {payee}", cents, ask)

    def do_open(self):
        if len(self.tables) < self._tables:
            name, game, key = f"table {len(self.tables) + 1}", self.rng.choice(self.games), self.key()
            if self.surely(lambda: self.house.open_table(name, game, who="floor", key=key), key):
                self.tables[name] = None

    def _at_table(self, ask, key=None):
        name = self._some_table()
        if name:
            self.surely(lambda: ask(self.table(name)), key)

    def do_join(self):
        who, cents, key = self.rng.choice(NAMES), self.rng.choice((100, 4_000, 40_000, 100_000)), self.key()
        behind = self.rng.random() < 0.1
        seat = 1 if behind else None
        self._at_table(lambda table: table.do(Join(who, cents, seat, behind=behind), key=key), key)

    def do_rebuy(self):
        who, key = self.rng.choice(NAMES), self.key()
        self._at_table(lambda table: table.do(TopUp(who, 4_000), key=key), key)

    def do_leave(self):
        who, key = self.rng.choice(NAMES), self.key()
        self._at_table(lambda table: table.do(Leave(who), key=key), key)

    def do_sit_out(self):
        who, out = self.rng.choice(NAMES), self.rng.random() < 0.3
        self._at_table(lambda table: table.do(SitOut(who, out)))

    def do_away(self):
        who, away = self.rng.choice(NAMES), self.rng.random() < 0.3
        self._at_table(lambda table: table.do(StepAway(who) if away else Return(who)))

    def do_circle(self):
        who, seat = self.rng.choice(NAMES), self.rng.randrange(1, 8)
        self._at_table(lambda table: table.do(TakeCircle(who, seat, self.rng.random() < 0.5)))

    def do_seed(self):
        who, words = self.rng.choice(NAMES), self.rng.choice(("", "lucky", "♠" * 20))
        self._at_table(lambda table: table.do(AddSeed(who, words)))

    def do_change(self):
        game = self.rng.choice(self.games)
        self._at_table(lambda table: table.change(game, "floor"))

    def do_void(self):
        self._at_table(lambda table: table.do(Void("a card fell"), "floor"))

    def do_start(self):
        key = self.key()
        self._at_table(lambda table: table.do(StartRound(), "dealer", key=key), key)

    def do_answer(self, name=None):
        """Let a player who is asked at some table answer."""
        name = name or self._some_table()
        if name is None or (round := self.look(name).round) is None:
            return False
        ask = self.rng.choice(round.waiting)
        if self.rng.random() < 0.05:
            return self.surely(lambda: self.table(name).do(UseDefault(ask.spot), "clock"))
        who, key = round.spot(ask.spot).bettor, self.key()
        answer = random_legal(round.view(who), ask, self.rng)
        return self.surely(
            lambda: self.table(name).do(SubmitAnswer(who, ask.spot, None, answer.action, answer.value), key=key), key
        )

    def do_play(self, name=None):
        """Play a whole round. Deal one if none is in progress."""
        name, key = name or self._some_table(), self.key()
        if name and self.surely(lambda: self.table(name).do(StartRound(), "dealer", key=key), key):
            for _ in range(60):
                if self.look(name).round is None:
                    break
                self.do_answer(name)

    def do_drop(self):
        """Drop a table, and rebuild it from its book."""
        name = self._some_table()
        if name:
            self.tables[name] = None

    def do_crash(self):
        """Kill the process, and start another one."""
        self._open()

    def do_repeat(self):
        """Repeat an answered request. Nothing may happen."""
        if self.keys:
            _, ask = self.rng.choice(self.keys)
            before = self._names()
            with self.quiet():
                self._through(ask)
            assert self._names() == before

    # -- what must hold -------------------------------------------------------------------------------------------

    @contextmanager
    def quiet(self):
        """Switch failures off meanwhile."""
        often, self._flaky._often = self._flaky._often, 0
        try:
            yield
        finally:
            self._flaky._often = often

    def _names(self):
        with self.quiet():
            return self._through(self.house.books.heads)

    def check(self):
        """Compare the rows of the store with what was confirmed, then audit it. Return the audit."""
        with self.quiet():
            books = self.house.books
            for name in self.tables:
                table = self.house.table(name).table
                chips = {
                    account.owner: cents for account, cents in books.balances(name).items() if account.kind == "stack"
                }
                assert chips == {who: cents for who, cents in table.stacks.items() if cents}
            self._check_rows(books.store)
            for key, _ in self.keys:
                assert books.by_key(key), "nothing that was confirmed is lost"
            done = audit(books)
            assert done.holds, done.findings
            return done

    def _check_rows(self, store):
        with store.reading() as rows:
            accounts = {row[0]: row[1:] for row in rows.execute(text("SELECT id, kind, owner, cents FROM accounts"))}
            posted = list(rows.execute(text("SELECT payer, payee, cents, cause FROM postings")))
        added, causes = Counter(), Counter()
        for payer, payee, cents, cause in posted:
            added[payer] -= cents
            added[payee] += cents
            causes[cause] += cents
        assert {account: cents for account, (*_, cents) in accounts.items() if cents} == {
            account: cents for account, cents in added.items() if cents
        }
        assert sum(cents for *_, cents in accounts.values()) == 0
        assert all(cents >= 0 for kind, _, cents in accounts.values() if kind != "outside")
        counts = Counter()
        for (cause, _), cents in self.confirmed.items():
            counts[cause] += cents
        for cause in ("deposit", "withdrawal", "credit", "correction"):
            assert causes[cause] == counts[cause], cause
        assert causes["fill"] >= counts["fill"]  # a bank that is short at the end of a round is also filled

    def close(self):
        """Close the store."""
        self.failures += self._flaky.failures
        self.house.books.store.close()
