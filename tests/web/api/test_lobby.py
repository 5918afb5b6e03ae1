"""The lobby's routes: tables and practice tables."""

import json
import time

import pytest

import cardroom
from cardroom.room.timing import TableTiming
from cardroom.web.api import lobby as lobby_api
from cardroom.web.api import people as people_api
from cardroom.web.halls import table_directory
from cardroom.web.pages import routes
from cardroom.web.people.rate_limiter import RateLimiter
from support.browser import Browser, ask, hears
from support.server import HOLDEM


def test_a_barred_guest_gets_no_practice_table(door):
    one = Browser(door)
    door.server.people.bar(one.guest(), "a fight")
    refused = one.post("/api/v1/halls/play/practice", game=HOLDEM)
    assert (refused.status_code, refused.json()["detail"]) == (409, "You are barred from playing: a fight")


def test_a_practice_table_can_be_requested_by_its_name(door):
    one = Browser(door)
    one.guest()
    name = one.post("/api/v1/halls/play/practice", game="pineapple-high-low").json()["table"]
    assert name.startswith("Pineapple High-Low, ")
    assert one.get(f"/api/v1/halls/play/tables/{name}/rounds").status_code == 200


def test_planned_tables_are_listed_as_opening(door):
    server = door.server
    server.tables._planned = {"Badugi": cardroom.game("badugi")}
    try:
        listed = Browser(door).get("/api/v1/halls/play/tables").json()
        assert ("Badugi", "opening", "badugi") in [(each["name"], each["state"], each["of"]) for each in listed]
    finally:
        server.tables._planned = {}
    assert not [each for each in Browser(door).get("/api/v1/halls/play/tables").json() if "of" in each]


@pytest.mark.parametrize(
    ("module", "bucket", "path", "first"),
    [(people_api, "_REFILL", "/api/v1/refill", 409), (lobby_api, "OPENED", "/api/v1/halls/play/practice", 201)],
)
def test_requests_for_play_money_and_tables_are_limited_by_address(door, monkeypatch, module, bucket, path, first):
    monkeypatch.setattr(module, bucket, RateLimiter(1, 1 / 60))
    one = Browser(door)
    one.guest()
    answers = [one.post(path, game=HOLDEM) for _ in range(2)]
    assert [each.status_code for each in answers] == [first, 429]
    assert answers[1].json()["detail"] == "Too many requests. Wait a moment and try again."


def test_only_its_owner_sees_a_practice_table(door):
    one, other = Browser(door), Browser(door)
    one.guest(), other.guest()
    table = one.post("/api/v1/halls/play/practice", game="three-card-poker-6-card-bonus").json()["table"]
    assert table in [each["name"] for each in one.get("/api/v1/halls/play/tables").json()]
    assert table not in [each["name"] for each in other.get("/api/v1/halls/play/tables").json()]
    with other.line() as line, one.line() as mine:
        assert ask(line, "join", table=table, cents=10_000)["why"] == f"There is no table {table}."
        line.send(json.dumps({"type": "watch", "table": table}))
        assert hears(line, "scene", "denied")["why"] == f"There is no table {table}."
        assert ask(mine, "join", table=table, cents=100_000)["type"] == "accepted"


def test_python_argument_names_are_unknown_house_rules(door):
    one = Browser(door)
    one.guest()
    for name in ("rules", "slug", "game", "self", "chosen"):
        answer = one.post("/api/v1/halls/play/practice", game=HOLDEM, house={name: "x"})
        assert (answer.status_code, "has no house rule" in answer.json()["detail"]) == (409, True)
    assert one.post("/api/v1/halls/nowhere/practice", game=HOLDEM).status_code == 404


def test_the_start_page_is_made_once_for_visitors_who_see_the_same(door):
    one = Browser(door)
    one.guest()
    routes._filled.cache_clear()
    pages = [Browser(door).get("/").text for _ in range(3)]
    assert (len({*pages}), routes._filled.cache_info().misses) == (1, 1)
    mine = one.get("/").text
    assert one.get("/api/v1/me").json()["name"] in mine
    assert mine not in pages, "a page of a person is only theirs"
    assert Browser(door).get("/").text == pages[0]
    table = one.post("/api/v1/halls/play/practice", game=HOLDEM).json()["table"]
    assert json.dumps(table) in one.get("/").text, "the tables are those of now"
    listed = json.loads(mine.partition('id="preloaded">')[2].partition("</script>")[0])["/api/v1/games"]
    assert listed == one.get("/api/v1/games").json()


def closed(door, table):
    """Whether a table closes within some seconds."""
    tables, until = door.server.halls["play"].room.tables, time.monotonic() + 240
    while table in tables and time.monotonic() < until:
        time.sleep(0.02)
    return table not in tables


def test_a_practice_table_closes_when_its_only_person_leaves(door):
    one = Browser(door)
    one.guest()
    table = one.post("/api/v1/halls/play/practice", game=HOLDEM).json()["table"]
    with one.line() as line:
        assert ask(line, "join", table=table, cents=10_000)["type"] == "accepted"
        assert ask(line, "leave", table=table)["type"] == "accepted"
        assert closed(door, table)


def test_a_practice_table_closes_when_the_connection_of_its_only_person_is_gone(door, monkeypatch):
    """The table's timing says when a person without a connection loses the seat."""
    monkeypatch.setattr(table_directory, "PRACTICE", TableTiming(disconnect_grace=0, away_limit=0, answer_time=0))
    one = Browser(door)
    one.guest()
    table = one.post("/api/v1/halls/play/practice", game=HOLDEM).json()["table"]
    with one.line() as line:
        line.send(json.dumps({"type": "watch", "table": table}))
        hears(line, "scene")
        assert table in door.server.halls["play"].room.tables
        assert ask(line, "join", table=table, cents=10_000)["type"] == "accepted"
    assert closed(door, table)


def test_a_private_table_stays_open_for_a_while(door):
    one = Browser(door)
    one.guest()
    table = one.post("/api/v1/halls/play/private", game=HOLDEM).json()["table"]
    with one.line() as line:
        assert ask(line, "join", table=table, cents=10_000)["type"] == "accepted"
        assert ask(line, "leave", table=table)["type"] == "accepted"
    door.call(door.server.chores.close_practice())
    assert table in door.server.halls["play"].room.tables
