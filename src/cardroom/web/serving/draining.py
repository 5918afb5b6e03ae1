"""While a server closes, new WebSockets are refused with status 503, so that a proxy tries another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from cardroom.web.api import PROBLEM, problem_body

__all__ = ["RETRY_AFTER", "RefuseWhileDraining"]

RETRY_AFTER = 2
"""Seconds after which a refused client should try again."""
_WHY = "This server is about to close. Connect again in a moment."


class RefuseWhileDraining:
    """Refuses new WebSockets, and requests for new sessions, while a server closes. All other requests are answered."""

    def __init__(self, app: ASGIApp, draining: Callable[[], bool]) -> None:
        self._app, self._draining = app, draining

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        about, put = cast("dict[str, Any]", scope), cast("Any", send)
        socket = about["type"] == "websocket"
        enters = about["type"] == "http" and about["path"].endswith(("/guest", "/sign-in", "/sign-up"))
        if not (self._draining() and (socket or enters)):
            await self._app(scope, receive, send)
            return
        body = msgspec.json.encode(problem_body(503, _WHY))
        headers = [(b"content-type", PROBLEM.encode()), (b"retry-after", str(RETRY_AFTER).encode())]
        headers.append((b"content-length", str(len(body)).encode()))
        if socket:
            await receive()
            if "websocket.http.response" not in (about.get("extensions") or {}):
                await put({"type": "websocket.close", "code": 1012, "reason": _WHY})
                return
        kind = "websocket.http.response" if socket else "http.response"
        await put({"type": f"{kind}.start", "status": 503, "headers": headers})
        await put({"type": f"{kind}.body", "body": body, "more_body": False})
