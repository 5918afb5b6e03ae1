"""The live room under load: a server process, a process full of players on loopback, and what they see of each other.

`python -m benchmarks.load --players 1000 --tables 150` measures players who think like people and players who answer at
once. It prints the server's memory, the decisions per second, and the time until a player who answered sees the result.
`--growth` runs it from 10 players to 5,000; `--postgres` keeps the books in PostgreSQL, `--processes 2` with two
servers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

import cardroom
from cardroom.client import Client, Connection, Unreachable
from cardroom.errors import InputError
from cardroom.play import Option
from cardroom.play.table import Join, Return, SubmitAnswer, TopUp
from cardroom.players.at_random import Impossible, random_value
from cardroom.players.seats import usual_stack
from cardroom.rulebook import slugs
from cardroom.web.serving.process import loop_factory

REPORT = Path(__file__).parent / "report" / "load.json"
PASSWORD = secrets.token_urlsafe(12)


class Measured(NamedTuple):
    """A stretch of play."""

    what: str
    players: int
    tables: int
    seconds: float
    decisions: int
    p50: float
    p99: float
    refused: int
    memory: float
    server: float
    """Of a core, on average."""
    clients: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


class Crowd:
    """Players, each with a connection of their own."""

    def __init__(self, address: list[str], seed: int) -> None:
        self._addresses = cycle(address)
        self._rng = Random(seed)
        self.think = (1.0, 4.0)
        self.waits: list[float] = []
        self.refused = 0
        self.decisions = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def seat(self, table: str, slug: str, many: int) -> None:
        """Let so many sit down at a table."""
        chips = usual_stack(cardroom.game(slug).rules)
        await asyncio.gather(*(self._sits(table, chips, banks=number == 0) for number in range(many)))

    async def _sits(self, table: str, chips: int, *, banks: bool) -> None:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks.append(asyncio.create_task(self._lives(table, chips, banks, ready)))
        await asyncio.wait_for(ready, 300)

    async def _lives(self, table: str, chips: int, banks: bool, ready: asyncio.Future[None]) -> None:
        async with Client(next(self._addresses), seconds=60) as client:
            await client.guest()
            async with client.enter() as connection:
                await connection.watch(table, 60)
                await connection.ask(Join, table, chips, seconds=300)
                ready.set_result(None)
                with contextlib.suppress(Unreachable):
                    while True:
                        await self._plays(connection, table, chips, banks)

    async def _plays(self, connection: Connection, table: str, chips: int, banks: bool) -> None:
        """Answer what one is asked; wait for what comes otherwise."""
        scene = connection.scenes[table]
        for spot, question in scene.get("questions", {}).items():
            await asyncio.sleep(self._rng.uniform(*self.think))
            if connection.scenes[table].get("questions", {}).get(spot) == question:
                await self._answers(connection, table, spot, question, banks)
        me = scene.get("people", {}).get(connection.name)
        if me and not me["stack"] and scene["state"] != "playing":
            with contextlib.suppress(InputError):
                await connection.ask(TopUp, table, chips)
        if me and me["away"]:
            with contextlib.suppress(InputError):
                await connection.ask(Return, table)
        await connection.next(600)

    async def _answers(self, connection: Connection, table: str, spot: str, question: str, banks: bool) -> None:
        prompts = (connection.scenes[table].get("picture") or {}).get("prompts", ())
        prompt = next((each for each in prompts if each["spot"] == spot), None)
        if prompt is None:
            return
        action, value = self._choice(prompt, banks)
        asked = time.perf_counter()
        try:
            await connection.ask(SubmitAnswer, table, spot, question, action, value)
        except InputError:
            self.refused += 1
            return
        self.waits.append(time.perf_counter() - asked)
        self.decisions += 1

    def _choice(self, prompt: dict[str, Any], banks: bool) -> tuple[str, Any]:
        offers = prompt["offers"]
        if banks and any(each["action"] == "bank" for each in offers):
            offers = [each for each in offers if each["action"] == "bank"]
        for _ in range(20):
            offer = self._rng.choice(offers)
            if offer["action"] == "fold" and self._rng.random() < 0.7:
                continue
            if offer["kind"] == "choice":
                return offer["action"], None
            option = msgspec.convert(offer["option"], Option)
            with contextlib.suppress(Impossible):
                return offer["action"], random_value(option, self._rng)
        return offers[0]["action"], None

    def close(self) -> None:
        """Everybody goes home."""
        for task in self._tasks:
            task.cancel()


# -- the server -------------------------------------------------------------------------------------------------------


def serve(db: str, port: int) -> None:
    """A server without limits on how many come in from one address, in a process of its own."""
    from uvicorn import Server as Uvicorn  # noqa: PLC0415

    from cardroom.web.halls.databases import databases_for  # noqa: PLC0415
    from cardroom.web.halls.server import Server  # noqa: PLC0415
    from cardroom.web.people.rate_limiter import RateLimiter  # noqa: PLC0415
    from cardroom.web.serving.app import create_app  # noqa: PLC0415
    from cardroom.web.serving.process import tune_gc, uvicorn_config  # noqa: PLC0415

    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(4096)
    server = Server(databases_for(db), tables=False, newcomers=RateLimiter(10**9, 10**9))
    if password := os.environ.get("CARDROOM_LOAD_PASSWORD"):
        with contextlib.suppress(InputError):
            server.people.sign_up("loader", password, ("operator",))
    print(listening.getsockname()[1], flush=True)
    tune_gc()
    uvicorn = Uvicorn(uvicorn_config(create_app(server, "s" * 64), server))
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(uvicorn.serve(sockets=[listening]))


class Serving(NamedTuple):
    """A server process."""

    process: subprocess.Popen[str]
    address: str

    def memory(self) -> float:
        """Megabytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def cpu(self) -> float:
        """Seconds that it has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def serving(db: str, many: int) -> Iterator[list[Serving]]:
    """So many servers of one room."""
    environment = os.environ | {"CARDROOM_LOAD_PASSWORD": PASSWORD}
    found = []
    try:
        for _ in range(many):
            command = [sys.executable, "-m", "benchmarks.load", "--serve", db]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
            port = (process.stdout.readline() if process.stdout else "").strip()
            found.append(Serving(process, f"http://127.0.0.1:{port}"))
            _wait(found[-1].address)
        yield found
    finally:
        for each in found:
            each.process.send_signal(signal.SIGTERM)
        for each in found:
            try:
                each.process.wait(40)
            except subprocess.TimeoutExpired:
                each.process.kill()


def _wait(address: str) -> None:
    import httpx  # noqa: PLC0415

    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{address}/ready").status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not open")


# -- measuring --------------------------------------------------------------------------------------------------------


async def _measured(
    console: Console, servers: list[Serving], players: int, tables: int, seconds: float
) -> list[Measured]:
    games = [slug for slug in slugs() if slug != "face-up-chinese-poker"]  # its hands take many minutes
    crowd = Crowd([each.address for each in servers], 7)
    async with Client(servers[0].address, seconds=60) as floor:
        await floor.sign_in("loader", PASSWORD)
        left, turns = players, cycle(games)
        for number in track(range(tables), "seating", transient=True, console=console):
            slug = next(turns)
            seats = cardroom.game(slug).rules.seats
            many = min(seats.most, max(seats.least, round(left / (tables - number))))
            settings = {"act": 120, "bank": 60, "between": 0.5, "misses": 50}
            name = f"table {number}"
            await floor.post("/api/v1/halls/play/tables", name=name, game=slug, settings=settings)
            await crowd.seat(name, slug, many)
            left -= many
    found = []
    for what, think, length in (("at human pace", (1.0, 4.0), seconds), ("as fast as it goes", (0.0, 0.0), seconds)):
        console.print(f"{players - left} players {what} ...")
        crowd.think = think
        await asyncio.sleep(min(4.5, length / 2))
        crowd.waits, crowd.decisions, crowd.refused = [], 0, 0
        cpu, own, began = sum(each.cpu() for each in servers), time.process_time(), time.perf_counter()
        await asyncio.sleep(length)
        took = time.perf_counter() - began
        waits = sorted(crowd.waits) or [0.0]
        found.append(
            Measured(
                what,
                players - left,
                tables,
                took,
                crowd.decisions,
                statistics.median(waits),
                waits[int(len(waits) * 0.99)],
                crowd.refused,
                sum(each.memory() for each in servers),
                (sum(each.cpu() for each in servers) - cpu) / took,
                (time.process_time() - own) / took,
            )
        )
    crowd.close()
    return found


def measure(console: Console, db: str, processes: int, players: int, tables: int, seconds: float) -> list[Measured]:
    """Open a room, fill it, and look."""
    with serving(db, processes) as servers, asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_measured(console, servers, players, tables, seconds))


def show(console: Console, title: str, found: list[Measured]) -> None:
    """A table of what was measured."""
    table = Table(title=title)
    for heading in ("", "players", "tables", "decisions/s", "p50 ms", "p99 ms", "refused", "MB", "server", "clients"):
        table.add_column(heading, justify="right" if heading else "left")
    for each in found:
        cells = (each.what, each.players, each.tables, f"{each.rate:,.0f}", f"{each.p50 * 1e3:,.1f}")
        more = (
            f"{each.p99 * 1e3:,.1f}",
            each.refused,
            f"{each.memory:,.0f}",
            f"{each.server:.0%}",
            f"{each.clients:.0%}",
        )
        table.add_row(*map(str, cells + more))
    console.print(table)


def main() -> None:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description="The live room under load.")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="keep the books in PostgreSQL")
    parser.add_argument("--growth", action="store_true", help="from 10 players to 5,000")
    parser.add_argument("--serve", metavar="URL", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve, 0)
        return
    console = Console(width=None if sys.stdout.isatty() else 110)
    os.environ.setdefault("CARDROOM_KEY", secrets.token_hex(32))
    sizes = [(chosen.players, chosen.tables)]
    if chosen.growth:
        sizes = [(10, 2), (100, 15), (500, 75), (1000, 150), (2000, 300), (5000, 750)]
    written = []
    for players, tables in sizes:
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            db = _postgres(stack) if chosen.postgres else f"sqlite:///{folder}/room.db"
            found = measure(console, db, chosen.processes, players, tables, chosen.seconds)
        books = "PostgreSQL" if chosen.postgres else "SQLite"
        show(console, f"{books}, {chosen.processes} process(es)", found)
        written += [{"books": books, "processes": chosen.processes, **each._asdict()} for each in found]
    kept = json.loads(REPORT.read_text()) if REPORT.exists() else []
    known = {(each["books"], each["processes"], each["what"], each["tables"]): each for each in [*kept, *written]}
    REPORT.write_text(json.dumps([*known.values()], indent=1) + "\n")


def _postgres(stack: contextlib.ExitStack) -> str:
    from benchmarks.ledger import _postgres as started  # noqa: PLC0415

    url = started(stack)
    if url is None:
        raise SystemExit("there is no PostgreSQL here")
    return str(url)


if __name__ == "__main__":
    main()
