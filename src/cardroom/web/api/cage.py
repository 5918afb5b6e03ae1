"""The cage: deposits, withdrawals, fills, credits and corrections. No one can do this for their own account."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, post
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, HeaderParameter, JSONBody

from cardroom.errors import InputError
from cardroom.house import LedgerAccount, player
from cardroom.web.api.bodies import Body, Cents, Words
from cardroom.web.api.context import HttpRequest, hall_of, server_of
from cardroom.web.api.people import Balance
from cardroom.web.api.waiting import WAITS, submit, waits
from cardroom.web.halls import MONEY
from cardroom.web.orders import Correct, Credit, Deposit, Withdraw, check_may_deposit
from cardroom.web.people import User, needs, signed_in, token_scope, with_factor

__all__ = ["CageApi", "IdempotencyKey", "SlipId", "slip_of"]

OF_PLAYERS, OF_TABLES = ("deposit", "withdraw"), ("fill", "credit")
"""What cashiers do, and what the floor does."""
_ORDERS: dict[str, type[Deposit | Withdraw | Credit]] = {"deposit": Deposit, "withdraw": Withdraw, "credit": Credit}
"""What may wait for a second person where money is played."""


SlipId = Annotated[str, msgspec.Meta(max_length=500)]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(name="Idempotency-Key", max_length=500, description="Instead of `id`: chosen by the caller."),
]


class CageSlip(Body, frozen=True):
    """A payment at the cage."""

    who: Words
    """A player, or a table for a fill or credit."""
    cents: Cents
    id: SlipId = ""
    """The idempotency key, for example the number of a paper slip. The same slip sent twice takes effect once. The
    header Idempotency-Key can give it instead."""


class Correction(Body, frozen=True):
    """A correction of a player's balance."""

    player: Words
    cents: Cents
    better: bool
    """Whether the correction is in the player's favor."""
    why: Words
    id: SlipId = ""
    """The idempotency key, as of a slip."""


def _cage_guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Cashiers take and pay players' money. The floor fills and credits the banks of tables."""
    role = "floor" if connection.path_params.get("what") in OF_TABLES else "cashier"
    needs(role, in_play=("operator",))(connection, handler)


class CageApi(Controller):
    """Money at the cage."""

    path = "/"
    tags = ("cage",)
    opt = token_scope("cage")

    @post("/halls/{hall:str}/cage/{what:str}", status_code=200, guards=[_cage_guard, with_factor], responses=WAITS)
    async def cage(
        self,
        request: HttpRequest,
        hall: FromPath[str],
        what: FromPath[Literal["deposit", "withdraw", "fill", "credit"]],
        data: JSONBody[CageSlip],
        key: IdempotencyKey = None,
    ) -> Response[Balance]:
        """Deposit or withdraw a player's money, or fill a table's bank or take a credit from it. With status 202, the
        order waits for a second person."""
        there, who, slip = hall_of(request, hall), signed_in(request).name, slip_of(data.id, key)
        acts = {name: getattr(there.house.cage, name) for name in (*OF_PLAYERS, *OF_TABLES)}
        if what not in acts:
            raise InputError(f"Unknown cage action {what[:40]}. Use {', '.join(acts)}.")
        if what in OF_PLAYERS:
            user = await _check_player(request, hall, data.who)
            if what == "deposit":
                check_may_deposit(user)
        else:
            _check_not_seated(request, hall, data.who)
        if hall == MONEY and what in _ORDERS:
            if number := await submit(request, _ORDERS[what](slip, data.who, data.cents), f"slip {slip}"):
                return waits(request, number)
        else:
            # Keys of players' requests never begin with a slash. Otherwise players could use up the ids of slips.
            await there.books(lambda: acts[what](data.who, data.cents, who=who, key=f"/{what} {slip}"))
        account = player(data.who) if what in OF_PLAYERS else LedgerAccount(data.who, "house")
        return Response(Balance(await there.books(lambda: there.house.books.balance(account))))

    @post("/halls/{hall:str}/correct", status_code=200, guards=[needs("operator"), with_factor], responses=WAITS)
    async def correct(
        self, request: HttpRequest, hall: FromPath[str], data: JSONBody[Correction], key: IdempotencyKey = None
    ) -> Response[Balance]:
        """Correct a player's balance, with a reason. With status 202, the order waits for a second person."""
        there, who = hall_of(request, hall), signed_in(request).name
        await _check_player(request, hall, data.player)
        order = Correct(slip_of(data.id, key), data.player, data.cents, data.better)
        if hall == MONEY:
            if number := await submit(request, order, data.why):
                return waits(request, number)
        else:
            await there.books(lambda: order.move(there.house, who, data.why))
        return Response(Balance(await there.books(lambda: there.house.balance(data.player))))


def slip_of(id: str, key: str | None) -> str:  # noqa: A002
    """The idempotency key of a request, from its body or its header."""
    if not (id or key) or (id and key and id != key):
        raise ClientException("Give one idempotency key: the field `id`, or the header Idempotency-Key.")
    return id or key or ""


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
