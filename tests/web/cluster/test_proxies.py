"""Behind the documented nginx and Caddy configurations, a killed process costs no client more than ten seconds."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from cardroom.client import Client, InputError, Join, Return, SubmitAnswer, Unreachable
from cardroom.room.timing import TableTiming
from cardroom.web.halls.databases import databases_for
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.store import PeopleStore
from support.processes import Process
from support.proxy_servers import PROXIES, installed, proxy
from support.server import QUICK

PASSWORD = "a password of the boss"
TIMING = TableTiming(answer_time=3, time_bank=0, pause_between=0.1)
PROCESSES, TABLES, PLAYERS = 3, 6, 30
LONGEST = 10.0
"""Seconds that a client may wait for an answer."""
UNITS = Path(__file__).parents[3] / "docs/operate/units"


class Player:
    """A guest who plays through the proxy, and measures every wait."""

    def __init__(self, number: int) -> None:
        self.table = f"table {number % TABLES}"
        self.waits: list[float] = []
        """Seconds until each request was answered."""
        self.moves: list[float] = []
        """When each request at the table was accepted."""
        self.received: list[float] = []
        """When messages were received."""

    async def live(self, address: str) -> None:
        async with Client(address) as client:
            await self.timed(client.guest())
            async with client.enter("play") as connection:
                await self.timed(connection.watch(self.table))
                await asyncio.gather(self.play(connection), self.read(client))

    async def timed(self, waited) -> None:
        start = time.monotonic()
        try:
            await waited
        finally:
            self.waits.append(time.monotonic() - start)

    async def ask(self, connection, kind, *words) -> None:
        with contextlib.suppress(InputError):  # the round may have ended meanwhile
            await self.timed(connection.ask(kind, self.table, *words))
            self.moves.append(time.monotonic())

    @property
    def longest(self) -> float:
        """The longest wait for an answer, or for the next message about the table."""
        return max(*self.waits, *(later - earlier for earlier, later in pairwise(self.received)))

    async def play(self, connection) -> None:
        while True:
            scene = connection.scenes[self.table]
            me = scene["people"].get(connection.name)
            if me is None:
                await self.ask(connection, Join, 50_000)
            elif me["away"]:
                await self.ask(connection, Return)
            for spot, question in scene["questions"].items():
                prompts = (scene["picture"] or {}).get("prompts", ())
                offers = [offer for each in prompts if each["spot"] == spot for offer in each["offers"]]
                actions = {each["action"] for each in offers}
                if action := next((each for each in ("check", "fold") if each in actions), None):
                    await self.ask(connection, SubmitAnswer, spot, question, action, None)
            with contextlib.suppress(Unreachable):
                await connection.next(0.5)
                self.received.append(time.monotonic())

    async def read(self, client) -> None:
        """Request a page again and again. Every request must be answered."""
        while True:
            await self.timed(client.get("/api/v1/me"))
            await asyncio.sleep(0.3)


async def survive(address: str, processes: list[Process]) -> list[Player]:
    """Play through a proxy while a process is killed. Returns the players when all of them played afterwards."""
    async with Client(address) as floor:
        await floor.sign_in("boss", PASSWORD)
        for number in range(TABLES):
            how = {"house": {}, "settings": msgspec.to_builtins(TIMING)}
            await floor.post("/api/v1/halls/play/tables", name=f"table {number}", game="texas-holdem", **how)
        players = [Player(number) for number in range(PLAYERS)]
        tasks = [asyncio.create_task(each.live(address)) for each in players]

        async def spread() -> bool:
            listed = await floor.get("/api/v1/processes")
            return all(each["tables"] for each in listed) and all(len(each.moves) > 5 for each in players)

        await _until(spread, tasks)
        processes[0].kill()
        killed = time.monotonic()

        async def continued() -> bool:
            return all(len([at for at in each.moves if at > killed]) > 5 for each in players)

        await _until(continued, tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return players


async def _until(check, tasks) -> None:
    limit = time.monotonic() + 240
    while not await check():
        assert time.monotonic() < limit, "play does not continue"
        for task in tasks:
            if task.done():
                task.result()  # a client that was lost says why
        await asyncio.sleep(0.1)


@pytest.mark.proof
@pytest.mark.parametrize("name", PROXIES)
def test_no_client_is_lost_and_none_waits_longer_than_ten_seconds(name, database, tmp_path):
    if not installed(name):
        pytest.skip(f"{name} is not installed on this machine")
    people = PeopleStore(PeopleDatabase(databases_for(database).people), hasher=QUICK)
    people.sign_up("boss", PASSWORD, ("operator", "floor"))
    people.database.close()
    log = tmp_path / "log"
    processes = [Process(database, os.environ["CARDROOM_KEY"], log, "--no-tables") for _ in range(PROCESSES)]
    try:
        for each in processes:
            each.await_open()
        with proxy(name, [each.address for each in processes], tmp_path) as address:
            players = asyncio.run(survive(address, processes))
    finally:
        for each in processes:
            each.clear()
    longest = max(each.longest for each in players)
    print(f"{name}: {sum(len(each.waits) for each in players)} requests, longest wait {longest:.1f} s")
    assert 1 < longest < LONGEST, "a table of the killed process waits for its lease to expire"


def written_folders():
    """The folders that the documentation lets a server write to: those of its books and of its backups."""
    folders = set()
    for page in sorted((UNITS.parent).glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for command in re.findall(r"cardroom serve .*", text):
            folders |= {str(Path(file).parent) for file in re.findall(r"--db sqlite:///(/\S+?)`?(?=\s|$)", command)}
        folders |= set(re.findall(r"--backup-to (/[\w/]+)", text)) | set(re.findall(r'backup_to = "(/.+?)"', text))
    return folders - {"/srv/new"}  # a room that was restored to look at it


@pytest.mark.parametrize("unit", sorted(UNITS.iterdir()), ids=lambda unit: unit.name)
def test_a_service_can_write_to_the_documented_folders(unit):
    settings = re.findall(r"^(\w+)=(.*)$", unit.read_text(encoding="utf-8"), re.M)
    assert ("ProtectSystem", "strict") in settings, "everything else is read-only"
    paths = [path.lstrip("-+") for name, value in settings if name == "ReadWritePaths" for path in value.split()]
    folders = written_folders()
    assert folders >= {"/backup", "/srv/cardroom"}
    assert {folder for folder in folders if not any(Path(folder).is_relative_to(path) for path in paths)} == set()
    [state] = [value for name, value in settings if name == "StateDirectory"]
    assert ("Environment", f"CARDROOM_HOME=/var/lib/{state}") in settings
    [cache] = [value for name, value in settings if name == "CacheDirectory"]
    assert ("Environment", f"NUMBA_CACHE_DIR=/var/cache/{cache}") in settings


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed on this machine")
def test_systemd_accepts_the_units(tmp_path):
    program = tmp_path / "cardroom"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in UNITS.iterdir():
        text = unit.read_text().replace("/opt/cardroom/bin/cardroom", str(program))
        (tmp_path / unit.name).write_text(text.replace("User=cardroom", "User=root"))
    names = [tmp_path / name for name in ("cardroom.service", "cardroom@8080.service")]
    (tmp_path / "cardroom@8080.service").symlink_to(tmp_path / "cardroom@.service")
    command = ["systemd-analyze", "verify", "--man=no", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "cardroom" in line]
    assert (done.returncode, ours) == (0, [])
