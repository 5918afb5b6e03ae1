"""The whole server through its protocol: a guest sits down, plays and leaves."""

import asyncio
import threading

import pytest

import cardroom
from cardroom.client import Client
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.audit.store import audit
from cardroom.house.cage.history import cage_entries
from cardroom.house.jackpots.books import Jackpots
from cardroom.play.table import Join, Leave, SubmitAnswer
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls import bots
from cardroom.web.halls.table_config import MONEY, PLAY, TableConfig
from support.browser import Browser
from support.server import running

QUICKLY = TableTiming(pause_between=0.05)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with running(tmp_path_factory.mktemp("room")) as running_room:
        yield running_room


def opened(room, slug="three-card-poker-6-card-bonus", name="table 7", bots=1, hall=PLAY, **rules):
    """A table with bots."""

    async def opens():
        game = cardroom.game(slug, **rules)
        await room.server.tables.open(hall, name, game, TableConfig(QUICKLY, bots), Person("floor", floor=True))

    room.call(opens())
    return name


async def plays(line, table, rounds=1):
    """Answer with the first offer until a number of rounds has ended."""
    ended, over = 0, True
    while ended < rounds:
        scene = line.scenes[table]
        picture = scene["picture"] or {}
        mine = any(each.get("you") for each in picture.get("chairs", ()))
        ended += mine and picture.get("over", False) and not over
        over = picture.get("over", False)
        for spot, question in scene["questions"].items():
            prompt = next(each for each in picture["prompts"] if each["spot"] == spot)
            offer = prompt["offers"][0]
            value = offer["option"].get("least") if offer["kind"] == "amount" else None
            try:
                await line.ask(SubmitAnswer, table, spot, question, offer["action"], value)
            except InputError:
                continue
        await line.next()


def test_a_guest_sits_down_plays_and_leaves_with_the_chips(room):
    table = opened(room, "texas-holdem", bots=2)

    async def visit():
        async with Client(room.address) as client:
            me = await client.guest()
            async with client.enter("play") as line:
                await line.watch(table)
                await line.ask(Join, table, 20_000)
                await plays(line, table, 2)
                playing = asyncio.create_task(plays(line, table, 100))  # a round may have begun
                await line.ask(Leave, table, seconds=60)
                playing.cancel()
            return me, await client.get("/api/v1/me")

    before, after = asyncio.run(visit())
    assert before["guest"]
    assert before["halls"]["play"]["balance"] == 1_000_000
    assert after["name"] == before["name"]
    house: House = room.server.halls[PLAY].house
    assert house.holdings(after["name"]) == after["halls"]["play"]["balance"]
    assert audit(house.books).holds


def test_bots_think_outside_the_loop(room, monkeypatch):
    """A slow bot delays nothing else."""
    threads = set()

    def watched(rules, bettors):
        def thinks(bot):
            def think(*seen):
                threads.add(threading.current_thread().name.partition("_")[0])
                return bot(*seen)

            return think

        return {who: thinks(bot) for who, bot in plain(rules, bettors).items()}

    plain = bots.table_bots
    monkeypatch.setattr(bots, "table_bots", watched)
    table = opened(room, "texas-holdem", name="table of thinkers", bots=2)

    async def visit():
        async with Client(room.address) as client:
            await client.guest()
            async with client.enter("play") as line:
                await line.watch(table)
                await line.ask(Join, table, 20_000)
                await plays(line, table)

    asyncio.run(visit())
    assert threads == {"bots"}


def test_a_table_is_linked_to_house_jackpots_that_grow_each_morning(room, monkeypatch):
    house, frenzy = room.server.halls[MONEY].house, cardroom.game("four-card-frenzy", rules="brook")
    held = {"jackpot_type": "progressive", "jackpot_seed": 100_000, "jackpot_rate": 20}
    washington = cardroom.game("heads-up-holdem", rules="washington", **held)
    house.jackpots.open("Galaxy", frenzy, "galaxy", who="manager", source="cage", key="slip 1")
    house.jackpots.open("Big", washington, "first", who="manager", source="cage", key="slip 2")
    floor = Browser(room).sign_up("floor of jackpots", "correct horse", "floor")
    wanted = {"name": "with the house's", "game": "four-card-frenzy", "set": "brook"}
    refused = floor.post("/api/v1/halls/money/tables", **wanted, jackpots={"galaxy": "nowhere"})
    assert (refused.status_code, "nowhere" in refused.json()["detail"]) == (409, True)
    assert room.server.room_store.config(MONEY, wanted["name"]) is None
    assert floor.post("/api/v1/halls/money/tables", **wanted, jackpots={"galaxy": "Galaxy"}).status_code == 201
    assert house.table(wanted["name"]).table.links == {"galaxy": "Galaxy"}
    real, asked = Jackpots.morning, []

    def morning(self, name, *, who):
        asked.append((name, who))
        return real(self, name, who=who)

    monkeypatch.setattr(Jackpots, "morning", morning)
    room.call(room.server.chores.add_mornings())
    assert asked == [("Galaxy", "cardroom serve")]


def server_notes(room):
    """Starts, stops and outages in the books of a room, oldest first."""
    books = room.server.halls[MONEY].house.books
    return [each.why.split(":")[0] for each in reversed(cage_entries(books, kinds=("server",), limit=100).entries)]


def noted(room, *expected):
    """Wait until the notes since the last start are the expected ones, in any order."""

    async def wait():
        while sorted(server_notes(room)[-len(expected) :]) != sorted(expected):
            await asyncio.sleep(0.01)

    room.call(asyncio.wait_for(wait(), 60))


@pytest.mark.proof
def test_a_killed_server_leaves_an_outage_and_a_stopped_one_does_not(tmp_path):
    with running(tmp_path) as room:
        noted(room, "started")
    with running(tmp_path) as room:
        noted(room, "started", "stopped", "started")
        room.server.runs.stop = lambda: None  # as if it were killed
    with running(tmp_path) as room:
        noted(room, "started", "outage")
        assert server_notes(room).count("outage") == 1


def test_displays_follow_a_shared_meter_while_a_round_is_played(room):
    """GLI-19 v3.0, 4.13.2: in the lobby and at every linked table."""
    hall = room.server.halls[PLAY]
    game = cardroom.game("four-card-frenzy", rules="brook")
    hall.house.jackpots.open("Shared", game, "galaxy", who="manager", source="cage", key="slip 3")

    async def opens():
        timing = TableTiming(pause_between=0.05, answer_time=600)
        floor = Person("floor", floor=True)
        await room.server.tables.open(PLAY, "shared", game, TableConfig(timing, 0), floor, {"galaxy": "Shared"})

    room.call(opens())

    async def visit():
        async with Client(room.address) as client:
            await client.guest()
            async with client.enter("play") as line:
                await line.watch("shared")
                await line.ask(Join, "shared", 20_000)
                while not line.scenes["shared"].get("questions"):
                    await line.next()
                hall.house.jackpots.fund("Shared", 12_345, "house", who="manager", why="a promotion", key="fund 1")
                reads = hall.house.jackpots.amounts("Shared").meter
                assert reads == 250_000 + 12_345
                while line.scenes["shared"]["picture"]["meters"][0]["reads"] != reads:
                    await asyncio.wait_for(line.next(), 60)
                [entry] = [each for each in await client.get("/api/v1/halls/play/tables") if each["name"] == "shared"]
                assert [meter["reads"] for meter in entry["meters"]] == [reads]
                assert line.scenes["shared"]["questions"], "the round goes on"

    asyncio.run(visit())


def test_a_bet_moves_the_meter_at_other_tables_when_bets_close(room):
    """GLI-19 v3.0, 4.13.2: at the table itself, at another one, in the lobby and in the house."""
    hall = room.server.halls[PLAY]
    progressive = {"jackpot_type": "progressive", "jackpot_seed": "$1,000", "jackpot_rate": 20}
    game = cardroom.game("heads-up-holdem", rules="washington", **progressive)
    hall.house.jackpots.open("Big", game, "first", who="manager", source="cage", key="slip 4")

    async def opens():
        timing = TableTiming(pause_between=0.05, answer_time=600)
        for name in ("here", "there"):
            await room.server.tables.open(
                PLAY, name, game, TableConfig(timing, 0), Person("floor", floor=True), {"first": "Big"}
            )

    room.call(opens())

    def shown(line, table):
        return line.scenes[table]["picture"]["meters"][0]["reads"]

    async def visit():
        async with Client(room.address) as ann, Client(room.address) as bob:
            await ann.guest()
            await bob.guest()
            async with ann.enter("play") as here, bob.enter("play") as there:
                for line, table in ((here, "here"), (there, "there")):
                    await line.watch(table)
                    await line.ask(Join, table, 20_000)
                    while not line.scenes[table].get("questions"):
                        await line.next()
                assert (shown(here, "here"), shown(there, "there")) == (100_000, 100_000)
                [(spot, question)] = here.scenes["here"]["questions"].items()
                wagers = {"ante": 500, "odds": 500, "jackpot": 100}
                await here.ask(SubmitAnswer, "here", spot, question, "bet", wagers)
                while shown(there, "there") != 100_020:
                    await asyncio.wait_for(there.next(), 60)
                while shown(here, "here") != 100_020:
                    await asyncio.wait_for(here.next(), 60)
                listed = await bob.get("/api/v1/halls/play/tables")
                reads = {
                    each["name"]: each["meters"][0]["reads"] for each in listed if each["name"] in ("here", "there")
                }
                assert reads == {"here": 100_020, "there": 100_020}
                assert here.scenes["here"]["questions"], "the round goes on"
                assert hall.house.jackpots.meters()["Big"] == 100_020

    asyncio.run(visit())
