"""Metrics, the scrape token, request ids, and the dashboard."""

import io
import json
import logging
import re
from pathlib import Path

import httpx
import pytest

from cardroom.web.serving.logs import log_to
from support.browser import Browser, ask, hire, in_memory
from support.server import open_table, running

DASHBOARD = Path(__file__).parents[3] / "docs" / "operate" / "dashboard.json"
TOKEN = "scrape me"


@pytest.fixture(scope="module")
def room():
    with in_memory() as folder, running(folder, metrics_token=TOKEN) as there:
        open_table(there, "table 7", "heads-up-holdem")
        yield there


def scraped(room) -> str:
    reply = httpx.get(f"{room.address}/metrics", timeout=60, headers={"authorization": f"Bearer {TOKEN}"})
    assert reply.status_code == 200, reply.text
    return reply.text


def test_histograms_count_answers_commits_drawing_and_requests(room):
    one = Browser(room)
    one.guest()
    with one.line() as line:
        assert ask(line, "join", table="table 7", cents=20_000)["type"] == "accepted"
    one.http.head("/api/v1/games")
    one.http.head("/api/v1/games")
    text = scraped(room)
    for name in ("answer", "commit", "drawing"):
        counted = re.search(rf'^cardroom_{name}_seconds_count{{hall="play"}} (\S+)$', text, re.MULTILINE)
        assert counted, name
        assert float(counted[1]) >= 1, name
    assert 'cardroom_http_seconds_count{method="POST",route="/api/v1/guest",status="200"} 1.0' in text
    assert 'cardroom_http_seconds_count{method="HEAD",route="/api/v1/games",status="200"} 2.0' in text
    assert 'cardroom_commits_total{command="join",hall="play",outcome="committed"} 1.0' in text
    assert 'cardroom_build_info{python="3.' in text
    assert "cardroom_lease 1.0" in text
    assert 'cardroom_commits_waiting{hall="play"} 0.0' in text


def test_with_a_scrape_token_metrics_need_it_or_an_operator(room):
    assert httpx.get(f"{room.address}/metrics", timeout=60).status_code == 403
    assert (
        httpx.get(f"{room.address}/metrics", timeout=60, headers={"authorization": "Bearer wrong"}).status_code == 403
    )
    boss = Browser(room).sign_up("boss")
    assert boss.get("/metrics").status_code == 403
    hire(room, "boss", ("operator",))
    assert boss.get("/metrics").status_code == 200


def test_every_series_of_the_dashboard_exists(room):
    text, board = scraped(room), json.loads(DASHBOARD.read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    wanted = {each for query in queries for each in re.findall(r"\b(?:cardroom|process)_\w+", query)}
    assert len(wanted) >= 15
    families = {*re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)}
    known = families | {f"{name}{end}" for name in families for end in ("_bucket", "_count", "_sum", "_total")}
    assert {name for name in wanted if name not in known} == set()


def test_a_request_id_is_in_the_reply_in_problems_and_in_the_log(room):
    written, logger = io.StringIO(), logging.getLogger("cardroom")
    before = logger.handlers, logger.level, logger.propagate
    log_to(written, "info")
    try:
        given = httpx.post(f"{room.address}/api/v1/guest", timeout=60, headers={"x-request-id": "proxy-7"})
        made = httpx.get(f"{room.address}/api/v1/nope", timeout=60, headers={"x-request-id": "not {valid}"})
    finally:
        logger.handlers, logger.propagate = before[0], before[2]
        logger.setLevel(before[1])
    assert (given.headers["x-request-id"], given.json()["request"]) == ("proxy-7", "proxy-7")
    assert re.fullmatch(r"[0-9a-f]{16}", made.headers["x-request-id"])
    assert made.json()["request"] == made.headers["x-request-id"]
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [(each["request"], each["status"]) for each in lines if each["message"] == "request"] == [("proxy-7", 403)]
