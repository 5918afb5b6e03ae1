"""The cage in a report, against sums by hand and against the books."""

import csv
import io
import json
from datetime import UTC, date, datetime
from random import Random

import pytest

import cardroom
from cardroom.cli.operate.report_files import report_page, report_sheet
from cardroom.house import Books, House, LedgerAccount, Store
from cardroom.house.books.clock import GamingDays
from cardroom.house.books.values import OUTSIDE, PLAY_MONEY, player
from cardroom.house.cage.alerts import AlertThresholds
from cardroom.house.reports.cage import CashRow, Rack, cage_report
from cardroom.house.reports.hold import report_of
from cardroom.play.table import CloseTable, Join, Leave
from cli.command import run

DAYS = GamingDays(zone=UTC)
FIRST, SECOND, THIRD = (date(2026, 3, day) for day in (1, 2, 3))


@pytest.fixture
def house(tmp_path, clock):
    store = Store(tmp_path / "room.db", create=True, key=bytes(32))
    yield House(Books(store, clock), create=True)
    store.close()


def busy_days(house, clock):
    """Two gaming days at the cage, with a table that is closed while chips are in its rack."""
    house.cage.deposit("ann", 2_000_000, who="cage 1", key="1")
    house.cage.deposit("ann", 500_000, who="cage 1", key="2")
    house.cage.deposit("bob", 100_000, who="cage 2", key="3")
    house.open_table("seven", cardroom.game("heads-up-holdem", "washington"), who="floor")
    house.cage.fill("seven", 300_000, who="cage 1", key="4")
    clock.at = datetime(2026, 3, 2, 6, tzinfo=UTC)
    house.cage.withdraw("ann", 70_000, who="cage 1", key="5")
    house.cage.correct(OUTSIDE, player("bob"), 500, who="boss", why="miscounted", key="6")
    house.cage.correct(player("bob"), OUTSIDE, 200, who="boss", why="too much", key="7")
    house.cage.correct(LedgerAccount("seven", "house"), OUTSIDE, 1_000, who="boss", why="a chip too many", key="8")
    house.cage.credit("seven", 50_000, who="cage 2", key="9")
    table = house.table("seven")
    table.do(Join("ann", 100_000))
    table.do(Leave("ann"))
    table.do(CloseTable(), "floor")


def test_cash_is_summed_by_day_account_and_author(house, clock):
    busy_days(house, clock)
    report = cage_report(house.books, FIRST, SECOND, DAYS)
    assert report.rows == [
        CashRow(FIRST, "deposit", "ann", "cage 1", 2, 2_500_000, 2_500_000),
        CashRow(FIRST, "deposit", "bob", "cage 2", 1, 100_000, 100_000),
        CashRow(SECOND, "correction", "bob", "boss", 2, 700, 300),
        CashRow(SECOND, "correction", "house seven", "boss", 1, 1_000, -1_000),
        CashRow(SECOND, "withdrawal", "ann", "cage 1", 1, 70_000, -70_000),
    ]
    assert [report.total(kind) for kind in ("deposit", "withdrawal", "correction")] == [2_600_000, 70_000, 1_700]


def test_movements_explain_the_money_in_the_room_in_every_period(house, clock):
    busy_days(house, clock)
    both = cage_report(house.books, FIRST, SECOND, DAYS)
    assert both.came_in == {"deposit": 2_600_000, "fill": 300_000, "correction": 500}
    assert both.went_out == {"withdrawal": 70_000, "credit": 50_000, "correction": 1_200}
    assert (both.opening, both.closing, both.ties) == (0, 2_600_000 + 300_500 - 121_200, True)
    one, two, three = (cage_report(house.books, day, day, DAYS) for day in (FIRST, SECOND, THIRD))
    assert (one.closing, two.closing, three.closing) == (two.opening, three.opening, both.closing)
    assert one.ties
    assert two.ties
    assert three.ties


def test_a_balance_that_was_changed_in_the_database_does_not_tie(house, clock):
    busy_days(house, clock)
    with house.books.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE accounts SET cents = cents - 1 WHERE kind = 'outside'")
    assert not cage_report(house.books, FIRST, SECOND, DAYS).ties


def test_chips_in_racks_are_listed_with_the_tables_that_are_closed(house, clock):
    busy_days(house, clock)
    assert cage_report(house.books, FIRST, FIRST, DAYS).racks == [Rack("seven", 300_000, False)]
    assert cage_report(house.books, FIRST, SECOND, DAYS).racks == [Rack("seven", 249_000, True)]
    assert house.books.balance(LedgerAccount("seven", "house")) == 249_000


def test_random_movements_always_tie(house, clock):
    rng = Random(5)
    for number in range(60):
        clock.at = datetime(2026, 3, 1 + number // 20, 7 + number % 16, tzinfo=UTC)
        name, cents = rng.choice(["ann", "bob"]), rng.randrange(1, 10_000)
        if rng.random() < 0.6 or house.balance(name) < cents:
            house.cage.deposit(name, cents, who="cage 1", key=str(number))
        else:
            house.cage.withdraw(name, cents, who="cage 2", key=str(number))
    for first in (FIRST, SECOND, THIRD):
        for last in (FIRST, SECOND, THIRD):
            report = cage_report(house.books, first, max(first, last), DAYS)
            assert report.ties
            assert sum(row.net for row in report.rows) == report.closing - report.opening


def test_sheet_and_page_show_the_cage(house, clock):
    busy_days(house, clock)
    value = report_of([], cage_report(house.books, FIRST, SECOND, DAYS), {}, FIRST, SECOND, DAYS)
    assert value["activity"]
    assert (value["cage"]["deposits"], value["cage"]["ties"]) == (2_600_000, True)
    rows = list(csv.DictReader(io.StringIO(report_sheet(value))))
    cash = [row for row in rows if row["row"] == "cash"]
    assert sum(int(row["cash_cents"]) for row in cash if row["cash_kind"] == "deposit") == 2_600_000
    assert [(row["table"], row["rack_cents"], row["rack_closed"]) for row in rows if row["row"] == "rack"] == [
        ("seven", "249000", "True")
    ]
    assert "deposits $26,000, withdrawals $700, corrections $17" in report_page(value)


def test_the_command_prints_the_cage(house, clock, tmp_path, monkeypatch):
    busy_days(house, clock)
    monkeypatch.setenv("CARDROOM_KEY", bytes(32).hex())
    where = str(tmp_path / "room.db")
    period = ["--from", "2026-03-01", "--to", "2026-03-02", "--zone", "UTC"]
    shown = run("report", where, *period)
    assert "closed: count and return" in shown.output
    assert "agrees with the books" in shown.output
    value = json.loads(run("report", where, *period, "--json").output)
    assert value["cage"]["withdrawals"] == 70_000


def cash_notes(house):
    notes = [json.loads(entry.body) for entry in house.entries("cage") if entry.kind == "note"]
    return [(note["before"], note["after"]) for note in notes if note["what"] == "cash"]


def test_cash_of_a_person_above_the_threshold_is_noted_each_time(house, clock):
    for number in range(4):
        house.cage.deposit("ann", 400_000, who="cage 1", key=f"in {number}")
        house.cage.deposit("bob", 250_000, who="cage 1", key=f"bob {number}")
    house.cage.withdraw("ann", 900_000, who="cage 2", key="out")
    assert cash_notes(house) == [(800_000, 1_200_000), (1_200_000, 1_600_000)], "bob is at the threshold, not above it"
    clock.at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    house.cage.deposit("ann", 400_000, who="cage 1", key="the next day")
    house.cage.withdraw("ann", 1_000_001, who="cage 2", key="all at once")
    assert cash_notes(house)[2:] == [(0, 1_000_001)]


def test_a_repeated_request_is_noted_once_and_play_money_never(house):
    for _ in range(2):
        house.cage.deposit("ann", 2_000_000, who="cage 1", key="a slip")
    house.cage.deposit("bob", 2_000_000, who=PLAY_MONEY, key="welcome bob")
    assert cash_notes(house) == [(0, 2_000_000)]


def test_the_threshold_for_cash_can_be_set_and_switched_off(house):
    house.alerts.set(AlertThresholds(cash=300_000), who="boss", why="a log from $3,000")
    house.cage.deposit("ann", 300_001, who="cage 1", key="1")
    house.alerts.set(AlertThresholds(cash=None), who="boss", why="a test")
    house.cage.deposit("ann", 300_001, who="cage 1", key="2")
    assert cash_notes(house) == [(0, 300_001)]
