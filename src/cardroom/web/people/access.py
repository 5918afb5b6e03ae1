"""Who is at the door: sessions by cookie, what each role may do, where requests may come from and how often."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Container
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, TooManyRequestsException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from cardroom.clean import told
from cardroom.web.people.store import GUEST_IDLE, Account, Register

if TYPE_CHECKING:
    from cardroom.web.halls.server import Server
    from cardroom.web.halls.workers import Desk

__all__ = [
    "COOKIE",
    "HEADERS",
    "Ask",
    "Buckets",
    "Origins",
    "Sessions",
    "cookie",
    "desk_of",
    "is_ours",
    "needs",
    "protect",
    "server_of",
    "somebody",
    "without_cookie",
]

_CALLED = {"floor": "the floor", "operator": "operators", "auditor": "auditors"}
Ask: TypeAlias = Request[Any, Any, Any]
"""A request."""

COOKIE = "session"

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""What browsers are told to allow: this room's own files, and nothing else."""


class Sessions(AbstractAuthenticationMiddleware):
    """Finds out whose request it is; who has no session is nobody, and may look at what everybody may."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """The account and the session's token."""
        token = connection.cookies.get(COOKIE, "")
        register: Register = connection.app.state.server.register
        # What a page asks for by itself, again and again, is no sign that somebody is there.
        asks_alone = connection.scope.get("method") == "GET" and connection.url.path.startswith("/api/")
        account = await asyncio.to_thread(register.session, token, touch=not asks_alone) if token else None
        return AuthenticationResult(account, token if account else None)


def server_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Server:
    """The server."""
    server: Server = connection.app.state.server
    return server


def desk_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Desk:
    """The desk, where figures are counted and books are read."""
    desk: Desk = connection.app.state.desk
    return desk


def somebody(connection: ASGIConnection[Any, Any, Any, Any]) -> Account:
    """Who asks; refused if nobody does."""
    account: Account | None = connection.user
    if account is None:
        raise NotAuthorizedException("sign in first, or come in as a guest")
    return account


def needs(*roles: str) -> Any:
    """A guard that lets only these in."""

    def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        account = somebody(connection)
        if account.once:
            raise PermissionDeniedException("choose a password of your own first")
        if not account.may(*roles):
            raise PermissionDeniedException(f"that is for {' and '.join(_CALLED[role] for role in roles)}")

    return guard


def cookie(token: str) -> Cookie:
    """The cookie of a session: scripts cannot read it, and other sites cannot use it."""
    return Cookie(COOKIE, value=token, httponly=True, samesite="strict", max_age=GUEST_IDLE)


def without_cookie() -> Cookie:
    """Nobody's."""
    return Cookie(COOKIE, value="", httponly=True, samesite="strict", max_age=0)


class Origins:
    """Refuses whatever a page of another site makes a browser ask for, also one whose name was made to mean this
    machine: a browser takes this room for that site then, but still asks for it by that site's name."""

    def __init__(self, app: ASGIApp, names: frozenset[str] = frozenset()) -> None:
        self.app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let same-origin requests through, and those that no browser makes."""
        headers = {name.lower(): value for name, value in scope["headers"]}
        host = headers.get(b"host", b"")
        if not is_ours(name := host.decode("latin-1"), self._names):
            why = f"this room is not called {told(name)}: its operator can name it so, with --host-name"
            await _refuse(scope, receive, send, 421, why)
            return
        method: Any = scope.get("method", "")
        if str(method) not in ("GET", "HEAD", "OPTIONS"):
            origin = headers.get(b"origin")
            foreign = origin is not None and origin.partition(b"://")[2] != host
            if foreign or headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
                await _refuse(scope, receive, send, 403, "another site asks")
                return
        await self.app(scope, receive, send)


def is_ours(host: str, names: Container[str]) -> bool:
    """Whether a request is for this room, by what it calls it: an address, this machine, or one of its names. Nobody
    can make an address mean another machine than it does; programs may leave it out, browsers do not.

    >>> names = {"room.example"}
    >>> all(is_ours(host, names) for host in ("127.0.0.1:8080", "[::1]:80", "localhost", "Room.example:443", ""))
    True
    >>> any(is_ours(host, names) for host in ("evil.example", "room.example.evil.example", "[room.example", "1"))
    False
    """
    name = re.sub(r":[0-9]*$", "", host).lower()
    try:
        ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
    except ValueError:
        return name in ("", "localhost") or name in names
    return True


async def protect(message: Message, scope: Scope) -> None:
    """Add the headers by which a browser protects its user to every answer, of whatever kind it is; to who came by
    HTTPS, every cookie is for HTTPS alone."""
    if message["type"] == "http.response.start":
        if scope.get("scheme") == "https":
            message["headers"] = [_secured(*header) for header in message["headers"]]
        known = {name.lower() for name, _ in message["headers"]}
        more = HEADERS | {"cache-control": "no-store"}
        missing = [(name.encode(), value.encode()) for name, value in more.items() if name.encode() not in known]
        message["headers"] = [*message["headers"], *missing]


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    bare = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if bare else value


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if str(scope["type"]) == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": why[:100]})
        return
    text = msgspec.json.encode({"status_code": status, "detail": why})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": False})


class Buckets:
    """So many at once, so many a second: for each of many, and the oldest are forgotten.

    >>> buckets = Buckets(most=2, a_second=1, now=iter([0.0, 0.1, 0.2, 1.5]).__next__)
    >>> [buckets.wait("ann") for _ in range(4)]
    [0.0, 0.0, 0.8, 0.0]
    """

    def __init__(self, most: float, a_second: float, now: Any = time.monotonic, keep: int = 20_000) -> None:
        self._most, self._rate, self._now, self._keep = most, a_second, now, keep
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, whose: str) -> float:
        """Seconds until another may come; none, and it has come."""
        now = self._now()
        level, since = self._levels.pop(whose, (self._most, now))
        level = min(self._most, level + (now - since) * self._rate)
        wait = 0.0 if level >= 1 else round((1 - level) / self._rate, 6)
        self._levels[whose] = (level - 1 if not wait else level, now)
        while len(self._levels) > self._keep:
            self._levels.popitem(last=False)
        return wait

    def check(self, whose: str) -> None:
        """Refuse what comes too often."""
        if wait := self.wait(whose):
            headers = {"retry-after": str(int(wait) + 1)}
            raise TooManyRequestsException("too many requests: wait a little", headers=headers)
