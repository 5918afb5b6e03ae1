"""The ASGI application: all routes, their middleware, and the responses to errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPI,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Reference,
    RequestBody,
    Schema,
    SecurityScheme,
)
from litestar.plugins import OpenAPISchemaPlugin
from litestar.status_codes import HTTP_401_UNAUTHORIZED, HTTP_404_NOT_FOUND
from litestar.typing import FieldDefinition

from cardroom.clean import decoder_error_text
from cardroom.errors import CardroomError, InputError
from cardroom.version import __version__
from cardroom.web.api import (
    PROBLEM,
    BooksApi,
    CageApi,
    CertificatesApi,
    CoachApi,
    DailyApi,
    FloorApi,
    FriendsApi,
    HistoryApi,
    InvitationApi,
    LearningApi,
    LobbyApi,
    NeedsConfirmation,
    PeopleApi,
    Problem,
    ProcessesApi,
    RequestsApi,
    ReviewApi,
    SharedReviewApi,
    TodayApi,
    TokensApi,
    TrainerApi,
    UsersApi,
    WorkshopApi,
    problem,
    socket,
    wire,
)
from cardroom.web.halls import Server, Workers
from cardroom.web.learning import Learning
from cardroom.web.orders import NotAllowed
from cardroom.web.pages import (
    FILES,
    PUBLIC,
    at_table,
    file,
    not_found,
    page,
    prepare,
    public_rules,
    service_worker,
    start,
    trainer,
)
from cardroom.web.people import COOKIE, CsrfUnlessToken, SessionMiddleware, check_scope
from cardroom.web.serving.metrics import health, metrics, readiness
from cardroom.web.serving.protection import OriginGuard, protect
from cardroom.web.serving.strict_request import StrictRequest
from cardroom.web.workshop import DraftRuns

__all__ = ["create_app"]

_log = logging.getLogger("cardroom.web")
ORDERS = (FloorApi, CageApi, UsersApi, RequestsApi)
PRACTICE = (CoachApi, TrainerApi, ReviewApi, SharedReviewApi, DailyApi, LearningApi)
AUTHORS = (CertificatesApi, WorkshopApi)
LOBBY = (PeopleApi, TokensApi, LobbyApi, InvitationApi, FriendsApi)
APIS = (*LOBBY, *ORDERS, *PRACTICE, *AUTHORS, HistoryApi, BooksApi, TodayApi, ProcessesApi)
LARGEST = 64 * 1024
"""The most bytes of a request's body."""


SECURITY: dict[str, SecurityScheme | Reference] = {
    "session": SecurityScheme(
        type="apiKey",
        name=COOKIE,
        security_scheme_in="cookie",
        description="The cookie that signing in sets. A request that changes something also needs the header "
        "x-csrftoken with the value of the cookie csrftoken.",
    ),
    "token": SecurityScheme(
        type="http",
        scheme="bearer",
        description="An access token, created by POST /api/v1/tokens. It needs no CSRF token.",
    ),
}
"""How a caller is identified."""


@get("/messages", tags=("room",), sync_to_thread=False)
def messages() -> dict[str, Any]:
    """The JSON Schema of all WebSocket messages."""
    return wire.schema()


@get("/openapi.json", include_in_schema=False, sync_to_thread=False, media_type="application/vnd.oai.openapi+json")
def schema(request: Request[Any, Any, Any]) -> bytes:
    """This description."""
    return msgspec.json.encode(request.app.openapi_schema.to_schema())


class ArraySchemas(OpenAPISchemaPlugin):
    """Describes structs that are encoded as arrays."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether it is such a struct."""
        return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__struct_config__.array_like

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """The fields in their order. Those with a default can be absent."""
        hints = field_definition.get_type_hints(include_extras=True)
        fields = msgspec.structs.fields(field_definition.type_)
        items = [
            schema_creator.for_field_definition(FieldDefinition.from_annotation(hints[each.name])) for each in fields
        ]
        return Schema(type=OpenAPIType.ARRAY, prefix_items=items, min_items=sum(each.required for each in fields))


class RoomApp(Litestar):
    """The ASGI application, whose description is made on demand."""

    described = False

    @property
    def openapi_schema(self) -> OpenAPI:
        """The OpenAPI description of every route."""
        about = super().openapi_schema
        if not self.described:
            self.described = True
            _describe(about)
        return about


class Routes(Router):
    """Routes of one application. Litestar would copy each of them, which takes a third of a server's start."""

    def __deepcopy__(self, _: dict[int, Any]) -> Routes:
        return self


class RenderDescribed(JsonRenderPlugin):
    """Renders the description with what applies to every route."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the description as JSON."""
        return super().render(request, request.app.openapi_schema.to_schema())


def create_app(server: Server, secret: str, names: Iterable[str] = ()) -> RoomApp:
    """Create the ASGI application of a server. `secret` signs the CSRF tokens; `names` are the room's host names."""

    workers, workshop, learning = Workers(server.halls, server.people), DraftRuns(), Learning(server)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await server.open()
        preparing = asyncio.create_task(asyncio.to_thread(prepare))
        try:
            yield
        finally:
            await preparing
            learning.close()
            await asyncio.to_thread(workers.close)
            await asyncio.to_thread(workshop.close)
            await server.close()

    csrf = CSRFConfig(secret, cookie_name="csrftoken", header_name="x-csrftoken", cookie_samesite="strict")
    routes: list[Any] = [*APIS, messages, schema, socket]
    return RoomApp(
        [
            Routes("/api/v1", route_handlers=routes, guards=[check_scope]),
            Routes("/", route_handlers=[health, readiness, metrics]),
            Routes(
                "/",
                route_handlers=[start, at_table, trainer, service_worker, public_rules, page, file],
                guards=[check_scope],
            ),
        ],
        state=State(
            {
                "server": server,
                "people": server.people,
                "workers": workers,
                "workshop": workshop,
                "learning": learning,
            }
        ),
        lifespan=[life],
        middleware=[
            DefineMiddleware(OriginGuard, names=frozenset(each.lower() for each in names)),
            DefineMiddleware(
                SessionMiddleware, exclude=[f"^{FILES}/", f"^{PUBLIC}/", "^/sw.js$"]
            ),  # files are the same for every user
            DefineMiddleware(CsrfUnlessToken, config=csrf),
        ],
        before_send=[protect],
        exception_handlers={
            HTTPException: _http_error,
            NotAllowed: _not_allowed,
            NeedsConfirmation: _needs_confirmation,
            InputError: _input_error,
            CardroomError: _store_error,
            RecursionError: _nested_too_deep,
            Exception: _bug,
        },
        openapi_config=OpenAPIConfig(
            "cardroom",
            __version__,
            description="Live tables of casino card games. The WebSocket's messages are at /api/v1/messages.",
            path="/openapi",  # the plugin answers unknown paths below this one with HTML
            use_handler_docstrings=True,
            render_plugins=[RenderDescribed(path="/openapi.json")],
            components=Components(security_schemes=SECURITY),
            security=[{name: []} for name in SECURITY],
        ),
        plugins=[ArraySchemas()],
        request_class=StrictRequest,
        request_max_body_size=LARGEST,
        logging_config=None,
        debug=False,
    )


def _describe(description: OpenAPI) -> None:
    """Add to the OpenAPI schema what applies to every route: the error format, and that unknown fields are refused."""
    (_,), parts = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    about = parts["Problem"]
    fields: dict[str, Reference | Schema] = {
        name: Schema(type=OpenAPIType(field["type"]), description=field.get("description"))
        for name, field in about["properties"].items()
    }
    schemas = description.components.schemas
    schemas["Problem"] = Schema(type=OpenAPIType.OBJECT, properties=fields, required=about["required"])
    content = {PROBLEM: OpenAPIMediaType(Reference("#/components/schemas/Problem"))}
    refused = OpenAPIResponse("The reason, as text for users", content=content)
    for path in (description.paths or {}).values():
        for operation in (path.get, path.post):
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)
                operation.responses["4XX"] = operation.responses["5XX"] = refused
            if operation is not None and isinstance(operation.request_body, RequestBody):
                for each in operation.request_body.content.values():
                    name = each.schema.ref.rpartition("/")[2] if isinstance(each.schema, Reference) else ""
                    schemas[name].additional_properties = False


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == HTTP_404_NOT_FOUND:
        html = not_found(request.url.path, request.headers.get("accept", ""))
        if html is not None:
            return html
    detail = error.detail
    if isinstance(error.extra, list) and error.extra:
        detail = "; ".join(str(each.get("message", each) if isinstance(each, dict) else each) for each in error.extra)
    named = {"www-authenticate": "Bearer"} if error.status_code == HTTP_401_UNAUTHORIZED else {}  # RFC 9110, 15.5.2
    return problem(error.status_code, _sentence(detail), {**named, **(error.headers or {})})


def _sentence(detail: str) -> str:
    """The text of an error. What a decoder says becomes a sentence in plain words.

    >>> _sentence("Expected `int` >= 1 - at `$.days`")
    'A whole number from 1 is expected, in days.'
    """
    plain = decoder_error_text(detail)
    return detail if plain == detail else f"{plain[0].upper()}{plain[1:]}."


def _input_error(_: Request[Any, Any, Any], error: InputError) -> Response[Any]:
    return problem(409, str(error))


def _needs_confirmation(_: Request[Any, Any, Any], error: NeedsConfirmation) -> Response[Any]:
    return problem(409, str(error), confirm=error.code, warning=error.why)


def _not_allowed(_: Request[Any, Any, Any], error: NotAllowed) -> Response[Any]:
    return problem(403, str(error))


def _nested_too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Any]:
    return problem(400, "The request is nested too deeply.")


def _store_error(request: Request[Any, Any, Any], error: CardroomError) -> Response[Any]:
    _log.error("request failed", extra={"path": request.url.path, "why": str(error)})
    return problem(503, "The books cannot be read or written at the moment. Nothing was changed. Try again.")


def _bug(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log.error("internal error", exc_info=error, extra={"path": request.url.path})
    return problem(500, "An internal error occurred. It has been logged.")
