"""No user receives a card that they may not see. In every game, every byte that the WebSocket sends is checked.

Three users play a round of each game at a server, and a fourth watches. What each received is compared with the same
round in which the cards hidden from that user were exchanged. It must be equal. If an answer is not possible with the
exchanged cards, only the part before it is compared.
"""

import asyncio
import json
import random
import re
from collections import defaultdict

import msgspec
import pytest
from websockets.asyncio.client import connect

from cardroom.cards import UNKNOWN, parse
from cardroom.client import Client
from cardroom.games import all_games
from cardroom.play import Refused
from cardroom.play.round.player_dealer import player_banked
from cardroom.play.table import Join, SubmitAnswer
from cardroom.players import table_bots
from cardroom.players.seats import BANK, seats_taken, usual_stack
from cardroom.room import Person
from cardroom.room.feed import apply_change
from cardroom.room.messages import ScenePatch, request
from cardroom.room.timing import TableTiming
from cardroom.show import picture
from cardroom.web.api import websocket as socket
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.rate_limiter import RateLimiter
from show.test_leaks import Exchanged, again, elsewhere, exchanged, unknown
from support.browser import in_memory
from support.sampling import PROOF
from support.server import running

GAMES = {game.slug: game for game in reversed(all_games())}
SCENES = 60 if PROOF else 5
"""Scenes of a round that are compared, for each viewer."""
FLOOR = Person("floor", floor=True)
SLOW = TableTiming(answer_time=3600, pause_between=0)
CARD = re.compile(r"(?<![\w.])(?:10|[2-9TJQKA])[♠♥♦♣]|(?<![\w.])[2-9TJQKA][shdc](?![\w.])")
"""A card in a text."""
RULES = re.compile(r"\brules? \d+[a-z][-a-z]*((, | and )\d+[a-z][-a-z]*)*")
"""Citations: in "rules 9a-ii, 9b-ii and 9c", 9c is not a card."""
SUITS = str.maketrans("♠♥♦♣", "shdc")
"""Suit symbols as the letters that `parse` reads."""


class Visitor:
    """A connected user who stores every byte received, and answers as bots do."""

    def __init__(self, room, rng):
        self.room, self.rng = room, rng
        self.bytes = []
        self.scenes = defaultdict(list)
        self.name = ""
        self._asked = set()

    async def come(self):
        """Sign in as a guest."""
        async with Client(self.room.address) as client:
            self.name = (await client.guest())["name"]
            self._cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    async def look(self):
        """Connect to the hall, and watch every table."""
        address = self.room.address.replace("http", "ws") + f"/api/v1/socket/{PLAY}"
        self.line = await connect(address, additional_headers={"cookie": self._cookies}, max_size=None)
        for slug in GAMES:
            await self.line.send(json.dumps({"type": "watch", "table": slug}))

    async def listen(self):
        """Store what is received, and answer questions."""
        async for text in self.line:
            self.bytes.append(text)
            data = json.loads(text)
            if data["type"] == "scene":
                self.scenes[data["table"]].append(data["scene"])
            elif data["type"] == "scene-patch":
                changed = msgspec.convert({name: data[name] for name in data if name != "type"}, ChangedValue)
                scenes = self.scenes[data["table"]]
                scenes.append(apply_change(scenes[-1], changed))
            else:
                continue
            scene = self.scenes[data["table"]][-1]
            for spot, question in scene["questions"].items():
                if (data["table"], spot, question) not in self._asked:
                    self._asked.add((data["table"], spot, question))
                    await self.answer(data["table"], spot, question)

    async def answer(self, table, spot, question):
        """Answer as a bot would."""

        async def thought():
            live = self.room.server.halls[PLAY].room.tables[table]
            for who, ask, number in live.asked():
                if (who, ask.spot, number) == (self.name, spot, question):
                    bot = table_bots(live.playing.rules, [*live.seated])[who]
                    return ask.answer(bot(live.round.view(who), ask, self.rng))
            return None

        if reply := await asyncio.to_thread(self.room.call, thought()):
            order = request(
                SubmitAnswer, table, f"{table} {spot} {question}", spot, question, reply.action, reply.value
            )
            await self.line.send(msgspec.json.encode(order).decode())
        else:  # another answer is being committed; the next scene asks again
            self._asked.discard((table, spot, question))


class ChangedValue(ScenePatch, frozen=True, tag=None):
    """A scene patch as it is received."""


async def play(room, visitors):
    """Play a round of each game. The last visitor only watches."""
    server, hall = room.server, room.server.halls[PLAY]
    counts, rounds = defaultdict(dict), {}

    def count(table):
        stored = hall.room.tables[table]._committed
        if stored and stored.round:
            counts[table][stored.entries] = len(stored.round.answers)
            if stored.state.opening is None:
                rounds[table] = stored.round

    async def deal(whether):
        server.people.unstop("all") if whether else server.people.stop("all", "one round", "floor")
        await server.apply_restrictions()

    async def opens():
        await deal(False)
        for visitor in visitors:
            hall.house.cage.deposit(visitor.name, 20 * BANK, who="play money", key=f"for {visitor.name}")
        for slug, game in GAMES.items():
            await server.tables.open(PLAY, slug, game, TableConfig(SLOW), FLOOR)
            many = min(seats_taken(game.rules, 3), len(visitors) - 1)
            for number, visitor in enumerate(visitors[:many], 1):
                chips = BANK if number == many and player_banked(game.rules) else usual_stack(game.rules)
                await hall.order(Person(visitor.name), slug, Join(visitor.name, chips))

    async def starts():
        await deal(True)
        await asyncio.sleep(0.2)
        await deal(False)

    hall.after.append(count)
    await asyncio.gather(*(visitor.come() for visitor in visitors))
    await asyncio.to_thread(room.call, opens())
    await asyncio.gather(*(visitor.look() for visitor in visitors))
    listening = [asyncio.create_task(visitor.listen()) for visitor in visitors]
    await asyncio.to_thread(room.call, starts())
    async with asyncio.timeout(200):
        while len(rounds) < len(GAMES):
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)
    for task, visitor in zip(listening, visitors, strict=True):
        await visitor.line.close()
        await task
    return counts, rounds


@pytest.fixture(scope="module")
def played():
    """A round of every game: the visitors, the number of answers by table and ledger entry, and the rounds."""
    with pytest.MonkeyPatch.context() as patch, in_memory() as folder, running(folder) as room:
        patch.setattr(socket, "SPEED", RateLimiter(10**6, 10**6))
        visitors = [Visitor(room, random.Random(number)) for number in range(4)]
        counts, rounds = asyncio.run(play(room, visitors))
        yield visitors, counts, rounds


def on_the_wire(value):
    """A picture as it is received."""
    return json.loads(msgspec.json.encode(value))


def replayed(round, order, wanted, viewer):
    """The pictures of a round with its cards in another order, by number of answers, until an answer is refused."""
    other, result = again(round, Exchanged(round.shuffle, order)), {}
    for given, answer in enumerate([None, *elsewhere(round, order)]):
        if answer is not None:
            try:
                other.play([answer])
            except Refused:
                break
        if given in wanted:
            result[given] = on_the_wire(picture(other.view(viewer)))
    return result


@pytest.mark.sampled(32)
@pytest.mark.parametrize("slug", GAMES)
def test_messages_do_not_depend_on_hidden_cards(played, slug):
    visitors, counts, rounds = played
    round, rng = rounds[slug], random.Random(slug)
    order, compared = round.shuffle.order, 0
    for visitor in visitors:
        viewer = visitor.name if visitor.name in round.stacks else None
        positions = unknown(round, round.view(viewer), len(order))
        scenes = [each for each in visitor.scenes[slug] if each["picture"] and each["lines"] in counts[slug]]
        assert scenes, "every visitor was shown the round"
        assert scenes[-1]["picture"]["over"]
        some = [*rng.sample(scenes[:-1], min(SCENES, len(scenes) - 1)), scenes[-1]]
        pictures = {counts[slug][each["lines"]]: each["picture"] for each in some}
        orders = [order] + ([exchanged(order, positions, rng)] if len(positions) > 1 else [])
        for new in orders:
            result = replayed(round, new, pictures, viewer)
            for given, shown in result.items():
                assert pictures[given] == shown, f"{viewer} after {given} answers"
            compared += len(result) * (new is not order)
    assert compared, "something was compared"


def shown_cards(round, viewer):
    """The cards that a viewer was shown."""
    events = round.view(viewer).events
    return {card for event in events for card in getattr(event, "cards", ()) if card != UNKNOWN}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("slug", GAMES)
def test_no_text_names_a_hidden_card(played, slug):
    visitors, _, rounds = played
    round = rounds[slug]
    for visitor in visitors:
        viewer = visitor.name if visitor.name in round.stacks else None
        known = shown_cards(round, viewer)
        for scene in visitor.scenes[slug]:
            shown = dict(scene["picture"] or {})
            # The draw for the button uses a different deck.
            shown["happened"] = [each for each in shown.get("happened", ()) if each.get("kind") != "chance"]
            text = RULES.sub("", json.dumps(shown, ensure_ascii=False))
            for output in set(CARD.findall(text)):
                assert set(parse(output.translate(SUITS))) <= known, f"{viewer}: {output}"


def test_questions_to_others_are_not_sent(played):
    visitors, _, rounds = played
    for visitor in visitors:
        for slug, scenes in visitor.scenes.items():
            mine = {spot.id for spot in rounds[slug].spots if spot.bettor == visitor.name}
            for scene in scenes:
                assert set(scene["questions"]) <= mine
                asked = (scene["picture"] or {}).get("prompts", ())
                assert {each["spot"] for each in asked} <= mine


def test_no_shuffle_secret_is_sent(played):
    visitors, _, rounds = played
    secrets = [round.shuffle.kept() for round in rounds.values()]
    hidden = {part for text in secrets for part in re.findall(r"[0-9a-f]{32,}", json.dumps(text, default=str))}
    hidden -= {round.shuffle.commitment for round in rounds.values()}
    for visitor in visitors:
        sent = "".join(visitor.bytes)
        assert not [part for part in hidden if part in sent]
