"""An id and a time for every HTTP request: in its reply, in the server log, and in the metrics."""

from __future__ import annotations

import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from cardroom.web import note, span
from cardroom.web.halls import Measures

__all__ = ["HEADER", "REQUEST_ID", "RequestIds", "current_request"]

_log = logging.getLogger("cardroom.http")

HEADER = "x-request-id"
REQUEST_ID: ContextVar[str] = ContextVar("request id", default="")
_VALID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


def current_request() -> str:
    """The id of the request that is being handled; empty outside one."""
    return REQUEST_ID.get()


class RequestIds:
    """Gives each request the id that its proxy or client sent, or a new one, and measures its time."""

    def __init__(self, app: ASGIApp, measures: Measures | None = None) -> None:
        self._app, self._measures = app, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        about = cast("dict[str, Any]", scope)
        given = next((value.decode("latin-1") for name, value in about["headers"] if name == HEADER.encode()), "")
        request = given if _VALID.fullmatch(given) else secrets.token_hex(8)
        began, status, path = time.perf_counter(), 0, about["path"]

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER.encode(), request.encode())]
            await send(message)

        token = REQUEST_ID.set(request)
        try:
            if about["type"] != "http":
                await self._app(scope, receive, send_with_id)
                return
            with span("request", headers=_headers(about)) as traced:
                await self._app(scope, receive, send_with_id)
                _describe(traced, about, request, status)
        finally:
            if about["type"] == "http":
                self._record(about, path, status, time.perf_counter() - began)
            REQUEST_ID.reset(token)

    def _record(self, scope: dict[str, Any], path: str, status: int, seconds: float) -> None:
        method, route = scope["method"], _route(scope)
        if self._measures is not None:
            self._measures.http.labels(method, route, str(status)).observe(seconds)
        level = logging.DEBUG if method in ("GET", "HEAD") else logging.INFO
        if _log.isEnabledFor(level):
            extra = {"method": method, "path": path, "status": status, "seconds": round(seconds, 4)}
            _log.log(level, "request", extra=extra)


def _route(scope: dict[str, Any]) -> str:
    """The route of a request."""
    return str(scope.get("path_template") or "other")


def _headers(scope: dict[str, Any]) -> dict[str, str]:
    """The headers that name the span of a caller."""
    names = (b"traceparent", b"tracestate")
    return {name.decode(): value.decode("latin-1") for name, value in scope["headers"] if name in names}


def _describe(traced: Any, scope: dict[str, Any], request: str, status: int) -> None:
    """Add the attributes of a request to its span, as the conventions for HTTP call them."""
    method, route = scope["method"], _route(scope)
    about = {"http__request__method": method, "http__route": route, "http__response__status_code": status}
    note(traced, f"{method} {route}", **about, cardroom__request=request)
