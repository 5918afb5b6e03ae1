"""Fixtures of the web's tests: a server without rate limits, a server with played rounds, a browser and its pages."""

import json
from functools import cache
from importlib.resources import files

import httpx
import pytest
from playwright.sync_api import sync_playwright

from cardroom.room import timing
from cardroom.web.api import websocket as socket
from cardroom.web.halls import server as server_module
from cardroom.web.people.rate_limiter import RateLimiter
from support.asked import PASSWORD, played
from support.browser import hire, in_memory
from support.chromium import browser_path, watched
from support.server import running

httpx._transports.default.create_ssl_context = cache(httpx._transports.default.create_ssl_context)
"""Otherwise every client reads all certificates, even for http."""

WIDE = {"width": 1280, "height": 900}
SPOKEN_NAMES = {"label-content-name-mismatch": {"enabled": True}}
"""A rule of WCAG 2.1 A that axe leaves out by default: the name of a control contains the words on it."""


@pytest.fixture(scope="module")
def often():
    """Lift the rate limits for this machine, and start first rounds almost immediately."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timing, "SOON", 0.3)
        patch.setattr(server_module, "SIGN_INS", 10**6)
        patch.setattr(socket, "SPEED", RateLimiter(10**6, 10**6))
        yield


@pytest.fixture(scope="module")
def door(often):
    """A server with no tables."""
    with in_memory() as folder, running(folder, newcomers=RateLimiter(10**6, 10**6)) as room:
        yield room


@pytest.fixture(scope="session")
def browser():
    """A real browser."""
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A room with played rounds, and clients for its users."""
    with played(tmp_path_factory.mktemp("room")) as asked:
        yield asked


@pytest.fixture(scope="module")
def room(asked):
    """The same room, with an operator."""
    hire(asked.room, "opal", ("operator",), PASSWORD)
    hire(asked.room, "cass", ("cashier",), PASSWORD)
    return asked.room


@pytest.fixture
def visit(browser, room):
    """Opens pages for users, and checks at the end that no page had an error."""
    opened = []

    def opens(path, who=None, *, fails=False, **how):
        how = {"viewport": WIDE, "reduced_motion": "reduce", "service_workers": "block"} | how
        context = browser.new_context(**how)
        if who:
            context.add_cookies(
                [{"name": "session", "value": room.server.people.sessions.begin(who), "url": room.address}]
            )
        page = context.new_page()
        page.set_default_timeout(60_000)
        opened.append((page, [] if fails else watched(page)))
        page.goto(f"{room.address}/{path}")
        page.locator("main *:visible").first.wait_for()
        return page

    yield opens
    for page, _ in opened:
        page.context.close()
    assert not [each for _, wrong in opened for each in wrong]


@pytest.fixture(scope="module")
def axe():
    """Finds serious violations of WCAG 2.1 AA on a page, by axe-core."""
    script = files("axe_playwright_python").joinpath("axe.min.js").read_text()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
    options = json.dumps({"resultTypes": ["violations"], "runOnly": tags, "rules": SPOKEN_NAMES})

    def serious(page):
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        violations = page.evaluate(f"axe.run(document, {options}).then((result) => result.violations)")
        return [
            (each["id"], [node["html"][:160] for node in each["nodes"]])
            for each in violations
            if each["impact"] in ("serious", "critical")
        ]

    return serious
