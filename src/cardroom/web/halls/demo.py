"""A demo day: a card room that is full of life within a minute, in databases of its own.

Nothing is faked. Staff are hired, players sign up, cash is paid in, tables are opened and rounds are dealt by the same
commands as in any other room. Only the people are not real: bots play for the players, and this module decides when a
cashier or the floor gives an order. The first entry of a demo's books marks it, so that a demo is never served as a
real room, nor a real room as a demo.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pyotp
from argon2 import PasswordHasher

from cardroom.errors import CardroomError, InputError
from cardroom.games import all_games, game
from cardroom.house import House
from cardroom.house.books import CAGE, Books, Store, notes_about
from cardroom.play.table import Join, Pause
from cardroom.players import usual_bots
from cardroom.room import LiveTable, Person, TableTiming
from cardroom.rulebook.files import OWN_FOLDER
from cardroom.web.halls.bots import Bots
from cardroom.web.halls.databases import Databases
from cardroom.web.halls.server import Server
from cardroom.web.halls.table_config import MONEY, PLAY, TableConfig
from cardroom.web.orders import CountCage, Credit, Deposit, SetRoles, StaffOrder, Withdraw, own_rule_set
from cardroom.web.people import Note, note_writer

__all__ = ["DEMO_PEOPLE", "DemoDay", "check_demo", "demo_server", "mark_demo", "prepare_rules"]

_log = logging.getLogger("cardroom.demo")

WHAT = "demo"
"""The kind of the note that marks the books of a demo."""
OPERATOR, SECOND, CASHIER, OTHER, FLOOR, AUDITOR, VISITOR = (
    *("operator", "operator 2", "cashier 1", "cashier 2", "floor 1", "auditor 1", "visitor"),
)
DEMO_PEOPLE = (OPERATOR, SECOND, CASHIER, OTHER, FLOOR, AUDITOR, VISITOR)
"""The people as whom anybody who sees the demo may look at it."""
_ROLES = {SECOND: "operator", CASHIER: "cashier", OTHER: "cashier", FLOOR: "floor", AUDITOR: "auditor"}
FLOAT = 2_000_000
"""Cents in the drawer when the day begins."""
RACK = 3_000_000
"""Cents in the bank of a table that the house banks."""
BANKER = 2_000_000
"""Cents of a player who banks."""
PACE = TableTiming(answer_time=30, pause_between=0.4, disconnect_grace=86_400, away_limit=86_400)
"""Tables deal fast, so that the day soon has figures."""
THINKS = 0.08
"""Seconds that a player takes for an answer, on average."""
RULES = """\
# A demo's own rule set: common hands win a share of the meter, so that a jackpot is soon hit.
extends = "four-card-frenzy/brook"
rules = "demo"

[pay.galaxy.lines]
"full house" = "10% of the meter"
"flush" = "5% of the meter"
"straight" = "3% of the meter"
"three of a kind" = "1% of the meter"
"""
_GAME, _SET = "four-card-frenzy", "demo"


class _DemoTable(NamedTuple):
    """A table of the demo's money hall, and who plays there."""

    name: str
    game: str
    set: str | None
    people: tuple[str, ...]
    house: tuple[tuple[str, str], ...] = ()
    """House rules, for example the collection."""


_FEE = (("collection", "1"),)
TABLES = (
    _DemoTable("Table 4", "ez-baccarat", None, ("Heron", "Ibis", "Teal", "Martin"), _FEE),
    _DemoTable("Table 7", "pure-21.5-blackjack", None, ("Dunlin", "Siskin", "Egret"), _FEE),
    _DemoTable("Table 9", "heads-up-holdem", None, ("Plover", "Avocet", "Godwit", "Curlew")),
    _DemoTable("Table 12", "ultimate-texas-holdem", None, ("Merlin", "Osprey", "Kestrel", "Harrier"), _FEE),
    _DemoTable("Table 21", "four-card-frenzy", None, ("Linnet", "Pipit", "Wheatear")),
    _DemoTable("Table 22", _GAME, _SET, ("Bittern", "Grebe", "Smew", "Gadwall", "Wigeon")),
    _DemoTable("Table 31", "texas-holdem", None, ("Rook", "Raven", "Chough", "Magpie", "Jackdaw"), _FEE),
)
"""Where a player banks, the last one does."""
FOR_PLAY = 6
"""Of all games, each sixth has a play-money table, at which visitors can sit down."""


def check_demo(databases: Databases, demo: bool) -> None:
    """Refuse to serve a real room as a demo, or a demo as a real room."""
    if databases.shared:
        if demo:
            raise InputError("A demo runs in SQLite. Leave out --db, or use --db sqlite:///FILE with a new file.")
        return
    there = [each for each in databases if Path(each).exists()]
    marked = _is_marked(databases.money) if databases.money in there else False
    if demo and there and not marked:
        raise InputError(
            f"{there[0]} belongs to a room that is not a demo. A demo needs a database of its own: leave out --db, or "
            "name a new file."
        )
    if marked and not demo:
        raise InputError(f"{databases.money} holds a demo, not a real room. Add --demo, or name another file.")


def _is_marked(where: str) -> bool:
    store = Store(where, read_only=True)
    try:
        return bool(notes_about(Books(store), WHAT))
    finally:
        store.close()


def demo_server(databases: Databases, **options: Any) -> Server:
    """A server in which a demo day runs. Nobody signs in with a password of its dozens of people."""
    server = Server(databases, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1), **options)
    day = server.demo = DemoDay(server)
    day.hire()
    return server


def mark_demo(databases: Databases) -> None:
    """Create the books of a demo, with the note that marks them. Nothing happens if they are there."""
    if Path(databases.money).exists():
        return
    house = House.at(databases.money, create=True)
    house.note(WHAT, who="cardroom serve", why="a demo day: its people are not real, and neither is its money")
    house.books.store.close()


def prepare_rules(databases: Databases) -> None:
    """Write the demo's own rule set beside its books, and let this process use it."""
    folder = Path(databases.money).with_suffix(".rules")
    (folder / _GAME).mkdir(parents=True, exist_ok=True)
    (folder / _GAME / f"{_SET}.toml").write_text(RULES, encoding="utf-8")
    os.environ[OWN_FOLDER] = str(folder)


class DemoDay:
    """Runs a demo day in a server."""

    def __init__(self, server: Server) -> None:
        self._server, self._hall = server, server.halls[MONEY]
        self._rng = Random(secrets.token_bytes(16))
        self.players = DemoPlayers(self)
        self._slips = 0

    async def run(self) -> None:
        """Begin the day, and go on until the server closes."""
        try:
            await self._open_drawer()
            for table in TABLES:
                await self._open(table)
            for slug in list(dict.fromkeys(each.slug for each in all_games()))[::FOR_PLAY]:
                await self._open_for_play(slug)
            await asyncio.sleep(3)
            await self._leave_decisions()
            while True:
                await asyncio.sleep(self._rng.uniform(3, 8))
                await self._move_cash()
        except CardroomError as error:
            _log.error("the demo day has ended: %s", error)

    def close(self) -> None:
        """Let the players answer no more."""
        self.players.close()

    # -- people -------------------------------------------------------------------------------------------------------

    def hire(self) -> None:
        """Add the staff and the players, in the order that any room needs: first two operators, each with a factor."""
        people, orders = self._server.people, self._server.orders
        if len(people.operators()) > 1:
            return
        first = self._server.secret
        people.change_password(OPERATOR, first, secrets.token_urlsafe(12), note=self._noted("password", OPERATOR))
        self._add_factor(OPERATOR)
        self._sign_up(SECOND, staff=True)
        self._add_factor(SECOND)
        orders.submit(SetRoles(SECOND, ("operator",)), OPERATOR, "the second operator")
        for name, role in _ROLES.items():
            if name != SECOND:
                self._sign_up(name, staff=True)
                self._done_by_two(SetRoles(name, (role,)), OPERATOR, SECOND, "hired for the day")
        for name in (VISITOR, *(name for table in TABLES for name in table.people)):
            self._sign_up(name)

    def _sign_up(self, name: str, staff: bool = False) -> None:
        password = secrets.token_urlsafe(12)
        self._server.people.sign_up(name, password, staff_name=staff, note=self._noted("sign-up", name))

    def _noted(self, what: str, who: str) -> Note:
        return note_writer(self._hall.house, what, who=who, why="for the demo day")

    def _add_factor(self, name: str) -> None:
        factors = self._server.factors
        secret, _ = factors.begin(name)
        factors.confirm(name, pyotp.TOTP(secret).at(int(self._server.people.now())))
        self._hall.house.note("second factor", who=name, why="they added one")

    # -- money --------------------------------------------------------------------------------------------------------

    def _slip(self) -> str:
        self._slips += 1
        return f"demo {int(time.time())}-{self._slips}"

    def _done_by_two(self, order: StaffOrder, who: str, second: str, why: str) -> None:
        """Give an order, and let the second person approve it if it waits."""
        orders, people = self._server.orders, self._server.people
        if number := orders.submit(order, who, why):
            orders.approve(number, people.user(second), "seen and agreed")

    async def deposit(self, name: str, cents: int) -> None:
        """Let a cashier take a player's money."""
        cashier, other = self._rng.sample((CASHIER, OTHER), 2)
        order = Deposit(self._slip(), name, cents)
        await self._hall.books(lambda: self._done_by_two(order, cashier, other, f"slip {order.slip}"))

    async def _open_drawer(self) -> None:
        """Let two cashiers count the float, once."""
        books = self._hall.house.books
        order = CountCage("demo float", FLOAT, books.last_number(CAGE), "shift")
        if books.by_key(order.key) is None:
            await self._hall.books(lambda: self._done_by_two(order, CASHIER, OTHER, "the float of the day"))

    async def _move_cash(self) -> None:
        """Let one player pay in or take out some money."""
        name = self._rng.choice([name for table in TABLES for name in table.people])
        has = self._hall.house.balance(name)
        try:
            if has >= 10_000 and self._rng.random() < 0.5:
                cents = min(has, 100 * self._rng.randrange(50, 400))
                order = Withdraw(self._slip(), name, cents)
                await self._hall.books(lambda: self._done_by_two(order, CASHIER, OTHER, f"slip {order.slip}"))
            else:
                await self.deposit(name, 2_000 * self._rng.randrange(5, 20))
        except InputError as error:  # for example a barred player, if a visitor has barred one
            _log.info("no cash moved: %s", error)

    async def _leave_decisions(self) -> None:
        """Leave something for the visitor to decide, once."""
        orders, books = self._server.orders, self._hall.books
        if await books(orders.requests.pending):
            return
        await self.deposit("Heron", 450_000)
        await books(lambda: orders.submit(Withdraw(self._slip(), "Heron", 400_000), CASHIER, "going home"))
        await books(lambda: orders.submit(Credit(self._slip(), "Table 9", 500_000), FLOOR, "the rack is full"))
        await self.deposit("Raven", 820_000)
        await self.deposit(VISITOR, 50_000)
        while not self._hall.room.tables["Table 7"].summary().rounds:
            await asyncio.sleep(0.2)
        await self._hall.order(Person(FLOOR, floor=True), "Table 7", Pause("a spilled drink, cards out of play"))

    # -- tables -------------------------------------------------------------------------------------------------------

    async def _open(self, table: _DemoTable) -> None:
        """Open a table for money as the floor does, fill its bank, and let its players sit down."""
        server, wanted = self._server, game(table.game, table.set, **dict(table.house))
        floor = Person(FLOOR, floor=True)
        if table.name not in self._hall.room.tables:
            if (order := own_rule_set(wanted)) is not None:
                number = await self._hall.books(lambda: server.orders.ask_once(order, FLOOR, f"to open {table.name}"))
                if number:
                    second = server.people.user(OPERATOR)
                    await self._hall.books(lambda: server.orders.approve(number, second, "for the demo day"))
            await server.tables.open(MONEY, table.name, wanted, TableConfig(PACE), floor)
            if wanted.rules.bank is None and not wanted.rules.nobody_banks:
                await self._hall.books(
                    lambda: self._hall.house.cage.fill(table.name, RACK, who=FLOOR, key=f"/fill {self._slip()}")
                )
        await self.players.sit(table.name, table.people)

    async def _open_for_play(self, slug: str) -> None:
        """Open a play-money table with bots, for visitors."""
        wanted = game(slug)
        if wanted.rules.name not in self._server.halls[PLAY].room.tables:
            config = TableConfig(TableTiming(away_limit=180), usual_bots(wanted.rules))
            await self._server.tables.open(PLAY, wanted.rules.name, wanted, config, Person(FLOOR, floor=True))


class DemoPlayers(Bots):
    """The players of a demo. Bots decide for them, and cashiers take their money."""

    def __init__(self, day: DemoDay) -> None:
        self._day = day
        super().__init__(day._hall, thinks=THINKS)

    async def sit(self, table: str, names: tuple[str, ...]) -> None:
        """Let these people sit down at a table. If players bank the game, the last one does."""
        live = self._hall.room.tables[table]
        for name in names:
            self._connection(name)
            if name not in live.seated:
                chips = self._chips(live, name == names[-1])
                await self._give(name, chips)
                await self._hall.order(Person(name), table, Join(name, chips))
        self.look(table)

    def _chips(self, live: LiveTable, banks: bool) -> int:
        return min(super()._chips(live, banks), BANKER)

    async def _give(self, name: str, cents: int) -> None:
        missing = cents - self._hall.house.balance(name)
        if missing > 0:
            await self._day.deposit(name, missing)
