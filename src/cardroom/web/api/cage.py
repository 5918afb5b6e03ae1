"""The cage: deposits, withdrawals, fills, credits and corrections. No one can do this for their own account."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from litestar import Controller, post
from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.house import OUTSIDE, LedgerAccount, player
from cardroom.web.api.bodies import Body, Cents, Words
from cardroom.web.api.context import HttpRequest, hall_of, server_of
from cardroom.web.halls.table_config import MONEY
from cardroom.web.people.access import needs, signed_in, with_factor
from cardroom.web.people.user import User

__all__ = ["CageApi"]

OF_PLAYERS, OF_TABLES = ("deposit", "withdraw"), ("fill", "credit")
"""What cashiers do, and what the floor does."""


class CageSlip(Body, frozen=True):
    """A payment at the cage. The caller chooses the `id`; a slip with the same id takes effect once."""

    id: Words
    who: Words
    """A player, or a table for a fill or credit."""
    cents: Cents


class Correction(Body, frozen=True):
    """A correction of a player's balance."""

    id: Words
    player: Words
    cents: Cents
    better: bool
    """Whether the correction is in the player's favor."""
    why: Words


def _cage_guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Cashiers take and pay players' money. The floor fills and credits the banks of tables."""
    role = "floor" if connection.path_params.get("what") in OF_TABLES else "cashier"
    needs(role, in_play=("operator",))(connection, handler)


class CageApi(Controller):
    """Money at the cage."""

    path = "/api"
    tags = ("cage",)

    @post("/halls/{hall:str}/cage/{what:str}", status_code=200, guards=[_cage_guard, with_factor])
    async def cage(
        self,
        request: HttpRequest,
        hall: FromPath[str],
        what: FromPath[Literal["deposit", "withdraw", "fill", "credit"]],
        data: JSONBody[CageSlip],
    ) -> dict[str, int]:
        """Deposit or withdraw a player's money, or fill a table's bank or take a credit from it."""
        there, who = hall_of(request, hall), signed_in(request).name
        acts = {name: getattr(there.house, name) for name in (*OF_PLAYERS, *OF_TABLES)}
        if what not in acts:
            raise InputError(f"Unknown cage action {what[:40]}. Use {', '.join(acts)}.")
        if what in OF_PLAYERS:
            await _check_player(request, hall, data.who)
        else:
            _check_not_seated(request, hall, data.who)
        # Keys of players' requests never begin with a slash. Otherwise players could use up the ids of slips.
        await there.books(lambda: acts[what](data.who, data.cents, who=who, key=f"/{what} {data.id}"))
        account = player(data.who) if what in OF_PLAYERS else LedgerAccount(data.who, "house")
        return {"balance": await there.books(lambda: there.house.books.balance(account))}

    @post("/halls/{hall:str}/correct", status_code=200, guards=[needs("operator"), with_factor])
    async def correct(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[Correction]) -> dict[str, int]:
        """Correct a player's balance, with a reason."""
        there, who = hall_of(request, hall), signed_in(request).name
        await _check_player(request, hall, data.player)
        pair = (OUTSIDE, player(data.player)) if data.better else (player(data.player), OUTSIDE)
        key = f"/correct {data.id}"
        await there.books(lambda: there.house.correct(*pair, data.cents, who=who, why=data.why, key=key))
        return {"balance": await there.books(lambda: there.house.balance(data.player))}


async def _check_player(request: HttpRequest, hall: str, name: str) -> User:
    """Return the user whose money is moved. Refuse the caller, unknown users, and guests in the money hall."""
    user = await asyncio.to_thread(server_of(request).people.user, name)
    if user.name == signed_in(request).name:
        raise PermissionDeniedException("This is your own account. Another person must do this.")
    if hall == MONEY and user.guest:
        raise InputError(f"{name} is a guest. Guests play only for play money.")
    if user.name != name:
        raise InputError(f"There is no user {name}. Did you mean {user.name}?")
    return user


def _check_not_seated(request: HttpRequest, hall: str, table: str) -> None:
    """Refuse an order about a table where the caller sits."""
    if signed_in(request).name in server_of(request).tables.seated(hall, table):
        raise PermissionDeniedException("You sit at this table. Another person must do this.")
