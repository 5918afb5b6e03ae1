"""A server is killed during play, again and again. Tables continue, and nothing is lost or repeated."""

import asyncio
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.client import Client, Unreachable
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.audit.store import audit
from cardroom.play import Option
from cardroom.play.table import Join, Return, SubmitAnswer, TopUp
from cardroom.players.at_random import Impossible, random_value
from cardroom.room import Person
from cardroom.room.messages import request
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.sampling import PROOF
from support.server import listening_at, running

LIVES = 100 if PROOF else 1
GAMES = ("texas-holdem", "three-card-poker-6-card-bonus")
PLAYERS = 3
SETTINGS = TableTiming(pause_between=0.05, timeouts_allowed=50, answer_time=60)


class Server:
    """A server process at one port."""

    def __init__(self, folder, port):
        self._command = [sys.executable, str(Path(__file__).parents[2] / "support/server.py"), str(folder), str(port)]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "open\n"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Player:
    """A player who answers at random and remembers what was accepted."""

    def __init__(self, address, table, seed):
        self.address, self.table, self.rng = address, table, Random(seed)
        self.accepted, self.name = [], ""

    async def lives(self, stop):
        async with Client(self.address, seconds=30) as client:
            self.name = (await client.guest())["name"]
            async with client.enter() as line:
                await line.watch(self.table)
                await line.ask(Join, self.table, 20_000)
                while not stop.is_set():
                    await self.plays(line)
                    with suppress(Unreachable):
                        await line.next(0.5)

    async def plays(self, line):
        scene = line.scenes[self.table]
        for spot, question in scene["questions"].items():
            prompt = next(each for each in scene["picture"]["prompts"] if each["spot"] == spot)
            offer = self.rng.choice(prompt["offers"])
            try:
                value = random_value(msgspec.convert(offer["option"], Option), self.rng) if "option" in offer else None
                message = SubmitAnswer, self.table, spot, question, offer["action"], value
                self.accepted.append((await line.ask(*message, seconds=60), question, spot))
            except (InputError, Impossible):
                continue
        me = scene["people"].get(line.name)
        if me and me["away"]:
            with suppress(InputError):
                await line.ask(Return, self.table)
        if me and me["stack"] < 2_000 and scene["state"] != "playing":
            await line.say(request(TopUp, self.table, f"chips {len(self.accepted)}", 20_000))  # when the round is over


@pytest.mark.proof
@pytest.mark.slow
def test_all_tables_continue_after_the_server_is_killed_under_load(tmp_path):
    listening = listening_at(0)
    port = listening.getsockname()[1]
    listening.close()
    with running(tmp_path) as room:  # opens the tables

        async def opens():
            for slug in GAMES:
                await room.server.tables.open(
                    PLAY, slug, cardroom.game(slug), TableConfig(SETTINGS, 1), Person("floor", True)
                )

        room.call(opens())
    server = Server(tmp_path, port)
    players = [Player(f"http://127.0.0.1:{port}", slug, seed) for slug in GAMES for seed in range(PLAYERS)]

    async def life():
        stop, rng = asyncio.Event(), Random(7)
        playing = [asyncio.create_task(player.lives(stop)) for player in players]
        for _ in range(LIVES):
            before = sum(len(player.accepted) for player in players)
            while sum(len(player.accepted) for player in players) < before + 12:
                await asyncio.sleep(0.05)
                assert not any(task.done() for task in playing), [task for task in playing if task.done()]
            await asyncio.sleep(rng.random() * 0.3)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        stop.set()
        await asyncio.gather(*playing)

    try:
        asyncio.run(life())
    finally:
        server.kill()
    house = House.at(tmp_path / "room.play.db")
    try:
        audited = audit(house.books)
        assert audited.holds, audited.findings
        for player in players:
            assert player.accepted
            for number, _, spot in player.accepted:
                book, line = house.books.by_key(f"{player.name}/{number}")
                assert (book, line.kind, line.who) == (player.table, "answered", player.name)
                assert msgspec.json.decode(house.books.plaintext(book, line))["answer"]["spot"] == spot
            asked = Counter((question, spot) for _, question, spot in player.accepted)
            assert set(asked.values()) == {1}, "one question was answered twice"
    finally:
        house.books.store.close()
