"""Commits of several tables share one transaction, and the failure of one does not affect the others."""

from contextlib import contextmanager
from itertools import count
from sqlite3 import OperationalError

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

import cardroom
from cardroom.errors import InputError
from cardroom.house import House, HouseTable, StoreError
from cardroom.house.audit.store import audit
from cardroom.house.jackpots.meters import Meters
from cardroom.play.table import Join, OpenTable, SitOut, StartRound, UseDefault, Void
from cardroom.room import Commit, CommitFailed, Committed, Committer, Rejected
from cardroom.room.committer import FAULT

NAMES = ("one", "two", "three", "four")


@pytest.fixture
def house(tmp_path):
    house = House.at(tmp_path / "room.db", create=True)
    for name in ("ann", "bob", "cy", "dee"):
        house.cage.deposit(name, 100_000, who="cage", key=name)
    yield house
    house.books.store.close()


@pytest.fixture
def keeper(house):
    keeper = Committer(house)
    game = cardroom.game("heads-up-holdem")
    opened = keeper.do_all([Commit(name, OpenTable(game, {}), "floor", f"open {name}") for name in NAMES])
    assert all(isinstance(each, Committed) for each in opened)
    return keeper


class Begun(list):
    breaks = 0


@pytest.fixture
def written(house, monkeypatch):
    """The transactions that were begun. A number of them fail at their end."""
    store = house.books.store
    real, begun = store.transaction, Begun()

    @contextmanager
    def writing():
        begun.append(1)
        with real() as connection:
            yield connection
            if len(begun) <= begun.breaks:
                raise StoreError("the disk is full")

    monkeypatch.setattr(store, "transaction", writing)
    return begun


def joins(*chips):
    """A join command of a different player for each table."""
    people = zip(NAMES, ("ann", "bob", "cy", "dee"), chips, strict=True)
    return [Commit(name, Join(who, cents, 1), who, f"join {name}") for name, who, cents in people]


def test_a_batch_is_one_transaction(house, keeper, written):
    outcomes = keeper.do_all(joins(20_000, 20_000, 20_000, 20_000))
    assert [each.state.stacks for each in outcomes] == [
        {"ann": 20_000},
        {"bob": 20_000},
        {"cy": 20_000},
        {"dee": 20_000},
    ]
    assert len(written) == 1
    started = keeper.do_all([Commit(name, StartRound(), "clock", f"start {name}") for name in NAMES])
    assert all(isinstance(each, Committed) and each.round for each in started)
    assert len(written) == 2
    assert audit(house.books).holds


def test_only_the_rejected_command_is_rolled_back(house, keeper, written):
    before = [keeper._tables[name].table for name in NAMES]
    first, second, third, fourth = keeper.do_all(joins(20_000, 20_000, 900_000, 20_000))
    assert isinstance(third, Rejected)
    assert "has $1,000" in third.why
    assert third.committed.state.stacks == {}
    assert [each.state.stacks for each in (first, second, fourth)] == [
        {"ann": 20_000},
        {"bob": 20_000},
        {"dee": 20_000},
    ]
    assert len(written) == 1
    after = [keeper._tables[name].table for name in NAMES]
    assert [now is was for now, was in zip(after, before, strict=True)] == [True, True, False, True]
    assert isinstance(keeper.do(joins(1, 1, 10_000, 1)[2]), Committed)  # it may be repeated with the same id
    assert house.balance("cy") == 90_000
    assert audit(house.books).holds


def test_a_bug_affects_only_its_own_table(house, keeper, written, monkeypatch):
    real = HouseTable.do

    def fails(self, command, *args):
        real(self, command, *args)
        if isinstance(command, Join) and command.bettor == "bob":
            raise KeyError("it was written, and then this")

    monkeypatch.setattr(HouseTable, "do", fails)
    first, second, *_ = keeper.do_all(joins(20_000, 20_000, 20_000, 20_000))
    assert isinstance(first, Committed)
    assert second.why == FAULT
    assert second.committed.state.stacks == {}
    assert house.balance("bob") == 100_000
    assert len(written) == 1
    assert audit(house.books).holds


@pytest.mark.parametrize("breaks", [1, 3, 99])
def test_after_a_disk_failure_each_command_is_tried_alone(house, keeper, written, breaks, caplog):
    written.breaks = breaks
    wanted = joins(20_000, 20_000, 20_000, 20_000)
    outcomes = keeper.do_all(wanted)
    assert "the disk is full" in [getattr(each, "why", "") for each in caplog.records]
    failed = min(breaks - 1, 4)
    assert [isinstance(each, CommitFailed) for each in outcomes] == [True] * failed + [False] * (4 - failed)
    written.breaks = 0
    again = keeper.do_all(wanted)  # with the same ids: nothing is committed twice
    assert [each.state.stacks for each in again] == [{"ann": 20_000}, {"bob": 20_000}, {"cy": 20_000}, {"dee": 20_000}]
    assert [house.balance(who) for who in ("ann", "bob", "cy", "dee")] == [80_000] * 4
    assert audit(house.books).holds


def test_a_transaction_aborted_by_the_database_is_not_reported_as_committed(house, keeper, written, monkeypatch):
    """After a read error, SQLite rolls back the whole transaction. Later statements would be in a new transaction."""
    store = house.books.store
    real, broken = store.rows, []

    def rows(connection, statement, values):
        if written and not broken and values == {"key": "join two"}:
            broken.append(1)
            store.run(connection, text("ROLLBACK"), {})
            raise DBAPIError("", None, OperationalError("disk I/O error"))
        return real(connection, statement, values)

    monkeypatch.setattr(store, "rows", rows)
    outcomes = keeper.do_all(joins(20_000, 20_000, 20_000, 20_000))
    assert broken
    assert [each.state.stacks for each in outcomes] == [
        {"ann": 20_000},
        {"bob": 20_000},
        {"cy": 20_000},
        {"dee": 20_000},
    ]
    assert [house.balance(who) for who in ("ann", "bob", "cy", "dee")] == [80_000] * 4
    assert audit(house.books).holds


def play_out(keeper):
    """Use defaults until all rounds are over, or a command is refused. Return the last outcome."""
    outcomes = []
    for step in count():
        asked = {name: round.ask.spot for name in NAMES if (round := keeper._table(name).round)}
        if not asked or not all(isinstance(each, Committed) for each in outcomes):
            break
        wanted = [Commit(name, UseDefault(spot, None), "clock", f"{step} {name}") for name, spot in asked.items()]
        outcomes = keeper.do_all(wanted)
    return outcomes


def test_a_rejected_command_does_not_remove_the_last_round_from_view(house, keeper):
    house.cage.deposit("eve", 1_000, who="cage", key="eve")
    keeper.do_all(joins(20_000, 20_000, 20_000, 20_000))
    keeper.do_all([Commit(name, StartRound(), "clock", f"start {name}") for name in NAMES])
    play_out(keeper)
    before = keeper.open_tables()
    assert all(each.round.done for each in before.values())
    stacks = {**before["one"].state.stacks}
    wanted = [
        Commit("one", Join("eve", 50_000, 2), "eve", "too much"),
        Commit("two", SitOut("bob", True), "bob", "rest"),
    ]
    refused, _ = keeper.do_all(wanted)
    assert isinstance(refused, Rejected)
    assert refused.committed.round is before["one"].round
    assert refused.committed.state.stacks == stacks


def test_a_round_whose_end_is_rejected_is_not_shown(house, keeper, monkeypatch):
    keeper.do_all(joins(20_000, 20_000, 20_000, 20_000))
    keeper.do_all([Commit(name, StartRound(), "clock", f"start {name}") for name in NAMES])

    def refuses(*_):
        raise InputError("the jackpot is closed")

    monkeypatch.setattr(Meters, "note_hits", refuses)
    refused = play_out(keeper)
    assert all(isinstance(each, Rejected) and not each.committed.round.done for each in refused)
    voided = keeper.do_all([Commit(name, Void("a fault", None), "floor", f"void {name}") for name in NAMES])
    assert [each.round for each in voided] == [None] * 4
    assert audit(house.books).holds
