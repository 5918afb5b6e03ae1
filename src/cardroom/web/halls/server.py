"""The server of a card room: halls, people database, bots and chores.

`table_directory` opens and lists tables. Routes and ASGI do not belong here.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from pathlib import Path
from typing import Any, Protocol

import msgspec
from argon2 import PasswordHasher

from cardroom.errors import InputError, InvariantError
from cardroom.house import House, player
from cardroom.house.backup import Program, Runs
from cardroom.house.books import GamingDays
from cardroom.room import BOT
from cardroom.web import Tasks
from cardroom.web.cluster import Host, Peers, SingleProcess
from cardroom.web.halls.backups import Backups
from cardroom.web.halls.bots import NAMES, Bots
from cardroom.web.halls.chores import Chores
from cardroom.web.halls.databases import Databases, lock_room
from cardroom.web.halls.hall import Hall
from cardroom.web.halls.measures import Measures
from cardroom.web.halls.own_tables import MOST_FROM_ADDRESS
from cardroom.web.halls.play_money import PlayMoney
from cardroom.web.halls.table_config import MONEY, PLAY, TableConfig, read_config
from cardroom.web.halls.table_directory import TableDirectory
from cardroom.web.halls.webhooks import Target, Webhooks
from cardroom.web.halls.write_check import WriteCheck
from cardroom.web.orders import Orders
from cardroom.web.people import (
    DOOR,
    FAILED_SIGN_IN,
    AccessTokens,
    Factors,
    FailureNotes,
    PeopleDatabase,
    PeopleStore,
    RateLimiter,
    RoomStore,
    SharedLimiter,
    User,
    chosen_guest_name,
    failures_left_out,
    normalize,
    note_factor_rule,
    note_writer,
)

__all__ = ["OTHER_ROLES", "SIGN_INS", "Server"]

_log = logging.getLogger("cardroom.server")

NEWCOMERS = 30
"""New guests and users from one address in a minute."""
SIGN_INS = 10
"""Sign-ins from one address in a minute."""
OTHER_ROLES = "Your roles have changed. Reload the page, or connect again."


class RunningDemo(Protocol):
    """A demo day."""

    async def run(self) -> None:
        """Begin the day, and go on until the server closes."""

    def close(self) -> None:
        """Stop."""


class Server:
    """Everything that `cardroom serve` starts.

    `await server.open()` in an event loop; `await server.close()` lets rounds end and closes the databases.
    """

    def __init__(
        self,
        databases: Databases,
        *,
        tables: bool = True,
        thinks: float = 0.9,
        hasher: PasswordHasher | None = None,
        newcomers: RateLimiter | None = None,
        sign_ins: int | None = None,
        second_factor: bool = False,
        own_tables: int = MOST_FROM_ADDRESS,
        connections: int = 0,
        drains: float = 20,
        forget: int = 30,
        backups: tuple[int, Path] | None = None,
        one_person: bool | None = None,
        metrics_token: str = "",
        webhook: Target | None = None,
    ) -> None:
        """With `tables`, open a play-money table of each game, with bots. `newcomers` limits new users per address,
        and `sign_ins` are the most sign-ins of an address in a minute. `own_tables` are the most practice and private
        tables that an address has open, and `connections` its most HTTP connections and its most WebSockets; 0 means no
        limit. With `second_factor`, staff need one to move money. When the server closes,
        rounds have `drains` seconds to end. Guests without a session are deleted after `forget` days. `backups`
        are the hours between backups of the room, and their folder. `one_person` is whether orders need no second
        person; None leaves the room's setting. A request with `metrics_token` may read the metrics. Significant events
        are sent to `webhook`."""
        self.measures, self.metrics_token = Measures(), metrics_token
        self._drains, self._drained, self.forget = drains, False, forget
        most = sign_ins or SIGN_INS
        self.newcomers: RateLimiter | SharedLimiter = newcomers or RateLimiter(most=NEWCOMERS, a_second=NEWCOMERS / 60)
        self.sign_ins: RateLimiter | SharedLimiter = RateLimiter(most=most, a_second=most / 60)
        self.needs_factor = second_factor
        """Whether staff need a second factor to move money."""
        self._plans_tables = tables
        self._unlock_room = lock_room(databases)
        people_database = PeopleDatabase(databases.people)
        self.people, self.room_store = PeopleStore(people_database, hasher=hasher), RoomStore(people_database)
        if databases.shared:
            self.sign_ins = SharedLimiter(people_database, "sign-ins", most)
            self.newcomers = newcomers or SharedLimiter(people_database, "newcomers", NEWCOMERS)
        self.failures = FailureNotes()
        self.peers = _peers(databases)
        workers = 4 if databases.shared else 1
        self.halls: dict[str, Hall] = {}
        configs: dict[str, dict[str, TableConfig]] = {}
        for name, where in ((MONEY, databases.money), (PLAY, databases.play)):
            stored = {table: read_config(text) for table, text in self.room_store.configs(name).items()}
            timing = {table: config.timing for table, config in stored.items()}
            house = House.at(where, create=True)
            house.books.fence = self.peers.fence(name)
            hall = self.halls[name] = Hall(
                name, house, timing, workers=workers, peers=self.peers, measures=self.measures
            )
            configs[name] = {table: stored.get(table, TableConfig()) for table in hall.room.tables}
        vault = self.halls[MONEY].house.books.store.vault
        self.factors = self.people.factors = Factors(people_database, vault, self.people.now)
        self.tokens = AccessTokens(people_database, self.people.now)
        """Access tokens of users, for programs."""
        self.bots = Bots(self.halls[PLAY], thinks=thinks)
        self.connections = connections
        self.sockets: Counter[str] = Counter()
        """The open WebSockets by address."""
        self.tables = TableDirectory(self.halls, self.room_store, self.peers, self.bots, configs, own_tables)
        self.play_money = PlayMoney(self.halls[PLAY])
        self.program = Program(self.halls[MONEY].house, who="cardroom serve")
        self.runs = Runs(self.halls[MONEY].house.books, self.peers.name)
        self.chores = Chores(
            self.halls,
            self.tables,
            self.people,
            self.room_store,
            self.peers,
            self.runs,
            self._check_daily,
            forget,
            Backups(databases, *backups) if backups else None,
            Webhooks(self.halls[MONEY].house.books, self.room_store, webhook, GamingDays()) if webhook else None,
        )
        self.orders = Orders(self.halls[MONEY].house, self.people)
        """Orders that can take money or change users, some of which wait for a second person."""
        self._set_one_person(one_person)
        note_factor_rule(self.halls[MONEY].house, second_factor)
        self.write_check = WriteCheck(self.halls, people_database)
        self.secret = self._first_operator()
        """The first operator's password on the first start, otherwise empty. It is shown once and stored as a hash."""
        self.ready = False
        self.demo: RunningDemo | None = None
        """The demo day that runs in the room, if it is a demo (`demo`)."""
        self._tasks = Tasks(_log)
        self._reloading = asyncio.Lock()

    def _set_one_person(self, one_person: bool | None) -> None:
        rule = self.orders.rule
        if one_person is not None and rule.current().on == one_person:
            setting = msgspec.structs.replace(rule.current(), on=not one_person)
            why = f"started with --{'one-person' if one_person else 'two-persons'}"
            rule.set(setting, who="cardroom serve", why=why)

    def _first_operator(self) -> str:
        if any("operator" in each.roles for each in self.people.users()):
            return ""
        secret = secrets.token_urlsafe(15)
        note = note_writer(self.halls[MONEY].house, "operator", who="cardroom serve", why="the first start")
        self.people.sign_up("operator", secret, ("operator",), must_change_password=True, note=note)
        return secret

    # -- life -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start all tables, open the planned ones, and begin the chores."""
        for hall in self.halls.values():
            hall.start()
        self._restrict(*self._restrictions())
        if self._plans_tables:
            self.tables.plan()
        tables = self.tables
        self.peers.start(Host(self.halls, tables.lobby, tables.timing, tables.table_loaded, self._reload_restrictions))
        self._tasks.spawn(self._note_start())
        self._tasks.spawn(self.tables.set_up())
        for chore in self.chores.all():
            self._tasks.spawn(chore)
        if self.demo:
            self._tasks.spawn(self.demo.run())
        self.ready = True

    async def _note_start(self) -> None:
        await self.peers.tables_known()  # before that, other processes would miss this one
        await self.halls[MONEY].books(self.runs.start)

    @property
    def draining(self) -> bool:
        """Whether the server is about to close, and admits no new connections."""
        return self._drained

    async def drain(self) -> None:
        """Deal no more rounds, let players finish the current ones, and close all connections."""
        if self._drained:
            return
        self._drained, self.ready, self.peers.draining = True, False, True
        self._tasks.cancel()
        ended = await asyncio.gather(*(hall.drain(self._drains) for hall in self.halls.values()))
        if not all(ended):
            _log.warning("some rounds are unfinished; they will continue after the next start, or in another process")
        for hall in self.halls.values():
            hall.close_connections()

    async def close(self) -> None:
        """Let rounds end, and close everything."""
        await self.drain()
        self.bots.close()
        if self.demo:
            self.demo.close()
        if left := self.failures.rest():
            await self.note(FAILED_SIGN_IN, who=DOOR, why=failures_left_out(left))
        await self.halls[MONEY].books(self.runs.stop)
        await self.peers.leave()
        # A cancelled task leaves its thread behind. The thread must end before the connection that it uses is closed.
        await asyncio.get_running_loop().shutdown_default_executor()
        for hall in self.halls.values():
            await hall.close()
        self.people.database.close()
        self._unlock_room()

    async def check_program(self, who: str, why: str) -> str:
        """Compare the program's files with their digest at the start. If they differ, stop all games and return the
        reason; otherwise return an empty text."""
        try:
            await self.halls[MONEY].books(lambda: self.program.check(who=who, why=why))
        except InvariantError as fault:
            _log.error("the program's files have changed", extra={"why": str(fault)})
            await asyncio.to_thread(self.people.stop, "all", str(fault), who)
            await self.apply_restrictions()
            return str(fault)
        return ""

    async def _check_daily(self) -> None:
        """Check the program once a day."""
        if self.program.is_due():
            await self.check_program("cardroom serve", "once a day")

    # -- people ---------------------------------------------------------------------------------------------------

    async def guest(self) -> User:
        """Add a guest with play money."""
        user = await self._new_guest()
        await self.play_money.welcome(user)
        return user

    async def _new_guest(self) -> User:
        """Add a guest with a random name. The name must be new, because deleted guests stay in the books."""
        hall = self.halls[PLAY]
        for _ in range(20):
            user = await asyncio.to_thread(self.people.add_guest)
            if not await hall.books(lambda: hall.house.books.has_account(player(user.name))):  # noqa: B023
                return user
        raise InputError("No free guest name was found. Try again, or sign up.")

    async def rename_guest(self, guest: User, chosen: str) -> User:
        """Give a guest another name: a chosen one, or without one a random one. Return the guest of the new name.

        Names are accounts in the books, so this is a new guest, who gets the play money of the old one.
        """
        await self.play_money.check_can_sign_up(guest)
        if chosen:
            name, hall = chosen_guest_name(chosen), self.halls[PLAY]
            bots = {normalize(each.removeprefix(BOT)) for each in NAMES}
            known = await hall.books(lambda: hall.house.books.has_account(player(name)))
            if known or normalize(chosen) in bots:
                raise InputError(f"The name {chosen} was used here before. Choose a different name.")
            user = await asyncio.to_thread(self.people.add_guest, chosen)
        else:
            user = await self._new_guest()
        try:
            await self.play_money.move_to_user(guest, user)
        except InputError:
            await asyncio.to_thread(self.people.delete_guest, user.name)
            raise
        return user

    async def check_new_name(self, name: str) -> None:
        """Refuse a name that has an account in the money books. Its money belongs to an earlier user of the name, for
        example from before the people database was lost. An operator can give that user a new password."""
        hall = self.halls[MONEY]
        if await hall.books(lambda: hall.house.books.has_account(player(name))):
            raise InputError("That name has an account here already. Choose a different name, or ask the staff.")

    async def note(self, what: str, *, who: str, why: str, before: Any = None, after: Any = None) -> None:
        """Record a significant event in the books of the money hall."""
        hall = self.halls[MONEY]
        await hall.books(lambda: hall.house.note(what, who=who, why=why, before=before, after=after))

    async def apply_restrictions(self) -> None:
        """Apply changed stops and bars at every process."""
        await self._reload_restrictions()
        self.peers.restrictions_changed()

    async def _reload_restrictions(self) -> None:
        """Apply the stops and bars of the people database at this process."""
        async with self._reloading:  # so that an older state is never applied after a newer one
            self._restrict(*await asyncio.to_thread(self._restrictions))

    def _restrictions(self) -> tuple[dict[str, str], dict[str, str], list[str]]:
        """The reasons of stops by game, and of bars by user, and the users who are not players."""
        stops = {each.what: each.why for each in self.people.stops()}
        others = [user.name for user in self.people.users() if "player" not in user.roles]
        return stops, self.people.barred(), others

    def _restrict(self, stops: dict[str, str], barred: dict[str, str], others: list[str]) -> None:
        for name, hall in self.halls.items():
            # With play money everyone plays. Others cannot sit down, so only those who sit now matter.
            seated = {who for live in hall.room.tables.values() for who in live.seated} if name == MONEY else set()
            away = seated.intersection(others)
            hall.run(
                lambda now, room=hall.room, away=away: [  # type: ignore[misc]
                    *room.stop(now, stops),
                    *room.bar(now, barred, away),
                ]
            )

    def recheck_session(self, user: str) -> None:
        """Check the sessions of a user's connections now, at every process. A connection is closed if its session has
        ended or the user's roles have changed."""
        for hall in self.halls.values():
            hall.recheck_session(user)
        self.peers.recheck_session(user)


def _peers(databases: Databases) -> Peers:
    """The other processes; none if the databases are files."""
    if not databases.shared:
        return SingleProcess()
    from cardroom.web.cluster import Cluster  # noqa: PLC0415

    return Cluster(databases.people)
