"""The processes that serve the room, for operators."""

from __future__ import annotations

from litestar import Controller, get

from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.cluster import ProcessEntry
from cardroom.web.people import needs

__all__ = ["ProcessesApi"]


class ProcessesApi(Controller):
    """Processes and their tables."""

    path = "/"
    tags = ("operation",)

    @get("/processes", guards=[needs("operator")])
    async def processes(self, request: HttpRequest) -> list[ProcessEntry]:
        """The processes that serve the room, with their leases and tables. Empty if only one process can serve it."""
        return await server_of(request).peers.processes()
