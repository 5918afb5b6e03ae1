"""Requests that wait for a second person: list, approve and decline them; and the setting that demands one."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.house.cage import Approval, PendingRequest
from cardroom.play.table import Void
from cardroom.room import Person
from cardroom.web.api.bodies import Body, LimitCents, Reason, Words
from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.api.waiting import WAITS, submit, waits
from cardroom.web.halls import MONEY, Server
from cardroom.web.orders import ChangeTwoPersons, LiftBar, Orders, ResetPassword, SetRoles, VoidRound, order_of
from cardroom.web.people import STAFF, User, needs, signed_in, token_scope, with_factor

__all__ = ["RequestsApi"]

APPROVERS = ("cashier", "floor", "operator")
"""Roles that may approve some request. Auditors only read."""


class RequestEntry(msgspec.Struct, frozen=True):
    """A request as shown to staff."""

    number: int
    at: int
    """When it was made, in microseconds since 1970."""
    until: int
    """When it expires, in microseconds since 1970."""
    who: str
    why: str
    says: str
    """The order in words."""
    order: dict[str, Any]
    mine: bool
    """Whether the caller made it."""
    may: bool
    """Whether the caller may approve it."""


class RequestResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decided request."""

    request: int
    says: str
    code: str = ""
    """The one-time code of a password that was reset. It is shown once, to the one who approved it."""


class TwoPersonsState(msgspec.Struct, frozen=True):
    """Whether some orders need a second person, and the cents in 24 hours above which cash needs one."""

    on: bool
    limit: int
    """Payouts of one player, or credits of one table."""
    deposit: int
    """Deposits of one player."""
    cashier: int
    """Deposits, or payouts, that one member of staff makes alone."""
    enrolled: bool
    """Whether the room has two operators who each have a second factor. Until then no order about money is carried
    out while the rule is on."""


class TwoPersonSetting(Body, frozen=True):
    """Whether some orders need a second person, the limits of cash in cents, and a reason. A limit that is left out
    stays as it is."""

    on: bool
    limit: LimitCents
    why: Words
    deposit: LimitCents | None = None
    cashier: LimitCents | None = None


class RequestsApi(Controller):
    """Requests and the second person."""

    path = "/"
    tags = ("requests",)
    opt = token_scope("operate")

    @get("/requests", guards=[needs(*STAFF)])
    async def requests(self, request: HttpRequest) -> list[RequestEntry]:
        """The requests that can still be decided, the oldest first."""
        server, who = server_of(request), signed_in(request)
        pending = await server.halls[MONEY].books(server.orders.requests.pending)
        return [await asyncio.to_thread(_entry, server.orders, each, who) for each in pending]

    @post("/requests/{number:int}/approve", status_code=200, guards=[needs(*APPROVERS), with_factor])
    async def approve(self, request: HttpRequest, number: FromPath[int], data: JSONBody[Reason]) -> RequestResult:
        """Approve a request of another person. Its order is carried out in one transaction with the approval."""
        server, who = server_of(request), signed_in(request)
        hall = server.halls[MONEY]
        _, order = await _found(server, lambda: server.orders.check_approval(number, who))
        if order.table and who.name in server.tables.seated(MONEY, order.table):
            raise PermissionDeniedException("You sit at this table. Another person must do this.")
        code = ""
        if isinstance(order, VoidRound):
            await _void(server, order, number, who, data.why)
        else:
            code = await hall.books(lambda: server.orders.approve(number, who, data.why))
        if isinstance(order, SetRoles | ResetPassword | LiftBar):
            server.recheck_session(order.name)
            await server.apply_restrictions()
        return RequestResult(number, f"Done: {order}.", code)

    @post("/requests/{number:int}/decline", status_code=200, guards=[needs(*APPROVERS)])
    async def decline(self, request: HttpRequest, number: FromPath[int], data: JSONBody[Reason]) -> RequestResult:
        """Decline a request, or take back an own one."""
        server, who = server_of(request), signed_in(request)
        await _found(server, lambda: server.orders.decline(number, who, data.why))
        return RequestResult(number, f"Request {number} is declined.")

    @get("/two-persons", guards=[needs(*STAFF)])
    async def setting(self, request: HttpRequest) -> TwoPersonsState:
        """Whether some orders need a second person, the cents in 24 hours that need none, and whether the room has the
        two operators."""
        server = server_of(request)
        current = await server.halls[MONEY].books(server.orders.rule.current)
        enrolled = await asyncio.to_thread(lambda: server.orders.enrolled)
        return TwoPersonsState(**msgspec.structs.asdict(current), enrolled=enrolled)

    @post("/two-persons", status_code=200, guards=[needs("operator"), with_factor], responses=WAITS)
    async def change(self, request: HttpRequest, data: JSONBody[TwoPersonSetting]) -> Response[TwoPersonsState]:
        """Change the setting. While it is on, the change waits for a second operator (status 202)."""
        server = server_of(request)
        current = await server.halls[MONEY].books(server.orders.rule.current)
        deposit = current.deposit if data.deposit is None else data.deposit
        cashier = current.cashier if data.cashier is None else data.cashier
        if number := await submit(request, ChangeTwoPersons(data.on, data.limit, deposit, cashier), data.why):
            return waits(request, number)
        return Response(await self.setting.fn(self, request))


def _entry(orders: Orders, request: PendingRequest, who: User) -> RequestEntry:
    order = order_of(request)
    try:
        may = bool(orders.check_approval(request.number, who))
    except InputError:
        may = False
    mine = request.who == who.name
    return RequestEntry(*request[:2], request.until, request.who, request.why, str(order), request.order, mine, may)


async def _void(server: Server, order: VoidRound, number: int, who: User, why: str) -> None:
    """Call a round off as its requester, with the approval of a second person."""
    request = server.orders.requests.get(number)
    person = Person(request.who, floor=True, alone=False, approval=Approval(number, who.name, why))
    await server.halls[MONEY].order(person, order.table, Void(request.why, order.round))


async def _found(server: Server, act: Any) -> Any:
    """The result of a function that uses requests. An unknown request is a 404."""
    try:
        return await server.halls[MONEY].books(act)
    except InputError as error:
        if str(error).startswith("There is no request"):
            raise NotFoundException(str(error)) from None
        raise
