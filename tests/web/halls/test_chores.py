"""The server's regular work."""

import cardroom
from cardroom.errors import InputError
from cardroom.house import CAGE, player
from cardroom.play.table import Join
from cardroom.room import Person
from cardroom.web.halls.play_money import WELCOME
from cardroom.web.halls.table_config import PLAY
from support.browser import Browser
from support.server import HOLDEM


def test_an_abandoned_practice_table_is_closed(door, monkeypatch):
    account, chores = door.server.people.user(Browser(door).guest()), door.server.chores
    left, other = (door.call(door.server.tables.open_practice(account, cardroom.game(HOLDEM))) for _ in range(2))
    tables = door.server.halls[PLAY].room.tables
    door.call(door.server.halls[PLAY].order(Person(account.name), other, Join(account.name, 20_000)))
    door.call(chores.close_practice())
    assert {left, other} <= tables.keys(), "a player may still come"
    monkeypatch.setattr("cardroom.web.halls.chores.LEFT", -1)
    hall, refused = door.server.halls[PLAY], door.call(door.server.tables.open_practice(account, cardroom.game(HOLDEM)))
    orders = hall.order
    chores._empty = {refused: 0.0}  # the first to be closed

    async def order(who, table, command, *wait):
        if table == refused:
            raise InputError("This will be done when the round ends.")
        await orders(who, table, command, *wait)

    with monkeypatch.context() as patch:
        patch.setattr(hall, "order", order)
        door.call(chores.close_practice())
    assert refused in tables
    assert left not in tables
    assert other in tables, "a player sits there"


def test_entries_of_deleted_guests_are_folded_and_those_of_others_stay(door, monkeypatch):
    gone, there = Browser(door).guest(), Browser(door).guest()
    people, chores, house = door.server.people, door.server.chores, door.server.halls[PLAY].house
    monkeypatch.setattr(chores, "_forget", 0)
    everyone = people.everyone
    with monkeypatch.context() as patch:
        patch.setattr(people, "everyone", lambda: [user for user in everyone() if user.name != gone])
        assert door.call(chores.fold_guests()) == 1
    assert not house.books.has_account(player(gone))
    assert house.balance(there) == WELCOME
    assert [entry.kind for entry in house.entries(CAGE)][-1] == "fold"
