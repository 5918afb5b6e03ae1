"""Tables for friends: opening one, its link, and the bots that keep its seats."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, address, hall_of, server_of, workers_of
from cardroom.web.api.lobby import OPENED, OpenedTable, WantedGame, house_game
from cardroom.web.halls import MONEY, BotSettings, Deferred, TableDirectory
from cardroom.web.people import RateLimiter, signed_in, token_scope

__all__ = ["FriendsApi"]

_ENTER = RateLimiter(most=30, a_second=0.5)
"""Limit of keys of private tables from one address."""


class PrivateTable(msgspec.Struct, frozen=True):
    """A private table, the key of its link, and its host."""

    table: str
    key: str
    host: str
    """The person who opened it; if they have left it, the one who sat longest."""


class TableKey(Body, frozen=True):
    """The key of a private table's link."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


class BotToLeave(Body, frozen=True):
    """A bot, by the name in the scene."""

    bot: Annotated[str, msgspec.Meta(max_length=100)]


class BotLeaves(msgspec.Struct, frozen=True):
    """Whether the bot has left. Otherwise it leaves when the round is over."""

    left: bool


class FriendsApi(Controller):
    """Tables for friends."""

    path = "/halls/{hall:str}"
    tags = ("lobby",)
    opt = token_scope("play")

    @post("/private")
    async def private(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[WantedGame]) -> PrivateTable:
        """Open a table that only people with its link can see, for play money. The first round waits for a second
        person, or until the one who sits there sends `ready`."""
        if hall == MONEY:
            raise InputError("Private tables are for play money.")
        hall_of(request, hall)
        who, tables = signed_in(request), server_of(request).tables
        OPENED.check(address(request))
        wanted = await asyncio.to_thread(house_game, data.game, data.set, data.house, data.accept)
        bots = BotSettings(data.bots, data.pace, data.level)
        table = await tables.open_private(who, wanted, bots, address(request))
        workers_of(request).warm_up_game(wanted)
        return PrivateTable(table, await tables.link_key(hall, table), who.name)

    @get("/tables/{table:str}/link")
    async def link(self, request: HttpRequest, hall: FromPath[str], table: FromPath[str]) -> PrivateTable:
        """The link of a private table, for people who came by it. It ends with the table."""
        tables = await _check_open(request, hall, table)
        return PrivateTable(table, await tables.link_key(hall, table), await tables.host(hall, table))

    @post("/tables/{table:str}/link", status_code=200)
    async def renew(self, request: HttpRequest, hall: FromPath[str], table: FromPath[str]) -> PrivateTable:
        """Give a private table another link. The one before is no longer valid; people who came by it stay. Only the
        host may do this."""
        tables = await _check_host(request, hall, table)
        return PrivateTable(table, await tables.renew_link(hall, table), await tables.host(hall, table))

    @post("/tables/{table:str}/bots/leave", status_code=200)
    async def send_off(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[BotToLeave]
    ) -> BotLeaves:
        """Send a bot off, with its chips, when the round is over. Only the host may do this."""
        tables = await _check_host(request, hall, table)
        try:
            await tables.send_off(hall, table, data.bot)
        except Deferred:
            return BotLeaves(False)
        return BotLeaves(True)

    @post("/tables/{table:str}/enter", status_code=200)
    async def enter(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[TableKey]
    ) -> OpenedTable:
        """Come to a private table by the key of its link. Without it, the table cannot be seen."""
        hall_of(request, hall)
        who = signed_in(request).name
        _ENTER.check(address(request))
        if not await server_of(request).tables.admit(hall, table, who, data.key):
            raise NotFoundException("This link is not valid. It was renewed, or its table is closed.")
        return OpenedTable(table)


async def _check_open(request: HttpRequest, hall: str, table: str) -> TableDirectory:
    """Check that the caller may see a private table that is open."""
    hall_of(request, hall)
    who, tables = signed_in(request).name, server_of(request).tables
    if not await tables.is_private(hall, table) or not await tables.is_shown(hall, table, who):
        raise NotFoundException(f"There is no table {table[:80]}.")
    if not tables.is_open(hall, table):
        raise NotFoundException("This table is closed, and its link with it. Open another one.")
    return tables


async def _check_host(request: HttpRequest, hall: str, table: str) -> TableDirectory:
    """Check that the caller is the host of a private table that is open."""
    tables = await _check_open(request, hall, table)
    who = signed_in(request)
    if who.barred:
        raise PermissionDeniedException(f"You are barred from playing: {who.barred}")
    if who.name != (host := await tables.host(hall, table)):
        raise PermissionDeniedException(f"Only the host may do this: {host}.")
    return tables
