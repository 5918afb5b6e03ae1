"""Orders of the floor, the cage and operators. The books record each order with its author and reason."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.games import game
from cardroom.house import OUTSIDE, LedgerAccount, player
from cardroom.house.collusion import FIGURES, hands, pairs
from cardroom.play.commands import CloseTable, Pause, Void
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.lobby import house_game
from cardroom.web.halls.hall import Deferred
from cardroom.web.halls.server import Server
from cardroom.web.halls.table_config import MONEY, PLAY, TableConfig
from cardroom.web.people.access import needs, signed_in
from cardroom.web.people.user import User

__all__ = ["FloorApi"]

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
_CLOSE_WAIT = 2.0
"""Seconds to wait for the end of the round when a table is closed."""
Cents = Annotated[int, msgspec.Meta(ge=1)]


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class TableToOpen(_Body, frozen=True):
    """A table to open."""

    name: Words
    game: str
    set: str | None = None
    house: dict[str, Any] = {}
    """House rules by name: limits, stakes, the collection option and so on."""
    settings: TableTiming = TableTiming()
    bots: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    jackpots: dict[str, str] = {}
    """Jackpots of the game that are linked to jackpots of the house, for example `{"galaxy": "Galaxy"}`. For the others
    the table has its own meters."""


class Reason(_Body, frozen=True):
    """A reason."""

    why: Words


class OptionalReason(_Body, frozen=True):
    """A reason, which is optional."""

    why: Annotated[str, msgspec.Meta(max_length=500)] = ""


class RoundToVoid(_Body, frozen=True):
    """A round to void, by the number in the table's lobby entry, and the reason."""

    why: Words
    round: Words


class CageSlip(_Body, frozen=True):
    """A payment at the cage. The caller chooses the `id`; a slip with the same id takes effect once."""

    id: Words
    who: Words
    """A player, or a table for a fill or credit."""
    cents: Cents


class Correction(_Body, frozen=True):
    """A correction of a player's balance."""

    id: Words
    player: Words
    cents: Cents
    better: bool
    """Whether the correction is in the player's favor."""
    why: Words


class RoleChange(_Body, frozen=True):
    """A user's new roles."""

    roles: tuple[str, ...]
    why: Words


class BarChange(_Body, frozen=True):
    """Whether a user is barred from playing."""

    barred: bool
    why: Words


class StopChange(_Body, frozen=True):
    """A game to stop or resume, by its slug, or "all"."""

    what: Words
    stopped: bool
    why: Words


class UserEntry(msgspec.Struct, frozen=True):
    """A user as shown to the floor."""

    name: str
    roles: tuple[str, ...]
    barred: str
    locked: bool = False
    """Whether the user is locked out after failed sign-ins."""


class FloorApi(Controller):
    """Orders."""

    path = "/api"
    tags = ("floor",)

    # -- tables -----------------------------------------------------------------------------------------------------

    @post("/halls/{hall:str}/tables", guards=[needs("floor")])
    async def open(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[TableToOpen]) -> dict[str, str]:
        """Open a table."""
        hall_of(request, hall)
        if data.bots and hall != PLAY:
            raise InputError("Bots can play only for play money.")
        wanted = await asyncio.to_thread(house_game, data.game, data.set, data.house)
        config, who = TableConfig(data.settings, data.bots), _floor(request)
        await server_of(request).tables.open(hall, data.name, wanted, config, who, data.jackpots)
        return {"table": data.name}

    @post("/halls/{hall:str}/tables/{table:str}/close", status_code=200, guards=[needs("floor")])
    async def close(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[OptionalReason]
    ) -> dict[str, str]:
        """Close a table and pay out all players. During a round, the table is `closing` until the round ends."""
        try:
            await hall_of(request, hall).order(_floor(request), table, CloseTable(data.why), _CLOSE_WAIT)
        except Deferred:
            return {"table": table, "state": "closing"}
        return {"table": table, "state": "closed"}

    @post("/halls/{hall:str}/tables/{table:str}/halt", status_code=200, guards=[needs("floor")])
    async def halt(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[Reason]
    ) -> dict[str, str]:
        """Pause a table. No new rounds are dealt until it is resumed."""
        await hall_of(request, hall).order(_floor(request), table, Pause(data.why))
        return {"table": table}

    @post("/halls/{hall:str}/tables/{table:str}/resume", status_code=200, guards=[needs("floor")])
    async def resume(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[Reason]
    ) -> dict[str, str]:
        """Resume a paused table."""
        await hall_of(request, hall).order(_floor(request), table, Pause(data.why, False))
        return {"table": table}

    @post("/halls/{hall:str}/tables/{table:str}/call-off", status_code=200, guards=[needs("floor")])
    async def call_off(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[RoundToVoid]
    ) -> dict[str, str]:
        """Void a round and return all wagers. Refused if the round is over."""
        await hall_of(request, hall).order(_floor(request), table, Void(data.why, data.round))
        return {"table": table}

    # -- the cage ---------------------------------------------------------------------------------------------------

    @post("/halls/{hall:str}/cage/{what:str}", status_code=200, guards=[needs("floor")])
    async def cage(
        self,
        request: HttpRequest,
        hall: FromPath[str],
        what: FromPath[Literal["deposit", "withdraw", "fill", "credit"]],
        data: JSONBody[CageSlip],
    ) -> dict[str, int]:
        """Deposit or withdraw a player's money, or fill a table's bank or take a credit from it."""
        there, who = hall_of(request, hall), signed_in(request).name
        acts = {name: getattr(there.house, name) for name in ("deposit", "withdraw", "fill", "credit")}
        if what not in acts:
            raise InputError(f"Unknown cage action {what[:40]}. Use {', '.join(acts)}.")
        if what in ("deposit", "withdraw"):
            await self._check_user(request, hall, data.who)
        # Keys of players' requests never begin with a slash. Otherwise players could use up the ids of slips.
        await there.books(lambda: acts[what](data.who, data.cents, who=who, key=f"/{what} {data.id}"))
        account = player(data.who) if what in ("deposit", "withdraw") else LedgerAccount(data.who, "house")
        return {"balance": await there.books(lambda: there.house.books.balance(account))}

    @post("/halls/{hall:str}/correct", status_code=200, guards=[needs("operator")])
    async def correct(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[Correction]) -> dict[str, int]:
        """Correct a player's balance, with a reason."""
        there, who = hall_of(request, hall), signed_in(request).name
        await self._check_user(request, hall, data.player)
        pair = (OUTSIDE, player(data.player)) if data.better else (player(data.player), OUTSIDE)
        key = f"/correct {data.id}"
        await there.books(lambda: there.house.correct(*pair, data.cents, who=who, why=data.why, key=key))
        return {"balance": await there.books(lambda: there.house.balance(data.player))}

    async def _check_user(self, request: HttpRequest, hall: str, name: str) -> None:
        """Refuse unknown users, and guests in the money hall."""
        user = await asyncio.to_thread(server_of(request).people.user, name)
        if hall == MONEY and user.guest:
            raise InputError(f"{name} is a guest. Guests play only for play money.")
        if user.name != name:
            raise InputError(f"There is no user {name}. Did you mean {user.name}?")

    # -- people and games -----------------------------------------------------------------------------------------

    @get("/people", guards=[needs("floor", "auditor")])
    async def people(self, request: HttpRequest) -> list[UserEntry]:
        """All users with a password."""
        people = server_of(request).people
        users, locked = await asyncio.to_thread(lambda: (people.users(), people.locked()))
        return [UserEntry(each.name, each.roles, each.barred, each.name in locked) for each in users]

    @post("/people/{name:str}/roles", status_code=200, guards=[needs("operator")])
    async def roles(self, request: HttpRequest, name: FromPath[str], data: JSONBody[RoleChange]) -> UserEntry:
        """Set a user's roles."""
        server = server_of(request)
        before = await asyncio.to_thread(server.people.user, name)
        after = await asyncio.to_thread(server.people.set_roles, name, data.roles)
        server.recheck_session(after.name)
        return await self._record(request, "roles", data.why, before, after)

    @post("/people/{name:str}/bar", status_code=200, guards=[needs("floor")])
    async def bar(self, request: HttpRequest, name: FromPath[str], data: JSONBody[BarChange]) -> UserEntry:
        """Bar a user from playing, or lift the bar. A barred player is paid out when the round ends."""
        server = server_of(request)
        before = await asyncio.to_thread(server.people.user, name)
        after = await asyncio.to_thread(server.people.bar, name, data.why if data.barred else "")
        await server.apply_restrictions()
        return await self._record(request, "barred" if data.barred else "not barred", data.why, before, after)

    @post("/people/{name:str}/unlock", status_code=200, guards=[needs("operator")])
    async def unlock(self, request: HttpRequest, name: FromPath[str], data: JSONBody[Reason]) -> UserEntry:
        """Unlock a user who is locked out after failed sign-ins."""
        server = server_of(request)
        user = await asyncio.to_thread(server.people.user, name)
        await asyncio.to_thread(server.people.unlock, name)
        return await self._record(request, "unlocked", data.why, user, user)

    async def _record(self, request: HttpRequest, what: str, why: str, before: User, after: User) -> UserEntry:
        who = signed_in(request).name
        users = [{"name": each.name, "roles": each.roles, "barred": each.barred} for each in (before, after)]
        await server_of(request).note(what, who=who, why=why, before=users[0], after=users[1])
        return UserEntry(after.name, after.roles, after.barred)

    @get("/halls/{hall:str}/pairs", guards=[needs("floor", "auditor")])
    async def pairs(self, request: HttpRequest, hall: FromPath[str]) -> list[dict[str, Any]]:
        """Signals of collusion between two poker players, computed from the books. They are figures, not verdicts."""
        books = hall_of(request, hall).house.books
        signals = await workers_of(request).read(lambda: pairs([*hands(books)]))
        return [{name: getattr(each, name) for name in FIGURES} for each in signals]

    @get("/stops", guards=[needs("floor", "auditor")])
    async def stops(self, request: HttpRequest) -> list[dict[str, str]]:
        """The stopped games."""
        return await _stops(server_of(request))

    @post("/stops", status_code=200, guards=[needs("floor")])
    async def stop(self, request: HttpRequest, data: JSONBody[StopChange]) -> list[dict[str, str]]:
        """Stop or resume one game or all games. Current rounds continue to their end."""
        server, who = server_of(request), signed_in(request).name
        if data.what != "all":
            game(data.what)  # refuses an unknown game
        before = await _stops(server)
        if data.stopped:
            await asyncio.to_thread(server.people.stop, data.what, data.why, who)
        else:
            await asyncio.to_thread(server.people.unstop, data.what)
        await server.apply_restrictions()
        after = await _stops(server)
        what = "play stopped" if data.stopped else "play goes on"
        await server.note(what, who=who, why=data.why, before=before, after=after)
        return after


async def _stops(server: Server) -> list[dict[str, str]]:
    return [each._asdict() for each in await asyncio.to_thread(server.people.stops)]


def _floor(request: HttpRequest) -> Person:
    return Person(signed_in(request).name, floor=True)
