"""The ASGI application: all routes, their middleware, and the responses to errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Reference, RequestBody, Schema

import cardroom
from cardroom.errors import CardroomError, InputError
from cardroom.web.api import wire
from cardroom.web.api.books import BooksApi
from cardroom.web.api.cage import CageApi
from cardroom.web.api.certificates import CertificatesApi
from cardroom.web.api.coach import CoachApi
from cardroom.web.api.floor import FloorApi
from cardroom.web.api.history import HistoryApi
from cardroom.web.api.lobby import LobbyApi
from cardroom.web.api.people import PeopleApi
from cardroom.web.api.processes import ProcessesApi
from cardroom.web.api.requests import RequestsApi
from cardroom.web.api.review import ReviewApi
from cardroom.web.api.socket import socket
from cardroom.web.api.trainer import TrainerApi
from cardroom.web.api.users import UsersApi
from cardroom.web.halls.orders import NotAllowed
from cardroom.web.halls.server import Server
from cardroom.web.halls.workers import Workers
from cardroom.web.pages.assets import FILES
from cardroom.web.pages.routes import at_table, file, page, start, trainer
from cardroom.web.people.access import SessionMiddleware
from cardroom.web.serving.metrics import health, metrics, readiness
from cardroom.web.serving.protection import OriginGuard, protect
from cardroom.web.serving.strict_request import StrictRequest

__all__ = ["create_app"]

_log = logging.getLogger("cardroom.web")
ORDERS = (FloorApi, CageApi, UsersApi, RequestsApi)
PRACTICE = (CoachApi, TrainerApi, ReviewApi)
APIS = (PeopleApi, LobbyApi, *ORDERS, *PRACTICE, HistoryApi, BooksApi, CertificatesApi, ProcessesApi)
LARGEST = 64 * 1024
"""The most bytes of a request's body."""


@get("/api/messages", tags=("room",), sync_to_thread=False)
def messages() -> dict[str, Any]:
    """The JSON Schema of all WebSocket messages."""
    return wire.schema()


def create_app(server: Server, secret: str, names: Iterable[str] = ()) -> Litestar:
    """Create the ASGI application of a server. `secret` signs the CSRF tokens; `names` are the room's host names."""

    workers = Workers(server.halls, server.people)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await asyncio.to_thread(workers.close)
            await server.close()

    app = Litestar(
        [
            Router("/", route_handlers=[*APIS, messages, socket, health, readiness, metrics]),
            Router("/", route_handlers=[start, at_table, trainer, page, file]),
        ],
        state=State({"server": server, "people": server.people, "workers": workers}),
        lifespan=[life],
        middleware=[
            DefineMiddleware(OriginGuard, names=frozenset(each.lower() for each in names)),
            DefineMiddleware(SessionMiddleware, exclude=f"^{FILES}/"),  # files are the same for every user
        ],
        before_send=[protect],
        csrf_config=CSRFConfig(secret, cookie_name="csrftoken", header_name="x-csrftoken", cookie_samesite="strict"),
        exception_handlers={
            HTTPException: _http_error,
            NotAllowed: _not_allowed,
            InputError: _input_error,
            CardroomError: _store_error,
            RecursionError: _nested_too_deep,
            Exception: _bug,
        },
        openapi_config=OpenAPIConfig(
            "cardroom",
            cardroom.__version__,
            description="Live tables of casino card games. The WebSocket's messages are at /api/messages.",
            path="/api",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_class=StrictRequest,
        request_max_body_size=LARGEST,
        logging_config=None,
        debug=False,
    )
    _describe(app)
    return app


def _describe(app: Litestar) -> None:
    """Add to the OpenAPI schema what applies to every route: the error format, and that unknown fields are refused."""
    properties: dict[str, Reference | Schema] = {
        "status_code": Schema(type=OpenAPIType.INTEGER),
        "detail": Schema(type=OpenAPIType.STRING),
    }
    schema = Schema(type=OpenAPIType.OBJECT, properties=properties, required=[*properties])
    refused = OpenAPIResponse("The reason, as text for users", content={MediaType.JSON: OpenAPIMediaType(schema)})
    for path in (app.openapi_schema.paths or {}).values():
        for operation in (path.get, path.post):
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)
                operation.responses["4XX"] = refused
            if operation is not None and isinstance(operation.request_body, RequestBody):
                for each in operation.request_body.content.values():
                    name = each.schema.ref.rpartition("/")[2] if isinstance(each.schema, Reference) else ""
                    app.openapi_schema.components.schemas[name].additional_properties = False


def _error(status: int, detail: str, headers: dict[str, str] | None = None) -> Response[Any]:
    return Response({"status_code": status, "detail": detail}, status_code=status, headers=headers)


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    detail = error.detail
    if isinstance(error.extra, list) and error.extra:
        detail = "; ".join(str(each.get("message", each) if isinstance(each, dict) else each) for each in error.extra)
    return _error(error.status_code, detail, error.headers)


def _input_error(_: Request[Any, Any, Any], error: InputError) -> Response[Any]:
    return _error(409, str(error))


def _not_allowed(_: Request[Any, Any, Any], error: NotAllowed) -> Response[Any]:
    return _error(403, str(error))


def _nested_too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Any]:
    return _error(400, "The request is nested too deeply.")


def _store_error(request: Request[Any, Any, Any], error: CardroomError) -> Response[Any]:
    _log.error("request failed", extra={"path": request.url.path, "why": str(error)})
    return _error(503, "The books cannot be read or written at the moment. Nothing was changed. Try again.")


def _bug(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log.error("internal error", exc_info=error, extra={"path": request.url.path})
    return _error(500, "An internal error occurred. It has been logged.")
