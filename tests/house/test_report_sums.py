"""Reports read narrow rows and count equal results. The plain way decodes every entry. Both agree to the cent."""

from datetime import UTC, date, datetime
from random import Random

import pytest

from cardroom.house import Books, House, LedgerAccount, Store
from cardroom.house.books.clock import GamingDays
from cardroom.house.reports.cage import cage_report
from cardroom.house.reports.gaming_day import table_days
from cardroom.play.table import Join, Leave, Void
from support.houses import play, play_into, seated
from support.plain_reports import plain_cage_report, plain_table_days

DAYS = GamingDays(zone=UTC)
JACKPOT = {"jackpot": True, "jackpot_type": "progressive", "jackpot_seed": 100_000, "jackpot_rate": 50}
GAMES = {
    "one": ("heads-up-holdem", {"rules": "washington", **JACKPOT}),
    "two": ("ez-baccarat", {}),
    "three": ("texas-holdem", {}),
    "four": ("face-up-chinese-poker", {}),
}


@pytest.fixture
def clock():
    """A clock that the test sets, as the hour of March 1."""
    return {"hour": 12}


@pytest.fixture
def three_days(store_url, clock):
    """A house with four games, a void, bots and corrections, on three days. A round runs when each day ends."""
    start = int(datetime(2026, 3, 1, tzinfo=UTC).timestamp())
    store = Store(store_url, create=True)
    house = House(Books(store, lambda: (start + clock["hour"] * 3600) * 1_000_000), create=True)
    random = Random(5)
    tables = {name: seated(house, name, slug, **rules) for name, (slug, rules) in GAMES.items()}
    house.cage.deposit("bot Toad", 1_000_000, who="play money", key="bot")
    tables["two"].do(Join("bot Toad", 300_000))
    house.cage.fill("one", 1_000_000, who="cage 1", key="fill")
    for day in range(3):
        for table in tables.values():
            play(table, 2, random)
        play_into(tables["one"], 0, random)
        tables["one"].do(Void("a card was boxed"), "floor")
        house.cage.credit("one", 1_000 + day, who="cage 1", key=f"credit {day}")
        outside, bank = LedgerAccount("cage", "outside"), LedgerAccount("one", "house")
        house.cage.correct(outside, bank, 70, who="manager", why="miscounted", key=f"right {day}")
        house.cage.withdraw("ann", 500, who="cage 1", key=f"out {day}")
        play_into(tables["two"], 0, random)
        clock["hour"] += 24
        play(tables["two"], 1, random)
    tables["two"].do(Leave("bot Toad"))
    yield house
    store.close()


def test_the_sums_and_the_cage_equal_those_of_the_plain_way(three_days):
    books = three_days.books
    whole = table_days(books, date(2026, 2, 28), date(2026, 3, 5), DAYS)
    plain = plain_table_days(books, date(2026, 2, 28), date(2026, 3, 5), DAYS)
    assert whole == plain
    assert _order(whole) == _order(plain)
    assert sum(day.rounds for day in whole) > 15
    assert sum(day.win for day in whole) != 0
    assert any(day.bot_cash_out for day in whole)
    assert sum(day.voided for day in whole) == 3
    for first, last in ((1, 1), (2, 3), (1, 6), (5, 6)):
        days = date(2026, 3, first), date(2026, 3, last), DAYS
        assert cage_report(books, *days) == plain_cage_report(books, *days)
    for number in (1, 2, 3):
        day = date(2026, 3, number)
        assert table_days(books, day, day, DAYS, ["two"]) == plain_table_days(books, day, day, DAYS, ["two"])


def _order(days):
    """The wagers of each game, in the order of their first posting. A report lists them in this order."""
    return [[*game.wagers] for day in days for game in day.games]
