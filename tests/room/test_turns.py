"""Linked tables with the same players. Their commits share transactions while the database fails in every way: only
committed results are sent, and no fraction of a cent is lost."""

from contextlib import contextmanager
from random import Random
from sqlite3 import OperationalError

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from cardroom.house import House, StoreError
from cardroom.house.audit.store import audit
from cardroom.house.books.store import CommitUnknown
from cardroom.house.books.values import JACKPOT
from cardroom.house.cage.alerts import AlertThresholds
from cardroom.house.tables import table as tables
from cardroom.play.table import Join, Leave, OpenTable, SitOut, StartRound, SubmitAnswer, TopUp, UseDefault, Void
from cardroom.room import Commit, CommitFailed, Committed, Committer, RoundBroken
from cardroom.room.committer import FAULT
from support.houses import WatchedCursor
from support.sampling import PROOF

SEEDS = range(40 if PROOF else 1)
NAMES, PEOPLE = ("one", "two", "three", "four"), ("ann", "bob")
STEPS = 40
OFTEN = """
extends = "brook"
[jackpot.galaxy]
rule = "progressive"
rate = "3.37%"
reserve = "1.11%"
morning = "0%"
seed = "$100"
[pay.galaxy.lines]
"royal flush" = "100% of the meter"
"flush" = "100% of the meter"
"straight" = "50% of the meter"
"two pair" = "10% of the meter"
"pair" = "1% of the meter"
"""


class Trouble:
    """A store that fails once on demand: at the n-th statement, with or without a rollback, or at a commit."""

    def __init__(self, store, monkeypatch):
        self.how, self.after, self.happened = "", 0, 0
        self._run, self._rows, self._begin = store.run, store.rows, store.transaction
        monkeypatch.setattr(store, "run", lambda *what: self._statement(self._run, *what))
        monkeypatch.setattr(store, "rows", lambda *what: self._statement(self._rows, *what))
        monkeypatch.setattr(store, "transaction", self._transaction)
        self._alone, self._cursor = store.run_alone, store.cursor
        monkeypatch.setattr(store, "run_alone", self._run_alone)
        monkeypatch.setattr(store, "cursor", self._watched)

    def _comes(self, *hows):
        if self.how not in hows:
            return False
        self.how = ""
        self.happened += 1
        return True

    def _statement(self, real, connection, *what):
        self.after -= 1
        if self.after == 0 and (rolled := self.how == "given up", self._comes("statement", "given up"))[1]:
            if rolled and connection.connection.driver_connection.in_transaction:
                self._run(connection, text("ROLLBACK"), {})
            raise DBAPIError("", None, OperationalError("disk I/O error"))
        return real(connection, *what)

    def _watched(self, connection):
        return WatchedCursor(self._cursor(connection), lambda: self._statement(lambda _: None, connection))

    def _run_alone(self, write):
        if self._comes("locked"):
            raise StoreError("the database is locked")
        if self._comes("full"):
            raise StoreError("the disk is full")
        self._alone(write)
        if self._comes("unsure"):
            raise CommitUnknown("the reply was lost")

    @contextmanager
    def _transaction(self):
        if self._comes("locked"):
            raise StoreError("the database is locked")
        with self._begin() as connection:
            yield connection
            if self._comes("full"):
                raise StoreError("the disk is full")
        if self._comes("unsure"):
            raise CommitUnknown("the line is dead")


def wanted(keeper, name, key, random):
    """A random command for a table, legal or not."""
    table = keeper._table(name).table
    who = random.choice(PEOPLE)
    if table.round and random.random() < 0.95:
        ask = random.choice(table.round.waiting)
        question, whose = table.question(ask.spot), table.round.spot(ask.spot).bettor
        if random.random() < 0.1:
            return Commit(name, UseDefault(ask.spot, question), "clock", key)
        if random.random() < 0.1:
            return Commit(name, SubmitAnswer(who, ask.spot, question, "bet", {"galaxy": 10**9}), who, key)
        bets = ask.options[0].action == "bet"
        reply = ("bet", {"ante": 100, "odds": 100, "galaxy": 500}) if bets else ("fold", None)
        return Commit(name, SubmitAnswer(whose, ask.spot, question, *reply), whose, key)
    if table.round or random.random() < 0.8:
        act = Void("a card was boxed", None) if table.round else StartRound()
        return Commit(name, act, "floor", key)
    join = Join(who, random.choice((20_000, 10**9)), None, False)
    act = random.choice((join, join, TopUp(who, 10_000), Leave(who), SitOut(who, False)))
    return Commit(name, act, who, key)


def finds_quickly(monkeypatch):
    """Cache the games, because tables are rebuilt from their books many times."""
    find, games = House.find, {}

    def quick(house, slug, rules):
        key = slug, rules.digest
        if key not in games:
            games[key] = find(house, slug, rules)
        return games[key]

    monkeypatch.setattr(House, "find", quick)


def standing(record):
    state, round = record.state, record.round if record.state.opening else None
    return record.entries, state.stacks, state.rounds, state.carry.meters, round and len(round.events)


@pytest.mark.parametrize("seed", SEEDS)
def test_messages_about_several_tables_match_the_books_despite_failures(tmp_path, monkeypatch, own_game, seed):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 3)
    finds_quickly(monkeypatch)
    random, game, used, sent = Random(seed), own_game("four-card-frenzy", OFTEN), [], {}
    house = House.at(tmp_path / "room.db", create=True)
    house.alerts.set(AlertThresholds(bet=100, win=100), who="manager", why="a small room")
    house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="jackpot")
    for who in PEOPLE:
        house.cage.deposit(who, 10**6, who="cage", key=who)
    keeper = Committer(house)
    for name in NAMES:
        assert isinstance(keeper.do(Commit(name, OpenTable(game, {"galaxy": "Galaxy"}), "floor", name)), Committed)
        for who in PEOPLE:
            keeper.do(Commit(name, Join(who, 50_000, None, False), who, f"{who} {name}"))
    other = House.at(tmp_path / "room.db")
    trouble = Trouble(house.books.store, monkeypatch)
    for number in range(STEPS):
        dos = [wanted(keeper, name, f"{number} {name}", random) for name in random.sample(NAMES, random.randint(2, 4))]
        if random.random() < 0.1:
            dos[-1] = dos[-1]._replace(key=dos[0].key)  # the same id twice at the same time ...
        if used and random.random() < 0.1:
            again = random.choice(used)  # ... and an earlier request again
            dos = [again, *(each for each in dos if each.table != again.table)]
        used += dos
        trouble.how = random.choice(("", "", "statement", "given up", "given up", "locked", "full", "unsure"))
        trouble.after = random.randint(1, 80)
        outcomes = keeper.do_all(dos)
        trouble.how = ""
        look = Committer(other)
        for do, outcome in zip(dos, outcomes, strict=True):
            sent[type(outcome)] = sent.get(type(outcome), 0) + 1
            assert not isinstance(outcome, RoundBroken)
            if not isinstance(outcome, CommitFailed):
                stored = outcome if isinstance(outcome, Committed) else outcome.committed
                assert standing(stored) == standing(look._committed(do.table)), do
                assert getattr(outcome, "why", "") != FAULT
    assert audit(house.books).holds
    assert sum(house.books.balances().values()) == 0
    assert trouble.happened > STEPS / 5
    assert sent[Committed] > STEPS / 2
    assert any(line.kind == "hit" for line in house.entries(f"{JACKPOT}Galaxy"))
    for each in (house, other):
        each.books.store.close()
