"""A real browser for the tests of the pages."""

import os
import shutil
import subprocess

import pytest

BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
APT = "apt-get", "-o", "DPkg::Lock::Timeout=300"
INSTALL = (*APT, "install", "-y", BROWSERS[0]), (*APT, "update"), (*APT, "install", "-y", BROWSERS[0])


def browser_path():
    """Where a browser is. In CI it is installed where there is none; where it cannot be had its tests are skipped,
    loudly."""
    for command in (*(INSTALL if os.environ.get("CI") else ()), ()):
        if found := next(filter(None, map(shutil.which, BROWSERS)), None):
            return found
        if command:
            subprocess.run(command, check=False, capture_output=True)
    return pytest.skip(f"SKIPPED: the pages are not tested, for there is no {BROWSERS[0]} here")
