"""Orders of the floor: tables, rounds and stops. The books record each order with its author and reason."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.games import game
from cardroom.house.reports import Pair, hands, pairs
from cardroom.play.table import CloseTable, Pause, Void
from cardroom.room import NEEDS_SECOND, Person, TableTiming
from cardroom.web.api.bodies import Accepted, Body, Reason, Words
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.lobby import house_game
from cardroom.web.api.waiting import WAITS, waits
from cardroom.web.halls import HALL, MONEY, PLAY, Deferred, TableConfig
from cardroom.web.orders import VoidRound, own_rule_set
from cardroom.web.people import READERS, STAFF, Stop, needs, signed_in, token_scope

__all__ = ["FloorApi"]

_CLOSE_WAIT = 2.0
"""Seconds to wait for the end of the round when a table is closed."""

_FLOOR = [needs("floor", in_play=("operator",))]


class TableToOpen(Body, frozen=True):
    """A table to open."""

    name: Words
    game: str
    set: str | None = None
    house: dict[str, Any] = msgspec.field(default_factory=dict)
    """House rules by name: limits, stakes, the collection option and so on."""
    settings: TableTiming | None = None
    """Without them, the timing is the default, and with play money a player who is away is paid out after three
    minutes."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    jackpots: dict[str, str] = msgspec.field(default_factory=dict)
    """Jackpots of the game that are linked to jackpots of the house, for example `{"galaxy": "Galaxy"}`. For the others
    the table has its own meters."""
    accept: Accepted = ""
    """The code of the warnings about the table: a fee that can take whole pots, or for money a wager that favours the
    player. Without it, such a table is refused (status 409), with the warnings and their code."""


class OptionalReason(Body, frozen=True):
    """A reason, which is optional."""

    why: Annotated[str, msgspec.Meta(max_length=500)] = ""


class RoundToVoid(Body, frozen=True):
    """A round to void, by the number in the table's lobby entry, and the reason."""

    why: Words
    round: Words


class StopChange(Body, frozen=True):
    """A game to stop or resume, by its slug, or "all"."""

    what: Words
    stopped: bool
    why: Words


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table after an order."""

    table: str
    state: Literal["closing", "closed", ""] = ""


class FloorApi(Controller):
    """Orders."""

    path = "/"
    tags = ("floor",)
    opt = token_scope("floor")

    # -- tables -----------------------------------------------------------------------------------------------------

    @post(
        "/halls/{hall:str}/tables",
        guards=_FLOOR,
        responses=WAITS,
    )
    async def open(
        self, request: HttpRequest, hall: FromPath[str], data: JSONBody[TableToOpen]
    ) -> Response[TableState]:
        """Open a table. The first table for money on a rule set of the house's own waits for a second person (status
        202), who allows the rule set. Send the same order again after that."""
        hall_of(request, hall)
        if data.bots and hall != PLAY:
            raise InputError("Bots can play only for play money.")
        game = partial(house_game, data.game, data.set, data.house, data.accept, money=hall == MONEY)
        wanted = await asyncio.to_thread(game)
        if hall == MONEY and (order := await asyncio.to_thread(own_rule_set, wanted)):
            server, who = server_of(request), signed_in(request).name
            why = f"to open the table {data.name}"
            if number := await server.halls[MONEY].books(lambda: server.orders.ask_once(order, who, why)):
                return waits(request, number)
        if data.settings is not None and data.settings.friends:
            raise InputError("A table for friends is private. Its players open it themselves, for play money.")
        timing = data.settings or (HALL if hall == PLAY else TableTiming())
        config = TableConfig(timing, data.bots)
        await server_of(request).tables.open(hall, data.name, wanted, config, _floor(request), data.jackpots)
        return Response(TableState(data.name), status_code=201)

    @post("/halls/{hall:str}/tables/{table:str}/close", status_code=200, guards=_FLOOR)
    async def close(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[OptionalReason]
    ) -> TableState:
        """Close a table and pay out all players. During a round, the table is `closing` until the round ends."""
        try:
            await hall_of(request, hall).order(_floor(request), table, CloseTable(data.why), _CLOSE_WAIT)
        except Deferred:
            return TableState(table, "closing")
        return TableState(table, "closed")

    @post("/halls/{hall:str}/tables/{table:str}/pause", status_code=200, guards=_FLOOR)
    async def pause(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[Reason]
    ) -> TableState:
        """Pause a table. No new rounds are dealt until it is resumed."""
        await hall_of(request, hall).order(_floor(request), table, Pause(data.why))
        return TableState(table)

    @post("/halls/{hall:str}/tables/{table:str}/resume", status_code=200, guards=_FLOOR)
    async def resume(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[Reason]
    ) -> TableState:
        """Resume a paused table."""
        await hall_of(request, hall).order(_floor(request), table, Pause(data.why, False))
        return TableState(table)

    @post(
        "/halls/{hall:str}/tables/{table:str}/void",
        status_code=200,
        guards=_FLOOR,
        responses=WAITS,
    )
    async def void(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[RoundToVoid]
    ) -> Response[TableState]:
        """Void a round and return all wagers. Refused if the round is over. Once cards were dealt for money, the order
        waits for a second person (status 202), and the round continues until then."""
        there, orders = hall_of(request, hall), server_of(request).orders
        alone = hall == PLAY or not (await there.books(orders.rule.current)).on
        try:
            await there.order(_floor(request)._replace(alone=alone), table, Void(data.why, data.round))
        except InputError as error:
            if str(error) != NEEDS_SECOND:
                raise
            order, who = VoidRound(table, data.round), signed_in(request).name
            return waits(request, await there.books(lambda: orders.ask(order, who, data.why)))
        return Response(TableState(table))

    # -- games and people ---------------------------------------------------------------------------------------------

    @get("/halls/{hall:str}/pairs", guards=[needs(*READERS)])
    async def pairs(self, request: HttpRequest, hall: FromPath[str]) -> list[Pair]:
        """Signals of collusion between two poker players, computed from the books. They are figures, not verdicts."""
        books = hall_of(request, hall).house.books
        return await workers_of(request).read(lambda: pairs([*hands(books)]))

    @get("/stops", guards=[needs(*STAFF)])
    async def stops(self, request: HttpRequest) -> list[Stop]:
        """The stopped games."""
        return await asyncio.to_thread(server_of(request).people.stops)

    @post("/stops", status_code=200, guards=[needs("floor", "operator")])
    async def stop(self, request: HttpRequest, data: JSONBody[StopChange]) -> list[Stop]:
        """Stop or resume one game or all games. Current rounds continue to their end."""
        server, who = server_of(request), signed_in(request).name
        if data.what != "all":
            game(data.what)  # refuses an unknown game
        before = await asyncio.to_thread(server.people.stops)
        if data.stopped:
            await asyncio.to_thread(server.people.stop, data.what, data.why, who)
        else:
            await asyncio.to_thread(server.people.unstop, data.what)
        await server.apply_restrictions()
        after = await asyncio.to_thread(server.people.stops)
        what = "play stopped" if data.stopped else "play goes on"
        await server.note(what, who=who, why=data.why, before=before, after=after)
        return after


def _floor(request: HttpRequest) -> Person:
    return Person(signed_in(request).name, floor=True)
