"""The WebSocket: answers for other seats, too many connections, floods and internal errors."""

import json
import time
from contextlib import ExitStack

import pytest

from cardroom.house.tables.table import HouseTable
from cardroom.play.table import SubmitAnswer
from cardroom.room.timing import TableTiming
from cardroom.web.api import websocket as socket
from cardroom.web.api.websocket import MOST_CONNECTIONS
from cardroom.web.halls.table_config import PLAY
from cardroom.web.people.rate_limiter import RateLimiter
from fuzz.doors import crowd
from support.browser import Browser, ask, hears
from support.server import open_table


def test_answers_for_another_seat_are_refused(door):
    table = open_table(door, "not yours", bots=0, timing=TableTiming(answer_time=3600, pause_between=0.05))
    ann, bob, eve = (Browser(door) for _ in range(3))
    for each in (ann, bob, eve):
        each.guest()
    with ann.line() as one, bob.line() as other, eve.line() as third:
        for line in (one, other):
            line.send(json.dumps({"type": "watch", "table": table}))
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        live = door.server.halls[PLAY].room.tables[table]
        while not (asked := live.asked()):
            time.sleep(0.01)
        [(who, question, number)] = asked
        names = {ann.get("/api/v1/me").json()["name"]: other, bob.get("/api/v1/me").json()["name"]: one}
        round = live.round
        events = len(round.events)
        results = {"table": table, "spot": question.spot, "question": number, "action": "fold"}
        for line in (names[who], third):
            denied = ask(line, "submit-answer", **results)
            assert (denied["type"], denied["why"]) == ("denied", "This question is for another player")
        off = {"type": "void", "why": "I lost", "round": live.state.round_id}
        for kind in ({"type": "close-table"}, {"type": "pause", "why": "me"}, off):
            assert ask(third, kind.pop("type"), table=table, **kind)["why"] == "Only the floor may do this."
        assert len(round.events) == events
        assert [each[0] for each in live.asked()] == [who]


def test_losing_the_floor_role_while_connecting_ends_the_connection(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    one, hall = Browser(door).sign_up("at the door", "correct horse", "floor"), door.server.halls[PLAY]
    connect = hall.connect

    def comes_in(person):
        door.server.people.set_roles("at the door", ("player",))
        door.server.recheck_session("at the door")
        return connect(person)

    monkeypatch.setattr(hall, "connect", comes_in)
    with one.line() as line:
        assert "Your roles have changed" in hears(line, "bye")["why"]


def test_an_internal_error_stops_no_table_and_reveals_nothing(door, monkeypatch, caplog):
    table = open_table(door, "faulty", bots=2, timing=TableTiming(answer_time=3600, pause_between=0.05))
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
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        live = door.server.halls[PLAY].room.tables[table]
        while not (asked := [each for each in live.asked() if each[0] == name]):
            time.sleep(0.01)
        results = {"table": table, "spot": asked[0][1].spot, "question": asked[0][2], "action": "fold"}
        denied = ask(line, "submit-answer", **results)
        assert (faults, denied["type"]) == ([name], "denied")
        assert "An internal error occurred" in denied["why"]
        assert "7c6f" not in denied["why"]
        assert "RuntimeError" not in denied["why"]
        assert ask(line, "submit-answer", **results)["type"] == "accepted", "the table continues"


def test_connections_per_user_are_limited(door):
    one = Browser(door)
    one.guest()
    with ExitStack() as stack:
        lines = [stack.enter_context(one.line()) for _ in range(MOST_CONNECTIONS + 3)]
        reply = [hears(line, "hello", "bye")["type"] for line in lines]
    assert (reply.count("hello"), reply.count("bye")) == (MOST_CONNECTIONS, 3)


@pytest.mark.proof
def test_idle_slow_and_flooding_connections_delay_no_one_else(door, monkeypatch):
    monkeypatch.setattr(socket, "SPEED", RateLimiter(60, 20))
    open_table(door, "table 7", bots=0)
    assert crowd(door, 150, 2.0) < 5, "seconds, on a busy machine"
    assert door.server.halls[PLAY].received < 1000, "a flood is slowed down"
