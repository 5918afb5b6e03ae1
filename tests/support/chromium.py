"""A real browser for the tests of the pages."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SIZES = {"phone": (360, 640), "tablet": (820, 1180), "wide": (1440, 900)}
BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
APT = "apt-get", "-o", "DPkg::Lock::Timeout=300"
INSTALL = (*APT, "install", "-y", BROWSERS[0]), (*APT, "update"), (*APT, "install", "-y", BROWSERS[0])


def browser_path():
    """The path of a browser. CI installs it if it is missing, and fails without it. Elsewhere its tests are skipped
    with a message."""
    path = _found()
    if path or not os.environ.get("CI"):
        return path or pytest.skip(f"SKIPPED: the pages are not tested, for there is no {BROWSERS[0]} here")
    for command in INSTALL:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if path := _found():
            return path
    return pytest.fail(f"there is no {BROWSERS[0]}, and it cannot be installed: {done.stderr}")


def _found():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def watched(page):
    """A list of everything that goes wrong on a page from now on: script errors and warnings, failed and refused
    requests."""
    wrong = []
    blocked = "Service Worker registration blocked by Playwright"
    page.on(
        "console",
        lambda message: (
            wrong.append(message.text) if message.type in ("error", "warning") and message.text != blocked else None
        ),
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # Going to another page cancels open requests.
    page.on("requestfailed", lambda each: None if each.failure == "net::ERR_ABORTED" else wrong.append(each.url))
    page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    return wrong


def pictured(page, name):
    """Save screenshots of a page at three sizes in the folder CARDROOM_SHOTS. Without that variable, do nothing."""
    folder = os.environ.get("CARDROOM_SHOTS")
    if not folder:
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        page.screenshot(path=f"{folder}/{name}-{size}.png")
    page.set_viewport_size(before)
