"""Leases: which process serves which table of a room in PostgreSQL, with all SQL for them.

Each process has a unique number and a lease, which it must renew. Leases run by the database's clock. Each table has
one row, which names its process. When that process's lease has ended, another process may take the table.

Two processes never write to one table, whatever the clocks say. A transaction that writes to a table's book reads and
locks the table's row, so no other process can take the table before the transaction ends (`fence`). A process that was
paused and has lost its tables without knowing it is refused, and nothing that it does is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import psycopg
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from cardroom.house.books import StoreError, is_table
from cardroom.web.cluster.host import LobbyEntry, ProcessEntry, ServedTable

__all__ = [
    "CHANNEL",
    "LASTS",
    "ClusterView",
    "LeaseLost",
    "Leases",
    "Process",
    "address",
    "fence",
    "pack_lobby",
    "set_up",
    "unpack_lobby",
]

LASTS = 7
"""Seconds that a lease lasts after its last renewal."""
FORGOTTEN = 3600
"""Seconds after which a dead process is deleted."""
IDLE = 4000
"""Milliseconds that a transaction may be idle, so that a paused process does not block the others."""
CHANNEL = "cardroom"
"""The notification channel of all processes, for changes of leases and of the people database."""

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
_PROCESSES = """
    SELECT number, name, since, until, takes, until > clock_timestamp() AS lives, lobby,
    extract(epoch FROM until - clock_timestamp())::float8 FROM processes
"""
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
"""PostgreSQL does not apply a transaction's own idle limit while statements are pipelined."""
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
_IDLE_LIMIT = f"set_config('idle_in_transaction_session_timeout', '{IDLE}', true)"
_MINE = text(
    f"SELECT {_IDLE_LIMIT} FROM people.leases WHERE hall = :hall AND name = :name AND process = :process FOR SHARE"
)
_OTHER = text(f"SELECT {_IDLE_LIMIT}")


class LeaseLost(StoreError):
    """Another process now serves the table. Nothing was written."""


class Process(NamedTuple):
    """A process that serves the room, or a former one."""

    number: int
    name: str
    since: Any
    until: Any
    takes: bool
    """Whether it takes tables. A closing process does not."""
    lives: bool
    lobby: bytes
    left: float = 0.0
    """Seconds until its lease expires, by the database clock."""


class ClusterView(NamedTuple):
    """All processes and tables at one moment."""

    processes: dict[int, Process]
    tables: dict[tuple[str, str], int]
    """The process of each open table, by hall and name; 0 if no living process has it."""
    since: dict[tuple[str, str], Any]

    def other_tables(self, hall: str, number: int) -> set[str]:
        """The names of a hall's tables that process `number` does not serve."""
        return {name for (where, name), owner in self.tables.items() if where == hall and owner != number}

    def other_lobby(self, hall: str, number: int) -> list[LobbyEntry]:
        """The lobby's entries of the tables that processes other than `number` serve."""
        others = [each for each in self.processes.values() if each.lives and each.number != number]
        return [
            entry
            for each in others
            for entry in unpack_lobby(each.lobby).get(hall, ())
            if self.tables.get((hall, entry.listed.name)) == each.number
        ]

    def described(self, number: int) -> list[ProcessEntry]:
        """The processes with their tables, for operators; `number` is this process."""
        return [
            ProcessEntry(
                each.number,
                each.name,
                each.number == number,
                each.lives,
                each.since.isoformat(),
                each.until.isoformat(),
                [
                    ServedTable(hall, table, self.since[hall, table].isoformat())
                    for (hall, table), owner in self.tables.items()
                    if owner == each.number and (hall, table) in self.since
                ],
            )
            for each in self.processes.values()
        ]


def address(url: str) -> str:
    """A database URL in the form that psycopg accepts."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def set_up(url: str) -> None:
    """Create the tables of this module if they are missing."""
    with psycopg.connect(address(url)) as connection:
        connection.execute(_SET_UP)


def fence(hall: str, number: Callable[[], int]) -> Callable[[Connection, str], None]:
    """Make the check that a hall's books run before they write: this process has the table, and keeps it meanwhile."""

    def check(connection: Connection, book: str) -> None:
        if not is_table(book):
            connection.execute(_OTHER)
        elif connection.execute(_MINE, {"hall": hall, "name": book, "process": number()}).first() is None:
            raise LeaseLost(f"Another process now serves {book}.")

    return check


class Leases:
    """The leases of one process, on one database connection, one statement at a time."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection

    @classmethod
    async def connect(cls, url: str) -> Leases:
        """Open a new database connection."""
        return cls(await psycopg.AsyncConnection.connect(address(url), autocommit=True, connect_timeout=5))

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def begin(self, name: str) -> int:
        """Begin a lease; return the number of this process."""
        row = await (await self._connection.execute(_BEGIN, (name,))).fetchone()
        await self._announce()
        return int(row[0]) if row else 0

    async def renew(self, number: int, *, takes: bool = True, lobby: bytes | None = None) -> bool:
        """Renew the lease. Return False if it had ended: then all tables are lost."""
        return await self._changed(_RENEW, takes, lobby, number) == 1

    async def view(self) -> ClusterView:
        """All processes and tables."""
        processes = [Process(*row) for row in await (await self._connection.execute(_PROCESSES)).fetchall()]
        rows = await (await self._connection.execute(_LEASES)).fetchall()
        lives = {each.number for each in processes if each.lives}
        tables = {(hall, name): process if process in lives else 0 for hall, name, process, _ in rows}
        return ClusterView(
            {each.number: each for each in processes}, tables, {(hall, name): at for hall, name, _, at in rows}
        )

    async def add(self, hall: str, names: list[str]) -> None:
        """Add the tables of the books. Known tables stay unchanged."""
        async with self._connection.cursor() as cursor:
            await cursor.executemany(_ADD, [(hall, name) for name in names])

    async def take(self, number: int, most: int) -> None:
        """Take at most `most` free tables. End transactions of paused processes that block them."""
        await self._connection.execute(_BREAK)
        if await self._changed(_TAKE, number, most, number):
            await self._announce()

    async def claim(self, number: int, hall: str, name: str) -> bool:
        """Take a table that is about to be opened. Return False if a table of this name exists or existed."""
        return await self._changed(_CLAIM, hall, name, number, number) == 1

    async def unclaim(self, number: int, hall: str, name: str) -> None:
        """Give back a claimed table that was not opened."""
        await self._changed(_UNCLAIM, hall, name, number)

    async def release(self, number: int, hall: str, name: str) -> None:
        """Give up a table, so that another process can take it."""
        if await self._changed(_RELEASE, hall, name, number):
            await self._announce()

    async def close_table(self, number: int, hall: str, name: str) -> None:
        """Mark a table as closed permanently."""
        if await self._changed(_CLOSE, hall, name, number):
            await self._announce()

    async def leave(self, number: int) -> None:
        """End the lease, and give up all tables."""
        await self._changed(_LEAVE, number, number)
        await self._announce()

    async def sweep(self) -> None:
        """Delete dead processes, and messages for them."""
        await self._changed(_SWEEP)

    async def _announce(self) -> None:
        """Tell all processes to read the view again."""
        await self.notify("look")

    async def notify(self, text: str) -> None:
        """Notify all processes."""
        await self._connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    async def _changed(self, statement: str, *values: Any) -> int:
        return (await self._connection.execute(statement, values)).rowcount


def pack_lobby(lobby: dict[str, list[LobbyEntry]]) -> bytes:
    """Encode the lobby's entries of a process, by hall."""
    return msgspec.json.encode(lobby)


def unpack_lobby(lobby: bytes) -> dict[str, list[LobbyEntry]]:
    """Decode the lobby's entries of a process."""
    return msgspec.json.decode(lobby, type=dict[str, list[LobbyEntry]]) if lobby else {}
