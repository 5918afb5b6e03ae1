"""Orders that may wait for a second person, for the routes that give them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response
from litestar.openapi.datastructures import ResponseSpec

from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.halls import MONEY
from cardroom.web.orders import StaffOrder
from cardroom.web.people import signed_in

__all__ = ["WAITS", "other_answer", "submit", "waits"]


class Waiting(msgspec.Struct, frozen=True):
    """An order that waits for a second person."""

    request: int
    until: int
    """When the request expires, in microseconds since 1970."""
    says: str


def other_answer(shape: type[msgspec.Struct], status: int, words: str) -> dict[int, ResponseSpec]:
    """`responses` of a route that can also answer with this status."""
    return {status: ResponseSpec(shape, generate_examples=False, description=words, media_type=MediaType.JSON)}


WAITS = other_answer(Waiting, 202, "The order waits for a second person")
"""`responses` of a route whose order can wait."""


async def submit(request: HttpRequest, order: StaffOrder, why: str) -> int | None:
    """Carry out an order of the caller and return None, or store it as a request and return its number."""
    server, who = server_of(request), signed_in(request).name
    return await server.halls[MONEY].books(lambda: server.orders.submit(order, who, why))


def waits(request: HttpRequest, number: int) -> Response[Any]:
    """The reply to an order that waits: the request and when it expires."""
    stored = server_of(request).orders.requests.get(number)
    return Response(Waiting(number, stored.until, f"Request {number} waits for a second person."), status_code=202)
