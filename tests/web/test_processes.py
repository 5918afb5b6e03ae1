"""Several processes serve one room: whichever dies or stands still, nothing is lost, and nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter
from itertools import count
from typing import NamedTuple

import msgspec
import psycopg
import pytest

import cardroom
from cardroom.client import Bye, Client, Unreachable
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.audit import audit
from cardroom.house.store import StoreError
from cardroom.house.values import is_table
from cardroom.play.commands import CloseTable, Join, Pause, Return, SitOut, SubmitAnswer, TopUp
from cardroom.room import Person
from cardroom.room.messages import Watch, request
from cardroom.room.timing import TableTiming
from cardroom.web.api import socket
from cardroom.web.cluster import cluster, held, membership
from cardroom.web.cluster.leases import IDLE, LASTS, LeaseLost, Leases, fence, set_up
from cardroom.web.halls.databases import databases_for
from cardroom.web.halls.server import OTHER_ROLES
from cardroom.web.halls.table_config import TableConfig, read_config
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.store import PeopleStore
from processes import Process
from sampling import PROOF
from server import QUICK, Running

CHIPS = 100_000
PASSWORD = "a password of the boss"
QUICKLY = TableTiming(answer_time=2, time_bank=0, pause_between=0.2, timeouts_allowed=2)
_numbers = count(1)


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
    people: str


@contextlib.asynccontextmanager
async def rivals(database):
    where = databases_for(database)
    set_up(where.people)
    leases = await Leases.connect(where.people)
    numbers = [await leases.begin(name) for name in ("one", "two")]
    houses = [House.at(where.play, create=True) for _ in numbers]
    for house, number in zip(houses, numbers, strict=True):
        house.books.fence = fence("play", lambda number=number: number)
    houses[0].deposit("ann", CHIPS, who="cage", key="ann")
    assert await leases.claim(numbers[0], "play", "table 7")
    houses[0].open_table("table 7", cardroom.game("texas-holdem"), who="floor")
    try:
        yield Rivals(leases, numbers, houses, where.people)
    finally:
        for house in houses:
            house.books.store.close()
        await leases.close()


def ends_lease(people, number):
    """A process is silent for too long."""
    with psycopg.connect(people.replace("+psycopg", "")) as connection:
        connection.execute("UPDATE processes SET until = clock_timestamp() WHERE number = %s", (number,))


def test_who_has_lost_a_table_cannot_write_into_its_book(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, second), people):
            table = first.table("table 7")
            table.do(Join("ann", 20_000), key="ann/1")
            await leases.take(two, 9)
            assert (await leases.view()).tables == {("play", "table 7"): one}  # as long as it lives
            with pytest.raises(LeaseLost):
                second.table("table 7").do(SitOut("ann"))
            ends_lease(people, one)
            table.do(SitOut("ann", True), key="ann/2")  # nobody has taken it yet: it is the only one who writes
            await leases.take(two, 9)
            assert (await leases.view()).tables == {("play", "table 7"): two}
            before = first.entries("table 7")
            for _ in range(2):  # as it is, and rebuilt from the book: knowing its last line is not enough
                with pytest.raises(LeaseLost, match="another process"):
                    table.do(SitOut("ann", False), key="ann/3")
            assert first.entries("table 7") == before
            assert not await leases.renew(one)
            assert await leases.renew(two)
            second.table("table 7").do(SitOut("ann", False), key="ann/3")
            assert not await leases.claim(one, "play", "another")  # who is dead opens no tables

    asyncio.run(act())


def test_a_table_is_not_taken_while_its_owner_writes(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, _), people):
            table = first.table("table 7")
            with first.books.transaction():
                table.do(Join("ann", 20_000), key="ann/1")
                ends_lease(people, one)
                await leases.take(two, 9)
                assert (await leases.view()).tables == {("play", "table 7"): 0}
                with first.books.reading() as connection:  # and if it stands still here, that ends in time
                    said = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
                    assert said == f"{IDLE // 1000}s"
            assert IDLE / 1000 < LASTS
            await leases.take(two, 9)
            assert (await leases.view()).tables == {("play", "table 7"): two}
            assert first.entries("table 7")[-1].key == "ann/1"

    asyncio.run(act())


def test_a_table_is_taken_though_its_owner_stands_still_in_the_middle_of_writing(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, second), people):
            table = first.table("table 7")

            async def stands_still():
                with first.books.transaction():
                    table.do(Join("ann", 20_000), key="ann/1")
                    ends_lease(people, one)
                    until = time.monotonic() + 60
                    while (await leases.view()).tables != {("play", "table 7"): two}:
                        assert time.monotonic() < until
                        await asyncio.sleep(0.5)
                        await leases.take(two, 9)

            with pytest.raises(StoreError):
                await stands_still()
            second.table("table 7").do(Join("ann", 20_000), key="ann/1")

    asyncio.run(act())


# -- whichever process is asked ----------------------------------------------------------------------------------------


@pytest.fixture
def two(database):
    """Two servers of one room, in this process."""
    where = databases_for(database)
    with Running(where, tables=False, thinks=0.01) as one, Running(where, tables=False, thinks=0.01) as two:
        yield one, two


async def is_so(what, value):
    return await what() == value


async def eventually(what, seconds=20):
    """Wait until something is so; gives it."""
    for _ in range(int(seconds * 20)):
        if found := await what():
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("it never was")


@pytest.fixture
def one(database, monkeypatch):
    """A server that others could join, quick to follow and to give up."""
    monkeypatch.setattr(membership, "RELOADS", 0.2)
    monkeypatch.setattr(cluster, "TRIES", 1)
    monkeypatch.setattr(cluster, "UNREADABLE", 0.5)
    with Running(databases_for(database), tables=False, thinks=0.01) as one:
        one.call(one.server.peers.tables_known())
        yield one


def test_tables_that_are_not_there_cost_next_to_nothing(one, monkeypatch):
    hall, peers, looks = one.server.halls["play"], one.server.peers, []
    seen = Leases.view

    async def counted(self):
        looks.append(1)
        return await seen(self)

    monkeypatch.setattr(Leases, "view", counted)

    async def flood():
        line, outbox = hall.connect(Person("ann"))
        for batch in range(20):
            for number in range(100):
                hall.receive(line, Watch(f"no table {batch} {number}"))
            assert peers._held.unknown_count <= held.MOST_HELD
            await asyncio.sleep(0.05)
        while peers._held.unknown_count:
            await asyncio.sleep(0.05)
        hall.disconnect(line)
        return outbox.closed

    began = time.monotonic()
    assert one.call(flood()) == "too much waits to be read"  # each was answered
    took = time.monotonic() - began
    assert len(looks) <= took / cluster.LOOKS + took / membership.HEARTBEAT + 3
    assert not peers._connections._watched


def test_what_the_register_says_is_followed_though_nobody_calls(one):
    one.server.people.stop("all", "a fault", "floor")

    async def stops():
        return one.server.halls["play"].room._stops == {"all": "a fault"}

    asyncio.run(eventually(stops, 5))


def test_who_waits_for_a_beat_that_fails_is_served_by_the_next(one, monkeypatch):
    peers, seen, failed = one.server.peers, Leases.view, []

    async def fails(self):
        if not failed:
            failed.append(1)
            raise psycopg.OperationalError("the line broke")
        return await seen(self)

    monkeypatch.setattr(Leases, "view", fails)
    before = peers.number
    one.call(asyncio.wait_for(peers.tables_known(), 20))
    assert failed
    assert peers.number > before


def test_a_book_that_cannot_be_read_is_left_alone_for_a_while(one, monkeypatch):
    hall, peers = one.server.halls["play"], one.server.peers
    how, key = TableConfig(QUICKLY), ("play", "table 7")
    one.call(one.server.tables.open(*key, cardroom.game("texas-holdem"), how, Person("floor", floor=True)))
    found, tries = hall.load_table, []

    async def bad(table):
        tries.append(table)
        raise ValueError("a page is torn out")

    monkeypatch.setattr(hall, "load_table", bad)
    one.loop.call_soon_threadsafe(peers._membership.end)  # the next life takes it up from its book

    async def left():
        return key in peers._unreadable and key not in peers._held.arriving

    asyncio.run(eventually(left))
    monkeypatch.setattr(hall, "load_table", found)

    async def there():
        return "table 7" in hall.room.tables

    asyncio.run(eventually(there))
    assert tries


def test_whichever_process_is_asked_does_it(two, monkeypatch):
    """People and the floor are at another process than their table."""
    floor = Person("floor", floor=True)
    how = TableConfig(QUICKLY, bots=1)
    two[0].call(two[0].server.tables.open("play", "table 7", cardroom.game("texas-holdem"), how, floor))
    owner, other = two if "table 7" in two[0].server.halls["play"].room.tables else two[::-1]
    hall = other.server.halls["play"]

    async def visit():
        async with Client(other.address) as client:
            me = (await client.guest())["name"]

            async def lobby():
                tables = await client.get("/api/halls/play/tables")
                return [(each["name"], [who["bot"] for who in each.get("people", ())]) for each in tables]

            await eventually(lambda: is_so(lobby, [("table 7", [True])]))
            async with client.enter("play") as line:
                await line.watch("table 7")
                await line.ask(Join, "table 7", 20_000)
                assert line.scenes["table 7"]["people"][me]["here"]
                await eventually(lambda: asyncio.to_thread(lambda: line.scenes["table 7"]["questions"]))
                with pytest.raises(InputError, match="that question is over"):
                    await line.ask(SubmitAnswer, "table 7", "1", "no such", "fold")
                with pytest.raises(InputError, match="there is no table"):
                    await line.watch("table 8")
            with pytest.raises(InputError, match="that is for operator"):
                await client.get("/api/processes")
            practice = await client.post("/api/halls/play/practice", game="texas-holdem")
        async with Client(owner.address) as stranger:  # whose table that is stays their affair
            await stranger.guest()
            names = [each["name"] for each in await stranger.get("/api/halls/play/tables")]
            assert names == ["table 7"]
        return practice["table"]

    practice = asyncio.run(visit())
    with pytest.raises(InputError, match="there is a table"):
        other.call(other.server.tables.open("play", "table 7", cardroom.game("texas-holdem"), TableConfig(), floor))
    with monkeypatch.context() as patch:
        patch.setattr(other.server.peers, "other_tables", lambda _: set())  # before the other's table is known here
        with pytest.raises(InputError, match="there was one"):
            other.call(other.server.tables.open("play", "table 7", cardroom.game("texas-holdem"), TableConfig(), floor))
    assert read_config(other.server.room_store.config("play", "table 7")) == how
    other.call(hall.order(floor, "table 7", Pause("a spilled drink")))
    live = owner.server.halls["play"].room.tables["table 7"]

    async def halted():
        return live.summary()["state"] == "halted"

    asyncio.run(eventually(halted))
    other.server.people.stop("all", "a fault", "floor")

    async def stops(room):
        return room._stops == {"all": "a fault"}

    other.call(other.server.apply_restrictions())
    asyncio.run(eventually(lambda: stops(owner.server.halls["money"].room)))
    listed = other.call(other.server.peers.processes())
    assert {table["table"] for each in listed for table in each["tables"]} == {"table 7", practice}
    other.call(hall.order(floor, "table 7", CloseTable()))
    assert "table 7" not in owner.server.halls["play"].room.tables
    assert audit(owner.server.halls["play"].house.books).holds


def test_roles_that_were_taken_at_one_process_end_at_the_others_at_once(two, monkeypatch):
    """Requests are refused, and lines are cut, long before they would be looked at by the clock."""
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    here, there = two
    here.server.people.sign_up("boss", PASSWORD, ("operator",))
    here.server.people.sign_up("flo", PASSWORD, ("floor",))

    async def visit():
        async with Client(here.address) as boss, Client(there.address) as flo:
            await boss.sign_in("boss", PASSWORD)
            await flo.sign_in("flo", PASSWORD)
            async with flo.enter("play") as line:
                await flo.get("/api/people")
                await boss.post("/api/people/flo/roles", roles=["player"], why="gone home")
                with pytest.raises(InputError, match="that is for the floor"):
                    await flo.get("/api/people")
                while not isinstance(said := await line.next(60), Bye):
                    pass
                assert said.why == OTHER_ROLES

    asyncio.run(visit())


def test_who_stood_still_drops_its_tables_before_anything_else(two):
    one = two[0].server
    hall, floor = one.halls["play"], Person("floor", floor=True)
    two[0].call(one.tables.open("play", "table 7", cardroom.game("texas-holdem"), TableConfig(), floor))

    async def acts():
        line, outbox = hall.connect(Person("ann"))
        hall.receive(line, Watch("table 7"))
        assert len(outbox._unsent) == 1
        number, one.peers._membership._until = one.peers.number, 0.0  # its lease is over, and it does not know yet
        hall.receive(line, request(Join, "table 7", "1", 20_000))
        assert not hall.room.tables
        assert len(outbox._unsent) == 1
        return number, outbox

    number, outbox = two[0].call(acts())

    async def shown_anew():  # by whoever has the table next
        return len(outbox._unsent) > 1

    asyncio.run(eventually(shown_anew))
    assert one.peers.number > number
    assert b'"scene"' in outbox._unsent[1]
    assert sum("table 7" in each.server.halls["play"].room.tables for each in two) == 1


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
        except InputError:
            self.record.refused.add(key)
            return False
        self.record.kept.add(key)
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
    """An account with money; gives the token of its session."""
    house.deposit(name, CHIPS, who="cage", key=f"first {name}")
    people.sign_up(name, f"the password of {name}")
    return people.begin_session(name)


TABLES = {f"table {number}": ("play", "money")[number % 2] for number in range(40 if PROOF else 4)}
"""In which hall each is; five sit there."""
BOTS = "with bots"


_ROUNDS = """
    SELECT books.name, count(*) FILTER (WHERE lines.kind = 'closed' AND lines.at > {})
    FROM {}.books JOIN {}.lines ON lines.book = books.id WHERE books.name <> 'cage' GROUP BY books.name
"""


async def played(database, many):
    """Wait until so many rounds have been ended at every table since now."""
    began, limit = time.time(), time.monotonic() + (400 if PROOF else 90)
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
        found = {}
        while min(found.values(), default=0) < many:
            assert time.monotonic() < limit, f"play does not go on: {found}"
            await asyncio.sleep(0.3)
            for hall in ("money", "play"):
                query = _ROUNDS.format(int(began * 1e6), hall, hall)
                found |= dict(await (await connection.execute(query)).fetchall())


async def chaos(processes, database, tokens):
    """Play at all tables while one process dies and another stands still, comes back and closes."""
    addresses = [each.address for each in processes]
    floor = Client(*addresses)
    await floor.sign_in("boss", PASSWORD)
    for table, hall in {**TABLES, BOTS: "play"}.items():
        how = {"house": {}, "settings": msgspec.to_builtins(QUICKLY), "bots": int(table == BOTS)}
        await floor.post(f"/api/halls/{hall}/tables", name=table, game="texas-holdem", **how)
    tasks = []
    for number, (guest, token) in enumerate(tokens):
        turned = addresses[number % 3 :] + addresses[: number % 3]
        tasks.append(asyncio.create_task(guest.lives(turned, token)))
    await played(database, 5 if PROOF else 1)

    async def spread():
        listed = await floor.get("/api/processes")
        return [bool(each["lives"] and each["tables"]) for each in listed] == [True] * 3

    await eventually(spread, 120)  # tables move between two rounds
    processes[0].kill()
    processes[1].pause()
    await played(database, 5 if PROOF else 1)  # by the third
    processes[1].wake()
    await played(database, 5 if PROOF else 1)
    await asyncio.sleep(LASTS if PROOF else 1)
    listed = await floor.get("/api/processes")
    assert [each["lives"] for each in listed].count(True) == 2
    assert sum(len(each["tables"]) for each in listed if each["lives"]) == len(TABLES) + 1
    for _ in range(50):  # what other processes serve is listed within two seconds
        lobbies = [await floor.get(f"/api/halls/{hall}/tables") for hall in ("money", "play")]
        names = {each["name"] for lobby in lobbies for each in lobby}
        if names == TABLES.keys() | {BOTS}:
            break
        await asyncio.sleep(0.2)
    assert names == TABLES.keys() | {BOTS}
    assert await asyncio.to_thread(processes[1].close) == 0
    await played(database, 1)
    left = {*tasks}
    while left:  # a task may miss that it is cancelled when what it waits for comes at the same moment
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)
    for task in tasks:
        with contextlib.suppress(asyncio.CancelledError):
            task.result()
    await floor.__aexit__(None, None, None)


@pytest.mark.timeout(900 if PROOF else 300)
def test_play_goes_on_while_one_process_is_killed_and_one_stands_still(database, tmp_path):
    where = databases_for(database)
    log, key = tmp_path / "log", os.environ["CARDROOM_KEY"]
    people, record = PeopleStore(PeopleDatabase(where.people), hasher=QUICK), Record()
    people.sign_up("boss", PASSWORD, ("operator", "floor"))
    processes = [Process(database, key, log, "--no-tables") for _ in range(3)]
    try:
        processes[0].await_open()
        houses = {"money": House.at(where.money), "play": House.at(where.play)}
        tokens = []
        for table, hall in [*TABLES.items()] * 5 + [(BOTS, "play")] * 2:
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
    """Nobody has lost an accepted answer, nothing happened that nobody asked for, and all money is there."""
    kept = set()
    for house in houses.values():
        assert audit(house.books).holds
        assert sum(house.books.balances().values()) == 0
        kept |= {line.key for book in filter(is_table, house.books.heads()) for line in house.entries(book)}
    assert record.kept <= kept
    assert not record.refused & kept
    assert {each for each in kept if each and each.startswith("player ")} <= record.asked
    assert len(record.kept) > 20 * len(TABLES)
