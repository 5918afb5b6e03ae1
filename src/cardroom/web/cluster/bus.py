"""The post between processes that serve one room: it goes through the database, in order, and each piece once.

What one process has for others is put into a table that is not logged, as much of it at a time as has gathered, and its
target is woken by a notification. What is there is taken out. Nothing here has to outlive a crash of the database:
whoever is connected anew announces its lines again, and whoever is not answered asks again.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import msgspec
import psycopg

from cardroom.room.messages import ClientMessage
from cardroom.web.cluster.leases import CHANNEL, address

__all__ = ["Came", "Gone", "Lines", "Ordered", "Piece", "Post", "Says", "Told"]


class _Piece(msgspec.Struct, frozen=True, array_like=True):
    hall: str


class Lines(_Piece, frozen=True, tag="lines"):
    """All who are in a hall at a process: line, name, and whether they are of the floor."""

    lines: list[tuple[str, str, bool]]


class Came(_Piece, frozen=True, tag="came"):
    """Somebody came in."""

    line: str
    name: str
    floor: bool


class Gone(_Piece, frozen=True, tag="gone"):
    """Somebody is gone."""

    line: str


class Says(_Piece, frozen=True, tag="says"):
    """Somebody says something about a table of the target's."""

    line: str
    message: ClientMessage


class Told(_Piece, frozen=True, tag="told"):
    """Something is to be sent down a line of the target's, as it is written on the wire."""

    line: str
    table: str
    """Which table it shows, if it does."""
    text: bytes


class Ordered(_Piece, frozen=True, tag="ordered"):
    """An order for a table of the target's. The reply goes to its id."""

    id: str
    name: str
    floor: bool
    message: ClientMessage


Piece: TypeAlias = Lines | Came | Gone | Says | Told | Ordered

_written = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(list[Piece]).decode

_PUT = "INSERT INTO post (target, source, body) VALUES (%s, %s, %s)"
_TAKE = "DELETE FROM post WHERE target = %s RETURNING id, source, body"
WAITS = 1.0
"""Seconds after which the post is looked for though nobody was woken."""


class Post:
    """The post of one process under one number."""

    def __init__(self, url: str, number: int) -> None:
        self._address, self._number = address(url), number
        self._unsent: defaultdict[int, list[Piece]] = defaultdict(list)
        self._some = asyncio.Event()

    def put(self, target: int, piece: Piece) -> None:
        """Send something to another process, after all that was sent there before."""
        self._unsent[target].append(piece)
        self._some.set()

    async def send(self) -> None:
        """Send what is put, as long as this runs."""
        async with await self._connected() as connection:
            await connection.execute("SET synchronous_commit = off")
            while True:
                await self._some.wait()
                self._some.clear()
                unsent, self._unsent = self._unsent, defaultdict(list)
                rows = [(target, self._number, _written(pieces)) for target, pieces in unsent.items()]
                async with connection.transaction(), connection.cursor() as cursor:
                    await cursor.executemany(_PUT, rows)
                    for target in unsent:
                        await cursor.execute("SELECT pg_notify(%s, '')", (f"{CHANNEL}_{target}",))

    async def receive(self, handle: Callable[[int, Piece], None], called: Callable[[str], Awaitable[None]]) -> None:
        """Handle what comes, as long as this runs; `called` hears what is said to everybody."""
        async with await self._connected() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await connection.execute(f"LISTEN {CHANNEL}_{self._number}")
            await connection.execute("SET synchronous_commit = off")
            await called("follow")
            while True:
                rows = await (await connection.execute(_TAKE, (self._number,))).fetchall()
                for _, source, body in sorted(rows, key=lambda row: row[0]):
                    for piece in _read(body):
                        handle(source, piece)
                async for said in connection.notifies(timeout=WAITS, stop_after=1):
                    if said.channel == CHANNEL:
                        await called(said.payload)

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5)
