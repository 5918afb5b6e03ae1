"""The message bus between the processes of a room. Messages go through the database, in order, each once.

A process writes messages for others into an unlogged table, in batches, and wakes the target by a notification. The
target deletes the rows as it reads them. A crash of the database may lose messages: then processes reconnect and
announce their connections again, and clients repeat requests that got no reply.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import msgspec
import psycopg

from cardroom.house.cage import Approval
from cardroom.room import ClientMessage
from cardroom.tags import kebab
from cardroom.web.cluster.leases import CHANNEL, address

__all__ = [
    "Bus",
    "BusMessage",
    "Connected",
    "Delivery",
    "Disconnected",
    "Forwarded",
    "ForwardedOrder",
    "Roster",
    "RosterEntry",
]


class _OfHall(msgspec.Struct, frozen=True, array_like=True):
    hall: str


class RosterEntry(msgspec.Struct, frozen=True, array_like=True):
    """A connection at a process, and its user."""

    connection: str
    name: str
    floor: bool
    plays: bool = True


class Roster(_OfHall, frozen=True, tag=kebab):
    """All connections of a hall at a process."""

    connections: list[RosterEntry]


class Connected(_OfHall, frozen=True, tag=kebab):
    """A user connected to the source."""

    connection: str
    name: str
    floor: bool
    plays: bool = True


class Disconnected(_OfHall, frozen=True, tag=kebab):
    """A connection to the source ended."""

    connection: str


class Forwarded(_OfHall, frozen=True, tag=kebab):
    """A message from a connection of the source, for a table of the target."""

    connection: str
    message: ClientMessage


class ForwardedOrder(_OfHall, frozen=True, tag=kebab):
    """An order for a table of the target. The reply is addressed to its id."""

    id: str
    name: str
    floor: bool
    message: ClientMessage
    alone: bool = True
    approval: Approval | None = None


class Delivery(_OfHall, frozen=True, tag=kebab):
    """An encoded message for a connection of the target, or the reply to its order."""

    connection: str
    table: str
    """The table that the message is about, or empty."""
    text: bytes


BusMessage: TypeAlias = Roster | Connected | Disconnected | Forwarded | Delivery | ForwardedOrder

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[BusMessage]).decode

_PUT = "INSERT INTO post (target, source, body) VALUES (%s, %s, %s)"
_TAKE = "DELETE FROM post WHERE target = %s RETURNING id, source, body"
POLLS = 1.0
"""Seconds between two reads of the table when no notification arrives."""


class Bus:
    """One process's end of the bus."""

    def __init__(self, url: str, number: int) -> None:
        self._address, self._number = address(url), number
        self._unsent: defaultdict[int, list[BusMessage]] = defaultdict(list)
        self._queued = asyncio.Event()

    def put(self, target: int, message: BusMessage) -> None:
        """Send a message to another process, after all earlier ones."""
        self._unsent[target].append(message)
        self._queued.set()

    async def send(self) -> None:
        """Send the queued messages, until cancelled."""
        async with await self._connect() as connection:
            await connection.execute("SET synchronous_commit = off")
            while True:
                await self._queued.wait()
                self._queued.clear()
                unsent, self._unsent = self._unsent, defaultdict(list)
                rows = [(target, self._number, _encode(messages)) for target, messages in unsent.items()]
                async with connection.transaction(), connection.cursor() as cursor:
                    await cursor.executemany(_PUT, rows)
                    for target in unsent:
                        await cursor.execute("SELECT pg_notify(%s, '')", (f"{CHANNEL}_{target}",))

    async def receive(
        self, handle: Callable[[int, BusMessage], None], notified: Callable[[str], Awaitable[None]]
    ) -> None:
        """Pass messages to `handle` and notifications to `notified`, until cancelled."""
        async with await self._connect() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await connection.execute(f"LISTEN {CHANNEL}_{self._number}")
            await connection.execute("SET synchronous_commit = off")
            await notified("follow")
            while True:
                rows = await (await connection.execute(_TAKE, (self._number,))).fetchall()
                for _, source, body in sorted(rows, key=lambda row: row[0]):
                    for message in _decode(body):
                        handle(source, message)
                async for notice in connection.notifies(timeout=POLLS, stop_after=1):
                    if notice.channel == CHANNEL:
                        await notified(notice.payload)

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5)
