"""Private tables: only people with the link see them, on every route, and the coach needs everyone's consent."""

import asyncio
import json
import time

import pytest

from cardroom.play.table import CloseTable
from cardroom.web.api import friends as friends_api
from cardroom.web.api import lobby as lobby_api
from cardroom.web.api import websocket as socket
from cardroom.web.halls import chores
from cardroom.web.halls.table_config import HOUSE, PLAY
from cardroom.web.people.rate_limiter import RateLimiter
from support.browser import Browser, ask, hears

GAME = "three-card-poker-6-card-bonus"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    for api in (lobby_api, friends_api):
        monkeypatch.setattr(api, "OPENED", RateLimiter(10**6, 10**6))


def comes(door):
    one = Browser(door)
    return one, one.guest()


def opens(one, **how):
    """Open a private table; return its path and the answer."""
    answer = one.post("/api/v1/halls/play/private", game=GAME, **how)
    assert answer.status_code == 201, answer.text
    return f"/api/v1/halls/play/tables/{answer.json()['table']}", answer.json()


def names(one):
    return [each["name"] for each in one.get("/api/v1/halls/play/tables").json()]


def refusals(one, table, path):
    """What a user gets from every route about a table."""
    gets = (
        "rounds",
        "shoe",
        "rounds/1",
        "rounds/1/record",
        "rounds/1/phh",
        "review",
        "review/1",
        "review/shared",
        "link",
    )
    found = {name: one.get(f"{path}/{name}").status_code for name in gets}
    posts = {"coach": {"spot": "1", "question": "1"}, "coach/agree": {"agree": True}, "rounds/1/share": {}, "link": {}}
    posts |= {"bots/leave": {"bot": "bot Lark"}, "review/shared": {"share": True}}
    found |= {f"post {name}": one.post(f"{path}/{name}", **body).status_code for name, body in posts.items()}
    with one.line() as line:
        line.send(json.dumps({"type": "watch", "table": table}))
        found["watch"] = hears(line, "scene", "denied")["type"]
        for kind, body in (("join", {"cents": 10_000}), ("top-up", {"cents": 10_000}), ("leave", {})):
            found[kind] = ask(line, kind, table=table, **body).get("why")
    return found


def test_a_private_table_does_not_exist_for_people_without_its_link(door):
    one, _ = comes(door)
    path, opened = opens(one, bots=1)
    table = opened["table"]
    stranger, _ = comes(door)
    nothing = f"There is no table {table}."
    for name, got in refusals(stranger, table, path).items():
        assert got in (404, "denied", nothing), (name, got)
    for page in ("/api/v1/halls/play/tables", "/", f"/table?hall=play&table={table}", "/api/v1/halls/play/rounds"):
        assert table not in stranger.get(page).text, page
    jackpots = stranger.get("/api/v1/halls/play/jackpots")
    assert jackpots.status_code == 403 or table not in jackpots.text
    assert table not in Browser(door).get("/api/v1/halls/play/tables").text, "nor for visitors without a session"
    assert table not in names(Browser(door).sign_up("private floor", "correct horse", "floor"))
    for key in ("", "x" * 24, opened["key"][:-1], opened["key"][:-1] + "é"):
        assert stranger.post(f"{path}/enter", key=key).status_code == 404
    assert table in names(one)


def test_a_hidden_table_and_no_table_get_the_same_answers(door):
    """Otherwise a stranger could find out who practises, because the name of a practice table has its owner's."""
    one, _ = comes(door)
    hidden = [opens(one, bots=1)[1]["table"], one.post("/api/v1/halls/play/practice", game=GAME).json()["table"]]
    stranger, _ = comes(door)
    for table in hidden:
        known, none = ({**refusals(stranger, name, f"/api/v1/halls/play/tables/{name}")} for name in (table, "nope"))
        assert {name: str(got).replace(table, "nope") for name, got in known.items()} == {
            name: str(got) for name, got in none.items()
        }


def test_people_with_the_link_see_the_table_and_pass_the_link_on(door):
    one, _ = comes(door)
    path, opened = opens(one, bots=0)
    friend, other = comes(door)[0], comes(door)[0]
    assert friend.post(f"{path}/enter", key=opened["key"]).status_code == 200
    listed = next(each for each in friend.get("/api/v1/halls/play/tables").json() if each["name"] == opened["table"])
    assert (listed["private"], listed["practice"], listed["people"]) == (True, False, [])
    assert "owner" not in listed
    assert "admitted" not in listed
    assert friend.get(f"{path}/link").json() == opened
    with friend.line() as line:
        assert ask(line, "join", table=opened["table"], cents=50_000)["type"] == "accepted"
    assert friend.get(f"{path}/rounds").status_code == 200
    assert friend.get(f"{path}/review").status_code == 403, "values only after the session, as at public tables"
    _, second = opens(one, bots=0)
    assert other.post(f"{path}/enter", key=second["key"]).status_code == 404, "each table has its own key"
    assert other.post("/api/v1/halls/play/tables/nothing/enter", key=opened["key"]).status_code == 404


def test_friends_who_come_together_are_all_admitted(door):
    one, name = comes(door)
    _, opened = opens(one, bots=0)
    tables = door.server.tables
    people = [f"friend {number}" for number in range(12)]

    async def come():
        await asyncio.gather(*(tables.admit(PLAY, opened["table"], who, opened["key"]) for who in people))

    door.call(come())
    assert {*tables.configs[PLAY][opened["table"]].private} == {name, *people}
    tables.configs[PLAY].clear()
    assert door.call(tables.is_shown(PLAY, opened["table"], people[3])), "it is stored, not only remembered"


def test_the_coach_of_a_private_table_needs_the_consent_of_all(door):
    one, name = comes(door)
    path, opened = opens(one, bots=1)
    friend, other = comes(door)
    friend.post(f"{path}/enter", key=opened["key"])
    why = door.server.tables.why_no_coach
    with one.line() as mine, friend.line() as theirs:
        for line in (mine, theirs):
            assert ask(line, "join", table=opened["table"], cents=50_000)["type"] == "accepted"
        assert other in door.call(why(PLAY, opened["table"], name))
        assert friend.post(f"{path}/coach/agree", agree=True).json() == {"agreed": [other]}
        assert door.call(why(PLAY, opened["table"], name)) == ""
        assert name in door.call(why(PLAY, opened["table"], other)), "consent is not mutual by itself"


def test_a_private_table_is_for_play_money_and_counts_towards_the_limit(door):
    one = Browser(door).sign_up("opens many")
    assert one.post("/api/v1/halls/money/private", game=GAME).status_code == 409
    for _ in range(3):
        opens(one, bots=0)
    refused = one.post("/api/v1/halls/play/private", game=GAME)
    assert (refused.status_code, "tables of your own" in refused.json()["detail"]) == (409, True)
    assert Browser(door).post("/api/v1/halls/play/private", game=GAME).status_code == 401


def test_a_private_table_waits_for_people(door):
    """Bots come only if the opener asks for them. A practice table has the usual ones."""
    one, _ = comes(door)
    _, opened = opens(one)
    assert not door.server.halls[PLAY].room.tables[opened["table"]].seated
    practice = one.post("/api/v1/halls/play/practice", game=GAME).json()["table"]
    assert door.server.halls[PLAY].room.tables[practice].seated


def test_rules_stakes_and_bots_are_chosen(door):
    one, _ = comes(door)
    answer = one.post(
        "/api/v1/halls/play/private",
        game="texas-holdem",
        house={"stakes": "$5/$10"},
        bots=2,
        pace="quick",
        level="easy",
    ).json()
    config = door.server.tables.configs[PLAY][answer["table"]]
    assert (config.bots, config.pace, config.level) == (2, "quick", "easy")
    live = door.server.halls[PLAY].room.tables[answer["table"]]
    assert "$5/$10" in live.summary().stakes
    assert sum(who.startswith("bot ") for who in live.seated) == 2
    practice = one.post("/api/v1/halls/play/practice", game=GAME, bots=3, pace="slow").json()["table"]
    config = door.server.tables.configs[PLAY][practice]
    assert (config.bots, config.pace, bool(config.level)) == (3, "slow", False)
    refused = one.post("/api/v1/halls/play/practice", game=GAME, level="perfect")
    assert refused.status_code == 400


def test_an_empty_private_table_is_closed_after_ten_minutes_and_stays_private(door, monkeypatch):
    one, _ = comes(door)
    path, opened = opens(one, bots=1)
    now = chores.clock()
    for minutes, there in ((0, True), (9, True), (11, False)):
        monkeypatch.setattr(chores, "clock", lambda minutes=minutes: now + 60 * minutes)
        door.call(door.server.chores.close_practice())
        assert (opened["table"] in door.server.halls[PLAY].room.tables) == there, minutes
    door.call(door.server.chores.sweep())
    stranger, _ = comes(door)
    assert stranger.get(f"{path}/rounds").status_code == 404
    assert one.get(f"{path}/rounds").status_code == 200
    assert one.post(f"{path}/enter", key=opened["key"]).status_code == 200


# -- the link ----------------------------------------------------------------------------------------------------------


def test_a_renewed_link_replaces_the_one_before(door):
    one, name = comes(door)
    path, opened = opens(one)
    early, late = comes(door)[0], comes(door)[0]
    assert early.post(f"{path}/enter", key=opened["key"]).status_code == 200
    assert early.post(f"{path}/link").status_code == 403, "only the host renews it"
    renewed = one.post(f"{path}/link").json()
    assert renewed == {"table": opened["table"], "key": renewed["key"], "host": name}
    assert renewed["key"] != opened["key"]
    assert late.post(f"{path}/enter", key=opened["key"]).status_code == 404
    assert late.post(f"{path}/enter", key=renewed["key"]).status_code == 200
    assert early.post(f"{path}/enter", key=opened["key"]).status_code == 200, "they are there already"
    door.server.tables.configs[PLAY].clear()
    assert comes(door)[0].post(f"{path}/enter", key=opened["key"]).status_code == 404, "it is stored"
    assert one.get(f"{path}/link").json() == renewed


def test_a_link_ends_with_its_table(door):
    one, _ = comes(door)
    path, opened = opens(one)
    door.call(door.server.halls[PLAY].order(HOUSE, opened["table"], CloseTable()))
    assert comes(door)[0].post(f"{path}/enter", key=opened["key"]).status_code == 404
    refused = one.get(f"{path}/link")
    assert (refused.status_code, "closed" in refused.json()["detail"]) == (404, True)
    assert one.post(f"{path}/link").status_code == 404


def test_the_host_is_the_opener_or_the_person_who_sat_longest_if_they_have_left(door):
    one, name = comes(door)
    path, opened = opens(one, bots=2)
    friend, other = comes(door)
    friend.post(f"{path}/enter", key=opened["key"])
    host = door.server.tables.host
    with one.line() as mine, friend.line() as theirs:
        assert ask(theirs, "join", table=opened["table"], cents=50_000)["type"] == "accepted"
        assert door.call(host(PLAY, opened["table"])) == other
        assert ask(mine, "join", table=opened["table"], cents=50_000)["type"] == "accepted"
        assert door.call(host(PLAY, opened["table"])) == name
        ask(mine, "leave", table=opened["table"])
        assert door.call(host(PLAY, opened["table"])) == other
        assert friend.post(f"{path}/link").status_code == 200
        assert one.post(f"{path}/link").status_code == 403


# -- bots --------------------------------------------------------------------------------------------------------------


def plays(live):
    """Wait until a round is being played."""
    until = time.monotonic() + 240
    while live.summary().state != "playing":
        assert time.monotonic() < until
        time.sleep(0.01)


def bots_of(door, table):
    return [who for who in door.server.halls[PLAY].room.tables[table].seated if who.startswith("bot ")]


def test_only_the_host_sends_bots_off_and_they_do_not_come_back(door):
    one, _ = comes(door)
    path, opened = opens(one, bots=2)
    table = opened["table"]
    friend, other = comes(door)
    friend.post(f"{path}/enter", key=opened["key"])
    first, second = bots_of(door, table)
    assert friend.post(f"{path}/bots/leave", bot=first).status_code == 403
    assert one.post(f"{path}/bots/leave", bot=other).status_code == 409, "people are not sent off"
    before = door.server.halls[PLAY].house.balance(first)
    assert one.post(f"{path}/bots/leave", bot=first).json() == {"left": True}
    assert bots_of(door, table) == [second]
    assert door.server.halls[PLAY].house.balance(first) > before, "its chips go with it"
    assert one.post(f"{path}/bots/leave", bot=first).status_code == 409
    door.call(door.server.tables.table_loaded(PLAY, table))  # as after a restart
    assert bots_of(door, table) == [second]


def test_a_person_who_comes_by_the_link_gets_a_bots_seat_and_the_round_starts(door):
    one, _ = comes(door)
    path, opened = opens(one, bots=2)
    table = opened["table"]
    live = door.server.halls[PLAY].room.tables[table]
    friend, other = comes(door)
    friend.post(f"{path}/enter", key=opened["key"])
    first, second = bots_of(door, table)
    with one.line() as mine, friend.line() as theirs:
        for line in (mine, theirs):
            line.send(json.dumps({"type": "watch", "table": table}))
        assert ask(mine, "join", table=table, cents=50_000)["type"] == "accepted"
        assert bots_of(door, table) == [first, second], "they play with the host"
        assert (live.common().starts, live.common().waits) == (None, True)
        assert ask(theirs, "join", table=table, cents=50_000)["type"] == "accepted"
        assert bots_of(door, table) == [second]
        plays(live)
        theirs.send(json.dumps({"type": "say-word", "table": table, "word": "hello"}))
        assert hears(mine, "word-said") == {"type": "word-said", "table": table, "who": other, "word": "hello"}
        theirs.send(json.dumps({"type": "say-word", "table": table, "word": "buy my book"}))
        assert "Invalid enum value" in hears(theirs, "denied")["why"]


def test_the_floor_opens_no_table_for_friends(door):
    floor = Browser(door).sign_up("friends floor", "correct horse", "floor")
    settings = {"friends": True}
    refused = floor.post("/api/v1/halls/money/tables", name="table 9", game=GAME, settings=settings)
    assert (refused.status_code, "private" in refused.json()["detail"]) == (409, True)
