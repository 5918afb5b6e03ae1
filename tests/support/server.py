"""A card room's server in a thread, on loopback, for tests."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from functools import cache
from pathlib import Path

import uvicorn
from argon2 import PasswordHasher
from litestar.utils.signature import ParsedSignature

import cardroom
from cardroom.house.backup import program
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls.databases import Databases, databases_for
from cardroom.web.halls.server import Server
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.serving.app import create_app
from cardroom.web.serving.process import uvicorn_config

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Fast password hashing, for tests."""
QUICKLY = TableTiming(pause_between=0.05)
"""Timing of a table that deals the next round almost immediately."""
FLOOR = Person("floor", floor=True)
HOLDEM = "texas-holdem"

# Hundreds of servers start in a test run. Half of a start was the same work for each of them.
_read, _parse, _parsed = program.program_digest, ParsedSignature.from_fn, {}
_package = cache(_read)
program.program_digest = lambda folder=None: _read(folder) if folder else _package()


def _parsed_once(handler, namespace):
    """The signature of a handler of requests, which is the same in every server."""
    function = getattr(handler, "__func__", handler)
    if "<locals>" in function.__qualname__:
        return _parse(handler, namespace)
    if function not in _parsed:
        _parsed[function] = _parse(handler, namespace)
    return _parsed[function]


ParsedSignature.from_fn = _parsed_once


class Running:
    """A running server."""

    def __init__(self, where: Databases, port: int = 0, **how) -> None:
        self.listening = listening_at(port)
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.server = Server(where, hasher=QUICK, **how)
        self.server_app = create_app(self.server, "s" * 64)
        self._uvicorn = uvicorn.Server(uvicorn_config(self.server_app, self.server))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        while not self._uvicorn.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            threading.Event().wait(0.01)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self.loop = runner.get_loop()
            runner.run(self._uvicorn.serve(sockets=[self.listening]))

    def call(self, work):
        """Run a coroutine in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def stop(self) -> None:
        """Close the room."""
        self._uvicorn.should_exit = True
        self._thread.join(30)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_) -> None:
        self.stop()


def listening_at(port: int) -> socket.socket:
    """A socket on loopback that several servers can use one after the other."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # like `serve`
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(256)
    return listening


def running(folder: Path, **how) -> Running:
    """A server with its books in a folder."""
    how = {"tables": False, "thinks": 0.01, "drains": 0.5, "one_person": True} | how
    return Running(databases_for(f"sqlite:///{folder}/room.db"), **how)


def open_table(room: Running, name: str, slug: str = HOLDEM, bots: int = 0, hall: str = PLAY, timing=QUICKLY) -> str:
    """Open a table; return its name."""
    room.call(room.server.tables.open(hall, name, cardroom.game(slug), TableConfig(timing, bots), FLOOR))
    return name


def at_once(room: Running, times: int, work):
    """Run the same coroutine function several times at once; return the results and errors."""

    async def run():
        return await asyncio.gather(*(work() for _ in range(times)), return_exceptions=True)

    return room.call(run())


if __name__ == "__main__":  # a server of its own, to be killed: server.py FOLDER PORT
    there = Running(databases_for(f"sqlite:///{sys.argv[1]}/room.db"), int(sys.argv[2]), tables=False, thinks=0.01)
    print("open", flush=True)
    threading.Event().wait()
