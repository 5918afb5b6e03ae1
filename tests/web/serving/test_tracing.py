"""Spans of requests, socket messages and commits. Without a collector there are none, and nothing is loaded."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import cardroom
from cardroom.client import Client, Join
from cardroom.errors import InputError
from cardroom.web import tracing
from support.server import open_table, running

CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans():
    """A function that returns the ended spans by name."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.use(provider)
    yield lambda: {each.name: each for each in exporter.get_finished_spans()}
    tracing.use(None)


def test_a_request_a_message_and_its_commit_have_spans(tmp_path, spans):
    async def act(address):
        async with Client(address) as client:
            await client.guest()
            await client._http.get("/api/v1/games", headers={"traceparent": CALLER, "x-request-id": "of-the-proxy"})
            async with client.enter("play") as connection:
                await connection.watch(table)
                await connection.ask(Join, table, 50_000)
                return connection.name

    with running(tmp_path) as room:
        table = open_table(room, "table 7")
        name = asyncio.run(act(room.address))
    found = spans()
    request = found["GET /api/v1/games"]
    assert request.attributes["http.response.status_code"] == 200
    assert request.attributes["cardroom.request"] == "of-the-proxy"
    assert f"{request.parent.trace_id:032x}" == CALLER.split("-")[1], "it continues the caller's trace"
    message, commit, transaction = found["socket join"], found["commit join"], found["transaction"]
    assert message.parent is None
    assert commit.parent.span_id == message.context.span_id
    assert dict(commit.attributes) == {
        "cardroom.hall": "play",
        "cardroom.table": "table 7",
        "cardroom.outcome": "committed",
    }
    assert transaction.parent is None
    assert transaction.attributes["cardroom.commits"] >= 1
    assert all(name not in each.to_json() for each in found.values()), "no names of users"


def test_spans_of_practice_tables_and_errors_name_nobody(tmp_path, spans):
    async def act(address):
        async with Client(address) as client:
            user = server.people.user((await client.guest())["name"])
            async with client.enter("play") as connection:
                opening = server.tables.open_practice(user, cardroom.game("texas-holdem"))
                table = await asyncio.to_thread(room.call, opening)
                await connection.watch(table)
                await connection.ask(Join, table, 50_000)
                with pytest.raises(InputError, match="There is no table"):
                    await connection.ask(Join, f"a table of {connection.name}", 50_000)
                assert connection.name in table
                return connection.name

    with running(tmp_path) as room:
        server = room.server
        name = asyncio.run(act(room.address))
        with pytest.raises(InputError), tracing.span("with an error"):
            raise InputError(f"There is no user {name}.")
    found = spans()
    assert found["commit join"].attributes["cardroom.table"] == "practice"
    assert [each.name for each in found.values() if name in each.to_json()] == []


def test_a_transaction_links_to_the_spans_of_its_commits(spans):
    with tracing.span("commit join"):
        commit = tracing.current()
    with tracing.span("transaction", links=[commit, None]):
        pass
    assert [link.context.span_id for link in spans()["transaction"].links] == [commit.span_id]


def test_without_a_collector_a_server_loads_no_tracing():
    text = "import sys; from cardroom.web import tracing; tracing.start(); tracing.span('x').__enter__();"
    text += "print([each for each in sys.modules if each.startswith('opentelemetry')])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_collector_without_the_packages_is_an_error(monkeypatch):
    monkeypatch.setenv(tracing.ENDPOINTS[0], "http://127.0.0.1:4318")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(InputError, match=r"OTEL_EXPORTER_OTLP_ENDPOINT is set, but .* Install cardroom\[otel\]"):
        tracing.start()
