"""Who asks, and what they may do: the session cookie, the middleware that reads it, and guards by role."""

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

__all__ = ["COOKIE", "SessionMiddleware", "cookie", "needs", "signed_in", "without_cookie"]

COOKIE = "session"
_CALLED = {"floor": "the floor", "operator": "operators", "auditor": "auditors"}


class SessionMiddleware(AbstractAuthenticationMiddleware):
    """Finds the user of each request by the session cookie. Without a session the user is `None`.

    The application's state must have the people database as `people`.
    """

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """The user and the session's token."""
        token = connection.cookies.get(COOKIE, "")
        people: PeopleStore = connection.app.state.people
        # Pages poll the API by themselves: that does not show that someone is there.
        polls = connection.scope.get("method") == "GET" and connection.url.path.startswith("/api/")
        user = await asyncio.to_thread(people.session, token, touch=not polls) if token else None
        return AuthenticationResult(user, token if user else None)


def signed_in(connection: ASGIConnection[Any, Any, Any, Any]) -> User:
    """The user who asks; refused where there is none."""
    user: User | None = connection.user
    if user is None:
        raise NotAuthorizedException("sign in first, or come in as a guest")
    return user


def needs(*roles: str) -> Any:
    """A guard that admits only users with one of these roles."""

    def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        user = signed_in(connection)
        if user.must_change_password:
            raise PermissionDeniedException("choose a password of your own first")
        if not user.may(*roles):
            raise PermissionDeniedException(f"that is for {' and '.join(_CALLED[role] for role in roles)}")

    return guard


def cookie(token: str) -> Cookie:
    """The cookie of a session. Scripts cannot read it, and other sites cannot use it."""
    return Cookie(COOKIE, value=token, httponly=True, samesite="strict", max_age=GUEST_IDLE)


def without_cookie() -> Cookie:
    """A cookie that deletes the one of the session."""
    return Cookie(COOKIE, value="", httponly=True, samesite="strict", max_age=0)
