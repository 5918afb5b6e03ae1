"""Signing up, in and out, and the caller's own data."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from cardroom.errors import InputError
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, address, learning_of, server_of
from cardroom.web.api.problems import problem
from cardroom.web.halls import DAY, DEMO_PEOPLE, MONEY, PLAY
from cardroom.web.people import (
    DOOR,
    FAILED_SIGN_IN,
    GUEST_IDLE,
    WRONG,
    CodeNeeded,
    RateLimiter,
    User,
    cookie,
    failures_left_out,
    note_writer,
    signed_in,
    without_cookie,
)

__all__ = ["Balance", "Credentials", "Me", "PeopleApi", "me_of", "note_failure"]

_log = logging.getLogger("cardroom.people")
_REFILL = RateLimiter(most=10, a_second=10 / 60)
"""Limit of requests for play money for one address."""


class Credentials(Body, frozen=True):
    """A name and a password."""

    name: str
    password: str
    code: str = ""
    """The six digits of the second factor, for users who have one."""


class GuestName(Body, frozen=True):
    """The name that a guest wants; empty for a random one."""

    name: str = ""


class PasswordChange(Body, frozen=True):
    """The current password, and the new one."""

    old: str
    new: str
    code: str = ""
    """The six digits of the second factor, for users who have one."""


class FactorPassword(Body, frozen=True):
    """The caller's password. A stolen session alone must not add a factor and so lock the owner out."""

    password: str


class FactorCode(FactorPassword, frozen=True):
    """The six digits that an app shows, and the caller's password."""

    code: str


class NewFactor(msgspec.Struct, frozen=True):
    """A new second factor: enter the secret or the address into an app, then confirm it with a first code."""

    secret: str
    address: str


class Balance(msgspec.Struct, frozen=True):
    """The balance of an account in a hall, in cents."""

    balance: int


class Me(msgspec.Struct, frozen=True):
    """The caller."""

    name: str | None
    guest: bool = False
    roles: tuple[str, ...] = ()
    must_change_password: bool = msgspec.field(default=False, name="once")
    """Whether the caller must choose a new password first."""
    halls: dict[str, Balance] = {}
    away: int = 0
    """For a guest: days without a visit after which the session ends. The guest cannot return after that."""
    forgotten: int = 0
    """For a guest: days from the first visit until the guest is deleted, unless a session is open."""
    barred: str = ""
    """Why the caller is barred from playing; empty if they are not."""
    factor: bool = False
    """Whether the caller has a second factor."""
    demo: tuple[str, ...] = ()
    """In a demo, the people as whom the caller may look at it."""


class DemoPerson(Body, frozen=True):
    """A person of a demo."""

    name: str


class PeopleApi(Controller):
    """Users and their sessions."""

    path = "/"
    tags = ("people",)

    @get("/me")
    async def me(self, request: HttpRequest) -> Me:
        """The caller, with their balances."""
        return await me_of(request, request.user)

    @post("/guest", status_code=200)
    async def guest(self, request: HttpRequest) -> Response[Me]:
        """Begin a session as a new guest, who plays for play money. A caller who is a guest stays the same guest."""
        if request.user and request.user.guest:  # two pages that open together both request a guest
            return Response(await me_of(request, request.user))
        server = server_of(request)
        await server.newcomers.admit(address(request))
        user = await server.guest()
        return await self._start_session(request, user)

    @post("/guest/name", status_code=200)
    async def guest_name(self, request: HttpRequest, data: JSONBody[GuestName]) -> Response[Me]:
        """Change the caller's name, if the caller is a guest without chips at tables. The play money moves along, and
        rounds that were played stay under the old name. Users with a password keep their name."""
        server, guest = server_of(request), signed_in(request)
        if not guest.guest:
            raise InputError("Only guests can change their name. Yours is in the books of your account.")
        await server.newcomers.admit(address(request))
        user = await server.rename_guest(guest, data.name.strip())
        await asyncio.to_thread(learning_of(request).store.move, guest.name, user.name)
        return await self._start_session(request, user)

    @post("/sign-up", status_code=200)
    async def sign_up(self, request: HttpRequest, data: JSONBody[Credentials]) -> Response[Me]:
        """Add a user with a password. A guest's play money and what the guest has learned move to the new user, and the
        guest's session ends."""
        server = server_of(request)
        await server.newcomers.admit(address(request))
        guest = request.user if request.user and request.user.guest else None
        if guest:
            await server.play_money.check_can_sign_up(guest)
        await server.check_new_name(data.name)
        hall = server.halls[MONEY]
        note = note_writer(hall.house, "sign-up", who=data.name, why="an account was opened")
        user = await asyncio.to_thread(server.people.sign_up, data.name, data.password, note=note)
        try:
            await (server.play_money.move_to_user(guest, user) if guest else server.play_money.welcome(user))
        except InputError:  # the guest's play money moved elsewhere meanwhile, but the user has signed up
            await server.play_money.welcome(user)
        if guest:
            await asyncio.to_thread(learning_of(request).store.move, guest.name, user.name)
        return await self._start_session(request, user)

    @post("/sign-in", status_code=200)
    async def sign_in(self, request: HttpRequest, data: JSONBody[Credentials]) -> Response[Me]:
        """Sign in."""
        server = server_of(request)
        await server.sign_ins.admit(address(request))
        try:
            token = await asyncio.to_thread(
                server.people.sign_in, data.name, data.password, address(request), data.code
            )
        except CodeNeeded as needed:
            return problem(401, str(needed), code=True)
        except InputError:
            await note_failure(request, data.name)
            return problem(401, WRONG)
        user = await asyncio.to_thread(server.people.user, data.name)
        return await self._start_session(request, user, token)

    @post("/demo/sign-in", status_code=200)
    async def look(self, request: HttpRequest, data: JSONBody[DemoPerson]) -> Response[Me]:
        """Look at a demo as one of its people, without a password. In any other room this address does not exist."""
        server = server_of(request)
        if server.demo is None:
            raise NotFoundException("This room is not a demo.")
        if data.name not in DEMO_PEOPLE:
            raise InputError(f"Choose one of {', '.join(DEMO_PEOPLE)}.")
        await self._end_session(request)
        user = await asyncio.to_thread(server.people.user, data.name)
        return await self._start_session(request, user)

    @post("/sign-out", status_code=200)
    async def sign_out(self, request: HttpRequest) -> Response[Me]:
        """Sign out."""
        await self._end_session(request)
        return Response(Me(None), cookies=[without_cookie()])

    @post("/password", status_code=200)
    async def password(self, request: HttpRequest, data: JSONBody[PasswordChange]) -> Response[Me]:
        """Change the password. All other sessions end."""
        user, server = signed_in(request), server_of(request)
        await server.sign_ins.admit(address(request))
        if user.guest:
            raise InputError("Guests have no password. Sign up to choose one.")
        note = note_writer(server.halls[MONEY].house, "password", who=user.name, why="they chose another")
        try:
            token = await asyncio.to_thread(
                server.people.change_password, user.name, data.old, data.new, address(request), data.code, note
            )
        except InputError as error:
            if str(error) == WRONG:
                await note_failure(request, user.name)
            raise
        server.recheck_session(user.name)
        return await self._start_session(request, await asyncio.to_thread(server.people.user, user.name), token)

    @post("/factor", status_code=200)
    async def factor(self, request: HttpRequest, data: JSONBody[FactorPassword]) -> NewFactor:
        """Begin to add a second factor to the caller's account, with the password. It counts once it is confirmed. An
        earlier one that was not confirmed is replaced."""
        user, server = signed_in(request), server_of(request)
        if user.guest:
            raise InputError("Guests have no password, so they have no second factor.")
        await self._check_password(request, user, data.password)
        return NewFactor(*await asyncio.to_thread(server.factors.begin, user.name))

    @post("/factor/confirm", status_code=200)
    async def confirm_factor(self, request: HttpRequest, data: JSONBody[FactorCode]) -> Me:
        """Confirm the caller's second factor with a first code and the password. From then on, signing in needs a code.
        Other sessions and all access tokens end, because they were begun without one."""
        user, server = signed_in(request), server_of(request)
        await self._check_password(request, user, data.password)
        await asyncio.to_thread(server.factors.confirm, user.name, data.code)
        await asyncio.to_thread(server.people.sessions.end_others, user.name, request.auth)
        server.recheck_session(user.name)
        await server.note("second factor", who=user.name, why="they added one")
        return await me_of(request, user)

    async def _check_password(self, request: HttpRequest, user: User, password: str) -> None:
        """Refuse a wrong password of a user without a second factor. A session alone is not enough for this order."""
        server = server_of(request)
        await server.sign_ins.admit(address(request))
        try:
            await asyncio.to_thread(server.people.check_password, user.name, password, address(request))
        except CodeNeeded:
            return  # the password is right; the order itself is refused, because there is a factor already
        except InputError:
            await note_failure(request, user.name)
            raise InputError("This is not your password. Enter it to change your second factor.") from None

    @post("/refill", status_code=200, opt={"scope": "play"})
    async def refill(self, request: HttpRequest) -> Me:
        """Give the caller more play money, if little is left."""
        user, server = signed_in(request), server_of(request)
        _REFILL.check(address(request))
        await server.play_money.refill(user)
        return await me_of(request, user)

    async def _start_session(self, request: HttpRequest, user: User, token: str = "") -> Response[Me]:
        """Respond with a new session, or with that of the token.

        Another user's old session ends last, when nothing else can fail.
        """
        token = token or await asyncio.to_thread(server_of(request).people.sessions.begin, user.name)
        me = await me_of(request, user)
        if request.user and request.user.name != user.name:
            await self._end_session(request)
        return Response(me, cookies=[cookie(token)])

    async def _end_session(self, request: HttpRequest) -> None:
        """End the caller's session, and its connections."""
        if request.user:
            await asyncio.to_thread(server_of(request).people.sessions.end, request.auth)
            server_of(request).recheck_session(request.user.name)


async def note_failure(request: HttpRequest, name: str) -> None:
    """Log a failed sign-in, and note it in the books unless there are too many. The note has the name only if it is
    a user's, because it may be a password."""
    server, where = server_of(request), address(request)
    left = server.failures.count(where)
    _log.info("failed sign-in", extra={"address": where, "noted": left is not None})
    if left is None:
        return
    try:
        known = (await asyncio.to_thread(server.people.user, name)).name
    except InputError:
        known = "nobody of that name"
    more = f"; {failures_left_out(left)}" if left else ""
    await server.note(FAILED_SIGN_IN, who=DOOR, why=f"from {where}{more}", after=known)


async def me_of(request: HttpRequest, user: User | None) -> Me:
    """A user, with their balances."""
    server = server_of(request)
    demo = DEMO_PEOPLE if server.demo else ()
    if user is None:
        return Me(None, demo=demo)
    names = (PLAY,) if user.guest else (PLAY, MONEY)
    halls = {name: server.halls[name] for name in names}
    cents = {name: await hall.books(lambda: hall.house.balance(user.name)) for name, hall in halls.items()}  # noqa: B023
    balances = {name: Balance(each) for name, each in cents.items()}
    days = (GUEST_IDLE // DAY, server.forget) if user.guest else (0, 0)
    factor = not user.guest and await asyncio.to_thread(server.factors.has, user.name)
    return Me(user.name, user.guest, user.roles, user.must_change_password, balances, *days, user.barred, factor, demo)
