"""Users as staff see them: roles, bars and locks. The books record each change with its author and reason."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from cardroom.errors import InputError
from cardroom.house.books import CAGE
from cardroom.house.cage import check_exclusion, exclusion
from cardroom.web.api.bodies import Body, Reason, Words
from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.api.waiting import WAITS, submit, waits
from cardroom.web.halls import MONEY, Server
from cardroom.web.orders import LiftBar, ResetPassword, SetRoles
from cardroom.web.people import CODE_LASTS, STAFF, User, needs, note_writer, signed_in, token_scope, user_fields

__all__ = ["UserEntry", "UsersApi"]

MOST_USERS = 1000
"""The most users of one page."""


class RoleChange(Body, frozen=True):
    """A user's new roles."""

    roles: tuple[str, ...]
    why: Words


class BarChange(Body, frozen=True):
    """Whether a user is barred from playing."""

    barred: bool
    why: Words
    until: date | None = None
    """For a self-exclusion: the day from which it may be lifted. It can be moved to a later day, never to an earlier
    one."""


class ResetOrder(Body, frozen=True):
    """Why a user gets a new password, and whether their second factor is removed."""

    why: Words
    factor: bool = False


class OneTimeCode(msgspec.Struct, frozen=True):
    """A code that replaces a password. It is shown once."""

    code: str
    hours: int
    """How long it is valid."""


class UserEntry(msgspec.Struct, frozen=True):
    """A user as shown to staff."""

    name: str
    roles: tuple[str, ...]
    barred: str
    locked: bool = False
    """Whether the user is locked out after failed sign-ins."""


class UsersApi(Controller):
    """Users, for staff."""

    path = "/"
    tags = ("people",)
    opt = token_scope("operate")

    @get("/people", guards=[needs(*STAFF)])
    async def people(
        self,
        request: HttpRequest,
        after: FromQuery[str] = "",
        limit: Annotated[int | None, QueryParameter(ge=1, le=MOST_USERS)] = None,
    ) -> Response[list[UserEntry]]:
        """Users with a password, by name. With `limit`, the header `Link` has the address of the next page."""
        people = server_of(request).people
        users, locked = await asyncio.to_thread(lambda: (people.users(after, limit), people.locked()))
        entries = [UserEntry(each.name, each.roles, each.barred, each.name in locked) for each in users]
        headers = {}
        if limit is not None and len(users) == limit:
            query = urlencode({"after": users[-1].name, "limit": limit})
            headers["link"] = f'<{request.url.path}?{query}>; rel="next"'
        return Response(entries, headers=headers)

    @post("/people/{name:str}/roles", status_code=200, guards=[needs("operator")], responses=WAITS)
    async def roles(self, request: HttpRequest, name: FromPath[str], data: JSONBody[RoleChange]) -> Response[UserEntry]:
        """Set a user's roles. An operator cannot give themselves a role. With status 202, the change waits for
        a second operator."""
        server = server_of(request)
        user = await asyncio.to_thread(server.people.check_roles, name, data.roles)
        if number := await submit(request, SetRoles(user.name, data.roles), data.why):
            return waits(request, number)
        server.recheck_session(user.name)
        await server.apply_restrictions()
        return Response(_entry(await asyncio.to_thread(server.people.user, user.name)))

    @post(
        "/people/{name:str}/bar",
        status_code=200,
        guards=[needs("floor", "operator")],
        responses=WAITS,
    )
    async def bar(self, request: HttpRequest, name: FromPath[str], data: JSONBody[BarChange]) -> Response[UserEntry]:
        """Bar a user from playing, or lift the bar. A barred player is paid out when the round ends. With `until` the
        bar is a self-exclusion. With status 202, lifting the bar waits for a second person."""
        server, who = server_of(request), signed_in(request).name
        user = await asyncio.to_thread(server.people.user, name)
        if not data.barred:
            if data.until:
                raise InputError("`until` is the end of a self-exclusion. Leave it out to lift a bar.")
            if number := await submit(request, LiftBar(user.name), data.why):
                return waits(request, number)
        else:
            await server.halls[MONEY].books(lambda: _bar(server, user, data, who))
        await server.apply_restrictions()
        return Response(_entry(await asyncio.to_thread(server.people.user, user.name)))

    @post("/people/{name:str}/unlock", status_code=200, guards=[needs("operator")])
    async def unlock(self, request: HttpRequest, name: FromPath[str], data: JSONBody[Reason]) -> UserEntry:
        """Unlock a user who is locked out after failed sign-ins."""
        server, who = server_of(request), signed_in(request).name
        user = await asyncio.to_thread(server.people.user, name)
        await asyncio.to_thread(server.people.unlock, name)
        await server.note("unlocked", who=who, why=data.why, before=user_fields(user), after=user_fields(user))
        return _entry(user)

    @post("/people/{name:str}/reset", status_code=200, guards=[needs("operator")], responses=WAITS)
    async def reset(
        self, request: HttpRequest, name: FromPath[str], data: JSONBody[ResetOrder]
    ) -> Response[OneTimeCode]:
        """Replace a user's password by a one-time code. The user signs in with it and chooses a new password. The code
        gives the rights of another person. So for staff, and for a player who ever had money or has a second factor,
        the order waits for a second person (status 202), who gets the code."""
        server, who = server_of(request), signed_in(request).name
        user = await asyncio.to_thread(server.people.user, name)
        order = ResetPassword(user.name, data.factor)
        done = await server.halls[MONEY].books(lambda: server.orders.reset_password(order, who, data.why))
        if isinstance(done, int):
            return waits(request, done)
        server.recheck_session(user.name)
        return Response(OneTimeCode(done, CODE_LASTS // 3600))


def _bar(server: Server, user: User, data: BarChange, who: str) -> None:
    """Bar a user. The end of a self-exclusion is in the books, where no one can shorten it."""
    house, until = server.halls[MONEY].house, data.until.isoformat() if data.until else ""
    known = exclusion(house.books, user.name)
    until = check_exclusion(house.books, user.name, until)
    note = note_writer(house, "barred", who=who, why=data.why, **({"until": until} if until else {}))

    def checked(before: User, after: User) -> None:
        with house.books.transaction():
            house.books.last(CAGE)  # locks the cage, so that two changes come one after the other
            if exclusion(house.books, user.name) != known:
                raise InputError(f"Another person has just changed the bar on {user.name}. Try again.")
            note(before, after)

    server.people.bar(user.name, f"{data.why} (self-exclusion until {until})" if until else data.why, checked)


def _entry(user: User) -> UserEntry:
    return UserEntry(user.name, user.roles, user.barred)
