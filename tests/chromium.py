"""A real browser for the tests of the pages."""

import os
import shutil
import subprocess

import pytest

BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
APT = "apt-get", "-o", "DPkg::Lock::Timeout=300"
INSTALL = (*APT, "install", "-y", BROWSERS[0]), (*APT, "update"), (*APT, "install", "-y", BROWSERS[0])


def browser_path():
    """Where a browser is. In CI it is installed where there is none, and must be; elsewhere its tests are skipped,
    loudly."""
    found = _found()
    if found or not os.environ.get("CI"):
        return found or pytest.skip(f"SKIPPED: the pages are not tested, for there is no {BROWSERS[0]} here")
    for command in INSTALL:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if found := _found():
            return found
    return pytest.fail(f"there is no {BROWSERS[0]}, and it cannot be installed: {done.stderr}")


def _found():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def watched(page):
    """What goes wrong on a page from now on: errors and warnings of its scripts, requests that fail or are refused."""
    wrong = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    return wrong
