"""HEAD requests: answered like GET, without the body."""

from __future__ import annotations

from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HeadAsGet"]


class HeadAsGet:
    """Passes a HEAD request on as GET, and sends only the headers of the response (RFC 9110, 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        about = cast("dict[str, Any]", scope)
        if about.get("method") != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {"type": "http.response.body", "body": b"", "more_body": message.get("more_body", False)}
            await send(message)

        passed = {**about, "method": "GET"}
        try:
            await self._app(cast("Scope", passed), receive, send_head)
        finally:
            about["path_template"] = passed.get("path_template")
