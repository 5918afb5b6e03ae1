"""The session cookie, the middleware that finds the user of a request, and guards by role."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from cardroom.web.people.store import GUEST_IDLE, PeopleStore
from cardroom.web.people.user import User

__all__ = ["COOKIE", "SessionMiddleware", "check_role", "cookie", "needs", "signed_in", "with_factor", "without_cookie"]

COOKIE = "session"
_ROLE_NAMES = {"cashier": "cashiers", "floor": "the floor", "operator": "operators", "auditor": "auditors"}
_PLAY_MONEY = "play"


class SessionMiddleware(AbstractAuthenticationMiddleware):
    """Finds the user of each request by the session cookie. Without a session the user is `None`.

    Needs the people store in the application's state, as `people`.
    """

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """The user and the session's token."""
        token = connection.cookies.get(COOKIE, "")
        people: PeopleStore = connection.app.state.people
        # Pages poll the API on their own, so such a request does not show that the user is present.
        polls = connection.scope.get("method") == "GET" and connection.url.path.startswith("/api/")
        user = await asyncio.to_thread(people.session, token, touch=not polls) if token else None
        return AuthenticationResult(user, token if user else None)


def signed_in(connection: ASGIConnection[Any, Any, Any, Any]) -> User:
    """Return the user of a request. Refuse a request without a session."""
    user: User | None = connection.user
    if user is None:
        raise NotAuthorizedException("Sign in first, or continue as a guest.")
    return user


def needs(*roles: str, in_play: tuple[str, ...] = ()) -> Any:
    """A guard that admits only users with one of these roles. In the play-money hall, `in_play` are enough too."""

    def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        check_role(connection, *roles, *(in_play if connection.path_params.get("hall") == _PLAY_MONEY else ()))

    return guard


async def with_factor(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard for orders that move money. Where the house says so, it admits only users with a second factor."""
    server, user = connection.app.state.server, signed_in(connection)
    in_play = connection.path_params.get("hall") == _PLAY_MONEY
    if server.needs_factor and not in_play and not await asyncio.to_thread(server.factors.has, user.name):
        raise PermissionDeniedException("Add a second factor on your account page first. Orders about money need one.")


def check_role(connection: ASGIConnection[Any, Any, Any, Any], *roles: str) -> User:
    """Return the user of a request. Refuse a user with none of these roles."""
    user = signed_in(connection)
    if user.must_change_password:
        raise PermissionDeniedException("Choose your own password first.")
    if not user.may(*roles):
        *first, last = [_ROLE_NAMES[role] for role in roles]
        raise PermissionDeniedException(f"Only {' and '.join(filter(None, (', '.join(first), last)))} may do this.")
    return user


def cookie(token: str) -> Cookie:
    """The session cookie. Scripts cannot read it, and browsers do not send it with requests from other sites."""
    return Cookie(COOKIE, value=token, httponly=True, samesite="strict", max_age=GUEST_IDLE)


def without_cookie() -> Cookie:
    """A cookie that deletes the session cookie."""
    return Cookie(COOKIE, value="", httponly=True, samesite="strict", max_age=0)
