"""A server for the tests of the door, without its limits of how often."""

import pytest
from playwright.sync_api import sync_playwright

from browser import in_memory
from cardroom.web import people_api, socket
from cardroom.web.access import Buckets
from chromium import browser_path
from server import running


@pytest.fixture(scope="module")
def often():
    """Whoever comes from this machine may come as often as they like."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((people_api, "_SIGN_IN"), (socket, "SPEED")):
            patch.setattr(module, name, Buckets(10**6, 10**6))
        yield


@pytest.fixture(scope="module")
def door(often):
    """A server with no tables."""
    with in_memory() as folder, running(folder, newcomers=Buckets(10**6, 10**6)) as room:
        yield room


@pytest.fixture(scope="module")
def browser():
    """A real browser."""
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield chromium
        chromium.close()
