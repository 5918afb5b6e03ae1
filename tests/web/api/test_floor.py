"""Orders of the floor by HTTP and WebSocket: their effect, their records, and what staff see of the players."""

import time

import pytest

import cardroom
from cardroom.house.cage.history import cage_entries
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.show.rules.collection import takes_whole_pots
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.sign_in_limits import FAILURES, LOCKED
from support.browser import Browser, ask, hears, in_memory
from support.server import running

HOLDEM = "texas-holdem"


@pytest.fixture(scope="module")
def floor(door):
    return Browser(door).sign_up("flora", "correct horse", "floor")


def opened(door, name, bots=0, between=0.05, **settings):
    how = TableConfig(TableTiming(pause_between=between, answer_time=3600, time_bank=0, **settings), bots)
    door.call(door.server.tables.open(PLAY, name, cardroom.game(HOLDEM), how, Person("floor", floor=True)))
    return name


def entry(floor, table):
    """The lobby's entry of a table, or None."""
    return next((each for each in floor.get("/api/v1/halls/play/tables").json() if each["name"] == table), None)


def until(floor, table, holds):
    """Wait for a condition on a table's entry; return the entry."""
    while not holds(shown := entry(floor, table)):
        time.sleep(0.02)
    return shown


def noted(door, table):
    """The recorded orders to a table, newest first."""
    result = cage_entries(door.server.halls[PLAY].house.books, limit=200).entries
    return [(each.kind, each.who, each.why) for each in result if each.after == f"play: {table}"]


def test_an_order_is_recorded_once_by_http_and_by_websocket(door, floor):
    results = {"name": "both ways", "game": HOLDEM}
    assert floor.post("/api/v1/halls/play/tables", **results).status_code == 201
    path = "/api/v1/halls/play/tables/both ways"
    assert floor.post(f"{path}/pause", why="a spill").status_code == 200
    with floor.line() as line:
        for kind, why in (("pause", {"why": "dry", "paused": False}), ("close-table", {"why": "nobody came"})):
            assert ask(line, kind, table="both ways", **why)["type"] == "accepted"
    assert noted(door, "both ways") == [
        ("table closed", "flora", "nobody came"),
        ("table resumed", "flora", "dry"),
        ("table paused", "flora", "a spill"),
        ("table opened", "flora", "for Texas Hold'em, 500-club"),
    ]


def test_a_play_money_table_of_the_floor_frees_seats_after_three_minutes_away(door, floor):
    assert floor.post("/api/v1/halls/play/tables", name="soon free", game=HOLDEM).status_code == 201
    chosen = {"settings": {"leave": 600}}
    assert floor.post("/api/v1/halls/play/tables", name="free later", game=HOLDEM, **chosen).status_code == 201
    tables = door.server.halls[PLAY].room.tables
    assert (tables["soon free"].timing.away_limit, tables["free later"].timing.away_limit) == (180, 600)


def test_refused_orders_are_not_recorded(door, floor):
    table = opened(door, "nobody's order")
    player = Browser(door).sign_up("pat")
    for order in ("pause", "close", "void"):
        refused = player.post(f"/api/v1/halls/play/tables/{table}/{order}", why="me", round="0.1")
        assert (refused.status_code, refused.json()["detail"]) == (403, "Only the floor and operators may do this.")
    assert floor.post(f"/api/v1/halls/play/tables/{table}/void", why="boxed", round="0.1").status_code == 409
    assert noted(door, table) == []
    assert entry(floor, table)["state"] == "waiting"


def test_a_table_closed_during_a_round_closes_when_it_ends(door, floor, monkeypatch):
    monkeypatch.setattr("cardroom.web.api.floor._CLOSE_WAIT", 0.05)
    table, path = opened(door, "to be closed"), "/api/v1/halls/play/tables/to be closed"
    people = ("cora", "nell")  # neither answers, so the round does not end
    with Browser(door).sign_up(people[0]).line() as one, Browser(door).sign_up(people[1]).line() as other:
        for line in (one, other):
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        number = until(floor, table, lambda each: each["round"])["round"]
        assert floor.post(f"{path}/close", why="late").json() == {"table": table, "state": "closing"}
        shown = entry(floor, table)
        assert (shown["state"], shown["free"], bool(shown["round"])) == ("closing", 0, True)
        assert noted(door, table) == [], "it is still open"
        assert floor.post(f"{path}/void", why="all go home", round=number).status_code == 200
        until(floor, table, lambda each: each is None)
    assert noted(door, table)[0] == ("table closed", "flora", "late")
    assert [door.server.halls[PLAY].house.balance(who) for who in people] == [1_000_000] * 2, "paid out"


def test_staff_see_stacks_and_how_long_players_are_disconnected(door, floor):
    table = opened(door, "who is where", bots=1, between=3600)
    with Browser(door).sign_up("dora").line() as line:
        assert ask(line, "join", table=table, cents=20_000, seat=4)["type"] == "accepted"
        people = {each["name"]: each for each in entry(floor, table)["people"]}
        assert (people["dora"]["seat"], people["dora"]["stack"], people["dora"]["bot"]) == (4, 20_000, False)
        assert (people["dora"]["here"], people["dora"]["gone"]) == (True, None)
        assert people["bot Lark"]["bot"] is True
        others = {each["name"]: each for each in entry(Browser(door), table)["people"]}
        assert others["dora"] == {"name": "dora", "seat": 4, "bot": False}, "the rest is for the house"
        while 'cardroom_connections{hall="play"} 1.0' not in floor.get("/metrics").text:
            time.sleep(0.02)  # until the connections of earlier tests are closed; bots are not counted

    def gone(each):
        [dora] = [who for who in each["people"] if who["name"] == "dora"]
        return not dora["here"] and dora["gone"] is not None and dora["gone"] >= 1

    until(floor, table, gone)


def test_locked_users_are_listed_and_can_be_unlocked(door, monkeypatch):
    operator = Browser(door).sign_up("olga", "correct horse", "operator")
    Browser(door).sign_up("lucy")

    def locked():
        return [each["name"] for each in operator.get("/api/v1/people").json() if each["locked"]]

    for _ in range(FAILURES):
        assert locked() == []
        assert Browser(door).post("/api/v1/sign-in", name="lucy", password="a guess").status_code == 401
    assert locked() == ["lucy"]
    assert operator.post("/api/v1/people/lucy/unlock", why="she has called").json()["locked"] is False
    assert locked() == []
    assert Browser(door).post("/api/v1/sign-in", name="lucy", password="correct horse").status_code == 200
    for _ in range(FAILURES):
        Browser(door).post("/api/v1/sign-in", name="lucy", password="a guess")
    later = door.server.people._now() + LOCKED + 1
    monkeypatch.setattr(door.server.people, "_now", lambda: later)
    assert door.server.people.locked() == set(), "the lock ends after half an hour"


def test_a_correction_records_the_balance_before_and_after(door):
    operator = Browser(door).sign_up("oda", "correct horse", "operator")
    Browser(door).sign_up("mia")
    slip = {"id": "7", "player": "mia", "cents": 1_000, "why": "miscounted"}
    for _ in range(2):  # it takes effect once
        assert operator.post("/api/v1/halls/play/correct", **slip, better=True).json() == {"balance": 1_001_000}
    low = operator.post("/api/v1/halls/play/correct", **slip | {"id": "8", "cents": 10**8}, better=False)
    assert (low.status_code, "$10,010" in low.json()["detail"]) == (409, True)
    done = cage_entries(door.server.halls[PLAY].house.books, kinds=["correction"]).entries
    assert [(each.who, each.why, [post["cents"] for post in each.moved]) for each in done] == [
        ("oda", "miscounted", [1_000])
    ]
    assert done[0].after["accounts"][-1]["after"] == 1_001_000


def test_tables_of_a_closing_room_are_marked_as_draining(often):
    with in_memory() as folder, running(folder, drains=0) as room:
        one = Browser(room)
        opened(room, "the last")
        assert entry(one, "the last")["draining"] is False
        room.call(room.server.drain())
        assert entry(one, "the last")["draining"] is True
        assert one.get("/ready").status_code == 503


def test_viewers_see_that_a_game_is_stopped_or_a_table_paused(door, floor):
    table = opened(door, "watched")
    with Browser(door).sign_up("vera").line() as line, Browser(door).sign_up("wilma").line() as other:
        for each in (line, other):  # neither answers
            ask(each, "join", table=table, cents=20_000)
        until(floor, table, lambda each: each["round"])
        floor.post("/api/v1/stops", what=HOLDEM, stopped=True, why="a recall")
        shown = entry(floor, table)
        assert (shown["state"], shown["stopped"]) == ("playing", "a recall"), "this round continues"
        floor.post("/api/v1/stops", what=HOLDEM, stopped=False, why="all is well")
        floor.post(f"/api/v1/halls/play/tables/{table}/pause", why="a spill")
        shown = entry(floor, table)
        assert (shown["state"], bool(shown["round"])) == ("paused", True)
        line.send('{"type": "watch", "table": "watched"}')
        assert hears(line, "scene")["scene"]["state"] == "paused"


WHOLE_POTS = {"limit": "fixed", "stakes": "$4-$8", "collection": "92"}
"""A fee of which a small hand leaves nothing to its winner."""


@pytest.mark.parametrize("hall", ["play", "money"])
def test_a_fee_that_can_take_whole_pots_must_be_confirmed(door, floor, hall):
    order = {"name": "Dear", "game": HOLDEM, "house": WHOLE_POTS}
    path = f"/api/v1/halls/{hall}/tables"
    refused = floor.post(path, **order)
    [warning] = takes_whole_pots(cardroom.game(HOLDEM, **WHOLE_POTS).rules)
    body = refused.json()
    says = f'Collection {warning}. To do it anyway, send "accept": "{body["confirm"]}".'
    assert (refused.status_code, body["detail"]) == (409, says)
    assert body["warning"] == f"Collection {warning}."
    assert "Dear" not in door.server.halls[hall].room.tables
    assert floor.post(path, **order, accept=body["confirm"]).status_code == 201
    large = WHOLE_POTS | {"stakes": "$40-$80"}
    assert floor.post(path, name="Fair", game=HOLDEM, house=large).status_code == 201


@pytest.mark.parametrize("kind", ["practice", "private"])
def test_a_fee_that_can_take_whole_pots_is_confirmed_for_an_own_table_too(door, floor, kind):
    path, order = f"/api/v1/halls/play/{kind}", {"game": HOLDEM, "house": WHOLE_POTS}
    code = floor.post(path, **order).json()["confirm"]
    assert floor.post(path, **order, accept=code).status_code == 201


BANKER = "241149546272/19524993263685 of the Banker (1.2351 %)"
"""What the Banker line of eight decks gains as printed. Public figures of baccarat give it too: Banker wins in
0.458597 of the rounds and loses in 0.446247, so even money gains 0.012351."""


def test_a_game_that_favours_the_player_is_confirmed_before_it_opens_for_money(door, floor):
    order, path = {"name": "Gift", "game": "ez-baccarat", "set": "500-club"}, "/api/v1/halls/money/tables"
    refused = floor.post(path, **order)
    assert (refused.status_code, refused.json()["warning"]) == (409, f"Banker favours the player by {BANKER}.")
    assert "Gift" not in door.server.halls["money"].room.tables
    sold = {"name": "Sold", "game": "ez-baccarat", "set": "standard"}
    assert floor.post(path, **sold).status_code == 201, "the game as sold favours the house"
    assert floor.post("/api/v1/halls/play/tables", **order).status_code == 201, "play money costs nobody anything"
    assert floor.post(path, **order, accept=refused.json()["confirm"]).status_code == 201


@pytest.mark.parametrize("beside", [{}, {"packs": 6}, {"maximum": "$100"}, {"minimum": "$1", "maximum": "$3"}])
def test_a_setting_that_favours_the_player_is_confirmed_whatever_is_set_beside_it(floor, beside):
    paid = {"name": "Paid", "game": "ez-baccarat", "set": "standard", "house": {"dragon_seven_pushes": False} | beside}
    refused = floor.post("/api/v1/halls/money/tables", **paid)
    assert (refused.status_code, refused.json()["warning"][:40]) == (409, f"Banker favours the player by {BANKER}"[:40])


def test_the_free_award_of_a_bonus_bet_is_no_wager_that_favours_the_player(floor):
    order = {"name": "Envied", "game": "face-up-pai-gow-poker"}
    assert floor.post("/api/v1/halls/money/tables", **order).status_code == 201


def test_a_confirmation_of_something_else_is_refused(floor):
    path, house = "/api/v1/halls/money/tables", {"packs": 6}
    order = {"name": "Gift", "game": "ez-baccarat", "set": "500-club"}
    code = floor.post(path, **order).json()["confirm"]
    changed = floor.post(path, **order | {"house": house}, accept=code)
    assert changed.status_code == 409
    assert changed.json()["detail"].startswith("The warnings have changed since you confirmed them. Banker favours")
    washington = {"name": "H", "game": "heads-up-holdem", "set": "washington-no-qualifier"}
    other = floor.post(path, **washington, accept=code).json()
    assert "favours the player by" in other["warning"]
    assert "(1.4410 %)" in other["warning"]
