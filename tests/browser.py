"""Somebody who comes to a server's door, for tests: by HTTP with cookies, and by a line."""

from __future__ import annotations

import json
import secrets
import tempfile
from contextlib import contextmanager
from pathlib import Path

import httpx
from websockets.sync.client import connect

from cardroom.web.people.notes import noted
from memory import memory_folder
from server import Running


class Browser:
    """Somebody with a browser: cookies, and the token against forged requests."""

    def __init__(self, room: Running) -> None:
        self.room = room
        nothing_open = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=room.address, timeout=30, limits=nothing_open)
        self.get("/api/me")

    def get(self, path: str, **how):
        """Look at something."""
        return self.http.get(path, **how)

    def post(self, path: str, **said):
        """Ask for something."""
        return self.http.post(path, json=said, headers=self.token)

    @property
    def token(self) -> dict[str, str]:
        """The header without which nothing is done."""
        return {"x-csrftoken": self.http.cookies["csrftoken"]}

    def guest(self) -> str:
        """Come in as nobody in particular."""
        return self.post("/api/guest").json()["name"]

    def sign_up(self, name: str, password: str = "correct horse", *roles: str) -> Browser:
        """Come in with an account, and these roles beside a player's."""
        answer = self.post("/api/sign-up", name=name, password=password)
        assert answer.status_code == 200, answer.text
        if roles:
            hire(self.room, name, ("player", *roles))
        return self

    def line(self, hall: str = "play", **how):
        """A line into a hall."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{self.room.address.removeprefix('http')}/socket/{hall}"
        return connect(address, additional_headers={"cookie": cookies}, **how)


def hire(room: Running, name: str, roles: tuple[str, ...], password: str = "") -> None:
    """Give somebody these roles, as the books note it; with a password, somebody new."""
    house, people = room.server.halls["money"].house, room.server.people
    if password:
        people.sign_up(name, password, roles, note=noted(house, "sign-up", who="tests", why="hired"))
    else:
        people.set_roles(name, roles, noted(house, "roles", who="tests", why="hired"))


def ask(line, kind: str, **said):
    """Say something down a line, and hear what becomes of it; gives its first word and why."""
    said = {"type": kind, "id": secrets.token_hex(4)} | said
    line.send(json.dumps(said))
    while (heard := hears(line, "accepted", "denied", "bye")).get("id", said["id"]) not in (said["id"], ""):
        pass  # what became of something that was said on another line
    return heard


def hears(line, *kinds: str):
    """The next message of one of these kinds."""
    while True:
        heard = json.loads(line.recv(timeout=20))
        if heard["type"] in kinds:
            return heard


@contextmanager
def in_memory():
    """A folder in memory where there is one, for tests that write much and lose nothing when the machine dies."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        yield Path(folder)
