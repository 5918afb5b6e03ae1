"""Several processes serve one room: every process answers for every table."""

from __future__ import annotations

import asyncio
import contextlib
import time

import psycopg
import pytest

import cardroom
from cardroom.client import Bye, Client
from cardroom.errors import InputError
from cardroom.house.audit.store import audit
from cardroom.house.cage.two_persons import TwoPersons
from cardroom.play.table import CloseTable, Join, Pause, SubmitAnswer
from cardroom.room import Person
from cardroom.room.messages import SayWord, Watch, WordSaid, request
from cardroom.room.timing import TableTiming
from cardroom.web.api import friends
from cardroom.web.api import websocket as socket
from cardroom.web.cluster import cluster, held, membership
from cardroom.web.cluster.leases import Leases
from cardroom.web.halls.databases import databases_for
from cardroom.web.halls.server import OTHER_ROLES
from cardroom.web.halls.table_config import TableConfig, read_config
from cardroom.web.people.rate_limiter import RateLimiter
from support.processes import eventually
from support.server import Running

PASSWORD = "a password of the boss"
QUICKLY = TableTiming(answer_time=2, time_bank=0, pause_between=0.2, timeouts_allowed=2)


@pytest.fixture
def two(database):
    """Two servers of one room, in this process."""
    where = databases_for(database)
    with Running(where, tables=False, thinks=0.01) as one, Running(where, tables=False, thinks=0.01) as two:
        yield one, two


async def is_so(what, value):
    return await what() == value


@pytest.fixture
def one(database, monkeypatch):
    """A server that others could join, with short delays."""
    monkeypatch.setattr(membership, "RELOADS", 0.2)
    monkeypatch.setattr(cluster, "TRIES", 1)
    monkeypatch.setattr(cluster, "UNREADABLE", 0.5)
    with Running(databases_for(database), tables=False, thinks=0.01) as one:
        one.call(one.server.peers.tables_known())
        yield one


@pytest.mark.proof
def test_requests_for_unknown_tables_cost_few_queries(one, monkeypatch):
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
    assert one.call(flood()) == "too much waits to be read"  # each message was answered
    took = time.monotonic() - began
    assert len(looks) <= took / cluster.LOOKS + took / membership.HEARTBEAT + 3
    assert not peers._connections._watched


def test_stops_are_reloaded_without_a_notification(one):
    one.server.people.stop("all", "a fault", "floor")

    async def stops():
        return one.server.halls["play"].room._stops == {"all": "a fault"}

    asyncio.run(eventually(stops))


def test_a_failed_heartbeat_is_made_up_for_by_the_next(one, monkeypatch):
    peers, seen, failed = one.server.peers, Leases.view, []

    async def fails(self):
        if not failed:
            failed.append(1)
            raise psycopg.OperationalError("the connection broke")
        return await seen(self)

    monkeypatch.setattr(Leases, "view", fails)
    before = peers.number
    one.call(asyncio.wait_for(peers.tables_known(), 20))
    assert failed
    assert peers.number > before


def test_an_unreadable_book_is_retried_later(one, monkeypatch):
    hall, peers = one.server.halls["play"], one.server.peers
    how, key = TableConfig(QUICKLY), ("play", "table 7")
    one.call(one.server.tables.open(*key, cardroom.game("texas-holdem"), how, Person("floor", floor=True)))
    result, tries = hall.load_table, []

    async def bad(table):
        tries.append(table)
        raise ValueError("a page is torn out")

    monkeypatch.setattr(hall, "load_table", bad)
    one.loop.call_soon_threadsafe(peers._membership.end)  # the next life loads it from its book

    async def left():
        return key in peers._unreadable and key not in peers._held.arriving

    asyncio.run(eventually(left))
    monkeypatch.setattr(hall, "load_table", result)

    async def there():
        return "table 7" in hall.room.tables

    asyncio.run(eventually(there))
    assert tries


@pytest.mark.proof
def test_every_process_serves_tables_of_the_others(two, monkeypatch):
    """Players and the floor are connected to a different process than their table's."""
    floor = Person("floor", floor=True)
    how = TableConfig(QUICKLY, bots=1)
    two[0].call(two[0].server.tables.open("play", "table 7", cardroom.game("texas-holdem"), how, floor))
    owner, other = two if "table 7" in two[0].server.halls["play"].room.tables else two[::-1]
    hall = other.server.halls["play"]

    async def visit():
        async with Client(other.address) as client:
            me = (await client.guest())["name"]

            async def lobby():
                tables = await client.get("/api/v1/halls/play/tables")
                return [(each["name"], [who["bot"] for who in each.get("people", ())]) for each in tables]

            await eventually(lambda: is_so(lobby, [("table 7", [True])]))
            async with client.enter("play") as line:
                await line.watch("table 7")
                await line.ask(Join, "table 7", 20_000)
                assert line.scenes["table 7"]["people"][me]["here"]
                await eventually(lambda: asyncio.to_thread(lambda: line.scenes["table 7"]["questions"]))
                with pytest.raises(InputError, match="That question is closed"):
                    await line.ask(SubmitAnswer, "table 7", "1", "no such", "fold")
                with pytest.raises(InputError, match="There is no table"):
                    await line.watch("table 8")
            with pytest.raises(InputError, match="Only operators may do this"):
                await client.get("/api/v1/processes")
            practice = await client.post("/api/v1/halls/play/practice", game="texas-holdem")
        async with Client(owner.address) as stranger:  # practice tables are private
            await stranger.guest()
            names = [each["name"] for each in await stranger.get("/api/v1/halls/play/tables")]
            assert names == ["table 7"]
        return practice["table"]

    practice = asyncio.run(visit())
    with pytest.raises(InputError, match="There is already a table"):
        other.call(other.server.tables.open("play", "table 7", cardroom.game("texas-holdem"), TableConfig(), floor))
    with monkeypatch.context() as patch:
        patch.setattr(other.server.peers, "other_tables", lambda _: set())  # before the other's table is known here
        with pytest.raises(InputError, match="belonged to a closed table"):
            other.call(other.server.tables.open("play", "table 7", cardroom.game("texas-holdem"), TableConfig(), floor))
    assert read_config(other.server.room_store.config("play", "table 7")) == how
    other.call(hall.order(floor, "table 7", Pause("a spilled drink")))
    live = owner.server.halls["play"].room.tables["table 7"]

    async def paused():
        return live.summary().state == "paused"

    asyncio.run(eventually(paused))
    other.server.people.stop("all", "a fault", "floor")

    async def stops(room):
        return room._stops == {"all": "a fault"}

    other.call(other.server.apply_restrictions())
    asyncio.run(eventually(lambda: stops(owner.server.halls["money"].room)))
    listed = other.call(other.server.peers.processes())
    assert {table.table for each in listed for table in each.tables} == {"table 7", practice}
    other.call(hall.order(floor, "table 7", CloseTable()))
    assert "table 7" not in owner.server.halls["play"].room.tables
    assert audit(owner.server.halls["play"].house.books).holds


def test_a_word_at_a_table_of_another_process_is_heard_and_its_link_is_renewed_for_all(two, monkeypatch):
    monkeypatch.setattr(friends, "_ENTER", RateLimiter(10**6, 10**6))  # the table may take a while to be known there
    here, there = two

    async def visit():
        async with Client(here.address) as ann, Client(there.address) as bob, Client(there.address) as cy:
            host = (await ann.guest())["name"]
            await bob.guest()
            await cy.guest()
            opened = await ann.post("/api/v1/halls/play/private", game="texas-holdem", bots=1)
            table, path = opened["table"], f"/api/v1/halls/play/tables/{opened['table']}"

            async def enters():
                with contextlib.suppress(InputError):
                    return await bob.post(f"{path}/enter", key=opened["key"])

            await eventually(enters)
            await ann.post(f"{path}/link")
            with pytest.raises(InputError, match="This link is not valid"):
                await cy.post(f"{path}/enter", key=opened["key"])
            async with ann.enter("play") as mine, bob.enter("play") as theirs:
                for line in (mine, theirs):
                    await line.watch(table)
                    await line.ask(Join, table, 20_000)
                await mine.say(SayWord(table, "thank-you"))
                while not isinstance(heard := await theirs.next(20), WordSaid):
                    pass
                assert heard == WordSaid(table, host, "thank-you")

    asyncio.run(visit())


def test_removed_roles_end_immediately_at_all_processes(two, monkeypatch):
    """Requests are refused and connections closed long before the regular check of sessions."""
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    here, there = two
    here.server.orders.rule.set(TwoPersons(on=False), who="tests", why="the boss is alone")
    here.server.people.sign_up("boss", PASSWORD, ("operator",))
    here.server.people.sign_up("flo", PASSWORD, ("floor",))

    async def visit():
        async with Client(here.address) as boss, Client(there.address) as flo:
            await boss.sign_in("boss", PASSWORD)
            await flo.sign_in("flo", PASSWORD)
            async with flo.enter("play") as line:
                await flo.get("/api/v1/people")
                await boss.post("/api/v1/people/flo/roles", roles=["player"], why="gone home")
                with pytest.raises(InputError, match="may do this"):
                    await flo.get("/api/v1/people")
                while not isinstance(reply := await line.next(60), Bye):
                    pass
                assert reply.why == OTHER_ROLES

    asyncio.run(visit())


def test_a_process_that_stalled_drops_its_tables_first(two):
    one = two[0].server
    hall, floor = one.halls["play"], Person("floor", floor=True)
    two[0].call(one.tables.open("play", "table 7", cardroom.game("texas-holdem"), TableConfig(), floor))

    async def acts():
        line, outbox = hall.connect(Person("ann"))
        hall.receive(line, Watch("table 7"))
        assert len(outbox._unsent) == 1
        number, one.peers._membership._until = one.peers.number, 0.0  # its lease has ended, and it does not know yet
        hall.receive(line, request(Join, "table 7", "1", 20_000))
        assert not hall.room.tables
        assert len(outbox._unsent) == 1
        return number, outbox

    number, outbox = two[0].call(acts())

    async def shown_again():  # by the next process that has the table
        return len(outbox._unsent) > 1

    asyncio.run(eventually(shown_again))
    assert one.peers.number > number
    assert b'"scene"' in outbox._unsent[1]
    assert sum("table 7" in each.server.halls["play"].room.tables for each in two) == 1
