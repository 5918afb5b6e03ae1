"""The tables of a server: opening them, their configurations, and their entries in the lobby.

A new table gets its bots and the money in its bank here. The hall handles everything that happens at a table. This is
one file, because opening, showing and listing a table all read the same configurations.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import partial
from typing import Any

import msgspec

from cardroom.analysis.evaluation import has_evaluator
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.house.books import StoreError, check_text, is_table
from cardroom.play.game import Game
from cardroom.play.table import Leave, OpenTable
from cardroom.players import usual_bots, usual_stack
from cardroom.room import BOT, ListedPlayer, ListedTable, LiveTable, NewTable, Person, TableTiming
from cardroom.rulebook.editions import check_approved
from cardroom.web.cluster import LobbyEntry, Peers
from cardroom.web.halls.bots import Bots
from cardroom.web.halls.hall import Hall
from cardroom.web.halls.own_tables import MOST_FROM_ADDRESS, OwnTables
from cardroom.web.halls.table_config import HOUSE, PLAY, BotSettings, TableConfig, read_config
from cardroom.web.people import RoomStore, User

__all__ = ["HALL", "Presence", "TableDirectory"]

_log = logging.getLogger("cardroom.server")

BANKROLL = 100_000_000
"""Cents in the bank of a play-money table that the house banks."""
HALL = TableTiming(away_limit=180)
"""Timing of public play-money tables. Seats are not held for long, because no money is at stake."""
PRACTICE = TableTiming(
    answer_time=300, time_bank=600, pause_between=2, waits=True, disconnect_grace=120, away_limit=600
)
"""Timing of practice tables: without haste, and the next round waits until the player has read the results."""
PRIVATE = TableTiming(answer_time=60, time_bank=120, away_limit=180, friends=True)
"""Timing of private tables: friends may talk while they play."""
_NOT_DEALING = ("paused", "stopped", "closing", "closed", "broken")
"""States of a table that deals no rounds."""
SEND_OFF_WAIT = 2.0
"""Seconds to wait for the end of the round when a bot is sent off."""
MOST_ADMITTED = 100
"""The most people who may see a private table."""


class Presence(msgspec.Struct, frozen=True):
    """How many people play in a hall. No name is in it: practice and private tables are nobody else's business."""

    tables: int
    dealing: int
    """The tables that are not paused, stopped, closing or interrupted."""
    people: int
    """People at tables, guests included."""
    bots: int
    own_tables: int
    """Practice and private tables, which are in `tables` too."""
    own_people: int
    """The people at them, who are in `people` too."""


class TableDirectory:
    """The tables of all halls of a server."""

    def __init__(
        self,
        halls: Mapping[str, Hall],
        store: RoomStore,
        peers: Peers,
        bots: Bots,
        configs: dict[str, dict[str, TableConfig]],
        most_from_address: int = MOST_FROM_ADDRESS,
    ) -> None:
        """`configs` holds the known configurations by hall and table. `most_from_address` is how many practice and
        private tables people at one address may have open."""
        self._halls, self._store, self._peers, self._bots = halls, store, peers, bots
        self.configs = configs
        """The configurations that this process has read, by hall and table."""
        self._own = OwnTables(store.secret("addresses"), most_from_address)
        self._planned: dict[str, Game] = {}
        """Tables that the server opens at its start and that are not open yet."""
        self._listed: dict[str, dict[str, tuple[tuple[Any, ...], LobbyEntry]]] = {}
        """The lobby's last entries and what they were made from, by hall and table."""
        self.keys = LinkKeys(store.secret("private tables"))
        """The keys of links to private tables."""
        bots.config_of = lambda table: configs[PLAY].get(table) or TableConfig()
        self._claims: set[tuple[str, str]] = set()
        """Tables that are being opened, by hall and name."""
        for hall in halls.values():
            hall.after.append(lambda table, hall=hall: self._forget_closed(hall, table))  # type: ignore[misc]
            hall.traced_name = partial(self._traced_name, hall.name)

    # -- opening --------------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Plan a play-money table of each game. `set_up` opens them."""
        self._planned = {_table_name(game): game for game in _first_of_each()}

    async def set_up(self) -> None:
        """Open the planned tables, and seat the bots of all tables."""
        await self._peers.tables_known()
        hall = self._halls[PLAY]
        for name, game in [*self._planned.items()]:
            if name not in hall.room.tables.keys() | self._peers.other_tables(PLAY):
                try:
                    await self.open(PLAY, name, game, TableConfig(HALL, usual_bots(game.rules)), HOUSE)
                except InputError as error:
                    _log.info("table not opened", extra={"table": name, "why": str(error)})
                except StoreError as error:
                    _log.warning("table not opened", extra={"table": name, "why": str(error)})
            del self._planned[name]
        for table in [*hall.room.tables]:
            try:
                await self.table_loaded(PLAY, table)
            except StoreError as error:
                _log.warning("bots not seated", extra={"table": table, "why": str(error)})

    async def table_loaded(self, hall: str, table: str) -> None:
        """Seat the bots of a table that this process has loaded, and let them answer."""
        if hall == PLAY and table in self._halls[PLAY].room.tables:
            config = self.config(PLAY, table)
            if config.private:
                self._bots.resume(table)  # bots that gave way or were sent off stay away
            else:
                await self._bots.fill(table, config.bots)
            self._bots.look(table)

    async def open(
        self, hall: str, name: str, game: Game, config: TableConfig, who: Person, links: dict[str, str] | None = None
    ) -> None:
        """Open a table. If the house banks it for play money, fill its bank.

        `links` ties jackpots of the game to jackpots of the house. The table has its own meters for the others.
        """
        there = self._halls[hall]
        check_approved(game.rules, date.today().isoformat())
        check_text(name, "The table name")
        if "/" in name or name in (".", ".."):
            raise InputError(f"The table name {name} cannot be used in a web address. Choose a name without /.")
        if (hall, name) in self._claims or name in there.room.tables.keys() | self._peers.other_tables(hall):
            raise InputError(f"There is already a table {name}. Choose a different name.")
        self._claims.add((hall, name))
        try:
            if await there.books(lambda: there.house.books.last(name)) is not None:
                raise InputError(f"The name {name} belonged to a closed table. Choose a different name.")
            await self._peers.claim(hall, name)  # now no other process writes this table's configuration
            order = NewTable(name, secrets.token_hex(8), OpenTable(game, links or {}, name), config.timing)
            await self._open(hall, config, who, order)
        finally:
            self._claims.discard((hall, name))
        if hall == PLAY and game.rules.bank is None and not game.rules.nobody_banks:
            key = f"bank {secrets.token_hex(8)}"
            await there.books(lambda: there.house.cage.fill(name, BANKROLL, who="play money", key=key))
        await self._bots.fill(name, config.bots) if hall == PLAY else None

    async def _open(self, hall: str, config: TableConfig, who: Person, order: NewTable) -> None:
        there, name, text = self._halls[hall], order.table, msgspec.json.encode(config).decode()
        try:
            # Save it before another process can load the table.
            await asyncio.to_thread(self._store.save_config, hall, name, text)
            self.configs[hall][name] = config
            await there.open_table(who, order)
        finally:
            self._peers.claim_done(hall, name)
            if name not in there.room.tables and await there.books(lambda: there.house.books.last(name)) is None:
                self.configs[hall].pop(name, None)
                await asyncio.to_thread(self._store.delete_config, hall, name)

    async def open_practice(self, user: User, game: Game, bots: BotSettings | None = None, address: str = "") -> str:
        """Open a practice table for a user at an address, with bots and long time limits; return its name."""
        name = f"{_table_name(game)}, {user.name} {secrets.token_hex(2)}"
        bots = bots or BotSettings()
        if bots.number is None:
            bots = bots._replace(number=usual_bots(game.rules))
        return await self._open_own(user, name, game, TableConfig(PRACTICE, practice=user.name), bots, address)

    async def open_private(self, user: User, game: Game, bots: BotSettings | None = None, address: str = "") -> str:
        """Open a table that only people with its link can see; return its name.

        It waits for people: bots come only if `bots` gives their number.
        """
        name = f"{_table_name(game)}, private {secrets.token_hex(4)}"
        return await self._open_own(user, name, game, TableConfig(PRIVATE, private=(user.name,)), bots, address)

    async def _open_own(
        self, user: User, name: str, game: Game, config: TableConfig, bots: BotSettings | None, address: str
    ) -> str:
        """Open a table of a user, unless there are too many; return its name."""
        if user.barred:
            raise InputError(f"You are barred from playing: {user.barred}")
        origin, bots = self._own.origin(address), bots or BotSettings()
        self._own.check(user.name, origin, (*self.lobby(PLAY), *self._peers.other_lobby(PLAY)))
        count = min(bots.number or 0, game.rules.seats.most - 1)
        config = msgspec.structs.replace(config, bots=count, origin=origin or msgspec.UNSET, **bots.stored)
        self._own.begin(name, user.name, origin)
        try:
            await self.open(PLAY, name, game, config, HOUSE)
        finally:
            self._own.end(name)
        return name

    # -- private tables -------------------------------------------------------------------------------------------

    async def admit(self, hall: str, table: str, who: str, key: str) -> bool:
        """Let a user see a private table, if the key is that of its link. Return whether they may see it.

        People who came by the link earlier need no key. For others the link ends with the table.
        """
        config = await self._stored_config(hall, table)
        if not config.private:
            return False
        if who in config.private:
            return True
        if not (self.is_open(hall, table) and self.keys.fits(key, hall, table, config.renewed or 0)):
            return False

        def admitted(config: TableConfig) -> TableConfig:
            people = config.private or ()
            if not self.keys.fits(key, hall, table, config.renewed or 0):
                raise InputError("This link was renewed just now. Ask for the new one.")
            if who not in people and len(people) >= MOST_ADMITTED:
                raise InputError("Too many people have come by this link. Open another private table.")
            return config if who in people else msgspec.structs.replace(config, private=(*people, who))

        await self._change_config(hall, table, admitted)
        return True

    def is_open(self, hall: str, table: str) -> bool:
        """Whether a table is open, at this process or another one."""
        return table in self._halls[hall].room.tables or table in self._peers.other_tables(hall)

    async def link_key(self, hall: str, table: str) -> str:
        """The key of a private table's link as it is now."""
        return self.keys.of(hall, table, (await self._stored_config(hall, table)).renewed or 0)

    async def renew_link(self, hall: str, table: str) -> str:
        """Give a private table another link; return its key. The one before is no longer valid."""

        def renewed(config: TableConfig) -> TableConfig:
            return msgspec.structs.replace(config, renewed=(config.renewed or 0) + 1)

        return self.keys.of(hall, table, (await self._change_config(hall, table, renewed)).renewed or 0)

    async def host(self, hall: str, table: str) -> str:
        """The host of a private table: the person who opened it, or the one who sat longest if they have left it."""
        owner = (await self._stored_config(hall, table)).owner
        people = [who for who in self.seated(hall, table) if not who.startswith(BOT)]
        return owner if owner in people or not people else people[0]

    async def send_off(self, hall: str, table: str, bot: str) -> None:
        """Let a bot leave a table with its chips, when the round is over."""
        if not bot.startswith(BOT) or bot not in self.seated(hall, table):
            raise InputError("No bot of this name sits at this table.")
        await self._halls[hall].order(Person(bot), table, Leave(bot), SEND_OFF_WAIT)

    async def share_review(self, hall: str, table: str, who: str, share: bool) -> tuple[str, ...]:
        """Note whether a player shares their part of the review; return who shares."""

        def shared(config: TableConfig) -> TableConfig:
            before = set(config.shared or ())
            return msgspec.structs.replace(config, shared=tuple(sorted({*before, who} if share else before - {who})))

        return (await self._change_config(hall, table, shared)).shared or ()

    async def shares(self, hall: str, table: str) -> tuple[str, ...]:
        """The players who share their part of the review of a table."""
        return (await self._stored_config(hall, table)).shared or ()

    async def _change_config(self, hall: str, table: str, change: Callable[[TableConfig], TableConfig]) -> TableConfig:
        """Change a stored configuration, in one transaction: other users may change it too."""

        def changed(text: str) -> str:
            return msgspec.json.encode(change(read_config(text))).decode()

        text = await asyncio.to_thread(self._store.change_config, hall, table, changed)
        config = self.configs[hall][table] = read_config(text)
        return config

    # -- configurations -------------------------------------------------------------------------------------------

    def config(self, hall: str, table: str) -> TableConfig:
        """The configuration of a table, even if another process opened it. May read the people database."""
        return self._known(hall, table) or TableConfig()

    def timing(self, hall: str, table: str) -> TableTiming:
        """The timing of a table. May read the people database."""
        return self.config(hall, table).timing

    def _known(self, hall: str, table: str) -> TableConfig | None:
        if (config := self.configs[hall].get(table)) is None and (text := self._store.config(hall, table)) is not None:
            config = self.configs[hall][table] = read_config(text)
        return config

    def _traced_name(self, hall: str, table: str) -> str:
        """The name of a table in spans. The name of a practice table contains its owner's, and a client can send any
        text as the name of a table."""
        config = self.configs[hall].get(table)
        return "unknown" if config is None else "practice" if config.practice else table

    def _forget_closed(self, hall: Hall, table: str) -> None:
        """Drop the configuration of a closed table from memory. The people database keeps it."""
        if table not in hall.room.tables and (hall.name, table) not in self._claims:
            self.configs[hall.name].pop(table, None)

    async def is_shown(self, hall: str, table: str, who: str) -> bool:
        """Whether there is a table that a user may see. Only its owner may see a practice table, and only people with
        the link a private table. For others there is no such table."""
        config = await self._any_config(hall, table)
        if config is None:
            return await self._exists(hall, table)
        if config.admits(who):
            return True
        if not config.private:
            return False
        config = self.configs[hall][table] = await self._stored_config(hall, table)  # another process may admit people
        return config.admits(who)

    async def _exists(self, hall: str, table: str) -> bool:
        """Whether there is or was a table. Tables that no server opened have no configuration."""
        there = self._halls[hall]
        if table in there.room.tables or table in self._peers.other_tables(hall):
            return True
        return is_table(table) and await there.books(lambda: there.house.books.last(table)) is not None

    async def is_practice(self, hall: str, table: str) -> bool:
        """Whether a table is or was a practice table."""
        config = await self._any_config(hall, table)
        return config is not None and bool(config.practice)

    async def is_private(self, hall: str, table: str) -> bool:
        """Whether a table is or was a private table."""
        config = await self._any_config(hall, table)
        return config is not None and bool(config.private)

    def is_listed(self, hall: str, entry: LobbyEntry, who: str) -> bool:
        """Whether the lobby lists a table for a user."""
        config = self.configs[hall].get(entry.listed.name)
        admitted = entry.admitted if config is None else (config.private or ())
        return not entry.owner or who == entry.owner or who in admitted

    async def _any_config(self, hall: str, table: str) -> TableConfig | None:
        return self.configs[hall].get(table) or await asyncio.to_thread(self._known, hall, table)

    # -- the coach ------------------------------------------------------------------------------------------------

    async def why_no_coach(self, hall: str, table: str, who: str) -> str:
        """The reason why a player may not use the coach at a table; empty if they may."""
        if hall != PLAY:
            return "There is no coach where money is played."
        config = await self._stored_config(hall, table)
        if not config.owner:
            return "Only practice tables and private tables have a coach."
        people = {name for name in self.seated(hall, table) if not name.startswith(BOT)}
        if who not in people:
            return "Sit down first. The coach helps only players at the table."
        if missing := sorted(people - {who} - set(config.coach or ())):
            return f"The coach helps when everyone agrees. {' and '.join(missing)} did not agree yet."
        return ""

    async def agree_to_coach(self, hall: str, table: str, who: str, agrees: bool) -> tuple[str, ...]:
        """Note whether a player agrees that others may use the coach; return who agrees."""
        config = await self._stored_config(hall, table)
        if hall != PLAY or not config.owner:
            raise InputError("Only practice tables and private tables have a coach.")

        def agreed(config: TableConfig) -> TableConfig:
            before = set(config.coach or ())
            return msgspec.structs.replace(config, coach=tuple(sorted({*before, who} if agrees else before - {who})))

        return (await self._change_config(hall, table, agreed)).coach or ()

    async def _stored_config(self, hall: str, table: str) -> TableConfig:
        """The configuration as it is stored now: another process may have changed it."""
        text = await asyncio.to_thread(self._store.config, hall, table)
        return read_config(text) if text is not None else TableConfig()

    # -- the lobby ------------------------------------------------------------------------------------------------

    def lobby(self, hall: str) -> list[LobbyEntry]:
        """The lobby's entries of the tables that this process serves."""
        known, listed = self._listed.get(hall, {}), dict[str, tuple[tuple[Any, ...], LobbyEntry]]()
        for name, live in self._halls[hall].room.tables.items():
            config, entry = self.configs[hall].get(name), live.summary()
            deserted = self._halls[hall].room.deserted(name)
            facts = live.gone_since(), live.draining, config or TableConfig(), deserted
            before = known.get(name)
            if before is not None and before[0][0] is entry and before[0][1:] == facts:
                listed[name] = before
            else:
                listed[name] = (entry, *facts), self._entry(live, entry, *facts)
        self._listed[hall] = listed
        return [each for _, each in listed.values()]

    def _entry(
        self,
        live: LiveTable,
        listed: ListedTable,
        absent: dict[str, float],
        draining: bool,
        config: TableConfig,
        deserted: bool,
    ) -> LobbyEntry:
        rules, admitted = live.playing.rules if listed.game else None, config.private or ()
        public = msgspec.structs.replace(
            listed,
            people=tuple(ListedPlayer(each.name, each.seat, each.bot) for each in listed.people),
            usual=usual_stack(rules) if rules else 0,
            draining=draining,
            practice=bool(config.practice),
            private=bool(admitted),
            coach=bool(config.owner and rules and has_evaluator(rules)),
        )
        return LobbyEntry(public, listed.people, absent, config.owner, admitted, config.origin or "", deserted)

    def seated(self, hall: str, table: str) -> tuple[str, ...]:
        """The players at a table, also if another process serves it. The first one sat down first."""
        tables = (*self.lobby(hall), *self._peers.other_lobby(hall))
        return tuple(who.name for each in tables if each.listed.name == table for who in each.people)

    def presence(self, hall: str) -> Presence:
        """How many people and bots play at how many tables, also those of other processes."""
        tables = [*self.lobby(hall), *self._peers.other_lobby(hall)]
        own = [each for each in tables if each.owner]
        people, bots = ([who for each in tables for who in each.people if who.bot == bot] for bot in (False, True))
        return Presence(
            tables=len(tables),
            dealing=sum(each.listed.state not in _NOT_DEALING and not each.listed.stopped for each in tables),
            people=len(people),
            bots=len(bots),
            own_tables=len(own),
            own_people=sum(not who.bot for each in own for who in each.people),
        )

    def planned(self, hall: str) -> dict[str, ListedTable]:
        """The lobby's entries of the tables that the server is about to open, by name."""
        planned = self._planned.items() if hall == PLAY else ()
        return {name: ListedTable(name, "opening", of=game.slug) for name, game in planned}


def _first_of_each() -> Iterable[Game]:
    """Every game, under its first rule set."""
    first: dict[str, Game] = {}
    for game in all_games():
        first.setdefault(game.slug, game)
    return first.values()


def _table_name(game: Game) -> str:
    """The name of a game's table, without slashes because it is part of a URL."""
    return game.rules.name.replace("/", "-")


class LinkKeys:
    """The keys of a room's links to private tables. No database contains them: they follow from a
    secret of the room.

    >>> keys = LinkKeys("a secret")
    >>> keys.fits(keys.of("play", "table 7"), "play", "table 7"), keys.fits("guessed", "play", "table 7")
    (True, False)
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, hall: str, table: str, renewed: int = 0) -> str:
        """The key of a table after its link was renewed so often, with 144 bits."""
        code = hmac.new(self._secret, msgspec.json.encode((hall, table, renewed)), "sha256").digest()
        return base64.urlsafe_b64encode(code[:18]).decode()

    def fits(self, key: str, hall: str, table: str, renewed: int = 0) -> bool:
        """Whether a key is that of a table now."""
        return hmac.compare_digest(key.encode(), self.of(hall, table, renewed).encode())
