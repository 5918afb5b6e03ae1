"""A client of a server for tests, by HTTP with cookies and by WebSocket."""

from __future__ import annotations

import json
import secrets
import tempfile
from contextlib import contextmanager
from pathlib import Path

import httpx
import pyotp
from websockets.sync.client import connect

from cardroom.house.cage.roles import conflict
from cardroom.web.halls.play_money import WELCOME
from cardroom.web.people.notes import note_writer
from support.memory import memory_folder
from support.server import Running


class Browser:
    """A client with cookies and a CSRF token."""

    def __init__(self, room: Running) -> None:
        self.room = room
        nothing_open = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=room.address, timeout=30, limits=nothing_open, verify=False)
        self.get("/api/v1/me")

    def get(self, path: str, **how):
        """Send a GET request."""
        return self.http.get(path, **how)

    def post(self, path: str, **fields):
        """Send a POST request."""
        return self.http.post(path, json=fields, headers=self.token)

    @property
    def token(self) -> dict[str, str]:
        """The header with the CSRF token."""
        return {"x-csrftoken": self.http.cookies["csrftoken"]}

    def guest(self) -> str:
        """Sign in as a new guest."""
        return self.post("/api/v1/guest").json()["name"]

    def sign_up(self, name: str, password: str = "correct horse", *roles: str) -> Browser:
        """Sign up as a new user, with these roles in addition to player, as far as one person may have both."""
        answer = self.post("/api/v1/sign-up", name=name, password=password)
        if roles and "could take you for staff" in answer.text:  # only the house can add such a name
            hire(self.room, name, with_player(roles), password)
            self.room.server.halls["play"].house.cage.deposit(name, WELCOME, who="tests", key=f"welcome {name}")
            answer = self.post("/api/v1/sign-in", name=name, password=password)
        assert answer.status_code == 200, answer.text
        if roles:
            hire(self.room, name, with_player(roles))
        return self

    def line(self, hall: str = "play", **how):
        """A WebSocket connection to a hall."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{self.room.address.removeprefix('http')}/api/v1/socket/{hall}"
        return connect(address, additional_headers={"cookie": cookies}, **how)


def hire(room: Running, name: str, roles: tuple[str, ...], password: str = "") -> None:
    """Give a user these roles, with a note in the books. With a password, add the user first."""
    house, people = room.server.halls["money"].house, room.server.people
    note = note_writer(house, "sign-up", who="tests", why="hired")  # an audit accepts this without a second person
    if password:
        people.sign_up(name, password, roles, note=note)
    else:
        people.set_roles(name, roles, note)


def with_player(roles: tuple[str, ...]) -> tuple[str, ...]:
    """Roles with that of a player, if one person may have them together."""
    return roles if conflict(("player", *roles)) else ("player", *roles)


def enroll(room: Running, *names: str) -> dict[str, pyotp.TOTP]:
    """Add a second factor to users, with notes in the books; return their apps. Sessions stay open."""
    house, factors, now = room.server.halls["money"].house, room.server.factors, room.server.people.now
    apps = {}
    for name in names:
        apps[name] = pyotp.TOTP(factors.begin(name)[0])
        factors.confirm(name, apps[name].at(now()))
        house.note("second factor", who=name, why="they added one")
    return apps


def ask(line, kind: str, **fields):
    """Send a request on a connection and wait for the reply. Return its type and the reason."""
    fields = {"type": kind, "id": secrets.token_hex(4)} | fields
    line.send(json.dumps(fields))
    while (reply := hears(line, "accepted", "denied", "bye")).get("id", fields["id"]) not in (fields["id"], ""):
        pass  # the reply to a request on another connection
    return reply


def hears(line, *kinds: str):
    """Wait for the next message of one of these types."""
    while True:
        data = json.loads(line.recv(timeout=20))
        if data["type"] in kinds:
            return data


@contextmanager
def in_memory():
    """A folder in memory if possible, for tests that write much and need not survive a crash of the machine."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        yield Path(folder)
