"""A card room that is open: its halls, its register and its bots."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from argon2 import PasswordHasher

from cardroom.errors import Fault, Mistaken
from cardroom.games import all_games
from cardroom.house import House, player
from cardroom.house.program import Program
from cardroom.house.store import StoreError
from cardroom.house.values import check_text
from cardroom.play.commands import OpenTable
from cardroom.play.game import Game
from cardroom.players.seats import usual_bots, usual_stack
from cardroom.room import Person
from cardroom.room.messages import NewTable
from cardroom.room.timing import TableTiming
from cardroom.web.cluster.single import ALONE, Alone
from cardroom.web.halls.bots import Bots
from cardroom.web.halls.chores import Chores
from cardroom.web.halls.databases import Places, only_here
from cardroom.web.halls.hall import Hall
from cardroom.web.halls.play_money import PlayMoney
from cardroom.web.halls.table_config import HOUSE, MONEY, PLAY, How, how_of
from cardroom.web.people.access import Buckets
from cardroom.web.people.store import Account, Register
from cardroom.web.tasks import Tasks

__all__ = ["HOUSE", "MONEY", "OTHER_ROLES", "PLAY", "How", "Server"]

_log = logging.getLogger("cardroom.server")

BANKROLL = 100_000_000
"""Cents in a table's bank where the house plays against people, in play money."""
HALL = TableTiming(away_limit=180)
"""At tables for play money that are open to all, a seat is not kept for long: there is nothing to lose."""
PRACTICE = TableTiming(answer_time=300, time_bank=600, pause_between=2, disconnect_grace=120, away_limit=600)
MOST_PRACTICE = 200
"""Practice tables that are open at once."""
OTHER_ROLES = "what you may do here was changed: come in again"


class Server:
    """Everything that `cardroom serve` starts.

    `await server.open()` in an event loop; `await server.close()` lets rounds end and lets go of the databases.
    """

    def __init__(
        self,
        places: Places,
        *,
        tables: bool = True,
        thinks: float = 0.9,
        hasher: PasswordHasher | None = None,
        newcomers: Buckets | None = None,
        drains: float = 20,
        forget: int = 30,
    ) -> None:
        """With `tables`, a table of each game waits in the hall of play money, with bots. `newcomers` is how often
        somebody new may come from one address, `drains` how many seconds rounds have to end when it closes, `forget`
        after how many days guests are forgotten who have no session any more."""
        self._drains, self._drained, self.forget = drains, False, forget
        self.newcomers = newcomers or Buckets(most=30, a_second=30 / 60)
        self.places, self._tables = places, tables
        self._let_go = only_here(places)
        self.register = Register(places.register, hasher=hasher)
        self.peers = _peers(places)
        workers = 4 if places.shared else 1
        self.halls: dict[str, Hall] = {}
        self.how: dict[str, dict[str, How]] = {}
        for name, where in ((MONEY, places.money), (PLAY, places.play)):
            kept = {table: how_of(text) for table, text in self.register.tables(name).items()}
            timing = {table: how.settings for table, how in kept.items()}
            house = House.at(where, create=True)
            house.books.fence = self.peers.fence(name)
            hall = self.halls[name] = Hall(name, house, timing, workers=workers, peers=self.peers)
            self.how[name] = {table: kept.get(table, How()) for table in hall.room.tables}
            hall.after.append(lambda table, hall=hall: self._forget_closed(hall, table))  # type: ignore[misc]
        self.bots = Bots(self.halls[PLAY], thinks=thinks)
        self.play_money = PlayMoney(self.halls[PLAY])
        self.program = Program(self.halls[MONEY].house, who="cardroom serve")
        self.secret = self._first_operator()
        """The password of the first operator, on the first start: it is shown once, and kept nowhere."""
        self.ready = False
        self._tasks = Tasks(_log)
        self._following = asyncio.Lock()
        self._opening: dict[str, str] = {}
        """Practice tables that are being opened, and whose they will be."""
        self._planned: dict[str, Game] = {}
        """Tables that are to be there and are not open yet, when the room opens."""
        self._claims: set[tuple[str, str]] = set()
        """All tables that are being opened, by hall and name."""

    def _first_operator(self) -> str:
        if any("operator" in each.roles for each in self.register.people()):
            return ""
        secret = secrets.token_urlsafe(15)
        self.register.sign_up("operator", secret, ("operator", "auditor"), once=True)
        self.halls[MONEY].house.note("operator", who="cardroom serve", why="the first start", after="operator")
        return secret

    # -- life -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Take up all tables, and open those that are to be there."""
        for hall in self.halls.values():
            hall.start()
        self.follow(*self.ruled())
        self._planned = {_called(game): game for game in _first_of_each()} if self._tables else {}
        self.peers.start(self)
        self._tasks.spawn(self._set_up())
        for chore in Chores(self, self.forget).all():
            self._tasks.spawn(chore)
        self.ready = True

    async def drain(self) -> None:
        """Deal no more rounds, let those that are played end while everybody can still answer, and say goodbye."""
        if self._drained:
            return
        self._drained, self.ready, self.peers.draining = True, False, True
        self._tasks.cancel()
        ended = await asyncio.gather(*(hall.drain(self._drains) for hall in self.halls.values()))
        if not all(ended):
            _log.warning("some rounds go on when the room opens again, or at another process")
        for hall in self.halls.values():
            hall.say_goodbye()

    async def close(self) -> None:
        """Let rounds end, and close."""
        await self.drain()
        self.bots.close()
        await self.peers.leave()
        for hall in (self.halls[PLAY], self.halls[MONEY]):  # what was ordered at tables is noted in the books of money
            await hall.close()
        self.register.close()
        self._let_go()

    async def check_program(self, who: str, why: str) -> str:
        """Compare the program's files with what was noted when the room opened; where they differ no more rounds are
        dealt, and what is wrong is given."""
        try:
            await self.halls[MONEY].books(lambda: self.program.check(who=who, why=why))
        except Fault as fault:
            _log.error("the program is another", extra={"why": str(fault)})
            await asyncio.to_thread(self.register.stop, "all", str(fault), who)
            await self.follow_register()
            return str(fault)
        return ""

    # -- tables ---------------------------------------------------------------------------------------------------

    async def _set_up(self) -> None:
        """A table of each game for play money, and bots where they belong."""
        await self.peers.begun()
        hall = self.halls[PLAY]
        for name, game in [*self._planned.items()]:
            if name not in hall.room.tables.keys() | self.peers.names(PLAY):
                try:
                    await self.open_table(PLAY, name, game, How(HALL, usual_bots(game.rules)), HOUSE)
                except Mistaken as error:
                    _log.info("a table was not opened", extra={"table": name, "why": str(error)})
                except StoreError as error:
                    _log.warning("a table was not opened", extra={"table": name, "why": str(error)})
            del self._planned[name]
        for table in [*hall.room.tables]:
            try:
                await self.took(PLAY, table)
            except StoreError as error:
                _log.warning("a table was left without its bots", extra={"table": table, "why": str(error)})

    def how_of(self, hall: str, table: str) -> How:
        """How a table is run, also if another process has opened it."""
        return self._known(hall, table) or How()

    def _known(self, hall: str, table: str) -> How | None:
        if (how := self.how[hall].get(table)) is None and (text := self.register.table(hall, table)) is not None:
            how = self.how[hall][table] = how_of(text)
        return how

    def _forget_closed(self, hall: Hall, table: str) -> None:
        """What is closed is no more here to be looked at; whose it was stays in the register."""
        if table not in hall.room.tables and (hall.name, table) not in self._claims:
            self.how[hall.name].pop(table, None)

    async def took(self, hall: str, table: str) -> None:
        """A table was taken up: its bots sit there, and what they are asked they answer here."""
        if hall == PLAY and table in self.halls[PLAY].room.tables:
            await self.bots.fill(table, self.how_of(PLAY, table).bots)
            self.bots.look(table)

    async def open_table(
        self, hall: str, name: str, game: Game, how: How, who: Person, links: dict[str, str] | None = None
    ) -> None:
        """Open a table, with chips in its bank where the house plays against people for play money. `links` says which
        of the house's jackpots those of the game are; others are the table's own."""
        there = self.halls[hall]
        check_text(name, "The table name")
        if "/" in name or name in (".", ".."):
            raise Mistaken(f"a table cannot be called {name}: that is no part of an address. Write a name without /")
        if (hall, name) in self._claims or name in there.room.tables.keys() | self.peers.names(hall):
            raise Mistaken(f"there is a table {name}")
        self._claims.add((hall, name))
        try:
            if await there.books(lambda: there.house.books.last(name)) is not None:
                raise Mistaken(f"a table cannot be called {name}: there was one, and its book is kept")
            await self.peers.claim(hall, name)  # from here on nobody else writes how it is run
            order = NewTable(name, secrets.token_hex(8), OpenTable(game, links or {}, name), how.settings)
            await self._open(hall, how, who, order)
        finally:
            self._claims.discard((hall, name))
        if hall == PLAY and game.rules.bank is None and not game.rules.nobody_banks:
            key = f"bank {secrets.token_hex(8)}"
            await there.books(lambda: there.house.fill(name, BANKROLL, who="play money", key=key))
        await self.bots.fill(name, how.bots) if hall == PLAY else None

    async def _open(self, hall: str, how: How, who: Person, order: NewTable) -> None:
        there, name, text = self.halls[hall], order.table, msgspec.json.encode(how).decode()
        try:
            await asyncio.to_thread(self.register.run_table, hall, name, text)  # before another process may take it up
            self.how[hall][name] = how
            await there.open_table(who, order)
        finally:
            self.peers.claimed(hall, name)
            if name not in there.room.tables and await there.books(lambda: there.house.books.last(name)) is None:
                self.how[hall].pop(name, None)
                await asyncio.to_thread(self.register.forget_table, hall, name)

    async def practice(self, who: Account, game: Game) -> str:
        """A table of somebody's own, with bots and time to think."""
        if who.barred:
            raise Mistaken(f"you may not play here: {who.barred}")
        listed = (*self.lobby(PLAY), *self.peers.listed(PLAY))
        known = {str(each["name"]): each["practice"] for each in listed if each["practice"]}
        taken = [*(known | self._opening).values()]
        if (mine := taken.count(who.name)) >= 3:
            raise Mistaken(f"you have {mine} practice tables: leave one first")
        if len(taken) >= MOST_PRACTICE:
            raise Mistaken("all practice tables are taken: sit down at a table in the hall, or come back later")
        name = f"{_called(game)}, {who.name} {secrets.token_hex(2)}"
        how = How(PRACTICE, usual_bots(game.rules), who.name)
        self._opening[name] = who.name
        try:
            await self.open_table(PLAY, name, game, how, HOUSE)
        finally:
            del self._opening[name]
        return name

    def lobby(self, hall: str) -> list[dict[str, Any]]:
        """The tables that this process serves, as the lobby lists them; those for practice with whose they are."""
        listed = []
        for name, live in self.halls[hall].room.tables.items():
            how, found = self.how[hall].get(name), live.summary()
            usual = usual_stack(live.playing.rules) if found.get("game") else 0
            gone = live.gone_since()
            people = [each | {"since": gone.get(each["name"])} for each in found.get("people", ())]
            more = {"people": people, "usual": usual, "draining": live.draining}
            listed.append(found | more | {"practice": how.practice if how else ""})
        return listed

    def planned(self, hall: str) -> dict[str, dict[str, Any]]:
        """The tables that will be there in a moment, when the room has just been opened, by name."""
        planned = self._planned.items() if hall == PLAY else ()
        return {name: {"name": name, "state": "opening", "of": game.slug} for name, game in planned}

    async def is_shown(self, hall: str, table: str, who: str) -> bool:
        """Whether somebody knows of a table: a practice table is its owner's alone. What is not known here is read by
        a thread."""
        return await self._practised_by(hall, table) in ("", who)

    async def is_practice(self, hall: str, table: str) -> bool:
        """Whether a table is or was somebody's for practice: its name is made up, and tells nobody anything."""
        return bool(await self._practised_by(hall, table))

    async def _practised_by(self, hall: str, table: str) -> str:
        how = self.how[hall].get(table) or await asyncio.to_thread(self._known, hall, table)
        return how.practice if how else ""

    # -- people ---------------------------------------------------------------------------------------------------

    async def guest(self) -> Account:
        """Somebody who plays for nothing, with play money, by a name that nobody has or ever had: guests are forgotten
        in time, but what they held and played is in the books for good."""
        hall = self.halls[PLAY]
        for _ in range(20):
            account = await asyncio.to_thread(self.register.guest)
            if not await hall.books(lambda: hall.house.books.has_account(player(account.name))):  # noqa: B023
                await self.play_money.welcome(account)
                return account
        raise Mistaken("no name was found for a guest: come in again, or sign up")

    async def note(self, what: str, *, who: str, why: str, before: Any = None, after: Any = None) -> None:
        """Write down something that matters to a regulator."""
        hall = self.halls[MONEY]
        await hall.books(lambda: hall.house.note(what, who=who, why=why, before=before, after=after))

    async def follow_register(self) -> None:
        """Let the rooms know what is stopped and who may not play, at every process."""
        async with self._following:  # whoever reads later is followed later
            self.follow(*await asyncio.to_thread(self.ruled))
        self.peers.registered()

    def doubt(self, who: str) -> None:
        """Have somebody's lines looked at now, at every process: those are cut whose session is over, or who may do
        other things from now on."""
        for hall in self.halls.values():
            hall.doubt(who)
        self.peers.doubted(who)

    def ruled(self) -> tuple[dict[str, str], dict[str, str]]:
        """Why what is stopped and why who may not play, as the register says."""
        stops = {each.what: each.why for each in self.register.stops()}
        return stops, self.register.barred()

    def follow(self, stops: dict[str, str], barred: dict[str, str]) -> None:
        """Let the rooms of this process know."""
        for hall in self.halls.values():
            hall.run(lambda now, room=hall.room: [*room.stop(now, stops), *room.bar(now, barred)])  # type: ignore[misc]


def _first_of_each() -> Iterable[Game]:
    """Every game, under its first rule set."""
    first: dict[str, Game] = {}
    for game in all_games():
        first.setdefault(game.slug, game)
    return first.values()


def _called(game: Game) -> str:
    """What a table of a game is called: no part of an address can have a slash in it."""
    return game.rules.name.replace("/", "-")


def _peers(places: Places) -> Alone:
    """What is asked about other processes: nothing, where there can be none."""
    if not places.shared:
        return ALONE
    from cardroom.web.cluster.cluster import Peers  # noqa: PLC0415

    return Peers(places.register)
