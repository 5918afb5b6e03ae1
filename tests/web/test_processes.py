"""Several processes serve one room: whichever dies or stands still, nothing is lost, and nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter
from itertools import count
from typing import NamedTuple

import psycopg
import pytest

import cardroom
from cardroom.client import Away, Client
from cardroom.errors import Mistaken
from cardroom.house import House
from cardroom.house.audit import audit
from cardroom.house.values import is_table
from cardroom.room.messages import Answers, Back, Sit, TopUp
from cardroom.web.leases import IDLE, LASTS, Leases, Lost, fence, set_up
from cardroom.web.places import places
from cardroom.web.register import Register
from postgres import Unavailable, served
from processes import Process
from server import QUICK

PROOF = bool(os.environ.get("CARDROOM_PROOF"))
CHIPS = 100_000
QUICKLY = {"act": 3, "bank": 0, "between": 0.2, "misses": 2}
_numbers = count(1)


@pytest.fixture(scope="module")
def postgres():
    try:
        with served() as url:
            yield url
    except Unavailable as error:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {error}")


@pytest.fixture
def database(postgres, monkeypatch):
    """The URL of a new database."""
    name = f"room_{next(_numbers)}"
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    with psycopg.connect(postgres.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres.format(name)


# -- the fence ---------------------------------------------------------------------------------------------------------


class Rivals(NamedTuple):
    """Two processes over one room's books of play money."""

    leases: Leases
    numbers: list[int]
    houses: list[House]
    register: str


@contextlib.asynccontextmanager
async def rivals(database):
    where = places(database)
    set_up(where.register)
    leases = await Leases.at(where.register)
    numbers = [await leases.begin(name) for name in ("one", "two")]
    houses = [House.at(where.play, create=True) for _ in numbers]
    for house, number in zip(houses, numbers, strict=True):
        house.books.fence = fence("play", lambda number=number: number)
    houses[0].deposit("ann", CHIPS, who="cage", key="ann")
    assert await leases.claim(numbers[0], "play", "table 7")
    houses[0].open_table("table 7", cardroom.game("texas-holdem"), who="floor")
    try:
        yield Rivals(leases, numbers, houses, where.register)
    finally:
        for house in houses:
            house.books.store.close()
        await leases.close()


def ends_lease(register, number):
    """A process is silent for too long."""
    with psycopg.connect(register.replace("+psycopg", "")) as connection:
        connection.execute("UPDATE processes SET until = clock_timestamp() WHERE number = %s", (number,))


def test_who_has_lost_a_table_cannot_write_into_its_book(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, second), register):
            table = first.table("table 7")
            table.join("ann", 20_000, key="ann/1")
            await leases.take(two, 9)
            assert (await leases.seen()).tables == {("play", "table 7"): one}  # as long as it lives
            with pytest.raises(Lost):
                second.table("table 7").sit_out("ann")
            ends_lease(register, one)
            table.sit_out("ann", True, key="ann/2")  # nobody has taken it yet: it is the only one who writes
            await leases.take(two, 9)
            assert (await leases.seen()).tables == {("play", "table 7"): two}
            before = first.lines("table 7")
            for _ in range(2):  # as it is, and rebuilt from the book: knowing its last line is not enough
                with pytest.raises(Lost, match="another process"):
                    table.sit_out("ann", False, key="ann/3")
            assert first.lines("table 7") == before
            assert not await leases.renew(one)
            assert await leases.renew(two)
            second.table("table 7").sit_out("ann", False, key="ann/3")
            assert not await leases.claim(one, "play", "another")  # who is dead opens no tables

    asyncio.run(act())


def test_a_table_is_not_taken_while_its_owner_writes(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, _), register):
            table = first.table("table 7")
            with first.books.turn():
                table.join("ann", 20_000, key="ann/1")
                ends_lease(register, one)
                await leases.take(two, 9)
                assert (await leases.seen()).tables == {("play", "table 7"): 0}
                with first.books.reading() as connection:  # and if it stands still here, that ends in time
                    said = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
                    assert said == f"{IDLE // 1000}s"
            assert IDLE / 1000 < LASTS
            await leases.take(two, 9)
            assert (await leases.seen()).tables == {("play", "table 7"): two}
            assert first.lines("table 7")[-1].key == "ann/1"

    asyncio.run(act())


# -- a room that is broken ---------------------------------------------------------------------------------------------


class Record:
    """What people were told."""

    def __init__(self) -> None:
        self.asked, self.kept, self.refused = set(), set(), set()
        self.stacks: dict[tuple[str, str, int], dict[str, int]] = {}
        """What everybody had at a table when its book had so many lines."""
        self.failures: Counter[str] = Counter()

    def saw(self, hall, table, scene) -> None:
        if scene.get("lines"):
            stacks = {who: each["stack"] for who, each in scene["people"].items()}
            assert self.stacks.setdefault((hall, table, scene["lines"]), stacks) == stacks, "two stories are told"


class Guest:
    """Somebody who plays at a table, whatever becomes of the servers."""

    def __init__(self, name, hall, table, record) -> None:
        self.name, self.hall, self.table, self.record = name, hall, table, record
        self._ids = count(1)

    async def ask(self, line, kind, *words) -> bool:
        number = str(next(self._ids))
        key = f"{self.name}/{number}"
        self.record.asked.add(key)
        try:
            await line.ask(kind, self.table, *words, key=number)
        except Mistaken:
            self.record.refused.add(key)
            return False
        self.record.kept.add(key)
        return True

    async def lives(self, addresses, token) -> None:
        async with Client(*addresses) as client:
            client._http.cookies.set("session", token, domain="127.0.0.1")
            while True:
                try:
                    async with client.enter(self.hall) as line:
                        await self.plays(line)
                except Away as error:
                    self.record.failures[str(error)[:40]] += 1
                    await asyncio.sleep(0.2)

    async def plays(self, line) -> None:
        scene = await line.watch(self.table)
        while True:
            scene = line.scenes[self.table]
            self.record.saw(self.hall, self.table, scene)
            if (me := scene["people"].get(self.name)) is None:
                await self.ask(line, Sit, CHIPS // 2)
            elif me["away"]:
                await self.ask(line, Back)
            elif not me["stack"] and scene["state"] != "playing":
                await self.ask(line, TopUp, 10_000)
            for spot, question in scene["questions"].items():
                prompts = (scene["picture"] or {}).get("prompts", ())
                offers = [offer for each in prompts if each["spot"] == spot for offer in each["offers"]]
                if offers:
                    value = offers[0]["option"].get("least") if offers[0]["kind"] == "amount" else None
                    await self.ask(line, Answers, spot, question, offers[0]["action"], value)
            with contextlib.suppress(Away):
                await line.next(1)


def opens(register, house, name) -> str:
    """An account with money; gives the token of its session."""
    house.deposit(name, CHIPS, who="cage", key=f"first {name}")
    register.sign_up(name, f"the password of {name}")
    return register.begin(name)


async def operator(addresses, secret):
    client = Client(*addresses)
    await client.sign_in("operator", secret)
    await client.post("/api/password", old=secret, new="quite another password")
    return client


TABLES = {f"table {number}": ("play", "money")[number % 2] for number in range(60 if PROOF else 4)}
"""In which hall each is; five sit there."""
BOTS = "with bots"


def rounds(houses, since) -> Counter[str]:
    """How many rounds were ended at each table since a time."""
    found: Counter[str] = Counter()
    for house in houses.values():
        for book in filter(is_table, house.books.names()):
            found[book] += sum(line.kind == "closed" and line.at / 1e6 > since for line in house.lines(book))
    return found


async def played(houses, many):
    """Wait until so many rounds have been ended at every table."""
    since = time.time()
    while min((await asyncio.to_thread(rounds, houses, since)).values()) < many:
        await asyncio.sleep(0.5)
        assert time.time() - since < 90, "play does not go on"


async def chaos(processes, houses, tokens, secret):
    """Play at all tables while one process dies and another stands still."""
    addresses = [each.address for each in processes]
    floor = await operator(addresses, secret)
    for table, hall in {**TABLES, BOTS: "play"}.items():
        how = {"house": {}, "settings": QUICKLY, "bots": 2 * (table == BOTS)}
        await floor.post(f"/api/halls/{hall}/tables", name=table, game="texas-holdem", **how)
    tasks = []
    for number, (guest, token) in enumerate(tokens):
        turned = addresses[number % 3 :] + addresses[: number % 3]
        tasks.append(asyncio.create_task(guest.lives(turned, token)))
    await played(houses, 20 if PROOF else 1)
    listed = await floor.get("/api/processes")
    assert [each["lives"] for each in listed] == [True] * 3
    assert all(each["tables"] for each in listed), "each serves some tables"
    processes[0].kill()
    processes[1].pause()
    await played(houses, 20 if PROOF else 1)  # by the third
    processes[1].wake()
    await played(houses, 20 if PROOF else 2)
    listed = await floor.get("/api/processes")
    assert [each["lives"] for each in listed].count(True) == 2
    assert sum(len(each["tables"]) for each in listed if each["lives"]) == len(TABLES) + 1
    lobbies = [await floor.get(f"/api/halls/{hall}/tables") for hall in ("money", "play")]
    assert {each["name"] for lobby in lobbies for each in lobby} == TABLES.keys() | {BOTS}
    left = {*tasks}
    while left:  # a task may miss that it is cancelled when what it waits for comes at the same moment
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)
    for task in tasks:
        with contextlib.suppress(asyncio.CancelledError):
            task.result()
    await floor.__aexit__(None, None, None)


@pytest.mark.timeout(600 if PROOF else 200)
def test_play_goes_on_while_one_process_is_killed_and_one_stands_still(database, tmp_path):
    where = places(database)
    log, key = tmp_path / "log", os.environ["CARDROOM_KEY"]
    processes = [Process(database, key, log, "--no-tables")]
    try:
        processes[0].await_open()
        secret = processes[0].password()
        processes += [Process(database, key, log, "--no-tables") for _ in range(2)]
        register, record = Register(where.register, hasher=QUICK), Record()
        houses = {"money": House.at(where.money), "play": House.at(where.play)}
        tokens = []
        for table, hall in [*TABLES.items()] * 5 + [(BOTS, "play")] * 2:
            guest = Guest(f"player {len(tokens)}x", hall, table, record)
            tokens.append((guest, opens(register, houses[hall], guest.name)))
        for each in processes[1:]:
            each.await_open()
        asyncio.run(chaos(processes, houses, tokens, secret))
    finally:
        for each in processes:
            each.end()
        print(log.read_text()[-20_000:])
    assert [each.popen.returncode for each in processes] == [-9, 0, 0]
    check(houses, record)
    for house in houses.values():
        house.books.store.close()
    register.close()


def check(houses, record):
    """Nobody has lost an accepted answer, nothing happened that nobody asked for, and all money is there."""
    kept = set()
    for house in houses.values():
        assert audit(house.books).holds
        assert sum(house.books.balances().values()) == 0
        kept |= {line.key for book in filter(is_table, house.books.names()) for line in house.lines(book)}
    assert record.kept <= kept
    assert not record.refused & kept
    assert {each for each in kept if each and each.startswith("player ")} <= record.asked
    assert len(record.kept) > 20 * len(TABLES)
