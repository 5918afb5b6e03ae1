"""The processes that serve the room, for operators."""

from __future__ import annotations

from typing import Any

from litestar import Controller, get

from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.people.access import needs

__all__ = ["ProcessesApi"]


class ProcessesApi(Controller):
    """Processes and their tables."""

    path = "/api"
    tags = ("operation",)

    @get("/processes", guards=[needs("operator")])
    async def processes(self, request: HttpRequest) -> list[dict[str, Any]]:
        """The processes that serve the room, with their leases and tables. Empty if only one process can serve it."""
        return await server_of(request).peers.processes()
