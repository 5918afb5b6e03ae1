"""Idle connections of one address do not close the door for others, and bytes that are no text get a refusal."""

import contextlib
import socket
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cardroom.web.api import websocket as socket_module
from cardroom.web.api.context import LOOPBACK
from cardroom.web.halls.outbox import Outbox
from cardroom.web.serving.request_timeout import RequestTimeout
from support.browser import Browser, hears

SURROGATE = b"\xed\xa0\x80"
"""A lone surrogate as bytes, which is not UTF-8."""
UPGRADE = (
    b"GET /api/v1/socket/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def still_open(connections):
    """The connections that the server has not closed."""
    found = []
    for each in connections:
        each.setblocking(False)
        try:
            while each.recv(65536):
                pass
        except BlockingIOError:
            found.append(each)
        except OSError:
            pass
    return found


def why_closed(line):
    """Read until the server closes a WebSocket; return its code and reason, or 1006 without them."""
    try:
        while True:
            line.recv(timeout=20)
    except ConnectionClosed as closed:
        return str(closed.rcvd or 1006)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("says", [b"", b"GET / HT", UPGRADE], ids=["nothing", "half a request", "not signed in"])
def test_idle_connections_of_one_address_leave_the_door_open(door, monkeypatch, says):
    monkeypatch.setattr(RequestTimeout.idle, "most", 5)
    host, port = door.listening.getsockname()[:2]
    with contextlib.ExitStack() as held:
        many = [held.enter_context(socket.create_connection((host, port))) for _ in range(30)]
        for each in many:
            with contextlib.suppress(OSError):  # it is closed already
                each.sendall(says)
        assert httpx.get(f"{door.address}/api/v1/me", timeout=60).status_code == 200
        until = time.monotonic() + 240
        while len(left := still_open(many)) > 5 and time.monotonic() < until:
            time.sleep(0.02)
        assert len(left) <= 5


def test_a_signed_in_connection_that_sends_nothing_is_idle_and_one_that_spoke_is_not(door, monkeypatch):
    monkeypatch.setattr(RequestTimeout.idle, "most", 2)
    guest = Browser(door)
    guest.guest()
    with guest.line() as spoke:
        hears(spoke, "hello")
        spoke.send('{"type": "watch", "table": "nowhere"}')
        hears(spoke, "denied")
        with contextlib.ExitStack() as held:
            silent = [held.enter_context(guest.line()) for _ in range(4)]
            assert "1006" in why_closed(silent[0])
            spoke.send('{"type": "watch", "table": "nowhere"}')
            hears(spoke, "denied")


def test_a_connection_that_says_nothing_is_closed_after_a_while():
    silent, spoke = Outbox("ann"), Outbox("bob")
    spoke.spoke = True
    for each in (silent, spoke):
        socket_module._close_silent(each)
    assert (silent.closed, spoke.closed) == ("Send a message within 120 seconds after you connect.", "")


def test_an_address_has_a_limit_of_websockets_and_this_machine_none(door, monkeypatch):
    server, user = door.server, Browser(door).sign_up("sock").get("/api/v1/me").json()["name"]
    person = server.people.user(user)
    monkeypatch.setattr(server, "connections", 2)
    for where in ("192.0.2.7", *LOOPBACK):
        monkeypatch.setitem(server.sockets, where, 2)
    why = "Your address has too many connections. Close another page or program first."
    assert socket_module._why_not(server, person, "play", "192.0.2.7") == why
    for where in ("192.0.2.8", *LOOPBACK):
        assert socket_module._why_not(server, person, "play", where) == ""
    monkeypatch.setattr(server, "connections", 0)
    assert socket_module._why_not(server, person, "play", "192.0.2.7") == ""


def test_websockets_are_counted_while_they_are_open(door):
    guest = Browser(door)
    guest.guest()
    before = door.server.sockets["127.0.0.1"]
    with guest.line() as line:
        hears(line, "hello")
        assert door.server.sockets["127.0.0.1"] == before + 1
    until = time.monotonic() + 240
    while door.server.sockets["127.0.0.1"] > before and time.monotonic() < until:
        time.sleep(0.01)
    assert door.server.sockets["127.0.0.1"] == before


@pytest.mark.parametrize("body", [b'{"name": "' + SURROGATE + b'"}', b'{"\xff": 1}'])
@pytest.mark.parametrize("path", ["sign-in", "sign-up", "guest/name", "password"])
def test_a_body_that_is_not_utf_8_is_a_bad_request(door, path, body):
    one = Browser(door)
    one.guest()
    headers = {**one.token, "content-type": "application/json"}
    answer = one.http.post(f"/api/v1/{path}", content=body, headers=headers)
    assert (answer.status_code, "UTF-8" in answer.json()["detail"]) == (400, True), answer.text


def test_a_message_that_is_not_utf_8_is_refused(door):
    guest = Browser(door)
    guest.guest()
    with guest.line() as line:
        hears(line, "hello")
        line.send(b'{"type": "watch", "table": "' + SURROGATE + b'"}')
        assert hears(line, "denied")["id"] == ""
        line.send('{"type": "watch", "table": "nowhere"}')
        assert hears(line, "denied")["why"] == "There is no table nowhere."
    with guest.line() as line:
        hears(line, "hello")
        line.send(b'{"type": "watch", "table": "' + SURROGATE + b'"}', text=True)
        assert "1007" in why_closed(line)
    assert guest.get("/api/v1/me").status_code == 200
