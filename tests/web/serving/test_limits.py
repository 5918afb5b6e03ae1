"""Limits that keep a server answering: connections, open files, locked and full databases, exact numbers."""

import re
import resource
import secrets
import sqlite3
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from cardroom.web.halls.write_check import FRESH
from cardroom.web.serving import request_timeout
from cardroom.web.serving.process import raise_file_limit
from cardroom.web.serving.request_timeout import RequestTimeout
from support.browser import Browser
from support.server import running

FULL_DISK = """
import resource, signal, sys
from cardroom.errors import CardroomError
from cardroom.house import House
house = House.at(sys.argv[1], create=True)
house.books.check_writable()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
print(house.books.heads().keys())
try:
    house.books.check_writable()
except CardroomError as error:
    print("refused:", error)
"""


def test_head_is_answered_like_get_without_a_body(door):
    one = Browser(door)
    for path in ("/", "/api/v1/me", "/health", "/rules"):
        answer, whole = one.http.head(path), one.http.get(path)
        assert (answer.status_code, answer.content) == (200, b""), path
        assert answer.headers["content-type"] == whole.headers["content-type"]
    assert one.http.head("/nothing/here").status_code == 404
    assert one.http.head("/api/v1/refill").status_code == 405


@pytest.mark.parametrize("cents", ['"100"', "1000.0", "1e5", "true", "null"])
def test_an_amount_must_be_a_whole_number(door, cents):
    one = Browser(door).sign_up(f"cage {secrets.token_hex(3)}", "correct horse", "cashier")
    body = f'{{"id": "slip", "who": "bob", "cents": {cents}}}'
    headers = one.token | {"content-type": "application/json"}
    answer = one.http.post("/api/v1/halls/money/cage/deposit", content=body, headers=headers)
    assert answer.status_code == 400
    assert re.fullmatch(r"A whole number.* is expected.*, in cents\.", answer.json()["detail"])


def test_a_store_on_a_full_disk_can_be_read_and_is_not_ready(tmp_path):
    """A limit of the size of files makes writes fail like a full disk."""
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path / "room.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert "cage" in done.stdout, done.stderr
    assert "refused:" in done.stdout, done.stderr


def test_ready_says_which_database_cannot_be_written(tmp_path, monkeypatch):
    with running(tmp_path) as room:
        one = Browser(room)
        assert one.get("/ready").json() == {"status": "open"}
        hall = room.server.halls["money"]
        monkeypatch.setattr(hall.house.books, "check_writable", lambda: 1 / 0)
        room.server.write_check._until = 0
        answer = one.get("/ready")
        assert (answer.status_code, answer.json()["status"]) == (503, "the books cannot be written")
        monkeypatch.undo()
        assert FRESH <= 1
        room.server.write_check._until = 0
        assert one.get("/ready").status_code == 200


def test_a_locked_people_database_does_not_hold_requests_up(tmp_path):
    with running(tmp_path) as room:
        one = Browser(room)
        one.guest()
        file = room.server.people.database._engine.url.database
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert one.get("/api/v1/me").status_code == 200
        assert one.post("/api/v1/guest").status_code in (200, 503)
        assert time.monotonic() - began < 20, "each statement waits a second, not thirty"
        other.execute("ROLLBACK")
        other.close()
        assert one.post("/api/v1/sign-up", name="ann", password="correct horse").status_code == 200


class Transport:
    """A connection from an address, as far as the limit looks at it."""

    def __init__(self, address):
        self.address, self.closed, self.protocol = address, False, None

    def get_extra_info(self, name, default=None):
        return {"peername": (self.address, 1234), "sockname": ("10.0.0.1", 80)}.get(name, default)

    def get_protocol(self):
        return self.protocol

    def close(self):
        self.closed = True

    def is_closing(self):
        return self.closed


def connected(monkeypatch, address):
    monkeypatch.setattr(request_timeout.H11Protocol, "connection_made", lambda self, transport: None)
    monkeypatch.setattr(request_timeout.H11Protocol, "connection_lost", lambda self, error: None)
    each = RequestTimeout.__new__(RequestTimeout)
    each.transport = Transport(address)
    each.conn = SimpleNamespace(their_state=None)
    each.connection_made(each.transport)
    return each


def test_an_address_has_a_limit_of_connections_and_this_machine_none(monkeypatch):
    monkeypatch.setattr(RequestTimeout, "most_per_address", 3)
    many = [connected(monkeypatch, "192.0.2.7") for _ in range(5)]
    assert [each.transport.closed for each in many] == [False, False, False, True, True]
    assert not connected(monkeypatch, "192.0.2.8").transport.closed
    assert not any(connected(monkeypatch, "127.0.0.1").transport.closed for _ in range(5))
    for each in many:
        each.connection_lost(None)
    assert not connected(monkeypatch, "192.0.2.7").transport.closed


def test_the_limit_of_open_files_is_raised_to_what_the_system_allows(monkeypatch):
    limits = [(1024, 65536)]
    monkeypatch.setattr(resource, "getrlimit", lambda what: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda what, new: limits.append(new))
    assert raise_file_limit() == 65536
    assert limits[-1] == (65536, 65536)
