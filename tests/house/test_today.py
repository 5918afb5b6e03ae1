"""One gaming day on one page. Every sum on it is the sum of its parts, whatever happened on the day."""

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from cardroom.house import Books, House, Store
from cardroom.house.books import CAGE, note
from cardroom.house.books.clock import GamingDays
from cardroom.house.cage.requests import COUNT
from cardroom.house.reports.gaming_day import table_days
from cardroom.house.reports.hold import Theory, theories
from cardroom.house.reports.today import day_facts, day_of_play, rounds_by_day
from cardroom.play.table import Void
from support.houses import play, play_into, seated

DAYS = GamingDays(zone=UTC)
FIRST, SECOND = date(2026, 3, 1), date(2026, 3, 2)


@pytest.fixture
def house(tmp_path, clock):
    store = Store(tmp_path / "room.db", create=True, key=bytes(32))
    yield House(Books(store, clock), create=True)
    store.close()


def count(house, cents, key):
    """Record a count of the drawer, as the order of a cashier does."""
    after = {"counted": cents, "through": house.books.last_number(CAGE), "closes": "shift"}
    house.books.append(CAGE, [note(COUNT, "cass", "counted", None, after)._replace(key=key)])


def random_days(house, clock, random):
    """Two gaming days of cash, counts, fills and rounds in random order, some of them in the same hour."""
    clock.at = datetime(2026, 3, 1, 7, tzinfo=UTC)
    tables = [
        seated(house, "seven", "heads-up-holdem"),
        seated(house, "nine"),
        seated(house, "ten", "four-card-frenzy"),
    ]
    house.cage.deposit("bot Lark", 90_000, who="play money", key="bot")
    for number in range(24):
        clock.at += timedelta(minutes=random.randrange(10, 180))
        who, cents = random.choice(("ann", "bob", "cyd")), random.randrange(1, 20_000)
        match random.randrange(6):
            case 0:
                house.cage.deposit(who, cents, who="cage 1", key=f"d {number}")
            case 1 if house.balance(who) >= cents:
                house.cage.withdraw(who, cents, who="cage 1", key=f"w {number}")
            case 2:
                count(house, random.randrange(500_000), f"/count {number}")
            case 3:
                house.cage.fill("seven", cents, who="floor", key=f"f {number}")
            case 4:
                table = random.choice(tables)
                play_into(table, 1, random)
                table.do(Void("a boxed card"), "floor")
            case _:
                play(random.choice(tables), random.randrange(1, 4), random)


def known(house, facts):
    """The exact figures of the day's games; none is computed here."""

    def find(each):
        return house.find(each.game, each.rules)

    return theories(facts.tables, find, lambda name: pytest.fail(f"the figures of {name} are not stored"))


@pytest.mark.parametrize("seed", range(4))
def test_every_sum_of_a_day_adds_up_from_its_parts(house, clock, seed):
    random_days(house, clock, Random(seed))
    closing = 0
    for day in (FIRST, SECOND):
        facts = day_facts(house.books, day, DAYS)
        shown = day_of_play(facts, known(house, facts), day)
        for name in ("rounds", "win", "collection"):
            assert sum(getattr(each, name) for each in shown.tables) == getattr(shown, name)
        assert sum(each.rounds for each in shown.hours) == shown.rounds
        assert sum(each.win for each in shown.theory) == shown.win
        assert abs(sum(each.expected or 0 for each in shown.theory) - (shown.expected or 0)) <= len(shown.theory)
        drawer = facts.drawer
        assert drawer.should_hold == (
            drawer.opening + drawer.deposits - drawer.withdrawals + sum(each.difference for each in drawer.counts)
        )
        assert drawer.opening == closing
        closing = drawer.should_hold
        assert sum(each.cents for each in drawer.cash if each.kind == "deposit") == drawer.deposits
        assert sum(each.came_in for each in drawer.people) == drawer.deposits
        assert sum(each.went_out for each in drawer.people) == drawer.withdrawals
        assert not any(each.player.startswith("bot ") for each in drawer.people)
        assert sum(facts.owed.meters.values()) == facts.owed.pools == facts.holdings.jackpots
    held = facts.holdings
    assert held.ties
    owed = held.players + held.jackpots + held.racks + held.collection + held.other + held.float + held.bots
    assert held.cage + held.house + held.bots_given == owed


def test_the_days_on_the_page_are_those_of_the_report(house, clock):
    random_days(house, clock, Random(9))
    for day in (FIRST, SECOND):
        page = {each.table: each for each in day_facts(house.books, day, DAYS).tables}
        for each in table_days(house.books, day, day, DAYS):
            mine = page[each.table]
            assert (mine.rounds, mine.win, mine.collection) == (each.rounds, each.win, each.collection)
            assert (mine.fills, mine.voided, mine.drop) == (each.fills, each.voided, each.drop)


def test_a_count_sets_what_the_drawer_holds_from_then_on(house, clock):
    house.cage.deposit("ann", 50_000, who="cage 1", key="1")
    count(house, 80_000, "/count 1")  # 30,000 of the house's own
    house.cage.deposit("ann", 10_000, who="cage 1", key="2")
    house.cage.withdraw("ann", 5_000, who="cage 1", key="3")
    first = day_facts(house.books, FIRST, DAYS).drawer
    assert (first.opening, first.deposits, first.withdrawals, first.differences) == (0, 60_000, 5_000, 30_000)
    assert first.should_hold == 85_000
    assert (first.last_count.counted, first.last_count.should, first.last_count.difference) == (80_000, 50_000, 30_000)
    clock.at += timedelta(days=1)
    house.cage.withdraw("ann", 15_000, who="cage 1", key="4")
    second = day_facts(house.books, SECOND, DAYS).drawer
    assert (second.opening, second.should_hold, second.counts) == (85_000, 70_000, [])
    assert second.last_count == first.last_count


def test_fills_and_credits_are_slips_with_numbers_of_their_own(house, clock):
    seated(house, "seven", "heads-up-holdem")
    for number in range(3):
        house.cage.fill("seven", 1_000 + number, who="flo", key=f"f {number}")
    house.cage.credit("seven", 500, who="fred", key="c")
    slips = day_facts(house.books, FIRST, DAYS).drawer.slips
    assert [(each.kind, each.cents, each.who, each.state) for each in slips] == [
        ("credit", 500, "fred", "done"),
        ("fill", 1_002, "flo", "done"),
        ("fill", 1_001, "flo", "done"),
        ("fill", 1_000, "flo", "done"),
    ]
    assert len({each.number for each in slips}) == 4


def test_wagers_without_a_figure_are_in_the_result_and_not_in_a_bar(house, clock):
    random_days(house, clock, Random(2))
    facts = day_facts(house.books, FIRST, DAYS)
    none = {
        each.rules.digest: Theory(house.find(each.game, each.rules), (), "none")
        for day in facts.tables
        for each in day.games
    }
    shown = day_of_play(facts, none, FIRST)
    assert [(each.name, each.z) for each in shown.theory] == ([("Other wagers", None)] if shown.win else [])
    assert shown.expected is None


def test_rounds_by_day_say_how_many_are_proved(house, clock):
    table = seated(house, "seven", "heads-up-holdem")
    play(table, 2, Random(1))
    before = int((clock.at + timedelta(minutes=1)).timestamp()) * 1_000_000
    clock.at += timedelta(hours=1)
    play(table, 3, Random(2))
    assert rounds_by_day(house.books, DAYS, before)[-1] == ("2026-03-01", 5, 2)
    assert len(rounds_by_day(house.books, DAYS, 0)) == 14
