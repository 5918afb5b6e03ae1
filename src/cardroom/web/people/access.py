"""The session cookie, the middleware that finds the user of a request, and guards by role."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import Receive, Scope, Send

from cardroom.web.people.access_tokens import PREFIX, AccessToken
from cardroom.web.people.factors import FACTOR_NEEDED
from cardroom.web.people.sessions import GUEST_IDLE
from cardroom.web.people.store import PeopleStore
from cardroom.web.people.user import User

__all__ = [
    "COOKIE",
    "CsrfUnlessToken",
    "SessionMiddleware",
    "bearer",
    "check_role",
    "check_scope",
    "cookie",
    "has_scope",
    "needs",
    "signed_in",
    "token_scope",
    "with_factor",
    "without_cookie",
]

COOKIE = "session"
_ROLE_NAMES = {"cashier": "cashiers", "floor": "the floor", "operator": "operators", "auditor": "auditors"}
_PLAY_MONEY = "play"


class SessionMiddleware(AbstractAuthenticationMiddleware):
    """Finds the user of each request by the session cookie or an access token. Without either the user is `None`.

    Needs the people store in the application's state, as `people`.
    """

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """The user, and the session's token or the `AccessToken`."""
        secret = bearer(connection)
        if secret and (connection.url.path != "/metrics" or secret.startswith(PREFIX)):  # it may be the scrape token
            found = await asyncio.to_thread(connection.app.state.server.tokens.find, secret)
            if found is None:
                raise NotAuthorizedException("This access token is unknown, revoked or expired.")
            return AuthenticationResult(*found)
        token = connection.cookies.get(COOKIE, "")
        people: PeopleStore = connection.app.state.people
        # Pages poll the API on their own, so such a request does not show that the user is present.
        polls = connection.scope.get("method") == "GET" and connection.url.path.startswith("/api/v1/")
        user = await asyncio.to_thread(people.sessions.user, token, touch=not polls) if token else None
        return AuthenticationResult(user, token if user else None)


def bearer(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The access token of a request; empty without one."""
    kind, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def has_scope(connection: ASGIConnection[Any, Any, Any, Any], scope: str) -> bool:
    """Whether a request may do what a scope covers: always in a session, and with a token that has the scope."""
    auth = connection.scope.get("auth")  # not set for files, which are served without a session
    return not isinstance(auth, AccessToken) or scope in auth.scopes


def token_scope(name: str) -> dict[str, Any]:
    """The options of routes that an access token may change things by, if it has this scope."""
    return {"scope": name}


def check_scope(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard of all routes. A token needs the scope of the route; to read, `read`."""
    scope = handler.opt.get("scope", "")
    if scope != "account" and connection.scope.get("method", "GET") in ("GET", "HEAD"):
        scope = "read"
    scope = scope or "account"
    if not has_scope(connection, scope):
        need = "a session, not an access token" if scope == "account" else f"an access token with the scope {scope}"
        raise PermissionDeniedException(f"This needs {need}.")


class CsrfUnlessToken(CSRFMiddleware):
    """Requires a CSRF token of requests with cookies. Browsers never add an access token by themselves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, unless it has an access token. Then its cookies are ignored."""
        if bearer(ASGIConnection(scope)):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


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
        raise PermissionDeniedException(FACTOR_NEEDED)


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
    """The session cookie. Scripts cannot read it, and browsers do not send it with requests from other sites.

    The session may end before the cookie does: after `IDLE` in `sessions`.
    """
    return Cookie(COOKIE, value=token, httponly=True, samesite="strict", max_age=GUEST_IDLE)


def without_cookie() -> Cookie:
    """A cookie that deletes the session cookie."""
    return Cookie(COOKIE, value="", httponly=True, samesite="strict", max_age=0)
