"""Which process serves which table of a room on PostgreSQL: the only SQL about that.

A process has a number that no other ever had, and a lease on being alive that it must renew, by the database's clock.
A table has one row, which says whose it is; it may be taken when that process' lease is over.

That two processes never write to one table does not rest on clocks: whoever writes into a table's book reads that row
within the same transaction and locks it, so that nobody takes the table before the transaction is over (`fence`). A
process that wakes up and does not know yet that its tables are another's is refused, and nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import psycopg
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from cardroom.house.store import StoreError
from cardroom.house.values import is_table

__all__ = ["CHANNEL", "LASTS", "Leases", "Lost", "Process", "Seen", "address", "fence", "packed", "set_up", "unpacked"]

LASTS = 7
"""Seconds for which a process is taken to live after it last said so."""
FORGOTTEN = 3600
"""Seconds after which nobody asks any more which processes there were."""
IDLE = 4000
"""Milliseconds that a transaction may wait for its process: one that is paused in it must not hold up all others."""
CHANNEL = "cardroom"
"""What everybody listens to: that tables have changed hands, or that the register was changed."""

_SET_UP = """
    SELECT pg_advisory_xact_lock(hashtext('cardroom leases'));
    CREATE TABLE IF NOT EXISTS processes (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        since timestamptz NOT NULL,
        until timestamptz NOT NULL,
        takes boolean NOT NULL,
        lobby bytea NOT NULL
    );
    CREATE TABLE IF NOT EXISTS leases (
        hall text NOT NULL,
        name text NOT NULL,
        process bigint,
        since timestamptz NOT NULL,
        closed boolean NOT NULL DEFAULT false,
        PRIMARY KEY (hall, name)
    );
    CREATE UNLOGGED TABLE IF NOT EXISTS post (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        target bigint NOT NULL,
        source bigint NOT NULL,
        body bytea NOT NULL
    );
    CREATE INDEX IF NOT EXISTS post_target ON post (target, id);
"""
_LIVES = "EXISTS (SELECT FROM processes p WHERE p.number = {} AND p.until > clock_timestamp())"
_BEGIN = f"""
    INSERT INTO processes (name, since, until, takes, lobby)
    VALUES (%s, clock_timestamp(), clock_timestamp() + interval '{LASTS} s', true, '') RETURNING number
"""
_RENEW = f"""
    UPDATE processes SET until = clock_timestamp() + interval '{LASTS} s', takes = %s, lobby = coalesce(%s, lobby)
    WHERE number = %s AND until > clock_timestamp()
"""
_PROCESSES = "SELECT number, name, since, until, takes, until > clock_timestamp() AS lives, lobby FROM processes"
_LEASES = "SELECT hall, name, process, since FROM leases WHERE NOT closed ORDER BY hall, name"
_TAKE = f"""
    UPDATE leases SET process = %s, since = clock_timestamp()
    WHERE (hall, name) IN (
        SELECT hall, name FROM leases l WHERE NOT closed AND (process IS NULL OR NOT {_LIVES.format("l.process")})
        ORDER BY hall, name LIMIT %s FOR UPDATE SKIP LOCKED
    ) AND {_LIVES.format("%s")}
"""
_BREAK = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE wait_event = 'ClientRead' AND state_change < clock_timestamp() - interval '{IDLE} ms'
    AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'leases'::regclass AND mode = 'RowShareLock' AND granted)
"""
"""The limit of a transaction's own is not kept while statements are sent without waiting for their answers."""
_ADD = "INSERT INTO leases VALUES (%s, %s, NULL, clock_timestamp()) ON CONFLICT DO NOTHING"
_CLAIM = f"""
    INSERT INTO leases SELECT %s, %s, %s, clock_timestamp() WHERE {_LIVES.format("%s")} ON CONFLICT DO NOTHING
"""
_RELEASE = "UPDATE leases SET process = NULL WHERE hall = %s AND name = %s AND process = %s"
_CLOSE = "UPDATE leases SET process = NULL, closed = true WHERE hall = %s AND name = %s AND process = %s"
_UNCLAIM = "DELETE FROM leases WHERE hall = %s AND name = %s AND process = %s"
_LEAVE = """
    WITH gone AS (UPDATE processes SET until = clock_timestamp() WHERE number = %s)
    UPDATE leases SET process = NULL WHERE process = %s
"""
_SWEEP = f"""
    WITH old AS (DELETE FROM processes WHERE until < clock_timestamp() - interval '{FORGOTTEN} s')
    DELETE FROM post WHERE NOT {_LIVES.format("target")}
"""
_PATIENCE = f"set_config('idle_in_transaction_session_timeout', '{IDLE}', true)"
_MINE = text(
    f"SELECT {_PATIENCE} FROM people.leases WHERE hall = :hall AND name = :name AND process = :process FOR SHARE"
)
_OTHER = text(f"SELECT {_PATIENCE}")


class Lost(StoreError):
    """A table is another process's by now: nothing was written."""


class Process(NamedTuple):
    """A process that serves the room, or did."""

    number: int
    name: str
    since: Any
    until: Any
    takes: bool
    """Whether it takes up tables: one that closes does not."""
    lives: bool
    lobby: bytes


class Seen(NamedTuple):
    """All that is known of processes and tables at one moment."""

    processes: dict[int, Process]
    tables: dict[tuple[str, str], int]
    """Whose each table is that is open, by hall and name; 0 where nobody is who lives."""
    since: dict[tuple[str, str], Any]


def address(url: str) -> str:
    """A URL as PostgreSQL's own library takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def set_up(url: str) -> None:
    """Make the tables of this module, if they are not there."""
    with psycopg.connect(address(url)) as connection:
        connection.execute(_SET_UP)


def fence(hall: str, number: Callable[[], int]) -> Callable[[Connection, str], None]:
    """What the books of a hall ask before they write: whether the table is this process's, and stays so meanwhile."""

    def check(connection: Connection, book: str) -> None:
        if not is_table(book):
            connection.execute(_OTHER)
        elif connection.execute(_MINE, {"hall": hall, "name": book, "process": number()}).first() is None:
            raise Lost(f"{book}: another process serves this table by now")

    return check


class Leases:
    """The leases of one process, through one connection, one statement after the other."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection

    @classmethod
    async def at(cls, url: str) -> Leases:
        """Through a connection of its own."""
        return cls(await psycopg.AsyncConnection.connect(address(url), autocommit=True, connect_timeout=5))

    async def close(self) -> None:
        """Let go of the connection."""
        await self._connection.close()

    async def begin(self, name: str) -> int:
        """A number for this process, which lives from now on."""
        row = await (await self._connection.execute(_BEGIN, (name,))).fetchone()
        await self.look()
        return int(row[0]) if row else 0

    async def renew(self, number: int, *, takes: bool = True, lobby: bytes | None = None) -> bool:
        """Live on; false if the lease was over, and with it all that this process had."""
        return await self._changed(_RENEW, takes, lobby, number) == 1

    async def seen(self) -> Seen:
        """Who lives, and whose the tables are."""
        found = [Process(*row) for row in await (await self._connection.execute(_PROCESSES)).fetchall()]
        rows = await (await self._connection.execute(_LEASES)).fetchall()
        lives = {each.number for each in found if each.lives}
        tables = {(hall, name): process if process in lives else 0 for hall, name, process, _ in rows}
        return Seen({each.number: each for each in found}, tables, {(hall, name): at for hall, name, _, at in rows})

    async def add(self, hall: str, names: list[str]) -> None:
        """Tables that the books have; which are known already stay as they are."""
        async with self._connection.cursor() as cursor:
            await cursor.executemany(_ADD, [(hall, name) for name in names])

    async def take(self, number: int, most: int) -> None:
        """Take up to so many tables that are nobody's, also where a process stands still in the middle of writing."""
        await self._connection.execute(_BREAK)
        if await self._changed(_TAKE, number, most, number):
            await self.look()

    async def claim(self, number: int, hall: str, name: str) -> bool:
        """Have a table that is to be opened; false if there is or was one of this name."""
        return await self._changed(_CLAIM, hall, name, number, number) == 1

    async def unclaim(self, number: int, hall: str, name: str) -> None:
        """It was not opened."""
        await self._changed(_UNCLAIM, hall, name, number)

    async def release(self, number: int, hall: str, name: str) -> None:
        """Let another take a table up."""
        if await self._changed(_RELEASE, hall, name, number):
            await self.look()

    async def close_table(self, number: int, hall: str, name: str) -> None:
        """A table is closed for good."""
        if await self._changed(_CLOSE, hall, name, number):
            await self.look()

    async def leave(self, number: int) -> None:
        """Let go of everything."""
        await self._changed(_LEAVE, number, number)
        await self.look()

    async def sweep(self) -> None:
        """Throw away what was meant for the dead."""
        await self._changed(_SWEEP)

    async def look(self) -> None:
        """Let everybody look whose the tables are."""
        await self.notify(b"look")

    async def notify(self, what: bytes) -> None:
        """Say something to everybody."""
        await self._connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, what.decode()))

    async def _changed(self, statement: str, *values: Any) -> int:
        return (await self._connection.execute(statement, values)).rowcount


def packed(lobby: dict[str, list[dict[str, Any]]]) -> bytes:
    """The lobby's entries of a process, by hall, as they are kept."""
    return msgspec.json.encode(lobby)


def unpacked(lobby: bytes) -> dict[str, list[dict[str, Any]]]:
    """The other way round."""
    return msgspec.json.decode(lobby, type=dict[str, list[dict[str, Any]]]) if lobby else {}
