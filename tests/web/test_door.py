"""What strangers try at the door: each is refused in plain words, and nobody else notices."""

import asyncio
import io
import json
import logging
import re
import socket as net
import stat
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

import cardroom
from browser import Browser, ask, hears, in_memory
from cardroom.errors import InputError
from cardroom.house.cage_history import cage_entries
from cardroom.house.store import StoreError
from cardroom.house.tables import HouseTable
from cardroom.house.values import JACKPOT
from cardroom.play.commands import CloseTable, Join, SubmitAnswer
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.api import lobby as lobby_api
from cardroom.web.api import people as people_api
from cardroom.web.api import socket
from cardroom.web.api.socket import MOST_CONNECTIONS
from cardroom.web.halls.chores import DAY
from cardroom.web.halls.databases import databases_for
from cardroom.web.halls.server import Server
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.names import _NAME as NAMED
from cardroom.web.people.names import check_name, normalize
from cardroom.web.people.rate_limiter import RateLimiter
from cardroom.web.people.store import GUEST_IDLE, IDLE, PeopleStore
from cardroom.web.serving import request_timeout
from cardroom.web.serving.app import create_app
from cardroom.web.serving.logs import log_to
from cardroom.web.serving.protection import HEADERS
from fuzz.doors import crowd
from processes import Process
from server import QUICK, running

QUICKLY = TableTiming(pause_between=0.05)
FLOOR = Person("floor", floor=True)
HOLDEM = "texas-holdem"


def opened(room, name, slug=HOLDEM, bots=2, hall=PLAY, settings=QUICKLY):
    """A table."""
    room.call(room.server.tables.open(hall, name, cardroom.game(slug), TableConfig(settings, bots), FLOOR))
    return name


# -- headers, cookies, forged requests ---------------------------------------------------------------------------------


def test_every_answer_tells_the_browser_what_to_allow_errors_too(door):
    one = Browser(door)
    big = {"headers": one.token | {"content-type": "application/json"}}
    answers = {
        200: one.get("/api/me"),
        401: one.post("/api/refill"),
        403: one.http.post("/api/guest"),
        404: one.get("/nothing/here"),
        405: one.http.delete("/api/me"),
        400: one.http.post("/api/sign-in", content=b"[" * 5000, **big),
        413: one.http.post("/api/sign-in", content=b" " * 100_000, **big),
    }
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        assert answer.headers.items() >= HEADERS.items(), status
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_a_sessions_cookie_is_for_this_site_alone_and_scripts_cannot_read_it(door):
    for said, secure in (({}, False), ({"x-forwarded-proto": "https"}, True)):
        one = Browser(door)
        answer = one.http.post("/api/guest", headers=one.token | said)
        flags = next(each for each in answer.headers.get_list("set-cookie") if each.startswith("session="))
        assert {"HttpOnly", "Path=/", "SameSite=strict"} <= {*flags.split("; ")}
        fresh = httpx.get(f"{door.address}/api/me", headers=said)  # gets a token against forged requests
        for cookie in (*answer.headers.get_list("set-cookie"), *fresh.headers.get_list("set-cookie")):
            assert cookie.split("; ").count("Secure") == secure, cookie
        assert "csrftoken" in fresh.cookies


def test_whatever_a_proxy_says_of_where_somebody_comes_from_a_failure_is_written_down(door):
    one, said = Browser(door), {"name": "nobody here", "password": "correct horse"}
    answer = one.http.post("/api/sign-in", json=said, headers=one.token | {"x-forwarded-for": "x" * 5000})
    assert answer.status_code == 401
    noted = cage_entries(door.server.halls["money"].house.books, kinds=["failed sign-in"], limit=1).entries[0]
    assert noted.why.startswith("from xxx")


@pytest.mark.parametrize(
    "forged",
    [
        {"x-csrftoken": "made up"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_page_of_another_site_can_do_nothing(door, forged):
    one = Browser(door)
    name = one.guest()
    answer = one.http.post("/api/sign-out", headers=one.token | forged)
    assert answer.status_code == 403
    assert one.get("/api/me").json()["name"] == name


def test_a_page_of_another_site_gets_no_line(door):
    one = Browser(door)
    one.guest()
    with pytest.raises(WebSocketException), one.line(origin="https://elsewhere.example") as line:
        line.recv(timeout=5)
    with one.line(origin=door.address) as line:
        assert hears(line, "hello", "bye")["type"] == "hello"


def test_a_page_whose_name_was_made_to_mean_this_machine_can_do_nothing(door):
    """A browser that asks a foreign name for its address and gets ours sends its page's requests here, as if they were
    that site's own."""
    one, host = Browser(door), {"host": "rebound.example:8080", "origin": "http://rebound.example:8080"}
    name = one.guest()
    for answer in (
        one.http.get("/", headers=host),
        one.http.get("/api/me", headers=host),
        one.http.post("/api/sign-out", headers=one.token | host),
    ):
        assert (answer.status_code, "--host-name" in answer.json()["detail"]) == (421, True)
        assert answer.headers.items() >= HEADERS.items()
    cookies = {"cookie": f"session={one.http.cookies['session']}"}
    for site, comes in (("rebound.example", False), ("localhost", True)):
        how = {"origin": f"http://{site}:8080", "address": door.listening.getsockname(), "additional_headers": cookies}
        with ExitStack() as stack:
            stack.enter_context(pytest.raises(WebSocketException) if not comes else ExitStack())
            line = stack.enter_context(connect(f"ws://{site}:8080/socket/play", **how))
            assert hears(line, "hello")["name"] == name
    for ours in ("localhost:1", "192.168.1.7", "[fe80::1]:8080"):
        assert one.http.get("/api/me", headers={"host": ours}).json()["name"] == name


def test_a_room_is_called_what_its_operator_says(door):
    for names, status in (((), 421), (("Room.example",), 200)):
        app = create_app(door.server, "s" * 64, names)
        asked = httpx.ASGITransport(app=app)

        async def asks(through=asked):
            async with httpx.AsyncClient(transport=through, base_url="https://room.example") as client:
                return await client.get("/health")

        assert asyncio.run(asks()).status_code == status


# -- connections that say nothing ----------------------------------------------------------------------------------


def test_a_request_that_does_not_end_is_not_waited_for(door, monkeypatch):
    monkeypatch.setattr(request_timeout, "SECONDS", 0.5)
    with net.create_connection(door.listening.getsockname(), 60) as call:
        heard = b""
        with suppress(ConnectionError):
            call.sendall(b"GET /health HTTP/1.1\r\n")
            heard = call.recv(100)
        assert heard == b"", "it is closed there"


# -- the people database -----------------------------------------------------------------------------------------------


@pytest.fixture
def people(tmp_path):
    """A people database whose clock stands until it is set: `people.clock[0] = 60`."""
    clock = [0]
    found = PeopleStore(PeopleDatabase(tmp_path / "people.db"), now=lambda: clock[0], hasher=QUICK)
    found.clock = clock
    yield found
    found.database.close()


def test_sessions_that_are_over_are_forgotten(people):
    people.sign_up("ann", "correct horse")
    anns, guests = people.begin_session("ann"), people.begin_session(people.add_guest().name)
    people.clock[0] = IDLE
    assert people.delete_ended_sessions() == 0
    people.clock[0] = IDLE + 1
    assert people.delete_ended_sessions() == 1
    assert people.session(anns, touch=False) is None
    assert people.session(guests, touch=False) is not None
    people.clock[0] = GUEST_IDLE + 1
    assert (people.delete_ended_sessions(), people.delete_ended_sessions()) == (1, 0)


def test_of_all_operators_who_stop_being_one_at_once_one_stays(people):
    for name in ("ann", "bea", "cal"):
        people.sign_up(name, "correct horse", ("operator",))

    def stops(name):
        with suppress(InputError):
            people.set_roles(name, ("player",))

    for _ in range(5):
        with ThreadPoolExecutor(3) as at_once:
            [*at_once.map(stops, ("ann", "bea", "cal"))]
        assert [each.name for each in people.users() if "operator" in each.roles], "nobody is one any more"
        for name in ("ann", "bea", "cal"):
            people.set_roles(name, ("operator",))


def test_a_session_goes_on_while_the_people_database_cannot_be_written(people, monkeypatch):
    @contextmanager
    def full():
        raise StoreError("the people database: the disk is full")
        yield

    guest = people.add_guest().name
    token = people.begin_session(guest)
    monkeypatch.setattr(people.database, "writing", full)
    people.clock[0] = 60
    assert people.session(token).name == guest
    people.clock[0] = GUEST_IDLE + 1
    assert people.session(token) is None


def test_who_is_barred_is_found_alone_and_guests_too(people):
    people.sign_up("ann", "correct horse")
    people.sign_up("bob", "correct horse")
    guest = people.add_guest().name
    people.bar("bob", "enough")
    people.bar(guest, "rude")
    assert people.barred() == {"bob": "enough", guest: "rude"}


def test_names_for_guests_are_looked_for_only_so_often(people, monkeypatch):
    monkeypatch.setattr("cardroom.web.people.store.secrets.randbelow", lambda _: 7)
    assert people.add_guest().name == "guest 100000007"
    with pytest.raises(InputError, match="no name was found for a guest"):
        people.add_guest()


def test_guests_who_are_long_gone_are_forgotten_and_nobody_else(people):
    people.sign_up("ann", "correct horse")
    names = [people.add_guest().name for _ in range(3)]
    people.begin_session(names[1])
    people.bar(names[2], "rude")
    day = 24 * 60 * 60
    people.clock[0] = day - 1
    assert people.delete_guests(day) == 0
    people.clock[0] = day
    assert people.delete_guests(day) == 1
    with pytest.raises(InputError, match="nobody is called"):
        people.user(names[0])
    assert [people.user(name).name for name in ("ann", *names[1:])] == ["ann", *names[1:]]
    with pytest.raises(InputError, match="The name or the password is wrong"):
        people.sign_in("nobody", "of this name")  # for whom the same is done as for somebody


def test_a_guest_has_no_name_that_a_forgotten_one_had(door, monkeypatch):
    drawn = iter([7, 7, 8])
    monkeypatch.setattr("cardroom.web.people.store.secrets.randbelow", lambda _: next(drawn))
    one, other = Browser(door), Browser(door)
    assert one.guest() == "guest 100000007"
    one.post("/api/sign-out")
    assert door.server.people.delete_guests(0) == 1
    assert other.guest() == "guest 100000008", "what the first one held and played is not theirs"


# -- how a table is run -----------------------------------------------------------------------------------------------


def kept_how(room, table):
    """The stored configuration of a table."""
    text = room.server.room_store.config(PLAY, table)
    return text and msgspec.json.decode(text, type=TableConfig)


def test_who_is_refused_a_table_changes_nothing_of_the_one_that_there_is(door):
    game, slow = cardroom.game(HOLDEM), TableConfig(TableTiming(answer_time=77))
    account = door.server.people.user(Browser(door).guest())
    mine = door.call(door.server.tables.open_practice(account, game))
    whose = kept_how(door, mine)
    said = at_once(door, 3, lambda: door.server.tables.open(PLAY, "at once", game, TableConfig(QUICKLY), FLOOR))
    assert [str(each) for each in said if each] == ["there is a table at once"] * 2
    door.call(door.server.halls[PLAY].order(FLOOR, mine, CloseTable()))
    for name, kept in (("at once", TableConfig(QUICKLY)), (mine, whose), ("x" * 65, None), (f"{JACKPOT}x", None)):
        with pytest.raises(InputError):
            door.call(door.server.tables.open(PLAY, name, game, slow, FLOOR))
        assert kept_how(door, name) == kept
    assert door.server.halls[PLAY].room.tables["at once"].timing == QUICKLY
    assert not door.call(door.server.tables.is_shown(PLAY, mine, "somebody else")), (
        "its rounds are its owner's for good"
    )


@pytest.mark.parametrize("name", ["High/Low", ".", ".."])
def test_a_table_is_called_nothing_that_no_address_can_name(door, name):
    with pytest.raises(InputError, match="no part of an address"):
        opened(door, name)


def test_who_may_not_play_takes_up_no_practice_table(door):
    one = Browser(door)
    door.server.people.bar(one.guest(), "a fight")
    refused = one.post("/api/halls/play/practice", game=HOLDEM)
    assert (refused.status_code, refused.json()["detail"]) == (409, "you may not play here: a fight")


def test_a_table_of_every_game_can_be_asked_for_by_its_name(door):
    one = Browser(door)
    one.guest()
    name = one.post("/api/halls/play/practice", game="pineapple-high-low").json()["table"]
    assert name.startswith("Pineapple High-Low, ")
    assert one.get(f"/api/halls/play/tables/{name}/rounds").status_code == 200


def test_how_a_table_was_run_is_forgotten_when_it_is_closed(door):
    table = opened(door, "closes", bots=0)
    account = door.server.people.user(Browser(door).guest())
    mine = door.call(door.server.tables.open_practice(account, cardroom.game(HOLDEM)))
    for name in (table, mine):
        door.call(door.server.halls[PLAY].order(FLOOR, name, CloseTable()))
        assert name not in door.server.tables.configs[PLAY]
    stays = opened(door, "stays", bots=0)
    door.call(door.server.chores.sweep())
    assert (kept_how(door, table), kept_how(door, stays)) == (None, TableConfig(QUICKLY))
    assert kept_how(door, mine).practice == account.name


# -- one process for a room in a file ----------------------------------------------------------------------------------


def test_a_room_in_a_file_is_served_by_one_process(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    where = f"sqlite:///{tmp_path}/room.db"
    with running(tmp_path):
        (tmp_path / "same.db").symlink_to(tmp_path / "room.db")
        with pytest.raises(InputError, match="One process serves a room in SQLite"):
            Server(databases_for(f"sqlite:///{tmp_path}/same.db"), hasher=QUICK)
    first = Process(where, "", tmp_path / "log", "--no-tables")  # who closes lets go of it ...
    first.await_open()
    with pytest.raises(InputError, match="another `cardroom serve` serves it"):
        Server(databases_for(where), hasher=QUICK)
    first.clear()
    with running(tmp_path) as room:  # ... and who dies too
        assert Browser(room).get("/ready").status_code == 200


# -- who may do what ---------------------------------------------------------------------------------------------------

ORDERS = {
    "/api/halls/play/tables": {"floor"},
    "/api/halls/play/tables/x/close": {"floor"},
    "/api/halls/play/tables/x/halt": {"floor"},
    "/api/halls/play/tables/x/resume": {"floor"},
    "/api/halls/play/tables/x/call-off": {"floor"},
    "/api/halls/money/cage/deposit": {"floor"},
    "/api/halls/money/correct": {"operator"},
    "/api/people/nobody/roles": {"operator"},
    "/api/people/nobody/bar": {"floor"},
    "/api/people/nobody/unlock": {"operator"},
    "/api/stops": {"floor"},
    "/api/halls/nowhere/audit": {"operator", "auditor"},
    "/api/program/check": {"operator", "auditor"},
}
HOUSE = ("report", "jackpots", "liabilities", "events", "audit", "pairs", "people/ann/rounds")
LOOKS = ("/api/people", "/api/stops", *(f"/api/halls/play/{what}" for what in HOUSE))


def test_every_order_is_for_whom_it_is_for_and_nobody_else(door):
    guest, nobody = Browser(door), Browser(door)
    guest.guest()
    people = {role: Browser(door).sign_up(f"the {role}", "correct horse", role) for role in ("floor", "auditor")}
    people |= {"player": Browser(door).sign_up("the player"), "guest": guest}
    for path, roles in ORDERS.items():
        assert nobody.post(path).status_code == 401
        for role, one in people.items():
            allowed = role in roles
            assert (one.post(path).status_code == 403) != allowed, f"{role}: {path}"
    for path in LOOKS:
        seen = {role: one.get(path).status_code for role, one in people.items()}
        assert {role: status for role, status in seen.items() if status == 403} == {"player": 403, "guest": 403}, path
    written = [route.path for route in door.server_app.routes if "POST" in getattr(route, "methods", ())]
    own = {"/api/guest", "/api/sign-up", "/api/sign-in", "/api/sign-out", "/api/password", "/api/refill"}
    own |= {"/api/halls/*/practice", "/api/halls/*/tables/*/rounds/*/share", "/api/games/*/*/certificate"}
    known = {re.sub(r"/(x|nobody|play|money|deposit|nowhere)(?=/|$)", "/*", path) for path in ORDERS}
    for path in written:
        said = re.sub(r"\{[^}]*\}", "*", path)
        assert said in known | own, f"{path} is an order that this test does not know"


def test_guests_never_reach_money(door):
    one, floor = Browser(door), Browser(door).sign_up("cashier", "correct horse", "floor", "operator")
    name = one.guest()
    with one.line("money") as line:
        assert "guests play for play money" in hears(line, "hello", "bye")["why"]
    assert set(one.get("/api/me").json()["halls"]) == {"play"}
    assert one.post("/api/halls/money/practice", game=HOLDEM).status_code == 409
    slip = floor.post("/api/halls/money/cage/deposit", id="1", who=name, cents=5)
    better = floor.post("/api/halls/money/correct", id="1", player=name, cents=5, better=True, why="for luck")
    for answer in (slip, better):
        assert (answer.status_code, "guest" in answer.json()["detail"]) == (409, True)
    assert door.server.halls["money"].house.holdings(name) == 0


def test_the_play_money_of_a_guest_goes_with_who_takes_a_name_and_nothing_of_it_becomes_money(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    table = opened(door, "before the name", bots=0)
    one, play = Browser(door), door.server.halls[PLAY].house
    guest = one.guest()
    told = one.get("/api/me").json()
    assert (told["away"], told["forgotten"]) == (GUEST_IDLE // DAY, door.server.forget)
    play.withdraw(guest, 123_400, who="play money", key="some is gone")
    with one.line() as line:
        assert ask(line, "sit", table=table, cents=20_000)["type"] == "accepted"
        refused = one.post("/api/sign-up", name="takes a name", password="correct horse")
        assert (refused.status_code, "$200 of your play money lies at tables" in refused.json()["detail"]) == (
            409,
            True,
        )
        assert ask(line, "quit", table=table)["type"] == "accepted"
    had, session = play.balance(guest), one.http.cookies["session"]
    with one.line() as line:
        hears(line, "hello")
        one.sign_up("takes a name")
        assert "session is over" in hears(line, "bye")["why"]
    me = one.get("/api/me").json()
    assert (me["name"], me["guest"], me["halls"]["play"]["balance"], me["halls"]["money"]["balance"]) == (
        "takes a name",
        False,
        had,
        0,
    )
    assert (had, play.holdings(guest), door.server.people.session(session)) == (876_600, 0, None)


def test_a_guest_who_may_not_play_takes_no_other_name(door):
    one = Browser(door)
    door.server.people.bar(one.guest(), "they asked for it")
    refused = one.post("/api/sign-up", name="another name", password="correct horse")
    assert (refused.status_code, refused.json()["detail"]) == (409, "you may not play here: they asked for it")
    assert "another name" not in {each.name for each in door.server.people.users()}


def test_just_after_the_start_a_table_is_being_opened_and_not_missing(door):
    server = door.server
    server.tables._planned = {"Badugi": cardroom.game("badugi")}
    try:
        assert {"name": "Badugi", "state": "opening", "of": "badugi"} in Browser(door).get(
            "/api/halls/play/tables"
        ).json()
    finally:
        server.tables._planned = {}
    assert not [each for each in Browser(door).get("/api/halls/play/tables").json() if "of" in each]


def test_nobody_answers_for_a_seat_that_is_not_theirs(door):
    table = opened(door, "not yours", bots=0, settings=TableTiming(answer_time=3600, pause_between=0.05))
    ann, bob, eve = (Browser(door) for _ in range(3))
    for each in (ann, bob, eve):
        each.guest()
    with ann.line() as one, bob.line() as other, eve.line() as third:
        for line in (one, other):
            line.send(json.dumps({"type": "watch", "table": table}))
            assert ask(line, "sit", table=table, cents=20_000)["type"] == "accepted"
        live = door.server.halls[PLAY].room.tables[table]
        while not (asked := live.asked()):
            time.sleep(0.01)
        [(who, question, number)] = asked
        names = {ann.get("/api/me").json()["name"]: other, bob.get("/api/me").json()["name"]: one}
        round = live.round
        events = len(round.events)
        said = {"table": table, "spot": question.spot, "question": number, "action": "fold"}
        for line in (names[who], third):
            denied = ask(line, "answer", **said)
            assert (denied["type"], denied["why"]) == ("denied", "That is not yours to answer")
        off = {"type": "call-off", "why": "I lost", "round": live.state.round_id}
        for kind in ({"type": "close"}, {"type": "halt", "why": "me"}, off):
            assert ask(third, kind.pop("type"), table=table, **kind)["why"] == "that is for the floor"
        assert len(round.events) == events
        assert [each[0] for each in live.asked()] == [who]


def test_who_is_the_floor_no_more_gives_no_more_orders(door):
    table = opened(door, "orders", bots=0)
    operator = Browser(door).sign_up("the boss", "correct horse", "operator")
    one = Browser(door).sign_up("late shift", "correct horse", "floor")
    with one.line() as line:
        assert ask(line, "halt", table=table, why="a spill")["type"] == "accepted"
        assert operator.post("/api/people/late shift/roles", roles=["player"], why="gone home").status_code == 200
        assert "what you may do here was changed" in hears(line, "bye")["why"]
    with one.line() as line:
        assert ask(line, "halt", table=table, why="a spill")["why"] == "that is for the floor"


def test_who_signs_out_or_takes_another_password_is_cut_off_everywhere_at_once(door, monkeypatch):
    """Long before sessions would be looked at by the clock; a session that is not over keeps its lines."""
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    here = Browser(door).sign_up("two places")
    there = Browser(door)
    there.post("/api/sign-in", name="two places", password="correct horse")
    with here.line() as one, here.line("money") as other, there.line() as third:
        for line in (one, other, third):
            hears(line, "hello")
        assert here.post("/api/sign-out").status_code == 200
        for line in (one, other):
            assert "session is over" in hears(line, "bye")["why"]
        assert ask(third, "quit", table="nowhere")["why"] == "there is no table nowhere", "it is still heard"
        changed = Browser(door)
        changed.post("/api/sign-in", name="two places", password="correct horse")
        assert changed.post("/api/password", old="correct horse", new="battery staple").status_code == 200
        assert "session is over" in hears(third, "bye")["why"]
        with changed.line() as fourth:
            assert hears(fourth, "hello", "bye")["type"] == "hello"


def test_who_comes_in_as_another_is_no_more_who_they_were(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    one = Browser(door).sign_up("one of two")
    Browser(door).sign_up("other of two")
    with one.line() as line:
        hears(line, "hello")
        before = dict(one.http.cookies)
        assert one.post("/api/sign-in", name="other of two", password="correct horse").json()["name"] == "other of two"
        assert "session is over" in hears(line, "bye")["why"]
    with one.line() as line:  # who comes in once more as who they are goes on playing
        hears(line, "hello")
        one.post("/api/sign-in", name="other of two", password="correct horse")
        assert ask(line, "quit", table="nowhere")["why"] == "there is no table nowhere"
    assert httpx.get(f"{door.address}/api/me", cookies=before).json()["name"] is None
    before = dict(one.http.cookies)
    assert one.post("/api/guest").json()["guest"]
    assert httpx.get(f"{door.address}/api/me", cookies=before).json()["name"] is None
    assert one.post("/api/sign-in", name="other of two", password="wrong horse").status_code == 401
    assert one.get("/api/me").json()["guest"], "who is refused is who they were"


def test_who_cannot_come_in_as_another_because_the_books_cannot_be_read_stays_who_they_were(door, monkeypatch):
    Browser(door).sign_up("behind the books")
    one = Browser(door)
    name = one.guest()

    def unread(who):
        raise StoreError("the books cannot be read")

    with monkeypatch.context() as broken:
        broken.setattr(door.server.halls[PLAY].house, "balance", unread)
        answer = one.post("/api/sign-in", name="behind the books", password="correct horse")
        assert answer.status_code >= 500
        assert "set-cookie" not in answer.headers
    assert one.get("/api/me").json()["name"] == name, "a guest has no other way back"


def test_who_opens_two_pages_at_once_and_is_made_a_guest_for_both_is_one_and_cuts_neither_off(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    one = Browser(door)
    name = one.guest()
    with one.line() as line:
        hears(line, "hello")
        assert one.guest() == name, "the other page had asked who it is before the first one was a guest"
        assert ask(line, "back", table="no such table")["type"] == "denied", "the line is still there"


def test_who_is_the_floor_no_more_when_their_line_is_just_coming_in_gives_no_orders(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    one, hall = Browser(door).sign_up("at the door", "correct horse", "floor"), door.server.halls[PLAY]
    connect = hall.connect

    def comes_in(person):
        door.server.people.set_roles("at the door", ("player",))
        door.server.recheck_session("at the door")
        return connect(person)

    monkeypatch.setattr(hall, "connect", comes_in)
    with one.line() as line:
        assert "what you may do here was changed" in hears(line, "bye")["why"]


def test_the_only_operator_stays_one(door):
    people = door.server.people
    operators = [each.name for each in people.users() if "operator" in each.roles]
    boss = Browser(door).sign_up("last boss", "correct horse", "operator")
    for name in operators:
        people.set_roles(name, ("player",))
    refused = boss.post("/api/people/last boss/roles", roles=["player"], why="enough")
    assert (refused.status_code, "only operator" in refused.json()["detail"]) == (409, True)


def at_once(room, many, work):
    """What becomes of the same request, made so many times at once: nothing, a table, or why not."""

    async def asks():
        return await asyncio.gather(*(work() for _ in range(many)), return_exceptions=True)

    return room.call(asks())


def test_of_several_refills_at_once_one_is_given(door):
    name = Browser(door).guest()
    account, house = door.server.people.user(name), door.server.halls[PLAY].house
    house.withdraw(name, 950_000, who="cage", key=f"out {name}")
    said = at_once(door, 10, lambda: door.server.play_money.refill(account))
    assert said.count(None) == 1
    assert {str(each) for each in said if each} == {"there is new play money when less than $1,000 is left"}
    assert house.balance(name) == house.holdings(name) == 1_050_000


def test_of_several_practice_tables_at_once_three_are_opened(door):
    account = door.server.people.user(Browser(door).guest())
    game = cardroom.game("three-card-poker-6-card-bonus")
    said = at_once(door, 12, lambda: door.server.tables.open_practice(account, game))
    tables = {each for each in said if isinstance(each, str)}
    assert len(tables) == 3
    assert tables == {each["name"] for each in door.server.tables.lobby(PLAY) if each["practice"] == account.name}
    assert {str(each) for each in said if each not in tables} == {"you have 3 practice tables: leave one first"}


@pytest.mark.parametrize(
    ("module", "bucket", "path", "first"),
    [(people_api, "_REFILL", "/api/refill", 409), (lobby_api, "_PRACTICE", "/api/halls/play/practice", 201)],
)
def test_one_address_asks_for_play_money_and_tables_only_so_often(door, monkeypatch, module, bucket, path, first):
    monkeypatch.setattr(module, bucket, RateLimiter(1, 1 / 60))
    one = Browser(door)
    one.guest()
    answers = [one.post(path, game=HOLDEM) for _ in range(2)]
    assert [each.status_code for each in answers] == [first, 429]
    assert answers[1].json()["detail"] == "too many requests: wait a little"


def test_a_practice_table_is_its_owners_alone(door):
    one, other = Browser(door), Browser(door)
    one.guest(), other.guest()
    table = one.post("/api/halls/play/practice", game="three-card-poker-6-card-bonus").json()["table"]
    assert table in [each["name"] for each in one.get("/api/halls/play/tables").json()]
    assert table not in [each["name"] for each in other.get("/api/halls/play/tables").json()]
    with other.line() as line, one.line() as mine:
        assert ask(line, "sit", table=table, cents=10_000)["why"] == f"there is no table {table}"
        line.send(json.dumps({"type": "watch", "table": table}))
        assert hears(line, "scene", "denied")["why"] == f"there is no table {table}"
        assert ask(mine, "sit", table=table, cents=100_000)["type"] == "accepted"


def test_a_practice_table_that_was_left_is_closed(door, monkeypatch):
    account, chores = door.server.people.user(Browser(door).guest()), door.server.chores
    left, other = (door.call(door.server.tables.open_practice(account, cardroom.game(HOLDEM))) for _ in range(2))
    tables = door.server.halls[PLAY].room.tables
    door.call(door.server.halls[PLAY].order(Person(account.name), other, Join(account.name, 20_000)))
    door.call(chores.close_practice())
    assert {left, other} <= tables.keys(), "somebody may come"
    monkeypatch.setattr("cardroom.web.halls.chores.LEFT", -1)
    hall, refused = door.server.halls[PLAY], door.call(door.server.tables.open_practice(account, cardroom.game(HOLDEM)))
    orders = hall.order
    chores._empty = {refused: 0.0}  # the first to be closed

    async def order(who, table, command, **how):
        if table == refused:
            raise InputError("it waits until the round is over")
        await orders(who, table, command, **how)

    with monkeypatch.context() as patch:
        patch.setattr(hall, "order", order)
        door.call(chores.close_practice())
    assert refused in tables
    assert left not in tables
    assert other in tables, "somebody sits there"


def test_the_first_operator_must_choose_a_password_before_anything_else(often):
    with in_memory() as folder, running(folder) as room:
        first, secret = Browser(room), room.server.secret
        assert first.post("/api/sign-in", name="operator", password=secret).json()["once"]
        assert first.get("/api/people").status_code == 403
        with first.line() as line:
            assert "password of your own" in hears(line, "hello", "bye")["why"]
        assert first.post("/api/password", old=secret, new="battery staple").status_code == 200
        assert first.get("/api/people").status_code == 200
        assert Browser(room).post("/api/sign-in", name="operator", password=secret).status_code == 401
        kept = b"".join(file.read_bytes() for file in folder.iterdir())
        assert secret.encode() not in kept
        for file in folder.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


# -- what is said, and what is not ----------------------------------------------------------------------------------


UNNAMED = (
    *(
        "аnn",
        "Ｂob",
        "ann\u202e",
        "a\u0000b",
        "an\u00adn",
        "ⅷ",
        "ı",
        "日本",
        "ann🂡",
        "ann\n",
        "a/b",
        "-ann",
        "ann ",
        "",
        "x" * 25,
    ),
    *("bot Lark", "B0T Lark", "guest 5", "GUEST", "house", "BANK", "C0llection", "17"),
    *("door", "Play Money", "cardroom serve", "nobody"),  # as the books call whoever does something for the house
)


@pytest.mark.parametrize("name", UNNAMED)
def test_nobody_is_called_what_could_be_taken_for_another(door, name):
    refused = Browser(door).post("/api/sign-up", name=name, password="correct horse")
    assert (refused.status_code, refused.json()["detail"][:11]) == (409, "a name has ")


def test_names_that_are_one_by_unicode_are_one_person():
    """Of all letters that a name can have, and that come of them: whatever Unicode takes for the same is the same."""
    plain = {}
    for letter in map(chr, range(0x30000)):
        same = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", letter).casefold())
        plain.setdefault(same, set()).add(letter)
    several = [letters for letters in plain.values() if len(letters) > 1]
    allowed = [letter for letter in map(chr, range(0x180)) if NAMED.fullmatch(letter)]
    assert len(several) > 1000
    assert len(allowed) > 150
    for letters in several:
        if {*allowed} & letters:
            assert len({normalize(letter) for letter in letters if letter.isprintable()}) == 1, letters


def test_names_that_look_alike_are_one():
    for name in ("José", "Łukasz", "O'Neil", "Jean-Luc", "Ann B. 2"):
        check_name(name)
    with pytest.raises(InputError):
        check_name("Bаnk")


def test_two_people_cannot_look_like_each_other(door):
    Browser(door).sign_up("Iris O")
    for name in ("lris O", "1ris 0", "IRIS o", "Íris O"):
        refused = Browser(door).post("/api/sign-up", name=name, password="correct horse")
        assert (refused.status_code, "already" in refused.json()["detail"]) == (409, True)


def test_a_name_too_many_for_a_function_is_a_house_rule_that_is_not_known(door):
    one = Browser(door)
    one.guest()
    for name in ("rules", "slug", "game", "self", "chosen"):
        answer = one.post("/api/halls/play/practice", game=HOLDEM, house={name: "x"})
        assert (answer.status_code, "has no house rule" in answer.json()["detail"]) == (409, True)
    assert one.post("/api/halls/nowhere/practice", game=HOLDEM).status_code == 404


def test_a_fault_of_ours_stops_no_table_and_tells_nothing(door, monkeypatch, caplog):
    table = opened(door, "faulty", settings=TableTiming(answer_time=3600, pause_between=0.05))
    one = Browser(door)
    name = one.guest()
    real, faults = HouseTable.do, []

    def do(self, command, *more):
        if isinstance(command, SubmitAnswer) and (self.name, command.bettor) == (table, name) and not faults:
            faults.append(command.bettor)
            raise RuntimeError("the secret is 7c6f")
        return real(self, command, *more)

    monkeypatch.setattr(HouseTable, "do", do)
    with one.line() as line:
        line.send(json.dumps({"type": "watch", "table": table}))
        assert ask(line, "sit", table=table, cents=20_000)["type"] == "accepted"
        live = door.server.halls[PLAY].room.tables[table]
        while not (asked := [each for each in live.asked() if each[0] == name]):
            time.sleep(0.01)
        said = {"table": table, "spot": asked[0][1].spot, "question": asked[0][2], "action": "fold"}
        denied = ask(line, "answer", **said)
        assert (faults, denied["type"]) == ([name], "denied")
        assert "something of ours went wrong" in denied["why"]
        assert "7c6f" not in denied["why"]
        assert "RuntimeError" not in denied["why"]
        assert ask(line, "answer", **said)["type"] == "accepted", "the table goes on"


def test_a_fault_of_ours_is_no_page_of_code(door, monkeypatch):
    one = Browser(door)
    one.guest()
    monkeypatch.setattr(type(door.server.play_money), "refill", lambda *_: 1 / 0)
    answer = one.post("/api/refill")
    assert (answer.status_code, answer.json()["detail"]) == (500, "something of ours went wrong; it is written down")
    assert answer.headers.items() >= HEADERS.items()


def test_one_person_has_so_many_lines_and_no_more(door):
    one = Browser(door)
    one.guest()
    with ExitStack() as stack:
        lines = [stack.enter_context(one.line()) for _ in range(MOST_CONNECTIONS + 3)]
        said = [hears(line, "hello", "bye")["type"] for line in lines]
    assert (said.count("hello"), said.count("bye")) == (MOST_CONNECTIONS, 3)


def test_no_secret_is_in_the_log(often):
    written = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("cardroom", "uvicorn.error")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    log_to(written, "debug")
    try:
        with in_memory() as folder, running(folder) as room:
            table = opened(room, "table 7", bots=2)
            one = Browser(room).sign_up("ann", "a password of ann's")
            Browser(room).post("/api/sign-in", name="ann", password="not the password")
            Browser(room).post("/api/sign-in", name="a password as a name", password="not the password")
            with one.line() as line:
                line.send(json.dumps({"type": "watch", "table": table}))
                ask(line, "sit", table=table, cents=20_000)
                line.send("{nonsense")
                live = room.server.halls[PLAY].room.tables[table]
                while not (kept := live._committed).round:
                    time.sleep(0.01)
                secrets = re.findall(r"[0-9a-f]{32,}", json.dumps(kept.round.shuffle.kept(), default=str))
                secrets = {*secrets} - {kept.round.shuffle.commitment}
            token = one.http.cookies["session"]
            csrf = one.http.cookies["csrftoken"]
            first = room.server.secret
    finally:
        for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    text = written.getvalue()
    assert '"message":"connected"' in text, "there is a log"
    assert secrets
    for secret in (token, csrf, first, "a password of ann's", "not the password", "a password as a name", *secrets):
        assert secret not in text


def test_others_are_served_while_many_say_nothing_slowly_and_one_says_too_much(door, monkeypatch):
    monkeypatch.setattr(socket, "SPEED", RateLimiter(60, 20))
    opened(door, "table 7", bots=0)
    assert crowd(door, 150, 2.0) < 5, "seconds, on a busy machine"
    assert door.server.halls[PLAY].received < 1000, "who floods is heard slowly"


def test_nobody_signs_up_under_a_name_that_has_an_account(door):
    """As after a restore of the books without the people database."""
    house = door.server.halls["money"].house
    house.deposit("zed", 1_764_416, who="cage 1", key="before")
    refused = Browser(door).post("/api/sign-up", name="zed", password="correct horse")
    assert refused.status_code == 409
    assert "has an account here already" in refused.json()["detail"]
    assert house.balance("zed") == 1_764_416
