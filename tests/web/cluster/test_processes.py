"""Play continues when one process is killed and another is paused: nothing is lost, and nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter
from itertools import count

import msgspec
import psycopg
import pytest

from cardroom.client import Client, Unreachable
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.audit.store import audit
from cardroom.house.books.values import is_table
from cardroom.play.table import Join, Return, SubmitAnswer, TopUp
from cardroom.room.timing import TableTiming
from cardroom.web.cluster.leases import LASTS
from cardroom.web.halls.databases import databases_for
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.store import PeopleStore
from support.processes import Process, eventually
from support.sampling import PROOF
from support.server import QUICK

CHIPS = 100_000
PASSWORD = "a password of the boss"
QUICKLY = TableTiming(answer_time=2, time_bank=0, pause_between=0.2 if PROOF else 1.5, timeouts_allowed=2)


class Record:
    """What the players saw, and their accepted requests."""

    def __init__(self) -> None:
        self.sent, self.accepted, self.refused = set(), set(), set()
        self.stacks: dict[tuple[str, str, int], dict[str, int]] = {}
        """The stacks at a table, by hall, table and number of ledger entries."""
        self.failures: Counter[str] = Counter()

    def saw(self, hall, table, scene) -> None:
        if scene.get("lines"):
            stacks = {who: each["stack"] for who, each in scene["people"].items()}
            assert self.stacks.setdefault((hall, table, scene["lines"]), stacks) == stacks, (
                "two processes show different stacks"
            )


class Guest:
    """A player who continues whatever happens to the servers."""

    def __init__(self, name, hall, table, record) -> None:
        self.name, self.hall, self.table, self.record = name, hall, table, record
        self._ids = count(1)

    async def ask(self, line, kind, *words) -> bool:
        number = str(next(self._ids))
        key = f"{self.name}/{number}"
        self.record.sent.add(key)
        try:
            await line.ask(kind, self.table, *words, key=number)
        except InputError:
            self.record.refused.add(key)
            return False
        self.record.accepted.add(key)
        return True

    async def lives(self, addresses, token) -> None:
        async with Client(*addresses) as client:
            client.cookies["session"] = token
            while True:
                try:
                    async with client.enter(self.hall) as line:
                        await self.plays(line)
                except Unreachable as error:
                    self.record.failures[str(error)[:40]] += 1
                    await asyncio.sleep(0.2)

    async def plays(self, line) -> None:
        scene = await line.watch(self.table)
        while True:
            scene = line.scenes[self.table]
            self.record.saw(self.hall, self.table, scene)
            if (me := scene["people"].get(self.name)) is None:
                await self.ask(line, Join, CHIPS // 2)
            elif me["away"]:
                await self.ask(line, Return)
            elif not me["stack"] and scene["state"] != "playing":
                await self.ask(line, TopUp, 10_000)
            for spot, question in scene["questions"].items():
                prompts = (scene["picture"] or {}).get("prompts", ())
                offers = [offer for each in prompts if each["spot"] == spot for offer in each["offers"]]
                if offers:
                    value = offers[0]["option"].get("least") if offers[0]["kind"] == "amount" else None
                    await self.ask(line, SubmitAnswer, spot, question, offers[0]["action"], value)
            with contextlib.suppress(Unreachable):
                await line.next(1)


def opens(people, house, name) -> str:
    """Add a user with money; return the token of a session."""
    house.cage.deposit(name, CHIPS, who="cage", key=f"first {name}")
    people.sign_up(name, f"the password of {name}")
    return people.sessions.begin(name)


TABLES = {f"table {number}": ("play", "money")[number % 2] for number in range(40 if PROOF else 2)}
"""The hall of each table. With the one for bots there are three, so that each of three processes gets one."""
SEATED = 5 if PROOF else 2
"""The players at each."""
BOTS = "with bots"
_ROUNDS = """
    SELECT books.name, count(*) FILTER (WHERE lines.kind = 'round-ended' AND lines.at > {})
    FROM {}.books JOIN {}.lines ON lines.book = books.id WHERE books.name <> 'cage' GROUP BY books.name
"""


async def played(database, many):
    """Wait until a number of rounds has ended at every table from now on."""
    began, limit = time.time(), time.monotonic() + (400 if PROOF else 90)
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
        results = {}
        while min(results.values(), default=0) < many:
            assert time.monotonic() < limit, f"play does not continue: {results}"
            await asyncio.sleep(0.3)
            for hall in ("money", "play"):
                query = _ROUNDS.format(int(began * 1e6), hall, hall)
                results |= dict(await (await connection.execute(query)).fetchall())


async def chaos(processes, database, tokens):
    """Play at all tables while one process is killed and another is paused, resumed and closed."""
    addresses = [each.address for each in processes]
    floor = Client(*addresses)
    await floor.sign_in("boss", PASSWORD)
    for table, hall in {**TABLES, BOTS: "play"}.items():
        how = {"house": {}, "settings": msgspec.to_builtins(QUICKLY), "bots": int(table == BOTS)}
        await floor.post(f"/api/v1/halls/{hall}/tables", name=table, game="texas-holdem", **how)
    tasks = []
    for number, (guest, token) in enumerate(tokens):
        turned = addresses[number % 3 :] + addresses[: number % 3]
        tasks.append(asyncio.create_task(guest.lives(turned, token)))
    await played(database, 5 if PROOF else 1)

    async def spread():
        listed = await floor.get("/api/v1/processes")
        return [bool(each["lives"] and each["tables"]) for each in listed] == [True] * 3

    await eventually(spread, 120)  # tables move between two rounds
    processes[0].kill()
    processes[1].pause()
    await played(database, 5 if PROOF else 1)  # by the third
    processes[1].wake()
    await played(database, 5 if PROOF else 1)
    await asyncio.sleep(LASTS if PROOF else 1)
    listed = await floor.get("/api/v1/processes")
    assert [each["lives"] for each in listed].count(True) == 2
    assert sum(len(each["tables"]) for each in listed if each["lives"]) == len(TABLES) + 1
    for _ in range(50):  # tables of other processes are listed within two seconds
        lobbies = [await floor.get(f"/api/v1/halls/{hall}/tables") for hall in ("money", "play")]
        names = {each["name"] for lobby in lobbies for each in lobby}
        if names == TABLES.keys() | {BOTS}:
            break
        await asyncio.sleep(0.2)
    assert names == TABLES.keys() | {BOTS}
    assert await asyncio.to_thread(processes[1].close) == 0
    await played(database, 1)
    left = {*tasks}
    while left:  # a task may miss its cancellation if its result arrives at the same moment
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)
    for task in tasks:
        with contextlib.suppress(asyncio.CancelledError):
            task.result()
    await floor.__aexit__(None, None, None)


@pytest.mark.proof
@pytest.mark.timeout(900 if PROOF else 300)
def test_play_continues_while_one_process_is_killed_and_one_is_paused(database, tmp_path):
    where = databases_for(database)
    log, key = tmp_path / "log", os.environ["CARDROOM_KEY"]
    people, record = PeopleStore(PeopleDatabase(where.people), hasher=QUICK), Record()
    people.sign_up("boss", PASSWORD, ("operator", "floor"))
    processes = [Process(database, key, log, "--no-tables", "--one-person") for _ in range(3)]
    try:
        processes[0].await_open()
        houses = {"money": House.at(where.money), "play": House.at(where.play)}
        tokens = []
        for table, hall in [*TABLES.items()] * SEATED + [(BOTS, "play")] * 2:
            guest = Guest(f"player {len(tokens)}x", hall, table, record)
            tokens.append((guest, opens(people, houses[hall], guest.name)))
        for each in processes[1:]:
            each.await_open()
        asyncio.run(chaos(processes, database, tokens))
    finally:
        for each in processes:
            each.clear()
        print(log.read_text()[-20_000:])
    check(houses, record)
    for house in houses.values():
        house.books.store.close()
    people.database.close()


def check(houses, record):
    """No accepted answer is lost, nothing happened without a request, and all money is accounted for."""
    keys = set()
    for house in houses.values():
        assert audit(house.books).holds
        assert sum(house.books.balances().values()) == 0
        keys |= {line.key for book in filter(is_table, house.books.heads()) for line in house.entries(book)}
    assert record.accepted <= keys
    assert not record.refused & keys
    by_players = {each for each in keys if each and each.startswith("player ")}
    assert {each for each in by_players if "/mix " not in each} <= record.sent, "clients add seeds by themselves"
    assert len(record.accepted) > 20 * len(TABLES)
