"""The cage: money in and out, once for each request; corrections that add and never edit."""

import threading
from contextlib import closing, suppress
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.house import CAGE, OUTSIDE, Books, House, LedgerAccount, player
from cardroom.house.backup.copies import check_store
from cardroom.play.table import Join, Leave
from support.houses import BANKED, GAME, play, seated


def state(house):
    return house.books.balances(), {name: house.entries(name) for name in house.books.heads()}


@pytest.fixture
def bank(house):
    """The bank of a table."""
    house.open_table("table 7", cardroom.game(BANKED, rules="washington"), who="floor")
    return LedgerAccount("table 7", "house")


def test_a_repeated_request_moves_money_once(house, bank):
    for _ in range(2):
        house.cage.deposit("ann", 50_000, who="cage 1", key="1")
        house.cage.withdraw("ann", 10_000, who="cage 1", key="2")
        house.cage.fill("table 7", 7_000, who="cage 1", key="3")
        house.cage.credit("table 7", 2_000, who="cage 1", key="4")
        house.cage.correct(OUTSIDE, player("ann"), 5, who="floor", why="a chip on the floor", key="5")
    assert house.books.balances() == {OUTSIDE: -45_005, player("ann"): 40_005, bank: 5_000}


@pytest.mark.parametrize(
    "other",
    [
        lambda house: house.cage.deposit("ann", 50_001, who="cage 1", key="1"),
        lambda house: house.cage.deposit("bob", 50_000, who="cage 1", key="1"),
        lambda house: house.cage.deposit("ann", 50_000, who="cage 2", key="1"),
        lambda house: house.cage.withdraw("ann", 50_000, who="cage 1", key="1"),
        lambda house: house.table("table 7").do(Join("ann", 1_000), key="1"),
    ],
)
def test_a_key_used_for_a_different_request_is_rejected(house, bank, other):
    house.cage.deposit("ann", 50_000, who="cage 1", key="1")
    before = state(house)
    with pytest.raises(InputError, match="The id '1' was used for a different request: cage, entry 3"):
        other(house)
    assert state(house) == before


def test_a_withdrawal_above_the_balance_is_rejected(house, bank):
    house.cage.deposit("ann", 500, who="cage 1", key="1")
    before = state(house)
    with pytest.raises(InputError, match="Insufficient funds: ann has"):
        house.cage.withdraw("ann", 501, who="cage 1", key="2")
    with pytest.raises(InputError, match="the house bank of table 7 has"):
        house.cage.credit("table 7", 1, who="cage 1", key="3")
    with pytest.raises(InputError, match="Insufficient funds: ann has"):
        house.table("table 7").do(Join("ann", 40_000))
    assert state(house) == before


@pytest.mark.parametrize("cents", [0, -1, 1.5, True, "5", 10**18])
def test_an_amount_must_be_a_positive_whole_number_of_cents(house, cents):
    with pytest.raises(InputError, match="An amount must be a whole number of cents"):
        house.cage.deposit("ann", cents, who="cage 1", key="1")


def test_a_correction_records_author_reason_and_values_and_edits_no_entry(house):
    house.cage.deposit("ann", 50_000, who="cage 1", key="1")
    wrong = house.entries(CAGE)
    house.cage.correct(player("ann"), OUTSIDE, 5_000, who="floor 2", why="counted twice", key="c1")
    *before, added = house.entries(CAGE)
    assert before == wrong
    assert (added.kind, added.who, [posting.line for posting in added.postings]) == (
        "correction",
        "floor 2",
        ["counted twice"],
    )
    assert msgspec.json.decode(added.body) == {
        "why": "counted twice",
        "accounts": [
            {"account": ["cage", "balance", "ann", ""], "before": 50_000, "after": 45_000},
            {"account": ["cage", "outside", "", ""], "before": -50_000, "after": -45_000},
        ],
    }
    assert house.balance("ann") == 45_000


def test_a_correction_without_author_or_reason_is_rejected(house):
    for who, why in ((" ", "because"), ("floor", "")):
        with pytest.raises(InputError, match="must be one line of"):
            house.cage.correct(OUTSIDE, player("ann"), 5, who=who, why=why, key="c")


def test_money_cannot_move_from_player_to_player(house):
    house.cage.deposit("ann", 50_000, who="cage 1", key="1")
    with pytest.raises(InputError, match="Money cannot move from player to player"):
        house.cage.correct(player("ann"), player("bob"), 5, who="floor", why="a debt", key="c")
    table = seated(house, "table 7")
    for stack in (LedgerAccount("table 7", "stack", "ann"), LedgerAccount("table 7", "area", "1", "ante")):
        with pytest.raises(InputError, match="cannot be corrected"):
            house.cage.correct(stack, player("bob"), 5, who="floor", why="a debt", key="c")
    table.do(Leave("ann"))
    moved = [posting for name in house.books.heads() for line in house.entries(name) for posting in line.postings]
    assert not [posting for posting in moved if {posting.payer.kind, posting.payee.kind} == {"balance"}]


def test_a_note_is_stored_and_moves_no_money(house):
    house.note("most at table 7", who="floor", why="a busy night", before=10_000, after=20_000)
    line = house.entries(CAGE)[-1]
    assert (line.kind, line.who, line.postings) == ("note", "floor", ())
    assert msgspec.json.decode(line.body)["after"] == 20_000


def test_a_reopened_house_resumes(house, store_url):
    seated(house, "table 7")
    again = House.at(store_url)
    assert state(again) == state(house)
    again.books.store.close()


def test_a_table_is_opened_once(house):
    first = house.open_table("table 7", cardroom.game(GAME), who="floor", key="o")
    assert house.open_table("table 7", cardroom.game(GAME), who="floor", key="o").table.log == first.table.log
    for key, slug, who in (("p", GAME, "floor"), ("o", "texas-holdem", "floor"), ("o", GAME, "cage 1")):
        with pytest.raises(InputError, match="a table with this name exists"):
            house.open_table("table 7", cardroom.game(slug), who=who, key=key)
    with pytest.raises(InputError, match="this is the cage's name"):
        house.open_table(CAGE, cardroom.game(GAME), who="floor")
    with pytest.raises(InputError, match=r"Unknown table table 8\. Tables: table 7"):
        house.cage.fill("table 8", 5, who="cage", key="f")
    with pytest.raises(InputError, match=r"There is no table table 8\. Open it first\."):
        house.table("table 8")


def at_once(count, act):
    """Let several threads do something at the same time; return the errors."""
    failed, ready = [], threading.Barrier(count, timeout=60)

    def run(number):
        try:
            ready.wait()
            act(number)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=[number], daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def test_a_request_sent_to_several_houses_at_once_moves_money_once(house, store_url):
    houses = [House.at(store_url) for _ in range(4)]
    for turn in range(5):
        cents, slip = 100 + turn, {"who": "cage", "key": f"slip {turn}"}
        assert at_once(4, lambda n, cents=cents, slip=slip: houses[n].cage.deposit("ann", cents, **slip)) == []
    assert house.balance("ann") == 510
    for each in houses:
        each.books.store.close()


@pytest.mark.sampled(2)
def test_concurrent_tables_and_cage_do_not_deadlock(house, store_url):
    """Banks are filled automatically while the cage fills and credits them, and new players join everywhere."""
    tables = ("table 7", "table 8")
    for name in tables:
        seated(house, name, BANKED)

    def act(number):
        with closing(House.at(store_url).books.store) as store:
            mine, name = House(Books(store)), tables[number % 2]
            if number < 2:
                play(mine.table(name), 4, Random(number))
            for turn in range(12 if number >= 2 else 0):
                mine.cage.fill(name, 500, who="cage", key=f"f {number} {turn}")
                mine.cage.deposit(f"new {turn}", 500, who="cage", key=f"d {number} {turn}")
                with suppress(InputError):  # a round may have paid it out
                    mine.cage.credit(name, 500, who="cage", key=f"c {number} {turn}")

    assert at_once(4, act) == []
    assert sum(house.books.balances().values()) == 0
    assert check_store(house.books).problems == []


@pytest.mark.parametrize(("slug", "why"), [("ez-baccarat", "A player-dealer banks"), ("texas-holdem", "No one banks")])
def test_the_house_fills_no_table_that_it_does_not_bank(house, slug, why):
    house.open_table("table 1", cardroom.game(slug), who="floor")
    with pytest.raises(InputError, match=f"{why} table 1"):
        house.cage.fill("table 1", 10_000, who="cage 1", key="fill 1")
    house.open_table("table 2", cardroom.game("four-card-frenzy"), who="floor")
    house.cage.fill("table 2", 10_000, who="cage 1", key="fill 2")
