"""Access tokens of the caller: create, list and revoke. Only a session can do this, never a token."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, address, server_of
from cardroom.web.api.people import note_failure
from cardroom.web.people import MOST_DAYS, WRONG, AccessToken, User, signed_in, token_scope

__all__ = ["TokensApi"]


class TokenToCreate(Body, frozen=True):
    """A new token."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    """What it is for."""
    scopes: tuple[str, ...]
    password: str
    """The caller's password. A stolen session must not become a token that outlives it."""
    code: str = ""
    """The six digits of the second factor, for users who have one."""
    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)] = 90
    """How long it is valid."""


class TokenEntry(msgspec.Struct, frozen=True):
    """A token without its secret. Times are seconds since 1970."""

    id: str
    name: str
    scopes: tuple[str, ...]
    made: int
    until: int
    used: int
    """When it was used last; 0 if never."""


class NewToken(msgspec.Struct, frozen=True):
    """A new token with its secret, which is shown once."""

    token: str
    entry: TokenEntry


class TokensApi(Controller):
    """Access tokens."""

    path = "/tokens"
    tags = ("people",)
    opt = token_scope("account")  # a scope that no token has

    @get("/")
    async def listed(self, request: HttpRequest) -> list[TokenEntry]:
        """The caller's valid tokens, the newest first."""
        user, server = _owner(request), server_of(request)
        return [_entry(each) for each in await asyncio.to_thread(server.tokens.of, user)]

    @post("/", status_code=201)
    async def create(self, request: HttpRequest, data: JSONBody[TokenToCreate]) -> NewToken:
        """Create a token for programs, with the password. Send it as `Authorization: Bearer TOKEN`. It has the caller's
        rights, limited by its scopes: read, play, cage, floor, operate."""
        user, server = _owner(request), server_of(request)
        await server.sign_ins.admit(f"token {user.name}")
        if not user.guest:
            await _check_password(request, user, data)
        token, secret = await asyncio.to_thread(server.tokens.create, user, data.name, data.scopes, data.days)
        after = {"name": token.name, "scopes": token.scopes, "until": token.until}
        await server.note("access token", who=user.name, why="they created one", after=after)
        return NewToken(secret, _entry(token))

    @post("/{token:str}/revoke", status_code=200)
    async def revoke(self, request: HttpRequest, token: FromPath[str]) -> list[TokenEntry]:
        """Revoke a token. Its connections are closed."""
        user, server = _owner(request), server_of(request)
        await asyncio.to_thread(server.tokens.revoke, user, token)
        server.recheck_session(user.name)
        await server.note("access token revoked", who=user.name, why="they revoked it", before=token)
        return [_entry(each) for each in await asyncio.to_thread(server.tokens.of, user)]


def _owner(request: HttpRequest) -> User:
    user = signed_in(request)
    if user.must_change_password:
        raise PermissionDeniedException("Choose your own password first.")
    return user


async def _check_password(request: HttpRequest, user: User, data: TokenToCreate) -> None:
    """Refuse a wrong password or code."""
    check = server_of(request).people.check_password
    try:
        await asyncio.to_thread(check, user.name, data.password, address(request), data.code)
    except InputError as error:
        if str(error) == WRONG:
            await note_failure(request, user.name)
        raise


def _entry(token: AccessToken) -> TokenEntry:
    return TokenEntry(*token)
