"""The demo day: real commands in databases of its own, and never in those of a real room."""

import json
import re
import subprocess
import sys
import time

import httpx
import pytest

from cardroom.errors import InputError
from cardroom.house import House
from cardroom.web.halls.databases import Databases, databases_for
from cardroom.web.halls.demo import DEMO_PEOPLE, TABLES, check_demo, mark_demo

STAFF = [name for name in DEMO_PEOPLE if name != "visitor"]


def test_a_real_room_is_never_served_as_a_demo(tmp_path):
    where = databases_for(f"sqlite:///{tmp_path}/room.db")
    check_demo(where, demo=True)  # nothing is there
    House.at(where.money, create=True).books.store.close()
    check_demo(where, demo=False)
    with pytest.raises(InputError, match="belongs to a room that is not a demo"):
        check_demo(where, demo=True)


@pytest.mark.parametrize("left", ["play", "people"])
def test_the_rest_of_a_real_room_is_no_demo_either(tmp_path, left):
    where = databases_for(f"sqlite:///{tmp_path}/room.db")
    (tmp_path / f"room.{left}.db").write_bytes(b"")
    with pytest.raises(InputError, match="belongs to a room that is not a demo"):
        check_demo(where, demo=True)


def test_a_demo_is_never_served_as_a_real_room(tmp_path):
    where = databases_for(f"sqlite:///{tmp_path}/room.db")
    mark_demo(where)
    check_demo(where, demo=True)
    with pytest.raises(InputError, match="holds a demo, not a real room"):
        check_demo(where, demo=False)


def test_a_demo_does_not_run_in_a_shared_database():
    with pytest.raises(InputError, match="A demo runs in SQLite"):
        check_demo(Databases(*["postgresql://nowhere/room"] * 3), demo=True)


class Visitor:
    """A visitor who looks at a demo as one of its staff."""

    def __init__(self, address):
        self.http = httpx.Client(base_url=address, timeout=60)
        self.http.get("/api/v1/me")

    def looks_as(self, name):
        headers = {"x-csrftoken": self.http.cookies["csrftoken"]}
        answer = self.http.post("/api/v1/demo/sign-in", json={"name": name}, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def value(self, path):
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path, **body):
        return self.http.post(path, json=body, headers={"x-csrftoken": self.http.cookies["csrftoken"]})


@pytest.fixture
def visitor(tmp_path):
    """A demo in a process of its own, on a port that the system chooses."""
    command = [
        sys.executable,
        "-m",
        "cardroom",
        "serve",
        "--demo",
        "--port",
        "0",
        "--db",
        f"sqlite:///{tmp_path}/demo.db",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        address = None
        while address is None:
            line = process.stdout.readline()
            assert line, "the demo did not start"
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
        visitor = Visitor(address.group())
        try:
            yield visitor
        finally:
            visitor.http.close()
            process.terminate()


def wait_until(holds):
    """Wait until something holds, however slow the machine is."""
    until = time.monotonic() + 240
    while not (found := holds()):
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


@pytest.mark.proof
def test_a_demo_day_is_full_of_life_and_every_entry_of_it_is_real(visitor):
    me = visitor.value("/api/v1/me")
    assert tuple(me["demo"]) == DEMO_PEOPLE, "every page says that it is a demo"
    assert visitor.looks_as("operator")["roles"] == ["operator"]

    def today():
        return visitor.value("/api/v1/halls/money/today")

    def lively():
        day = today()
        played = {each["table"] for each in day["play"]["day"]["tables"]}
        waits = sorted(each["kind"] for each in day["needs"] if each["kind"] != "theory")
        return day if played == {each.name for each in TABLES} and waits == ["cash", "request", "request"] else None

    day = wait_until(lively)
    assert day["room"]["people"] == sum(len(each.people) for each in TABLES)
    assert {each["name"] for each in day["play"]["day"]["theory"]} >= {"Heads Up Hold'em", "Four Card Frenzy"}
    assert day["cage"]["deposits"] > 0
    assert [(each["who"], each["second"]) for each in day["cage"]["counts"]] == [("cashier 1", "cashier 2")]
    assert sum(each["rounds"] for each in day["play"]["day"]["hours"]) == day["play"]["day"]["rounds"]

    signed = next(each for each in day["needs"] if "Heron" in each["title"])
    assert [each["do"] for each in signed["actions"]] == ["approve", "decline"]
    assert visitor.post(f"/api/v1/requests/{signed['number']}/approve", why="I have seen it").status_code == 200

    for name in STAFF:
        roles = visitor.looks_as(name)["roles"]
        assert (visitor.value("/api/v1/halls/money/today")["play"] is None) == (roles == ["cashier"])
    visitor.looks_as("auditor 1")
    assert visitor.post("/api/v1/halls/money/audit").status_code == 202
    done = wait_until(lambda: (run := visitor.value("/api/v1/halls/money/audit"))["state"] != "in progress" and run)
    assert (done["state"], done["findings"]) == ("done", []), json.dumps(done)
    assert {each["name"]: each["findings"] for each in done["checks"]} == dict.fromkeys(
        ("seals", "chain", "replays", "ledger", "jackpots", "rules"), 0
    )
