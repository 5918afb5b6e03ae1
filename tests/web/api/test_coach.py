"""The coach over HTTP: only at practice tables, noted in the table's book, and right to the last digit."""

import json
import time
from contextlib import contextmanager

import msgspec
import pytest

from cardroom.analysis.evaluation.decisions import evaluate
from cardroom.house.audit.store import audit
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import MONEY, PLAY, TableConfig
from support.browser import Browser, ask
from support.practice import practice_table, reach_decision
from support.server import open_table

HUH = "heads-up-holdem"
SLOWLY = TableTiming(answer_time=3600, pause_between=0.05)


@contextmanager
def at_a_decision(door, one, who, table):
    """Sit down, bet, and wait for the first decision with cards."""
    with one.line() as line:
        line.send(json.dumps({"type": "watch", "table": table}))
        assert ask(line, "join", table=table, cents=50_000)["type"] == "accepted"
        yield line, *reach_decision(door, line, table, who)


@pytest.fixture
def guest(door):
    one = Browser(door)
    one.http.timeout = 300
    return one, one.guest()


def entries(door, table, kind="coach-used"):
    house = door.server.halls[PLAY].house
    return [msgspec.json.decode(entry.body) for entry in house.entries(table) if entry.kind == kind]


def test_the_coach_values_the_open_question_and_the_book_notes_it(door, guest):
    one, who = guest
    table = practice_table(door, one)
    path = f"/api/v1/halls/play/tables/{table}/coach"
    with at_a_decision(door, one, who, table) as (line, each, number, live):
        answer = one.post(path, spot=each.spot, question=number)
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        round = live.round
        found = evaluate(round.view(who), each.spot)
        assert [option["exact"] for option in shown["options"]] == [str(option.value) for option in found.options]
        assert shown["options"][0]["best"]
        assert shown["kind"] == "After the deal"
        note = {"type": "coach-used", "bettor": who, "spot": each.spot, "question": number}
        assert entries(door, table) == [note]
        closed = one.post(path, spot=each.spot, question="0.0.0")
        assert closed.status_code == 409
        assert entries(door, table) == [note], "nothing was shown, so nothing is noted"
        denied = ask(line, "use-coach", table=table, spot=each.spot, question=number)
        assert denied["type"] == "denied", "only the server notes it"
        assert (
            ask(line, "submit-answer", table=table, spot=each.spot, question=number, action="fold")["type"]
            == "accepted"
        )
        while live.state is None or live.state.rounds == 0:
            time.sleep(0.01)
    listed = next(each for each in one.get("/api/v1/halls/play/rounds").json()["rounds"] if each["ended"])
    replay = one.get(f"/api/v1/halls/play/tables/{table}/rounds/{listed['number']}").json()
    assert [each["spot"] for each in replay["coached"]] == [note["spot"]]
    assert audit(door.server.halls[PLAY].house.books).holds


def test_no_table_but_a_practice_table_has_a_coach(door, guest):
    one, who = guest
    table = open_table(door, "no coach", HUH, timing=SLOWLY)
    with at_a_decision(door, one, who, table) as (_, each, number, _):
        refused = one.post(f"/api/v1/halls/play/tables/{table}/coach", spot=each.spot, question=number)
        why = "Only practice tables and private tables have a coach."
        assert (refused.status_code, refused.json()["detail"]) == (403, why)
    open_table(door, "for money", HUH, hall=MONEY, timing=SLOWLY)
    refused = one.post("/api/v1/halls/money/tables/for money/coach", spot="1", question="0.1.0")
    assert (refused.status_code, refused.json()["detail"]) == (403, "There is no coach where money is played.")
    assert one.post("/api/v1/halls/money/tables/for money/coach/agree", agree=True).status_code == 409
    assert entries(door, table) == []


def test_the_coach_helps_a_player_beside_others_only_if_all_agree(door, guest):
    one, who = guest
    other = Browser(door)
    name = other.guest()
    waits = TableTiming(pause_between=600)
    table = open_table(door, "together", HUH, timing=waits)
    path = f"/api/v1/halls/play/tables/{table}/coach"
    with other.line() as line:
        assert ask(line, "join", table=table, cents=50_000)["type"] == "accepted"
        with one.line() as mine:
            assert ask(mine, "join", table=table, cents=50_000)["type"] == "accepted"
            # As a table by link would be: a practice table that several people see.
            text = msgspec.json.encode(TableConfig(waits, practice=name)).decode()
            door.server.tables._store.save_config(PLAY, table, text)
            door.server.tables.configs[PLAY][table] = TableConfig(waits)
            refused = one.post(path, spot="2", question="0.0.0")
            assert refused.status_code == 403
            assert refused.json()["detail"] == f"The coach helps when everyone agrees. {name} did not agree yet."
            assert one.post(f"{path}/agree", agree=True).json() == {"agreed": [who]}
            door.server.tables.configs[PLAY][table] = TableConfig(waits)
            assert other.post(f"{path}/agree", agree=True).json()["agreed"] == sorted([name, who])
            door.server.tables.configs[PLAY][table] = TableConfig(waits)
            assert one.post(path, spot="2", question="0.0.0").status_code == 409, "allowed, but nothing is asked"
            other.post(f"{path}/agree", agree=False)
            door.server.tables.configs[PLAY][table] = TableConfig(waits)
            assert one.post(path, spot="2", question="0.0.0").status_code == 403


def test_a_stranger_is_not_told_of_a_practice_table(door, guest):
    table = practice_table(door, guest[0])
    eve = Browser(door)
    eve.guest()
    for path in (f"/api/v1/halls/play/tables/{table}/coach/agree",):
        assert eve.post(path, agree=True).status_code == 404
    assert eve.post(f"/api/v1/halls/play/tables/{table}/coach", spot="1", question="0").status_code == 404
