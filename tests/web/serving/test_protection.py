"""The server's protection: security headers, cookies, and requests that other sites forge."""

import asyncio
from contextlib import ExitStack

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from cardroom.web.serving.app import create_app
from cardroom.web.serving.protection import HEADERS
from support.browser import Browser, hears


def test_every_response_has_the_security_headers_even_an_error(door):
    one = Browser(door)
    big = {"headers": one.token | {"content-type": "application/json"}}
    answers = {
        200: one.get("/api/v1/me"),
        401: one.post("/api/v1/refill"),
        403: one.http.post("/api/v1/guest"),
        404: one.get("/nothing/here"),
        405: one.http.delete("/api/v1/me"),
        400: one.http.post("/api/v1/sign-in", content=b"[" * 5000, **big),
        413: one.http.post("/api/v1/sign-in", content=b" " * 100_000, **big),
    }
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        assert answer.headers.items() >= HEADERS.items(), status
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_the_session_cookie_is_http_only_and_same_site(door):
    for message, secure in (({}, False), ({"x-forwarded-proto": "https"}, True)):
        one = Browser(door)
        answer = one.http.post("/api/v1/guest", headers=one.token | message)
        flags = next(each for each in answer.headers.get_list("set-cookie") if each.startswith("session="))
        assert {"HttpOnly", "Path=/", "SameSite=strict"} <= {*flags.split("; ")}
        fresh = httpx.get(
            f"{door.address}/api/v1/me", timeout=60, headers=message
        )  # gets a token against forged requests
        for cookie in (*answer.headers.get_list("set-cookie"), *fresh.headers.get_list("set-cookie")):
            assert cookie.split("; ").count("Secure") == secure, cookie
        assert "csrftoken" in fresh.cookies


@pytest.mark.parametrize(
    "forged",
    [
        {"x-csrftoken": "made up"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_requests_from_another_site_are_refused(door, forged):
    one = Browser(door)
    name = one.guest()
    answer = one.http.post("/api/v1/sign-out", headers=one.token | forged)
    assert answer.status_code == 403
    assert one.get("/api/v1/me").json()["name"] == name


def test_a_page_of_another_site_cannot_connect(door):
    one = Browser(door)
    one.guest()
    with pytest.raises(WebSocketException), one.line(origin="https://elsewhere.example") as line:
        line.recv(timeout=5)
    with one.line(origin=door.address) as line:
        assert hears(line, "hello", "bye")["type"] == "hello"


def test_dns_rebinding_is_refused(door):
    """If a foreign name resolves to this machine, a browser sends that site's requests here."""
    one, host = Browser(door), {"host": "rebound.example:8080", "origin": "http://rebound.example:8080"}
    name = one.guest()
    for answer in (
        one.http.get("/", headers=host),
        one.http.get("/api/v1/me", headers=host),
        one.http.post("/api/v1/sign-out", headers=one.token | host),
    ):
        assert (answer.status_code, "--host-name" in answer.json()["detail"]) == (421, True)
        assert answer.headers.items() >= HEADERS.items()
    cookies = {"cookie": f"session={one.http.cookies['session']}"}
    for site, comes in (("rebound.example", False), ("localhost", True)):
        how = {"origin": f"http://{site}:8080", "address": door.listening.getsockname(), "additional_headers": cookies}
        with ExitStack() as stack:
            stack.enter_context(pytest.raises(WebSocketException) if not comes else ExitStack())
            line = stack.enter_context(connect(f"ws://{site}:8080/api/v1/socket/play", **how))
            assert hears(line, "hello")["name"] == name
    for ours in ("localhost:1", "192.168.1.7", "[fe80::1]:8080"):
        assert one.http.get("/api/v1/me", headers={"host": ours}).json()["name"] == name


def test_only_configured_host_names_are_served(door):
    for names, status in (((), 421), (("Room.example",), 200)):
        app = create_app(door.server, "s" * 64, names)
        asked = httpx.ASGITransport(app=app)

        async def asks(through=asked):
            async with httpx.AsyncClient(transport=through, base_url="https://room.example") as client:
                return await client.get("/health")

        assert asyncio.run(asks()).status_code == status


def test_an_internal_error_shows_no_traceback(door, monkeypatch):
    one = Browser(door)
    one.guest()
    monkeypatch.setattr(type(door.server.play_money), "refill", lambda *_: 1 / 0)
    answer = one.post("/api/v1/refill")
    assert (answer.status_code, answer.json()["detail"]) == (500, "An internal error occurred. It has been logged.")
    assert answer.headers.items() >= HEADERS.items()
