"""Protection of every route: a check of the request's origin, and security headers."""

from __future__ import annotations

import re
from collections.abc import Container
from ipaddress import ip_address
from typing import Any

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from cardroom.clean import quoted
from cardroom.web.api import PROBLEM, problem_body

__all__ = ["HEADERS", "OriginGuard", "is_ours", "protect"]

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every response. They let browsers load only this room's own files."""


class OriginGuard:
    """Refuses requests that pages of other sites send through a user's browser.

    This includes DNS rebinding, where another site's name resolves to this machine. The browser then believes that this
    room is that site, but it still sends that site's name in the Host header.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str] = frozenset()) -> None:
        """`names` are the room's host names."""
        self.app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests from this room's own pages, and from programs that are not browsers."""
        headers = {name.lower(): value for name, value in scope["headers"]}
        host = headers.get(b"host", b"")
        if not is_ours(name := host.decode("latin-1"), self._names):
            why = f"{quoted(name)} is not a host name of this room. Its operator can add it with --host-name."
            await _refuse(scope, receive, send, 421, why)
            return
        method: Any = scope.get("method", "")
        if str(method) not in ("GET", "HEAD", "OPTIONS"):
            origin = headers.get(b"origin")
            foreign = origin is not None and origin.partition(b"://")[2] != host
            if foreign or headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
                await _refuse(scope, receive, send, 403, "Requests from other sites are refused.")
                return
        await self.app(scope, receive, send)


def is_ours(host: str, names: Container[str]) -> bool:
    """Whether a Host header names this room: an IP address, `localhost`, or one of its names.

    IP addresses are safe, because they need no name resolution. Programs may omit the header; browsers never do.

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
    """Add `HEADERS` to every response, also to errors. Over HTTPS, mark every cookie as secure."""
    if message["type"] == "http.response.start":
        if scope.get("scheme") == "https":
            message["headers"] = [_with_secure_flag(*header) for header in message["headers"]]
        known = {name.lower() for name, _ in message["headers"]}
        more = HEADERS | {"cache-control": "no-store"}
        missing = [(name.encode(), value.encode()) for name, value in more.items() if name.encode() not in known]
        message["headers"] = [*message["headers"], *missing]


def _with_secure_flag(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    bare = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if bare else value


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if str(scope["type"]) == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": why[:100]})
        return
    text = msgspec.json.encode(problem_body(status, why))
    headers = [(b"content-type", PROBLEM.encode()), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": False})
