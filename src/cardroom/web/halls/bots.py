"""Bots in the play-money hall. They have connections like people, sit down with chips from the cage, and send their
answers to the room. They see only what their seat may see."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from cardroom.errors import CardroomError
from cardroom.house.books import PLAY_MONEY
from cardroom.play.round import Ask, player_banked
from cardroom.play.table import Join, Return, SubmitAnswer, TopUp
from cardroom.players import BANK, easy, table_bots, usual_stack
from cardroom.room import BOT, LiveTable, Person, request
from cardroom.web import Tasks
from cardroom.web.halls.hall import Hall
from cardroom.web.halls.table_config import TableConfig

__all__ = ["NAMES", "Bots"]

_log = logging.getLogger("cardroom.bots")

NAMES = tuple(f"{BOT}{name}" for name in ("Lark", "Toad", "Wren", "Mole", "Finch", "Otter", "Crow", "Hare", "Newt"))


PACES = {"quick": 0.3, "usual": 1.0, "slow": 3.0}
"""How many times the usual time a bot takes, by pace."""


class Bots:
    """The bots of a hall."""

    def __init__(self, hall: Hall, *, thinks: float = 0.9) -> None:
        """A bot answers after about `thinks` seconds."""
        self._hall, self._thinks = hall, thinks
        self._rng = Random(secrets.token_bytes(16))
        self._connections: dict[str, str] = {}
        self._asked: set[tuple[str, str, str]] = set()
        """Questions that bots are answering, by table, bot and question; and bots that are buying chips."""
        self._tasks = Tasks(_log)
        self.config_of: Callable[[str], TableConfig] = lambda table: TableConfig()
        """The configuration of a table, with the pace and level of its bots."""
        self._thinkers = ThreadPoolExecutor(2, "bots")
        """Separate threads, so that a slow bot delays neither tables nor books."""
        hall.after.append(self.look)

    def _connection(self, name: str) -> str:
        if name not in self._connections:
            connection, outbox = self._hall.connect(Person(name))
            outbox.close("bots read no messages")
            self._connections[name] = connection
        return self._connections[name]

    def resume(self, table: str) -> None:
        """Connect the bots that sit at a table, without seating others."""
        live = self._hall.room.tables.get(table)
        for name in live.seated if live else ():
            if name in NAMES:
                self._connection(name)

    async def fill(self, table: str, count: int) -> None:
        """Seat bots at a table. If players bank the game, the last bot does."""
        live = self._hall.room.tables.get(table)
        if live is None:
            return  # another process now serves it
        game = live.playing
        names = NAMES[:count]
        for name in names:
            self._connection(name)
            if name in live.seated:
                continue
            chips = self._chips(live, name == names[-1])
            try:
                await self._give(name, chips)
                await self._hall.order(Person(name), table, Join(name, chips))
            except CardroomError as error:
                _log.warning("bot could not sit down", extra={"table": table, "game": game.slug, "why": str(error)})

    def _chips(self, live: LiveTable, banks: bool) -> int:
        rules = live.playing.rules
        return BANK if banks and player_banked(rules) else usual_stack(rules)

    async def _give(self, name: str, cents: int) -> None:
        house, key = self._hall.house, f"bot {secrets.token_hex(8)}"

        def give() -> None:
            if house.balance(name) < cents:
                house.cage.deposit(name, cents, who=PLAY_MONEY, key=key)

        await self._hall.books(give)

    def look(self, table: str) -> None:
        """Act for the bots of a table that must answer, have no chips, or are away."""
        live = self._hall.room.tables.get(table)
        if live is None or (state := live.state) is None:
            return
        for who, _, question in live.asked():
            if who in self._connections and (table, who, question) not in self._asked:
                self._asked.add((table, who, question))
                self._tasks.spawn(self._answer(table, who, question))
        if state.opening is None:
            mine = [who for who in state.stacks if who in self._connections]
            for who in mine:
                if who in state.away:
                    self._hall.receive(self._connections[who], request(Return, table, secrets.token_hex(8)))
                if not state.stacks[who] and (table, who, "chips") not in self._asked:
                    self._asked.add((table, who, "chips"))
                    self._tasks.spawn(self._top_up(table, who, self._chips(live, who == mine[-1])))

    def close(self) -> None:
        """Stop answering."""
        if self.look in self._hall.after:
            self._hall.after.remove(self.look)
        self._tasks.cancel()
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    async def _top_up(self, table: str, who: str, cents: int) -> None:
        try:
            await self._give(who, cents)
            self._hall.receive(self._connections[who], request(TopUp, table, secrets.token_hex(8), cents))
            await asyncio.sleep(5)
        finally:
            self._asked.discard((table, who, "chips"))

    async def _answer(self, table: str, who: str, question: str) -> None:
        try:
            pace = PACES[self.config_of(table).pace or "usual"]
            await asyncio.sleep(self._rng.uniform(0.4, 1.6) * self._thinks * pace)
            in_time = await self._think(table, who, question)
        finally:
            self._asked.discard((table, who, question))
        if not in_time:
            self.look(table)

    async def _think(self, table: str, who: str, question: str) -> bool:
        """Answer a question by what the bot sees now, computed in a thread. If the question changes meanwhile, send no
        answer and return False."""
        live, asks = self._hall.room.tables.get(table), self._asks(table, who, question)
        if not asks or live is None or live.round is None:
            return True
        bots = [each for each in live.seated if each in self._connections]
        bot, view = table_bots(live.playing.rules, bots)[who], live.round.view(who)
        bot = easy(bot) if self.config_of(table).level == "easy" else bot
        rng = Random(self._rng.getrandbits(64))
        loop = asyncio.get_running_loop()
        replies = await loop.run_in_executor(self._thinkers, lambda: [ask.answer(bot(view, ask, rng)) for ask in asks])
        if self._asks(table, who, question) != asks:
            return False
        for reply in replies:
            answer = reply.spot, question, reply.action, reply.value
            self._hall.receive(self._connections[who], request(SubmitAnswer, table, secrets.token_hex(8), *answer))
        return True

    def _asks(self, table: str, who: str, question: str) -> list[Ask]:
        """The asks of a question to a bot's spots."""
        live = self._hall.room.tables.get(table)
        return [ask for name, ask, number in live.asked() if (name, number) == (who, question)] if live else []
