"""Opening and closing tables, and their stored configurations."""

import msgspec
import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.house.audit.store import audit
from cardroom.house.books.values import JACKPOT
from cardroom.play.table import CloseTable, Join
from cardroom.room import Person, Watch
from cardroom.room.timing import TableTiming
from cardroom.web.halls import chores
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.browser import Browser
from support.server import FLOOR, HOLDEM, QUICKLY, at_once, open_table, running


def stored_config(room, table):
    """The stored configuration of a table."""
    text = room.server.room_store.config(PLAY, table)
    return text and msgspec.json.decode(text, type=TableConfig)


def test_a_refused_table_leaves_the_existing_one_unchanged(door):
    game, slow = cardroom.game(HOLDEM), TableConfig(TableTiming(answer_time=77))
    account = door.server.people.user(Browser(door).guest())
    mine = door.call(door.server.tables.open_practice(account, game))
    whose = stored_config(door, mine)
    outcomes = at_once(door, 3, lambda: door.server.tables.open(PLAY, "at once", game, TableConfig(QUICKLY), FLOOR))
    assert [str(each) for each in outcomes if each] == [
        "There is already a table at once. Choose a different name."
    ] * 2
    door.call(door.server.halls[PLAY].order(FLOOR, mine, CloseTable()))
    for name, stored in (("at once", TableConfig(QUICKLY)), (mine, whose), ("x" * 65, None), (f"{JACKPOT}x", None)):
        with pytest.raises(InputError):
            door.call(door.server.tables.open(PLAY, name, game, slow, FLOOR))
        assert stored_config(door, name) == stored
    assert door.server.halls[PLAY].room.tables["at once"].timing == QUICKLY
    assert not door.call(door.server.tables.is_shown(PLAY, mine, "another user")), (
        "only its owner may ever see its rounds"
    )


@pytest.mark.parametrize("name", ["High/Low", ".", ".."])
def test_a_table_name_must_fit_in_an_address(door, name):
    with pytest.raises(InputError, match="cannot be used in a web address"):
        open_table(door, name)


def test_the_configuration_of_a_closed_table_is_deleted(door):
    table = open_table(door, "closes", bots=0)
    account = door.server.people.user(Browser(door).guest())
    mine = door.call(door.server.tables.open_practice(account, cardroom.game(HOLDEM)))
    for name in (table, mine):
        door.call(door.server.halls[PLAY].order(FLOOR, name, CloseTable()))
        assert name not in door.server.tables.configs[PLAY]
    stays = open_table(door, "stays", bots=0)
    door.call(door.server.chores.sweep())
    assert (stored_config(door, table), stored_config(door, stays)) == (None, TableConfig(QUICKLY))
    assert stored_config(door, mine).practice == account.name


def test_three_practice_tables_are_opened_of_several_requested_together(door):
    account = door.server.people.user(Browser(door).guest())
    game = cardroom.game("three-card-poker-6-card-bonus")
    outcomes = at_once(door, 12, lambda: door.server.tables.open_practice(account, game))
    tables = {each for each in outcomes if isinstance(each, str)}
    assert len(tables) == 3
    assert tables == {each.listed.name for each in door.server.tables.lobby(PLAY) if each.owner == account.name}
    refusals = {str(each) for each in outcomes if each not in tables}
    assert refusals == {"You already have 3 tables of your own. Leave one first."}


def test_one_address_cannot_fill_all_practice_tables(tmp_path):
    with running(tmp_path, own_tables=3) as room:
        open_one = room.server.tables.open_practice
        guests = [room.server.people.user(Browser(room).guest()) for _ in range(6)]
        game, home, elsewhere = cardroom.game(HOLDEM), "192.0.2.7", "198.51.100.4"
        each = iter(guests)
        outcomes = at_once(room, 6, lambda: open_one(next(each), game, None, home))
        tables = [each for each in outcomes if isinstance(each, str)]
        assert len(tables) == 3
        [refusal] = {str(each) for each in outcomes if each not in tables}
        assert refusal.startswith("Your address has 3 practice or private tables open, and no more are allowed.")
        room.call(open_one(guests[0], game, None, elsewhere))
        with pytest.raises(InputError, match="Your address has 3"):
            room.call(room.server.tables.open_private(guests[1], game, None, home))
        room.call(room.server.halls[PLAY].order(FLOOR, tables[0], CloseTable()))
        room.call(room.server.tables.open_private(guests[1], game, None, home))
        text = room.server.room_store.config(PLAY, tables[1])
        assert home not in text, "the address is stored as a hash"


def test_tables_that_were_left_stop_nobody_and_still_do_not_fill_the_server(tmp_path):
    with running(tmp_path, own_tables=2) as room:
        open_one, hall, game = room.server.tables.open_practice, room.server.halls[PLAY], cardroom.game(HOLDEM)

        def leave_one_behind():
            """Open a table, look at it, sit down, and close the page."""
            user = room.server.people.user(Browser(room).guest())
            table = room.call(open_one(user, game, None, "192.0.2.7"))

            async def visit():
                connection, _ = hall.connect(Person(user.name))
                hall.receive(connection, Watch(table))
                await hall.order(Person(user.name), table, Join(user.name, 20_000))
                hall.disconnect(connection)

            room.call(visit())
            return table

        left = [leave_one_behind() for _ in range(4)]
        assert {*left} <= hall.room.tables.keys(), "a player may still come back"
        with pytest.raises(InputError, match="Your address has 4 practice or private tables open"):
            leave_one_behind()
        now = chores.clock()
        for minutes, there in ((0, 4), (4, 4), (6, 0)):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(chores, "clock", lambda minutes=minutes: now + 60 * minutes)
                room.call(room.server.chores.close_practice())
            assert len(hall.room.tables.keys() & {*left}) == there, minutes
        leave_one_behind()
        assert audit(hall.house.books).holds


def test_the_lobby_does_not_show_from_where_a_table_was_opened(door):
    guest = Browser(door)
    guest.guest()
    table = guest.post("/api/v1/halls/play/practice", game=HOLDEM).json()["table"]
    [entry] = [each for each in guest.get("/api/v1/halls/play/tables").json() if each["name"] == table]
    assert not {"origin", "owner", "admitted"} & {*entry}
    assert door.server.tables.configs[PLAY][table].origin
