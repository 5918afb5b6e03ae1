"""A table for friends: it waits for a second person, bots give way to people, and players say one of six words."""

import msgspec
import pytest

from cardroom.house.audit import audit
from cardroom.house.books import LedgerAccount
from cardroom.play.table import Join, Leave
from cardroom.room.committer import Commit
from cardroom.room.messages import Accepted, Denied, Ready, SayWord, WordSaid, request
from room.test_room import SLOW, Hall

FRIENDS = msgspec.structs.replace(SLOW, friends=True)
FIRST, SECOND = "bot Lark", "bot Toad"


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    hall = Hall(tmp_path, "texas-holdem")
    hall.room.tables["table"].timing = FRIENDS
    for bot in (FIRST, SECOND):
        hall.house.cage.deposit(bot, 1_000_000, who="cage", key=bot)
    hall.connect("ann", "bob", "cy", FIRST, SECOND)
    for name in ("ann", SECOND, FIRST):  # Toad sits longer than Lark
        assert isinstance(hall.ask(name, Join, cents=20_000), Accepted)
    yield hall
    assert audit(hall.house.books).holds
    hall.house.books.store.close()


def deal(hall):
    hall.run(hall.room.receive(hall.now, "ann", Ready("table")))
    hall.pass_time(10)
    assert hall.round is not None


def end(hall):
    while hall.round is not None:
        hall.pass_time(1)


def say(hall, who, word="hello"):
    """Say a word; return why it is refused, and who hears it."""
    before = {name: len(got) for name, got in hall.received.items()}
    hall.run(hall.room.receive(hall.now, who, SayWord("table", word)))
    new = {name: got[before.get(name, 0) :] for name, got in hall.received.items()}
    refused = [each.why for each in new.get(who, []) if isinstance(each, Denied)]
    return refused[0] if refused else "", {name for name, got in new.items() if WordSaid("table", who, word) in got}


# -- the first round ---------------------------------------------------------------------------------------------------


def test_one_person_and_bots_wait_until_the_person_starts(hall):
    hall.pass_time(3600)
    assert hall.round is None
    assert hall.scenes["ann"]["waits"]
    hall.run(hall.room.receive(hall.now, "bob", Ready("table")))  # a viewer
    hall.pass_time(60)
    assert hall.round is None
    deal(hall)


def test_a_second_person_starts_the_first_round(hall):
    hall.pass_time(60)
    hall.ask("bob", Join, cents=20_000)
    hall.pass_time(10)
    assert hall.round is not None


def test_a_table_that_has_played_waits_no_more_even_after_a_restart(hall):
    deal(hall)
    end(hall)
    hall.begin("e2")
    hall.room.tables["table"].timing = FRIENDS
    hall.connect("ann", FIRST, SECOND)
    hall.pass_time(30)
    assert hall.round is not None


# -- bots give way -----------------------------------------------------------------------------------------------------


def test_a_person_gets_the_seat_of_the_bot_that_sat_longest_after_the_hand(hall):
    deal(hall)
    seat = hall.table.seats[SECOND]
    assert hall.ask("bob", Join, cents=20_000) is None, "it waits for the end of the hand"
    hall.room.tables["table"].timing = msgspec.structs.replace(FRIENDS, pause_between=3600)
    assert SECOND in hall.table.stacks
    end(hall)
    assert hall.table.seats["bob"] == seat
    assert SECOND not in hall.table.stacks
    assert FIRST in hall.table.stacks
    books = hall.house.books
    assert books.balance(LedgerAccount("table", "stack", SECOND)) == 0
    causes = [(each.cause, each.cents) for line in hall.house.entries("table")[-2:] for each in line.postings]
    assert [cause for cause, _ in causes] == ["cash-out", "buy-in"], "every chip cites why it moved"
    total = sum(hall.house.balance(name) for name in ("ann", "bob", FIRST, SECOND)) + sum(hall.table.stacks.values())
    assert total == 4_000_000


def test_a_person_may_name_the_seat_of_a_bot_or_a_free_one(hall):
    seat = hall.table.seats[FIRST]
    assert isinstance(hall.ask("bob", Join, cents=20_000, seat=seat), Accepted)
    assert hall.table.seats["bob"] == seat
    assert FIRST not in hall.table.seats
    free = next(iter(hall.table.free_seats()))
    assert isinstance(hall.ask("cy", Join, cents=20_000, seat=free), Accepted)
    assert SECOND in hall.table.seats, "nobody gives way for a free seat"


def test_two_people_who_come_at_once_get_two_bots_seats(hall):
    deal(hall)
    seats = {hall.table.seats[FIRST], hall.table.seats[SECOND]}
    for name in ("bob", "cy"):
        hall.ask(name, Join, cents=20_000)
    end(hall)
    assert {hall.table.seats["bob"], hall.table.seats["cy"]} == seats
    assert not {FIRST, SECOND} & hall.table.seats.keys()


def test_a_refused_person_makes_no_bot_leave(hall):
    assert isinstance(hall.ask("bob", Join, cents=1), Denied)
    assert isinstance(hall.ask("bob", Join, cents=90_000_000), Denied), "more than the balance"
    assert {FIRST, SECOND} <= hall.table.seats.keys()


def test_a_person_has_one_seat_and_takes_no_bots_by_joining_twice(hall):
    assert isinstance(hall.ask("ann", Join, cents=20_000), Denied)
    assert {FIRST, SECOND} <= hall.table.seats.keys()


def test_the_same_request_again_takes_effect_once_even_after_a_kill(hall):
    join = request(Join, "table", "mine", 20_000)
    [commit] = [each for each in hall.room.receive(hall.now, "bob", join) if isinstance(each, Commit)]
    hall.committer.do(commit)  # the process dies before anyone learns of it
    hall.begin("e2")
    hall.room.tables["table"].timing = FRIENDS
    hall.connect("bob")
    hall.run(hall.room.receive(hall.now, "bob", join))
    assert any(isinstance(each, Accepted) and each.id == "mine" for each in hall.received["bob"])
    assert list(hall.table.stacks) == ["ann", FIRST, "bob"], "one bot gave way"
    assert hall.house.balance("bob") == 980_000


def test_bots_stay_where_the_table_is_not_for_friends(hall):
    hall.room.tables["table"].timing = SLOW
    hall.ask("bob", Join, cents=20_000)
    assert {"ann", "bob", FIRST, SECOND} == hall.table.seats.keys()


def test_the_first_person_takes_a_free_seat_and_a_bots_seat_only_if_there_is_none(hall):
    hall.ask("ann", Leave)
    hall.ask("bob", Join, cents=20_000)
    assert {"bob", FIRST, SECOND} == hall.table.seats.keys()
    hall.ask("bob", Leave)
    for number in range(hall.table.game.rules.seats.most - 2):
        bot = f"bot Newt {number}"
        hall.house.cage.deposit(bot, 20_000, who="cage", key=bot)
        hall.connect(bot)
        assert isinstance(hall.ask(bot, Join, cents=20_000), Accepted)
    assert isinstance(hall.ask("bob", Join, cents=20_000), Accepted)
    assert SECOND not in hall.table.seats


# -- six words ---------------------------------------------------------------------------------------------------------


def test_all_who_see_the_table_hear_a_word(hall):
    assert say(hall, "ann") == ("", {"ann", "bob", "cy", FIRST, SECOND})


def test_a_player_says_one_word_in_ten_seconds_even_after_sitting_down_again(hall):
    assert say(hall, "ann")[0] == ""
    hall.pass_time(4)
    assert say(hall, "ann") == ("You can say a word every 10 seconds. Try again in 6 s.", set())
    hall.ask("ann", Leave)
    hall.ask("ann", Join, cents=20_000)
    assert "Try again" in say(hall, "ann")[0]
    hall.pass_time(6)
    assert say(hall, "ann", "good-game")[0] == ""


def test_people_without_a_seat_and_barred_people_say_nothing(hall):
    assert say(hall, "bob") == ("Sit down first. Only players at the table say something.", set())
    hall.run(hall.room.bar(hall.now, {"ann": "self-exclusion"}))
    assert say(hall, "ann") == ("You are barred from playing: self-exclusion", set())


def test_nothing_is_said_at_other_tables(hall):
    hall.room.tables["table"].timing = SLOW
    assert say(hall, "ann") == ("Words are for tables with friends.", set())


def test_a_word_is_not_in_the_books_or_the_scene(hall):
    lines, scene = hall.table, hall.scenes["ann"]
    say(hall, "ann", "nice-hand")
    assert hall.table == lines
    assert hall.scenes["ann"] == scene
    assert all(b"nice" not in hall.house.books.plaintext("table", each) for each in hall.house.entries("table"))
