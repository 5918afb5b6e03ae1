"""Health, readiness, and metrics for Prometheus. The histograms are named in `halls.measures`."""

from __future__ import annotations

import platform
import time
from collections.abc import Iterator
from hmac import compare_digest

import msgspec
from litestar import Response, get
from litestar.exceptions import PermissionDeniedException
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy.pool import QueuePool

from cardroom.play.table import UseDefault
from cardroom.room import Committed
from cardroom.tags import kebab, tag_of
from cardroom.version import version
from cardroom.web.api import HttpRequest, other_answer, server_of
from cardroom.web.halls import Server
from cardroom.web.people import bearer

__all__ = ["health", "metrics", "readiness"]

_LOOPBACK = ("127.0.0.1", "::1")


class ServerState(msgspec.Struct, frozen=True):
    """The state of the process."""

    status: str


@get("/health", tags=("operation",), sync_to_thread=False)
def health() -> ServerState:
    """Status 200 while the process runs."""
    return ServerState("alive")


@get("/ready", tags=("operation",), responses=other_answer(ServerState, 503, "Not ready"))
async def readiness(request: HttpRequest) -> Response[ServerState]:
    """Status 200 while the room is open and its databases can be written. They are tested at most once a second."""
    server = server_of(request)
    if not (server.ready and server.peers.holds_lease):
        return Response(ServerState("closed"), status_code=503)
    if why := await server.write_check.problem():
        return Response(ServerState(why), status_code=503)
    return Response(ServerState("open"))


@get("/metrics", tags=("operation",), media_type="text/plain")
async def metrics(request: HttpRequest) -> Response[bytes]:
    """Prometheus metrics: for operators, for requests with the scrape token, and without one for this machine."""
    server = server_of(request)
    given, wanted = bearer(request), server.metrics_token
    here = not wanted and request.client is not None and request.client.host in _LOOPBACK
    scraper = bool(wanted) and compare_digest(given.encode(), wanted.encode())
    if not (here or scraper or (request.user and request.user.may("operator"))):
        raise PermissionDeniedException("Metrics are only for operators and for requests with the scrape token.")
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(_HallMetrics(server))
    text = generate_latest(registry) + generate_latest(server.measures.registry)
    return Response(text, headers={"content-type": "text/plain; version=0.0.4; charset=utf-8"})


class _HallMetrics(Collector):
    def __init__(self, server: Server) -> None:
        self._server = server

    def collect(self) -> Iterator[Metric]:
        """The metrics of all halls."""
        tables = GaugeMetricFamily("cardroom_tables", "Tables by state", labels=["hall", "state"])
        connections = GaugeMetricFamily("cardroom_connections", "Open connections", labels=["hall"])
        received = CounterMetricFamily("cardroom_messages", "Messages received", labels=["hall"])
        committed = CounterMetricFamily(
            "cardroom_commits", "Commits by outcome and command", labels=["hall", "outcome", "command"]
        )
        waiting = GaugeMetricFamily("cardroom_commits_waiting", "Commits that wait to be stored", labels=["hall"])
        unsent = GaugeMetricFamily("cardroom_messages_unsent", "Messages that wait to be sent", labels=["hall"])
        defaults = CounterMetricFamily("cardroom_defaults", "Defaults used for players out of time", labels=["hall"])
        pool = GaugeMetricFamily("cardroom_database_connections", "Connections in use", labels=["hall"])
        for name, hall in self._server.halls.items():
            waiting.add_metric([name], hall.waiting_commits)
            unsent.add_metric([name], hall.unsent)
            defaults.add_metric([name], hall.committed[kebab(Committed.__name__), tag_of(UseDefault)])
            if isinstance(used := hall.house.books.store.engine.pool, QueuePool):
                pool.add_metric([name], used.checkedout())
            states: dict[str, int] = {}
            for live in hall.room.tables.values():
                state = live.summary().state
                states[state] = states.get(state, 0) + 1
            for state, count in states.items():
                tables.add_metric([name, state], count)
            connections.add_metric([name], hall.connections)
            received.add_metric([name], hall.received)
            for labels, count in hall.committed.items():
                committed.add_metric([name, *labels], count)
        ready = GaugeMetricFamily("cardroom_ready", "1 if the room is open, else 0", value=float(self._server.ready))
        now = GaugeMetricFamily("cardroom_time_seconds", "The system clock, in seconds since 1970", value=time.time())
        holds = float(self._server.peers.holds_lease)
        lease = GaugeMetricFamily("cardroom_lease", "1 if this process may act for its tables, else 0", value=holds)
        build = GaugeMetricFamily("cardroom_build_info", "The program", labels=["version", "python"])
        build.add_metric([version(), platform.python_version()], 1)
        yield from (tables, connections, received, committed, ready, now)
        yield from (waiting, unsent, defaults, pool, lease, build)
