"""Coming in and going out, by HTTP."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from cardroom.clean import short, visible
from cardroom.errors import Mistaken
from cardroom.web.halls.chores import DAY
from cardroom.web.halls.server import MONEY, PLAY
from cardroom.web.people.access import Ask, Buckets, cookie, server_of, somebody, without_cookie
from cardroom.web.people.store import GUEST_IDLE, WRONG, Account

__all__ = ["Credentials", "Me", "PeopleApi", "address", "me_of"]

_SIGN_IN = Buckets(most=10, a_second=10 / 60)
"""How often one address may try."""
_REFILL = Buckets(most=10, a_second=10 / 60)
"""How often one address may ask for play money."""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password as it is, and as it is to be."""

    old: str
    new: str


class Purse(msgspec.Struct, frozen=True):
    """What somebody has in the cage of a hall, in cents."""

    balance: int


class Me(msgspec.Struct, frozen=True):
    """Whoever asks."""

    name: str | None
    guest: bool = False
    roles: tuple[str, ...] = ()
    once: bool = False
    """Whether a password of one's own must be chosen first."""
    halls: dict[str, Purse] = {}
    away: int = 0
    """For a guest: days without a visit after which there is no way back ..."""
    forgotten: int = 0
    """... and after their first visit after which they are forgotten, once there is none."""
    barred: str = ""
    """Why they may not play, if so."""


class PeopleApi(Controller):
    """Accounts and sessions."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: Ask) -> Me:
        """Who one is."""
        return await me_of(request, request.user)

    @post("/guest", status_code=200)
    async def guest(self, request: Ask) -> Response[Me]:
        """Come in without a name, and play for play money; who is a guest already stays the one they are."""
        if request.user and request.user.guest:  # two pages that are opened at once both ask for one
            return Response(await me_of(request, request.user))
        server = server_of(request)
        server.newcomers.check(address(request))
        account = await server.guest()
        return await self._in(request, account, await asyncio.to_thread(server.register.begin, account.name))

    @post("/sign-up", status_code=200)
    async def sign_up(self, request: Ask, data: JSONBody[Credentials]) -> Response[Me]:
        """A new account; the play money of a guest goes with them, and the guest is no more."""
        server = server_of(request)
        server.newcomers.check(address(request))
        guest = request.user if request.user and request.user.guest else None
        if guest:
            await server.play_money.may_come_over(guest)
        account = await asyncio.to_thread(server.register.sign_up, data.name, data.password)
        await server.note("sign-up", who=account.name, why="an account was opened")
        if guest:
            await server.play_money.come_over(guest, account)
        else:
            await server.play_money.welcome(account)
        return await self._in(request, account, await asyncio.to_thread(server.register.begin, account.name))

    @post("/sign-in", status_code=200)
    async def sign_in(self, request: Ask, data: JSONBody[Credentials]) -> Response[Me]:
        """Come in."""
        _SIGN_IN.check(address(request))
        server = server_of(request)
        try:
            token = await asyncio.to_thread(server.register.sign_in, data.name, data.password)
        except Mistaken:
            await self._note_failure(request, data.name)
            return Response({"status_code": 401, "detail": WRONG}, status_code=401)  # type: ignore[arg-type]
        account = await asyncio.to_thread(server.register.account, data.name)
        return await self._in(request, account, token)

    async def _note_failure(self, request: Ask, name: str) -> None:
        """Write down that somebody failed; not what they said, which may be a password, unless it is a name here."""
        server = server_of(request)
        try:
            known = (await asyncio.to_thread(server.register.account, name)).name
        except Mistaken:
            known = "nobody of that name"
        await server.note("failed sign-in", who="door", why=f"from {address(request)}", after=known)

    @post("/sign-out", status_code=200)
    async def sign_out(self, request: Ask) -> Response[Me]:
        """Go out."""
        await self._out(request)
        return Response(Me(None), cookies=[without_cookie()])

    @post("/password", status_code=200)
    async def password(self, request: Ask, data: JSONBody[Passwords]) -> Response[Me]:
        """Choose another password; all other sessions end."""
        account, server = somebody(request), server_of(request)
        _SIGN_IN.check(address(request))
        if account.guest:
            raise Mistaken("a guest has no password")
        try:
            token = await asyncio.to_thread(server.register.change_password, account.name, data.old, data.new)
        except Mistaken as error:
            if str(error) == WRONG:
                await self._note_failure(request, account.name)
            raise
        server.doubt(account.name)
        await server.note("password", who=account.name, why="they chose another")
        return await self._in(request, await asyncio.to_thread(server.register.account, account.name), token)

    @post("/refill", status_code=200)
    async def refill(self, request: Ask) -> Me:
        """New play money for who has hardly any left."""
        account, server = somebody(request), server_of(request)
        _REFILL.check(address(request))
        await server.play_money.refill(account)
        return await me_of(request, account)

    async def _in(self, request: Ask, account: Account, token: str) -> Response[Me]:
        """Who they are from now on: if they were another here, that one is gone, once nothing else can fail."""
        me = await me_of(request, account)
        if request.user and request.user.name != account.name:
            await self._out(request)
        return Response(me, cookies=[cookie(token)])

    async def _out(self, request: Ask) -> None:
        """End the session of whoever asks, and its lines."""
        if request.user:
            await asyncio.to_thread(server_of(request).register.end, request.auth)
            server_of(request).doubt(request.user.name)


async def me_of(request: Ask, account: Account | None) -> Me:
    """Who somebody is, and what they have."""
    if account is None:
        return Me(None)
    server = server_of(request)
    names = (PLAY,) if account.guest else (PLAY, MONEY)
    halls = {name: server.halls[name] for name in names}
    found = {name: await hall.books(lambda: hall.house.balance(account.name)) for name, hall in halls.items()}  # noqa: B023
    purses = {name: Purse(cents) for name, cents in found.items()}
    days = (GUEST_IDLE // DAY, server.forget) if account.guest else (0, 0)
    return Me(account.name, account.guest, account.roles, account.once, purses, *days, account.barred)


def address(request: Ask) -> str:
    """Where a request comes from; a proxy that is believed may say anything."""
    return short(visible(request.client.host), 64) if request.client else "?"
