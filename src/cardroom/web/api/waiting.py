"""Orders that may wait for a second person, for the routes that give them."""

from __future__ import annotations

from typing import Any

from litestar import Response

from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.halls import MONEY, StaffOrder
from cardroom.web.people import signed_in

__all__ = ["submit", "waits"]


async def submit(request: HttpRequest, order: StaffOrder, why: str) -> int | None:
    """Carry out an order of the caller and return None, or store it as a request and return its number."""
    server, who = server_of(request), signed_in(request).name
    return await server.halls[MONEY].books(lambda: server.orders.submit(order, who, why))


def waits(request: HttpRequest, number: int) -> Response[dict[str, Any]]:
    """The reply to an order that waits: the request and when it expires."""
    stored = server_of(request).orders.requests.get(number)
    says = f"Request {number} waits for a second person."
    return Response({"request": number, "until": stored.until, "says": says}, status_code=202)
