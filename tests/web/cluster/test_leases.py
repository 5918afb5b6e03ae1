"""Leases and the fence: only the process that has a table's lease can write into its book."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import NamedTuple

import psycopg
import pytest

import cardroom
from cardroom.house import House
from cardroom.house.books.store import StoreError
from cardroom.play.table import Join, SitOut
from cardroom.web.cluster.leases import IDLE, LASTS, LeaseLost, Leases, fence, set_up
from cardroom.web.cluster.membership import HEARTBEAT, Membership, until_next_heartbeat
from cardroom.web.halls.databases import databases_for

CHIPS = 100_000


class Rivals(NamedTuple):
    """Two processes with the same play-money books."""

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
    houses[0].cage.deposit("ann", CHIPS, who="cage", key="ann")
    assert await leases.claim(numbers[0], "play", "table 7")
    houses[0].open_table("table 7", cardroom.game("texas-holdem"), who="floor")
    try:
        yield Rivals(leases, numbers, houses, where.people)
    finally:
        for house in houses:
            house.books.store.close()
        await leases.close()


def ends_lease(people, number):
    """End the lease of a process."""
    with psycopg.connect(people.replace("+psycopg", "")) as connection:
        connection.execute("UPDATE processes SET until = clock_timestamp() WHERE number = %s", (number,))


def test_a_process_that_lost_a_table_cannot_write_into_its_book(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, second), people):
            table = first.table("table 7")
            table.do(Join("ann", 20_000), key="ann/1")
            await leases.take(two, 9)
            assert (await leases.view()).tables == {("play", "table 7"): one}  # while it lives
            with pytest.raises(LeaseLost):
                second.table("table 7").do(SitOut("ann"))
            ends_lease(people, one)
            table.do(SitOut("ann", True), key="ann/2")  # no one has taken it yet, so it is still the only writer
            await leases.take(two, 9)
            assert (await leases.view()).tables == {("play", "table 7"): two}
            before = first.entries("table 7")
            for _ in range(2):  # both with its state and after rebuilding it from the book
                with pytest.raises(LeaseLost, match="Another process"):
                    table.do(SitOut("ann", False), key="ann/3")
            assert first.entries("table 7") == before
            assert not await leases.renew(one)
            assert await leases.renew(two)
            second.table("table 7").do(SitOut("ann", False), key="ann/3")
            assert not await leases.claim(one, "play", "another")  # a dead process opens no tables

    asyncio.run(act())


def test_a_table_is_not_taken_during_its_owners_transaction(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, _), people):
            table = first.table("table 7")
            with first.books.transaction():
                table.do(Join("ann", 20_000), key="ann/1")
                ends_lease(people, one)
                await leases.take(two, 9)
                assert (await leases.view()).tables == {("play", "table 7"): 0}
                with first.books.reading() as connection:  # a paused transaction is ended in time
                    message = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
                    assert message == f"{IDLE // 1000}s"
            assert IDLE / 1000 < LASTS
            await leases.take(two, 9)
            assert (await leases.view()).tables == {("play", "table 7"): two}
            assert first.entries("table 7")[-1].key == "ann/1"

    asyncio.run(act())


def test_a_table_is_taken_when_its_owner_stalls_in_a_transaction(database):
    async def act():
        async with rivals(database) as (leases, (one, two), (first, second), people):
            table = first.table("table 7")

            async def taken():
                until = time.monotonic() + 240
                while (await leases.view()).tables != {("play", "table 7"): two}:
                    assert time.monotonic() < until
                    await leases.renew(two)
                    await leases.take(two, 9)
                    await asyncio.sleep(0.5)

            async def stands_still():
                with first.books.transaction():
                    table.do(Join("ann", 20_000), key="ann/1")
                    ends_lease(people, one)
                    await taken()

            with pytest.raises(StoreError):
                await stands_still()
            await taken()  # on a slow machine, the transaction was ended before the table was taken
            second.table("table 7").do(Join("ann", 20_000), key="ann/1")

    asyncio.run(act())


def test_a_process_looks_again_as_soon_as_the_lease_of_another_expires(database):
    async def act():
        async with rivals(database) as (leases, (one, two), _, people):
            assert until_next_heartbeat(await leases.view(), one) == HEARTBEAT, "the other lease lasts longer"
            with psycopg.connect(people.replace("+psycopg", "")) as connection:
                soon = "UPDATE processes SET until = clock_timestamp() + interval '1 s' WHERE number = %s"
                connection.execute(soon, (two,))
            view = await leases.view()
            assert 0.3 < until_next_heartbeat(view, one) <= 1.05
            assert until_next_heartbeat(view, two) == HEARTBEAT, "the own lease is renewed, whatever is left of it"
            ends_lease(people, two)
            assert until_next_heartbeat(await leases.view(), one) == HEARTBEAT, "the dead process has no tables left"

    asyncio.run(act())


def test_a_process_that_has_not_joined_yet_does_not_lead(database):
    """It knows no other process, and would note all of them as outages."""
    assert not Membership(databases_for(database).people, None).leads
